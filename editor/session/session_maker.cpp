#include "editor/session/session_maker.hpp"

#include <algorithm>
#include <utility>

#include "files/json/json_reader.hpp"
#include "files/world_file/file_systems.hpp"

namespace editor {

SessionMaker::SessionMaker(const Game& game, ecs::Progress* progress, files::Losses losses)
    : game_(game), options_{.progress = progress, .losses = losses} {
    options_.types = [this](files::WorldFile& file) { return take_scene(file); };
    options_.systems = [this](files::WorldFile& file) { add_systems(file); };
    options_.another_world = [this]() -> ecs::World& { return new_world(); };
    new_world();
}

ecs::World& SessionMaker::new_world() {
    session_ = std::make_unique<Session>(game_, Session::WithoutTypes());
    return session_->world;
}

files::ProgramTypes SessionMaker::take_scene(files::WorldFile& file) {
    session_->scene = game_.find_scene(file.scene);
    if (session_->scene) {
        const auto add = [this, scene = session_->scene](ecs::TypeRegistry& types) {
            if (game_.register_types) game_.register_types(types);
            if (scene->register_types) scene->register_types(types);
        };
        return {.add = add, .owner = "the scene", .replaced = replaced_};
    }
    if (!file.scene.empty()) {
        session_->unknown_scene = file.scene;
        file.warnings.push_back("there is no scene called " + files::in_quotes(file.scene) +
                                ", its systems do not run" + files::did_you_mean(file.scene, game_.scene_names()));
    }
    // Without a scene, what the file describes is its own.
    return {.add = game_.register_types ? game_.register_types : [](ecs::TypeRegistry&) {},
            .owner = game_.title_or_name(),
            .give_way = true,
            .suffix = suffix(),
            .replaced = replaced_};
}

void SessionMaker::add_systems(files::WorldFile& file) {
    Session& session = *session_;
    if (session.scene) {
        if (!game_.keys.empty()) session.add_system(held_keys_system);
        const std::vector<std::string>& removed = file.removed_systems;
        for (const std::string& name : session.scene->systems)
            if (std::find(removed.begin(), removed.end(), name) == removed.end()) session.add_system(name);
    }
    std::string before;
    for (const auto& [name, enabled] : file.systems) {
        const std::string after = std::exchange(before, name);
        if (files::find_rule(file, name)) {
            if (!files::add_rule(file, name, session.schedule))
                file.warnings.push_back("the rule " + files::in_quotes(name) +
                                        " has the name of a system of the program and was left out");
            continue;
        }
        if (session.schedule.find(name) || session.add_system(name)) continue;
        const files::SystemNote* const note = files::find_note(file, name);
        session.unknown_systems.push_back({name, enabled, after, note ? *note : files::SystemNote{}});
        file.warnings.push_back("there is no system called " + files::in_quotes(name) + ", it does not run" +
                                files::did_you_mean(name, game_.system_names()));
    }
    files::settle_systems(file, session.world, session.schedule);
    warn_of_idle_systems(file);
}

void SessionMaker::warn_of_idle_systems(files::WorldFile& file) const {
    const ecs::TypeRegistry& types = session_->world.types();
    for (const ecs::System* system : session_->schedule.systems())
        for (const ecs::SystemAccess& access : system->description.accesses) {
            const ecs::ComponentType& type = types[access.component];
            if (type.cpp_key == 0 || !type.name.ends_with(suffix())) continue;
            const std::string name = type.name.substr(0, type.name.size() - suffix().size());
            file.warnings.push_back("the system " + system->description.name + " is for the " + name + " of " +
                                    game_.title_or_name() + " and skips the file's own");
            break;
        }
}

std::unique_ptr<Session> SessionMaker::finish(files::WorldFile file) {
    Session& session = *session_;
    session.seed = file.seed;
    session.schedule.random.set_state(file.random);
    session.file_camera = file.camera;
    if (file.camera)
        session.camera = *file.camera;
    else
        session.look_at_all();
    // With a scene, the program describes the types.
    if (!session.scene) session.described_types = std::move(file.described_types);
    session.conflicts = std::move(file.conflicts);
    session.file = std::move(file.file);
    session.on_disk = file.on_disk;
    session.warnings = std::move(file.warnings);
    session.losses = std::move(file.losses);
    return std::move(session_);
}

}  // namespace editor
