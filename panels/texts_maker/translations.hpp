// The chapters of docs/manual in other languages: docs/manual/ja/inspect.md is inspect.md in Japanese. A chapter of a
// translation has the same blocks as the English one, with the same links: so a place in the manual is the same in
// every language. A chapter that is missing or does not fit is shown in English, and a test tells of it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "panels/texts_maker/manual_terms.hpp"

namespace texts_maker {

struct Translation {
    std::string language;           // the name of the folder: "ja"
    std::vector<Chapter> chapters;  // those that fit
};

/// `english` with the links as they stand in the files.
std::vector<Translation> read_translations(const std::filesystem::path& folder, const std::vector<Chapter>& english,
                                           const std::vector<Entry>& entries);

}  // namespace texts_maker
