// LessonViewer is what stands beside the text of a lesson: runs of the lesson's own scenarios, drawn as in the Storage
// Lab, or components under the layout rules. It has its own LabState, so that the scenario and the selection in the lab
// stay as they are.
#pragma once

#include "panels/base/panel.hpp"
#include "panels/lab/lab_map.hpp"
#include "panels/lab/lab_state.hpp"
#include "panels/lab/lab_steps.hpp"
#include "panels/lessons/lesson_pictures.hpp"
#include "panels/lessons/lesson_text.hpp"

namespace panels {

class LessonViewer {
public:
    /// From now on this is shown.
    void look(const ecs::lab::LessonScenarios& scenarios, const ecs::lab::Look& look);
    /// Fills the room that is left.
    void show(const Context& context, const LessonWords& words);

    /// Once a frame, whether it is drawn or not.
    void update(const Context& context);
    const ecs::lab::Look& present() const { return look_; }
    LabState& state() { return state_; }
    LabMap& map() { return map_; }
    const LabSteps& steps() const { return steps_; }
    /// The run that is shown; null before it is ready.
    ecs::lab::ScenarioRun* run();
    /// Which columns of the layout are in; some may be put in or left out.
    const std::vector<bool>& ticked() const { return ticked_; }

private:
    void show_layouts(const Style& style);
    void show_run(const Context& context, const LessonWords& words);
    bool has_run() const;

    ecs::lab::Look look_;
    std::vector<bool> ticked_;
    std::unique_ptr<ecs::lab::PlacedArray> array_;
    std::vector<ecs::lab::PairMoment> pairs_;
    LabState state_;
    LabMap map_;
    LabSteps steps_;
};

}  // namespace panels
