// Does it matter in which order two systems run? check_order runs the present tick twice, once as it is and once with
// the two swapped, compares what comes of it, and takes both back. Afterwards the world, the random source, the times
// of systems and the marks of who was created are as before, and nobody was told: journal, observers, hook, trace and
// listener are left out meanwhile.
//
// What a system keeps outside of the world is its own affair, as with Snapshots. Hooks of components run for the
// program around the world, so they do not run in these ticks; `without_hooks` says that there are some.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ecs/schedule/schedule.hpp"
#include "ecs/types/value.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

struct OrderEffect {
    enum class Verdict : std::uint8_t { Same, Differs, Unknown };
    Verdict verdict = Verdict::Unknown;
    std::string first, second;  // the systems, in the order in which they run
    std::string why;            // Unknown: the reason, for a person
    std::uint64_t tick = 0;     // that was run
    bool without_hooks = false;

    // Differs: the first difference
    Entity entity;                         // null: only the random source differs
    std::string entity_label;              // as it is called with the usual order, or else with the other
    std::string path;                      // "Health.hp", "Health", "name", "parent"; empty: the entity as a whole
    ComponentId component = no_component;  // of the two values
    std::uint32_t field = no_field;        // position in ComponentType::fields
    Value usual, swapped;                  // empty where there is none
    bool alive_usual = false, alive_swapped = false;
    std::size_t entities = 0;  // that differ, with those that only one order has

    static constexpr std::uint32_t no_field = static_cast<std::uint32_t>(-1);
};

/// Why the two systems cannot be swapped, for a person; empty when they can: both are on, in the same phase, and
/// neither they nor those between ask to run in this order.
std::string why_not_swap(const Schedule& schedule, std::string_view first, std::string_view second);

/// Call it between two ticks, while nothing iterates.
OrderEffect check_order(World& world, Schedule& schedule, std::string_view first, std::string_view second);

/// The systems that follow each other, as far as they are on and can be swapped.
std::vector<std::pair<std::string, std::string>> swappable_neighbours(const Schedule& schedule);

}  // namespace ecs
