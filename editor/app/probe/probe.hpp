// The Probe lets tests drive the whole program. With CHUNKSCOPE_UI_PROBE=FILE in the environment, each frame writes JSON
// to FILE: the texts on the screen with their rectangles, the state of the session, and how many clicks and keys the
// program has handled. So tests wait for a state, never for a time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "editor/app/window/window.hpp"
#include "panels/base/camera.hpp"
#include "panels/base/screen_text.hpp"

namespace editor {

struct ProbeFacts {
    std::vector<panels::ScreenText> texts;
    std::uint64_t tick = 0;
    bool playing = false, unsaved = false;
    std::vector<std::string> selected;
    panels::Camera camera;
    float picture_left = 0, picture_top = 0, picture_width = 0, picture_height = 0;  // of the scene, in the window
    std::string file;
    std::string job;          // what goes on in the background: "save", "open", "backup" or nothing
    std::size_t waiting = 0;  // changes that wait for it
    std::string panel_job;    // the title of what else goes on in the background; empty: nothing

    std::uint64_t frame = 0;            // drawn so far
    bool idle = false;                  // no other frame is drawn until something comes
    bool focused = false;               // the window has the keyboard
    std::uint64_t attention_asked = 0;  // how often it asked the desktop to be marked
    InputCounts input;                  // what this frame knows of
    std::size_t input_queued = 0;       // and what it left to the next ones
    float mouse_x = 0, mouse_y = 0;
    bool may_double = false;          // a click would be the second half of a double click
    std::string dialog;               // the title of the one that is open
    std::vector<std::string> toasts;  // that are up, oldest first
};

/// Writes the facts where CHUNKSCOPE_UI_PROBE says; without it, nowhere.
class Probe {
public:
    Probe() = default;
    /// Takes the file from the environment.
    static Probe from_environment();

    bool on() const { return !file_.empty(); }
    /// What the last facts said.
    bool told_idle() const { return told_idle_; }
    void count_frame() { ++frames_; }
    /// Whether the next frame's pixels are drawn into the window. Most of the time of a test is OpenGL without a graphics
    /// card, and tests read the texts. So CHUNKSCOPE_UI_PROBE_DRAWS=N has each Nth frame drawn.
    bool draws() const { return frames_ % draws_every_ == 0; }
    std::uint64_t frames() const { return frames_; }
    /// Whoever reads the file sees a whole frame: it is renamed into place. Does nothing when it can't be written.
    void write(const ProbeFacts& facts);

private:
    std::string file_;
    std::uint64_t frames_ = 0, draws_every_ = 1;
    bool told_idle_ = false;
};

}  // namespace editor
