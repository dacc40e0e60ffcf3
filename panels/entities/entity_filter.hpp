// The filter for entities that a person types: words, ids and components, all of which must match.
//
//     turret            the name contains "turret", in any case
//     12v3  #12         the entity with this id; the entity in slot 12. A link to an entity does the same
//     c:Velo  !c:Frozen has a component whose name contains "Velo"; has none whose name contains "Frozen"
//     !boss             the name does not contain "boss"
//
// A filter belongs to the world whose types it was made from. It remembers which archetypes can match.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/world/world.hpp"

namespace panels {

class EntityFilter {
public:
    EntityFilter() = default;
    EntityFilter(std::string_view text, const ecs::TypeRegistry& types);

    /// Whether every entity matches.
    bool empty() const { return names_.empty() && ids_.empty() && components_.empty(); }
    /// The fault in the text, for a person; empty when there is none.
    const std::string& problem() const { return problem_; }
    /// The part of the text that the filter took for words of a name although it looks like an operator: "<" in
    /// "Health.hp < 10". Empty when there is none.
    const std::string& beyond() const { return beyond_; }
    /// The only slot that can match, if the filter names an id.
    std::optional<std::uint32_t> only_slot() const;

    /// The entity must be alive.
    bool matches(const ecs::World& world, ecs::Entity entity);
    /// Where the first word was found in `name`, for marking it; nothing when no word is looked for.
    struct Found {
        std::size_t first = 0, count = 0;
    };
    std::optional<Found> find_in(std::string_view name) const;

    static const char* explanation();

private:
    struct NameTerm {
        std::string word;  // lower case
        bool negated = false;
        ecs::Entity id;  // for a word that could also be an id
    };
    struct IdTerm {
        std::uint32_t index = 0, generation = 0;  // generation 0: any
        bool negated = false;
    };
    struct ComponentTerm {
        std::vector<bool> components;  // by component id: whether its name contains the text
        bool negated = false;
    };
    enum class Verdict : std::uint8_t { Unknown, Never, ByName, Always };

    void add_term(std::string_view term, const ecs::TypeRegistry& types);
    Verdict judge(const ecs::World& world, const ecs::Archetype& archetype) const;
    bool name_matches(std::string_view name, ecs::Entity entity) const;

    std::vector<NameTerm> names_;
    std::vector<IdTerm> ids_;
    std::vector<ComponentTerm> components_;
    std::vector<Verdict> verdicts_;  // by archetype id
    std::string problem_, beyond_;
};

/// The part of a text that looks like a comparison, an "and", an "or" or a bracket, which filters do not have; empty:
/// none.
std::string looks_like_operator(std::string_view text);

}  // namespace panels
