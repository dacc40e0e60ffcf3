#include "files/world_file/file_systems.hpp"

#include <algorithm>

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

std::string system_text(bool enabled, const std::string* rule) {
    std::string text = enabled ? "{ \"enabled\": true" : "{ \"enabled\": false";
    if (rule) {
        text += ", \"rule\": ";
        append_string(text, *rule);
    }
    return text + " }";
}

void note_systems(const ecs::Schedule& schedule, WorldFile& file) {
    file.systems.clear();
    file.rules.clear();
    for (const ecs::System* system : schedule.systems()) {
        const ecs::SystemDescription& description = system->description;
        file.systems.emplace_back(description.name, system->enabled || system->waiting);
        if (!description.rule.empty()) file.rules.emplace_back(description.name, description.rule);
    }
}

bool add_rule(const WorldFile& file, std::string_view name, ecs::Schedule& schedule) {
    const std::string* const rule = find_rule(file, name);
    return rule && schedule.add(ecs::make_rule(std::string(name), *rule));
}

void settle_systems(WorldFile& file, const ecs::World& world, ecs::Schedule& schedule) {
    for (const auto& [name, enabled] : file.systems) schedule.set_enabled(name, enabled);
    put_in_order(file, schedule);
    schedule.bind_anew(world);
    for (const ecs::System* system : schedule.systems())
        if (!system->problem.empty())
            file.warnings.push_back("the rule " + system->description.name + " does not run: " + system->problem);
}

}  // namespace files
