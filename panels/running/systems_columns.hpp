// The columns of the Systems panel: what they are called, how wide they are, and which of them are shown. Until a
// person chooses, as many as there is room for.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "panels/base/imgui_compat.hpp"
#include "panels/base/pointed_at.hpp"

namespace panels {

enum class SystemColumn : std::uint8_t {
    Order,
    Name,
    Stage,
    Last,
    Mean,
    Least,
    Most,
    P95,
    Share,
    Curve,
    Budget,
    Visited,
    Changes,
    Reads,
    Writes,
};
inline constexpr int system_column_count = 15;

struct SystemColumnLook {
    const char* title;
    ImGuiTableColumnFlags flags;
    float width;         // at scale 1; of a column that stretches its share
    float least;         // at scale 1
    int rank;            // the columns with the lowest ranks stay where the room is small
    bool right_aligned;  // its heading
};
const SystemColumnLook& look_of(SystemColumn column);
/// What the heading says on hover.
const char* hint_of(SystemColumn column);

class SystemColumns {
public:
    /// The shown columns, a bit for each; `room` at scale 1. With budgets, their column is among the first.
    std::uint32_t shown(float room, bool any_budget) const;
    /// At scale 1, below which the table scrolls sideways; 0: it never does.
    float least_width() const;
    /// Which of them are shown, to be changed; `now` as shown() says.
    std::vector<MenuItem> menu(std::uint32_t now);

    /// "", or "columns=Mean,Budget".
    std::string save() const;
    void load(std::string_view text);

private:
    std::uint32_t chosen_ = 0;  // 0: those that fit
};

}  // namespace panels
