// Text of any script, and what is no text at all, in the field that everything is typed into.
#include "panels/widgets/text_field.hpp"

#include <imgui.h>

#include "catch.hpp"
#include "ecs/base/utf8.hpp"
#include "panels/inspector/inspector_panel.hpp"
#include "panels/support/headless.hpp"
#include "panels/support/standing_worlds.hpp"

namespace text_field_test {

using editor::Key;

namespace {

/// A field with the keyboard, and the cursor at its end.
struct Field {
    Harness harness{{400, 120}};
    std::string text;
    bool focus = true;

    explicit Field(std::string initial = {}) : text(std::move(initial)) {
        harness.add([this](const panels::Context&) {
            if (std::exchange(focus, false)) ImGui::SetKeyboardFocusHere();
            panels::text_field({.id = "##field", .text = text});
        });
        harness.frames(3);
        harness.key({.key = Key::End});
    }
    void ctrl(Key key) { harness.key({.key = key, .ctrl = true}); }
    void backspace() { harness.key({.key = Key::Backspace}); }
};

const char* clipboard() { return ImGui::GetClipboardText(); }

}  // namespace

TEST_CASE("Text field: whatever a name is, it survives being edited at its end", "[panels][text]") {
    for (const std::string& name : hostile_names()) {
        INFO(name.substr(0, 40));
        Field field(name);
        field.harness.type("a");
        CHECK(field.text == name + "a");
        field.backspace();
        CHECK(field.text == name);
    }
}

TEST_CASE("Text field: an emoji that is typed stands in the text, and is one character", "[panels][text]") {
    Field field("x");
    field.harness.type("😀y");
    CHECK(field.text == "x😀y");
    field.harness.key({.key = Key::Left});
    field.harness.key({.key = Key::Left});
    field.harness.type("_");
    CHECK(field.text == "x_😀y");
    field.harness.key({.key = Key::Right});
    field.backspace();
    CHECK(field.text == "x_y");
    field.ctrl(Key::Z);
    CHECK(field.text == "x_😀y");
    field.ctrl(Key::Y);
    CHECK(field.text == "x_y");
    field.harness.key({.key = Key::Escape});
    CHECK(field.text == "x");
}

TEST_CASE("Text field: emoji are cut, copied and pasted as they are", "[panels][text]") {
    Field field("𝔘nicode 😀 \xff");
    field.ctrl(Key::A);
    field.ctrl(Key::C);
    CHECK(std::string(clipboard()) == "𝔘nicode 😀 \xff");
    field.ctrl(Key::X);
    CHECK(field.text.empty());
    field.ctrl(Key::V);
    field.ctrl(Key::V);
    CHECK(field.text == "𝔘nicode 😀 \xff𝔘nicode 😀 \xff");
    // A line break or another control character from elsewhere does not come into a line.
    ImGui::SetClipboardText("👍\nup\x01");
    field.ctrl(Key::A);
    field.ctrl(Key::V);
    CHECK(field.text == "👍up");
    // Later the clipboard is everybody's again.
    ImGui::SetClipboardText("plain");
    CHECK(std::string(clipboard()) == "plain");
}

TEST_CASE("Text field: NUL and bytes that are no text are characters of their own", "[panels][text]") {
    Field field(std::string("a\0b\xf0\x9f", 5));
    field.backspace();
    CHECK(field.text == std::string("a\0b\xf0", 4));
    field.backspace();
    field.backspace();
    CHECK(field.text == std::string("a\0", 2));
    field.backspace();
    CHECK(field.text == "a");
}

TEST_CASE("Text field: more different characters than can be lent are kept, and not edited", "[panels][text]") {
    std::string text;
    for (unsigned int character = 0x10000; character < 0x10000 + 7000; ++character) ecs::append_utf8(text, character);
    Field field(text);
    field.harness.type("a");
    const bool edited = field.text == text + "a";  // where ImGui itself holds all characters
    const bool kept = field.text == text;
    CHECK((edited || kept));
}

TEST_CASE("Text field: very long text is edited", "[panels][text]") {
    const std::string text(300'000, 'x');
    Field field(text);
    field.harness.type("😀");
    CHECK(field.text == text + "😀");
}

TEST_CASE("Inspector: an emoji in a name is kept when the name is edited, and can be typed",
          "[panels][text][inspector]") {
    Harness harness;
    panels::InspectorPanel panel;
    const ecs::Entity entity = harness.world.create(ecs::Name{"Rocket 🚀"});
    harness.selection.select(entity);
    harness.add(panel);
    harness.frames(3);
    harness.click({100, 20});
    harness.key({.key = Key::End});
    harness.type(" 2");
    harness.key({.key = Key::Enter});
    CHECK(harness.world.name(entity) == "Rocket 🚀 2");
    harness.click({100, 20});
    harness.replace_text("🛰");
    harness.key({.key = Key::Enter});
    CHECK(harness.world.name(entity) == "🛰");
}

TEST_CASE("Text field: of a text of a megabyte only the beginning is drawn, until somebody writes in it",
          "[panels][text]") {
    const std::string name(std::size_t{1} << 20, 'x');
    std::string text = name;
    Harness harness{{400, 120}};
    harness.add([&](const panels::Context&) { panels::text_field({.id = "##field", .text = text}); });
    harness.frames(3);
    // Dear ImGui takes room for all letters that it looks at, also for those that a clip hides.
    const auto room = [] {
        const ImDrawData& data = *ImGui::GetDrawData();
        int vertices = 0;
        for (int i = 0; i < data.CmdListsCount; ++i) vertices += data.CmdLists[i]->VtxBuffer.Capacity;
        return vertices;
    };
    CHECK(room() < 50'000);
    // A click gives it the keyboard; what is typed is added to it, and nothing of it is lost.
    harness.click({100, 20});
    harness.key({.key = Key::End});
    harness.type("yz");
    CHECK((text == name + "yz"));
    CHECK(room() > 1'000'000);
    harness.key({.key = Key::Escape});
    harness.frames(2);
    CHECK((text == name));
}

}  // namespace text_field_test
