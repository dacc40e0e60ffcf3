// The ImguiLayer owns the Dear ImGui context of the program and joins it to the window and to OpenGL.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "editor/app/actions/key_rule.hpp"
#include "editor/app/window/fonts.hpp"
#include "editor/app/window/mouse_buttons.hpp"
#include "editor/app/window/window.hpp"
#include "panels/base/second_click.hpp"
#include "panels/base/style.hpp"

namespace editor {

class ImguiLayer {
public:
    /// `arrangement_file` is where the arrangement is kept that Dear ImGui remembers: docks, windows and columns of
    /// tables; empty: nowhere.
    ImguiLayer(Window& window, const std::filesystem::path& arrangement_file);
    ~ImguiLayer();
    ImguiLayer(const ImguiLayer&) = delete;
    ImguiLayer& operator=(const ImguiLayer&) = delete;

    /// Reads the arrangement; call before the first frame. `open` are the names of the windows that are open, as Dear
    /// ImGui keeps them. Returns what was wrong, for a person: then all stands where it does by default.
    std::string load_arrangement(std::span<const std::uint32_t> dock_spaces, std::span<const std::string> open);
    /// Writes the arrangement if it changed. Returns the reason for a person when it can't.
    std::string keep_arrangement();

    /// Theme, scale and fonts from the next frame on. `user_scale` is relative to what suits the screen.
    void set_look(panels::ThemeName theme, float user_scale);
    float user_scale() const { return user_scale_; }
    void set_reduce_motion(bool on) { style_.reduce_motion = on; }
    /// Valid as long as this layer is.
    void set_pointed_component(const ecs::ComponentId* component) { style_.pointed_component = component; }
    const panels::Style& style() const { return style_; }
    const Fonts& fonts() const { return fonts_; }
    /// Makes sure that the characters of a text can be shown from the next frame on.
    /// Whether something came for a window of Dear ImGui that left the program's.
    bool has_input() const;
    std::string take_font_problem() { return fonts_.take_problem(); }
    void want_glyphs(std::string_view utf8) { fonts_stale_ |= fonts_.want(utf8); }

    struct FrameOptions {
        float fixed_width = 0, fixed_height = 0;  // instead of the window's size
        float fixed_delta_secs = 0;               // instead of the time that passed
        bool navigate = false;                    // a key came that begins navigation by keyboard
    };
    /// Closes the popup on top; of a menu, all of it. Call outside of windows.
    void close_top_popup();
    /// Ends what is dragged or typed and closes all popups, which may speak of a world that goes.
    void let_go();
    /// Gives the menu bar the keyboard, or takes it away, from the next frame on.
    void toggle_menu_bar() { menu_bar_wanted_ = true; }
    void begin_frame(const FrameOptions& options);
    /// Input that came and that no frame has seen yet: a frame shows one change of a button, say.
    std::size_t queued_input() const;
    /// Whether a click would be the second half of a double click.
    bool click_may_double() const;
    /// Draws to the framebuffer that is bound.
    /// `draws` false leaves the window as it is: the frame is laid out, and nobody sees it.
    void end_frame(bool draws = true);

private:
    void rebuild_fonts();
    void show_short_taps();
    bool alt_was_tapped();
    void show_buttons();

    Window& window_;
    std::vector<int> held_a_frame_;  // keys that were let go before a frame saw them
    std::vector<Window::Tap> taps_;  // since the last frame
    bool menu_bar_wanted_ = false;
    bool alt_alone_ = false;  // it went down, and nothing else was done since
    MouseButtons buttons_;
    Navigation navigation_;
    panels::SecondClicks second_clicks_;
    panels::Style style_;
    float user_scale_ = 1;
    Fonts fonts_;
    bool fonts_stale_ = true;
    std::filesystem::path arrangement_file_;
    std::string kept_arrangement_;      // as it stands in the file
    bool may_keep_arrangement_ = true;  // not over a file that could not be read
};

}  // namespace editor
