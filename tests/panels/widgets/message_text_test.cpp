#include "panels/widgets/message_text.hpp"

#include "catch.hpp"
#include "panels/support/headless.hpp"

namespace message_text_test {

using panels::without_folders;

TEST_CASE("Messages: the folders of a path can be left out, and nothing else", "[panels][widgets]") {
    CHECK(without_folders("/home/anna/game/settings.json: no command is called \"jump\"") ==
          "…/settings.json: no command is called \"jump\"");
    CHECK(without_folders("Saved \"/a/b/one.json\" and /c/d/two.json") == "Saved \"…/one.json\" and …/two.json");
    CHECK(without_folders("「/a/b/one.json」を保存しました") == "「…/one.json」を保存しました");
    // No path, or no folder.
    for (const char* const text :
         {"3/4 of the files", "either/or", "/one.json is there", "a / b", "//", "", "ends with /"})
        CHECK(without_folders(text) == text);
    // The sentence goes on behind a path, also with a slash.
    CHECK(without_folders("/a/b.json has 3/4 of it") == "…/b.json has 3/4 of it");
    CHECK(without_folders("/a/my game/b.json is old") == "…/my game/b.json is old");
}

TEST_CASE("Messages: where there is little room, the fact is read, and all of it on hover", "[panels][widgets]") {
    Harness harness({600, 200});
    const std::string message = "/home/anna/very/long/folder/of/a/game/settings.json: no command is called \"jump\"";
    float width = 580;
    harness.add([&](const panels::Context&) { panels::clipped_message(message, width); });
    harness.frames(2);
    CHECK(harness.says(message));
    width = 400;
    harness.frames(2);
    // The font of the tests has no "…".
    CHECK(harness.says("/settings.json: no command is called \"jump\""));
    CHECK_FALSE(harness.says("/home/anna"));
    harness.hover_text("settings.json");
    CHECK(harness.says("/home/anna/very/long"));
    width = 200;
    harness.frames(2);
    CHECK(harness.says("/settings.json: no "));
}

}  // namespace message_text_test
