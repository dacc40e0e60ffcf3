// What a system has to do with an entity: whether it visits the entity, what it reads and writes of it, and if it does
// not visit it, why. A system that tells its queries (SystemDescription::queries) is judged by them. Of one that only
// declares accesses nobody knows whom it visits; then the answer is Matched::NotTold, never a guess.
#pragma once

#include <span>
#include <vector>

#include "ecs/language/why.hpp"
#include "panels/base/panel.hpp"

namespace panels {

enum class Matched : std::uint8_t { Yes, No, NotTold };

/// By archetype only, so it is cheap enough for every frame.
Matched matched(const ecs::World& world, const ecs::SystemDescription& system, const ecs::Archetype& archetype);
/// The components of the archetype that the system reads or writes when it visits its entities, written ones first. Of
/// a system that tells no queries: those that it declares and the archetype has.
void list_uses(const ecs::World& world, const ecs::SystemDescription& system, const ecs::Archetype& archetype,
               std::vector<ecs::SystemAccess>& uses);

struct SystemVerdict {
    Matched matched = Matched::NotTold;
    ecs::QueryVerdict verdict;  // of the query that the entity is nearest to; empty for NotTold
};
/// The entity must be alive.
SystemVerdict why_of_system(const ecs::World& world, const ecs::SystemDescription& system, ecs::Entity entity);

/// The archetypes that a system visits, and those that miss by one component.
struct SystemArchetypes {
    struct Visited {
        ecs::ArchetypeId archetype = ecs::no_archetype;
        std::size_t entities = 0;
    };
    std::vector<Visited> visited;  // the fullest first; without empty ones
    std::vector<ecs::NearArchetype> near;
    std::size_t entities = 0;  // in all that are visited
};
SystemArchetypes archetypes_of_system(const ecs::World& world, const ecs::SystemDescription& system);

/// Says that, for a person, with what is known instead: its declared accesses.
std::string words_for_not_told(const ecs::World& world, const ecs::SystemDescription& system);

/// ShowPanelRequest::part of the Inspector: shows there why the system visits the selected entity, or does not.
std::string part_for_why(std::string_view system);
/// The other way round; nothing when the part is another.
std::optional<std::string> system_of_part(std::string_view part);
/// Selects the entity and shows the verdict in the Inspector.
void request_why(const Context& context, ecs::Entity entity, std::string_view system);

}  // namespace panels
