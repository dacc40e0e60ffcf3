#include "panels/texts/manual_text.hpp"

#include <algorithm>

#include "ecs/base/language.hpp"

namespace panels {

namespace {

bool same_letters(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

template <class F>
std::optional<ManualPlace> first_block(F&& wanted) {
    const auto chapters = manual_chapters();
    for (std::size_t chapter = 0; chapter < chapters.size(); ++chapter)
        for (std::size_t block = 0; block < chapters[chapter].blocks.size(); ++block)
            if (wanted(chapters[chapter], chapters[chapter].blocks[block])) return ManualPlace{chapter, block};
    return std::nullopt;
}

}  // namespace

std::span<const ManualChapter> manual_chapters() {
    const ecs::Catalog* const catalog = ecs::spoken();
    return manual_chapters_in(catalog == nullptr ? std::string_view("en") : std::string_view(catalog->code()));
}

std::optional<ManualPlace> find_in_manual(std::string_view link) {
    const std::size_t hash = link.find('#');
    const std::string_view chapter = link.substr(0, hash);
    const std::string_view heading = hash == std::string_view::npos ? std::string_view() : link.substr(hash + 1);
    return first_block([&](const ManualChapter& in, const ManualBlock& block) {
        return in.id == chapter && block.kind == ManualBlock::Kind::Heading &&
               (heading.empty() || block.target == heading);
    });
}

std::optional<ManualPlace> find_heading(std::string_view text) {
    return first_block([&](const ManualChapter&, const ManualBlock& block) {
        return block.kind == ManualBlock::Kind::Heading && same_letters(plain_text(block), text);
    });
}

std::string manual_link(const ManualPlace& place) {
    const ManualChapter& chapter = manual_chapters()[place.chapter];
    std::string link(chapter.id);
    for (std::size_t block = place.block + 1; block-- > 0;) {
        const ManualBlock& above = chapter.blocks[block];
        if (above.kind != ManualBlock::Kind::Heading) continue;
        if (above.level > 1) link.append("#").append(above.target);
        break;
    }
    return link;
}

std::string plain_text(const ManualBlock& block) {
    std::string text;
    for (const ManualSpan& span : block.spans)
        text += span.kind == ManualSpan::Kind::Cell ? std::string_view("  ") : span.text;
    return text;
}

const GlossaryEntry* find_in_glossary(std::string_view term) {
    const auto all = glossary();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const GlossaryEntry& each) { return same_letters(each.term, term); });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace panels
