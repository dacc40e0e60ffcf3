// Searches texts without regard to the case of ASCII letters, as `name ~ "boss"` does.
#pragma once

#include <string>
#include <string_view>

namespace ecs {

std::string in_lower_case(std::string_view text);
/// `word` must be in lower case.
bool contains_ignoring_case(std::string_view text, std::string_view word);

}  // namespace ecs
