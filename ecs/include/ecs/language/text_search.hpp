// Fuzzy search, as `name ~ "boss"` and the filter of entities do it: the letters of the word are in the text in this
// order, with anything between them. Case of ASCII letters and blanks of the word do not count.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ecs {

std::string in_lower_case(std::string_view text);

/// `word` must be in lower case. The empty word is found in every text.
bool letters_stand_in(std::string_view text, std::string_view word);
/// Appends their places, as bytes of the text, ascending. Letters that are neighbours in the word are so in the
/// text where that is possible. False, and nothing is appended, when the text lacks them.
bool find_letters(std::string_view text, std::string_view word, std::vector<std::size_t>& places);

}  // namespace ecs
