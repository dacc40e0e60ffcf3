// The mouse and the keys of a Harness, as quick as a person, for every version of Dear ImGui.
#include <string>

#include "headless.hpp"

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

void Harness::key(panels::compat::Key pressed) {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700
    io.AddKeyEvent(panels::compat::imgui_key(pressed), true);
    frame();
    io.AddKeyEvent(panels::compat::imgui_key(pressed), false);
#else
    io.KeysDown[panels::compat::imgui_key(pressed)] = true;
    frame();
    io.KeysDown[panels::compat::imgui_key(pressed)] = false;
#endif
    frames(2);
}

void Harness::type(std::string_view text) {
    ImGui::GetIO().AddInputCharactersUTF8(std::string(text).c_str());
    frames(2);
}

void Harness::replace_text(std::string_view text) {
    ImGuiIO& io = ImGui::GetIO();
    hold(true);
#if IMGUI_VERSION_NUM >= 18700
    io.AddKeyEvent(ImGuiKey_A, true);
    frame();
    io.AddKeyEvent(ImGuiKey_A, false);
#else
    io.KeysDown[io.KeyMap[ImGuiKey_A]] = true;
    frame();
    io.KeysDown[io.KeyMap[ImGuiKey_A]] = false;
#endif
    hold(false);
    if (text.empty())
        key(panels::compat::Key::Delete);
    else
        type(text);
}

void Harness::click_text(std::string_view text, std::size_t nth, int button) {
    click(need(text, nth).middle(), button);
}

void Harness::double_click_text(std::string_view text, std::size_t nth) { double_click(need(text, nth).middle()); }

void Harness::hover_text(std::string_view text, std::size_t nth) {
    move_to(need(text, nth).middle());
    frames(60);
}
