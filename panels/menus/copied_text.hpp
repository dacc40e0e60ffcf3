// What "Copy as" puts into the clipboard, but for C++ (cpp_text.hpp). JSON stands as it does in world files.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ecs/base/progress.hpp"
#include "ecs/base/result.hpp"
#include "ecs/edit/history.hpp"
#include "ecs/world/world.hpp"

namespace panels {

/// The line of one entity in a world file; a list of several. Leaves out those that are gone. `progress` may be null;
/// once it is cancelled, the text is not whole.
ecs::Result<std::string> json_of_entities(const ecs::World& world, std::span<const ecs::Entity> entities,
                                          ecs::Progress* progress = nullptr);
/// `{ "Position": { "x": 1, "y": 2 } }`
std::string json_of_component(const ecs::ComponentType& type, const void* data);
/// `{ "x": 1, "y": 2 }`
std::string value_of_component(const ecs::ComponentType& type, const void* data);
/// `1`
std::string json_of_field(const ecs::Field& field, const void* component);
/// The same, but texts and ids without quotes.
std::string value_of_field(const ecs::Field& field, const void* component);
/// `{ "components": ["Enemy", "Position"], "entities": 8, "chunks": 1, "bytes": 2048 }`
std::string json_of_archetype(const ecs::Archetype& archetype);

/// What the filter of the Entities panel takes: `c:Position`.
std::string query_of_component(const ecs::World& world, const ecs::ComponentType& type);
/// `c:Position c:Velocity !c:Frozen`: has all components of the archetype, and none that other archetypes with all of
/// them have besides.
std::string query_of_archetype(const ecs::World& world, const ecs::Archetype& archetype);

/// Components that other archetypes with all of its components have besides.
std::vector<ecs::ComponentId> beside_archetype(const ecs::World& world, const ecs::Archetype& archetype);
/// In the language: `Position & Velocity & !Frozen`.
std::string written_query_of(const ecs::TypeRegistry& types, std::span<const ecs::ComponentId> with,
                             std::span<const ecs::ComponentId> without = {});

/// `0a 40 00 ff`, 16 a line.
std::string hex_of_bytes(std::span<const std::byte> bytes);
/// A step as an edit script. A step that was done holds the edits that take it back.
std::string script_of_step(const ecs::World& world, const ecs::HistoryStep& step);
/// What the steps did, or would do again, as one edit script. Steps that are not repeatable are left out.
std::string script_of_steps(const ecs::World& world, std::span<const ecs::HistoryStep> steps);
/// The first line of such a script: `{ "set": "1v1", … }`. Empty for a step that is not repeatable.
std::string first_script_line(const ecs::World& world, const ecs::HistoryStep& step);

}  // namespace panels
