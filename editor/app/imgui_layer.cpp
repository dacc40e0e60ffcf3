#include "imgui_layer.hpp"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>

#include "panels/imgui_compat.hpp"

namespace editor {

namespace {
constexpr float double_click_secs = 0.4f;  // as desktops have it
}

ImguiLayer::ImguiLayer(Window& window, const std::filesystem::path& layout_file)
    : window_(window), layout_file_(layout_file.string()) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = layout_file_.empty() ? nullptr : layout_file_.c_str();
    io.ConfigWindowsMoveFromTitleBarOnly = true;
    io.MouseDoubleClickTime = double_click_secs;
#ifdef IMGUI_HAS_DOCK
    io.ConfigFlags |= ImGuiConfigFlags_DockingEnable;
#endif
    ImGui_ImplGlfw_InitForOpenGL(window.handle(), true);
    ImGui_ImplOpenGL3_Init("#version 330 core");
    style_.theme = &panels::theme_named(style_.theme_name);
}

ImguiLayer::~ImguiLayer() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
}

void ImguiLayer::set_look(panels::ThemeName theme, float scale) {
    fonts_stale_ |= scale != style_.scale;
    style_.theme_name = theme;
    style_.theme = &panels::theme_named(theme);
    style_.scale = scale;
    panels::apply_style(style_, ImGui::GetStyle());
}

void ImguiLayer::rebuild_fonts() {
    fonts_stale_ = false;
    fonts_.build(style_);
#if IMGUI_VERSION_NUM < 19200
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

void ImguiLayer::close_top_popup() {
    const int open = ImGui::GetCurrentContext()->OpenPopupStack.Size;
    if (open > 0) ImGui::ClosePopupToLevel(open - 1, true);
}

void ImguiLayer::let_go() {
    ImGui::ClearActiveID();
    if (ImGui::GetCurrentContext()->OpenPopupStack.Size > 0) ImGui::ClosePopupToLevel(0, true);
}

// Without a queue of events, Dear ImGui before 1.87 sees only which keys are down when a frame begins: a key that is
// pressed and let go during one long frame would be lost. Such a key stays down for a frame.
void ImguiLayer::show_short_taps() {
    [[maybe_unused]] const std::vector<int> tapped = window_.take_tapped();
#if IMGUI_VERSION_NUM < 18700
    ImGuiIO& io = ImGui::GetIO();
    for (const int key : held_a_frame_) io.KeysDown[key] = window_.key_down(key);
    held_a_frame_.clear();
    for (const int key : tapped) {
        if (io.KeysDown[key]) continue;
        io.KeysDown[key] = true;
        held_a_frame_.push_back(key);
    }
    // Text that came in the same frame was typed after the modifier was let go.
    if (!io.InputQueueCharacters.empty()) return;
    io.KeyCtrl = io.KeysDown[GLFW_KEY_LEFT_CONTROL] || io.KeysDown[GLFW_KEY_RIGHT_CONTROL];
    io.KeyShift = io.KeysDown[GLFW_KEY_LEFT_SHIFT] || io.KeysDown[GLFW_KEY_RIGHT_SHIFT];
    io.KeyAlt = io.KeysDown[GLFW_KEY_LEFT_ALT] || io.KeysDown[GLFW_KEY_RIGHT_ALT];
#endif
}

// Likewise for the mouse: see MouseButtons.
void ImguiLayer::show_buttons() {
    [[maybe_unused]] const std::vector<ButtonChange> changes = window_.take_button_changes();
#if IMGUI_VERSION_NUM < 18700
    ImGuiIO& io = ImGui::GetIO();
    for (const ButtonChange& change : changes) buttons_.changed(change.button, change.down, change.x, change.y);
    const MouseButtons::Shown& shown = buttons_.next_frame(io.MousePos.x, io.MousePos.y);
    io.MousePos = {shown.x, shown.y};
    std::copy(shown.down.begin(), shown.down.end(), io.MouseDown);
#endif
}

void ImguiLayer::begin_frame(const FrameOptions& options) {
    if (fonts_stale_) rebuild_fonts();
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    show_short_taps();
    show_buttons();
    ImGuiIO& io = ImGui::GetIO();
    if (options.fixed_width > 0) {
        io.DisplaySize = {options.fixed_width, options.fixed_height};
        io.DisplayFramebufferScale = {1, 1};
    }
    if (options.fixed_delta_secs > 0) io.DeltaTime = options.fixed_delta_secs;
    // What a person types may be a script that the fonts were not asked for yet.
    std::string typed;
    for (const ImWchar c : io.InputQueueCharacters) {
        if (c < 0x800) continue;
        const auto codepoint = static_cast<unsigned int>(c);
        typed += static_cast<char>(0xe0 | (codepoint >> 12 & 0xf));
        typed += static_cast<char>(0x80 | (codepoint >> 6 & 0x3f));
        typed += static_cast<char>(0x80 | (codepoint & 0x3f));
    }
    want_glyphs(typed);
    ImGui::NewFrame();
}

void ImguiLayer::end_frame() {
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace editor
