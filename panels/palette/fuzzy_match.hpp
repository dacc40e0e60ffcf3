// Fuzzy matching: do the letters of a query stand in a text, in this order, and how well? Letters at the starts of
// words and letters that follow each other count more, gaps count less.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

namespace panels {

struct FuzzyMatch {
    int score = 0;                     // higher is better
    std::vector<std::size_t> letters;  // positions in the text, ascending: one for each letter of the query
};

/// Case and blanks of the query do not count. Nothing when the letters do not stand in the text. An empty query matches
/// everything with score 0. Texts are compared as far as their first 96 bytes, queries as far as 24.
std::optional<FuzzyMatch> fuzzy_match(std::string_view query, std::string_view text);

/// Whether each word of the query begins a word of the label or of one of the other texts, in any order. Words of the
/// label count more than letters that are scattered over it, and its letters are said; other texts count least. Only as
/// far as words have letters between them: Japanese is found anywhere.
std::optional<FuzzyMatch> word_match(std::string_view query, std::string_view label,
                                     std::initializer_list<std::string_view> elsewhere);

}  // namespace panels
