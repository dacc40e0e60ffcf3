// The languages that panels can speak, as their files in panels/languages are: a flat JSON object from English to the
// other language. panels/texts_maker puts them here while the program is built, as it does with the manual.
#pragma once

#include <span>
#include <string_view>

namespace panels {

struct LanguageText {
    std::string_view code;                    // "ja": the name of its file
    std::span<const std::string_view> lines;  // of the file, with their ends
};
std::span<const LanguageText> language_texts();

}  // namespace panels
