#include "panels/widgets/keys_table.hpp"

#include "catch.hpp"
#include "panels/support/headless.hpp"

namespace keys_table_test {

TEST_CASE("Keys table: each line has its keys, what they do, and a word about it", "[panels][widgets]") {
    Harness harness({900, 600});
    harness.add([](const panels::Context& context) {
        panels::keys_table(context.style,
                           {{"Ctrl+Z", "Undo", "Takes the last step back"}, {"Space", "Play", "Goes on"}});
    });
    harness.frames(3);
    for (const char* text : {"Ctrl+Z", "Undo", "Takes the last step back", "Space", "Play"}) CHECK(harness.says(text));
    CHECK(harness.need("Undo").low.y < harness.need("Play").low.y);
}

}  // namespace keys_table_test
