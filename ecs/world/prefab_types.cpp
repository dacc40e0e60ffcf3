#include "ecs/world/prefab_types.hpp"

#include <algorithm>

#include "ecs/base/language.hpp"
#include "ecs/world/query.hpp"

namespace ecs {

namespace {

constexpr const char* prefab_name = "Prefab";
constexpr const char* instance_name = "InstanceOf";

void describe_prefab_types(TypeRegistry& types) {
    types.add<Prefab>(prefab_name, tr_later("Part of a prefab: systems pass over it"));
    types.add<InstanceOf>(instance_name, tr_later("Part of an instance of a prefab"))
        .field("source", &InstanceOf::source, {.description = tr_later("Its counterpart in the prefab")});
}

/// In a world from a file the type may have been made at run time.
ComponentId type_like(const TypeRegistry& types, ComponentId known, const char* name, std::size_t size) {
    if (known != no_component) return known;
    const ComponentType* type = types.find(name);
    const bool same = type != nullptr && type->trivial && type->size == size && !type->opaque_json &&
                      (size == 0 || (type->fields.size() == 1 && type->fields[0].kind == FieldKind::Entity));
    return same ? type->id : no_component;
}

}  // namespace

ComponentId prefab_type(const TypeRegistry& types) { return type_like(types, types.find<Prefab>(), prefab_name, 0); }

ComponentId instance_type(const TypeRegistry& types) {
    return type_like(types, types.find<InstanceOf>(), instance_name, sizeof(InstanceOf));
}

std::string register_prefab_types(TypeRegistry& types) {
    if (prefab_type(types) != no_component && instance_type(types) != no_component) return {};
    TypeRegistry own;
    describe_prefab_types(own);
    for (const char* name : {prefab_name, instance_name})
        if (const std::string problem = types.why_not(*own.find(name)); !problem.empty())
            return phrase("This world can have no prefabs: {}", problem);
    describe_prefab_types(types);
    return {};
}

bool passes_over(const World& world, std::span<const QueryTerm> terms, const Archetype& archetype) {
    const ComponentId prefab = prefab_type(world.types());
    if (prefab == no_component || !archetype.has(prefab)) return false;
    return std::none_of(terms.begin(), terms.end(),
                        [&](const QueryTerm& term) { return term.known_in(world) == prefab; });
}

}  // namespace ecs
