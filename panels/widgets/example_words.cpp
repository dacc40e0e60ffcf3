#include "panels/widgets/example_words.hpp"

#include <string>
#include <utility>
#include <vector>

#include "ecs/language/written_names.hpp"

namespace panels {

namespace {

/// "Position.x"; empty: it has none.
std::string number_in(const ecs::World& world, const ecs::ComponentType& type) {
    if (type.fields.empty() || type.opaque_json) return {};
    for (const ecs::WrittenValue& value : ecs::written_values(world.types(), type.id, 1)) {
        const ecs::FieldKind kind = value.place.kind;
        if (ecs::is_number(kind) && kind != ecs::FieldKind::Enum && kind != ecs::FieldKind::Bool) return value.text;
    }
    return {};
}

bool has(const ecs::World& world, std::string_view component, std::string_view field) {
    const ecs::ComponentType* const type = world.types().find(component);
    return type != nullptr && (field.empty() || type->find_field(field) != nullptr);
}

}  // namespace

ExampleWords example_words(const ecs::World& world) {
    ExampleWords words;
    const bool has_number = has(world, "Health", "hp"), has_component = has(world, "Enemy", {});
    if (has_number && has_component) return words;
    // A hint that does not fit its field helps nobody: the shortest one, or the first that is short enough.
    constexpr std::size_t short_enough = 12, most_archetypes = 64;
    std::vector<bool> seen(world.types().size());
    std::string shortest;
    const ecs::ComponentType* of = nullptr;
    std::size_t looked_at = 0;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count() && looked_at < most_archetypes; ++id) {
        const ecs::Archetype& archetype = world.archetype(id);
        if (archetype.entity_count() == 0) continue;
        ++looked_at;
        for (const ecs::ComponentType* const type : archetype.types()) {
            if (seen[type->id]) continue;
            seen[type->id] = true;
            std::string number = number_in(world, *type);
            if (number.empty() || (of != nullptr && number.size() >= shortest.size())) continue;
            shortest = std::move(number);
            of = type;
        }
        if (of != nullptr && shortest.size() <= short_enough) break;
    }
    if (of == nullptr) return words;
    if (!has_number) words.number = std::move(shortest);
    if (!has_component) words.component = ecs::written_name(world.types(), of->id);
    return words;
}

}  // namespace panels
