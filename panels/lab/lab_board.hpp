// The compare board of the Storage Lab: one row a storage, its bytes by role as a bar, what the last query touched and
// what was moved. A click on a row chooses the storage.
#pragma once

#include "panels/base/panel.hpp"
#include "panels/lab/lab_state.hpp"

namespace panels {

void show_lab_board(const Context& context, LabState& state);

/// Bytes by role as a bar in an area, `largest` bytes wide as a whole.
void draw_account_bar(const Style& style, ImDrawList& list, ImVec2 low, ImVec2 high, const ecs::lab::Account& account,
                      std::uint64_t largest);
/// The bar's legend on one line.
void show_account_legend(const Style& style);

}  // namespace panels
