// The map of traffic: archetypes that rows leave at the left, those where they arrive at the right, and ribbons between
// them that are as thick as they are used. The busiest ways have a ribbon each, all others one together, so that it can
// be read however many archetypes there are.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "ecs/diagnose/traffic.hpp"
#include "panels/base/panel.hpp"

namespace panels {

/// Moves a second, from a count over so many ticks.
double per_second(std::uint64_t count, std::uint64_t ticks, double tick_secs);

/// What the moves of an edge have in common: `+ Frozen`, `created`; on request with the archetype that came or went.
std::string what_moved(const Context& context, const ecs::TrafficEdge& edge, bool with_archetype);

/// Draws the map into the room of the present window; `marked` is an edge of the list that is to stand out. Returns the
/// edge that the mouse is over; of those that are one ribbon, the first.
std::optional<std::size_t> draw_traffic_map(const Context& context, std::span<const ecs::TrafficEdge> edges,
                                            std::uint64_t ticks, std::optional<std::size_t> marked, ImVec2 at,
                                            ImVec2 room);

}  // namespace panels
