#include "panels/base/chord.hpp"

#include "catch.hpp"

namespace chord_test {

using namespace panels;

TEST_CASE("Chord: every chord is read back as it is written", "[panels][keys]") {
    for (std::size_t i = 1; i < key_count; ++i)
        for (int held = 0; held < 8; ++held) {
            const Chord chord{static_cast<Key>(i), (held & 1) != 0, (held & 2) != 0, (held & 4) != 0};
            INFO(to_string(chord));
            CHECK(chord_from(to_string(chord)) == chord);
        }
    CHECK(to_string(Chord{}).empty());
    CHECK(to_string(ctrl_shift(Key::Z)) == "Ctrl+Shift+Z");
}

TEST_CASE("Chord: what is no chord is not read as one", "[panels][keys]") {
    for (const char* const text :
         {"", "Ctrl+", "Ctrl", "ctrl+z", "Shift+Ctrl+Z", "F13", "Z ", "Meta+Z", "Ctrl+Ctrl+Z"}) {
        INFO(text);
        CHECK_FALSE(chord_from(text));
    }
}

TEST_CASE("Chord: characters write text, but not with Ctrl or Alt", "[panels][keys]") {
    CHECK(writes_text(plain(Key::A)));
    CHECK(writes_text(shift(Key::A)));
    CHECK(writes_text(plain(Key::Space)));
    CHECK(writes_text(plain(Key::Question)));
    CHECK_FALSE(writes_text(ctrl(Key::A)));
    CHECK_FALSE(writes_text(alt(Key::A)));
    CHECK_FALSE(writes_text(plain(Key::F2)));
    CHECK_FALSE(writes_text(plain(Key::Left)));
    CHECK_FALSE(writes_text({}));
}

}  // namespace chord_test
