// The operations on one entity, or on new ones.
#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "ecs/support/test_types.hpp"
#include "world_model.hpp"

using namespace ecs;

namespace test {

void WorldModel::create_typed() {
    if (!room_for(0, 1)) return destroy();
    const Entity announced = world_.entity_index().next();
    const int n = number();
    Entity entity;
    if (choices_.one_in(3)) {
        entity = world_.create();
        born(entity, 0);
    } else if (choices_.one_in(2)) {
        entity = world_.create(Frozen{}, Health{100 + n});
        born(entity, Mask{1} << frozen_kind | Mask{1} << health_kind);
        give(entity, health_kind, n);
    } else {
        const Entity parent = options_.tree && choices_.one_in(2) ? any() : null_entity;
        entity = world_.create(Position{}, Parent{parent}, Health{100 + n});
        born(entity, Mask{1} << position_kind | Mask{1} << health_kind);
        give(entity, health_kind, n);
        if (parent) link(entity, parent);
    }
    expect_next(entity, announced);
}

void WorldModel::create_with() {
    const Mask mask = any_mask(4);
    if (!room_for(mask, 1)) return destroy();
    const Entity announced = world_.entity_index().next();
    const Entity entity = world_.create_with(ids_of(mask));
    born(entity, mask);
    expect_next(entity, announced);
}

void WorldModel::create_many() {
    const Mask mask = any_mask(3);
    std::size_t count = choices_.below(choices_.one_in(8) ? 600 : 40);
    while (count > 0 && !room_for(mask, count)) count /= 2;
    std::vector<Entity> made(count);
    if (choices_.one_in(4)) world_.reserve(world_.slot_count() + choices_.below(100));
    const Entity announced = world_.entity_index().next();
    world_.create_many(made, ids_of(mask));
    for (const Entity entity : made) born(entity, mask);
    if (count > 0) expect_next(made.front(), announced);
    if (count == 0) effect_.kind = Effect::Kind::Nothing;
}

// Handles that nobody used yet, of slots in use, older ones, parked ones, and ones close to the last generation.
void WorldModel::create_at() {
    const Mask mask = any_mask(2);
    if (!room_for(mask, 1)) return destroy();
    constexpr std::uint32_t last_generation = std::numeric_limits<std::uint32_t>::max();
    const auto slot_count = static_cast<std::uint32_t>(slots_.size());
    Entity handle{choices_.below(slot_count + 8), 0};
    const Slot unused;
    const Slot& present = handle.index < slots_.size() ? slots_[handle.index] : unused;
    switch (choices_.below(8)) {
        case 0:
            handle.generation = present.generation;
            break;
        case 1:
            handle.generation = present.generation - std::min(present.generation, 1 + choices_.below(3));
            break;
        case 2:
            if (choices_.one_in(16)) {
                handle.generation = last_generation - choices_.below(3);
                break;
            }
            [[fallthrough]];
        default:
            handle.generation = present.generation + (present.generation == last_generation ? 0 : 1);
    }
    const bool parked = present.state == SlotState::Parked;
    const bool expected = handle.index != 0 && handle.generation != 0 &&
                          (parked ? handle.generation == present.generation
                                  : (present.state == SlotState::Unused || present.state == SlotState::Free) &&
                                        handle.generation > present.generation);
    const bool made = world_.create_at(handle, ids_of(mask));
    expect(made == expected, expected ? "a free handle can be taken" : "a handle that is not free is refused");
    if (made) return born(handle, mask);
    touched_.push_back(handle);
}

void WorldModel::destroy() {
    const Entity entity = any();
    if (!entity) return;
    world_.destroy(entity);
    subtree_gone(entity, SlotState::Free);
}

void WorldModel::park() {
    const Entity entity = any();
    if (!entity) return;
    world_.destroy_and_park(entity);
    subtree_gone(entity, SlotState::Parked);
}

void WorldModel::revive() {
    if (parked_.empty()) return park();
    const Entity handle = parked_[choices_.below(static_cast<std::uint32_t>(parked_.size()))];
    const Mask mask = any_mask(3);
    if (choices_.one_in(4) || !room_for(mask, 1)) {
        world_.unpark(handle);
        const std::uint32_t position = slot(handle).position;
        parked_[position] = parked_.back();
        slot(parked_.back()).position = position;
        parked_.pop_back();
        released(handle);
        touched_.push_back(handle);
        effect_.kind = Effect::Kind::Nothing;
        return;
    }
    expect(world_.create_at(handle, ids_of(mask)), "a parked handle can be brought back");
    born(handle, mask);
}

// Creating and undoing it leaves no trace, down to the free list.
void WorldModel::take_back() {
    const std::uint32_t count = 1 + choices_.below(4);
    if (!room_for(0, count)) return destroy();
    const std::vector<Entity> free_before = world_.entity_index().free_list();
    const std::size_t slots_before = world_.slot_count();
    std::vector<Entity> made;
    std::vector<Slot> former;
    for (std::uint32_t i = 0; i < count; ++i) {
        made.push_back(world_.create());
        const std::size_t index = made.back().index;
        former.push_back(index < slots_.size() ? slots_[index] : Slot{});
        born(made.back(), 0);
    }
    for (const Entity entity : made) {
        world_.destroy_and_park(entity);
        gone(entity, SlotState::Free);
    }
    world_.take_back(made, slots_before);
    for (std::size_t i = 0; i < made.size(); ++i) slot(made[i]) = former[i];
    expect(world_.entity_index().free_list() == free_before, "handles that are taken back are free as before");
    expect(world_.slot_count() == slots_before, "slots that are taken back are forgotten");
    touched_.clear();
}

void WorldModel::use_dead_handle() {
    effect_.kind = Effect::Kind::Nothing;
    Entity dead{choices_.below(static_cast<std::uint32_t>(slots_.size()) + 3), 0};
    if (dead.index < slots_.size()) dead.generation = slots_[dead.index].generation;
    if (choices_.one_in(4)) dead.generation += 1;
    if (alive_slot(dead)) dead.generation -= 1;
    const bool parked = dead.index < slots_.size() && slots_[dead.index].state == SlotState::Parked;

    const Kind& kind = *kinds_[any_kind()];
    expect(!world_.alive(dead) && !world_.has(dead, kind.id), "the dead have nothing");
    expect(!world_.get(dead, kind.id) && !world_.get_mut(dead, kind.id), "the dead have no values");
    expect(!world_.add(dead, kind.id) && !world_.add(dead, kind.make(world_, 1)), "nothing is added to the dead");
    expect(!world_.remove(dead, kind.id) && !world_.take(dead, kind.id), "nothing is taken from the dead");
    expect(!world_.parent(dead) && world_.children(dead).empty(), "the dead have no parent and no children");
    const Entity other = any();
    expect(!world_.set_parent(dead, other), "the dead have no parent");
    if (other && dead) expect(!world_.set_parent(other, dead), "the dead have no children");
    world_.destroy(dead);
    world_.destroy_and_park(dead);
    if (!parked) world_.unpark(dead);
    touched_.push_back(dead);
}

void WorldModel::set_parent() {
    const Entity child = any(), parent = !options_.tree || choices_.one_in(3) ? null_entity : any();
    if (!child) return;
    const bool circle = parent && is_below(parent, child);
    expect(world_.is_below(parent, child) == (parent && circle), "the world knows who is below whom");
    if (circle || slot(child).parent == parent) effect_.kind = Effect::Kind::Nothing;
    const bool removes = !parent && choices_.one_in(2);
    if (removes)
        expect(world_.remove(child, world_.parent_id()) == bool(slot(child).parent), "a parent is removed once");
    else
        expect(world_.set_parent(child, parent) == !circle, "a parent is set, unless it is below its child");
    touched_.insert(touched_.end(), {child, slot(child).parent, parent});
    if (!circle) link(child, parent);
}

void WorldModel::add() {
    const Entity entity = any();
    if (!entity) return;
    const std::size_t kind = any_kind();
    const bool present = slot(entity).kinds >> kind & 1;
    if (!present && !room_for(Mask{1} << kind, 0)) return remove();
    if (present) effect_ = {kinds_[kind]->tag ? Effect::Kind::Nothing : Effect::Kind::Write, entity, kinds_[kind]->id};
    const int n = kinds_[kind]->tag ? 0 : number();
    if (choices_.one_in(2))
        kinds_[kind]->add(world_, entity, n);
    else
        expect(world_.add(entity, kinds_[kind]->make(world_, n)), "a value is added to the living");
    give(entity, kind, n);
    touched_.push_back(entity);
}

void WorldModel::add_default() {
    const Entity entity = any();
    if (!entity) return;
    const std::size_t kind = any_kind();
    const bool present = slot(entity).kinds >> kind & 1;
    if (present) effect_.kind = Effect::Kind::Nothing;
    if (!present && !room_for(Mask{1} << kind, 0)) return;
    expect(world_.add(entity, kinds_[kind]->id), "a component is added to the living");
    if (!present) give(entity, kind, 0);
    touched_.push_back(entity);
}

void WorldModel::change() {
    const Entity entity = any();
    if (!entity) return;
    const Mask removed = any_mask(4), added = any_mask(4), before = slot(entity).kinds;
    if (!room_for(added & ~before, 0)) return;
    const Mask after = (before & ~removed) | added;
    if (after == before) effect_.kind = Effect::Kind::Nothing;
    const std::vector<ComponentId> removed_ids = ids_of(removed), added_ids = ids_of(added);
    const bool trivial =
        std::all_of(added_ids.begin(), added_ids.end(), [&](ComponentId id) { return world_.types()[id].trivial; });
    if (trivial && choices_.one_in(2))
        world_.change_many(std::array{RowChange{entity, removed_ids, added_ids}});
    else
        expect(world_.change(entity, removed_ids, added_ids), "the living are changed");
    for (std::size_t kind = 0; kind < kind_count; ++kind) {
        const bool had = before >> kind & 1, has = after >> kind & 1;
        if (had && !has) lose(entity, kind);
        if (!had && has) give(entity, kind, 0);
    }
    touched_.push_back(entity);
}

void WorldModel::remove() {
    const Entity entity = any();
    if (!entity) return;
    const std::size_t kind = any_kind();
    const bool present = slot(entity).kinds >> kind & 1;
    if (!present) effect_.kind = Effect::Kind::Nothing;
    const bool removed =
        choices_.one_in(2) ? kinds_[kind]->remove(world_, entity) : world_.remove(entity, kinds_[kind]->id);
    expect(removed == present, "what is there is removed, once");
    if (present) lose(entity, kind);
    touched_.push_back(entity);
}

void WorldModel::take() {
    const Entity entity = any();
    if (!entity) return;
    const std::size_t kind = any_kind();
    const bool present = slot(entity).kinds >> kind & 1;
    if (!present) effect_.kind = Effect::Kind::Nothing;
    Value value = world_.take(entity, kinds_[kind]->id);
    expect(bool(value) == present, "what is there is taken, once");
    touched_.push_back(entity);
    if (!present) return;
    const int n = slot(entity).numbers[kind];
    expect(kinds_[kind]->holds(value.data(), n), "the value that is taken is the one that was there");
    lose(entity, kind);
    if (choices_.one_in(2)) return;
    const Entity heir = any();
    if (slot(heir).kinds >> kind & 1) return;
    expect(world_.add(heir, std::move(value)), "a value that was taken can be given to another");
    give(heir, kind, n);
    touched_.push_back(heir);
}

void WorldModel::write() {
    const Entity entity = any();
    if (!entity) return;
    const std::size_t kind = any_kind();
    const Kind& written = *kinds_[kind];
    const bool present = slot(entity).kinds >> kind & 1 && !written.tag;
    effect_ = {present ? Effect::Kind::Write : Effect::Kind::Nothing, entity, written.id};
    void* value = choices_.one_in(2) ? written.get_mut(world_, entity) : world_.get_mut(entity, written.id);
    expect((value != nullptr) == present, "there is a value to write where the model has one");
    expect(value == world_.get(entity, written.id), "values are read where they are written");
    expect(!world_.get_mut(entity, world_.parent_id()), "Parent is not written directly");
    if (!present) return;
    slot(entity).numbers[kind] = number();
    written.write(value, slot(entity).numbers[kind]);
    touched_.push_back(entity);
}

}  // namespace test
