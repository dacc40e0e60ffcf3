// The subcommands that need no window. Each writes its results to `out`, warnings to `err`, and throws a
// std::runtime_error with a sentence for a person when its input is wrong. Private to the command line.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "ecs/lab/storages/storage.hpp"
#include "editor/cli/command_line.hpp"

namespace editor {

/// The input is wrong in a way that no place in a file stands for.
class InputError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

struct RunOptions {
    WorldSource source;
    std::uint64_t ticks = 0;
    std::size_t threads = 0;       // 0: one a core
    std::vector<std::string> off;  // names of systems
    std::filesystem::path save;    // empty: not at all
    bool hash = false;
};
struct StatsOptions {
    WorldSource source;
    std::uint64_t ticks = 0;
    bool json = false;
};
struct LayoutOptions {
    WorldSource source;
    std::string archetype;  // names of its components, with commas between
    std::size_t chunk = 0;
    std::uint64_t ticks = 0;
    bool json = false;
    bool rules = false;  // what a chunk of these components would hold under several rules, instead
};
struct DoctorOptions {
    WorldSource source;
    std::uint64_t ticks = 0;
    bool json = false, fix = false;
    std::filesystem::path save;  // with `fix`
};
/// A view of the world's memory into a file; see figures/figure.hpp.
struct FigureOptions {
    WorldSource source;
    LookOptions look;       // no theme: light, no scale: 2
    std::string view;       // the name of a figures::FigureKind
    std::string archetype;  // of a layout: any components
    std::string system;     // whose cache lines
    std::size_t chunk = 0;
    std::uint64_t ticks = 0;
    std::filesystem::path out;
};
/// One storage of the Storage Lab at work, or all of them side by side.
struct LabOptions {
    std::optional<ecs::lab::StorageKind> storage;  // none: all
    ecs::lab::Mode mode = ecs::lab::Mode::Repaired;
    std::string scenario;             // one that comes with the program, or a file
    std::optional<std::size_t> step;  // how many steps to run; none: all
    bool every_step = false;          // with `out`, whose name has %d: a file for each step
    bool json = false;
    std::string view;  // a name of lab_export_names(), with `out`
    std::filesystem::path out;
    LookOptions look;  // no theme: light, no scale: 2
};
/// A lesson of the Storage Lab on paper.
struct HandoutOptions {
    std::string lesson;  // like L4
    bool japanese = false;
    std::filesystem::path file;
};
struct CheckOptions {
    WorldSource source;  // a file
};
struct EditOptions {
    WorldSource source;  // a file
    std::filesystem::path script, save;
    bool undo = false;
};

void list_scenes(std::ostream& out);
void run(const RunOptions& options, std::ostream& out, std::ostream& err);
void show_stats(const StatsOptions& options, std::ostream& out, std::ostream& err);
void show_layout(const LayoutOptions& options, std::ostream& out, std::ostream& err);
void show_layout_rules(const LayoutOptions& options, std::ostream& out, std::ostream& err);
/// Prints what fragments the memory of a world; with `fix` mends what can be, and prints what is left.
void run_doctor(const DoctorOptions& options, std::ostream& out, std::ostream& err);
void draw_figure(const FigureOptions& options, std::ostream& err);
void list_lab_scenarios(std::ostream& out);
void run_lab(const LabOptions& options, std::ostream& out);
void write_lesson_handout(const HandoutOptions& options);
void check(const CheckOptions& options, std::ostream& out);
void edit(const EditOptions& options, std::ostream& out, std::ostream& err);

/// As open_source; what was doubtful about a file goes to `err`.
std::unique_ptr<Session> open_with_warnings(const WorldSource& source, std::ostream& err);

/// Saves what a command made of a world. Throws ChangedOnDisk when that is the file which the world was read from, and
/// somebody changed it since.
void save_result(Session& session, const std::filesystem::path& file);

/// The archetype of exactly these components, in any order, with commas between. Throws InputError.
const ecs::Archetype& archetype_named(const ecs::World& world, const std::string& text);
/// Ids of components by their names, with commas between; each once, in the order given.
std::vector<ecs::ComponentId> components_named(const ecs::World& world, const std::string& text);

/// `; did you mean "Seek"?` when one of `known` looks like what was meant, else empty.
std::string did_you_mean(const std::string& name, const std::vector<std::string>& known);

}  // namespace editor
