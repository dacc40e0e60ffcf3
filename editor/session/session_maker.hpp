// A SessionMaker makes the session of a world file while the file is read: it gives the world, and finds the scene and
// the systems that the file names in the Game.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "editor/session/session.hpp"
#include "files/world_file/world_file.hpp"

namespace editor {

class SessionMaker {
public:
    /// `game` must outlive the session.
    SessionMaker(const Game& game, ecs::Progress* progress, files::Losses losses);
    SessionMaker(const SessionMaker&) = delete;
    SessionMaker& operator=(const SessionMaker&) = delete;

    /// The file is of a world whose Game had types of these names, and the Game takes its place.
    void replace(std::vector<std::string> names) {
        replaced_ = files::ProgramTypes::Replaced{std::move(names), game_.title_or_name()};
    }

    /// Where to read the file to.
    ecs::World& world() { return session_->world; }
    const files::LoadOptions& options() const { return options_; }
    /// The session, when `file` was read.
    std::unique_ptr<Session> finish(files::WorldFile file);

private:
    ecs::World& new_world();
    files::ProgramTypes take_scene(files::WorldFile& file);
    void add_systems(files::WorldFile& file);
    void warn_of_idle_systems(files::WorldFile& file) const;
    /// Suffix for a type of the Game whose name the file uses for its own type.
    std::string suffix() const { return " (" + game_.name + ")"; }

    const Game& game_;
    files::LoadOptions options_;
    std::unique_ptr<Session> session_;
    std::optional<files::ProgramTypes::Replaced> replaced_;
};

}  // namespace editor
