// Worlds of the demo scenes, for tests that need some Game.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "editor/demo/demo_game.hpp"
#include "editor/session/session.hpp"
#include "editor/session/session_file.hpp"

namespace demo {

/// A Session of the demo scenes that stands on the stack.
struct Session : editor::Session {
    Session() : editor::Session(editor::demo_game()) {}
};

inline std::unique_ptr<editor::Session> new_session() { return std::make_unique<editor::Session>(editor::demo_game()); }

inline const editor::Scene& scene(std::string_view name) { return *editor::demo_game().find_scene(name); }

inline std::unique_ptr<editor::Session> start(const editor::Scene& scene, std::optional<std::size_t> count = {},
                                              std::uint64_t seed = 1) {
    return editor::Session::from_scene(editor::demo_game(), scene, count, seed);
}
inline std::unique_ptr<editor::Session> start(std::string_view name, std::optional<std::size_t> count = {},
                                              std::uint64_t seed = 1) {
    return start(scene(name), count, seed);
}

inline std::unique_ptr<editor::Session> load(const std::filesystem::path& file, ecs::Progress* progress = nullptr,
                                             files::Losses losses = files::Losses::Refuse) {
    return editor::load_world(editor::demo_game(), file, progress, losses);
}
inline std::unique_ptr<editor::Session> read(std::string_view text, const std::string& name,
                                             ecs::Progress* progress = nullptr,
                                             files::Losses losses = files::Losses::Refuse) {
    return editor::read_world(editor::demo_game(), text, name, progress, losses);
}

}  // namespace demo
