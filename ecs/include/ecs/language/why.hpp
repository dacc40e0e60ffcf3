// Why an entity matches a query or not: each condition with its truth, what the nearest match would need, and the edit
// that would make it one. The other way round: archetypes that miss a query by exactly one component.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ecs/edit/edit.hpp"
#include "ecs/language/text_query.hpp"
#include "ecs/world/query.hpp"

namespace ecs {

/// One condition without & | and !.
struct TermVerdict {
    std::string text;    // as it was written
    bool holds = false;  // of the entity
    bool wanted = true;  // false behind an odd number of !
    std::string why;     // "lacks Velocity", "Health.hp is 12, must be below 10"; empty when it is as wanted
    ComponentId component = no_component;  // of a condition that asks for a component and nothing else
};

struct QueryVerdict {
    bool matches = false;
    std::vector<TermVerdict> terms;            // in the order of the text
    std::optional<std::size_t> first_failing;  // of the conditions that keep the entity from matching
    std::vector<std::size_t> nearest;          // fewest conditions that would have to change; positions in `terms`
    std::string nearest_miss;                  // why, of these: "lacks Velocity, and Health.hp is 12, must be below 10"
    std::optional<Edit> edit;                  // makes the entity match; nothing when one edit cannot
    std::vector<Edit> edits;  // the same, but several of them together where components are all that is asked for
};
/// The entity must be alive and the query bound.
QueryVerdict why(const World& world, TextQuery& query, Entity entity, const QueryInputs& inputs = {});
/// The same for the query of a system.
QueryVerdict why(const World& world, const Query& query, Entity entity);
QueryVerdict why(const World& world, std::span<const QueryTerm> terms, Entity entity);
/// Whether entities of the archetype match, without saying why.
bool matches(const World& world, std::span<const QueryTerm> terms, const Archetype& archetype);

/// An archetype whose entities would match if they had, or had not, one component.
struct NearArchetype {
    ArchetypeId archetype = no_archetype;
    ComponentId component = no_component;
    bool lacks = true;  // else the component is in the way
    std::size_t entities = 0;
};
/// Without empty archetypes; those with the most entities first.
std::vector<NearArchetype> near_archetypes(const World& world, TextQuery& query);
std::vector<NearArchetype> near_archetypes(const World& world, const Query& query);
std::vector<NearArchetype> near_archetypes(const World& world, std::span<const QueryTerm> terms);

}  // namespace ecs
