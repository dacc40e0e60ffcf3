// Texts in the world of another program: they go out whole, or not at all.
#include <string>

#include "catch.hpp"
#include "panels/inspector/inspector_panel.hpp"
#include "panels/support/pool_owner.hpp"

namespace program_texts_test {

using panels::compat::Key;
using pool_test::PoolOwner;
using pool_test::PoolScene;

struct Texts {
    PoolScene s{4, {420, 520}};
    panels::InspectorPanel panel;

    Texts() {
        for (const ecs::OwnerKey key : {100, 101}) s.owner.set(key, PoolOwner::label, std::string("hello"));
        s.mirror->update();
        s.harness.add(panel);
        s.harness.selection.select(s.entity(100));
        s.harness.frames(3);
    }
    void begin(std::string_view text) {
        s.harness.double_click(s.harness.need("hello").middle());
        s.harness.type(text);
    }
    std::string sent(ecs::OwnerKey key = 100) const { return s.owner.get<std::string>(key, PoolOwner::label); }
};

TEST_CASE("Inspector: a text is sent to another program at Enter, and not before", "[panels][inspector]") {
    Texts texts;
    texts.begin("later");
    texts.s.harness.frames(3);
    CHECK(texts.sent() == "hello");
    CHECK(texts.s.owner.asked.empty());
    CHECK(texts.s.harness.says("later"));
    texts.s.harness.key(Key::Enter);
    texts.s.harness.frames(2);
    CHECK(texts.sent() == "later");
    CHECK(texts.s.owner.asked.size() == 1);
}

TEST_CASE("Inspector: a text is sent when its field loses the keyboard, and forgotten at Escape",
          "[panels][inspector]") {
    Texts texts;
    SECTION("a click elsewhere") {
        texts.begin("away");
        texts.s.harness.click({200, 510});
        texts.s.harness.frames(2);
        CHECK(texts.sent() == "away");
    }
    SECTION("another entity is selected") {
        texts.begin("away");
        texts.s.harness.selection.select(texts.s.entity(101));
        texts.s.harness.frames(3);
        CHECK(texts.sent(100) == "away");
        CHECK(texts.sent(101) == "hello");
    }
    SECTION("Escape") {
        texts.begin("away");
        texts.s.harness.key(Key::Escape);
        texts.s.harness.frames(3);
        CHECK(texts.s.owner.asked.empty());
        CHECK(texts.s.harness.says("hello"));
        CHECK_FALSE(texts.s.harness.says("away"));
    }
}

TEST_CASE("Inspector: a text that the program cannot take is refused in its field, with the place",
          "[panels][inspector]") {
    Texts texts;
    texts.s.owner.knows_before = [](const ecs::OwnerRequest& request) {
        const bool wrong = !request.parts.empty() && request.parts[0].value &&
                           *static_cast<const std::string*>(request.parts[0].value.data()) == "{1";
        return std::string(wrong ? "text is not valid JSON: see character 2" : "");
    };
    texts.begin("{1");
    texts.s.harness.key(Key::Enter);
    texts.s.harness.frames(2);
    CHECK(texts.s.owner.asked.empty());
    CHECK(texts.sent() == "hello");
    INFO(texts.s.harness.screen());
    CHECK(texts.s.harness.says("not valid JSON: see character 2"));
    CHECK(texts.s.harness.need("{1").color == texts.s.harness.style.theme->error);
    SECTION("it can be mended") {
        texts.s.harness.type("}");
        texts.s.harness.key(Key::Enter);
        texts.s.harness.frames(2);
        CHECK(texts.sent() == "{1}");
    }
    SECTION("or given up") {
        texts.s.harness.key(Key::Escape);
        texts.s.harness.frames(2);
        CHECK(texts.s.harness.says("hello"));
    }
    CHECK_FALSE(texts.s.harness.says("not valid JSON"));
}

}  // namespace program_texts_test
