#include "editor/session/session_bundle.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/snapshot/left_out.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "editor/session/session_file.hpp"
#include "editor/session/session_maker.hpp"
#include "files/base/atomic_file.hpp"

namespace editor {

namespace {

/// The head of a world file of the first tick, with the systems of then.
files::WorldFile head_at_start(const Session& session, const ecs::TimeTape& tape) {
    files::WorldFile head = head_of(session);
    std::vector<std::pair<std::string, bool>> unknown;
    for (const auto& each : head.systems)
        if (session.schedule.find(each.first) == nullptr) unknown.push_back(each);
    head.file.clear();
    head.random = tape.random;
    head.systems.clear();
    head.rules.clear();
    std::erase_if(head.notes, [&](const files::SystemNote& note) { return session.schedule.find(note.system); });
    for (const ecs::TimeTape::OfSystem& system : tape.systems) {
        head.systems.emplace_back(system.name, system.enabled || system.waiting);
        if (!system.description) continue;
        if (!system.description->rule.empty()) head.rules.emplace_back(system.name, system.description->rule);
        files::SystemNote note{system.name, system.description->group, system.description->budget_us};
        if (!note.empty()) head.notes.push_back(std::move(note));
    }
    head.systems.insert(head.systems.end(), unknown.begin(), unknown.end());
    head.removed_systems.clear();
    if (session.scene)
        for (const std::string& name : session.scene->systems)
            if (std::ranges::none_of(head.systems, [&](const auto& each) { return each.first == name; }))
                head.removed_systems.push_back(name);
    return head;
}

/// Those that ran on_create then have run it here, and all were added in the same order. The world is as it was.
void settle_systems_as(Session& session, const ecs::TimeTape& tape, const std::string& name) {
    ecs::Schedule& schedule = session.schedule;
    std::vector<std::string> created;
    std::size_t position = 0;
    for (const ecs::TimeTape::OfSystem& system : tape.systems) {
        const std::size_t now = schedule.position_of(system.name);
        if (now == ecs::Schedule::last) continue;  // reading the world warned of it
        if (now != position) (void)schedule.move(system.name, position);
        ++position;
        if (system.created) created.push_back(system.name);
    }
    if (created.empty()) return;
    ecs::Snapshots snapshots(session.world);
    const ecs::Result<ecs::Snapshot> before = snapshots.take();
    if (!before) throw files::FileError(name, 0, 0, before.error());
    schedule.run_on_create(session.world, created);
    (void)snapshots.restore(*before);
}

template <class T>
T or_throw(ecs::Result<T> result) {
    if (!result) throw files::FileError("the bundle", 0, 0, result.error());
    return std::move(*result);
}

void take_time(SessionBundle& bundle, const ecs::World& types, ecs::TimeTape& tape) {
    bundle.first_tick = tape.first_tick;
    bundle.last_tick = tape.last_tick;
    if (!tape.why_short.empty())
        bundle.why_short = tape.why_short + (bundle.why_short.empty() ? "" : "; ") + bundle.why_short;
    bundle.content.time = files::time_text(types, tape);
    bundle.start = std::move(tape.start);
}

/// With the tape that the record becomes. `name` is that of the file, for messages.
SessionBundle without_record(SessionBundle bundle, ecs::Progress* progress, const std::string& name) {
    if (progress != nullptr) progress->say(ecs::tr_later("Comparing the recorded moments"));
    ecs::Result<ecs::TimeTape> tape = std::exchange(bundle.record, std::nullopt)->tape(progress);
    if (progress != nullptr && progress->cancelled()) throw files::Cancelled(name, "saving");
    ecs::TimeTape made = or_throw(std::move(tape));
    if (progress != nullptr) progress->say(ecs::tr_later("Writing"));
    take_time(bundle, *made.types_of, made);
    return bundle;
}

std::unique_ptr<Session> read_start(const Game& game, const files::BundleReader& reader, const std::string& name,
                                    ecs::Progress* progress, files::Losses losses) {
    SessionMaker maker(game, nullptr, losses);
    files::LoadOptions options = maker.options();
    options.systems = [&, add_systems = options.systems](files::WorldFile& file) {
        add_systems(file);
        ecs::prepare_order(maker.world(), reader.order());
    };
    if (progress != nullptr && progress->cancelled()) throw files::Cancelled(name, "opening");
    std::unique_ptr<Session> session = maker.finish(files::read_world(reader.world(), name, maker.world(), options));
    if (const std::string why = ecs::restore_order(session->world, reader.order()); !why.empty())
        throw files::FileError(name, 0, 0, "its \"order\" does not fit its \"world\": " + why);
    return session;
}

}  // namespace

SessionBundle bundle_of(Session& session, BundleOptions options) {
    const std::uint64_t now = session.world.tick() + (session.schedule.within_tick() ? 1 : 0);
    const std::uint64_t from = now - std::min(now, options.last_ticks);
    SessionBundle bundle;
    bundle.code = session.code();
    if (const std::string names = ecs::left_out_text(session.world); !names.empty())
        bundle.why_short = ecs::phrase("{} cannot be copied: the bundle has default values of it", names);
    if (session.timeline.recording() && session.timeline.by_states()) {
        bundle.record = or_throw(session.timeline.state_record(from));
        ecs::TimeTape without_systems;
        without_systems.random = bundle.record->random();
        bundle.content.head = head_at_start(session, without_systems);
    } else {
        ecs::TimeTape tape = or_throw(session.timeline.tape(from));  // may finish a tick
        bundle.content.head = head_at_start(session, tape);
        take_time(bundle, session.world, tape);
    }
    bundle.content.note = std::move(options.note);
    bundle.content.view = {session.world.tick(), std::move(options.selection), session.camera,
                           std::move(options.layout)};
    return bundle;
}

std::string save(const SessionBundle& bundle, const std::filesystem::path& file, ecs::Progress* progress) {
    if (bundle.record) return save(without_record(bundle, progress, file.string()), file, progress);
    files::save_bundle(*bundle.start, bundle.content, file, progress);
    return bundle.why_short;
}

std::string text_of(const SessionBundle& bundle) {
    if (bundle.record) return text_of(without_record(bundle, nullptr, "the bundle"));
    return files::write_bundle(*bundle.start, bundle.content);
}

std::unique_ptr<Session> read_bundle(const Game& game, std::string text, const std::string& name,
                                     ecs::Progress* progress, files::Losses losses, const BundleRun& run) {
    try {
        const files::BundleReader reader(std::move(text), name);
        std::unique_ptr<Session> session = read_start(game, reader, name, progress, losses);
        const auto make = [&](std::string_view system) {
            return game.make_system(system, session->world, session->keys);
        };
        ecs::TimeTape tape = reader.time(session->world, {make, game.system_names()});
        if (tape.first_tick != session->world.tick())
            throw files::FileError(name, 0, 0,
                                   "its world is of tick " + std::to_string(session->world.tick()) +
                                       ", and its recorded time begins at tick " + std::to_string(tape.first_tick));
        settle_systems_as(*session, tape, name);
        session->schedule.random.set_state(tape.random);
        session->use_threads(run.threads);
        session->record(run.timeline);
        session->file.clear();
        session->on_disk = {};
        const std::uint64_t first = tape.first_tick, last = tape.last_tick, until = std::clamp(run.until, first, last);
        const auto hashes = std::ranges::count_if(tape.hashes, [&](const auto& each) { return each.first <= until; });
        if (progress != nullptr) progress->begin(until - first + 1);
        const std::string why = session->timeline.play(std::move(tape), until, [&](std::uint64_t tick) {
            if (progress == nullptr) return true;
            progress->advance_to(tick - first);
            return !progress->cancelled();
        });
        if (progress != nullptr && progress->cancelled()) throw files::Cancelled(name, "opening");
        if (!why.empty()) throw files::FileError(name, 0, 0, why);
        session->from_bundle = std::make_unique<FromBundle>(FromBundle{{},
                                                                       reader.note(),
                                                                       reader.view().selection,
                                                                       reader.view().layout,
                                                                       first,
                                                                       last,
                                                                       static_cast<std::size_t>(hashes),
                                                                       session->timeline.divergence()});
        if (reader.view().camera) session->camera = *reader.view().camera;
        if (run.to_view && reader.view().tick < session->world.tick())
            if (const std::string why_not = session->timeline.seek(reader.view().tick); !why_not.empty())
                throw files::FileError(name, 0, 0, why_not);
        if (progress != nullptr) progress->finish();
        return session;
    } catch (const std::bad_alloc&) {
        throw files::NotEnoughMemory(name, "this bundle");
    }
}

std::unique_ptr<Session> load_bundle(const Game& game, const std::filesystem::path& file, ecs::Progress* progress,
                                     files::Losses losses, const BundleRun& run) {
    std::string text;
    try {
        files::FileReader reader(file);
        text = reader.read_rest(files::most_bundle_bytes);
    } catch (const std::bad_alloc&) {
        throw files::NotEnoughMemory(file.string(), "this bundle");
    }
    std::unique_ptr<Session> session = read_bundle(game, std::move(text), file.string(), progress, losses, run);
    session->from_bundle->file = file;
    return session;
}

}  // namespace editor
