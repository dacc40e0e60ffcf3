// How a chunk is filled under one layout rule, drawn the same in the Layout panel, in the Storage Lab's calculator and
// in its lessons: a line of numbers, the block as a bar from its first to its last byte, and why one row more does not
// fit. Everything shown is a RuledLayout's word.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "ecs/diagnose/layout_rules.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

/// `Ours`, `Unity, 64-byte columns` and so on.
const char* title_of(ecs::LayoutRule rule);

/// Colour of a column, by its position among those that were laid out.
using ColumnColor = std::function<ImU32(std::size_t column)>;

/// The block as a bar as wide as the room that is left; pointing at it names what lies there.
void show_layout_bar(const Style& style, const ecs::RuledLayout& layout, std::span<const ecs::LayoutColumn> columns,
                     const ColumnColor& color);

/// Title, capacity, badge, bytes of a row, padding and slack; the bar; why it is not one row more.
void show_layout(const Style& style, const ecs::RuledLayout& layout, std::span<const ecs::LayoutColumn> columns,
                 const ColumnColor& color);

}  // namespace panels
