// The parts of World that are compiled with its users: the calls by C++ type, and the guards that refuse changes.
// Included by world.hpp.
#pragma once

#include "ecs/world/world.hpp"

namespace ecs {

namespace detail {
template <class T, class... Ts>
inline constexpr bool occurs_once = (int{std::is_same_v<T, Ts>} + ...) == 1;
}

/// Refuses structural changes as long as it lives.
class IterationGuard {
public:
    explicit IterationGuard(const World& world) : world_(world), counted_(!world.held_) {
        if (counted_) ++world_.iterating_;
    }
    ~IterationGuard() {
        if (counted_) --world_.iterating_;
    }
    IterationGuard(const IterationGuard&) = delete;
    IterationGuard& operator=(const IterationGuard&) = delete;

private:
    const World& world_;
    const bool counted_;  // false for a held world: several threads may iterate it, and it refuses changes already
};

/// Refuses structural changes and stops the clock as long as it lives, so that several threads may work on different
/// columns and chunks.
class HoldGuard {
public:
    explicit HoldGuard(World& world) : world_(world), first_(!world.held_) {
        if (!first_) return;
        ++world_.iterating_;
        ++world_.version_;  // writes from now on are newer than all before
        world_.held_ = true;
    }
    ~HoldGuard() {
        if (!first_) return;
        world_.held_ = false;
        --world_.iterating_;
    }
    HoldGuard(const HoldGuard&) = delete;
    HoldGuard& operator=(const HoldGuard&) = delete;

private:
    World& world_;
    const bool first_;
};

template <class... Ts>
Entity World::create(Ts... values) {
    static_assert((detail::occurs_once<Ts, Ts...> && ...), "an entity has one value of each component");
    if (!may_change("create")) return null_entity;
    const std::array<ComponentId, sizeof...(Ts)> ids{id<Ts>()...};
    std::array<void*, sizeof...(Ts)> raw;
    [[maybe_unused]] const std::size_t slots_before = slot_count();
    const Entity entity = create_raw(ids, raw.data());
    void** next = raw.data();
    (static_cast<void>(*next ? new (*next) Ts(std::move(values)) : nullptr, ++next), ...);
    if constexpr ((std::is_same_v<Ts, Parent> || ...))
        set_parent_of_new(entity, std::get<Parent&>(std::tie(values...)), slots_before);
    return entity;
}

template <class T>
const T& World::get(Entity entity) const {
    static_assert(!std::is_empty_v<T>, "a tag has no value: ask has()");
    const ComponentId component = types_.find<T>();
    check_access(*this, component, Access::Read);
    const void* value = find_value(entity, component, sizeof(T));
    if (!value) [[unlikely]]
        end_access("get", entity, component, type_name<T>());
    return *static_cast<const T*>(value);
}

template <class T>
T& World::get_mut(Entity entity) {
    static_assert(!std::is_empty_v<T>, "a tag has no value: ask has()");
    static_assert(!std::is_same_v<T, Parent>, "use set_parent");
    const ComponentId component = types_.find<T>();
    void* value = get_mut(entity, component);
    if (!value) [[unlikely]]
        end_access("get_mut", entity, component, type_name<T>());
    return *static_cast<T*>(value);
}

template <class T>
void World::add(Entity entity, T value) {
    if (!may_change("add")) return;
    const ComponentId component = id<T>();
    if (!alive(entity)) [[unlikely]]
        return fail_access("add", entity, component, type_name<T>());
    if constexpr (std::is_same_v<T, Parent>) {
        set_parent(entity, value.value);
    } else if constexpr (std::is_empty_v<T>) {
        add(entity, component);
    } else {
        const ValuePlace place = add_raw(entity, component);
        if (place.existed)
            *static_cast<T*>(place.value) = std::move(value);
        else
            new (place.value) T(std::move(value));
    }
}

template <class T>
void World::set_resource(T value) {
    static_assert(!std::is_empty_v<T>, "a resource is a value");
    const ComponentId component = types_.find<T>();
    if (void* present = get_mut(resource_holder(), component)) {
        *static_cast<T*>(present) = std::move(value);
        return;
    }
    if (!may_change("set_resource")) return;
    add(make_resource_holder(), std::move(value));
    settle();
}

template <class T>
const T& World::resource() const {
    const T* value = find_resource<T>();
    if (!value) [[unlikely]]
        end_resource("resource", types_.find<T>(), type_name<T>());
    return *value;
}

template <class T>
T& World::resource_mut() {
    const ComponentId component = types_.find<T>();
    void* value = get_mut(resource_holder(), component);
    if (!value) [[unlikely]]
        end_resource("resource_mut", component, type_name<T>());
    return *static_cast<T*>(value);
}

}  // namespace ecs
