// Operations that are refused or fail half way: the world must be as it was. And snapshots, which bring it back.
#include <algorithm>
#include <array>
#include <functional>

#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/support/tracked.hpp"
#include "ecs/support/world_state.hpp"
#include "ecs/world/commands.hpp"
#include "world_model.hpp"

using namespace ecs;

namespace test {

void WorldModel::refuse_while_iterating() {
    effect_.kind = Effect::Kind::Nothing;
    const FailuresThrow failures;
    const IterationGuard guard(world_);
    const Entity entity = any();
    const Kind& kind = *kinds_[any_kind()];
    Query query(world_, {{kind.id}});
    const auto refused = [&](const char* what, const auto& call) {
        try {
            call();
        } catch (const Failure&) {
            return;
        }
        fail(std::string(what) + " is refused while a query iterates");
    };
    std::array<Entity, 2> made;
    const std::array<std::pair<const char*, std::function<void()>>, 12> calls{{
        {"create", [&] { world_.create(); }},
        {"create_at",
         [&] {
             world_.create_at({5, 5});
         }},
        {"create_many", [&] { world_.create_many(made, {}); }},
        {"destroy", [&] { world_.destroy(entity); }},
        {"destroy_and_park", [&] { world_.destroy_and_park(entity); }},
        {"add", [&] { world_.add(entity, kind.make(world_, 1)); }},
        {"remove", [&] { world_.remove(entity, kind.id); }},
        {"take", [&] { world_.take(entity, kind.id); }},
        {"set_parent", [&] { world_.set_parent(entity, null_entity); }},
        {"destroy_all", [&] { world_.destroy_all(query); }},
        {"add_to_all", [&] { world_.add_to_all(query, kind.id); }},
        {"remove_from_all", [&] { world_.remove_from_all(query, kind.id); }},
    }};
    const auto& [what, call] = calls[choices_.below(static_cast<std::uint32_t>(calls.size()))];
    refused(what, call);
    touched_.push_back(entity);
}

// Whether `operation` threw, because one of the values that it makes did. The world is as it was then.
template <class F>
bool WorldModel::threw(F&& operation) {
    const WorldState before = state_of(world_);
    const TrackedThrows throws(static_cast<int>(1 + choices_.below(3)) * (choices_.one_in(4) ? 100 : 1));
    try {
        operation();
    } catch (const TrackedThrew&) {
        const std::string changed = difference(before, state_of(world_));
        if (!changed.empty()) fail("after an exception " + changed);
        return true;
    }
    return false;
}

void WorldModel::throw_in_create() {
    if (!affordable()) return;
    const Mask mask = any_mask(3) | Mask{1} << tracked_kind;
    if (!room_for(mask, 20)) return destroy();
    const std::vector<ComponentId> ids = ids_of(mask);
    std::vector<Entity> made(1);
    switch (choices_.below(3)) {
        case 0:
            if (threw([&] { made[0] = world_.create_with(ids); })) return;
            break;
        case 1:
            made[0] = parked_.empty() ? world_.entity_index().next() : parked_[0];
            if (threw([&] { world_.create_at(made[0], ids); })) return;
            break;
        default:
            made.resize(2 + choices_.below(18));
            if (threw([&] { world_.create_many(made, ids); })) return;
            break;
    }
    for (const Entity entity : made) born(entity, mask);
}

void WorldModel::throw_in_add() {
    const Entity entity = any();
    if (!entity || !room_for(Mask{1} << tracked_kind, 0)) return;
    const ComponentId component = kinds_[tracked_kind]->id;
    const bool present = slot(entity).kinds >> tracked_kind & 1;
    touched_.push_back(entity);
    if (choices_.one_in(2)) {
        if (!threw([&] { world_.add(entity, component); }) && !present) give(entity, tracked_kind, 0);
        return;
    }
    const int n = number();
    const Value value = kinds_[tracked_kind]->make(world_, n);
    if (!threw([&] { world_.add(entity, Value(value)); })) give(entity, tracked_kind, n);
}

// Each entity got the component or is as it was; none is in between.
void WorldModel::throw_in_batch() {
    if (!affordable()) return;
    const std::vector<QueryTerm> terms = any_terms(false);
    Query query(world_, terms);
    const ComponentId component = kinds_[tracked_kind]->id;
    const std::vector<Entity> found = all_matching(terms);
    bool failed = false;
    std::size_t added = 0;
    try {
        const TrackedThrows throws(static_cast<int>(1 + choices_.below(10)));
        added = world_.add_to_all(query, component);
    } catch (const TrackedThrew&) {
        failed = true;
    }
    std::size_t given = 0;
    for (const Entity entity : found) {
        if (slot(entity).kinds >> tracked_kind & 1 || !world_.has(entity, component)) continue;
        give(entity, tracked_kind, 0);
        ++given;
    }
    expect(failed || given == added, "add_to_all counts what changed");
    touched_ = found;
}

void WorldModel::take_snapshot() {
    effect_.kind = Effect::Kind::Nothing;
    if (choices_.one_in(8)) moments_.clear();
    if (!affordable()) return;
    Result<Snapshot> taken = snapshots_.take();
    expect(bool(taken), "a snapshot is taken, also of values that cannot be copied");
    expect(taken->entity_count() == live_.size(), "a snapshot has the entities of its moment");
    Moment moment{*taken, slots_, live_, parked_, values_};
    if (moments_.size() < 3)
        moments_.push_back(std::move(moment));
    else
        moments_[choices_.below(3)] = std::move(moment);
}

void WorldModel::restore_snapshot() {
    if (moments_.empty() || !affordable()) return;
    const Moment& moment = moments_[choices_.below(static_cast<std::uint32_t>(moments_.size()))];
    if (threw([&] { expect(bool(snapshots_.restore(moment.snapshot)), "any snapshot can be restored"); })) return;
    std::vector<Slot> slots = moment.slots;
    // What cannot be copied stays as it is, or is new.
    for (const Entity entity : moment.live)
        for (std::size_t kind = 0; kind < kind_count; ++kind) {
            Slot& restored = slots[entity.index];
            if (kinds_[kind]->copyable || !(restored.kinds >> kind & 1)) continue;
            const Slot* const now = alive_slot(entity);
            restored.numbers[kind] = now && now->kinds >> kind & 1 ? now->numbers[kind] : 0;
        }
    slots_ = std::move(slots);
    live_ = moment.live;
    parked_ = moment.parked;
    values_ = moment.values;
    if (mirror_) {  // a journal does not follow what is restored
        mirror_.reset();
        mirror_.emplace(world_);
    }
}

// The same entities in a world of their own have the same hash, wherever their rows are.
void WorldModel::rebuild() {
    effect_.kind = Effect::Kind::Nothing;
    if (!choices_.one_in(10) || !affordable()) return;
    World copy;
    const std::vector<std::unique_ptr<Kind>> kinds = register_kinds(copy);
    std::vector<Entity> in_order = live_;
    std::sort(in_order.begin(), in_order.end());
    for (const Entity entity : in_order) {
        const Slot& each = slot(entity);
        expect(copy.create_at(entity), "a world can be built again with the same handles");
        for (std::size_t kind = 0; kind < kind_count; ++kind)
            if (each.kinds >> kind & 1) kinds[kind]->add(copy, entity, each.numbers[kind]);
    }
    for (const Entity entity : in_order) expect(copy.set_parent(entity, slot(entity).parent), "a tree stays one");
    expect(state_hash(copy) == state_hash(world_), "a world that is built again has the same hash");
}

}  // namespace test
