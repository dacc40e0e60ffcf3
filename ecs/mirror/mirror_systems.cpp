// The systems of the owner as systems of a schedule: their order, times and accesses come from the owner, and switching
// one is a request to it.
#include <algorithm>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/mirror/mirror.hpp"
#include "ecs/schedule/schedule_state.hpp"

namespace ecs {

namespace {

SystemStats stats_of(const OwnerSystem& system) {
    SystemStats stats;
    stats.runs = system.runs;
    stats.last_secs = std::max(0.0, system.last_secs);
    stats.total_secs = std::max(0.0, system.mean_secs) * static_cast<double>(system.runs);
    stats.min_secs = std::max(0.0, system.min_secs);
    stats.max_secs = std::max(0.0, system.max_secs);
    stats.entities_visited = system.entities;
    return stats;
}

}  // namespace

SystemDescription Mirror::description_of(const OwnerSystem& system) const {
    SystemDescription made;
    made.name = system.name;
    made.description = system.description;
    made.phase = system.part;
    made.group = system.phase;
    made.enabled = system.enabled;
    for (const OwnerSystem::Access& access : system.accesses)
        if (const ComponentId component = component_of(access.type); component != no_component)
            made.accesses.push_back({component, access.writes ? Access::Write : Access::Read});
    return made;
}

void Mirror::update_systems() {
    if (schedule_ == nullptr) return;
    ScheduleState::set_next(*schedule_, {});  // in the middle of a tick, no system can come, go or move
    const std::span<const OwnerSystem> systems = owner_.systems();
    std::vector<std::string> gone;
    for (const System* each : schedule_->systems()) {
        const std::string& name = each->description.name;
        const auto found = std::find_if(systems.begin(), systems.end(),
                                        [&](const OwnerSystem& system) { return system.name == name; });
        if (found == systems.end() || found->part != each->description.phase ||
            !std::ranges::equal(description_of(*found).accesses, each->description.accesses,
                                [](const SystemAccess& a, const SystemAccess& b) {
                                    return a.component == b.component && a.access == b.access;
                                }))
            gone.push_back(name);
    }
    for (const std::string& name : gone) (void)schedule_->remove(world_, name);
    for (std::size_t i = 0; i < systems.size(); ++i) {
        const OwnerSystem& system = systems[i];
        const std::size_t position = schedule_->position_of(system.name);
        if (position == Schedule::last) {
            if (const Result<std::size_t> added = schedule_->add(description_of(system), i); !added)
                news_.messages.push_back(added.error());
        } else if (position != i) {
            (void)schedule_->move(system.name, i);
        }
        const auto waits = [&](const Waiting& each) {
            return each.request.kind == OwnerRequest::Kind::Switch && each.request.name == system.name;
        };
        const System* const shown = schedule_->find(system.name);
        if (shown == nullptr) continue;
        if (shown->enabled != system.enabled && std::none_of(requests_.begin(), requests_.end(), waits))
            schedule_->set_enabled(system.name, system.enabled);
        schedule_->set_stats(system.name, stats_of(system));
    }
    if (const OwnerClock* const clock = owner_.clock()) ScheduleState::set_next(*schedule_, clock->next_system);
}

std::string Mirror::why_not_switch(std::string_view system) const {
    if (schedule_ == nullptr) return phrase("{} has its own types, systems and memory", owner_.name());
    const std::span<const OwnerSystem> systems = owner_.systems();
    const auto found =
        std::find_if(systems.begin(), systems.end(), [&](const OwnerSystem& each) { return each.name == system; });
    if (found == systems.end()) return phrase("{} has no system {}", owner_.name(), system);
    if (std::string why = owner_.why_not(OwnerAbility::SwitchSystem); !why.empty()) return why;
    return found->why_not_switch;
}

void Mirror::add_switch_requests(const std::vector<Edit>& edits, Step& step, std::vector<Waiting>& to) const {
    for (const Edit& edit : edits) {
        const auto* const toggled = std::get_if<ToggleSystem>(&edit);
        if (toggled == nullptr) continue;
        if (std::string why = why_not_switch(toggled->system); !why.empty()) {
            step.refused = std::move(why);
            continue;
        }
        Waiting& waiting = to.emplace_back();
        waiting.request.kind = OwnerRequest::Kind::Switch;
        waiting.request.name = toggled->system;
        waiting.request.on = schedule_->find(toggled->system)->enabled;
    }
}

}  // namespace ecs
