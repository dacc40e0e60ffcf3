// The keys of a list of rows: arrows, page keys, Home, End, Enter, Tab. Every panel with rows that can be chosen uses
// them, so the same key does the same in all. What a row is, and what Enter does, is the panel's.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>

#include "panels/base/imgui_compat.hpp"
#include "panels/base/panel.hpp"

namespace panels {

/// The key that was pressed for the list that has the focus, and is taken; `more`: keys that this list has besides.
/// Searching a long list for the present row is only worth it when there is one.
std::optional<Key> take_list_key(const Context& context, std::initializer_list<Key> more = {});

/// The row that the key leads to from `row` (nothing: none is chosen) of `count` rows, of which `in_view` are seen at
/// once. Nothing for keys that lead to no row.
std::optional<std::size_t> row_after(Key key, std::optional<std::size_t> row, std::size_t count, std::size_t in_view);

/// How many whole rows the present window shows below `headings` rows; at least 1.
std::size_t rows_on_a_page(const Style& style, std::size_t headings);

}  // namespace panels
