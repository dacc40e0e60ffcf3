#include "ecs/world.hpp"

#include <algorithm>

#include "ecs/access.hpp"

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
    observer_ = nullptr;
    for (const auto& archetype : archetypes_) clear_archetype(*archetype);
    for (const auto& archetype : archetypes_)
        for (Chunk* chunk : archetype->chunks_) delete[] chunk->versions;  // small blocks that were kept empty
}

bool World::may_change(const char* call) const {
    if (!iterating()) return true;
    fail_held(call, "; record it in Commands, which play back when the system is done");
    return false;
}

void World::fail_held(const char* call, const char* advice) const {
    const AccessScope* scope = AccessScope::current();
    const bool parallel = held_ && scope && scope->world == this && scope->parallel;
    fail(std::string("World: ") + call + " was called " +
         (parallel ? "by system " + std::string(scope->system) + ", which is parallel" : "while a query iterates") +
         advice);
}

void World::fail_access(const char* call, Entity entity, std::string_view type) const {
    fail(std::string("World: ") + call + "<" + std::string(type) + ">(" + to_string(entity) +
         "): " + (alive(entity) ? "the entity does not have this component" : "there is no such entity (any more)"));
}

void World::report(StructuralChange change) const {
    change.tick = tick_;
    change.cause = cause_;
    observer_->on_change(change);
}

CauseId World::cause(std::string_view name) {
    const auto found = std::find(causes_.begin(), causes_.end(), name);
    if (found != causes_.end()) return static_cast<CauseId>(found - causes_.begin());
    check_unheld("cause");
    causes_.emplace_back(name);
    return static_cast<CauseId>(causes_.size() - 1);
}

// Entities

Entity World::create_with(std::span<const ComponentId> components) {
    if (!may_change("create")) return null_entity;
    Archetype& archetype = archetype_for({components.begin(), components.end()});
    ensure_room(archetype);
    const Entity entity = index_.acquire();
    create_in(archetype, entity);
    return entity;
}

bool World::create_at(Entity handle, std::span<const ComponentId> components) {
    if (!may_change("create_at")) return false;
    Archetype& archetype = archetype_for({components.begin(), components.end()});
    ensure_room(archetype);
    return index_.acquire(handle) && create_in(archetype, handle);
}

bool World::create_in(Archetype& archetype, Entity entity) {
    const Row place = push_row(archetype, entity);
    std::size_t constructed = 0;
    try {
        for (; constructed < archetype.types_.size(); ++constructed) {
            const ComponentType& type = *archetype.types_[constructed];
            if (type.is_tag()) continue;
            std::byte* column = place.chunk->at(archetype.layout_.offsets[constructed]);
            construct_values(type, column + std::size_t{place.row} * type.size, 1);
        }
    } catch (...) {
        while (constructed-- > 0) {
            const ComponentType& type = *archetype.types_[constructed];
            if (type.is_tag()) continue;
            std::byte* column = place.chunk->at(archetype.layout_.offsets[constructed]);
            destroy_values(type, column + std::size_t{place.row} * type.size, 1);
        }
        drop_last_row(archetype);
        index_.release(entity);
        throw;
    }
    index_.count_alive(1);
    ++structural_changes_;
    if (observer_)
        report({.kind = ChangeKind::Created, .entity = entity, .from = {}, .to = location_of(*place.chunk, place.row)});
    return true;
}

void World::destroy(Entity entity) {
    if (!may_change("destroy")) return;
    if (alive(entity)) destroy_subtree(entity, false);
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
    Chunk* chunk = chunks_[index_.chunk_id(entity)];
    const std::uint32_t row = index_.row(entity);
    Archetype& archetype = *archetypes_[chunk->archetype];
    if (const Entity above = parent_of(entity)) hierarchy_.unlink(entity, above);
    for (std::size_t c = 0; c < archetype.types_.size(); ++c) {
        const ComponentType& type = *archetype.types_[c];
        if (!type.trivial)
            destroy_values(type, chunk->at(archetype.layout_.offsets[c]) + std::size_t{row} * type.size, 1);
    }
    index_.count_alive(-1);
    ++structural_changes_;
    if (observer_)
        report({.kind = ChangeKind::Destroyed, .entity = entity, .from = location_of(*chunk, row), .to = {}});
    close_hole(archetype, chunk, row);
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
    return location_of(*chunks_[index_.chunk_id(entity)], index_.row(entity));
}

const Archetype& World::archetype_of(Entity entity) const {
    if (!alive(entity)) {
        fail("World: archetype_of(" + to_string(entity) + "): there is no such entity (any more)");
        return *archetypes_[0];
    }
    return *archetypes_[chunks_[index_.chunk_id(entity)]->archetype];
}

// Components by id

bool World::has(Entity entity, ComponentId component) const {
    return alive(entity) && archetypes_[chunks_[index_.chunk_id(entity)]->archetype]->has(component);
}

const void* World::get(Entity entity, ComponentId component) const {
    check_access(*this, component, Access::Read);
    return value_of(entity, component);
}

void* World::get_mut(Entity entity, ComponentId component) {
    check_access(*this, component, Access::Write);
    return value_to_write(entity, component);
}

const void* World::value_of(Entity entity, ComponentId component) const {
    if (!alive(entity)) return nullptr;
    const Chunk* chunk = chunks_[index_.chunk_id(entity)];
    const Archetype& archetype = *archetypes_[chunk->archetype];
    const int column = archetype.column_of(component);
    if (column == no_column) return nullptr;
    const std::uint32_t offset = archetype.layout_.offsets[static_cast<std::size_t>(column)];
    if (offset == no_offset) return nullptr;
    return chunk->at(offset) +
           std::size_t{index_.row(entity)} * archetype.types_[static_cast<std::size_t>(column)]->size;
}

void* World::value_to_write(Entity entity, ComponentId component) {
    if (component == parent_id_ || !alive(entity)) return nullptr;
    Chunk* chunk = chunks_[index_.chunk_id(entity)];
    const Archetype& archetype = *archetypes_[chunk->archetype];
    const int column = archetype.column_of(component);
    if (column == no_column) return nullptr;
    const std::uint32_t offset = archetype.layout_.offsets[static_cast<std::size_t>(column)];
    if (offset == no_offset) return nullptr;
    touch(*chunk, column, component);
    return chunk->at(offset) +
           std::size_t{index_.row(entity)} * archetype.types_[static_cast<std::size_t>(column)]->size;
}

bool World::add(Entity entity, ComponentId component) {
    if (!may_change("add") || !alive(entity)) return false;
    if (component == parent_id_ || has(entity, component)) return true;
    const ComponentType& type = types_[component];
    if (type.trivial) {
        bool existed = false;
        construct_values(type, add_raw(entity, component, existed), 1);
        return true;
    }
    return add(entity, Value(type));
}

bool World::add(Entity entity, Value value) {
    if (!may_change("add") || !alive(entity)) return false;
    const ComponentType& type = value.type();
    if (type.id == parent_id_) return set_parent(entity, static_cast<const Parent*>(value.data())->value);
    bool existed = false;
    void* raw = add_raw(entity, type.id, existed);
    if (type.is_tag()) return true;
    if (existed) destroy_values(type, raw, 1);
    value.relocate_to(raw);
    return true;
}

void* World::add_raw(Entity entity, ComponentId component, bool& existed) {
    check_access(*this, component, Access::Write);
    Chunk* chunk = chunks_[index_.chunk_id(entity)];
    Archetype& from = *archetypes_[chunk->archetype];
    const int column = from.column_of(component);
    existed = column != no_column;
    const ComponentType& type = types_[component];
    if (existed) {
        if (type.is_tag()) return nullptr;
        touch(*chunk, column, component);
        return chunk->at(from.layout_.offsets[static_cast<std::size_t>(column)]) +
               std::size_t{index_.row(entity)} * type.size;
    }
    const Archetype::Edge& step = edge(from, component, true);
    const Row place = move_row(entity, step, component, true);
    if (type.is_tag()) return nullptr;
    const Archetype& to = *step.target;
    return place.chunk->at(to.layout_.offsets[static_cast<std::size_t>(to.column_of(component))]) +
           std::size_t{place.row} * type.size;
}

bool World::remove(Entity entity, ComponentId component) {
    if (!may_change("remove") || !has(entity, component)) return false;
    check_access(*this, component, Access::Write);
    if (component == parent_id_) return set_parent(entity, null_entity);
    move_row(entity, edge(*archetypes_[chunks_[index_.chunk_id(entity)]->archetype], component, false), component,
             false);
    return true;
}

Value World::take(Entity entity, ComponentId component) {
    if (!may_change("take") || !has(entity, component)) return {};
    check_access(*this, component, Access::Write);
    const ComponentType& type = types_[component];
    if (component == parent_id_) {
        Value value(type, value_of(entity, component));
        set_parent(entity, null_entity);
        return value;
    }
    const Archetype::Edge& step = edge(*archetypes_[chunks_[index_.chunk_id(entity)]->archetype], component, false);
    ensure_room(*step.target);  // from here on nothing can fail half way
    if (type.is_tag()) {
        move_row(entity, step, component, false);
        return Value(type);
    }
    Value value = Value::relocated(type, value_to_write(entity, component));
    move_row(entity, step, component, false, true);
    return value;
}

// Hierarchy and names

Entity World::parent(Entity entity) const {
    check_access(*this, parent_id_, Access::Read);
    return parent_of(entity);
}

Entity World::parent_of(Entity entity) const {
    const void* value = value_of(entity, parent_id_);
    return value ? static_cast<const Parent*>(value)->value : null_entity;
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
        move_row(child, edge(*archetypes_[chunks_[index_.chunk_id(child)]->archetype], parent_id_, false), parent_id_,
                 false);
        hierarchy_.unlink(child, old_parent);
        return true;
    }
    bool existed = false;
    void* raw = add_raw(child, parent_id_, existed);
    new (raw) Parent{new_parent};
    if (old_parent) hierarchy_.unlink(child, old_parent);
    hierarchy_.link(child, new_parent);
    structure_version_ = ++version_;  // the tree changed even where no row moved
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
