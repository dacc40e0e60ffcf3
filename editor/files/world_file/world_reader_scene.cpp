// Reads the parts of a world file around its entities: scene and systems.
#include <charconv>
#include <cmath>

#include "editor/files/world_file/world_reader.hpp"

namespace editor {

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
                session_->scene = session_->game.find_scene(name);
                if (!session_->scene && !name.empty()) {
                    session_->unknown_scene = name;
                    warn("there is no scene called " + files::in_quotes(name) + ", its systems do not run" +
                         files::did_you_mean(name, session_->game.scene_names()));
                }
            } else if (*key == "seed") {
                session_->seed = files::read_number_as<std::uint64_t>(json_);
            } else if (*key == "tick") {
                session_->world.set_tick(files::read_number_as<std::uint64_t>(json_));
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
                slot_count_ = files::read_number_as<std::uint32_t>(json_);
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
    CameraState& camera = session_->camera;
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        if (*key == "x")
            camera.x = files::read_number_as<float>(json_);
        else if (*key == "y")
            camera.y = files::read_number_as<float>(json_);
        else if (*key == "zoom")
            camera.zoom = files::read_number_as<float>(json_);
        else
            fail_unknown_member(*key, "a camera", {"x", "y", "zoom"});
        const float value = *key == "x" ? camera.x : *key == "y" ? camera.y : camera.zoom;
        if (!std::isfinite(value) || (*key == "zoom" && value <= 0))
            json_.fail_expected(*key == "zoom" ? "a number above 0" : "a finite number");
    }
    session_->file_camera = camera;
}

void WorldReader::read_free_list() {
    free_list_.emplace();
    std::vector<bool> listed;
    json_.begin_array();
    while (json_.next_element()) {
        const ecs::FreeRun run = read_free_run();
        if (run.end() > listed.size())
            listed.resize(std::min<std::size_t>(std::size_t{run.end()} * 2, std::size_t{highest_index} + 1));
        for (std::uint32_t index = run.first.index; index < run.end(); ++index) {
            if (index < generations_.size() && generations_[index] != 0)
                json_.fail("is free, but an entity of the file has index " + std::to_string(index));
            if (listed[index]) json_.fail("lists index " + std::to_string(index) + " a second time");
            listed[index] = true;
        }
        free_list_->push_back(run);
    }
}

/// `"12v3"`, or `"100v1..2000v1"` for many unused ones.
ecs::FreeRun WorldReader::read_free_run() {
    if (json_.peek() != files::JsonKind::String) return {read_id()};
    const std::size_t start = json_.offset();
    const std::string text(json_.read_string());
    const std::size_t dots = text.find("..");
    if (dots == std::string::npos) {
        json_.go_back(start);
        return {read_id()};
    }
    const auto first = ecs::parse_entity(text.substr(0, dots)), last = ecs::parse_entity(text.substr(dots + 2));
    if (!first || !last || first->generation != 1 || last->generation != 1 || first->index >= last->index ||
        last->index > highest_index)
        json_.fail("must be ids of generation 1, the lower one first, like \"100v1..2000v1\", found " +
                   files::in_quotes(text));
    return {*first, last->index - first->index + 1};
}

void WorldReader::read_systems() {
    Session& session = *session_;
    if (session.scene) {
        if (!session.game.keys.empty()) session.add_system(held_keys_system);
        for (const std::string& name : session.scene->systems) session.add_system(name);
    }
    if (!systems_at_) return;
    json_.go_to(*systems_at_, "systems");
    json_.begin_object();
    std::string before;
    while (const auto key = json_.next_member()) {
        const std::string name(*key), after = std::exchange(before, name);
        bool enabled = true;
        json_.begin_object();
        while (const auto member = json_.next_member()) {
            if (*member == "enabled")
                enabled = json_.read_bool();
            else
                fail_unknown_member(*member, "a system", {"enabled"});
        }
        if (session.schedule.find(name) || session.add_system(name)) {
            session.schedule.set_enabled(name, enabled);
            continue;
        }
        session.unknown_systems.push_back({name, enabled, after});
        warn("there is no system called " + files::in_quotes(name) + ", it does not run" +
             files::did_you_mean(name, session.game.system_names()));
    }
    warn_of_idle_systems();
}

}  // namespace editor
