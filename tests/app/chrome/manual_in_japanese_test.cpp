// The manual in the language that is spoken, as it is seen.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/chrome/japanese.hpp"
#include "catch.hpp"
#include "panels/manual/manual_panel.hpp"
#include "panels/support/headless.hpp"

namespace manual_in_japanese_test {

using namespace panels;

namespace {

struct Scene {
    explicit Scene(ImVec2 size) : harness(size) {
        add_japanese_texts(font);
        harness.add(panel);
        harness.frames(3);
    }
    void open(std::string_view place) {
        panel.show_part(place);
        harness.frames(3);
    }
    /// Waits until the panel has drawn itself in another language.
    void speak(const ecs::Catalog* catalog) {
        ecs::speak(catalog);
        harness.frames(3);
    }

    Harness harness;
    std::vector<unsigned char> font;
    ManualPanel panel;
};

}  // namespace

TEST_CASE("Manual in Japanese: the language changes where one reads, and a chapter that is English says so",
          "[ui][panels][manual][language]") {
    if (!has_japanese_font()) return;
    const Speaking back_to_english("ja");
    Scene scene({900, 700});
    scene.open("memory#doctor");
    INFO(scene.harness.screen());
    CHECK(scene.harness.says("診断を開く"));
    CHECK_FALSE(scene.harness.says("この章はまだ英語です"));
    const ecs::Catalog other("tlh", "tlhIngan Hol", {});
    scene.speak(&other);
    CHECK(manual_link(scene.panel.place()) == "memory#doctor");
    CHECK(scene.harness.says("Open Doctor"));
    CHECK(scene.harness.says("This chapter is in English so far"));
    scene.speak(nullptr);
    CHECK(scene.harness.says("Open Doctor"));
    CHECK_FALSE(scene.harness.says("This chapter is in English so far"));
}

TEST_CASE("Manual in Japanese: a search that is open is made again in the other language",
          "[ui][panels][manual][language]") {
    if (!has_japanese_font()) return;
    const Speaking back_to_english("ja");
    Scene scene({900, 700});
    scene.harness.click_text("マニュアルを検索");
    scene.harness.type("Ctrl+K");
    scene.harness.frames(2);
    REQUIRE(!scene.panel.hits().empty());
    const std::string before = scene.panel.hits().front().line;
    scene.speak(nullptr);
    REQUIRE(!scene.panel.hits().empty());
    CHECK(scene.panel.hits().front().line != before);
}

TEST_CASE("Manual in Japanese: every chapter fits in any width, and no line begins with a sign that closes",
          "[ui][panels][manual][language]") {
    if (!has_japanese_font()) return;
    const Speaking japanese("ja");
    for (const float width : {300.0f, 420.0f, 540.0f}) {
        Scene scene({width, 6000});
        for (const ManualChapter& chapter : manual_chapters()) {
            scene.open(chapter.id);
            const std::vector<DrawnText> texts = scene.harness.texts();
            float left = width;
            for (const DrawnText& drawn : texts) left = std::min(left, drawn.low.x);
            REQUIRE(!texts.empty());
            for (const DrawnText& drawn : texts) {
                INFO(width << " " << chapter.id << ": " << drawn.text);
                CHECK(drawn.low.x < width);
                if (drawn.low.x > left + 24) continue;
                for (const std::string_view sign : {"。", "、", "」", "）", "："}) CHECK(drawn.text.find(sign) != 0);
            }
        }
    }
}

TEST_CASE("Manual in Japanese: lines are filled up to the margin, as there are no blanks to end them at",
          "[ui][panels][manual][language]") {
    if (!has_japanese_font()) return;
    const Speaking japanese("ja");
    Scene scene({500, 3000});
    scene.open("learn#lesson-picture");
    // A line of this paragraph would end at its first blank, before the word SQL or Ctrl, and be nearly empty.
    const DrawnText paragraph = scene.harness.need("レッスンの図を開く");
    float right = 0;
    for (const DrawnText& drawn : scene.harness.texts())
        if (std::abs(drawn.low.y - paragraph.low.y) < 2) right = std::max(right, drawn.high.x);
    CHECK(right > 440);
}

}  // namespace manual_in_japanese_test
