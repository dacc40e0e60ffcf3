// The board of the Storage Lab compares all storages. Each has one row: its bytes by role as a bar, the cache lines
// that the last query touched, and the bytes that were moved. A click on a row chooses the storage.
#pragma once

#include "panels/base/panel.hpp"
#include "panels/lab/lab_view.hpp"

namespace panels {

void show_lab_board(const Context& context, LabState& state);

class LabBoard : public LabView {
public:
    LabBoard();
    void show(const Context& context, LabState& state) override { show_lab_board(context, state); }
};

/// Bytes by role as a bar. The whole area stands for `largest` bytes.
void draw_account_bar(const Style& style, ImDrawList& list, ImVec2 low, ImVec2 high, const ecs::lab::Account& account,
                      std::uint64_t largest);
/// The bar's legend on one line.
void show_account_legend(const Style& style);

}  // namespace panels
