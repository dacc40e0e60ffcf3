// Counterparts translates values between a prefab and its instances: references inside of the prefab into references
// inside of the instance and back, and places by the way from root to root. It keeps what it looked up, so it is valid
// until the world changes.
#pragma once

#include <unordered_map>

#include "ecs/prefab/overrides.hpp"
#include "ecs/types/value.hpp"

namespace ecs {

class Counterparts {
public:
    Counterparts(const Prefabs& prefabs, const Placing& placing) : prefabs_(prefabs), placing_(placing) {}

    /// The part of the instance of `part` whose source is this; null when it was removed.
    Entity in_instance(Entity part, Entity source);
    /// What `ref` in the source of `part` becomes in `part`.
    Entity into_instance(Entity part, Entity ref);
    /// What `ref` in `part` becomes in its source.
    Entity into_prefab(Entity part, Entity ref);

    /// The value of the component in the source of `part`, as it is to be in the part. The source has the component.
    Value expected(Entity part, const ComponentType& type) { return into_instance(part, of_source(part, type)); }
    /// The same of another value of the source.
    Value into_instance(Entity part, Value value);
    /// The same of a value of something that stands below the source of `part`, for a copy of it.
    Value into_child(Entity part, Value value);
    /// From now on `part` is the counterpart of `source` in the instance of `of`, before it is created.
    void note(Entity of, Entity source, Entity part) { parts_of(instance_with(of)).insert_or_assign(source, part); }
    /// The value of the part's component as it is to be in its source.
    Value into_prefab(Entity part, Value value);

    /// The same of a value of something that was added below the part.
    Value into_prefab_child(Entity part, Value value);

    /// Whether the field of the part is as its source says. Both have the component.
    bool same(Entity part, const ComponentType& type, const Field& field);
    /// The same of the whole component.
    bool same(Entity part, const ComponentType& type);

    /// Whether the field belongs to the root of an instance itself, whatever the prefab says.
    bool is_own(Entity part, ComponentId component, const Field* field) const;
    /// The same of Name, InstanceOf and Prefab, and of Parent.
    bool is_own(Entity part, ComponentId component) const;

private:
    struct Instance {
        Entity root, prefab;
        std::unordered_map<Entity, Entity> parts;  // by source; see parts_of()
        bool lists_parts = false;
    };
    Value of_source(Entity part, const ComponentType& type) const;
    Instance& instance_with(Entity part);
    /// Listed when they are needed first: for places and plain values nobody needs them.
    std::unordered_map<Entity, Entity>& parts_of(Instance& instance) const;
    void refer_into_instance(Entity part, Value& value);
    void refer_into_prefab(Entity part, Value& value);
    /// Adds the way from the prefab's root to that of the instance, `sign` times.
    void shift(const Instance& instance, Value& value, double sign) const;
    bool has_moved(const ComponentType& type) const;
    bool same_moved(Entity part, const ComponentType& type, const Field& field);

    const Prefabs& prefabs_;
    const Placing& placing_;
    std::unordered_map<Entity, Instance> by_root_;
};

}  // namespace ecs
