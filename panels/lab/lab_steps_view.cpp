#include "panels/lab/lab_steps_view.hpp"

namespace panels {

LabStepsView::LabStepsView()
    : LabView({.word = "steps",
               .label = "Step by step",
               .hint = "What the last step did, one event after another",
               .of_one_storage = true,
               .shows_bytes = true}) {}

void LabStepsView::show(const Context& context, LabState& state) { steps_.show(context, state, map_); }

}  // namespace panels
