// The map of traffic: archetypes around a circle, the moves between them as arrows that are as thick as they are used.
// Ping-pong is drawn double and named. Where nothing ever moves there is nothing to draw.
#pragma once

#include <optional>
#include <span>

#include "ecs/diagnose/traffic.hpp"
#include "panels/base/panel.hpp"

namespace panels {

/// Moves a second, from a count over so many ticks.
double per_second(std::uint64_t count, std::uint64_t ticks, double tick_secs);

/// Draws the map into the room of the present window; `marked` is an edge of the list that is to stand out. Returns the
/// edge that the mouse is over.
std::optional<std::size_t> draw_traffic_map(const Context& context, std::span<const ecs::TrafficEdge> edges,
                                            std::uint64_t ticks, std::optional<std::size_t> marked, ImVec2 at,
                                            ImVec2 room);

}  // namespace panels
