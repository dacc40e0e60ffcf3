#include "ecs/language/text_search.hpp"

#include <algorithm>

namespace ecs {

namespace {

char lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::string in_lower_case(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), lower_case);
    return result;
}

bool contains_ignoring_case(std::string_view text, std::string_view word) {
    return word.empty() || std::search(text.begin(), text.end(), word.begin(), word.end(),
                                       [](char a, char b) { return lower_case(a) == b; }) != text.end();
}

}  // namespace ecs
