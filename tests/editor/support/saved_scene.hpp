// A scene as a world file, for subcommands that read one.
#pragma once

#include <string>

#include "editor/session/session_file.hpp"
#include "editor/support/demo.hpp"
#include "files/support/temporary_folder.hpp"

/// The name of the file.
inline std::string save_scene(const TemporaryFolder& folder, const char* scene, std::size_t count, int ticks = 0) {
    const auto session = demo::start(demo::scene(scene), count);
    for (int i = 0; i < ticks; ++i) session->tick();
    const auto file = folder.path / (std::string(scene) + ".json");
    editor::save_world(*session, file);
    return file.string();
}
