#include "panels/texts_maker/manual_terms.hpp"

#include <cstdint>
#include <set>
#include <string_view>

#include "panels/texts_maker/letters.hpp"

namespace texts_maker {

namespace {

/// Words of every day, which a text uses without meaning the term.
bool too_common(const std::string& term) {
    static const std::set<std::string> all{"Name", "Bytes", "Access", "Parent", "Fill", "Waste", "Row", "Column"};
    return all.count(term) != 0;
}

/// Length of the English term at `at`, in the singular or the plural; 0 when it does not stand there as a word.
std::size_t length_of_english(const std::string& text, std::size_t at, const std::string& term) {
    if (at > 0 && (is_letter(text[at - 1]) || text[at - 1] == '-')) return 0;
    const std::string here = lower(text.substr(at, term.size() + 3)), wanted = lower(term);
    const auto ends = [&](std::size_t length) {
        return length == here.size() ? at + length >= text.size() || !is_letter(text[at + length])
                                     : !is_letter(here[length]);
    };
    if (here.rfind(wanted, 0) == 0) {
        if (ends(wanted.size())) return wanted.size();
        if (here.rfind(wanted + "s", 0) == 0 && ends(wanted.size() + 1)) return wanted.size() + 1;
    }
    if (wanted.back() == 'y') {
        const std::string plural = wanted.substr(0, wanted.size() - 1) + "ies";
        if (here.rfind(plural, 0) == 0 && ends(plural.size())) return plural.size();
    }
    return 0;
}

enum class Script : std::uint8_t { Other, Latin, Katakana, Kanji };

/// Of the character that begins at `at`.
Script script_at(std::string_view text, std::size_t at) {
    if (at >= text.size()) return Script::Other;
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
    if (byte(0) < 0x80) return is_letter(text[at]) ? Script::Latin : Script::Other;
    if (byte(0) < 0xE0 || byte(0) >= 0xF0 || at + 2 >= text.size()) return Script::Other;
    const unsigned code = (byte(0) & 0x0Fu) << 12 | (byte(1) & 0x3Fu) << 6 | (byte(2) & 0x3Fu);
    if (code >= 0x30A1 && code <= 0x30FC) return Script::Katakana;
    return code >= 0x4E00 && code <= 0x9FFF ? Script::Kanji : Script::Other;
}

/// Length of a term of a language that writes without blanks. It ends where the script changes: a tag is not in a tab.
std::size_t length_without_blanks(const std::string& text, std::size_t at, const std::string& word) {
    if (text.compare(at, word.size(), word) != 0) return 0;
    const std::size_t before = at < 3 ? text.size() : at - 3, last = word.size() < 3 ? 0 : word.size() - 3;
    const Script first = script_at(word, 0), end = script_at(word, last);
    if (first != Script::Other && script_at(text, before) == first) return 0;
    if (end != Script::Other && script_at(text, at + word.size()) == end) return 0;
    return word.size();
}

std::size_t length_of_term(const std::string& text, std::size_t at, const TermWord& word) {
    return static_cast<signed char>(word.word.front()) < 0 ? length_without_blanks(text, at, word.word)
                                                           : length_of_english(text, at, word.word);
}

}  // namespace

std::vector<Entry> read_glossary(const std::vector<Chapter>& chapters) {
    std::vector<Entry> entries;
    for (const Chapter& chapter : chapters) {
        if (chapter.id != "glossary") continue;
        for (const Block& block : chapter.blocks) {
            if (block.kind != "Item") continue;
            if (block.spans.size() < 2 || block.spans.front().kind != "Bold")
                fail("glossary.md", "an item is **Term**: what it means, not \"" + block.words() + "\"");
            std::string text = block.words();
            if (text.empty() || text.back() != '.') fail("glossary.md", "\"" + text + "\" ends without a full stop");
            text.pop_back();  // tooltips have none
            entries.push_back({block.spans.front().text, std::move(text)});
        }
    }
    if (entries.empty()) fail("glossary.md", "explains nothing");
    return entries;
}

std::vector<TermWord> words_of_glossary(const Chapter& glossary, const std::vector<Entry>& entries) {
    std::vector<TermWord> words;
    for (const Block& block : glossary.blocks)
        if (block.kind == "Item" && !block.spans.empty() && words.size() < entries.size())
            words.push_back({block.spans.front().text, entries[words.size()].term});
    return words;
}

void mark_terms(Chapter& chapter, const std::vector<TermWord>& words) {
    if (chapter.id == "glossary") return;
    std::set<std::string> seen;
    for (Block& block : chapter.blocks) {
        if (block.kind == "Heading") seen.clear();
        if (block.kind != "Paragraph" && block.kind != "Item" && block.kind != "TableRow") continue;
        std::vector<Span> marked;
        for (const Span& span : block.spans) {
            if (span.kind != "Plain") {
                marked.push_back(span);
                continue;
            }
            std::size_t from = 0;
            for (std::size_t at = 0; at < span.text.size();) {
                const TermWord* found = nullptr;
                std::size_t length = 0;
                for (const TermWord& entry : words) {
                    if (too_common(entry.term) || seen.count(entry.term) != 0) continue;
                    const std::size_t here = length_of_term(span.text, at, entry);
                    if (here > length) {
                        length = here;
                        found = &entry;
                    }
                }
                if (found == nullptr) {
                    ++at;
                    continue;
                }
                if (at > from) marked.push_back({"Plain", span.text.substr(from, at - from), {}});
                marked.push_back({"Term", span.text.substr(at, length), found->term});
                seen.insert(found->term);
                at += length;
                from = at;
            }
            if (from < span.text.size()) marked.push_back({"Plain", span.text.substr(from), {}});
        }
        block.spans = std::move(marked);
    }
}

}  // namespace texts_maker
