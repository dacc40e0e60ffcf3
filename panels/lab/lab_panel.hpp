// The Storage Lab panel: the storages of five articles and our own at the same work, side by side. At the top stand the
// scenario and how many of its steps were run; below, one of the views of the outcome (lab_views.hpp). The panel owns
// the views and the LabState that they share.
#pragma once

#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "panels/base/panel.hpp"
#include "panels/lab/lab_files.hpp"
#include "panels/lab/lab_state.hpp"
#include "panels/lab/lab_steps.hpp"
#include "panels/lab/lab_view.hpp"

namespace panels {

class LabPanel : public Panel {
public:
    LabPanel();

    /// The words by which settings name its views, in the order of their buttons.
    static std::vector<std::string_view> view_words();

    std::string save_settings() const override;
    void load_settings(std::string_view line) override;
    std::span<const KeyCommand> commands() const override { return lab_step_commands(); }

    LabState& state() { return state_; }
    /// The view that is shown.
    const LabView& view() const { return *view_; }
    /// The view of that class, shown or not.
    template <class View>
    View& view_of() const {
        for (const auto& each : views_)
            if (auto* const found = dynamic_cast<View*>(each.get())) return *found;
        std::abort();  // lab_views.cpp does not list it
    }
    const LabFiles& files() const { return files_; }

protected:
    void draw(const Context& context) override;

private:
    /// The runs whose title and numbers stand on the screen, or, before there are any, those that are wanted.
    LabRequest titled() const;
    void draw_bar(const Context& context);
    /// What runs meanwhile: how far it is, and Cancel.
    void draw_work(const Context& context);
    void draw_steps_bar(const Context& context);
    void draw_kinds(const Context& context);

    LabState state_;
    std::vector<std::unique_ptr<LabView>> views_;
    LabView* view_;  // of those, the one that is shown
    LabFiles files_;
    std::optional<double> working_since_;
    std::string wanted_scenario_ = "move";  // from the settings, opened when the panel is shown first
};

}  // namespace panels
