#include "files/world_file/file_systems.hpp"

#include <algorithm>
#include <utility>

#include "ecs/language/rule.hpp"
#include "files/json/json_text.hpp"

namespace files {

namespace {

void put_in_order(const WorldFile& file, ecs::Schedule& schedule) {
    std::vector<std::string_view> wanted, present;
    for (const auto& [name, enabled] : file.systems)
        if (schedule.find(name)) wanted.push_back(name);
    for (const ecs::System* system : schedule.systems()) {
        const std::string_view name = system->description.name;
        if (std::find(wanted.begin(), wanted.end(), name) != wanted.end()) present.push_back(name);
    }
    // The order of adding may be another one and give the same order of running. A person who names a few systems, to
    // switch them off, says nothing about their order.
    if (wanted == present || present.size() != schedule.systems().size()) return;
    for (std::size_t i = 1; i < wanted.size(); ++i) {
        const std::size_t before = schedule.position_of(wanted[i - 1]);
        if (schedule.position_of(wanted[i]) < before) schedule.move(wanted[i], before);
    }
}

}  // namespace

const std::string* find_rule(const WorldFile& file, std::string_view name) {
    const auto found =
        std::find_if(file.rules.begin(), file.rules.end(), [&](const auto& each) { return each.first == name; });
    return found == file.rules.end() ? nullptr : &found->second;
}

const SystemNote* find_note(const WorldFile& file, std::string_view name) {
    const auto found =
        std::find_if(file.notes.begin(), file.notes.end(), [&](const SystemNote& each) { return each.system == name; });
    return found == file.notes.end() ? nullptr : &*found;
}

std::string system_text(bool enabled, const std::string* rule, const SystemNote* note) {
    std::string text = enabled ? "{ \"enabled\": true" : "{ \"enabled\": false";
    if (rule) {
        text += ", \"rule\": ";
        append_string(text, *rule);
    }
    if (note && !note->group.empty()) {
        text += ", \"group\": ";
        append_string(text, note->group);
    }
    if (note && note->budget_us > 0) {
        text += ", \"budget_us\": ";
        append_float(text, note->budget_us);
    }
    return text + " }";
}

void note_systems(const ecs::Schedule& schedule, WorldFile& file) {
    file.systems.clear();
    file.rules.clear();
    file.notes.clear();
    file.tick_budget_us = schedule.budget_us;
    for (const ecs::System* system : schedule.systems()) {
        const ecs::SystemDescription& description = system->description;
        file.systems.emplace_back(description.name, system->enabled || system->waiting);
        if (!description.rule.empty()) file.rules.emplace_back(description.name, description.rule);
        SystemNote note{description.name, description.group, description.budget_us};
        if (!note.empty()) file.notes.push_back(std::move(note));
    }
}

bool add_rule(const WorldFile& file, std::string_view name, ecs::Schedule& schedule) {
    const std::string* const rule = find_rule(file, name);
    return rule && schedule.add(ecs::make_rule(std::string(name), *rule));
}

void settle_systems(WorldFile& file, const ecs::World& world, ecs::Schedule& schedule) {
    for (const auto& [name, enabled] : file.systems) {
        schedule.set_enabled(name, enabled);
        const SystemNote* const note = find_note(file, name);
        schedule.set_note(name, note ? note->group : std::string(), note ? note->budget_us : 0);
    }
    schedule.budget_us = file.tick_budget_us;
    put_in_order(file, schedule);
    schedule.bind_anew(world);
    for (const ecs::System* system : schedule.systems())
        if (!system->problem.empty())
            file.warnings.push_back("the rule " + system->description.name + " does not run: " + system->problem);
}

}  // namespace files
