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

/// The input is wrong, but no place in a file is at fault.
class InputError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A text of the language is wrong. `place` is its line with a caret under the character.
class TextInputError : public InputError {
public:
    TextInputError(const std::string& what, std::string place_in_text)
        : InputError(what), place(std::move(place_in_text)) {}
    std::string place;
};

struct RunOptions {
    WorldSource source;
    std::uint64_t ticks = 0;
    std::size_t threads = 0;          // 0: one per core
    std::vector<std::string> off;     // names of systems
    std::filesystem::path save;       // empty: do not save
    std::filesystem::path trace;      // what ran when, as a Chrome trace; empty: do not record
    std::uint64_t trace_ticks = 600;  // how many of the last ticks the trace has
    std::filesystem::path bundle;     // with all these ticks as recorded time; empty: none
    bool hash = false;
};
struct ReplayOptions {
    const Game* game = &no_game();
    std::filesystem::path file;
    std::optional<std::uint64_t> to;  // the last tick; nothing: that of the bundle
    std::size_t threads = 0;          // 0: one per core
    std::filesystem::path save;       // the world afterwards, as a world file; empty: do not save
    bool hash = false;
    bool migrate = false;  // losses are accepted, see files::Losses
};
struct StatsOptions {
    WorldSource source;
    std::uint64_t ticks = 0;
    bool json = false;
};
struct LayoutOptions {
    WorldSource source;
    std::string archetype;  // names of its components, separated by commas
    std::size_t chunk = 0;
    std::uint64_t ticks = 0;
    bool json = false;
    bool rules = false;  // instead: the content of a chunk of these components under several rules
};
struct DoctorOptions {
    WorldSource source;
    std::uint64_t ticks = 0;
    bool json = false, fix = false;
    std::filesystem::path save;  // with `fix`
};
/// A figure of the world's memory, written into a file; see figures/world/figure.hpp.
struct FigureOptions {
    WorldSource source;
    LookOptions look;       // no theme: light, no scale: 2
    std::string figure;     // the name of a figures::FigureKind
    std::string archetype;  // for a layout: any components
    std::string system;     // for cache lines: the system
    std::size_t chunk = 0;
    std::uint64_t ticks = 0;
    std::filesystem::path out;
};
/// One storage of the Storage Lab, or all of them side by side.
struct LabOptions {
    std::optional<ecs::lab::StorageKind> storage;  // none: all
    ecs::lab::Mode mode = ecs::lab::Mode::Repaired;
    std::string scenario;             // built-in name, or a file
    std::optional<std::size_t> step;  // number of steps to run; none: all
    bool every_step = false;          // with `out`, whose name has %d: one file per step
    bool json = false;
    std::string what;  // one of lab_export_names(), with `out`
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
    WorldSource source;                  // a file
    std::filesystem::path script, save;  // empty: none
    std::vector<std::string> changes;    // after the script, in order
    bool undo = false, dry_run = false;
};
struct DiffOptions {
    WorldSource before, after;        // files
    std::optional<WorldSource> base;  // from which both came, where it is known
    bool one_maker = false;           // one id is one entity
    std::string title;                // printed above; empty: none
    bool json = false;
};
struct MergeOptions {
    WorldSource base, ours, theirs;  // files
    std::filesystem::path save;
};
struct QueryOptions {
    WorldSource source;
    std::uint64_t ticks = 0;
    std::string query;
    bool json = false, csv = false;
};

struct WhyOptions {
    WorldSource source;
    std::uint64_t ticks = 0;
    std::string entity;         // its id or its name
    std::string query, system;  // one of them; the other one is empty
    bool json = false;
};

void list_scenes(const Game& game, std::ostream& out);
void run(const RunOptions& options, std::ostream& out, std::ostream& err);
void show_stats(const StatsOptions& options, std::ostream& out, std::ostream& err);
void show_layout(const LayoutOptions& options, std::ostream& out, std::ostream& err);
void show_layout_rules(const LayoutOptions& options, std::ostream& out, std::ostream& err);
/// Prints the fragmentation of a world's memory. With `fix`, applies the possible remedies and prints what remains.
void run_doctor(const DoctorOptions& options, std::ostream& out, std::ostream& err);
void draw_figure(const FigureOptions& options, std::ostream& err);
void list_lab_scenarios(std::ostream& out);
void run_lab(const LabOptions& options, std::ostream& out);
void write_lesson_handout(const HandoutOptions& options);
/// Runs the recorded ticks of a bundle again. Throws InputError when one of them is not as it was recorded.
void replay(const ReplayOptions& options, std::ostream& out, std::ostream& err);
void check(const CheckOptions& options, std::ostream& out);
void edit(const EditOptions& options, std::ostream& out, std::ostream& err);

/// Prints in what two worlds differ. Returns whether they do.
bool run_diff(const DiffOptions& options, std::ostream& out);
/// Merges what two sides made of a world, and saves it. Conflicts are printed and marked in the file, which has ours
/// there; then it returns false.
bool run_merge(const MergeOptions& options, std::ostream& out, std::ostream& err);

/// Prints what a query finds. Throws TextInputError when the query is wrong.
void run_query(const QueryOptions& options, std::ostream& out, std::ostream& err);
/// Prints why an entity matches a query, or is visited by a system, or not. Throws TextInputError when the query is
/// wrong.
void run_why(const WhyOptions& options, std::ostream& out, std::ostream& err);
/// Makes a change as one step of the history, and prints what it did, or would do. Throws TextInputError when the text
/// is wrong, and InputError when a value does not fit.
void run_change(Session& session, const std::string& change, bool dry_run, std::ostream& out);

/// As open_source; prints the warnings about a file to `err`.
std::unique_ptr<Session> open_with_warnings(const WorldSource& source, std::ostream& err);

/// A file of `diff` and `merge`, of which several are open at once: it says nothing about types that only files know.
std::unique_ptr<Session> open_side(const WorldSource& source);

/// Saves the result of a subcommand. Throws ChangedOnDisk when `file` is the file that the world was read from and
/// somebody has changed it since.
/// `err` learns what is left out of the file, and what changes besides the edits.
void save_result(Session& session, const std::filesystem::path& file, std::ostream& err);

/// The archetype of exactly these components, in any order, separated by commas. Throws InputError.
const ecs::Archetype& archetype_named(const ecs::World& world, const std::string& text);
/// Ids of components by name, separated by commas; each once, in the given order.
std::vector<ecs::ComponentId> components_named(const ecs::World& world, const std::string& text);

/// `; did you mean "Seek"?` when one of `known` is close to `name`, else empty.
std::string did_you_mean(const std::string& name, const std::vector<std::string>& known);

}  // namespace editor
