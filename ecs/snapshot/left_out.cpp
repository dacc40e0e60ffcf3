#include "ecs/snapshot/left_out.hpp"

#include <algorithm>

#include "ecs/base/language.hpp"
#include "ecs/world/written.hpp"

namespace ecs {

namespace {

constexpr std::size_t most_named = 4;

bool no_copy(const ComponentType& type) { return !type.copyable() && !type.is_tag(); }

bool any_left_out(const TypeRegistry& types) {
    for (ComponentId id = 0; id < types.size(); ++id)
        if (no_copy(types[id])) return true;
    return false;
}

/// The first few names, and how many there are besides.
std::string joined(const std::vector<std::string>& names) {
    std::string all;
    for (std::size_t i = 0; i < std::min(names.size(), most_named); ++i) all += (i == 0 ? "" : ", ") + names[i];
    if (names.size() <= most_named) return all;
    return phrase("{} and {} more", all, std::to_string(names.size() - most_named));
}

}  // namespace

std::vector<LeftOut> left_out_of(const World& world) {
    std::vector<LeftOut> found;
    if (!any_left_out(world.types())) return found;
    std::vector<std::size_t> entities(world.types().size());
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        for (const ComponentType* type : archetype.types())
            if (no_copy(*type)) entities[type->id] += archetype.entity_count();
    }
    for (ComponentId id = 0; id < entities.size(); ++id)
        if (entities[id] > 0) found.push_back({id, entities[id]});
    return found;
}

std::string left_out_text(const World& world) {
    std::vector<std::string> names;
    for (const LeftOut& each : left_out_of(world)) {
        const std::string count =
            each.entities == 1 ? std::string(tr("1 entity")) : phrase("{} entities", std::to_string(each.entities));
        names.push_back(world.types()[each.component].name + " (" + count + ')');
    }
    return joined(names);
}

std::string left_out_written_since(const World& world, std::uint64_t version) {
    const std::vector<ComponentId> written = written_since(world, version);
    std::vector<std::string> names;
    for (const LeftOut& each : left_out_of(world))
        if (std::binary_search(written.begin(), written.end(), each.component))
            names.push_back(world.types()[each.component].name);
    return joined(names);
}

bool is_stand_in(const ComponentType& type) { return no_copy(type) && type.cpp_key == 0; }

}  // namespace ecs
