// What the manual says about actions is true: they exist, and have the keys that stand beside them.
#include <string>
#include <vector>

#include "catch.hpp"
#include "editor/app/actions/action.hpp"
#include "panels/desk/languages.hpp"
#include "panels/texts/manual_text.hpp"

namespace manual_actions_test {

using namespace editor;
using panels::ManualBlock;
using panels::ManualSpan;

namespace {

constexpr std::string_view action_link = "action:";

const Command* linked(const ManualSpan& span) {
    if (span.kind != ManualSpan::Kind::Link || span.target.substr(0, action_link.size()) != action_link) return nullptr;
    INFO(span.target);
    const Command* action = find_action(span.target.substr(action_link.size()));
    REQUIRE(action != nullptr);
    REQUIRE(action->act != nullptr);
    return action;
}

}  // namespace

TEST_CASE("Manual: each action that it links to exists and can be done", "[editor][actions][manual]") {
    for (const char* const language : {"en", "ja"}) {
        INFO(language);
        std::size_t links = 0;
        for (const panels::ManualChapter& chapter : panels::manual_chapters_in(language))
            for (const ManualBlock& block : chapter.blocks)
                for (const ManualSpan& span : block.spans) links += linked(span) != nullptr;
        CHECK(links > 40);
    }
}

TEST_CASE("Manual: the chapter Keys has each action under its name, with its keys", "[editor][actions][manual]") {
    const auto place = panels::find_in_manual("keys");
    REQUIRE(place);
    for (const char* const language : {"en", "ja"}) {
        const ecs::Catalog* const catalog = panels::built_in_language(language);
        std::size_t rows = 0;
        for (const ManualBlock& block : panels::manual_chapters_in(language)[place->chapter].blocks) {
            if (block.kind != ManualBlock::Kind::TableRow) continue;
            const Command* action = linked(block.spans.front());
            if (action == nullptr) continue;
            INFO(language << " " << action->name);
            REQUIRE(block.spans.size() == 3);
            const char* const label = catalog == nullptr ? nullptr : catalog->find(action->label);
            CHECK(block.spans[0].text == (label == nullptr ? std::string_view(action->label) : label));
            const std::string key = to_string(action->shortcut), second = to_string(action->alternative);
            const std::string either = key + (catalog == nullptr ? " or " : " または ") + second;
            CHECK((block.spans[2].text == key || (!second.empty() && block.spans[2].text == either)));
            ++rows;
        }
        CHECK(rows > 20);
    }
}

}  // namespace manual_actions_test
