#include "ecs/prefab/overrides.hpp"

#include <algorithm>

#include "ecs/base/language.hpp"
#include "ecs/prefab/counterparts.hpp"

namespace ecs {

namespace {

void append_components(const Prefabs& prefabs, Counterparts& counterparts, Entity part, std::vector<Override>& to) {
    const World& world = prefabs.world();
    const Entity source = prefabs.source_of(part);
    for (const ComponentType* type : world.archetype_of(source).types()) {
        if (counterparts.is_own(part, type->id)) continue;
        if (!world.has(part, type->id)) {
            to.push_back({part, OverrideKind::ComponentRemoved, type->id, Override::whole_value, {}});
            continue;
        }
        if (type->is_tag()) continue;
        if (type->fields.empty()) {
            if (!counterparts.same(part, *type))
                to.push_back({part, OverrideKind::Field, type->id, Override::whole_value, {}});
            continue;
        }
        for (std::uint32_t i = 0; i < type->fields.size(); ++i)
            if (!counterparts.is_own(part, type->id, &type->fields[i]) &&
                !counterparts.same(part, *type, type->fields[i]))
                to.push_back({part, OverrideKind::Field, type->id, i, {}});
    }
    for (const ComponentType* type : world.archetype_of(part).types())
        if (!counterparts.is_own(part, type->id) && !world.has(source, type->id))
            to.push_back({part, OverrideKind::ComponentAdded, type->id, Override::whole_value, {}});
}

void append_children(const Prefabs& prefabs, Counterparts& counterparts, Entity part, std::vector<Override>& to) {
    const World& world = prefabs.world();
    const Entity source = prefabs.source_of(part), prefab = prefabs.prefab_of(source);
    const auto sorted = [&](Entity entity) {
        const std::span<const Entity> children = world.children(entity);
        std::vector<Entity> result(children.begin(), children.end());
        std::sort(result.begin(), result.end());
        return result;
    };
    for (const Entity child : sorted(source))
        if (!counterparts.in_instance(part, child))
            to.push_back({part, OverrideKind::ChildRemoved, no_component, Override::whole_value, child});
    for (const Entity child : sorted(part)) {
        const bool is_part =
            prefabs.belongs(child, prefab) && counterparts.in_instance(part, prefabs.source_of(child)) == child;
        if (!is_part) to.push_back({part, OverrideKind::ChildAdded, no_component, Override::whole_value, child});
    }
    const Entity above = source == prefab ? null_entity : counterparts.in_instance(part, world.parent(source));
    if (above && world.parent(part) != above)
        to.push_back({part, OverrideKind::Moved, no_component, Override::whole_value, {}});
}

std::string name_of_child(const World& world, Entity child) {
    const std::string_view name = world.name(child);
    return name.empty() ? to_string(child) : std::string(name);
}

void append_part(const Prefabs& prefabs, Counterparts& counterparts, Entity part, std::vector<Override>& to) {
    append_components(prefabs, counterparts, part, to);
    append_children(prefabs, counterparts, part, to);
}

}  // namespace

std::vector<Override> overrides_of_part(const World& world, Entity part, const Placing& placing) {
    const Prefabs prefabs(world);
    std::vector<Override> found;
    if (!prefabs.source_of(part) || !prefabs.instance_of(part)) return found;
    Counterparts counterparts(prefabs, placing);
    append_part(prefabs, counterparts, part, found);
    return found;
}

std::vector<Override> overrides(const World& world, Entity instance, const Placing& placing) {
    const Prefabs prefabs(world);
    Counterparts counterparts(prefabs, placing);
    std::vector<Override> found;
    for (const Entity part : prefabs.parts(instance)) append_part(prefabs, counterparts, part, found);
    return found;
}

std::string path_of(const World& world, const Override& found) {
    if (found.kind == OverrideKind::ChildAdded || found.kind == OverrideKind::ChildRemoved)
        return name_of_child(world, found.child);
    if (found.kind == OverrideKind::Moved) return name_of_child(world, found.part);
    const ComponentType& type = world.types()[found.component];
    return found.field < type.fields.size() ? type.name + "." + type.fields[found.field].name : type.name;
}

std::string describe(const World& world, const Override& found) {
    const std::string path = path_of(world, found);
    switch (found.kind) {
        case OverrideKind::Field:
            return phrase("{} differs", path);
        case OverrideKind::ComponentAdded:
        case OverrideKind::ChildAdded:
            return phrase("{} was added", path);
        case OverrideKind::ComponentRemoved:
        case OverrideKind::ChildRemoved:
            return phrase("{} was removed", path);
        case OverrideKind::Moved:
            return phrase("{} was moved", path);
    }
    return path;
}

}  // namespace ecs
