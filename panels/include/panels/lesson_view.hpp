// What stands beside the text of a lesson: one of the Storage Lab's views on runs of the lesson's own scenarios, or
// components under the layout rules. It has its own state, so that the person's scenario and selection in the lab stay
// as they are.
#pragma once

#include "panels/lab_map.hpp"
#include "panels/lab_state.hpp"
#include "panels/lab_steps.hpp"
#include "panels/panel.hpp"

namespace panels {

class LessonViewer {
public:
    /// Shows this from now on.
    void look(const ecs::lab::LessonScenarios& scenarios, const ecs::lab::Look& look);
    /// Fills the room that is left; until there is something to show, with the word `waiting`.
    void show(const Context& context, std::string_view waiting);

    /// Once a frame, whether it is drawn or not.
    void update(const Context& context);
    const ecs::lab::Look& present() const { return look_; }
    LabState& state() { return state_; }
    LabMap& map() { return map_; }
    const LabSteps& steps() const { return steps_; }
    /// The run that is shown; null before it is ready.
    ecs::lab::ScenarioRun* run();

private:
    ecs::lab::Look look_;
    LabState state_;
    LabMap map_;
    LabSteps steps_;
};

}  // namespace panels
