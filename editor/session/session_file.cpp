#include "editor/session/session_file.hpp"

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>

#include "ecs/diff/diff_edits.hpp"
#include "editor/session/session_bundle.hpp"
#include "editor/session/session_maker.hpp"
#include "editor/session/undescribed.hpp"
#include "files/base/atomic_file.hpp"
#include "files/world_file/file_systems.hpp"
#include "files/world_file/line_form.hpp"

namespace editor {

namespace {

template <class Read>
std::unique_ptr<Session> with_memory(const std::string& name, const Read& read) {
    try {
        return read();
    } catch (const std::bad_alloc&) {
        throw files::NotEnoughMemory(name, "this world");
    }
}

/// Makes the session one that is played, and is by now as `played`. Both are of one Game.
void play_as(Session& session, const Session& played, const std::string& name) {
    std::string why = session.play.begin();
    if (why.empty()) why = ecs::bring_types(session.world, played.world);
    ecs::Result<std::vector<ecs::Edit>> edits =
        ecs::edits_of(ecs::diff(session.world, played.world), session.world, played.world);
    if (why.empty()) why = edits.error();
    if (why.empty()) why = ecs::apply_all(session.world, session.schedule, *edits).why;
    if (!why.empty()) throw files::FileError(name, 0, 0, why);
    for (const ecs::Edit& edit : *edits) ecs::release(session.world, edit);
    session.world.set_tick(played.world.tick());
    session.schedule.random = played.schedule.random;
    for (const ecs::System* system : played.schedule.systems())
        session.schedule.set_enabled(system->description.name, system->enabled);
}

}  // namespace

std::unique_ptr<Session> read_world(const Game& game, std::string_view text, const std::string& name,
                                    ecs::Progress* progress, files::Losses losses) {
    return with_memory(name, [&] {
        SessionMaker maker(game, progress, losses);
        return maker.finish(files::read_world(text, name, maker.world(), maker.options()));
    });
}

std::unique_ptr<Session> load_world(const Game& game, const std::filesystem::path& file, ecs::Progress* progress,
                                    files::Losses losses) {
    if (files::is_bundle(file)) return load_bundle(game, file, progress, losses);
    return with_memory(file.string(), [&] {
        SessionMaker maker(game, progress, losses);
        return maker.finish(files::load_world(file, maker.world(), maker.options()));
    });
}

std::string losses_of(const Session& session) {
    files::WorldFile file;
    file.losses = session.losses;
    return files::losses_of(file);
}

files::WorldFile head_of(const Session& session) {
    files::WorldFile head;
    head.file = session.file;
    head.scene = session.scene ? session.scene->name : session.unknown_scene;
    head.seed = session.seed;
    head.random = session.schedule.random.state();
    head.camera = session.file_camera;
    head.described_types = session.described_types;
    head.conflicts = session.conflicts;
    files::note_systems(session.schedule, head);
    // The scene would bring them back.
    if (session.scene)
        for (const std::string& name : session.scene->systems)
            if (!session.schedule.find(name)) head.removed_systems.push_back(name);
    // At their former places in the file, as far as their predecessors are still there.
    for (const Session::UnknownSystem& unknown : session.unknown_systems) {
        const auto before = std::find_if(head.systems.begin(), head.systems.end(),
                                         [&](const auto& each) { return each.first == unknown.after; });
        const auto place = unknown.after.empty()          ? head.systems.begin()
                           : before == head.systems.end() ? head.systems.end()
                                                          : before + 1;
        head.systems.insert(place, {unknown.name, unknown.enabled});
        if (!unknown.note.empty()) head.notes.push_back(unknown.note);
    }
    return head;
}

std::string write_world(const Session& session) { return files::write_world(session.world, head_of(session)); }

WorldToSave world_to_save(const Session& session) {
    WorldToSave wanted{head_of(session), {}};
    if (!session.saves_authored()) return wanted;
    wanted.authored = session.play.authored();
    wanted.head.random = session.play.random().state();
    for (const auto& [name, enabled] : session.play.enabled())
        for (auto& each : wanted.head.systems)
            if (each.first == name) each.second = enabled;
    // Those that were made since are not in that world.
    const std::size_t types = session.play.type_count();
    std::erase_if(wanted.head.described_types, [&](ecs::ComponentId id) { return id >= types; });
    return wanted;
}

files::FileStamp save_world(const Session& session, const std::filesystem::path& file, ecs::Progress* progress) {
    const WorldToSave wanted = world_to_save(session);
    if (!wanted.authored) return files::save_world(session.world, wanted.head, file, progress);
    return files::save_world(*wanted.authored.make_world(), wanted.head, file, progress);
}

std::size_t lines_in_other_form(const Game& game, const std::filesystem::path& file) {
    constexpr std::uintmax_t largest = 4u << 20;
    std::error_code missing;
    if (!std::filesystem::is_regular_file(file, missing) || std::filesystem::file_size(file, missing) > largest ||
        missing)
        return 0;
    try {
        if (files::is_bundle(file)) return 0;
        const std::string text = files::read_file(file);
        return files::count_new_lines(
            text, write_world(*read_world(game, text, file.string(), nullptr, files::Losses::Accept)));
    } catch (const files::FileError&) {
        return 0;
    }
}

CarriedWorld carried_world_of(const Session& session) {
    const ecs::TypeRegistry& types = session.world.types();
    CarriedWorld carried{session.world, head_of(session), {}, {}};
    for (ecs::ComponentId id = 0; id < types.size(); ++id)
        if (types[id].cpp_key != 0) carried.names_of_game.push_back(types[id].name);
    for (const ecs::ComponentId id : session.described_types) carried.described.push_back(types[id].name);
    if (session.saves_authored()) carried.authored = world_to_save(session);
    return carried;
}

std::unique_ptr<Session> with_other_game(const CarriedWorld& carried, const Game& game, ecs::Progress* progress) {
    const std::string name = "the world";
    const auto carry = [&](const ecs::World& world, const files::WorldFile& head) {
        return with_memory(name, [&] {
            if (progress != nullptr) progress->say("Writing the world as text");
            const std::string text = files::write_world(world, head, progress);
            if (progress != nullptr) progress->say("Reading it with the new code");
            SessionMaker maker(game, progress, files::Losses::Accept);
            maker.replace(carried.names_of_game);
            return maker.finish(files::read_world(text, name, maker.world(), maker.options()));
        });
    };
    std::unique_ptr<Session> other = carry(carried.world, carried.head);
    if (carried.authored) {
        std::unique_ptr<Session> authored = carry(*carried.authored->authored.make_world(), carried.authored->head);
        play_as(*authored, *other, name);
        authored->warnings = std::move(other->warnings);
        authored->losses = std::move(other->losses);
        other = std::move(authored);
    }
    other->described_types.clear();
    for (const std::string& each : carried.described)
        if (const ecs::ComponentType* type = other->world.types().find(each))
            other->described_types.push_back(type->id);
    for (const std::string& text : carry_undescribed(carried.world, other->world)) {
        other->warnings.push_back(text);
        other->losses.push_back(text);
    }
    return other;
}

void take_place_of(const Session& session, Session& next) {
    next.camera = session.camera;
    next.scene_count = session.scene_count;
    next.file = session.file;
    next.on_disk = session.on_disk;
    next.is_level = session.is_level;
    if (session.unsaved()) next.history.mark_unsaved();
}

std::unique_ptr<Session> with_other_game(const Session& session, const Game& game) {
    std::unique_ptr<Session> other = with_other_game(carried_world_of(session), game, nullptr);
    take_place_of(session, *other);
    return other;
}

}  // namespace editor
