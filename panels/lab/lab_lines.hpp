// The cache lines that the last query of a lab run touched, by the memory they belong to: how many, and what part of
// their bytes was read, written, or fetched for nothing.
#pragma once

#include "panels/base/panel.hpp"
#include "panels/lab/lab_state.hpp"

namespace panels {

/// The state must have runs.
void show_lab_lines(const Context& context, LabState& state);

}  // namespace panels
