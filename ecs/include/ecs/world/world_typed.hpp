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
    const std::array<ComponentId, sizeof...(Ts)> ids{id<Ts>()...};
    std::array<void*, sizeof...(Ts)> raw;
    [[maybe_unused]] const std::size_t slots_before = slot_count();
    const Entity entity = create_raw(ids, raw.data());
    if (!entity) return entity;
    void** next = raw.data();
    (static_cast<void>(*next ? new (*next) Ts(std::move(values)) : nullptr, ++next), ...);
    if constexpr ((std::is_same_v<Ts, Parent> || ...))
        set_parent_of_new(entity, std::get<Parent&>(std::tie(values...)), slots_before);
    return entity;
}

template <class T>
const T& World::get(Entity entity) const {
    static_assert(!std::is_empty_v<T>, "a tag has no value: ask has()");
    const ComponentId component = id<T>();
    check_access(*this, component, Access::Read);
    const void* value = find_value(entity, component, sizeof(T));
    if (!value) [[unlikely]]
        fail_access("get", entity, types_[component].name);
    return *static_cast<const T*>(value);
}

template <class T>
T& World::get_mut(Entity entity) {
    static_assert(!std::is_empty_v<T>, "a tag has no value: ask has()");
    static_assert(!std::is_same_v<T, Parent>, "use set_parent");
    const ComponentId component = id<T>();
    void* value = get_mut(entity, component);
    if (!value) [[unlikely]]
        fail_access("get_mut", entity, types_[component].name);
    return *static_cast<T*>(value);
}

template <class T>
void World::add(Entity entity, T value) {
    const ComponentId component = id<T>();
    if (!may_change("add")) return;
    if (!alive(entity)) [[unlikely]]
        return fail_access("add", entity, types_[component].name);
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

}  // namespace ecs
