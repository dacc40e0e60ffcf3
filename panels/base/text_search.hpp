// Searches texts without regard to the case of ASCII letters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace panels {

/// Position of `word` in `text`; npos when it does not occur. `word` must be in lower case.
std::size_t find_ignoring_case(std::string_view text, std::string_view word);
/// Changes ASCII letters only.
std::string to_lower(std::string_view text);

}  // namespace panels
