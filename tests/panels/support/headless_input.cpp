// The mouse and the keys of a Harness, as quick as a person, for every version of Dear ImGui.
#include <algorithm>
#include <string>
#include <utility>

#include "ecs/base/utf8.hpp"
#include "panels/base/tooltip.hpp"
#include "panels/support/headless.hpp"
#include "panels/widgets/text_field.hpp"

using panels::Key;

void Harness::move_to(ImVec2 position) {
    // Two frames: what is under the mouse in one frame counts as hovered in the next where items overlap.
    for (int i = 0; i < 2; ++i) {
#if IMGUI_VERSION_NUM >= 18700
        ImGui::GetIO().AddMousePosEvent(position.x, position.y);
#else
        ImGui::GetIO().MousePos = position;
#endif
        frame();
    }
}

void Harness::press(int button) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddMouseButtonEvent(button, true);
#else
    ImGui::GetIO().MouseDown[button] = true;
#endif
    frame();
}

void Harness::release(int button) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddMouseButtonEvent(button, false);
#else
    ImGui::GetIO().MouseDown[button] = false;
#endif
    frame();
}

void Harness::click(ImVec2 position, int button) {
    move_to(position);
    frames(20);  // not the second half of a double click
    press(button);
    frame();  // as no hand lets go in the next frame
    release(button);
    frame();
}

void Harness::double_click(ImVec2 position) {
    click(position);
    press();
    release();
    frame();
}

void Harness::drag(ImVec2 from, ImVec2 to, int steps) {
    move_to(from);
    frames(20);
    press();
    for (int i = 1; i <= steps; ++i) {
        const float share = static_cast<float>(i) / static_cast<float>(steps);
        move_to({from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share});
    }
    release();
    frame();
}

void Harness::wheel(float lines) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddMouseWheelEvent(0, lines);
#else
    ImGui::GetIO().MouseWheel = lines;
#endif
    frames(2);
}

void Harness::hold(bool ctrl, bool shift, bool alt) {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18900
    io.AddKeyEvent(ImGuiMod_Ctrl, ctrl);
    io.AddKeyEvent(ImGuiMod_Shift, shift);
    io.AddKeyEvent(ImGuiMod_Alt, alt);
#else
    io.KeyCtrl = ctrl;
    io.KeyShift = shift;
    io.KeyAlt = alt;
#endif
    frame();
}

void Harness::tell_imgui(Key key, bool down) {
    if (key == Key::Question) {
        if (down) panels::type_character('?');
        return;
    }
    const auto code = panels::compat::imgui_key(key);
    if (static_cast<int>(code) <= 0) return;
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddKeyEvent(code, down);
#else
    ImGui::GetIO().KeysDown[code] = down;
#endif
}

void Harness::key(Key pressed) { key(editor::Shortcut{.key = pressed}); }

void Harness::key(editor::Shortcut pressed) {
    const ImGuiIO& io = ImGui::GetIO();
    const bool held_by_hold = io.KeyCtrl || io.KeyShift || io.KeyAlt;
    if (held_by_hold) {
        pressed.ctrl |= io.KeyCtrl;
        pressed.shift |= io.KeyShift;
        pressed.alt |= io.KeyAlt;
    } else if (pressed.ctrl || pressed.shift || pressed.alt) {
        hold(pressed.ctrl, pressed.shift, pressed.alt);
    }
    keyboard.press(pressed);
    tell_imgui(pressed.key, true);
    frame();
    tell_imgui(pressed.key, false);
    if (!held_by_hold && (pressed.ctrl || pressed.shift || pressed.alt)) hold(false);
    frames(2);
}

void Harness::hold_key(Key held) {
    keyboard.hold(held);
    keyboard.press({.key = held});
    tell_imgui(held, true);
    frames(2);
}

void Harness::let_go(Key held) {
    keyboard.let_go(held);
    tell_imgui(held, false);
    frame();
}

void Harness::type(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) panels::type_character(ecs::next_character(text, at));
    frames(2);
}

void Harness::replace_text(std::string_view text) {
    key({.key = Key::A, .ctrl = true});
    if (text.empty())
        key(Key::Delete);
    else
        type(text);
}

void Harness::click_text(std::string_view text, std::size_t nth, int button) {
    click(need(text, nth).middle(), button);
}

void Harness::double_click_text(std::string_view text, std::size_t nth) { double_click(need(text, nth).middle()); }

void Harness::hover_text(std::string_view text, std::size_t nth) { hover(need(text, nth).middle()); }

void Harness::hover(ImVec2 position) {
    move_to({-100, -100});  // what was pressed explains itself again when the mouse has left it
    move_to(position);
    for (int i = 0; i < 45 && !panels::shown_tooltip(); ++i) frame();
    frame();
}
