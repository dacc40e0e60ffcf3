// The part of World that finds the entity with the resources.

#include <cstdlib>

#include "ecs/world/view_terms.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

namespace {

/// The type of ResourceHolder. In a world from a file it may have been made at run time.
ComponentId holder_type(const TypeRegistry& types) {
    if (const ComponentId known = types.find<ResourceHolder>(); known != no_component) return known;
    const ComponentType* type = types.find("ResourceHolder");
    const bool same = type && type->trivial && type->size == sizeof(ResourceHolder);
    return same ? type->id : no_component;
}

}  // namespace

bool World::holds_resources(Entity entity, ComponentId holder) const {
    const std::byte* value = find_value(entity, holder, sizeof(ResourceHolder));
    return value && reinterpret_cast<const ResourceHolder*>(value)->is(entity);
}

Entity World::resource_holder() const {
    const ComponentId holder = holder_type(types_);
    if (holder == no_component) return null_entity;
    if (const Entity known = entity_of_bits(resource_holder_.load(std::memory_order_relaxed));
        holds_resources(known, holder))
        return known;
    Entity found;  // the lowest one: a person can write the handle of an entity into it
    for (const auto& archetype : archetypes_) {
        if (!archetype->has(holder)) continue;
        for (const Chunk* chunk : archetype->chunks_)
            for (const Entity entity : chunk->entities())
                if (holds_resources(entity, holder) && (!found || entity < found)) found = entity;
    }
    if (found) resource_holder_.store(found.bits(), std::memory_order_relaxed);
    return found;
}

Entity World::make_resource_holder() {
    if (const Entity known = resource_holder()) return known;
    if (types_.find<ResourceHolder>() == no_component)
        types_.add<ResourceHolder>("ResourceHolder", "Has the resources of the world; counts on this entity only")
            .field("slot", &ResourceHolder::slot, {.description = "Slot of this entity"})
            .field("generation", &ResourceHolder::generation, {.description = "Generation of this entity"});
    const Entity next = index_.next();
    const Entity made = create(Name{"Resources"}, ResourceHolder{next.index, next.generation});
    resource_holder_.store(made.bits(), std::memory_order_relaxed);
    return made;
}

void World::end_resource(const char* call, ComponentId component, std::string_view cpp_name) const {
    const std::string_view name = component == no_component ? cpp_name : types_[component].name;
    fail(std::string("World: ") + call + "<" + std::string(name) + ">(): the world has no such resource");
    std::abort();
}

void detail::fail_without_resource(std::string_view type) {
    fail("View: the world has no resource " + std::string(type) + "; call World::set_resource first");
}

}  // namespace ecs
