#include "ecs/language/text_search.hpp"

#include <algorithm>

namespace ecs {

namespace {

char lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_letter(char a, char b) { return lower_case(a) == b; }

}  // namespace

std::string in_lower_case(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), lower_case);
    return result;
}

bool letters_stand_in(std::string_view text, std::string_view word) {
    std::size_t at = 0;
    for (const char letter : word) {
        if (letter == ' ') continue;
        while (at < text.size() && !same_letter(text[at], letter)) ++at;
        if (at == text.size()) return false;
        ++at;
    }
    return true;
}

bool find_letters(std::string_view text, std::string_view word, std::vector<std::size_t>& places) {
    if (!letters_stand_in(text, word)) return false;
    // The whole word, if it stands somewhere as it is.
    const auto whole = std::search(text.begin(), text.end(), word.begin(), word.end(), same_letter);
    if (whole != text.end()) {
        for (std::size_t i = 0; i < word.size(); ++i)
            if (word[i] != ' ') places.push_back(static_cast<std::size_t>(whole - text.begin()) + i);
        return true;
    }
    std::size_t at = 0;
    for (const char letter : word) {
        if (letter == ' ') continue;
        while (!same_letter(text[at], letter)) ++at;
        places.push_back(at++);
    }
    return true;
}

}  // namespace ecs
