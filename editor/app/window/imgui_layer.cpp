#include "editor/app/window/imgui_layer.hpp"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "ecs/base/utf8.hpp"
#include "editor/app/window/saved_arrangement.hpp"
#include "editor/app/window/title_bar.hpp"
#include "editor/base/visual_order.hpp"
#include "files/base/atomic_file.hpp"
#include "files/base/file_error.hpp"
#include "panels/base/imgui_compat.hpp"
#include "panels/base/script_layout.hpp"
#include "panels/widgets/text_field.hpp"

namespace editor {

namespace {
constexpr float double_click_secs = 0.4f;  // as desktops have it
}

ImguiLayer::ImguiLayer(Window& window, const std::filesystem::path& arrangement_file)
    : window_(window), arrangement_file_(arrangement_file) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;  // it would believe whatever stands in the file
    io.ConfigWindowsMoveFromTitleBarOnly = true;
    io.MouseDoubleClickTime = double_click_secs;
#ifdef IMGUI_HAS_DOCK
    io.ConfigFlags |= ImGuiConfigFlags_DockingEnable;
#endif
#ifdef IMGUI_HAS_VIEWPORT
    // Panels that are dragged out of the window become windows of the desktop. A picture is of one window.
    if (window.visible()) io.ConfigFlags |= ImGuiConfigFlags_ViewportsEnable;
#endif
    ImGui_ImplGlfw_InitForOpenGL(window.handle(), true);
    window.let_keys_wait(panels::type_character);
    ImGui_ImplOpenGL3_Init("#version 330 core");
    style_.theme = &panels::theme_named(style_.theme_name);
    panels::install_script_layout(visual_order);
}

ImguiLayer::~ImguiLayer() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
}

std::string ImguiLayer::load_arrangement(std::span<const std::uint32_t> dock_spaces,
                                         std::span<const std::string> open) {
    std::error_code error;
    if (arrangement_file_.empty() || (!std::filesystem::exists(arrangement_file_, error) && !error)) return {};
    constexpr const char* consequence = "; the panels stand where they do by default, ";
    std::string text;
    try {
        // What is no file, or larger than any arrangement, is not read at all.
        if (std::filesystem::is_regular_file(arrangement_file_, error) &&
            std::filesystem::file_size(arrangement_file_, error) > arrangement_bytes_max)
            text.assign(arrangement_bytes_max + 1, ' ');
        else if (std::filesystem::is_regular_file(arrangement_file_, error))
            text = files::read_file(arrangement_file_);
        else
            throw files::FileError(arrangement_file_.string(), 0, 0, "this is not a file");
    } catch (const files::FileError& failure) {
        may_keep_arrangement_ = false;
        return std::string(failure.what()) + consequence + "and changes to that are not kept";
    }
    SavedArrangement arrangement = check_arrangement(text, dock_spaces, open);
    if (arrangement.problem.empty()) {
        ImGui::LoadIniSettingsFromMemory(arrangement.text.data(), arrangement.text.size());
        kept_arrangement_ = std::move(text);
        return {};
    }
    std::filesystem::path aside = arrangement_file_;
    aside += ".broken";
    std::filesystem::rename(arrangement_file_, aside, error);
    may_keep_arrangement_ = !error;
    return files::FileError(arrangement_file_.string(), arrangement.line, arrangement.line > 0 ? 1 : 0,
                            arrangement.problem)
               .what() +
           (consequence + (error ? std::string("and changes to that are not kept")
                                 : "and the file was set aside as " + aside.string()));
}

std::string ImguiLayer::keep_arrangement() {
    if (arrangement_file_.empty() || !may_keep_arrangement_) return {};
    ImGui::GetIO().WantSaveIniSettings = false;
    std::size_t size = 0;
    const char* text = ImGui::SaveIniSettingsToMemory(&size);
    if (std::string_view(text, size) == kept_arrangement_) return {};
    try {
        std::filesystem::create_directories(arrangement_file_.parent_path());
        files::write_file(arrangement_file_, {text, size});
    } catch (const std::exception& failure) {
        return failure.what();
    }
    kept_arrangement_.assign(text, size);
    return {};
}

void ImguiLayer::set_look(panels::ThemeName theme, float user_scale) {
    user_scale_ = std::clamp(user_scale, 0.5f, 4.0f);
    const float scale = user_scale_ * (window_.visible() ? window_.content_scale() : 1);  // a picture has no screen
    fonts_stale_ |= scale != style_.scale;
    style_.theme_name = theme;
    style_.theme = &panels::theme_named(theme);
    style_.scale = scale;
    panels::apply_style(style_, ImGui::GetStyle());
    ask_for_title_bar(window_.handle(), theme != panels::ThemeName::Light);
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
    const auto& open = ImGui::GetCurrentContext()->OpenPopupStack;
    int level = open.Size - 1;
    const auto submenu = [&](int at) {
        return open[at].Window != nullptr && (open[at].Window->Flags & ImGuiWindowFlags_ChildMenu) != 0;
    };
    while (level > 0 && submenu(level)) --level;
    if (level >= 0) ImGui::ClosePopupToLevel(level, true);
}

void ImguiLayer::let_go() {
    ImGui::ClearActiveID();
    if (ImGui::GetCurrentContext()->OpenPopupStack.Size > 0) ImGui::ClosePopupToLevel(0, true);
}

// Without a queue of events, Dear ImGui before 1.87 sees only which keys are down when a frame begins: a key that is
// pressed and let go during one long frame would be lost. Such a key stays down for a frame, with the modifiers that
// were down when it was pressed.
void ImguiLayer::show_short_taps() {
    taps_ = window_.take_taps();
#if IMGUI_VERSION_NUM < 18700
    ImGuiIO& io = ImGui::GetIO();
    for (const int key : held_a_frame_) io.KeysDown[key] = false;  // if it was pressed again, that is still to come
    held_a_frame_.clear();
    const auto hold = [&](int key) {
        if (io.KeysDown[key]) return;
        io.KeysDown[key] = true;
        held_a_frame_.push_back(key);
    };
    constexpr std::array<std::array<int, 3>, 3> modifiers{
        {{GLFW_MOD_CONTROL, GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL},
         {GLFW_MOD_SHIFT, GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT},
         {GLFW_MOD_ALT, GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT}}};
    for (const Window::Tap& tap : taps_) {
        hold(tap.key);
        for (const auto& [bit, left, right] : modifiers)
            if ((tap.modifiers & bit) != 0 && !io.KeysDown[right]) hold(left);
    }
    // Text that came in the same frame was typed after the modifier was let go.
    if (!io.InputQueueCharacters.empty()) return;
    io.KeyCtrl = io.KeysDown[GLFW_KEY_LEFT_CONTROL] || io.KeysDown[GLFW_KEY_RIGHT_CONTROL];
    io.KeyShift = io.KeysDown[GLFW_KEY_LEFT_SHIFT] || io.KeysDown[GLFW_KEY_RIGHT_SHIFT];
    io.KeyAlt = io.KeysDown[GLFW_KEY_LEFT_ALT] || io.KeysDown[GLFW_KEY_RIGHT_ALT];
#endif
}

// Alt that is pressed and let go with nothing between leads to the menu bar, as on other programs. Not before Dear
// ImGui has seen that it was let go: it would take the rest of the tap for one of its own, and leave the menu bar
// again.
bool ImguiLayer::alt_was_tapped() {
    const ImGuiIO& io = ImGui::GetIO();
    for (const Window::Tap& tap : taps_) alt_alone_ = tap.key == GLFW_KEY_LEFT_ALT && !io.KeyCtrl && !io.KeyShift;
    for (const bool down : io.MouseDown) alt_alone_ &= !down;
    if (!alt_alone_ || window_.key_down(GLFW_KEY_LEFT_ALT) || io.KeyAlt || queued_input() > 0) return false;
    alt_alone_ = false;
    return window_.focused();
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
    unsigned int high = 0;  // characters beyond U+FFFF come in two halves, see panels::type_character()
    for (const ImWchar c : io.InputQueueCharacters) {
        const unsigned int unit = c;
        if (unit >= 0xd800 && unit < 0xdc00)
            high = unit;
        else if (unit >= 0xdc00 && unit < 0xe000)
            ecs::append_utf8(typed, 0x10000 + ((high - 0xd800) << 10 & 0xffc00) + (unit - 0xdc00));
        else
            ecs::append_utf8(typed, unit);
    }
    const auto pastes = [](const Window::Tap& tap) {
        return tap.key == GLFW_KEY_V && (tap.modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0;
    };
    if (std::any_of(taps_.begin(), taps_.end(), pastes))
        if (const char* const pasted = ImGui::GetClipboardText()) typed += pasted;
    want_glyphs(typed);
    const bool alt_tapped = alt_was_tapped();
    const bool menu_wanted = std::exchange(menu_bar_wanted_, false) || alt_tapped;
    const bool tab = std::any_of(taps_.begin(), taps_.end(), [](const auto& tap) {
        return tap.key == GLFW_KEY_TAB && (tap.modifiers & GLFW_MOD_CONTROL) == 0;
    });
    if (menu_wanted && io.NavVisible && ImGui::GetCurrentContext()->OpenPopupStack.Size > 0)
        ImGui::ClosePopupToLevel(0, true);
    navigation_.before_frame(menu_wanted || tab || options.navigate);
    panels::compat::keep_ctrl_tab_from_imgui();
    ImGui::NewFrame();
    second_clicks_.frame_began();
    if (menu_wanted) panels::compat::toggle_menu_bar();
    navigation_.frame_began(tab, io.KeyShift, options.navigate);
}

std::size_t ImguiLayer::queued_input() const {
#if IMGUI_VERSION_NUM >= 18700
    return static_cast<std::size_t>(ImGui::GetCurrentContext()->InputEventsQueue.Size);
#else
    return buttons_.to_come();
#endif
}

bool ImguiLayer::click_may_double() const {
    const ImGuiIO& io = ImGui::GetIO();
    const double now = ImGui::GetTime(), room = static_cast<double>(io.MouseDoubleClickTime);
    return std::any_of(std::begin(io.MouseClickedTime), std::end(io.MouseClickedTime),
                       [&](double clicked) { return now - clicked < room; });
}

void ImguiLayer::end_frame(bool draws) {
    panels::compat::draw_navigation_frame(style_.theme->accent);
    ImGui::Render();
    if (draws) ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
#ifdef IMGUI_HAS_VIEWPORT
    if ((ImGui::GetIO().ConfigFlags & ImGuiConfigFlags_ViewportsEnable) == 0) return;
    GLFWwindow* const own = glfwGetCurrentContext();
    ImGui::UpdatePlatformWindows();
    if (draws) ImGui::RenderPlatformWindowsDefault();
    glfwMakeContextCurrent(own);
#endif
}

bool ImguiLayer::has_input() const {
#if IMGUI_VERSION_NUM >= 18700
    return ImGui::GetCurrentContext()->InputEventsQueue.Size > 0;
#else
    return false;  // it has no windows but the program's
#endif
}

}  // namespace editor
