// The Workbench owns the panels of a window and shows those that are in front, as the present workspace places them.
// On a screen of its own with a docking Dear ImGui, each workspace is a dock space. Otherwise the Workbench draws tabs
// and dividers itself; only this class knows the difference. A panel that is closed or behind another one costs
// nothing.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "panels/base/kept_picture.hpp"
#include "panels/base/panel.hpp"
#include "panels/base/panel_costs.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/workspace/workspaces.hpp"

namespace panels {

class Workbench {
public:
    /// Makes the panels of the program.
    using MakePanels = std::function<std::vector<std::unique_ptr<Panel>>()>;
    /// Where draw() puts them.
    enum class Within {
        Screen,  // panels are windows of their own, docked where Dear ImGui can do that
        Window,  // they are parts of the present Dear ImGui window, which may float; nothing of them is in its settings
    };
    explicit Workbench(MakePanels make_panels, Within within = Within::Screen);

    /// Makes new panels, because what they remember belongs to a world that is gone. Their settings stay, and so
    /// do those that were added.
    void renew_panels();
    std::span<const std::unique_ptr<Panel>> panels() const { return panels_; }
    /// Null when there is none with this id.
    Panel* find_panel(std::string_view id) const;
    /// It is closed in every workspace, until somebody shows it.
    void add_panel(std::unique_ptr<Panel> panel);
    void remove_panel(std::string_view id);
    /// A panel that is not offered is in no workspace, as if there were none.
    void offer_panel(std::string_view id, bool offered);
    bool offers(std::string_view id) const { return withheld_.count(std::string(id)) == 0; }

    // Settings, by name. Returns for a person what cannot be in them: then panels are where they are at first.

    std::string load(const Workspaces::Read& read);
    void save(const Workspaces::Write& write) const;

    const Workspaces& workspaces() const { return workspaces_; }
    void choose_workspace(std::size_t number);
    /// False when there is none with this id or title.
    bool choose_workspace(std::string_view id);
    /// The workspace in view and where its panels are, as text.
    std::string layout() const;
    /// Shows what layout() said, as far as there are the workspace and its panels. Other workspaces stay as they are.
    void show_layout(std::string_view text);
    /// As Workspaces::save_as().
    std::string save_workspace_as(std::string_view title);
    void remove_workspace();
    /// The panels of the present workspace are as at first.
    void reset();

    /// Shows the panels within `area` of the screen.
    void draw(const Context& context, const Area& area);

    // Panels are named by their ids (Panel::id).

    /// Opens it in the present workspace, in front of others.
    void show_panel(std::string_view id);
    /// Shows it and gives it the keyboard. If it is in another workspace only, that one comes into view; but a
    /// panel that belongs to no workspace comes into the present one. `part`: see Panel::show_part().
    void focus_panel(std::string_view id, std::string_view part = {});
    /// The same, but the panel opens in the present workspace, even if another one has it.
    void focus_panel_here(std::string_view id, std::string_view part = {});
    void close_panel(std::string_view id);
    /// Whether it is in the present workspace.
    bool open(std::string_view id) const { return workspaces_.current().panes.contains(id); }
    /// Whether the panel was drawn in the last frame.
    bool visible(std::string_view id) const { return visible_.count(std::string(id)) != 0; }
    /// Lets the panel fill the window; empty: all are in their panes again.
    void maximize(std::string_view id) { maximized_ = id; }
    /// The panel that fills the window; empty when none does.
    const std::string& maximized() const { return maximized_; }

    /// Id of the panel that gets the keyboard when it is drawn; empty: none was asked for.
    const std::string& asked_for() const { return to_focus_; }
    /// Id of the panel that has the keyboard; empty when none has.
    const std::string& focused() const { return focused_; }
    /// The panel that had the keyboard last and is still in view, also while a menu or the palette has it; null: none.
    const Panel* last_focused() const;

    // By keyboard (workbench_keys.cpp)

    /// Gives the next panel in view the keyboard, or the one before it (-1).
    void focus_neighbour(int direction);
    /// Leads to the field that searches the panel with the keyboard. False when there is none.
    bool find_in_focused();
    /// What the palette searches instead.
    std::string_view palette_search() const;

    /// What they cost, and which are throttled. The program lends it to its panels (Context::costs).
    PanelCosts& costs() { return costs_; }
    const PanelCosts& costs() const { return costs_; }
    /// CPU time of the visible panels, in microseconds: mean over about half a second.
    double cost_us() const;

    // For panels that the program shows in windows of its own: draw() does both.

    /// Before the first panel of a frame.
    void begin_frame();
    /// Shows a panel in the present window. One that costs too much is drawn in some frames only; in between it shows
    /// what it drew last.
    void show(Panel& panel, const Context& context);

    /// Names of the windows that are open, as Dear ImGui keeps where they are docked; empty without docking.
    std::vector<std::string> docked_windows() const;
    /// Ids of the dock spaces that Dear ImGui may keep; empty without docking.
    std::vector<std::uint32_t> dock_spaces() const;

private:
    const Panel* find(std::string_view id) const { return find_panel(id); }
    /// Whether Dear ImGui docks the panels; else they are in panes.
    bool docks() const;
    std::vector<std::string> offered_ids() const;
    void draw_panel(Panel& panel, const Context& context);
    /// Positions of `areas` in the order in which they are drawn: the one under the mouse first, so that all others
    /// mark in this frame what it points at.
    static std::vector<std::size_t> pointed_first(std::span<const PaneTree::Placed> panes);
    /// `size` is that of its pane, at scale 1.
    std::vector<MenuItem> menu_of_tab(const Panel& panel, ImVec2 size);
    MenuItem moves_of_tab(const std::string& id);

    // workbench_docks.cpp; without docks the first two do nothing

    void build_docks_anew();
    void bring_dock_to_front(const Panel& panel);
#ifdef IMGUI_HAS_DOCK
    void draw_docks(const Context& context, const Area& area);
    void build_docks(const Workspace& workspace, const Area& area);
    void dock_pane(const Workspace& workspace, const Pane& pane, ImGuiID node, const Area& area);
    void keep_floating_inside(const Area& area);

    Area area_;                                // of the last frame
    std::set<std::string> to_build_;           // ids of workspaces whose docks are as at first, from now on
    std::vector<std::string> bring_to_front_;  // window names; the last one gets the keyboard
    int frames_before_front_ = 0, frames_drawn_ = 0;
#endif

    // workbench_panes.cpp

    enum class PartLook { Header, Panel, Clear };
    struct DrawnTab {
        std::string id;
        Area area;
    };
    struct Drop;  // where a dragged tab would land

    void draw_panes(const Context& context, const Area& area);
    void begin_part(const std::string& name, const Area& area, ImGuiWindowFlags flags, PartLook look) const;
    void end_part() const;
    float divider_bar(const std::string& id, const Area& area, bool upright, const Style& style) const;
    void draw_dividers(const PaneTree::Places& places, const Style& style);
    void draw_pane(const Pane& pane, const Area& area, std::size_t number, const Context& context);
    struct ShownTabs;
    ShownTabs tabs_that_fit(const Pane& pane, float room, const Context& context) const;
    void draw_header(const Pane& pane, const Area& header, const Context& context);
    void draw_tab(const Pane& pane, const Panel& panel, const Area& tab, const Context& context);
    void draw_empty(const Context& context, const Area& area);
    void drag_tab(const PaneTree::Places& places, const Style& style);
    std::optional<Drop> drop_at(const PaneTree::Places& places, ImVec2 mouse, const Style& style) const;

    std::vector<DrawnTab> drawn_tabs_;  // of this frame
    std::string dragged_;               // id of the tab that the mouse carries
    ImVec2 pane_size_;                  // of the pane that is drawn
    std::function<void()> change_;      // of the panes, once all of them were drawn

    MakePanels make_panels_;
    Within within_;
    std::set<std::string> withheld_;  // ids of panels that are not offered
    std::vector<std::unique_ptr<Panel>> panels_;
    Workspaces workspaces_;
    PanelCosts costs_;
    std::map<std::string, KeptPicture, std::less<>> kept_;  // of panels that are throttled, by id
    std::set<std::string> visible_;
    std::string focused_, was_focused_;  // in this frame, and in the last one
    std::string last_focused_;
    std::string maximized_, to_focus_;
};

}  // namespace panels
