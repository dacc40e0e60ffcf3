// What the unit of a field stands for, in words: a reader of "u/tick" may not know what u is. Units are free texts of
// games, so only those that are the same everywhere have words.
#pragma once

#include <string>
#include <string_view>

namespace panels {

/// "u/tick": "units of the world per tick". Empty for units that are not known.
std::string words_for_unit(std::string_view unit);
/// The unit with its words behind it, where it has some: "u (units of the world)".
std::string unit_with_words(std::string_view unit);

}  // namespace panels
