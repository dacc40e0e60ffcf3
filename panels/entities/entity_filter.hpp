// The filter for entities that a person types. Bare words, ids and components must all match:
//
//     turret            the letters stand in the name, in this order and in any case
//     12v3  #12         the entity with this id; the entity in slot 12. A link to an entity does the same
//     c:Velo  !c:Frozen has a component whose name contains "Velo"; has none whose name contains "Frozen"
//     !boss             the name does not have these letters
//
// A text with an operator or a component is a query of the language (ecs/language/text_query.hpp):
//
//     Enemy & Health.hp < 10
//
// Apart from the text, a filter can hide what is internal: entities whose name begins with _ or . and those with a
// component that is called Internal.
//
// A filter belongs to the world that it was made for. It remembers which archetypes can match.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/language/text_query.hpp"
#include "ecs/world/world.hpp"

namespace panels {

class EntityFilter {
public:
    EntityFilter() = default;
    EntityFilter(std::string_view text, const ecs::World& world, bool hides_internal = false);

    /// Hides what is of the engine of a mirrored program: see ecs/mirror/engine_entities.hpp.
    void hide_engine() { hides_engine_ = true; }
    /// Hides whatever is not the prefab `root` or below it; null: hides nothing.
    void show_only_prefab(const ecs::World& world, ecs::Entity root);

    /// Whether every entity matches.
    bool empty() const { return !searches() && !hides_internal_ && !hides_engine_ && !only_prefab_; }
    /// Whether the text asks for something.
    bool searches() const { return query_ || !names_.empty() || !ids_.empty() || !components_.empty(); }
    /// The fault in the text, for a person; empty when there is none.
    const std::string& problem() const { return problem_; }
    /// The byte of the text that is wrong, where that is known.
    const std::optional<std::size_t>& wrong_at() const { return wrong_at_; }
    /// The query that the text is; null for bare words, and for a query with a problem. EntityList asks it chunk by
    /// chunk.
    ecs::TextQuery* query() { return query_ ? &*query_ : nullptr; }
    bool is_query() const { return query_.has_value(); }
    /// The only slot that can match, if the filter names an id.
    std::optional<std::uint32_t> only_slot() const;

    /// The entity must be alive.
    bool matches(const ecs::World& world, ecs::Entity entity);
    /// Whether it is hidden as internal, whatever the text says. The entity must be alive.
    bool hides(const ecs::World& world, ecs::Entity entity);
    /// What is known of all entities of the archetype, without asking each.
    enum class Verdict : std::uint8_t { Unknown, Never, ByName, Always };
    Verdict verdict_of(const ecs::World& world, const ecs::Archetype& archetype);
    /// Appends which bytes of `name` the words found, for marking them.
    void find_in(std::string_view name, std::vector<std::size_t>& places) const;

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
    void add_term(std::string_view term, const ecs::TypeRegistry& types);
    Verdict judge(const ecs::World& world, const ecs::Archetype& archetype) const;
    Verdict hides_all(const ecs::World& world, const ecs::Archetype& archetype);
    Verdict known(const ecs::World& world, const ecs::Archetype& archetype);
    bool name_matches(std::string_view name, ecs::Entity entity) const;

    std::vector<NameTerm> names_;
    std::vector<IdTerm> ids_;
    std::vector<ComponentTerm> components_;
    std::vector<Verdict> verdicts_;  // by archetype id, of names and components
    bool hides_internal_ = false, hides_engine_ = false;
    ecs::Entity only_prefab_;
    ecs::ComponentId prefab_tag_ = ecs::no_component;
    std::vector<Verdict> hidden_;  // by archetype id, of being internal or of the engine
    std::optional<ecs::TextQuery> query_;
    std::string problem_;
    std::optional<std::size_t> wrong_at_;
};

/// The parts of a filter that must all match, as they stand in the text: words, or what stands between the & of a
/// query. Without one of them, the text of the others is what join_filter() makes.
std::vector<std::string> parts_of_filter(std::string_view text, const ecs::TypeRegistry& types);
std::string join_filter(const std::vector<std::string>& parts, bool as_query);

/// Whether a text is meant as a query of the language: it has an operator, a bracket, a component or a field of one.
bool reads_as_query(std::string_view text, const ecs::TypeRegistry& types);

}  // namespace panels
