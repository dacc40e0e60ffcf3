// The command line. What needs no window is carried out here, on streams; what needs one comes back as options.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "editor/session/session.hpp"

namespace editor {

/// Where a world comes from: a file, or a scene when `file` is empty.
struct WorldSource {
    std::filesystem::path file;
    std::string scene = "chase";
    std::optional<std::size_t> count;   // for scenes; nothing: the scene's own default
    std::optional<std::uint64_t> seed;  // for scenes; nothing: 1
    bool migrate = false;               // for files: losses are accepted, see editor::Losses
};

/// The session that `source` asks for. Throws a std::runtime_error (FileError where it is a file's fault) with a
/// sentence for a person.
std::unique_ptr<Session> open_source(const WorldSource& source);

/// How the window looks. What is not given is taken from the settings.
struct LookOptions {
    std::optional<float> scale;        // 0.5 to 4
    std::optional<std::string> theme;  // "dark", "light" or "contrast"
};

/// `chunkscope [WORLD.json | --scene NAME] …`
struct OpenOptions {
    WorldSource source;
    bool source_given = false;  // a file or a scene stands on the command line
    LookOptions look;
    bool paused = false;
};

/// `chunkscope shot …`
struct ShotOptions {
    WorldSource source;
    LookOptions look;
    std::filesystem::path out;
    int width = 1280, height = 800;   // pixels
    std::uint64_t ticks = 0;          // to run before
    std::vector<std::string> panels;  // titles of the panels to bring to the front; empty: the default layout
};

struct CommandLine {
    enum class Next { Exit, Open, Shot };
    Next next = Next::Exit;
    int exit_code = 0;  // for Exit: 0 fine, 1 the input is wrong, 2 the usage is wrong
    OpenOptions open;   // for Open
    ShotOptions shot;   // for Shot
};

/// `arguments` without the program's name. Results go to `out`; what is wrong goes to `err`, as one line.
CommandLine run_command_line(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace editor
