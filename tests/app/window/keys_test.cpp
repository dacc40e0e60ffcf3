#include "editor/app/window/keys.hpp"

#include "catch.hpp"

namespace keys_test {

using editor::Key;

TEST_CASE("Keys: a sign is where the layout prints it, and no other key stands for it", "[ui][keys]") {
    struct Row {
        const char* keyboard;
        Key place;  // as a US keyboard calls it
        const char* printed;
        Key key;
    };
    for (const Row& row :
         {Row{"US", Key::LeftBracket, "[", Key::LeftBracket}, Row{"US", Key::Comma, ",", Key::Comma},
          Row{"US", Key::Z, "z", Key::Z}, Row{"German", Key::Z, "y", Key::Y},
          Row{"German", Key::RightBracket, "+", Key::Equal}, Row{"German", Key::Slash, "-", Key::Minus},
          Row{"German", Key::Backslash, "#", Key::None}, Row{"French", Key::M, ",", Key::Comma},
          Row{"French", Key::Comma, ";", Key::Semicolon}, Row{"French", Key::Period, ":", Key::None},
          Row{"French", Key::Semicolon, "m", Key::M}, Row{"French", Key::LeftBracket, "^", Key::None},
          Row{"French", Key::Digit1, "&", Key::Digit1}, Row{"Japanese", Key::LeftBracket, "@", Key::None},
          Row{"Japanese", Key::RightBracket, "[", Key::LeftBracket},
          Row{"Japanese", Key::Backslash, "]", Key::RightBracket}, Row{"Japanese", Key::Apostrophe, ":", Key::None},
          // Letters of another script: the places stay.
          Row{"Russian", Key::LeftBracket, "\u0445", Key::LeftBracket}, Row{"Russian", Key::Z, "\u044f", Key::Z},
          Row{"unknown", Key::Comma, nullptr, Key::Comma}}) {
        INFO(row.keyboard << ", the key at " << panels::name_of(row.place));
        CHECK(editor::key_printed(row.place, row.printed) == row.key);
    }
}

}  // namespace keys_test
