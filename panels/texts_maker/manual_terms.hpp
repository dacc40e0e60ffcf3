// The glossary, and the places where other chapters use its terms.
#pragma once

#include <string>
#include <vector>

#include "panels/texts_maker/manual_reader.hpp"

namespace texts_maker {

struct Entry {
    std::string term, text;
};
/// What a language calls a term.
struct TermWord {
    std::string word, term;
};

std::vector<Entry> read_glossary(const std::vector<Chapter>& chapters);
/// The words of a glossary whose items are those of the English one, in the same order.
std::vector<TermWord> words_of_glossary(const Chapter& glossary, const std::vector<Entry>& entries);
/// The first time that a section has a term, the word is marked, so that it can be explained.
void mark_terms(Chapter& chapter, const std::vector<TermWord>& words);

}  // namespace texts_maker
