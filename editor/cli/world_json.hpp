// What several answers about a world have in common: those of the command line, and those to an assistant. Private to
// this library.
#pragma once

#include <iosfwd>
#include <vector>

#include <nlohmann/json.hpp>

#include "ecs/diagnose/doctor.hpp"
#include "ecs/language/why.hpp"
#include "ecs/world/world.hpp"

namespace editor {

/// Archetypes, chunks and bytes, as `stats --json` prints them.
nlohmann::ordered_json stats_json(const ecs::World& world);
/// As `doctor --json` prints them.
nlohmann::ordered_json findings_json(const ecs::World& world, const std::vector<ecs::Finding>& findings);
/// Each condition of a query with its truth, and what is nearest to a match.
nlohmann::ordered_json verdict_json(const ecs::QueryVerdict& verdict);
/// What the bytes of a chunk are, as `layout` prints it. The chunk exists.
void write_layout_table(std::ostream& out, const ecs::Archetype& archetype, std::size_t position);

}  // namespace editor
