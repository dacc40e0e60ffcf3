// The KeyQueue keeps keys and characters in the order in which they came, until a frame has a use for them. Frames can
// be longer than the time between two keys: without it, a person who presses F2 and writes at once would write
// commands, because the field comes only with the next frame.
//
//     for a text field    all characters that came, up to a key that does something there (Backspace, Enter)
//     for commands        one key in a frame, with the characters and repeats behind it
//     for nobody          nothing: a field is about to take the keyboard
//
// After a key that is no text the queue waits one frame, so that a field that it opened can ask for the next one.
//
// An input method gets each key before us and says later whether it wants it. A key that it was asked about waits
// until it is given back; one that it kept never comes out. Characters do not wait for that: they are what the input
// method wrote.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

namespace editor {

/// With GLFW's numbers. A character has no key.
struct KeyEvent {
    int key = 0, scancode = 0, action = 0, modifiers = 0;
    unsigned int character = 0;
    friend bool operator==(const KeyEvent&, const KeyEvent&) = default;
};

enum class KeysFor { Nobody, Text, Commands };

class KeyQueue {
public:
    void push(const KeyEvent& event);
    /// What a frame gets. Those for nobody wait for 8 frames in a row at most.
    std::vector<KeyEvent> take(KeysFor wanted);
    /// Whether there is something that take() can give.
    std::size_t waiting() const;

    // The input method

    /// A press of this key comes to it, before push() tells of the key. `kept`: it has the key now. A key that it gives
    /// back comes a second time, with the same time, and is not pushed again.
    void passed_input_method(int scancode, unsigned long time, bool kept);

private:
    struct Entry {
        KeyEvent event;
        std::optional<unsigned long> asked;  // when the input method got the press, which it has still
    };
    /// Those before this position, or all, are the input method's for good.
    void drop_kept(std::size_t before);
    bool waits(const Entry& entry) const;

    std::deque<Entry> entries_;
    std::optional<std::pair<int, unsigned long>> asked_;  // scancode and time of the press that push() tells of next
    bool skips_frame_ = false;
    std::size_t frames_held_ = 0;
};

}  // namespace editor
