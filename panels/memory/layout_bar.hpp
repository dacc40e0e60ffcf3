// Draws how one layout rule fills a chunk, for the Layout panel, the Storage Lab's calculator and its lessons: a line
// of numbers, the block as a bar from its first to its last byte, and why no further row fits. All numbers come from
// a RuledLayout.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "ecs/diagnose/layout_rules.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

/// `Ours`, `Unity, 64-byte columns` and so on.
const char* title_of(ecs::LayoutRule rule);

/// Colour of a column, by its position in the layout.
using ColumnColor = std::function<ImU32(std::size_t column)>;

/// The block as a bar over the remaining width. Pointing at it names the bytes.
void show_layout_bar(const Style& style, const ecs::RuledLayout& layout, std::span<const ecs::LayoutColumn> columns,
                     const ColumnColor& color);

/// Title, capacity, badge, bytes per row, padding and slack; the bar; why no further row fits. `of_a_copy`: the world is
/// somebody else's, and nothing of its memory is exact.
void show_layout(const Style& style, const ecs::RuledLayout& layout, std::span<const ecs::LayoutColumn> columns,
                 const ColumnColor& color, bool of_a_copy = false);

}  // namespace panels
