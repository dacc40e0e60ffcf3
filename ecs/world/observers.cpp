#include "ecs/world/observers.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <new>

#include "ecs/base/assert.hpp"
#include "ecs/world/cause_guard.hpp"

namespace ecs {

std::string_view name_of(ObservedKind kind) {
    constexpr std::array<std::string_view, 3> names{"added", "removed", "set"};
    return names[static_cast<std::size_t>(kind)];
}

struct Observers::Observer {
    ObserverId id;
    ObservedKind kind;
    ComponentId component;
    std::string name;
    Hook hook;
    CauseId cause;
    std::uint64_t calls = 0;
    bool stopped = false;
};

/// Copies of the values of one component, by slot of the entity.
class Observers::Watch {
public:
    Watch(const World& world, ComponentId component)
        : component_(component), type_(world.types()[component]), plain_(type_.trivial) {
        retake(world);
    }

    ComponentId component() const { return component_; }
    void forget(Entity entity) {
        if (entity.index < generations_.size()) generations_[entity.index] = 0;
    }
    /// Everything counts as told.
    void retake(const World& world) {
        std::fill(generations_.begin(), generations_.end(), 0);
        seen_version_ = 0;
        walk(world, [](Entity, Value) {});
    }
    void retake_later() { retake_later_ = true; }
    /// Calls `differs(entity, former value)` for each value that is another one than at the last walk.
    template <class F>
    void find(const World& world, F differs) {
        if (std::exchange(retake_later_, false)) return retake(world);
        walk(world, differs);
    }

private:
    template <class F>
    void walk(const World& world, F differs) {
        if (seen_version_ == world.version()) return;
        make_room(world.slot_count());
        for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
            const Archetype& archetype = world.archetype(id);
            const int column = archetype.column_of(component_);
            if (column == no_column) continue;
            for (std::size_t position = 0; position < archetype.chunk_count(); ++position) {
                if (archetype.column_version(position, column) <= seen_version_) continue;
                const std::byte* value = archetype.column_data(position, static_cast<std::size_t>(column));
                for (const Entity entity : archetype.chunk(position).entities()) {
                    compare(entity, value, differs);
                    value += type_.size;
                }
            }
        }
        seen_version_ = world.version();
    }
    template <class F>
    void compare(Entity entity, const std::byte* now, F& differs) {
        const bool known = generations_[entity.index] == entity.generation;
        if (plain_) {
            std::byte* kept = bytes_.data() + std::size_t{entity.index} * type_.size;
            if (known && (std::memcmp(kept, now, type_.size) == 0 || values_equal(type_, kept, now))) return;
            if (known) differs(entity, Value(type_, kept));
            std::memcpy(kept, now, type_.size);
        } else {
            Value& kept = values_[entity.index];
            if (known && values_equal(type_, kept.data(), now)) return;
            Value copy(type_, now);
            if (known) differs(entity, std::move(kept));
            kept = std::move(copy);
        }
        generations_[entity.index] = entity.generation;
    }
    void make_room(std::size_t slots) {
        if (plain_)
            bytes_.resize(std::max(bytes_.size(), slots * type_.size));
        else
            values_.resize(std::max(values_.size(), slots));
        generations_.resize(std::max(generations_.size(), slots));
    }

    ComponentId component_;
    const ComponentType& type_;
    bool plain_;  // values are bytes that memcpy can move
    bool retake_later_ = false;
    std::uint64_t seen_version_ = 0;
    std::vector<std::uint32_t> generations_;  // 0: no copy
    std::vector<std::byte> bytes_;            // one of the two
    std::vector<Value> values_;
};

Observers::Observers(World& world) : world_(world) {}
Observers::~Observers() = default;

ObserverId Observers::add(ObservedKind kind, ComponentId component, std::string name, Hook hook) {
    if (component >= world_.types().size()) {
        fail("Observers: " + name + " observes a component that the world does not have");
        return 0;
    }
    const ComponentType& type = world_.types()[component];
    if (kind == ObservedKind::Set && (type.is_tag() || !type.copyable())) {
        fail("Observers: " + name + " observes values of " + type.name +
             (type.is_tag() ? ", which is a tag" : ", which cannot be copied"));
        return 0;
    }
    if (!hook || world_.iterating()) {
        fail("Observers: " + name + (hook ? " was added while a query iterates" : " has no function"));
        return 0;
    }
    if (kind == ObservedKind::Set) {
        const auto known = std::find_if(watches_.begin(), watches_.end(),
                                        [&](const auto& watch) { return watch->component() == component; });
        if (known == watches_.end())
            watches_.push_back(std::make_unique<Watch>(world_, component));
        else
            find_set();  // what is different now happened before this hook
    }
    const CauseId cause = world_.cause(name);
    observers_.push_back(
        std::make_unique<Observer>(Observer{++last_id_, kind, component, std::move(name), std::move(hook), cause}));
    settle_heard();
    return last_id_;
}

bool Observers::stop(ObserverId id) {
    const auto found = std::find_if(observers_.begin(), observers_.end(),
                                    [&](const auto& observer) { return observer->id == id && !observer->stopped; });
    if (found == observers_.end()) return false;
    (*found)->stopped = true;
    if (!delivering_) settle_heard();
    return true;
}

// Drops hooks that were stopped, and what was only kept for them.
void Observers::settle_heard() {
    if (!delivering_) std::erase_if(observers_, [](const auto& observer) { return observer->stopped; });
    heard_.assign(world_.types().size(), 0);
    components_.clear();
    const auto is_watched = [&](const auto& watch) {
        return std::any_of(observers_.begin(), observers_.end(), [&](const auto& observer) {
            return observer->kind == ObservedKind::Set && observer->component == watch->component();
        });
    };
    std::erase_if(watches_, [&](const auto& watch) { return !is_watched(watch); });
    for (const auto& observer : observers_) {
        heard_[observer->component] |= observer->kind == ObservedKind::Set ? watched : heard;
        if (std::find(components_.begin(), components_.end(), observer->component) == components_.end())
            components_.push_back(observer->component);
    }
    std::erase_if(events_, [&](const Happened& event) {
        return std::find(components_.begin(), components_.end(), event.component) == components_.end();
    });
    world_.settle_heard();
}

std::size_t Observers::hook_count() const {
    return static_cast<std::size_t>(
        std::count_if(observers_.begin(), observers_.end(), [](const auto& observer) { return !observer->stopped; }));
}

bool Observers::has_hook(std::string_view name) const {
    return std::any_of(observers_.begin(), observers_.end(),
                       [&](const auto& observer) { return !observer->stopped && observer->name == name; });
}

std::vector<Observers::Description> Observers::descriptions() const {
    std::vector<Description> all;
    for (const auto& observer : observers_)
        if (!observer->stopped) all.push_back({observer->kind, observer->component, observer->name, observer->calls});
    return all;
}

void Observers::queue(ObservedKind kind, Entity entity, ComponentId component, const void* before) noexcept {
    try {
        Value former;
        const ComponentType& type = world_.types()[component];
        if (before && !type.is_tag() && type.copyable()) former = Value(type, before);
        events_.push_back({kind, entity, component, last_id_, std::move(former)});
    } catch (...) {
        ++not_kept_;
    }
}

void Observers::forget_value(Entity entity, ComponentId component) noexcept {
    for (const auto& watch : watches_)
        if (watch->component() == component) watch->forget(entity);
}

void Observers::lost_value(Entity entity, ComponentId component, const void* value) noexcept {
    if (hears(component)) queue(ObservedKind::Removed, entity, component, value);
}

void Observers::changed(const StructuralChange& change) noexcept {
    const bool has_from = change.kind == ChangeKind::Destroyed || change.kind == ChangeKind::Moved;
    const bool has_to = change.kind == ChangeKind::Created || change.kind == ChangeKind::Moved;
    if (!has_from && !has_to) return;
    if (change.component != no_component && !observes(change.component)) return;  // the only one that differs
    const Archetype* from = has_from ? &world_.archetype(change.from.archetype) : nullptr;
    const Archetype* to = has_to ? &world_.archetype(change.to.archetype) : nullptr;
    for (const ComponentId component : components_) {
        const int former = from ? from->column_of(component) : no_column;
        const int present = to ? to->column_of(component) : no_column;
        if ((former == no_column) == (present == no_column)) continue;
        forget_value(change.entity, component);
        if (!hears(component)) continue;
        if (present != no_column) {
            queue(ObservedKind::Added, change.entity, component, nullptr);
            continue;
        }
        const ComponentType& type = world_.types()[component];
        if (!type.trivial) continue;  // lost_value() queued it
        const std::byte* value = nullptr;
        if (!type.is_tag())
            value = from->column_data(change.from.chunk, static_cast<std::size_t>(former)) +
                    std::size_t{change.from.row} * type.size;
        queue(ObservedKind::Removed, change.entity, component, value);
    }
}

void Observers::restored() {
    events_.clear();
    unseen_.clear();
    for (const auto& watch : watches_) watch->retake_later();
}

void Observers::find_set() {
    for (const auto& watch : watches_)
        watch->find(world_, [&](Entity entity, Value before) {
            events_.push_back({ObservedKind::Set, entity, watch->component(), last_id_, std::move(before)});
        });
}

void Observers::deliver() {
    if (delivering_) return;
    if (world_.iterating()) return fail("Observers: deliver was called while a query iterates");
    if (const std::size_t lost = std::exchange(not_kept_, 0); lost > 0)
        fail("Observers: there was no memory for " + std::to_string(lost) + " events, so no hook was told of them");
    struct Delivery {
        Observers& observers;
        explicit Delivery(Observers& all) : observers(all) { observers.delivering_ = true; }
        ~Delivery() {
            observers.delivering_ = false;
            observers.settle_heard();
        }
    };
    const Delivery delivery(*this);
    for (std::size_t told = 0;; ++told) {
        if (events_.empty()) find_set();
        if (events_.empty()) break;
        if (told == max_events)
            return fail("Observers: hooks seem to cause each other without end; the rest waits for the next delivery");
        Happened event = std::move(events_.front());
        events_.pop_front();
        tell(event);
    }
    unseen_.clear();
}

void Observers::tell(Happened& event) {
    const std::pair<std::uint64_t, ComponentId> key{event.entity.bits(), event.component};
    if (event.kind == ObservedKind::Removed) {
        if (unseen_.erase(key) > 0) return;
    } else if (!world_.has(event.entity, event.component)) {
        if (event.kind == ObservedKind::Added) unseen_.insert(key);
        return;
    }
    const std::size_t count = observers_.size();  // hooks that come now are not told
    for (std::size_t i = 0; i < count; ++i) {
        Observer& observer = *observers_[i];
        if (observer.stopped || observer.kind != event.kind || observer.component != event.component ||
            observer.id > event.newest)
            continue;
        const void* now = nullptr;
        if (event.kind != ObservedKind::Removed) {
            if (!world_.has(event.entity, event.component)) return;  // a hook took it away
            now = world_.get(event.entity, event.component);
        }
        ++observer.calls;
        ++total_calls_;
        const CauseGuard cause(world_, observer.cause);
        if (listener) listener->before_hook(world_);
        observer.hook(world_, {event.entity, event.before ? event.before.data() : nullptr, now});
        if (listener) listener->after_hook(world_, observer.name);
    }
}

Observers& World::observers() {
    if (!observers_) observers_ = std::make_unique<Observers>(*this);
    return *observers_;
}

void World::deliver_to_observers() { observers_->deliver(); }

void World::settle_heard() { heard_ = journal_ || (observers_ && !observers_->components_.empty()); }

void World::report_to_observers(const StructuralChange& change) const { observers_->changed(change); }

void World::report_lost_value(Entity entity, const ComponentType& type, const void* value) const {
    observers_->lost_value(entity, type.id, value);
}

}  // namespace ecs
