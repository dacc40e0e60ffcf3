// What the manual says about actions is true: they exist, and have the keys that stand beside them.
#include <string>
#include <vector>

#include "catch.hpp"
#include "editor/app/actions/action.hpp"
#include "panels/texts/manual_text.hpp"

namespace manual_actions_test {

using namespace editor;
using panels::ManualBlock;
using panels::ManualSpan;

namespace {

constexpr std::string_view action_link = "action:";

const Action* linked(const ManualSpan& span) {
    if (span.kind != ManualSpan::Kind::Link || span.target.substr(0, action_link.size()) != action_link) return nullptr;
    INFO(span.target);
    const Action* action = find_action(span.target.substr(action_link.size()));
    REQUIRE(action != nullptr);
    REQUIRE(action->act != nullptr);
    return action;
}

}  // namespace

TEST_CASE("Manual: each action that it links to exists and can be done", "[editor][actions][manual]") {
    std::size_t links = 0;
    for (const panels::ManualChapter& chapter : panels::manual_chapters())
        for (const ManualBlock& block : chapter.blocks)
            for (const ManualSpan& span : block.spans) links += linked(span) != nullptr;
    CHECK(links > 40);
}

TEST_CASE("Manual: the chapter Keys has each action under its name, with its keys", "[editor][actions][manual]") {
    const auto place = panels::find_in_manual("keys");
    REQUIRE(place);
    std::size_t rows = 0;
    for (const ManualBlock& block : panels::manual_chapters()[place->chapter].blocks) {
        if (block.kind != ManualBlock::Kind::TableRow) continue;
        const Action* action = linked(block.spans.front());
        if (action == nullptr) continue;
        INFO(action->name);
        REQUIRE(block.spans.size() == 3);
        CHECK(block.spans[0].text == action->label);
        CHECK(block.spans[2].text == to_string(action->shortcut));
        ++rows;
    }
    CHECK(rows > 20);
}

}  // namespace manual_actions_test
