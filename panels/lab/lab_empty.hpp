// A view of the Storage Lab that has nothing to show after the steps so far: it offers the next step, if there is one.
#pragma once

#include <string_view>

#include "panels/lab/lab_state.hpp"

namespace panels {

void empty_until_next_step(const Style& style, LabState& state, std::string_view what, std::string_view hint);

}  // namespace panels
