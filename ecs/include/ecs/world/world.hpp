// A World owns entities, their components and the chunks these lie in.
//
//     handle --EntityIndex--> chunk, row        archetype --> chunks --> columns
//
// Structural changes (create, destroy, add, remove) move rows and so invalidate pointers, spans and Locations into the
// archetypes concerned. While a query or view iterates they are refused; use Commands there, which play back after.
// Handles that do not answer any more are a failure in typed calls, and "no" (null, false) in the untyped ones.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "ecs/storage/access.hpp"
#include "ecs/storage/archetype.hpp"
#include "ecs/storage/block_pool.hpp"
#include "ecs/storage/entity_index.hpp"
#include "ecs/types/type_registry.hpp"
#include "ecs/types/value.hpp"
#include "ecs/world/hierarchy.hpp"
#include "ecs/world/journal.hpp"

namespace ecs {

class DeadRows;
class Query;
template <class... Ts>
class View;

/// What World::change_many does to one entity.
struct RowChange {
    Entity entity;
    std::span<const ComponentId> removed, added;
};

class World {
public:
    World();
    ~World();
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    TypeRegistry& types() { return types_; }
    const TypeRegistry& types() const { return types_; }
    template <class T>
    ComponentId id() const {
        return types_.id<T>();
    }
    ComponentId name_id() const { return name_id_; }
    ComponentId parent_id() const { return parent_id_; }

    // Entities

    Entity create() { return create_with({}); }
    /// An entity with these components: `create(Position{1, 2}, Velocity{})`.
    template <class... Ts>
    Entity create(Ts... values);
    /// An entity with default values of these components, in any order.
    Entity create_with(std::span<const ComponentId> components);
    /// Creates exactly this handle (undo, loading). False, and nothing changed, when its slot is taken.
    bool create_at(Entity handle, std::span<const ComponentId> components = {});
    /// Creates out.size() entities with default values of the same components: all of them, or none when it throws.
    void create_many(std::span<Entity> out, std::span<const ComponentId> components);

    /// Creates exactly these handles, as create_at does, up to the first whose slot is taken; returns how many. Their
    /// rows lie one after another in their archetype.
    std::size_t create_many_at(std::span<const Entity> handles, std::span<const ComponentId> components);

    /// Destroys the entity and, with it, all entities below it in the hierarchy. Takes no memory, unless there are
    /// such.
    void destroy(Entity entity);
    /// Destroys those of them that are alive, and all entities below these; returns how many went. Faster than one by
    /// one: the holes are closed once, at the end.
    std::size_t destroy_many(std::span<const Entity> entities);
    /// As destroy, but no slot is reused until create_at() revives it or unpark() lets go of it.
    void destroy_and_park(Entity entity);
    void unpark(Entity entity) {
        check_unheld("unpark");
        index_.unpark(entity);
    }
    /// See EntityIndex::take_back.
    void take_back(std::span<const Entity> handles, std::size_t slot_count) {
        check_unheld("take_back");
        index_.take_back(handles, slot_count);
    }

    bool alive(Entity entity) const { return index_.alive(entity); }
    std::size_t entity_count() const { return index_.alive_count(); }
    /// Slots ever used. Walking them with entity_at_slot() visits all entities in id order.
    std::size_t slot_count() const { return index_.slot_count(); }
    Entity entity_at_slot(std::size_t slot) const { return index_.entity_at(slot); }
    /// The entity must be alive.
    Location location(Entity entity) const;
    const EntityIndex& entity_index() const { return index_; }
    void set_free_list(const std::vector<Entity>& handles) {
        check_unheld("set_free_list");
        index_.set_free_list(handles);
    }
    void set_free_runs(std::span<const FreeRun> runs) {
        check_unheld("set_free_runs");
        index_.set_free_runs(runs);
    }
    /// Makes room, so that creating up to so many entities grows no table.
    void reserve(std::size_t entities) {
        check_unheld("reserve");
        index_.reserve(entities);
    }

    // Components by id

    bool has(Entity entity, ComponentId component) const;
    /// Null when the entity is gone or lacks the component; null for tags, too. Valid until a structural change.
    const void* get(Entity entity, ComponentId component) const {
        check_access(*this, component, Access::Read);
        return component < types_.size() ? find_value(entity, component, types_[component].size) : nullptr;
    }
    /// As get, for writing: the column's version grows. Null for Parent, which set_parent changes.
    void* get_mut(Entity entity, ComponentId component);
    /// Adds the default value, unless the entity has the component already. False when it is gone.
    bool add(Entity entity, ComponentId component);
    /// Adds the value, or overwrites the present one. False when the entity is gone. The value is moved from only when
    /// nothing can fail any more.
    bool add(Entity entity, Value&& value);
    bool add(Entity entity, const Value& value) { return add(entity, Value(value)); }
    /// False when the entity is gone or lacks the component.
    bool remove(Entity entity, ComponentId component);
    /// As remove, and hands the value over; an empty Value when there is none.
    Value take(Entity entity, ComponentId component);

    /// Takes these components away and adds the default values of those, in one move. What the entity lacks, and has
    /// already, is passed over, and so is Parent. False when it is gone.
    bool change(Entity entity, std::span<const ComponentId> removed, std::span<const ComponentId> added);
    /// The same for each of these, in this order: all of them, or none when memory runs out. Those that are gone are
    /// passed over. The types of what is added must be trivial.
    void change_many(std::span<const RowChange> changes);

    // Components by C++ type

    template <class T>
    bool has(Entity entity) const {
        return has(entity, id<T>());
    }
    template <class T>
    const T* find(Entity entity) const {
        const ComponentId component = id<T>();
        check_access(*this, component, Access::Read);
        return static_cast<const T*>(static_cast<const void*>(find_value(entity, component, sizeof(T))));
    }
    /// The entity must be alive and have the component.
    template <class T>
    const T& get(Entity entity) const;
    template <class T>
    T& get_mut(Entity entity);
    /// Adds or overwrites.
    template <class T>
    void add(Entity entity, T value = {});
    template <class T>
    bool remove(Entity entity) {
        return remove(entity, id<T>());
    }

    // Batches: whole archetypes at a time. When memory runs out or a value throws on the way, the entities that were
    // done stay so, each of them wholly, and the call can be repeated for the others.

    /// Destroys every match and the entities below them; returns how many entities went.
    std::size_t destroy_all(Query& query);
    /// Adds the default value to every match that lacks it; returns how many changed.
    std::size_t add_to_all(Query& query, ComponentId component);
    std::size_t remove_from_all(Query& query, ComponentId component);

    // Hierarchy and names

    Entity parent(Entity entity) const;
    std::span<const Entity> children(Entity entity) const { return hierarchy_.children(entity); }
    /// Puts `child` below `parent`, or at the top when `parent` is null. False, and nothing changed, when either is
    /// gone or `parent` is `child` itself or below it.
    bool set_parent(Entity child, Entity parent);
    /// Whether `entity` is `ancestor` or below it.
    bool is_below(Entity entity, Entity ancestor) const;
    /// Empty when it has none. Valid until the name or the entity's archetype changes.
    std::string_view name(Entity entity) const;
    /// The entity of lowest slot that has this name; walks all named entities.
    Entity find_by_name(std::string_view name) const;

    // Memory

    std::size_t archetype_count() const { return archetypes_.size(); }
    /// Archetypes are numbered in order of appearance and never go away.
    const Archetype& archetype(ArchetypeId archetype_id) const { return *archetypes_[archetype_id]; }
    /// The entity must be alive.
    const Archetype& archetype_of(Entity entity) const;
    /// Null when no entity ever had exactly this set. Any order.
    const Archetype* find_archetype(std::span<const ComponentId> components) const;
    const BlockPool& blocks() const { return blocks_; }
    /// Gives an archetype whose rows lie in one chunk, or in none, a block of `bytes`, or of the nearest size that
    /// holds its rows. 0 gives back the block of one without rows, which otherwise has one of at most 1 KiB. Ids,
    /// values and the order of rows stay. Does nothing to archetypes of several chunks, whose blocks all have the full
    /// size.
    void fit_block(ArchetypeId archetype_id, std::size_t bytes);
    /// Moves chunks together, so that the pool can give slabs back. Ids, values and the order of rows stay.
    void gather_blocks();

    // Change

    /// A clock that grows with every write; column versions are readings of it.
    std::uint64_t version() const { return version_; }
    /// Reading of the clock at the last structural change.
    std::uint64_t structure_version() const { return structure_version_; }
    /// Reading of the clock when a Name was last added, removed or written.
    std::uint64_t names_version() const { return names_version_; }
    /// Structural changes so far, one an entity and operation.
    std::uint64_t structural_changes() const { return structural_changes_; }
    std::uint64_t tick() const { return tick_; }
    void set_tick(std::uint64_t tick) {
        check_unheld("set_tick");
        tick_ = tick;
    }

    /// One journal at a time; null detaches. Not owned.
    void observe(Journal* journal) {
        check_unheld("observe");
        journal_ = journal;
    }
    Journal* journal() const { return journal_; }
    /// For who writes the values of a row after the call that made or moved it: they are in place now.
    void settle() const {
        if (journal_) [[unlikely]]
            if (ChangeListener* listener = journal_->listener()) listener->settled(*this);
    }
    /// Number of the cause with this name, which is kept for good.
    CauseId cause(std::string_view name);
    std::string_view cause_name(CauseId cause_id) const { return causes_[cause_id]; }
    /// What the following changes are put down to; returns the former cause.
    CauseId set_cause(CauseId cause_id) { return std::exchange(cause_, cause_id); }

    /// Whether a query or view iterates now or rows are held, so that structural changes are refused.
    bool iterating() const { return iterating_ != 0; }

private:
    friend class Query;
    friend class Commands;
    friend class IterationGuard;
    friend class SnapshotStore;
    friend class HoldGuard;

    /// A list of components as it was asked for, unsorted, and the archetype that it led to.
    struct KnownSignature {
        Archetype* archetype = nullptr;
        std::uint32_t count = 0;
        std::array<ComponentId, 7> components{};
    };
    /// What a chunk id stands for, so that calls by handle touch no header: headers lie 16 KiB apart, fall into the
    /// same few sets of the caches, and so are hardly ever in them.
    struct ChunkHome {
        Chunk* chunk = nullptr;
        Archetype* archetype = nullptr;
        std::uint64_t* versions = nullptr;
        std::uint32_t position = 0;  // among the archetype's chunks
    };
    /// A new row: raw columns, entity id written, index updated. Never fails once ensure_room() has made room.
    struct Row {
        Chunk* chunk = nullptr;
        std::uint32_t row = 0;

        std::byte* value(std::uint32_t start, std::uint32_t size) const {
            return chunk->at(start) + std::size_t{row} * size;
        }
    };
    /// Where a component's value is or, if it did not exist, has to be made; null for tags.
    struct ValuePlace {
        void* value = nullptr;
        bool existed = false;
    };

    bool may_change(const char* call) const {  // fails and says no while iterating
        if (iterating_ == 0) [[likely]]
            return true;
        refuse_change(call);
        return false;
    }
    [[gnu::cold]] void refuse_change(const char* call) const;
    /// That no parallel system does what concerns all; builds with asserts only.
    void check_unheld([[maybe_unused]] const char* call) const {
#if ECS_ENABLE_ASSERTS
        if (held_) fail_held(call, "");
#endif
    }
    [[gnu::cold]] void fail_held(const char* call, const char* advice) const;
    /// Of these components in any order; Parent is left out, because it comes with set_parent.
    Archetype& archetype_for(std::span<const ComponentId> components);
    [[gnu::noinline]] Archetype& remember_signature(std::span<const ComponentId> components, KnownSignature& known);
    Archetype& add_archetype(std::vector<ComponentId> sorted);
    Archetype::Edge& edge(Archetype& from, ComponentId component, bool adding);
    Archetype::Edge& make_edge(Archetype& from, ComponentId component, bool adding);
    /// A new entity with raw columns; `values` says where each component's value has to be made, null for tags and
    /// Parent. Null, and nothing changed, while iterating.
    Entity create_raw(std::span<const ComponentId> components, void** values);
    void ensure_room(Archetype& archetype) {
        if (!archetype.last_ || archetype.last_->full()) [[unlikely]]
            make_room_for_row(archetype);
    }
    void set_parent_of_new(Entity entity, Parent parent, std::size_t slots_before);
    void make_room_for_row(Archetype& archetype);
    /// Where an entity of `from` is after such a change.
    Archetype& archetype_after(const Archetype& from, std::span<const ComponentId> removed,
                               std::span<const ComponentId> added);
    /// Moves a row to another archetype, whose next row has the new values already. Never fails.
    void finish_change(Entity entity, Archetype& to);
    /// What an archetype needs for rows to come: blocks of this size, how many more, and so many chunks in all.
    struct PendingRoom {
        std::size_t rows = 0;
        std::size_t block_bytes = 0, blocks = 0, chunks = 0;  // no block_bytes: there is room, or it was made
    };
    /// Takes all the memory that it needs; then ensure_room() does not fail for so many rows while `hold` lives.
    void reserve_rooms(std::vector<PendingRoom>& by_archetype, const BlockPool::Hold& hold);
    void make_pending_room(Archetype& archetype, PendingRoom& room);
    /// As ensure_room, and for a handle: then neither push_row() nor EntityIndex::acquire() can fail.
    void ensure_room_for_new(Archetype& archetype) {
        index_.reserve_one();
        ensure_room(archetype);
    }
    Row push_row(Archetype& archetype, Entity entity, std::uint64_t now);
    void grow_block(Archetype& archetype);
    /// Moves the rows of an only chunk to a block of this size, which holds them.
    void rehouse(Archetype& archetype, std::size_t bytes);
    void move_chunk(Chunk* old, void* block) noexcept;
    /// All that a chunk holds goes to `moved`, a chunk of the same archetype. Nothing is left of `old` then.
    void carry_rows(Archetype& archetype, Chunk* old, std::span<const Archetype::ByteColumn> old_columns,
                    Chunk* moved) noexcept;
    /// A chunk without rows that stands nowhere yet.
    Chunk* make_chunk(const Archetype& archetype, const ChunkLayout& layout);
    /// Puts it at this position, at the end or instead of another. The archetype's tables have room.
    void put_chunk(Archetype& archetype, Chunk* chunk, std::size_t position);
    void free_chunk(Archetype& archetype, Chunk* chunk);
    void count_created(Entity entity, Row place);
    /// Closes the hole that a row of this chunk left behind whose values are gone already.
    void close_hole(const ChunkHome& home, std::uint32_t chunk_id, std::uint32_t row, std::uint64_t now);
    [[gnu::noinline]] static void relocate_row(const Archetype& archetype, Row from, Row to);
    [[gnu::noinline]] static void destroy_row_values(const Archetype& archetype, Row row);
    void drop_last_row(Archetype& archetype, std::uint64_t now);
    void drop_empty_chunk(Archetype& archetype);
    /// Moves an entity's row along the edge. Adding leaves the new column's value raw; removing destroys the old value,
    /// unless `taken` says that it was moved out already.
    Row move_row(Entity entity, Archetype::Edge& edge, ComponentId component, bool adding, bool taken = false);
    /// The same for all rows of an archetype, a run of rows at a time; returns how many. New values are the default.
    std::size_t move_all_rows(Archetype& from, Archetype::Edge& edge, ComponentId component, bool adding);
    std::size_t clear_archetype(Archetype& archetype);
    std::size_t create_run(Archetype& archetype, std::span<Entity> out);
    std::size_t create_run_at(Archetype& archetype, std::span<const Entity> handles);
    void add_default_rows(Archetype& archetype, Chunk& chunk, std::size_t count);
    void take_back_new(std::span<const Entity> entities, std::size_t slots_before);
    void close_holes(Archetype& archetype, const DeadRows& dead);
    ValuePlace add_raw(Entity entity, ComponentId component);
    void destroy_one(Entity entity, bool park);
    void destroy_subtree(Entity entity, bool park);
    /// An entity with default values, with the next handle or with `wanted`, which can be acquired.
    Entity create_default(Archetype& archetype, Entity wanted);
    void create_in(Archetype& archetype, Entity reserved);
    /// Default values behind the last row, where there is room; push_row() makes a row of them.
    void construct_next_row(Archetype& archetype);
    /// `size` is that of a value, which the typed calls know when they are compiled.
    const std::byte* find_value(Entity entity, ComponentId component, std::size_t size) const {
        if (!index_.alive(entity)) return nullptr;
        const auto [chunk_id, row] = index_.place_of(entity);
        const ChunkHome& home = chunks_[chunk_id];
        const std::uint32_t start = home.archetype->column_start(component);
        return start == no_offset ? nullptr : home.chunk->at(start) + row * size;
    }
    Entity parent_of(Entity entity) const {
        const std::byte* value = find_value(entity, parent_id_, sizeof(Parent));
        return value ? reinterpret_cast<const Parent*>(value)->value : null_entity;
    }
    /// While rows are held, several threads read the clock and none advances it: their writes share one reading.
    std::uint64_t next_version() { return held_ ? version_ : ++version_; }
    void touch(std::uint64_t* versions, int column, ComponentId component) {
        versions[column + 1] = next_version();
        if (component == name_id_) names_version_ = version_;
    }
    /// The clock's reading for one structural change, which becomes the version of all chunks where rows come, go or
    /// change places: their columns are as good as written.
    std::uint64_t begin_change(bool with_names) {
        const std::uint64_t now = ++version_;
        structure_version_ = now;
        if (with_names) names_version_ = now;
        return now;
    }
    [[gnu::noinline]] void report_created(Entity entity, Row row) const;
    [[gnu::noinline]] void report_destroyed(Entity entity, Location from) const;
    [[gnu::noinline]] void report_filled_hole(const Archetype& archetype, Entity filler, Row from, Location to) const;
    void report(const StructuralChange& change) const {  // the journal is there
        StructuralChange with_cause = change;
        with_cause.tick = tick_;
        with_cause.cause = cause_;
        journal_->record(with_cause);
        if (ChangeListener* listener = journal_->listener()) [[unlikely]]
            listener->changed(*this, with_cause);
    }
    static Location location_of(const Chunk& chunk, std::uint32_t row) {
        return {chunk.archetype, chunk.position, row};
    }
    static Location location_of(const ChunkHome& home, std::uint32_t row) {
        return {home.archetype->id_, home.position, row};
    }
    static Location location_of(Row place) { return location_of(*place.chunk, place.row); }
    [[gnu::cold]] void fail_access(const char* call, Entity entity, std::string_view type) const;

    TypeRegistry types_;
    BlockPool blocks_;
    EntityIndex index_;
    Hierarchy hierarchy_;
    std::vector<std::unique_ptr<Archetype>> archetypes_;
    std::unordered_set<Archetype*, SignatureHash, SameSignature> by_signature_;  // sorted components
    std::array<KnownSignature, 32> known_signatures_;                            // by a hash, the last one that had it
    std::vector<ChunkHome> chunks_;                                              // by chunk id
    std::vector<std::uint32_t> free_chunk_ids_;
    std::vector<Archetype::ByteColumn> former_columns_;  // while rows move to a block of another size
    ComponentId name_id_ = no_component, parent_id_ = no_component;
    std::uint64_t version_ = 0, names_version_ = 0, structure_version_ = 0;
    std::uint64_t structural_changes_ = 0, tick_ = 0;
    mutable std::uint32_t iterating_ = 0;
    bool held_ = false;  // see HoldGuard
    Journal* journal_ = nullptr;
    std::vector<std::string> causes_;
    CauseId cause_ = 0;
};

}  // namespace ecs

#include "ecs/world/world_typed.hpp"
