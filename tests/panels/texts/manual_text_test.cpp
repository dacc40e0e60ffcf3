#include "panels/texts/manual_text.hpp"

#include <set>
#include <string>

#include "catch.hpp"
#include "panels/desk/languages.hpp"
#include "panels/lessons/all_panels_with_lab.hpp"
#include "panels/manual/manual_panel.hpp"
#include "panels/widgets/widgets.hpp"

namespace manual_text_test {

using namespace panels;

namespace {

template <class F>
void each_span(F&& visit) {
    for (const ManualChapter& chapter : manual_chapters())
        for (const ManualBlock& block : chapter.blocks)
            for (const ManualSpan& span : block.spans) visit(chapter, block, span);
}

}  // namespace

TEST_CASE("Manual text: each chapter begins with its title, and links find chapters and headings", "[panels][manual]") {
    REQUIRE(manual_chapters().size() >= 10);
    for (const ManualChapter& chapter : manual_chapters()) {
        INFO(chapter.id);
        REQUIRE(!chapter.blocks.empty());
        CHECK(chapter.blocks.front().kind == ManualBlock::Kind::Heading);
        CHECK(plain_text(chapter.blocks.front()) == chapter.title);
        CHECK(chapter.blocks.size() > 3);
        const auto place = find_in_manual(chapter.id);
        REQUIRE(place);
        CHECK(manual_link(*place) == chapter.id);
    }
    const auto place = find_in_manual("memory#the-bytes-of-a-chunk");
    REQUIRE(place);
    CHECK(manual_link(*place) == "memory#the-bytes-of-a-chunk");
    CHECK(manual_link({place->chapter, place->block + 1}) == "memory#the-bytes-of-a-chunk");
    CHECK_FALSE(find_in_manual("memory#nowhere"));
    CHECK_FALSE(find_in_manual("nowhere"));
    CHECK(find_heading("the BYTES of a chunk") == place);
}

TEST_CASE("Manual text: blocks keep their faces, numbers, cells and line ends", "[panels][manual]") {
    std::set<ManualBlock::Kind> kinds;
    std::set<ManualSpan::Kind> faces;
    bool numbered = false, code_lines = false;
    each_span([&](const ManualChapter&, const ManualBlock& block, const ManualSpan& span) {
        kinds.insert(block.kind);
        faces.insert(span.kind);
        numbered |= block.number == 3;
        code_lines |= block.kind == ManualBlock::Kind::Code && span.text.find('\n') != std::string_view::npos;
        CHECK((span.kind == ManualSpan::Kind::Cell || !span.text.empty()));
    });
    CHECK(kinds.size() == 7);
    CHECK(faces.size() == 6);
    CHECK(numbered);
    CHECK(code_lines);
}

TEST_CASE("Manual text: every panel has a section, and links name panels that there are", "[panels][manual]") {
    std::set<std::string> ids;
    for (const auto& panel : make_all_panels_with_lab()) {
        INFO(panel->title());
        ids.insert(panel->id());
        const auto place = place_about_panel(panel->id());
        REQUIRE(place);
        CHECK(manual_chapters()[place->chapter].blocks[place->block].kind == ManualBlock::Kind::Heading);
    }
    std::size_t links = 0;
    each_span([&](const ManualChapter& chapter, const ManualBlock&, const ManualSpan& span) {
        if (span.kind != ManualSpan::Kind::Link || span.target.substr(0, 6) != "panel:") return;
        INFO(chapter.id << ": " << span.target);
        CHECK(ids.count(std::string(span.target.substr(6))) == 1);
        ++links;
    });
    CHECK(links >= ids.size());
}

TEST_CASE("Glossary: every term that a panel asks for is in it, and nothing in it is unused or without text",
          "[panels][manual]") {
    std::set<std::string_view> used;
    for (std::size_t i = 0; i < term_count; ++i) {
        const auto term = static_cast<Term>(i);
        INFO(name_of(term));
        const GlossaryEntry* entry = find_in_glossary(name_of(term));
        REQUIRE(entry != nullptr);
        CHECK(std::string(explanation(term)) == entry->text);
        CHECK(used.insert(entry->term).second);
    }
    for (const Badge badge : {Badge::Exact, Badge::Simulated, Badge::Measured}) {
        const GlossaryEntry* entry = find_in_glossary(badge_word(badge));
        REQUIRE(entry != nullptr);
        used.insert(entry->term);
    }
    each_span([&](const ManualChapter&, const ManualBlock&, const ManualSpan& span) {
        if (span.kind == ManualSpan::Kind::Term) used.insert(span.target);
    });
    for (const GlossaryEntry& entry : glossary()) {
        INFO(entry.term);
        CHECK(used.count(entry.term) == 1);
        const std::string text = entry.text;
        CHECK(text.find(std::string(entry.term) + ": ") == 0);
        CHECK(text.size() > entry.term.size() + 20);
        CHECK(text.back() != '.');
    }
    CHECK(find_in_glossary("phlogiston") == nullptr);
}

TEST_CASE("Manual text: in another language each chapter has the same blocks and links, so places are the same",
          "[panels][manual][language]") {
    const auto english = manual_chapters_in("en"), japanese = manual_chapters_in("ja");
    REQUIRE(japanese.size() == english.size());
    const auto links = [](const ManualBlock& block) {
        std::multiset<std::string_view> targets;
        for (const ManualSpan& span : block.spans)
            if (span.kind == ManualSpan::Kind::Link) targets.insert(span.target);
        return targets;
    };
    for (std::size_t i = 0; i < english.size(); ++i) {
        INFO(english[i].id);
        CHECK(japanese[i].id == english[i].id);
        if (japanese[i].language != "ja") {
            WARN(english[i].id << " is not translated yet");
            continue;
        }
        CHECK(japanese[i].title != english[i].title);
        REQUIRE(japanese[i].blocks.size() == english[i].blocks.size());
        for (std::size_t block = 0; block < english[i].blocks.size(); ++block) {
            const ManualBlock &a = english[i].blocks[block], &b = japanese[i].blocks[block];
            INFO(plain_text(b));
            CHECK(a.kind == b.kind);
            CHECK(a.target == b.target);
            CHECK(links(a) == links(b));
        }
    }
    CHECK(manual_chapters_in("tlh").data() == english.data());
}

TEST_CASE("Manual text: the language that is spoken is the language of the chapters", "[panels][manual][language]") {
    const auto place = find_in_manual("memory#the-bytes-of-a-chunk");
    ecs::speak(built_in_language("ja"));
    CHECK(manual_chapters().data() == manual_chapters_in("ja").data());
    CHECK(find_in_manual("memory#the-bytes-of-a-chunk") == place);
    CHECK(find_heading("チャンクのバイト") == place);
    const std::optional<ManualPlace> about = place_about_panel("chunks");
    ecs::speak(nullptr);
    CHECK(about == place_about_panel("chunks"));
    CHECK(manual_chapters().data() == manual_chapters_in("en").data());
}

TEST_CASE("Manual text: terms are marked in Japanese, where they are words of their own",
          "[panels][manual][language]") {
    std::set<std::string_view> words;
    for (const ManualChapter& chapter : manual_chapters_in("ja"))
        for (const ManualBlock& block : chapter.blocks)
            for (const ManualSpan& span : block.spans) {
                if (span.kind != ManualSpan::Kind::Term) continue;
                CHECK(find_in_glossary(span.target) != nullptr);
                if (span.target == "Archetype") CHECK(span.text == "アーキタイプ");
                words.insert(span.target);
            }
    CHECK(words.count("Archetype") == 1);
    CHECK(words.count("Structural change") == 1);
    CHECK(words.size() > 10);
}

TEST_CASE("Manual text: a term is marked where a section has it first, also in the plural", "[panels][manual]") {
    const auto place = find_in_manual("memory#how-a-world-lies-in-memory");
    REQUIRE(place);
    std::size_t archetypes = 0;
    std::string first;
    const auto blocks = manual_chapters()[place->chapter].blocks;
    for (std::size_t i = place->block + 1; blocks[i].kind != ManualBlock::Kind::Heading; ++i)
        for (const ManualSpan& span : blocks[i].spans)
            if (span.kind == ManualSpan::Kind::Term && span.target == "Entity") {
                if (archetypes++ == 0) first = span.text;
            }
    CHECK(archetypes == 1);
    CHECK(first == "Entities");
}

}  // namespace manual_text_test
