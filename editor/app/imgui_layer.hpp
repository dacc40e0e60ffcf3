// The ImguiLayer owns the Dear ImGui context of the program and joins it to the window and to OpenGL.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "fonts.hpp"
#include "mouse_buttons.hpp"
#include "panels/style.hpp"
#include "window.hpp"

namespace editor {

class ImguiLayer {
public:
    /// `layout_file` is where a docking Dear ImGui keeps its layout; empty: nowhere.
    ImguiLayer(Window& window, const std::filesystem::path& layout_file);
    ~ImguiLayer();
    ImguiLayer(const ImguiLayer&) = delete;
    ImguiLayer& operator=(const ImguiLayer&) = delete;

    /// Theme, scale and fonts from the next frame on.
    void set_look(panels::ThemeName theme, float scale);
    const panels::Style& style() const { return style_; }
    const Fonts& fonts() const { return fonts_; }
    /// Makes sure that the characters of a text can be shown from the next frame on.
    void want_glyphs(std::string_view utf8) { fonts_stale_ |= fonts_.want(utf8); }

    struct FrameOptions {
        float fixed_width = 0, fixed_height = 0;  // instead of the window's size
        float fixed_delta_secs = 0;               // instead of the time that passed
    };
    /// Closes the menu or popup on top. Call between frames.
    void close_top_popup();
    /// Ends what is dragged or typed and closes all popups, which may speak of a world that goes.
    void let_go();
    void begin_frame(const FrameOptions& options);
    /// Draws to the framebuffer that is bound.
    void end_frame();

private:
    void rebuild_fonts();
    void show_short_taps();
    void show_buttons();

    Window& window_;
    std::vector<int> held_a_frame_;  // keys that were let go before a frame saw them
    MouseButtons buttons_;
    panels::Style style_;
    Fonts fonts_;
    bool fonts_stale_ = true;
    std::string layout_file_;  // ImGui keeps a pointer to it
};

}  // namespace editor
