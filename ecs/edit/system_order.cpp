#include "ecs/edit/system_order.hpp"

#include <algorithm>

#include "ecs/base/language.hpp"

namespace ecs {

namespace {

bool asks_for(const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Whether one of the two asked to run before the other, in this order.
bool must_precede(const SystemDescription& first, const SystemDescription& second) {
    return asks_for(first.before, second.name) || asks_for(second.after, first.name);
}

}  // namespace

std::string why_fixed(const Schedule& schedule) {
    if (!schedule.of_zones()) return {};
    return tr("the systems here are zones of the program's own loop, which only the program can change");
}

std::string why_not_beside(const Schedule& schedule, std::string_view system, std::string_view other, bool after) {
    const System* const moved = schedule.find(system);
    const System* const target = schedule.find(other);
    if (!moved || !target) return phrase("there is no system named {}", std::string(moved ? other : system));
    if (std::string why = why_fixed(schedule); !why.empty()) return why;
    if (schedule.within_tick()) return tr("Systems can only be moved between two ticks");
    if (moved->description.phase != target->description.phase)
        return phrase("{} runs in another part of the tick", std::string(other));
    const auto systems = schedule.systems();
    const auto place_of = [&](const System* each) { return std::find(systems.begin(), systems.end(), each); };
    // All that it would pass.
    const auto from = place_of(moved), to = place_of(target);
    for (auto each = std::min(from, to); each <= std::max(from, to); ++each) {
        if (*each == moved || (*each == target && (from < to) != after)) continue;
        const SystemDescription& passed = (*each)->description;
        if (from < to && must_precede(moved->description, passed))
            return phrase("{} must run before {}", std::string(system), passed.name);
        if (from > to && must_precede(passed, moved->description))
            return phrase("{} must run after {}", std::string(system), passed.name);
    }
    return {};
}

MoveSystem move_beside(const Schedule& schedule, std::string_view system, std::string_view other, bool after) {
    const std::size_t mine = schedule.position_of(system), theirs = schedule.position_of(other);
    // Its own place is free while it moves.
    const std::size_t place = theirs - (mine < theirs ? 1 : 0) + (after ? 1 : 0);
    return {std::string(system), place};
}

const System* neighbour_of(const Schedule& schedule, std::string_view system, bool later) {
    const auto systems = schedule.systems();
    const auto found = std::find_if(systems.begin(), systems.end(),
                                    [&](const System* each) { return each->description.name == system; });
    if (found == systems.end() || (later ? found + 1 == systems.end() : found == systems.begin())) return nullptr;
    const System* const neighbour = later ? *(found + 1) : *(found - 1);
    return neighbour->description.phase == (*found)->description.phase ? neighbour : nullptr;
}

}  // namespace ecs
