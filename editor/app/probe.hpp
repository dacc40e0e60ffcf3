// For tests of the whole program: with CHUNKSCOPE_UI_PROBE=FILE in the environment, each frame writes to FILE as JSON
// what stands where on the screen and how the session stands. The tests click and type, and read the outcome there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "panels/camera.hpp"
#include "screen_text.hpp"

namespace editor {

struct ProbeFacts {
    std::vector<ScreenText> texts;
    std::uint64_t tick = 0;
    bool playing = false, unsaved = false;
    std::vector<std::string> selected;
    panels::Camera camera;
    float view_width = 0, view_height = 0;  // of the scene
    std::string file;
    std::string job;          // what goes on in the background: "save", "open", "backup" or nothing
    std::size_t waiting = 0;  // changes that wait for it
};

/// Whoever reads the file sees a whole frame: it is renamed into place. Does nothing when it can't be written.
void write_probe(const std::string& file, const ProbeFacts& facts);

}  // namespace editor
