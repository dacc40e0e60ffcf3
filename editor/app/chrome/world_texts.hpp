// Every text that a world can show: names of types, fields and enum values, units, descriptions, and the values that
// are text, and the marks on its line of time. Who draws them needs letters of all scripts in which they are written.
#pragma once

#include <functional>
#include <string_view>

#include "ecs/timeline/timeline.hpp"
#include "ecs/world/world.hpp"

namespace editor {

using TextVisit = std::function<void(std::string_view utf8)>;

void each_text(const ecs::ComponentType& type, const TextVisit& visit);
/// Of one value of the type.
void each_text(const ecs::ComponentType& type, const void* value, const TextVisit& visit);
/// Of all types and of all values. Reads each string of the world, and nothing of components without one.
void each_text(const ecs::World& world, const TextVisit& visit);
/// Of all marks on the line of time.
void each_text(const ecs::Timeline& timeline, const TextVisit& visit);

}  // namespace editor
