// The PictureTaker draws an App without a person into files instead of its window.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "editor/app/window/framebuffer.hpp"
#include "editor/cli/command_line.hpp"

namespace editor {

class App;

class PictureTaker {
public:
    /// The options are those of the App. Throws std::runtime_error for an unknown workspace or panel, and when the
    /// picture is too large.
    PictureTaker(App& app, const ShotOptions& options);

    /// Writes one picture. Throws FileError when it can't be written.
    void take_shot();
    /// Writes a contact sheet of each workspace and each panel into the folder `options.out`. Throws FileError.
    void draw_sheets();

private:
    /// Ticks, as far as a breakpoint lets them run, and single systems behind them.
    void run();
    /// RGB, top row first, after some frames in which everything finds its size.
    std::vector<std::uint8_t> draw(int frames);

    App& app_;
    const ShotOptions& options_;
    Framebuffer picture_;
};

}  // namespace editor
