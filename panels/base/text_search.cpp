#include "panels/base/text_search.hpp"

#include <algorithm>

namespace panels {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::string to_lower(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), lower);
    return result;
}

std::size_t find_ignoring_case(std::string_view text, std::string_view word) {
    const auto found =
        std::search(text.begin(), text.end(), word.begin(), word.end(), [](char a, char b) { return lower(a) == b; });
    return found == text.end() && !word.empty() ? std::string_view::npos
                                                : static_cast<std::size_t>(found - text.begin());
}

}  // namespace panels
