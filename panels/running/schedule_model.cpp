#include "panels/running/schedule_model.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include "panels/base/language.hpp"

namespace panels {

namespace {

/// Cheap enough for every frame: what a schedule of another shape would differ in.
std::uint64_t fingerprint_of(const ecs::World& world, const ecs::Schedule& schedule) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    const auto add = [&](std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3u + (hash >> 29); };
    const auto systems = schedule.systems();
    const auto stages = schedule.stages();
    for (std::size_t i = 0; i < systems.size(); ++i) {
        const ecs::SystemDescription& description = systems[i]->description;
        add(std::hash<std::string>()(description.name));
        add(description.before.size() * 64 + description.after.size());
        add(stages[i]);
        add(description.accesses.size());
        for (const ecs::SystemAccess& access : description.accesses)
            add(access.component * 4 + static_cast<std::uint64_t>(access.access));
    }
    add(world.types().size());
    return hash == 0 ? 1 : hash;
}

}  // namespace

bool ScheduleModel::read(const ecs::World& world, const ecs::Schedule& schedule) {
    const std::uint64_t now = fingerprint_of(world, schedule);
    if (now == fingerprint_) return false;
    fingerprint_ = now;
    nodes_.clear();
    stages_.clear();
    const auto systems = schedule.systems();
    const auto stage_numbers = schedule.stages();
    for (std::size_t i = 0; i < systems.size(); ++i) {
        const ecs::SystemDescription& description = systems[i]->description;
        Node& node = nodes_.emplace_back(Node{.name = description.name,
                                              .phase = description.phase,
                                              .enabled = systems[i]->enabled,
                                              .parallel = description.parallel,
                                              .stage = stage_numbers[i]});
        if (node.stage == ecs::Schedule::no_stage) continue;
        if (node.stage == stages_.size()) stages_.push_back({.first = i, .phase = node.phase});
        node.row = stages_[node.stage].count++;
    }
    find_conflicts(world, schedule);
    find_edges(schedule);
    return true;
}

void ScheduleModel::find_conflicts(const ecs::World& world, const ecs::Schedule& schedule) {
    conflicts_.clear();
    conflict_of_.assign(nodes_.size() * nodes_.size(), 0);
    struct User {
        std::size_t system;
        bool writes;
    };
    std::vector<std::vector<User>> users(world.types().size());
    for (std::size_t i = 0; i < nodes_.size(); ++i)
        for (const ecs::SystemAccess& access : schedule.systems()[i]->description.accesses) {
            if (access.component >= users.size() || access.access == ecs::Access::None) continue;
            users[access.component].push_back({i, access.access == ecs::Access::Write});
        }
    for (ecs::ComponentId component = 0; component < users.size(); ++component)
        for (const User& a : users[component])
            for (const User& b : users[component]) {
                if (a.system >= b.system || (!a.writes && !b.writes)) continue;
                std::uint32_t& number = conflict_of_[a.system * nodes_.size() + b.system];
                if (number == 0) {
                    conflicts_.push_back({.first = a.system, .second = b.system, .over = {}});
                    number = static_cast<std::uint32_t>(conflicts_.size());
                    conflict_of_[b.system * nodes_.size() + a.system] = number;
                }
                conflicts_[number - 1].over.push_back({component, a.writes, b.writes});
            }
}

void ScheduleModel::find_edges(const ecs::Schedule& schedule) {
    edges_.clear();
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < nodes_.size(); ++i) places.emplace(nodes_[i].name, i);
    const auto add = [&](std::size_t from, std::size_t to) {
        if (nodes_[from].phase == nodes_[to].phase && !asked(from, to)) edges_.push_back({from, to, true});
    };
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const ecs::SystemDescription& description = schedule.systems()[i]->description;
        for (const std::string& name : description.after)
            if (const auto found = places.find(name); found != places.end()) add(found->second, i);
        for (const std::string& name : description.before)
            if (const auto found = places.find(name); found != places.end()) add(i, found->second);
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (!nodes_[i].enabled) continue;
        for (std::size_t before = i; before-- > 0;) {
            if (!nodes_[before].enabled || conflict(before, i) == nullptr) continue;
            if (!asked(before, i)) edges_.push_back({before, i, false});
            break;
        }
    }
}

const SystemConflict* ScheduleModel::conflict(std::size_t a, std::size_t b) const {
    const std::uint32_t number = conflict_of_[a * nodes_.size() + b];
    return number == 0 ? nullptr : &conflicts_[number - 1];
}

bool ScheduleModel::asked(std::size_t from, std::size_t to) const {
    return std::any_of(edges_.begin(), edges_.end(),
                       [&](const SystemEdge& edge) { return edge.asked && edge.from == from && edge.to == to; });
}

std::vector<std::size_t> critical_path(const ScheduleModel& model, const ecs::Schedule& schedule) {
    constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::vector<std::size_t> longest(model.stages().size(), none);
    const auto systems = schedule.systems();
    for (std::size_t i = 0; i < std::min(model.nodes().size(), systems.size()); ++i) {
        const std::size_t stage = model.nodes()[i].stage;
        if (stage >= longest.size()) continue;
        if (longest[stage] == none || systems[i]->stats.mean_secs() > systems[longest[stage]]->stats.mean_secs())
            longest[stage] = i;
    }
    std::erase(longest, none);
    return longest;
}

const char* name_for_people(ecs::Phase phase) {
    switch (phase) {
        case ecs::Phase::PreUpdate:
            return tr("Before the update");
        case ecs::Phase::Update:
            return tr("Update");
        case ecs::Phase::PostUpdate:
            return tr("After the update");
    }
    return "";
}

}  // namespace panels
