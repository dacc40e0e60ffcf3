#include "panels/manual/manual_search.hpp"

#include <algorithm>

#include "panels/base/text_search.hpp"

namespace panels {

namespace {

constexpr std::size_t before_match_max = 36, line_max = 220;

std::string one_line_of(const ManualBlock& block) {
    std::string text = plain_text(block);
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

/// Whether the character is Chinese or Japanese, which has no blanks between words.
bool begins_wide(char first_byte) { return static_cast<unsigned char>(first_byte) >= 0xE3; }

/// The text from shortly before the first match on, from the start of a word.
std::string around_match(const std::string& text, const std::vector<std::string>& words) {
    std::size_t first = std::string::npos;
    for (const std::string& word : words) first = std::min(first, find_ignoring_case(text, word));
    std::size_t from = first == std::string::npos || first <= before_match_max ? 0 : first - before_match_max;
    while (from > 0 && from < first && text[from - 1] != ' ' && !begins_wide(text[from])) ++from;
    std::size_t end = std::min(text.size(), from + line_max);
    while (end < text.size() && (text[end] & 0xC0) == 0x80) ++end;  // whole characters
    return (from > 0 ? "…" : "") + text.substr(from, end - from);
}

}  // namespace

std::vector<std::string> words_of(std::string_view typed) {
    std::vector<std::string> words;
    const std::string text = to_lower(typed);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        if (end > at) words.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

std::vector<std::size_t> letters_of(const std::vector<std::string>& words, std::string_view text) {
    std::vector<bool> marked(text.size());
    for (const std::string& word : words)
        for (std::size_t from = 0; from < text.size();) {
            const std::size_t at = find_ignoring_case(text.substr(from), word);
            if (at == std::string_view::npos) break;
            std::fill_n(marked.begin() + static_cast<std::ptrdiff_t>(from + at), word.size(), true);
            from += at + word.size();
        }
    std::vector<std::size_t> letters;
    for (std::size_t i = 0; i < marked.size(); ++i)
        if (marked[i]) letters.push_back(i);
    return letters;
}

std::vector<ManualHit> search_manual(std::string_view typed) {
    const std::vector<std::string> words = words_of(typed);
    std::vector<ManualHit> headings, others;
    if (words.empty()) return {};
    const auto chapters = manual_chapters();
    for (std::size_t chapter = 0; chapter < chapters.size(); ++chapter) {
        std::string section(chapters[chapter].title);
        for (std::size_t block = 0; block < chapters[chapter].blocks.size(); ++block) {
            const ManualBlock& each = chapters[chapter].blocks[block];
            const bool heading = each.kind == ManualBlock::Kind::Heading;
            const std::string text = one_line_of(each);
            if (heading && each.level > 1) section = std::string(chapters[chapter].title) + " › " + text;
            const auto stands = [&](const std::string& word) {
                return find_ignoring_case(text, word) != std::string::npos;
            };
            if (!std::all_of(words.begin(), words.end(), stands)) continue;
            std::string line = around_match(text, words);
            std::vector<std::size_t> letters = letters_of(words, line);
            (heading ? headings : others).push_back({{chapter, block}, section, std::move(line), std::move(letters)});
        }
    }
    headings.insert(headings.end(), others.begin(), others.end());
    if (headings.size() > manual_hits_max) headings.resize(manual_hits_max);
    return headings;
}

}  // namespace panels
