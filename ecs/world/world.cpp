#include "ecs/world/world.hpp"

#include <algorithm>
#include <cstdlib>

#include "ecs/world/observers.hpp"
#include "ecs/world/row_steps.hpp"

namespace ecs {

World::World() {
    causes_.emplace_back("direct call");
    name_id_ = types_.add<Name>("Name", "What people call the entity").field("value", &Name::value).id();
    parent_id_ = types_.add<Parent>("Parent", "The entity this one is below; it goes when that one goes")
                     .field("value", &Parent::value)
                     .id();
    archetype_for({});
}

World::~World() {
    for (const auto& archetype : archetypes_) {
        if (archetype->trivial_) continue;
        for (Chunk* chunk : archetype->chunks_)
            for (const Archetype::ByteColumn& column : archetype->byte_columns_)
                destroy_values(*column.type, chunk->at(column.start), chunk->rows);
    }
}

void World::refuse_change(const char* call) const {
    fail_held(
        call,
        "; Commands can record create, destroy, add, remove and set_parent instead, and play back when the system "
        "is done");
}

ComponentId World::use(const CppType& type) {
    if (held_ && types_.find_key(type.key) == no_component) {
        fail("World: the type " + std::string(type.name) +
             " is used for the first time by code that may run on several threads; use or register it before");
        return no_component;
    }
    return types_.use(type);
}

void World::fail_held(const char* call, const char* advice) const {
    const AccessScope* scope = AccessScope::current();
    const bool parallel = held_ && scope && scope->world == this && scope->parallel;
    fail(std::string("World: ") + call + " was called " +
         (parallel ? "by system " + std::string(scope->system) + ", which is parallel" : "while a query iterates") +
         advice);
}

void World::fail_access(const char* call, Entity entity, ComponentId component, std::string_view cpp_name) const {
    const std::string_view type = component == no_component ? cpp_name : types_[component].name;
    fail(std::string("World: ") + call + "<" + std::string(type) + ">(" + to_string(entity) +
         "): " + (alive(entity) ? "the entity does not have this component" : "there is no such entity (any more)"));
}

void World::end_access(const char* call, Entity entity, ComponentId component, std::string_view cpp_name) const {
    fail_access(call, entity, component, cpp_name);
    std::abort();
}

CauseId World::cause(std::string_view name) {
    const auto found = std::find(causes_.begin(), causes_.end(), name);
    if (found != causes_.end()) return static_cast<CauseId>(found - causes_.begin());
    check_unheld("cause");
    causes_.emplace_back(name);
    return static_cast<CauseId>(causes_.size() - 1);
}

// Entities

Entity World::create_raw(std::span<const ComponentId> components, void** values) {
    Archetype& archetype = archetype_for(components);
    ensure_room_for_new(archetype);
    const Entity entity = index_.acquire();
    const Row place = push_row(archetype, entity, begin_change(archetype.has_name_));
    for (std::size_t i = 0; i < components.size(); ++i) {
        const std::uint32_t start = archetype.column_start(components[i]);
        values[i] = start == no_offset ? nullptr : place.value(start, types_[components[i]].size);
    }
    count_created(entity, place);
    return entity;
}

void World::set_parent_of_new(Entity entity, Parent parent, std::size_t slots_before) {
    try {
        set_parent(entity, parent.value);
    } catch (...) {
        take_back_new({&entity, 1}, slots_before);
        throw;
    }
}

Entity World::create_with(std::span<const ComponentId> components) {
    if (!may_change("create")) return null_entity;
    return create_default(archetype_for(components), null_entity);
}

bool World::create_at(Entity handle, std::span<const ComponentId> components) {
    if (!may_change("create_at")) return false;
    if (!index_.can_acquire(handle)) return false;
    create_default(archetype_for(components), handle);
    return true;
}

Entity World::create_default(Archetype& archetype, Entity wanted) {
    if (wanted)
        index_.reserve_up_to({&wanted, 1});
    else
        index_.reserve_one();
    ensure_room(archetype);
    construct_next_row(archetype);
    const Entity entity = wanted ? wanted : index_.acquire();
    if (wanted) index_.acquire(wanted);
    count_created(entity, push_row(archetype, entity, begin_change(archetype.has_name_)));
    return entity;
}

void World::create_in(Archetype& archetype, Entity reserved) {
    ensure_room(archetype);
    construct_next_row(archetype);
    count_created(reserved, push_row(archetype, reserved, begin_change(archetype.has_name_)));
}

// Values come before the handle, so that a constructor that throws does not use up a handle.
void World::construct_next_row(Archetype& archetype) {
    const Row place{archetype.last_, archetype.last_->rows};
    const std::vector<Archetype::ByteColumn>& columns = archetype.byte_columns_;
    if (archetype.trivial_) {
        for (const Archetype::ByteColumn& column : columns)
            copy_bytes(place.value(column.start, column.size), column.type->default_bytes.data(), column.size);
        return;
    }
    std::size_t made = 0;
    try {
        for (; made < columns.size(); ++made)
            construct_values(*columns[made].type, place.value(columns[made].start, columns[made].size), 1);
    } catch (...) {
        while (made-- > 0) destroy_values(*columns[made].type, place.value(columns[made].start, columns[made].size), 1);
        if (archetype.last_->rows == 0) drop_empty_chunk(archetype);
        throw;
    }
}

void World::destroy(Entity entity) {
    if (!may_change("destroy")) return;
    if (!alive(entity)) return;
    const auto [chunk_id, row] = index_.place_of(entity);
    const ChunkHome& home = chunks_[chunk_id];
    if (!home.archetype->plain_ || !hierarchy_.empty()) [[unlikely]]
        return destroy_subtree(entity, false);
    index_.count_alive(-1);
    ++structural_changes_;
    if (heard_) [[unlikely]]
        report_destroyed(entity, location_of(home, row));
    close_hole(home, chunk_id, row, begin_change(false));
    index_.release(entity);
}

void World::destroy_and_park(Entity entity) {
    if (!may_change("destroy_and_park")) return;
    if (alive(entity)) destroy_subtree(entity, true);
}

void World::destroy_subtree(Entity entity, bool park) {
    if (hierarchy_.children(entity).empty()) return destroy_one(entity, park);
    std::vector<Entity> doomed{entity};
    for (std::size_t i = 0; i < doomed.size(); ++i) {
        const std::span<const Entity> below = hierarchy_.children(doomed[i]);
        doomed.insert(doomed.end(), below.begin(), below.end());
    }
    for (auto each = doomed.rbegin(); each != doomed.rend(); ++each) destroy_one(*each, park);
}

void World::destroy_one(Entity entity, bool park) {
    const auto [chunk_id, row] = index_.place_of(entity);
    const ChunkHome& home = chunks_[chunk_id];
    const Archetype& archetype = *home.archetype;
    if (archetype.has_parent_) [[unlikely]]
        hierarchy_.unlink(entity, parent_of(entity));
    if (!archetype.trivial_) [[unlikely]] {
        report_leaving(entity, archetype, {home.chunk, row});
        destroy_row_values(archetype, {home.chunk, row});
    }
    index_.count_alive(-1);
    ++structural_changes_;
    if (heard_) [[unlikely]]
        report_destroyed(entity, location_of(home, row));
    close_hole(home, chunk_id, row, begin_change(archetype.has_name_));
    if (park)
        index_.park(entity);
    else
        index_.release(entity);
}

Location World::location(Entity entity) const {
    if (!alive(entity)) {
        fail("World: location(" + to_string(entity) + "): there is no such entity (any more)");
        return {};
    }
    const auto [chunk_id, row] = index_.place_of(entity);
    return location_of(chunks_[chunk_id], row);  // avoids the chunk's header: see ChunkHome
}

const Archetype& World::archetype_of(Entity entity) const {
    if (!alive(entity)) {
        fail("World: archetype_of(" + to_string(entity) + "): there is no such entity (any more)");
        return *archetypes_[0];
    }
    return *chunks_[index_.chunk_id(entity)].archetype;
}

// Components by id

bool World::has(Entity entity, ComponentId component) const {
    return alive(entity) && chunks_[index_.chunk_id(entity)].archetype->has(component);
}

void* World::get_mut(Entity entity, ComponentId component) {
    check_access(*this, component, Access::Write);
    if (component == parent_id_ || !alive(entity)) return nullptr;
    const auto [chunk_id, row] = index_.place_of(entity);
    const ChunkHome& home = chunks_[chunk_id];
    const std::uint32_t start = home.archetype->column_start(component);
    if (start == no_offset) return nullptr;
    touch(home.versions, home.archetype->column_of(component), entity, component);
    return home.chunk->at(start) + std::size_t{row} * types_[component].size;
}

bool World::add(Entity entity, ComponentId component) {
    if (!may_change("add") || !alive(entity)) return false;
    if (component == parent_id_) return true;
    if (component >= types_.size()) [[unlikely]] {
        fail("World: add: no component has the number " + std::to_string(component));
        return false;
    }
    const ComponentType& type = types_[component];
    if (!type.trivial) return has(entity, component) || add(entity, Value(type));
    const Archetype& archetype = *chunks_[index_.chunk_id(entity)].archetype;
    if (archetype.has(component)) return true;
    if (void* value = add_raw(entity, component).value) copy_bytes(value, type.default_bytes.data(), type.size);
    settle();
    return true;
}

bool World::add(Entity entity, Value&& value) {
    if (!may_change("add") || !alive(entity)) return false;
    if (!value) [[unlikely]] {
        fail("World: add was given an empty value");
        return false;
    }
    const ComponentType& type = value.type();
    if (type.id >= types_.size() || &types_[type.id] != &type) [[unlikely]] {
        fail("World: add: " + type.name + " is a component of another world");
        return false;
    }
    if (type.id == parent_id_) return set_parent(entity, static_cast<const Parent*>(value.data())->value);
    const ValuePlace place = add_raw(entity, type.id);
    if (!place.value) return true;
    if (place.existed) destroy_values(type, place.value, 1);
    value.relocate_to(place.value);
    if (!place.existed) settle();
    return true;
}

World::ValuePlace World::add_raw(Entity entity, ComponentId component) {
    check_access(*this, component, Access::Write);
    const auto [chunk_id, row] = index_.place_of(entity);
    const ChunkHome& home = chunks_[chunk_id];
    Archetype::Edge* step = home.archetype->find_edge(component, true);
    if (!step) [[unlikely]] {  // the edge is new or impossible: only archetypes without the component have it
        if (const int column = home.archetype->column_of(component); column != no_column) {
            const std::uint32_t start = home.archetype->column_start(component);
            if (start == no_offset) return {nullptr, true};
            touch(home.versions, column, entity, component);
            return {home.chunk->at(start) + std::size_t{row} * types_[component].size, true};
        }
        step = &make_edge(*home.archetype, component, true);
    }
    const Row place = move_row(entity, *step, component, true);
    if (step->added_start == no_offset) return {nullptr, false};
    return {place.value(step->added_start, step->added_size), false};
}

bool World::remove(Entity entity, ComponentId component) {
    if (!may_change("remove") || !alive(entity)) return false;
    Archetype& archetype = *chunks_[index_.chunk_id(entity)].archetype;
    Archetype::Edge* step = archetype.find_edge(component, false);
    if (!step || component == parent_id_) [[unlikely]] {
        if (!archetype.has(component)) return false;
        if (component == parent_id_) return set_parent(entity, null_entity);
        step = &make_edge(archetype, component, false);
    }
    check_access(*this, component, Access::Write);
    move_row(entity, *step, component, false);
    return true;
}

Value World::take(Entity entity, ComponentId component) {
    if (!may_change("take") || !has(entity, component)) return {};
    check_access(*this, component, Access::Write);
    const ComponentType& type = types_[component];
    if (component == parent_id_) {
        Value value(type, get(entity, component));
        set_parent(entity, null_entity);
        return value;
    }
    Archetype::Edge& step = edge(*chunks_[index_.chunk_id(entity)].archetype, component, false);
    if (type.is_tag()) {
        move_row(entity, step, component, false);
        return Value(type);
    }
    Archetype& target = *step.target;
    ensure_room(target);
    Value value;
    try {
        value = Value::relocated(type, get_mut(entity, component));
    } catch (...) {
        if (target.last_->rows == 0) drop_empty_chunk(target);
        throw;
    }
    report_leaving(entity, type, value.data());
    move_row(entity, step, component, false, true);
    return value;
}

// Hierarchy and names

Entity World::parent(Entity entity) const {
    check_access(*this, parent_id_, Access::Read);
    return parent_of(entity);
}

bool World::is_below(Entity entity, Entity ancestor) const {
    for (Entity above = entity; above; above = parent_of(above))
        if (above == ancestor) return true;
    return false;
}

bool World::set_parent(Entity child, Entity new_parent) {
    if (!may_change("set_parent") || !alive(child)) return false;
    if (new_parent && (!alive(new_parent) || is_below(new_parent, child))) return false;
    const Entity old_parent = parent_of(child);
    if (old_parent == new_parent) return true;
    check_access(*this, parent_id_, Access::Write);
    if (!new_parent) {
        move_row(child, edge(*chunks_[index_.chunk_id(child)].archetype, parent_id_, false), parent_id_, false);
        hierarchy_.unlink(child, old_parent);
        return true;
    }
    hierarchy_.reserve_link(child, new_parent);  // from here on only moving the row can fail, and nothing has changed
                                                 // yet
    new (add_raw(child, parent_id_).value) Parent{new_parent};
    if (old_parent) hierarchy_.unlink(child, old_parent);
    hierarchy_.link(child, new_parent);
    structure_version_ = ++version_;  // the tree changed even if no row moved
    return true;
}

std::string_view World::name(Entity entity) const {
    const void* value = get(entity, name_id_);
    return value ? std::string_view(static_cast<const Name*>(value)->value) : std::string_view{};
}

Entity World::find_by_name(std::string_view wanted) const {
    check_access(*this, name_id_, Access::Read);
    Entity lowest;
    for (const auto& archetype : archetypes_) {
        const int column = archetype->column_of(name_id_);
        if (column == no_column) continue;
        for (std::size_t c = 0; c < archetype->chunk_count(); ++c) {
            const auto* names =
                reinterpret_cast<const Name*>(archetype->column_data(c, static_cast<std::size_t>(column)));
            const std::span<const Entity> entities = archetype->chunk(c).entities();
            for (std::size_t row = 0; row < entities.size(); ++row)
                if (names[row].value == wanted && (!lowest || entities[row].index < lowest.index))
                    lowest = entities[row];
        }
    }
    return lowest;
}

}  // namespace ecs
