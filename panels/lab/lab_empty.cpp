#include "panels/lab/lab_empty.hpp"

#include "panels/base/language.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

void empty_until_next_step(const Style& style, LabState& state, std::string_view what, std::string_view hint) {
    const ecs::lab::Scenario* scenario = state.scenario();
    const bool more = scenario != nullptr && state.wanted() < scenario->steps.size();
    if (more) {
        if (empty_state(style, what, hint, tr("Take the next step"))) state.go_to(state.wanted() + 1);
    } else if (empty_state(style, what, hint, tr("Back to the beginning"))) {
        state.go_to(0);
    }
}

}  // namespace panels
