// The parts of a world file around its entities: component types, scene, systems.
#include <charconv>
#include <cmath>

#include "world_reader.hpp"

namespace editor {

void WorldReader::read_components() {
    if (!components_at_) return;
    json_.go_to(*components_at_, "components");
    json_.begin_object();
    while (const auto name = json_.next_member()) {
        if (components_.size() == most_types) json_.fail_about_key("a world file may have 4096 kinds of components");
        read_component(std::string(*name));
    }
}

void WorldReader::read_component(std::string name) {
    if (name.empty()) json_.fail_about_key("a component needs a name");
    if (name == "Name" || name == "Parent")
        json_.fail_about_key(name +
                             R"( is known to every world; write it as the member "name" or "parent" of an entity)");
    json_.peek();
    const std::size_t start = json_.offset();
    FileComponent entry;
    entry.described = std::make_unique<FileType>(read_schema(json_, name));
    ecs::TypeRegistry& types = session_->world.types();
    if ((entry.type = types.find(name))) {
        const std::string notes = migration_notes(*entry.type, *entry.described);
        if (!notes.empty()) warn(name + ": " + notes);
        if (!notes.empty() || !same_enums(*entry.type, *entry.described))
            entry.migrated = &entry.described->type.fields;
    } else {
        const ecs::Result<ecs::ComponentId> added = types.add_at_run_time(entry.described->type);
        if (!added) json_.fail_about_from(start, added.error());
        entry.type = &types[*added];
        warn(name + " is unknown to this program, it was made from the description in the file");
    }
    components_.emplace(std::move(name), std::move(entry));
}

WorldReader::FileComponent& WorldReader::component(std::string_view name) {
    if (const auto known = components_.find(name); known != components_.end()) return known->second;
    if (name.empty()) json_.fail_about_key("a component needs a name");
    if (name == "Name") json_.fail_about_key(R"(a name is written as the member "name" of its entity)");
    if (name == "Parent") json_.fail_about_key(R"(a parent is written as the member "parent" of its entity)");
    if (components_.size() == most_types) json_.fail_about_key("a world file may have 4096 kinds of components");

    FileComponent entry;
    ecs::TypeRegistry& types = session_->world.types();
    entry.type = types.find(name);
    if (!entry.type) {
        std::vector<std::string> known;
        for (ecs::ComponentId id = 0; id < types.size(); ++id)
            if (!types[id].opaque_json) known.push_back(types[id].name);
        const ecs::Result<ecs::ComponentId> added = types.add_opaque(std::string(name));
        if (!added) json_.fail_about_key(added.error());
        entry.type = &types[*added];
        warn(entry.type->name + " is unknown to this program and not described by the file, it is kept as it stands" +
             did_you_mean(name, known));
    }
    return components_.emplace(std::string(name), std::move(entry)).first->second;
}

void WorldReader::read_scene() {
    const SceneDefaults defaults;
    session_->seed = defaults.seed;
    std::optional<std::uint64_t> random;
    if (scene_at_) {
        json_.go_to(*scene_at_, "scene");
        json_.begin_object();
        while (const auto key = json_.next_member()) {
            if (*key == "name") {
                const std::string name(json_.read_string());
                session_->scene = find_scene(name);
                if (session_->scene && session_->scene->register_types)
                    session_->scene->register_types(session_->world.types());
                if (!session_->scene && !name.empty()) {
                    std::vector<std::string> known;
                    for (const Scene& scene : all_scenes()) known.emplace_back(scene.name);
                    session_->unknown_scene = name;
                    warn("there is no scene called " + in_quotes(name) + ", its systems do not run" +
                         did_you_mean(name, known));
                }
            } else if (*key == "seed") {
                session_->seed = read_number_as<std::uint64_t>(json_);
            } else if (*key == "tick") {
                session_->world.set_tick(read_number_as<std::uint64_t>(json_));
            } else if (*key == "random") {
                constexpr std::string_view expected = "16 hexadecimal digits in quotes";
                const std::string_view digits = json_.read_string(expected);
                std::uint64_t state = 0;
                const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), state, 16);
                if (error != std::errc{} || end != digits.data() + digits.size() || digits.size() != 16)
                    json_.fail_expected(expected);
                random = state;
            } else if (*key == "camera") {
                read_camera();
            } else if (*key == "free") {
                read_free_list();
            } else if (*key == "slots") {
                slot_count_ = read_number_as<std::uint32_t>(json_);
                if (slot_count_ < 1 || slot_count_ > std::size_t{highest_index} + 1)
                    json_.fail_expected("a whole number from 1 to " + std::to_string(highest_index + 1));
            } else {
                fail_unknown_member(*key, "a scene", {"name", "seed", "tick", "random", "camera", "free", "slots"});
            }
        }
    }
    session_->schedule.random.set_state(random.value_or(session_->seed));
}

void WorldReader::read_camera() {
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        CameraState& camera = session_->camera;
        if (*key == "x")
            camera.x = read_number_as<float>(json_);
        else if (*key == "y")
            camera.y = read_number_as<float>(json_);
        else if (*key == "zoom")
            camera.zoom = read_number_as<float>(json_);
        else
            fail_unknown_member(*key, "a camera", {"x", "y", "zoom"});
        const float value = *key == "x" ? camera.x : *key == "y" ? camera.y : camera.zoom;
        if (!std::isfinite(value) || (*key == "zoom" && value <= 0))
            json_.fail_expected(*key == "zoom" ? "a number above 0" : "a finite number");
    }
}

void WorldReader::read_free_list() {
    free_list_.emplace();
    std::vector<bool> listed;
    json_.begin_array();
    while (json_.next_element()) {
        const ecs::Entity entity = read_id();
        if (entity.index < generations_.size() && generations_[entity.index] != 0)
            json_.fail("is free, but an entity of the file has index " + std::to_string(entity.index));
        if (entity.index >= listed.size())
            listed.resize(std::min<std::size_t>(std::size_t{entity.index} * 2, highest_index) + 1);
        if (listed[entity.index]) json_.fail("lists index " + std::to_string(entity.index) + " a second time");
        listed[entity.index] = true;
        free_list_->push_back(entity);
    }
}

void WorldReader::read_systems() {
    Session& session = *session_;
    const auto add = [&](std::string_view name) {
        return add_system(name, session.world, session.schedule, session.input);
    };
    if (session.scene)
        for (std::string_view name : session.scene->systems) add(name);
    if (!systems_at_) return;
    json_.go_to(*systems_at_, "systems");
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        const std::string name(*key);
        bool enabled = true;
        json_.begin_object();
        while (const auto member = json_.next_member()) {
            if (*member == "enabled")
                enabled = json_.read_bool();
            else
                fail_unknown_member(*member, "a system", {"enabled"});
        }
        if (session.schedule.find(name) || add(name)) {
            session.schedule.set_enabled(name, enabled);
            continue;
        }
        const std::span<const std::string_view> known = system_names();
        session.unknown_systems.emplace_back(name, enabled);
        warn("there is no system called " + in_quotes(name) + ", it does not run" +
             did_you_mean(name, {known.begin(), known.end()}));
    }
}

}  // namespace editor
