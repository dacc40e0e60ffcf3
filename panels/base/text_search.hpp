// Searching texts the way people type: the case of ASCII letters does not matter.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace panels {

/// Position of `word`, which must be in lower case, in `text`; npos when it is not there.
std::size_t find_ignoring_case(std::string_view text, std::string_view word);
/// Changes ASCII letters only.
std::string to_lower(std::string_view text);

}  // namespace panels
