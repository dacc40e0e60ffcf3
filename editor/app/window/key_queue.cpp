#include "editor/app/window/key_queue.hpp"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <utility>

namespace editor {

namespace {

constexpr std::size_t most_frames_held = 8;
constexpr std::size_t most_kept = 64;  // presses that an input method may think about

bool is_character(const KeyEvent& event) { return event.character != 0; }

bool is_modifier(int key) { return key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER; }

/// A key that went down, other than Shift and its like.
bool is_press(const KeyEvent& event) {
    return !is_character(event) && event.action == GLFW_PRESS && !is_modifier(event.key);
}

bool with_command_modifier(const KeyEvent& event) {
    return (event.modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER)) != 0;
}

bool is_function_key(int key) { return key >= GLFW_KEY_F1 && key <= GLFW_KEY_F25; }

/// Whether it does something in a text field rather than write: Enter, Backspace, Ctrl+A. Dear ImGui would not see such
/// a key twice in a frame, nor whether it came before or behind a character.
bool acts_in_text(const KeyEvent& event) {
    const bool keypad = event.key >= GLFW_KEY_KP_0 && event.key <= GLFW_KEY_KP_EQUAL && event.key != GLFW_KEY_KP_ENTER;
    return (event.key >= GLFW_KEY_ESCAPE && !keypad) || with_command_modifier(event);
}

/// Whether it may be meant for a field that the key before opens.
bool may_be_text(const KeyEvent& event) { return !with_command_modifier(event) && !is_function_key(event.key); }

}  // namespace

void KeyQueue::push(const KeyEvent& event) {
    Entry entry{event, {}};
    const auto asked = is_character(event) || event.action == GLFW_RELEASE ? std::nullopt : std::exchange(asked_, {});
    if (asked && asked->first == event.scancode) entry.asked = asked->second;
    entries_.push_back(entry);
    const auto kept = std::count_if(entries_.begin(), entries_.end(), [](const Entry& each) { return !!each.asked; });
    if (static_cast<std::size_t>(kept) <= most_kept) return;
    const auto oldest = std::find_if(entries_.begin(), entries_.end(), [](const Entry& each) { return !!each.asked; });
    drop_kept(static_cast<std::size_t>(oldest - entries_.begin()) + 1);
}

void KeyQueue::passed_input_method(int scancode, unsigned long time, bool kept) {
    const auto same = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& each) {
        return each.asked == time && each.event.scancode == scancode;
    });
    asked_.reset();
    if (kept) {
        if (same == entries_.end()) asked_ = {scancode, time};
        return;
    }
    if (same != entries_.end()) same->asked.reset();
    // It answers in order: what it has not given back before this one, it keeps.
    drop_kept(static_cast<std::size_t>(same - entries_.begin()));
}

void KeyQueue::drop_kept(std::size_t before) {
    std::size_t position = 0;
    std::erase_if(entries_, [&](const Entry& each) { return position++ < before && each.asked; });
}

/// A key comes up after it went down, also when the input method is slow.
bool KeyQueue::waits(const Entry& entry) const {
    if (entry.asked) return true;
    if (is_character(entry.event) || entry.event.action != GLFW_RELEASE) return false;
    for (const Entry& each : entries_) {
        if (&each == &entry) return false;
        if (each.asked && each.event.scancode == entry.event.scancode) return true;
    }
    return false;
}

std::size_t KeyQueue::waiting() const {
    return static_cast<std::size_t>(
        std::count_if(entries_.begin(), entries_.end(), [&](const Entry& each) { return !waits(each); }));
}

std::vector<KeyEvent> KeyQueue::take(KeysFor wanted) {
    std::vector<KeyEvent> taken;
    if (wanted == KeysFor::Nobody && waiting() > 0 && frames_held_ < most_frames_held) {
        ++frames_held_;
        skips_frame_ = false;
        return taken;
    }
    frames_held_ = 0;
    const bool skips = std::exchange(skips_frame_, false);
    std::vector<const Entry*> ready;
    for (const Entry& each : entries_)
        if (!waits(each)) ready.push_back(&each);
    const auto next = std::find_if(ready.begin(), ready.end(), [](const Entry* each) { return is_press(each->event); });
    if (skips && next != ready.end() && may_be_text((*next)->event)) return taken;

    bool ends = false;  // before the next press
    for (const Entry* each : ready) {
        const bool press = is_press(each->event);
        if (press && ends) break;
        if (press && (wanted != KeysFor::Text || acts_in_text(each->event))) ends = skips_frame_ = true;
        taken.push_back(each->event);
    }
    // Those that wait stay, in their order.
    std::size_t left = taken.size();
    std::deque<Entry> rest;
    for (const Entry& each : entries_) {
        if (left > 0 && !waits(each))
            --left;
        else
            rest.push_back(each);
    }
    entries_ = std::move(rest);
    return taken;
}

}  // namespace editor
