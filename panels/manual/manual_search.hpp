// Finds words in the manual: every word that was typed must stand in a block, in any case and order. Headings come
// first, then the order of the manual.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "panels/texts/manual_text.hpp"

namespace panels {

struct ManualHit {
    ManualPlace place;
    std::string section;               // "Inspect › Chunks"
    std::string line;                  // the text around the first match, with "…" where it was cut
    std::vector<std::size_t> letters;  // positions in `line` that match
};

inline constexpr std::size_t manual_hits_max = 80;

/// At most manual_hits_max. Nothing when no word was typed.
std::vector<ManualHit> search_manual(std::string_view typed);

/// Positions in `text` of the letters of these words, which are in lower case.
std::vector<std::size_t> letters_of(const std::vector<std::string>& words, std::string_view text);
/// The words that were typed, in lower case.
std::vector<std::string> words_of(std::string_view typed);

}  // namespace panels
