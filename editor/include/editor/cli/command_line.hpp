// The command line. It executes subcommands without a window on streams, and returns options for the others.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "editor/attach/attach_target.hpp"
#include "editor/game/game_library.hpp"
#include "editor/session/session.hpp"

namespace editor {

/// The source of a world: a file, or a scene of the Game when `file` is empty.
struct WorldSource {
    const Game* game = &no_game();  // outlives the session
    std::filesystem::path file;
    std::string scene;                  // empty: the first one of the Game, or an empty world if it has none
    std::optional<std::size_t> count;   // for scenes; nothing: the scene's own default
    std::optional<std::uint64_t> seed;  // for scenes; nothing: 1
    bool migrate = false;               // for files: losses are accepted, see files::Losses
    bool or_nothing = false;            // for files of `diff` and `merge`: an empty file is a world without entities
};

/// Opens the session of `source`. Throws a std::runtime_error with a sentence for a person (FileError if a file is at
/// fault).
std::unique_ptr<Session> open_source(const WorldSource& source);

/// The look of the window. Missing options come from the settings.
struct LookOptions {
    std::optional<float> scale;           // 0.5 to 4
    std::optional<std::string> theme;     // "dark", "light" or "contrast"
    std::optional<std::string> language;  // "en", "ja", or that of a file
};

/// `chunkscope [WORLD.json | --scene NAME] [--game LIBRARY] …`
struct OpenOptions {
    WorldSource source;
    bool source_given = false;  // the command line names a file or a scene
    LookOptions look;
    bool paused = false, play = false;
    /// A file opens paused, because what runs is no longer what its author left. A scene is there to be seen running.
    bool plays() const { return source.file.empty() ? !paused : play; }
    std::shared_ptr<const GameLibrary> library;  // that the source's Game comes from; null: from the program
    std::optional<AttachTarget> attach;          // the world of this program instead of the source
};

/// `chunkscope shot …`
struct ShotOptions {
    WorldSource source;
    LookOptions look;
    std::filesystem::path out;
    int width = 1280, height = 800;   // pixels
    std::uint64_t ticks = 0;          // ticks to run first
    std::string break_at;             // a breakpoint that ends them early; empty: none
    std::uint64_t step_systems = 0;   // single systems behind them
    std::string workspace;            // its title or id; empty: the first one
    std::vector<std::string> panels;  // to bring to the front: titles, or "title:part" (Panel::show_part)
    bool sheets = false;              // contact sheets of everything into the folder `out`, in all looks and sizes
    bool alone = false;               // the last of them fills the picture, without anything around it
};

struct CommandLine {
    enum class Next { Exit, Open, Shot };
    Next next = Next::Exit;
    int exit_code = 0;                           // for Exit: 0 success, 1 wrong input, 2 wrong usage
    OpenOptions open;                            // for Open
    ShotOptions shot;                            // for Shot
    std::shared_ptr<const GameLibrary> library;  // of --game: keep it as long as the options
};

/// `arguments` has no program name; worlds are those of `game`, which must outlive what is opened, or
/// of the library that --game names. Results go to `out`;
/// an error goes to `err` as one line.
CommandLine run_command_line(const std::vector<std::string>& arguments, const Game& game, std::ostream& out,
                             std::ostream& err);

}  // namespace editor
