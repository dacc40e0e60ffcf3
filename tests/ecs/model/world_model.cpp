#include "world_model.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "ecs/support/tracked.hpp"
#include "ecs/support/world_state.hpp"

using namespace ecs;

namespace test {

WorldModel::WorldModel(Choices& choices, ModelOptions options)
    : choices_(choices), options_(options), kinds_(register_kinds(world_)), counts_(operations().size()) {
    for (std::size_t kind = 0; kind < kind_count; ++kind) {
        if (options_.kinds >> kind & 1) usable_kinds_.push_back(kind);
        const ComponentId id = kinds_[kind]->id;
        if (kind_by_component_.size() <= id) kind_by_component_.resize(id + 1, kind_count);
        kind_by_component_[id] = kind;
    }
    if (usable_kinds_.empty()) usable_kinds_.push_back(position_kind);
    kind_by_component_.resize(world_.types().size(), kind_count);
}

WorldModel::~WorldModel() = default;

const std::vector<WorldModel::Operation>& WorldModel::operations() {
    using M = WorldModel;
    static const std::vector<Operation> all{
        {"create with values", 14, &M::create_typed},
        {"create_with", 12, &M::create_with},
        {"create_many", 3, &M::create_many},
        {"create_at", 6, &M::create_at},
        {"destroy", 12, &M::destroy},
        {"destroy_and_park", 4, &M::park},
        {"create_at or unpark of a parked handle", 5, &M::revive},
        {"take_back", 2, &M::take_back},
        {"use of a dead handle", 3, &M::use_dead_handle},
        {"set_parent", 10, &M::set_parent},
        {"add of a value", 42, &M::add},
        {"add of the default", 14, &M::add_default},
        {"remove", 36, &M::remove},
        {"take", 10, &M::take},
        {"change", 10, &M::change},
        {"get_mut", 20, &M::write},
        {"query", 3, &M::query},
        {"query with write access", 2, &M::write_by_query},
        {"destroy_all", 1, &M::destroy_all},
        {"destroy_many", 2, &M::destroy_many},
        {"add_to_all", 1, &M::add_to_all},
        {"remove_from_all", 2, &M::remove_from_all},
        {"fit_block", 3, &M::fit_block},
        {"gather_blocks", 1, &M::gather_blocks},
        {"change while iterating", 2, &M::refuse_while_iterating},
        {"observe", 1, &M::observe},
        {"commands", 6, &M::record_commands},
        {"snapshot", 1, &M::take_snapshot},
        {"restore", 1, &M::restore_snapshot},
        {"create that throws", 2, &M::throw_in_create},
        {"add that throws", 2, &M::throw_in_add},
        {"add_to_all that throws", 1, &M::throw_in_batch},
        {"rebuild", 1, &M::rebuild},
    };
    return all;
}

void WorldModel::step() {
    static const std::uint32_t total = [] {
        std::uint32_t sum = 0;
        for (const Operation& operation : operations()) sum += operation.weight;
        return sum;
    }();
    std::uint32_t choice = choices_.below(total);
    std::size_t number = 0;
    while (choice >= operations()[number].weight) choice -= operations()[number++].weight;
    operation_ = &operations()[number];
    ++counts_[number];

    touched_.clear();
    effect_ = {};
    std::optional<Versions> versions;
    if (choices_.one_in(options_.check_versions_one_in) && affordable()) versions.emplace(world_);
    (this->*operation_->run)();
    if (mirror_) mirror_->catch_up();

    if (versions) {
        const std::string fault = versions->fault(world_, effect_);
        if (!fault.empty()) fail(fault);
    }
    expect(world_.version() >= last_version_, "the world's clock never goes back");
    last_version_ = world_.version();
    expect(world_.entity_count() == live_.size(), "the world has as many entities as the model");
    for (const Entity entity : touched_) check_entity(entity);
    if (const Entity other = any()) check_entity(other);
}

void WorldModel::compare() {
    const std::string fault = storage_fault(world_);
    if (!fault.empty()) fail(fault);
    for (const Entity entity : live_) check_entity(entity);
    for (std::uint32_t index = 1; index < slots_.size(); ++index) {
        const Slot& each = slots_[index];
        const Entity last{index, each.generation};
        expect(world_.alive(last) == (each.state == SlotState::Alive), "only the living answer");
        expect(world_.entity_index().parked(last) == (each.state == SlotState::Parked), "only the parked are parked");
    }
    for (const Entity entity : world_.entity_index().free_list()) {
        if (entity.index >= slots_.size()) continue;
        const Slot& each = slots_[entity.index];
        expect(each.state == SlotState::Free || each.state == SlotState::Unused, "only free slots are listed as free");
        expect(entity.generation > each.generation, "a free slot waits with a handle that was never used");
    }
    for (Query& each : queries_) check_query(each);
    if (mirror_) {
        const std::string difference = mirror_->fault();
        if (!difference.empty()) fail(difference);
    }
    const auto tracked = static_cast<std::ptrdiff_t>(values_[tracked_kind]);
    expect(moments_.empty() ? Tracked::live == tracked : Tracked::live >= tracked, "no value is leaked");
    expect(Tracked::faults == 0, "no value is destroyed twice or moved as bytes");
}

std::vector<std::pair<std::string, std::uint64_t>> WorldModel::counts() const {
    std::vector<std::pair<std::string, std::uint64_t>> result;
    for (std::size_t i = 0; i < counts_.size(); ++i) result.emplace_back(operations()[i].name, counts_[i]);
    return result;
}

// The model

void WorldModel::fail(const std::string& what) const {
    throw ModelFailure((operation_ ? operation_->name + std::string(": ") : std::string()) + what);
}

void WorldModel::expect(bool holds, const char* what) const {
    if (!holds) fail(what);
}

const WorldModel::Slot* WorldModel::alive_slot(Entity entity) const {
    if (entity.index >= slots_.size()) return nullptr;
    const Slot& found = slots_[entity.index];
    return found.state == SlotState::Alive && found.generation == entity.generation ? &found : nullptr;
}

// What looks at every archetype is done less often when there are thousands.
bool WorldModel::affordable() { return choices_.one_in(1 + static_cast<std::uint32_t>(world_.archetype_count() / 64)); }

Entity WorldModel::any() {
    return live_.empty() ? null_entity : live_[choices_.below(static_cast<std::uint32_t>(live_.size()))];
}

std::size_t WorldModel::any_kind() {
    return usable_kinds_[choices_.below(static_cast<std::uint32_t>(usable_kinds_.size()))];
}

WorldModel::Mask WorldModel::any_mask(std::uint32_t most) {
    Mask mask = 0;
    for (std::uint32_t count = choices_.below(most + 1); count > 0; --count) mask |= Mask{1} << any_kind();
    return mask;
}

bool WorldModel::room_for(Mask mask, std::size_t count) const {
    if (live_.size() + count > options_.max_entities) return false;
    for (std::size_t kind = 0; kind < kind_count; ++kind)
        if (mask >> kind & 1 && values_[kind] + count > kinds_[kind]->max_values) return false;
    return true;
}

// In any order, some of them twice, and with Parent, which creating passes over.
std::vector<ComponentId> WorldModel::ids_of(Mask mask) {
    std::vector<ComponentId> ids;
    for (std::size_t kind = 0; kind < kind_count; ++kind)
        if (mask >> kind & 1) ids.push_back(kinds_[kind]->id);
    if (ids.empty() || choices_.one_in(4)) return ids;
    ids.push_back(choices_.one_in(2) ? world_.parent_id() : ids.front());
    const std::uint32_t turn = choices_.below(static_cast<std::uint32_t>(ids.size()));
    std::rotate(ids.begin(), ids.begin() + turn, ids.end());
    return ids;
}

void WorldModel::born(Entity entity, Mask mask) {
    expect(entity.index != 0 && entity.generation != 0, "a handle is never null");
    if (entity.index >= slots_.size()) slots_.resize(entity.index + std::size_t{1});
    Slot& made = slot(entity);
    expect(made.state != SlotState::Alive && made.state != SlotState::Retired, "a slot in use is not handed out");
    if (made.state == SlotState::Parked) {
        expect(entity.generation == made.generation, "a parked slot comes back with its own handle only");
        parked_[made.position] = parked_.back();
        slot(parked_.back()).position = made.position;
        parked_.pop_back();
    } else if (made.state == SlotState::Reserved) {
        expect(entity.generation == made.generation, "a reserved handle is the one that lives then");
    } else {
        expect(entity.generation > made.generation, "a handle that was used once is never handed out again");
    }
    made = {};
    made.state = SlotState::Alive;
    made.generation = entity.generation;
    made.position = static_cast<std::uint32_t>(live_.size());
    live_.push_back(entity);
    for (std::size_t kind = 0; kind < kind_count; ++kind)
        if (mask >> kind & 1) give(entity, kind, 0);
    touched_.push_back(entity);
}

void WorldModel::released(Entity entity) {
    Slot& each = slot(entity);
    const bool last = entity.generation == std::numeric_limits<std::uint32_t>::max();
    each = {};
    each.state = last ? SlotState::Retired : SlotState::Free;
    each.generation = entity.generation;
}

// A single entity, which has no children any more.
void WorldModel::gone(Entity entity, SlotState state) {
    Slot& each = slot(entity);
    if (each.parent) link(entity, null_entity);
    for (std::size_t kind = 0; kind < kind_count; ++kind)
        if (each.kinds >> kind & 1) lose(entity, kind);
    live_[each.position] = live_.back();
    slot(live_.back()).position = each.position;
    live_.pop_back();
    released(entity);
    if (state == SlotState::Parked) {
        each.state = SlotState::Parked;
        each.position = static_cast<std::uint32_t>(parked_.size());
        parked_.push_back(entity);
    }
    touched_.push_back(entity);
}

void WorldModel::subtree_gone(Entity entity, SlotState state) {
    const std::vector<Entity> below = slot(entity).children;
    for (const Entity child : below) subtree_gone(child, state);
    gone(entity, state);
}

void WorldModel::give(Entity entity, std::size_t kind, int number) {
    Slot& each = slot(entity);
    values_[kind] += !(each.kinds >> kind & 1);
    each.kinds |= Mask{1} << kind;
    each.numbers[kind] = number;
}

void WorldModel::lose(Entity entity, std::size_t kind) {
    slot(entity).kinds &= ~(Mask{1} << kind);
    --values_[kind];
}

bool WorldModel::is_below(Entity entity, Entity ancestor) const {
    for (Entity above = entity; above; above = slots_[above.index].parent)
        if (above == ancestor) return true;
    return false;
}

void WorldModel::link(Entity child, Entity parent) {
    Slot& each = slot(child);
    if (each.parent) std::erase(slot(each.parent).children, child);
    each.parent = parent;
    if (parent) slot(parent).children.push_back(child);
}

void WorldModel::expect_next(Entity made, Entity announced) const {
    expect(made == announced, "the next handle is the one that the index announced");
}

void WorldModel::check_entity(Entity entity) {
    const Slot* each = alive_slot(entity);
    expect(world_.alive(entity) == (each != nullptr), "the same entities live");
    if (!each) {
        expect(!world_.has(entity, kinds_[position_kind]->id), "the dead have no components");
        return;
    }
    expect(world_.entity_at_slot(entity.index) == entity, "an entity is found in its slot");
    const Archetype& archetype = world_.archetype_of(entity);
    expect(archetype.components().size() == static_cast<std::size_t>(std::popcount(each->mask())),
           "an entity has as many components as in the model");
    for (std::size_t kind = 0; kind < kind_count; ++kind) {
        if (!(each->kinds >> kind & 1)) continue;
        expect(world_.has(entity, kinds_[kind]->id), "an entity has the components of the model");
        expect(kinds_[kind]->holds(world_.get(entity, kinds_[kind]->id), each->numbers[kind]),
               "a value is the one of the model");
    }
    expect(world_.parent(entity) == each->parent, "an entity has the parent of the model");
    const std::span<const Entity> children = world_.children(entity);
    expect(children.size() == each->children.size(), "an entity has as many children as in the model");
    for (const Entity child : children) {
        const Slot* below = alive_slot(child);
        expect(below && below->parent == entity, "the children are the ones whose parent it is");
    }
    const Location location = world_.location(entity);
    expect(location.archetype == archetype.id() && location.chunk < archetype.chunk_count(),
           "a location lies in the entity's archetype");
    const Chunk& chunk = archetype.chunk(location.chunk);
    expect(location.row < chunk.rows && chunk.entities()[location.row] == entity, "the row is the entity's");
}

}  // namespace test
