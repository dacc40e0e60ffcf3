#include "editor/app/window/key_queue.hpp"

#include <GLFW/glfw3.h>

#include <string>

#include "catch.hpp"

namespace key_queue_test {

using editor::KeyQueue;
using editor::KeysFor;

namespace {

/// A person at a keyboard whose input method says what it keeps. Keys are GLFW's numbers, and so are their codes.
struct Desk {
    KeyQueue keys;
    unsigned long time = 0;

    void press(int key, int modifiers = 0) { keys.push({key, key, GLFW_PRESS, modifiers}); }
    void let_go(int key) { keys.push({key, key, GLFW_RELEASE, 0}); }
    void character(unsigned int c) { keys.push({.character = c}); }
    void tap(int key, int modifiers = 0) {
        press(key, modifiers);
        let_go(key);
    }
    /// A letter key, with what it writes.
    void letter(char c) {
        press(c - 'a' + GLFW_KEY_A);
        character(static_cast<unsigned int>(c));
        let_go(c - 'a' + GLFW_KEY_A);
    }
    /// As GLFW tells of a key that the input method was asked about.
    unsigned long ask(int key) {
        keys.passed_input_method(key, ++time, true);
        tap(key);
        return time;
    }
    void give_back(int key, unsigned long at) { keys.passed_input_method(key, at, false); }

    /// What a frame gets: presses by name, characters as they are, and what went up as '^'.
    std::string frame(KeysFor wanted) {
        std::string text;
        for (const editor::KeyEvent& event : keys.take(wanted)) {
            if (event.character != 0)
                text += static_cast<char>(event.character);
            else if (event.action == GLFW_RELEASE)
                text += '^';
            else if (event.key >= GLFW_KEY_A && event.key <= GLFW_KEY_Z)
                text += static_cast<char>(event.key);
            else
                text += event.key == GLFW_KEY_ENTER ? "<enter>" : event.key == GLFW_KEY_F2 ? "<f2>" : "<key>";
        }
        return text;
    }
};

}  // namespace

TEST_CASE("KeyQueue: what is typed right after a key that opens a field waits for the field", "[ui][keys]") {
    Desk desk;
    desk.tap(GLFW_KEY_F2);
    desk.letter('a');
    desk.letter('b');
    desk.tap(GLFW_KEY_ENTER);
    desk.letter('c');
    CHECK(desk.frame(KeysFor::Commands) == "<f2>^");
    CHECK(desk.frame(KeysFor::Commands).empty());  // the field comes with this one
    CHECK(desk.frame(KeysFor::Nobody).empty());    // and now has the keyboard
    CHECK(desk.frame(KeysFor::Text) == "Aa^Bb^<enter>^");
    CHECK(desk.frame(KeysFor::Text).empty());
    CHECK(desk.frame(KeysFor::Commands) == "Cc^");
    CHECK(desk.keys.waiting() == 0);
}

TEST_CASE("KeyQueue: without a field, each key comes in a frame of its own", "[ui][keys]") {
    Desk desk;
    desk.letter('a');
    desk.letter('b');
    CHECK(desk.frame(KeysFor::Commands) == "Aa^");
    CHECK(desk.frame(KeysFor::Commands).empty());
    CHECK(desk.frame(KeysFor::Commands) == "Bb^");
    // What nobody writes into a field need not wait for one.
    for (int i = 0; i < 2; ++i) desk.tap(GLFW_KEY_Z, GLFW_MOD_CONTROL);
    CHECK(desk.frame(KeysFor::Commands) == "Z^");
    CHECK(desk.frame(KeysFor::Commands) == "Z^");
    // Repeats are no presses, so that a slow program does not go on when the key is up.
    desk.press(GLFW_KEY_D);
    for (int i = 0; i < 5; ++i) desk.keys.push({GLFW_KEY_D, GLFW_KEY_D, GLFW_REPEAT, 0});
    CHECK(desk.frame(KeysFor::Commands).empty());  // behind Ctrl+Z
    CHECK(desk.frame(KeysFor::Commands) == "DDDDDD");
}

TEST_CASE("KeyQueue: in a field, a key that is no text stays between the characters around it", "[ui][keys]") {
    Desk desk;
    desk.letter('a');
    desk.tap(GLFW_KEY_BACKSPACE);
    desk.letter('b');
    CHECK(desk.frame(KeysFor::Text) == "Aa^<key>^");
    CHECK(desk.frame(KeysFor::Text).empty());
    CHECK(desk.frame(KeysFor::Text) == "Bb^");
}

TEST_CASE("KeyQueue: a field that never comes holds nothing up for good", "[ui][keys]") {
    Desk desk;
    desk.letter('a');
    int frames = 0;
    while (desk.frame(KeysFor::Nobody).empty()) REQUIRE(++frames < 20);
    CHECK(desk.keys.waiting() == 0);
}

TEST_CASE("KeyQueue: keys that an input method keeps reach nobody, what it writes does", "[ui][keys]") {
    Desk desk;
    // か, converted, with a letter taken back, and confirmed with Enter; Esc leaves a second one.
    for (const int key :
         {GLFW_KEY_K, GLFW_KEY_A, GLFW_KEY_BACKSPACE, GLFW_KEY_K, GLFW_KEY_A, GLFW_KEY_SPACE, GLFW_KEY_ENTER})
        desk.ask(key);
    CHECK(desk.keys.waiting() == 0);
    CHECK(desk.frame(KeysFor::Text).empty());
    desk.character('!');  // it writes
    CHECK(desk.frame(KeysFor::Text) == "!");
    desk.ask(GLFW_KEY_A);
    desk.ask(GLFW_KEY_ESCAPE);
    CHECK(desk.frame(KeysFor::Text).empty());
    // Enter that it does not want is ours, and everything before it was its own.
    desk.give_back(GLFW_KEY_ENTER, desk.ask(GLFW_KEY_ENTER));
    CHECK(desk.frame(KeysFor::Text) == "^^^^^^^^^<enter>^");
    CHECK(desk.keys.waiting() == 0);
}

TEST_CASE("KeyQueue: a slow input method answers in order, and a key goes up after it went down", "[ui][keys]") {
    Desk desk;
    const unsigned long a = desk.ask(GLFW_KEY_A), b = desk.ask(GLFW_KEY_B);
    CHECK(desk.frame(KeysFor::Text).empty());
    desk.give_back(GLFW_KEY_A, a);
    desk.character('a');
    CHECK(desk.frame(KeysFor::Text) == "A^a");
    desk.give_back(GLFW_KEY_B, b);
    desk.character('b');
    CHECK(desk.frame(KeysFor::Text) == "B^b");
    // Without an input method, nothing waits, and what it had is gone.
    desk.ask(GLFW_KEY_A);
    desk.keys.passed_input_method(GLFW_KEY_B, ++desk.time, false);
    desk.letter('b');
    CHECK(desk.frame(KeysFor::Text) == "^Bb^");
    // However long it thinks, the queue stays short.
    for (int i = 0; i < 1000; ++i) desk.ask(GLFW_KEY_A);
    desk.keys.passed_input_method(GLFW_KEY_B, ++desk.time, false);
    CHECK(desk.keys.take(KeysFor::Text).size() == 1000);
}

}  // namespace key_queue_test
