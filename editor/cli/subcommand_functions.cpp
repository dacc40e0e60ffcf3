#include "editor/cli/subcommand_functions.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <ostream>
#include <sstream>

#include "ecs/edit/edit_facts.hpp"
#include "ecs/schedule/trace_recorder.hpp"
#include "editor/base/terminal_text.hpp"
#include "editor/base/text_format.hpp"
#include "editor/cli/without_pipe_signal.hpp"
#include "editor/session/session_bundle.hpp"
#include "editor/session/session_file.hpp"
#include "editor/session/session_script.hpp"
#include "figures/drawing/format.hpp"
#include "files/base/atomic_file.hpp"
#include "files/trace/chrome_trace.hpp"
#include "files/world_file/left_out.hpp"

namespace editor {

namespace {

void switch_off(Session& session, const std::vector<std::string>& systems) {
    for (const std::string& name : systems) {
        if (session.schedule.set_enabled(name, false)) continue;
        std::vector<std::string> known;
        for (const ecs::System* system : session.schedule.systems()) known.push_back(system->description.name);
        std::string hint = did_you_mean(name, known);
        if (hint.empty()) hint = known.empty() ? "; it has none at all" : "; its systems are " + joined(known);
        throw InputError("this world has no system \"" + name + "\"" + hint);
    }
}

std::size_t count_archetypes_in_use(const ecs::World& world) {
    std::size_t count = 0;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) count += world.archetype(id).entity_count() > 0;
    return count;
}

std::unique_ptr<Session> open_file(const WorldSource& source) {
    std::unique_ptr<Session> session = load_world(*source.game, source.file, nullptr, files::Losses::Accept);
    if (!source.migrate && !session->losses.empty())
        throw InputError(source.file.string() + ": opening it would lose values (" + losses_of(*session) +
                         "); --migrate opens it all the same");
    return session;
}

void write_trace(const ecs::TraceRecorder& trace, const std::filesystem::path& file, std::ostream& err) {
    {
        const WithoutPipeSignal quiet;
        files::write_file(file, files::chrome_trace(trace.copy(), "chunkscope"));
    }
    if (trace.total() > trace.size())
        err << "note: the trace has the last " << counted(trace.size(), "tick", "ticks") << " of "
            << with_commas(trace.total()) << "\n";
}

/// Everything is kept, with the hash of each tick.
ecs::TimelineOptions every_tick() {
    ecs::TimelineOptions options;
    options.cap_bytes = std::size_t{1} << 30;
    options.hash_every = 1;
    options.hash_share = 1e9;
    options.hitch_secs = 1e9;
    return options;
}

}  // namespace

std::string did_you_mean(const std::string& name, const std::vector<std::string>& known) {
    const std::string nearest = ecs::nearest_name(name, known);
    return nearest.empty() ? "" : "; did you mean \"" + nearest + "\"?";
}

std::unique_ptr<Session> open_source(const WorldSource& source) {
    if (!source.file.empty()) return open_file(source);
    const Game& game = *source.game;
    if (source.scene.empty() && game.scenes.empty()) return std::make_unique<Session>(game);
    const Scene* scene = source.scene.empty() ? &game.scenes.front() : game.find_scene(source.scene);
    if (!scene) {
        const std::vector<std::string> known = game.scene_names();
        if (known.empty())
            throw InputError("there is no scene \"" + source.scene + "\"; " + game.title_or_name() + " has none");
        std::string hint = did_you_mean(source.scene, known);
        if (hint.empty()) hint = "; the scenes are " + joined(known);
        throw InputError("there is no scene \"" + source.scene + "\"" + hint);
    }
    return Session::from_scene(game, *scene, source.count, source.seed.value_or(1));
}

std::unique_ptr<Session> open_with_warnings(const WorldSource& source, std::ostream& err) {
    std::unique_ptr<Session> session = open_source(source);
    for (const std::string& warning : session->warnings) err << "warning: " << terminal_text(warning) << "\n";
    return session;
}

void save_result(Session& session, const std::filesystem::path& file, std::ostream& err) {
    std::error_code error;
    const bool own_input = !session.file.empty() && std::filesystem::equivalent(file, session.file, error) && !error;
    for (const files::LeftOut& each : files::left_out_of_file(session.world))
        err << "warning: " << terminal_text(files::sentence_of(each)) << "\n";
    if (const std::size_t lines = own_input ? lines_in_other_form(session.game, file) : 0; lines > 0)
        err << "note: " << terminal_text(file.string())
            << " was written in another form: " << counted(lines, "line", "lines")
            << " changed besides what was edited\n";
    save_world(session.world, head_of(session), file, nullptr, own_input ? &session.on_disk : nullptr);
}

void list_scenes(const Game& game, std::ostream& out) {
    std::size_t width = 0;
    for (const Scene& scene : game.scenes) width = std::max(width, scene.name.size());
    for (const Scene& scene : game.scenes)
        out << scene.name << std::string(width - scene.name.size() + 2, ' ') << scene.description << " (--count "
            << scene.default_count << ")\n";
}

void run(const RunOptions& options, std::ostream& out, std::ostream& err) {
    const std::unique_ptr<Session> session = open_with_warnings(options.source, err);
    session->use_threads(options.threads);
    switch_off(*session, options.off);
    std::optional<ecs::TraceRecorder> trace;
    if (!options.trace.empty())
        session->schedule.trace = &trace.emplace(
            static_cast<std::size_t>(std::min(options.trace_ticks, std::max<std::uint64_t>(1, options.ticks))));
    if (!options.bundle.empty()) session->record(every_tick());
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t i = 0; i < options.ticks; ++i) session->tick();
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;
    session->schedule.trace = nullptr;
    if (!options.save.empty()) save_result(*session, options.save, err);
    if (!options.bundle.empty()) save(bundle_of(*session, {}), options.bundle);
    if (trace) write_trace(*trace, options.trace, err);
    if (options.hash) {
        out << session->hash_line() << "\n";
        return;
    }
    out << "ran " << counted(options.ticks, "tick", "ticks") << " in " << figures::format_decimal(spent.count(), 1)
        << " ms: now at tick " << with_commas(session->world.tick()) << " with "
        << counted(session->world.entity_count(), "entity", "entities") << "\n";
}

void replay(const ReplayOptions& options, std::ostream& out, std::ostream& err) {
    if (!files::is_bundle(options.file)) {
        (void)files::FileReader(options.file);  // says what is wrong with a file that cannot be read
        throw InputError(options.file.string() + R"(: this is no bundle, it has no "format": "chunkscope.bundle")");
    }
    BundleRun how;
    if (options.to) how.until = *options.to;
    how.to_view = false;
    how.threads = options.threads;
    std::unique_ptr<Session> session = load_bundle(*options.game, options.file, nullptr, files::Losses::Accept, how);
    if (!options.migrate && !session->losses.empty())
        throw InputError(options.file.string() + ": opening it would lose values (" + losses_of(*session) +
                         "); --migrate opens it all the same");
    for (const std::string& warning : session->warnings) err << "warning: " << terminal_text(warning) << "\n";
    const FromBundle& from = *session->from_bundle;
    if (options.to && (*options.to < from.first_tick || *options.to > from.last_tick))
        throw InputError(options.file.string() + " has no tick " + std::to_string(*options.to) + ": its ticks are " +
                         std::to_string(from.first_tick) + " to " + std::to_string(from.last_tick));
    if (!options.save.empty()) save_result(*session, options.save, err);
    if (options.hash) out << session->hash_line() << "\n";
    if (from.divergence)
        throw InputError(options.file.string() + ": tick " + std::to_string(from.divergence->found.tick) +
                         " is not as it was recorded. " + from.divergence->sentence);
    if (options.hash) return;
    if (from.hashes == 0) {
        out << "nothing was compared: " << terminal_text(options.file.string())
            << (session->schedule.systems().empty()
                    ? " holds the states of another program's ticks, which cannot run here"
                    : " has no hash until there")
            << "\n";
        return;
    }
    out << "replayed " << counted(session->world.tick() - from.first_tick, "tick", "ticks") << ", "
        << with_commas(from.first_tick) << " to " << with_commas(session->world.tick()) << ": "
        << counted(from.hashes, "hash", "hashes") << " as recorded\n";
}

void check(const CheckOptions& options, std::ostream& out) {
    const std::unique_ptr<Session> session = open_source(options.source);
    if (const FromBundle* const from = session->from_bundle.get(); from != nullptr && from->divergence)
        throw InputError(options.source.file.string() + ": tick " + std::to_string(from->divergence->found.tick) +
                         " is not as it was recorded. " + from->divergence->sentence);
    if (const std::vector<files::MergeMark>& conflicts = session->conflicts; !conflicts.empty()) {
        const files::MergeMark& first = conflicts.front();
        throw InputError(options.source.file.string() + ":" + std::to_string(first.at_line) + ":" +
                         std::to_string(first.at_column) + ": " + counted(conflicts.size(), "conflict", "conflicts") +
                         " of a merge must be decided and taken out of \"conflicts\": " +
                         terminal_text(files::places_with_lines(conflicts, files::most_placed_marks)));
    }
    out << "ok: " << counted(session->world.entity_count(), "entity", "entities") << ", "
        << counted(count_archetypes_in_use(session->world), "archetype", "archetypes") << "\n";
    for (const std::string& warning : session->warnings) out << "warning: " << terminal_text(warning) << "\n";
}

void edit(const EditOptions& options, std::ostream& out, std::ostream& err) {
    const std::unique_ptr<Session> session = open_with_warnings(options.source, err);
    const std::uint64_t random = session->schedule.random.state();  // changes draw from it
    // Nobody works with these steps later: each is counted, and --undo needs all of them.
    session->history.set_memory_limit(std::numeric_limits<std::size_t>::max());
    if (!options.script.empty()) run_script(*session, files::read_file(options.script), options.script.string());
    std::ostringstream said;  // each change of them may be wrong
    for (const std::string& change : options.changes) run_change(*session, change, options.dry_run, said);
    out << said.str();
    std::size_t edits = 0;
    for (const ecs::HistoryStep& step : session->history.steps()) edits += ecs::count_of_edits(step.edits);
    if (options.dry_run) {
        out << "would apply " << counted(edits, "edit", "edits") << "; nothing was saved\n";
        return;
    }
    if (options.undo) {
        const std::string reason = session->history.go_to(0);
        if (!reason.empty()) throw InputError(reason);
        session->schedule.random.set_state(random);
    }
    save_result(*session, options.save, err);
    out << (options.undo ? "applied and took back " : "applied ") << counted(edits, "edit", "edits") << ": "
        << terminal_text(options.save.string()) << " has "
        << counted(session->world.entity_count(), "entity", "entities") << "\n";
}

}  // namespace editor
