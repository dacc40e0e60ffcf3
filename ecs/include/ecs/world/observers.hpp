// Observers call hooks when entities got a component, lost it, or when its value changed:
//
//     world.observers().added<Health>("Show a bar", [&](World&, Entity entity, const Health& health) { ... });
//     world.observers().removed<Body>("Free the body", [&](World&, Entity, const Body& last) { ... });
//     world.observers().set<Health>("Sound of pain", [&](World&, Entity, const Health& before, const Health& now) {});
//
// Hooks run later, at a delivery, when nothing iterates: so they may change the world as they like. A Schedule delivers
// before the first system of a tick and after each stage; a program without one calls deliver(). What happens in
// between is told in order: additions and removals as they came, then values that differ, in order of memory. For each
// of them hooks run in the order in which they were added. Changes that a hook makes are told afterwards, in the same
// delivery.
//
// An entity that got a component and lost it again between two deliveries was never seen with it: nobody is told.
// So each removal has an addition before it, unless the entity had the component already when the hook came. The first
// value is an addition; only later ones are changes. Entities that go lose their components, one by one.
//
// The world owns its Observers and makes them when they are asked for first. Without hooks they cost nothing. A
// restored snapshot tells nobody: what waits is dropped, and later changes are measured against the restored world.
// Copies of a world have no hooks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "ecs/types/value.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

enum class ObservedKind : std::uint8_t { Added, Removed, Set };
/// "added"
std::string_view name_of(ObservedKind kind);

/// Names a hook; 0 is none.
using ObserverId = std::uint64_t;

/// Is told before and after each hook; recorders of writers use it.
class HookListener {
public:
    virtual void before_hook(const World& world) = 0;
    virtual void after_hook(const World& world, std::string_view name) = 0;

protected:
    ~HookListener() = default;
};

class Observers {
public:
    /// What a hook is told. The values are those of Value::data: null for tags, and where the value is not known.
    /// Added has only `now`, as it is at the delivery. Removed has only `before`; of a type that cannot be copied it is
    /// null. Set has both.
    struct Event {
        Entity entity;
        const void* before = nullptr;
        const void* now = nullptr;  // valid until the hook changes the world
    };
    using Hook = std::function<void(World& world, const Event& event)>;

    explicit Observers(World& world);
    ~Observers();
    Observers(const Observers&) = delete;
    Observers& operator=(const Observers&) = delete;

    // Hooks by C++ type. Each takes the World&, the Entity, and the values if it wants them: the present one (added),
    // the last one (removed), those before and now (set). Keep the id to stop the hook. The name tells people who
    // changed what: it is the cause in the journal.

    template <class T, class F>
    ObserverId added(std::string name, F hook) {
        return add(ObservedKind::Added, world_.id<T>(), std::move(name), [hook](World& world, const Event& event) {
            if constexpr (std::is_invocable_v<const F&, World&, Entity>)
                hook(world, event.entity);
            else
                hook(world, event.entity, *static_cast<const T*>(event.now));
        });
    }
    template <class T, class F>
    ObserverId removed(std::string name, F hook) {
        constexpr bool without_value = std::is_invocable_v<const F&, World&, Entity>;
        static_assert(without_value || std::is_copy_constructible_v<T>, "the last value is a copy");
        return add(ObservedKind::Removed, world_.id<T>(), std::move(name), [hook](World& world, const Event& event) {
            if constexpr (without_value)
                hook(world, event.entity);
            else
                hook(world, event.entity, *static_cast<const T*>(event.before));
        });
    }
    /// Values are compared field by field, or byte by byte where the type describes none. For each slot of the world
    /// this keeps a copy of the value. The type must be copyable.
    template <class T, class F>
    ObserverId set(std::string name, F hook) {
        static_assert(std::is_copy_constructible_v<T> && !std::is_empty_v<T>, "a change is told from a copy");
        return add(ObservedKind::Set, world_.id<T>(), std::move(name), [hook](World& world, const Event& event) {
            if constexpr (std::is_invocable_v<const F&, World&, Entity>)
                hook(world, event.entity);
            else
                hook(world, event.entity, *static_cast<const T*>(event.before), *static_cast<const T*>(event.now));
        });
    }
    /// The same for any component. Returns 0 and adds nothing when the world has no such component, when a tag or a
    /// type that cannot be copied is to be observed for Set, or while something iterates.
    ObserverId add(ObservedKind kind, ComponentId component, std::string name, Hook hook);
    /// False when there is no such hook. A hook may stop itself and others.
    bool stop(ObserverId id);

    /// Tells the hooks what happened since the last delivery. Does nothing when called by a hook. Refuses while
    /// something iterates. When a hook throws, the delivery ends; what it was not told yet waits for the next one.
    void deliver();
    /// Whether deliver() may have something to tell.
    bool waiting() const { return !events_.empty() || !watches_.empty(); }

    std::size_t hook_count() const;
    bool has_hook(std::string_view name) const;
    /// Calls of hooks so far.
    std::uint64_t total_calls() const { return total_calls_; }
    /// A hook for people who ask what happens here.
    struct Description {
        ObservedKind kind = ObservedKind::Added;
        ComponentId component = no_component;
        std::string name;
        std::uint64_t calls = 0;  // so far
    };
    std::vector<Description> descriptions() const;

    /// After so many events of one delivery, the rest waits for the next one, and a failure says so: hooks that cause
    /// each other for ever must not stop the program.
    std::size_t max_events = 10'000'000;
    HookListener* listener = nullptr;  // not owned

private:
    friend class World;
    friend class SnapshotStore;

    struct Observer;
    class Watch;
    struct Happened {
        ObservedKind kind;
        Entity entity;
        ComponentId component;
        ObserverId newest;  // hooks that came later do not hear of it
        Value before;
    };

    // The world calls these while it changes. They fail in no way: what there was no memory for is counted.

    /// After a change of rows. The values of `change.from` that memcpy can move are still in place.
    void changed(const StructuralChange& change) noexcept;
    /// A value that memcpy cannot move is about to go; changed() follows.
    void lost_value(Entity entity, ComponentId component, const void* value) noexcept;
    void restored();

    static constexpr std::uint8_t heard = 1, watched = 2;
    bool observes(ComponentId component) const { return component < heard_.size() && heard_[component] != 0; }
    bool hears(ComponentId component) const { return component < heard_.size() && (heard_[component] & heard) != 0; }
    void forget_value(Entity entity, ComponentId component) noexcept;
    void queue(ObservedKind kind, Entity entity, ComponentId component, const void* before) noexcept;
    void settle_heard();
    void find_set();
    void tell(Happened& event);

    World& world_;
    std::vector<std::unique_ptr<Observer>> observers_;  // in the order of adding
    std::vector<std::uint8_t> heard_;              // by component: whether somebody hears of additions and removals,
                                                   // and whether values are watched
    std::vector<ComponentId> components_;          // those that are heard or watched
    std::vector<std::unique_ptr<Watch>> watches_;  // one for each component that is observed for Set
    std::deque<Happened> events_;
    std::set<std::pair<std::uint64_t, ComponentId>> unseen_;  // additions that nobody was told, as Entity::bits()
    ObserverId last_id_ = 0;
    std::uint64_t total_calls_ = 0;
    std::size_t not_kept_ = 0;  // events for which there was no memory
    bool delivering_ = false;
};

}  // namespace ecs
