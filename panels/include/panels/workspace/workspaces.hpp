// The Workspaces of a program: which panels are where, for one kind of work each. Five are built in; a person saves
// own ones under a name. Each is remembered by itself and can be reset. One of them is in view.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "panels/base/key_map.hpp"
#include "panels/workspace/pane_tree.hpp"

namespace panels {

struct Workspace {
    std::string id, title, description;
    PaneTree initial;  // what a reset leads back to
    PaneTree panes;
    bool own = false;                     // saved by a person, who can delete it
    const KeyCommand* command = nullptr;  // that brings it into view; null: none

    explicit Workspace(std::string id_, std::string title_, std::string description_, Pane initial_)
        : id(std::move(id_)),
          title(std::move(title_)),
          description(std::move(description_)),
          initial(std::move(initial_)),
          panes(initial) {}
};

class Workspaces {
public:
    /// Inspect, Memory, Author, Learn, Debug, of the panels with these ids. A workspace without any of them is left
    /// out.
    explicit Workspaces(const std::vector<std::string>& panels);
    /// There are other panels now. Those that are new are in the built-in workspaces that nobody changed.
    void set_panels(const std::vector<std::string>& panels);

    const std::vector<Workspace>& all() const { return all_; }
    const Workspace& current() const { return all_[current_]; }
    Workspace& current() { return all_[current_]; }
    std::size_t current_number() const { return current_; }
    void choose(std::size_t number);
    /// False when there is none with this id or title.
    bool choose(std::string_view id);

    /// The panels of the current one are again as at first.
    void reset() { current().panes = current().initial; }
    /// Keeps the current panes under a name, as the last workspace, and chooses it. Returns for a person why not:
    /// a name is empty, longer than 40 bytes, or taken.
    std::string save_as(std::string_view title);
    /// Deletes the current one, if it is a person's own.
    void remove_current();

    /// Brings the panel of the current workspace to the front; opens it beside the panels that it is beside at
    /// first. One that is in no workspace at first opens where one reads best, but not over `in_use`, the panel
    /// that a person works with.
    void show(std::string_view panel, std::string_view in_use = {});
    /// Ids of panels in the order in which they were shown last.
    const std::vector<std::string>& recently_shown() const { return recently_shown_; }
    /// Whether the panel is in some workspace at first.
    bool at_home(std::string_view panel) const;

    // Settings. Names begin with "workspace.".

    using Read = std::function<std::string(std::string_view name)>;
    using Write = std::function<void(std::string_view name, std::string value)>;
    /// Returns for a person what cannot be in them; what does not hold stays as it was.
    std::string load(const Read& read);
    void save(const Write& write) const;

private:
    std::vector<std::string> recently_shown_;
    static std::vector<Workspace> made_of(const std::vector<std::string>& panels);

    std::vector<std::string> panels_;
    std::vector<Workspace> all_;
    std::size_t current_ = 0;
};

}  // namespace panels
