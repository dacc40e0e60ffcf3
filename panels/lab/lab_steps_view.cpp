#include "panels/lab/lab_steps_view.hpp"
#include "panels/base/language.hpp"

namespace panels {

LabStepsView::LabStepsView()
    : LabView({.word = "steps",
               .label = tr_later("Step by step"),
               .hint = tr_later("What the last step did, one event after another"),
               .of_one_storage = true,
               .shows_bytes = true}) {}

void LabStepsView::show(const Context& context, LabState& state) { steps_.show(context, state, map_); }

}  // namespace panels
