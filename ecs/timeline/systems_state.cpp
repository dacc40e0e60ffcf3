#include "ecs/timeline/systems_state.hpp"

#include <algorithm>

namespace ecs {

namespace {

std::vector<const System*> in_order_of_adding(const Schedule& schedule) {
    std::vector<const System*> systems(schedule.systems().size());
    for (const System* system : schedule.systems()) systems[schedule.position_of(system->description.name)] = system;
    return systems;
}

bool same(const SystemsState::One& known, const System& now) {
    return known.system == &now && known.name == now.description.name &&
           known.description->rule == now.description.rule;
}

bool is_as_known(const SystemsState::One& known, const System& now) {
    return same(known, now) && known.enabled == now.enabled && known.waiting == now.waiting &&
           known.created == now.created;
}

}  // namespace

std::shared_ptr<const SystemsState> systems_state(const Schedule& schedule,
                                                  const std::shared_ptr<const SystemsState>& known) {
    const std::vector<const System*> systems = in_order_of_adding(schedule);
    if (known && std::equal(known->systems.begin(), known->systems.end(), systems.begin(), systems.end(),
                            [](const SystemsState::One& one, const System* now) { return is_as_known(one, *now); }))
        return known;
    auto state = std::make_shared<SystemsState>();
    for (const System* system : systems) {
        SystemsState::One one{system,          system->description.name, system->enabled,
                              system->waiting, system->created,          nullptr};
        if (known)
            for (const SystemsState::One& each : known->systems)
                if (same(each, *system)) one.description = each.description;
        if (!one.description) one.description = std::make_shared<const SystemDescription>(system->description);
        state->systems.push_back(std::move(one));
    }
    return state;
}

void bring_systems(World& world, Schedule& schedule, const SystemsState& state) {
    std::vector<std::string> created, others;
    for (const SystemsState::One& one : state.systems)
        if (one.created) created.push_back(one.name);
    schedule.shut_down(world, created);
    const auto wanted = [&](const System& system) {
        return std::any_of(state.systems.begin(), state.systems.end(), [&](const SystemsState::One& one) {
            return one.name == system.description.name && one.description->rule == system.description.rule;
        });
    };
    for (const System* system : schedule.systems())
        if (!wanted(*system)) others.push_back(system->description.name);
    for (const std::string& name : others) (void)schedule.remove(world, name);
    for (std::size_t position = 0; position < state.systems.size(); ++position) {
        const SystemsState::One& one = state.systems[position];
        const std::size_t now = schedule.position_of(one.name);
        if (now == Schedule::last)
            (void)schedule.add(*one.description, position);
        else if (now != position)
            (void)schedule.move(one.name, position);
    }
    schedule.run_on_create(world, created);
}

void switch_systems(const World& world, Schedule& schedule, const SystemsState& state, bool types_changed) {
    bool waiting = false;
    for (const SystemsState::One& one : state.systems) {
        const System* const system = schedule.find(one.name);
        if (system == nullptr) continue;
        waiting = waiting || one.waiting || system->waiting;
        // One that waits is switched off again when its names are not found.
        const bool enabled = one.enabled || one.waiting;
        if (system->enabled != enabled || system->waiting) schedule.set_enabled(one.name, enabled);
    }
    if (types_changed || waiting) schedule.bind_anew(world);
}

}  // namespace ecs
