// Reads the parts of a world file around its entities: scene and systems.
#include <charconv>
#include <cmath>

#include "files/world_file/world_reader.hpp"

namespace files {

namespace {

double read_budget(JsonReader& json) {
    const auto budget = read_number_as<double>(json);
    if (!std::isfinite(budget) || budget < 0) json.fail_expected("a number of microseconds from 0 on");
    return budget;
}

}  // namespace

void WorldReader::read_scene() {
    const SceneDefaults defaults;
    file_.seed = defaults.seed;
    world_.set_tick(0);
    std::optional<std::uint64_t> random;
    if (scene_at_) {
        json_.go_to(*scene_at_, "scene");
        json_.begin_object();
        while (const auto key = json_.next_member()) {
            if (*key == "name") {
                file_.scene = json_.read_string();
            } else if (*key == "seed") {
                file_.seed = read_number_as<std::uint64_t>(json_);
            } else if (*key == "tick") {
                world_.set_tick(read_number_as<std::uint64_t>(json_));
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
            } else if (*key == "budget_us") {
                file_.tick_budget_us = read_budget(json_);
            } else if (*key == "free") {
                read_free_list();
            } else if (*key == "slots") {
                slot_count_ = read_number_as<std::uint32_t>(json_);
                if (slot_count_ < 1 || slot_count_ > std::size_t{highest_index} + 1)
                    json_.fail_expected("a whole number from 1 to " + std::to_string(highest_index + 1));
            } else {
                fail_unknown_member(*key, "a scene",
                                    {"name", "seed", "tick", "random", "camera", "budget_us", "free", "slots"});
            }
        }
    }
    file_.random = random.value_or(file_.seed);
}

void WorldReader::read_camera() {
    Camera camera;
    json_.begin_object();
    while (const auto key = json_.next_member()) {
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
    file_.camera = camera;
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
    if (json_.peek() != JsonKind::String) return {read_id()};
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
                   in_quotes(text));
    return {*first, last->index - first->index + 1};
}

void WorldReader::read_systems() {
    if (systems_at_) {
        json_.go_to(*systems_at_, "systems");
        json_.begin_object();
        while (const auto key = json_.next_member()) {
            auto& [name, enabled] = file_.systems.emplace_back(*key, true);
            bool removed = false;
            SystemNote note{name};
            json_.begin_object();
            while (const auto member = json_.next_member()) {
                if (*member == "enabled")
                    enabled = json_.read_bool();
                else if (*member == "rule")
                    file_.rules.emplace_back(name, json_.read_string("a change like \"Health : Health.hp += 1\""));
                else if (*member == "group")
                    note.group = json_.read_string("the name of a group");
                else if (*member == "budget_us")
                    note.budget_us = read_budget(json_);
                else if (*member == "removed")
                    removed = json_.read_bool();
                else
                    fail_unknown_member(*member, "a system", {"enabled", "rule", "group", "budget_us", "removed"});
            }
            if (!removed && !note.empty()) file_.notes.push_back(std::move(note));
            if (!removed) continue;
            file_.removed_systems.push_back(name);
            file_.systems.pop_back();
        }
    }
    if (options_.systems) options_.systems(file_);
}

}  // namespace files
