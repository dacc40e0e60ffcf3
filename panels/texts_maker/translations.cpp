#include "panels/texts_maker/translations.hpp"

#include <algorithm>
#include <iostream>
#include <stdexcept>

namespace texts_maker {

namespace {

std::vector<std::string> links_of(const Block& block) {
    std::vector<std::string> links;
    for (const Span& span : block.spans)
        if (span.kind == "Link") links.push_back(span.target);
    std::sort(links.begin(), links.end());  // a sentence may name them in another order
    return links;
}

std::ptrdiff_t cells_of(const Block& block) {
    return std::count_if(block.spans.begin(), block.spans.end(), [](const Span& span) { return span.kind == "Cell"; });
}

void check_shape(const Chapter& english, const Chapter& other, const std::string& file) {
    for (std::size_t i = 0; i < std::min(english.blocks.size(), other.blocks.size()); ++i) {
        const Block &a = english.blocks[i], &b = other.blocks[i];
        const bool same = a.kind == b.kind && a.level == b.level && a.number == b.number &&
                          cells_of(a) == cells_of(b) && links_of(a) == links_of(b) &&
                          (a.kind != "Picture" || a.target == b.target);
        if (!same) fail(file, "\"" + b.words() + "\" has another form or other links than \"" + a.words() + "\"");
    }
    if (english.blocks.size() != other.blocks.size()) fail(file, "has more or fewer blocks than the English chapter");
}

Chapter read_one(const std::filesystem::path& folder, const std::vector<Chapter>& english, const Chapter& original) {
    Chapter chapter = read_chapter(folder, original.id);
    check_shape(original, chapter, chapter.id + ".md");
    // Headings keep their names in links.
    for (std::size_t i = 0; i < chapter.blocks.size(); ++i)
        if (chapter.blocks[i].kind == "Heading") chapter.blocks[i].target = original.blocks[i].target;
    resolve_links(chapter, english);
    return chapter;
}

}  // namespace

std::vector<Translation> read_translations(const std::filesystem::path& folder, const std::vector<Chapter>& english,
                                           const std::vector<Entry>& entries) {
    std::vector<Translation> all;
    for (const auto& each : std::filesystem::directory_iterator(folder)) {
        if (!each.is_directory() || !std::filesystem::exists(each.path() / "glossary.md")) continue;
        Translation made{each.path().filename().string(), {}};
        for (const Chapter& original : english) {
            try {
                made.chapters.push_back(read_one(each.path(), english, original));
            } catch (const std::exception& error) {
                std::cerr << "docs/manual/" << made.language << '/' << error.what()
                          << "; the chapter is shown in English\n";
            }
        }
        for (const Chapter& chapter : made.chapters) {
            if (chapter.id != "glossary") continue;
            const std::vector<TermWord> words = words_of_glossary(chapter, entries);
            for (Chapter& marked : made.chapters) mark_terms(marked, words);
            break;
        }
        all.push_back(std::move(made));
    }
    std::sort(all.begin(), all.end(),
              [](const Translation& a, const Translation& b) { return a.language < b.language; });
    return all;
}

}  // namespace texts_maker
