// A World owns entities, their components and the chunks that hold them.
//
//     handle --EntityIndex--> chunk, row        archetype --> chunks --> columns
//
// Structural changes (create, destroy, add, remove) move rows. They invalidate pointers, spans and Locations into the
// archetypes concerned. They are refused while a query or view iterates; use Commands there, which play back
// afterwards. On a dead entity get<T>, get_mut<T> and add<T> fail. The other calls that take a component return null,
// false or an empty Value.
//
// A C++ type needs no registration: create, add, id, View and a system register it when they meet it first. To the
// other calls a type that the world never met is a component that no entity has.
#pragma once

#include <array>
#include <atomic>
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
#include "ecs/world/resource_holder.hpp"

namespace ecs {

class DeadRows;
class Observers;
class Query;
class TakenRows;
class WriteLog;
template <class... Ts>
class View;

/// The change that World::change_many makes to one entity.
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
    /// Id of the C++ type, which is registered when it is new. A new type is refused (with no_component) while several
    /// threads may work on the world.
    template <class T>
    ComponentId id() {
        using Plain = std::remove_cv_t<T>;
        return types_.quick_or(type_key<Plain>(), [&] { return use(cpp_type<Plain>); });
    }
    /// no_component when the world never met the type.
    template <class T>
    ComponentId id() const {
        return types_.find<T>();
    }
    ComponentId name_id() const { return name_id_; }
    ComponentId parent_id() const { return parent_id_; }

    // Entities

    Entity create() { return create_with({}); }
    /// Creates an entity with these components: `create(Position{1, 2}, Velocity{})`.
    template <class... Ts>
    Entity create(Ts... values);
    /// Creates an entity with default values of these components, in any order.
    Entity create_with(std::span<const ComponentId> components);
    /// Creates an entity with exactly this handle (undo, loading). Returns false and changes nothing when its slot is
    /// taken.
    bool create_at(Entity handle, std::span<const ComponentId> components = {});
    /// Creates out.size() entities with default values of the same components: all of them, or none when it throws.
    void create_many(std::span<Entity> out, std::span<const ComponentId> components);

    /// Creates entities with exactly these handles, as create_at does, up to the first whose slot is taken. Returns
    /// their number. Their rows lie one after another in their archetype.
    std::size_t create_many_at(std::span<const Entity> handles, std::span<const ComponentId> components);

    /// Destroys the entity and all entities below it in the hierarchy. Takes memory only if there are entities below.
    void destroy(Entity entity);
    /// Destroys the live ones of `entities` and all entities below them. Returns the number destroyed. Faster than
    /// single calls: it closes the holes once, at the end.
    std::size_t destroy_many(std::span<const Entity> entities);
    /// As destroy, but keeps the slots from reuse until create_at() revives the handle or unpark() frees it.
    void destroy_and_park(Entity entity);
    /// As destroy_and_park for all of these, whose rows it returns; null while a query iterates. They are alive, each
    /// is named once, and so is each entity below one of them. When memory runs out, nothing changes.
    std::shared_ptr<TakenRows> take_rows(std::span<const Entity> entities);
    /// Brings entities back whose slots are parked, with their values, their children and, where as many rows are left
    /// as then, in the order in which all rows lay. When memory runs out, nothing changes. Afterwards the rows have no
    /// values that memcpy cannot move, and must not be put back again when there were such.
    void put_rows_back(TakenRows& rows);
    void unpark(Entity entity) {
        check_unheld("unpark");
        index_.unpark(entity);
    }
    /// See EntityIndex::park_for.
    void park_for(Entity entity) {
        check_unheld("park_for");
        index_.park_for(entity);
    }
    /// See EntityIndex::take_back.
    void take_back(std::span<const Entity> handles, std::size_t slot_count) {
        check_unheld("take_back");
        index_.take_back(handles, slot_count);
    }

    bool alive(Entity entity) const { return index_.alive(entity); }
    std::size_t entity_count() const { return index_.alive_count(); }
    /// Number of slots ever used. A walk over them with entity_at_slot() visits all entities in order of ids.
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
    /// Makes room so that creating up to `entities` entities grows no table.
    void reserve(std::size_t entities) {
        check_unheld("reserve");
        index_.reserve(entities);
    }

    // Components by id

    bool has(Entity entity, ComponentId component) const;
    /// Null when the entity is gone, when it lacks the component, and for tags. Valid until a structural change.
    const void* get(Entity entity, ComponentId component) const {
        check_access(*this, component, Access::Read);
        return component < types_.size() ? find_value(entity, component, types_[component].size) : nullptr;
    }
    /// As get, for writing: raises the column's version. Null for Parent, which only set_parent changes.
    void* get_mut(Entity entity, ComponentId component);
    /// Adds the default value, unless the entity already has the component. False when the entity is gone.
    bool add(Entity entity, ComponentId component);
    /// Adds the value, or overwrites the present one. False when the entity is gone. Moves from the value only when
    /// nothing can fail any more.
    bool add(Entity entity, Value&& value);
    bool add(Entity entity, const Value& value) { return add(entity, Value(value)); }
    /// False when the entity is gone or lacks the component.
    bool remove(Entity entity, ComponentId component);
    /// As remove, and returns the value; an empty Value when there is none.
    Value take(Entity entity, ComponentId component);

    /// Removes and adds components in one move; added ones get default values. Components that the entity lacks
    /// (removed) or already has (added) are skipped, and so is Parent. False when the entity is gone.
    bool change(Entity entity, std::span<const ComponentId> removed, std::span<const ComponentId> added);
    /// Makes these changes in order: all of them, or none when memory runs out. Entities that are gone are skipped.
    /// The types of added components must be trivial.
    void change_many(std::span<const RowChange> changes);
    /// Adds the component to all of these entities, or to none when memory runs out. They are alive, lack it, and each
    /// is named once. Their values move out of `values`, where they lie side by side; null for a tag.
    void add_to_many(std::span<const Entity> entities, ComponentId component, std::byte* values);
    /// Removes it from all of these, which have it. Their values move to `values`, which is raw memory; null for a tag.
    void take_from_many(std::span<const Entity> entities, ComponentId component, std::byte* values);

    // Components by C++ type

    template <class T>
    bool has(Entity entity) const {
        return has(entity, types_.find<T>());
    }
    template <class T>
    const T* find(Entity entity) const {
        const ComponentId component = types_.find<T>();
        check_access(*this, component, Access::Read);
        return static_cast<const T*>(static_cast<const void*>(find_value(entity, component, sizeof(T))));
    }
    /// The entity must be alive and have the component. If the failure handler returns, the program ends: there is
    /// nothing that these two calls could return.
    template <class T>
    const T& get(Entity entity) const;
    template <class T>
    T& get_mut(Entity entity);
    /// Adds the component or overwrites its value.
    template <class T>
    void add(Entity entity, T value = {});
    template <class T>
    bool remove(Entity entity) {
        return remove(entity, types_.find<T>());
    }

    // Resources: one value of a type for the whole world. They are components of one entity, which the first resource
    // makes. So panels, files, edits, snapshots and queries treat them like all other components.

    /// Sets the one value of this type. The first value of a type is a structural change.
    template <class T>
    void set_resource(T value);
    /// The world must have the resource; ends like get. Valid until a resource is added or removed.
    template <class T>
    const T& resource() const;
    template <class T>
    T& resource_mut();
    /// Null when the world has no such resource.
    template <class T>
    const T* find_resource() const {
        return find<T>(resource_holder());
    }
    /// False when the world has no such resource.
    template <class T>
    bool remove_resource() {
        return remove<T>(resource_holder());
    }
    /// The entity that has the resources as its components; null before the first one. See ResourceHolder.
    Entity resource_holder() const;

    // The next three functions work on whole archetypes. When memory runs out or a value throws, the entities already
    // done stay done, each of them completely; repeat the call for the others.

    /// Destroys every match and the entities below the matches. Returns the number destroyed.
    std::size_t destroy_all(Query& query);
    /// Adds the default value to every match that lacks the component. Returns how many changed.
    std::size_t add_to_all(Query& query, ComponentId component);
    std::size_t remove_from_all(Query& query, ComponentId component);

    // Hierarchy and names

    Entity parent(Entity entity) const;
    std::span<const Entity> children(Entity entity) const { return hierarchy_.children(entity); }
    /// Puts `child` below `parent`, or at the top when `parent` is null. Returns false and changes nothing when
    /// either is gone, or when `parent` is `child` itself or below it.
    bool set_parent(Entity child, Entity parent);
    /// Whether `entity` is `ancestor` or below it.
    bool is_below(Entity entity, Entity ancestor) const;
    /// Empty when the entity has no name. Valid until the name or the entity's archetype changes.
    std::string_view name(Entity entity) const;
    /// The entity with this name and the lowest slot. Walks all named entities.
    Entity find_by_name(std::string_view name) const;

    // Memory

    std::size_t archetype_count() const { return archetypes_.size(); }
    /// Archetypes are numbered in order of appearance and never removed.
    const Archetype& archetype(ArchetypeId archetype_id) const { return *archetypes_[archetype_id]; }
    /// The entity must be alive.
    const Archetype& archetype_of(Entity entity) const;
    /// Null when no entity ever had exactly this set. The components may be in any order.
    const Archetype* find_archetype(std::span<const ComponentId> components) const;
    const BlockPool& blocks() const { return blocks_; }
    /// Gives an archetype of at most one chunk another block, of `bytes` or of the nearest size that holds its rows.
    /// With 0, an archetype without rows gives its block back; otherwise it may keep one of at most 1 KiB. Ids, values
    /// and the order of rows stay. Does nothing for archetypes of several chunks, whose blocks all have the full size.
    void fit_block(ArchetypeId archetype_id, std::size_t bytes);
    /// Moves chunks together so that the pool can give slabs back. Ids, values and the order of rows stay.
    void gather_blocks();

    // Change

    /// A clock that grows with every write. Column versions are readings of it.
    std::uint64_t version() const { return version_; }
    /// Reading of the clock at the last structural change.
    std::uint64_t structure_version() const { return structure_version_; }
    /// Reading of the clock when a Name was last added, removed or written.
    std::uint64_t names_version() const { return names_version_; }
    /// Structural changes so far: one per entity and operation.
    std::uint64_t structural_changes() const { return structural_changes_; }
    std::uint64_t tick() const { return tick_; }
    void set_tick(std::uint64_t tick) {
        check_unheld("set_tick");
        tick_ = tick;
    }

    /// Sets the only journal; null detaches it. Not owned.
    void observe(Journal* journal) {
        check_unheld("observe");
        journal_ = journal;
        settle_heard();
    }
    Journal* journal() const { return journal_; }
    /// Tells the listener that the values of the last change are in place. For callers that write values after the
    /// call that made or moved the row.
    void settle() const {
        if (journal_) [[unlikely]]
            if (ChangeListener* listener = journal_->listener()) listener->settled(*this);
    }
    /// Hooks on additions, removals and changes of components; include "ecs/world/observers.hpp".
    Observers& observers();
    /// Null when nobody asked for them yet.
    const Observers* find_observers() const { return observers_.get(); }
    /// Tells the hooks what happened; see Observers::deliver. Nothing without hooks.
    void deliver_observed() {
        if (observers_) [[unlikely]]
            deliver_to_observers();
    }
    /// Number of the cause with this name. The world keeps it for good.
    CauseId cause(std::string_view name);
    std::string_view cause_name(CauseId cause_id) const { return causes_[cause_id]; }
    /// Sets the cause of the changes that follow. Returns the former cause.
    CauseId set_cause(CauseId cause_id) { return std::exchange(cause_, cause_id); }

    /// Whether structural changes are refused, because a query or view iterates or rows are held.
    bool iterating() const { return iterating_ != 0; }

private:
    friend class Query;
    friend class Commands;
    friend class IterationGuard;
    friend class SnapshotStore;
    friend class HoldGuard;
    friend class Observers;
    friend class OrderTrial;
    friend class WriteLog;

    /// An unsorted list of components that a call used before, and its archetype.
    struct KnownSignature {
        Archetype* archetype = nullptr;
        std::uint32_t count = 0;
        std::array<ComponentId, 7> components{};
    };
    /// The place of a chunk by its id. Calls by handle use it to avoid chunk headers: these lie 16 KiB apart, fall
    /// into the same few cache sets, and are therefore rarely in the cache.
    struct ChunkHome {
        Chunk* chunk = nullptr;
        Archetype* archetype = nullptr;
        std::uint64_t* versions = nullptr;
        std::uint32_t position = 0;  // among the archetype's chunks
    };
    /// A new row: raw columns, entity id written, index updated. Making one never fails after ensure_room().
    struct Row {
        Chunk* chunk = nullptr;
        std::uint32_t row = 0;

        std::byte* value(std::uint32_t start, std::uint32_t size) const {
            return chunk->at(start) + std::size_t{row} * size;
        }
    };
    /// Place of a component's value, or where to construct it if it did not exist; null for tags.
    struct ValuePlace {
        void* value = nullptr;
        bool existed = false;
    };

    class RowTaking;
    bool may_change(const char* call) const;  // fails and returns false while iterating
    [[gnu::cold]] void refuse_change(const char* call) const;
    [[gnu::cold]] ComponentId use(const CppType& type);
    Entity make_resource_holder();
    bool holds_resources(Entity entity, ComponentId holder) const;
    /// Checks that no parallel system makes this call, which concerns the whole world; builds with asserts only.
    void check_unheld(const char* call) const;
    [[gnu::cold]] void fail_held(const char* call, const char* advice) const;
    /// The archetype of these components, in any order. Ignores Parent, which only set_parent adds.
    Archetype& archetype_for(std::span<const ComponentId> components);
    [[gnu::noinline]] Archetype& remember_signature(std::span<const ComponentId> components, KnownSignature& known);
    Archetype& add_archetype(std::vector<ComponentId> sorted);
    Archetype::Edge& edge(Archetype& from, ComponentId component, bool adding);
    Archetype::Edge& make_edge(Archetype& from, ComponentId component, bool adding);
    /// Creates an entity with raw columns. `values` receives the address where each component's value must be
    /// constructed; null for tags and Parent. No query may iterate.
    Entity create_raw(std::span<const ComponentId> components, void** values);
    void ensure_room(Archetype& archetype) {
        if (!archetype.last_ || archetype.last_->full()) [[unlikely]]
            make_room_for_row(archetype);
    }
    void set_parent_of_new(Entity entity, Parent parent, std::size_t slots_before);
    void make_room_for_row(Archetype& archetype);
    /// The archetype of an entity of `from` after this change.
    Archetype& archetype_after(const Archetype& from, std::span<const ComponentId> removed,
                               std::span<const ComponentId> added);
    /// Moves a row to another archetype whose next row already has the new values. Never fails.
    void finish_change(Entity entity, Archetype& to);
    /// The room that an archetype needs for pending rows: the block size, how many more blocks, and the total of
    /// chunks.
    struct PendingRoom {
        std::size_t rows = 0;
        std::size_t block_bytes = 0, blocks = 0, chunks = 0;  // block_bytes 0: the room exists or was made
    };
    /// Takes all needed memory. While `hold` lives, ensure_room() then does not fail for these rows.
    void reserve_rooms(std::vector<PendingRoom>& by_archetype, const BlockPool::Hold& hold);
    void make_pending_room(Archetype& archetype, PendingRoom& room);
    /// As ensure_room, and makes room for a handle. Then neither push_row() nor EntityIndex::acquire() can fail.
    void ensure_room_for_new(Archetype& archetype) {
        index_.reserve_one();
        ensure_room(archetype);
    }
    Row push_row(Archetype& archetype, Entity entity, std::uint64_t now);
    void grow_block(Archetype& archetype);
    /// Moves the rows of an only chunk to a block of this size, which must hold them.
    void rehouse(Archetype& archetype, std::size_t bytes);
    void move_chunk(Chunk* old, void* block) noexcept;
    /// Moves the whole content of a chunk to `moved`, a chunk of the same archetype. Nothing is left in `old`.
    void carry_rows(Archetype& archetype, Chunk* old, std::span<const Archetype::ByteColumn> old_columns,
                    Chunk* moved) noexcept;
    /// Makes a chunk without rows that is in no table yet.
    Chunk* make_chunk(const Archetype& archetype, const ChunkLayout& layout);
    /// Puts the chunk at this position, at the end or in place of another. The archetype's tables must have room.
    void put_chunk(Archetype& archetype, Chunk* chunk, std::size_t position);
    void free_chunk(Archetype& archetype, Chunk* chunk);
    void count_created(Entity entity, Row place);
    /// Closes the hole of a row in this chunk whose values are gone already.
    void close_hole(const ChunkHome& home, std::uint32_t chunk_id, std::uint32_t row, std::uint64_t now);
    [[gnu::noinline]] static void relocate_row(const Archetype& archetype, Row from, Row to);
    [[gnu::noinline]] static void destroy_row_values(const Archetype& archetype, Row row);
    void drop_last_row(Archetype& archetype, std::uint64_t now);
    void drop_empty_chunk(Archetype& archetype);
    /// Moves an entity's row along the edge. Adding leaves the new column's value raw. Removing destroys the old
    /// value, unless `taken` says that it was moved out already.
    Row move_row(Entity entity, Archetype::Edge& edge, ComponentId component, bool adding, bool taken = false);
    /// Moves all rows of an archetype along the edge, a run of rows at a time. New values are the default. Returns
    /// the number of rows.
    std::size_t move_all_rows(Archetype& from, Archetype::Edge& edge, ComponentId component, bool adding);
    void move_listed(std::span<const Entity> entities, ComponentId component, bool adding, std::byte* values);
    std::size_t clear_archetype(Archetype& archetype);
    std::size_t create_run(Archetype& archetype, std::span<Entity> out);
    std::size_t create_run_at(Archetype& archetype, std::span<const Entity> handles);
    void add_default_rows(Archetype& archetype, Chunk& chunk, std::size_t count);
    void take_back_new(std::span<const Entity> entities, std::size_t slots_before);
    void close_holes(Archetype& archetype, const DeadRows& dead);
    ValuePlace add_raw(Entity entity, ComponentId component);
    void destroy_one(Entity entity, bool park);
    void destroy_subtree(Entity entity, bool park);
    /// Creates an entity with default values: with the next handle, or with `wanted`, which must be free to acquire.
    Entity create_default(Archetype& archetype, Entity wanted);
    void create_in(Archetype& archetype, Entity reserved);
    /// Constructs default values behind the last row, where there must be room. push_row() makes a row of them.
    void construct_next_row(Archetype& archetype);
    /// `size` is the size of the value; typed calls know it at compile time.
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
    void touch(std::uint64_t* versions, int column, Entity entity, ComponentId component) {
        versions[column + 1] = next_version();
        if (component == name_id_) names_version_ = version_;
        if (write_logs_ != nullptr) [[unlikely]]
            note_write(entity, component);
    }
    [[gnu::cold, gnu::noinline]] void note_write(Entity entity, ComponentId component);
    /// Advances the clock for one structural change. The reading becomes the version of all chunks in which rows are
    /// added, removed or moved, because all their columns count as written.
    std::uint64_t begin_change(bool with_names);
    [[gnu::noinline]] void report_created(Entity entity, Row row) const;
    [[gnu::noinline]] void report_destroyed(Entity entity, Location from) const;
    [[gnu::noinline]] void report_filled_hole(const Archetype& archetype, Entity filler, Row from, Location to) const;
    /// Tells the journal, and observers of rows. Call it when there is a journal; for rows, when somebody hears.
    void report(const StructuralChange& change) const;
    [[gnu::cold]] void report_to_observers(const StructuralChange& change) const;
    // Before values that memcpy cannot move are destroyed; of others the row is still there when it is reported.
    void report_leaving(Entity entity, const ComponentType& type, const void* value) const;
    void report_leaving(Entity entity, const Archetype& archetype, Row row) const;
    [[gnu::cold]] void report_lost_value(Entity entity, const ComponentType& type, const void* value) const;
    void deliver_to_observers();
    void settle_heard();
    static Location location_of(const Chunk& chunk, std::uint32_t row) {
        return {chunk.archetype, chunk.position, row};
    }
    static Location location_of(const ChunkHome& home, std::uint32_t row) {
        return {home.archetype->id_, home.position, row};
    }
    static Location location_of(Row place) { return location_of(*place.chunk, place.row); }
    [[gnu::cold]] void fail_access(const char* call, Entity entity, ComponentId component,
                                   std::string_view cpp_name) const;
    [[noreturn, gnu::cold]] void end_access(const char* call, Entity entity, ComponentId component,
                                            std::string_view cpp_name) const;
    [[noreturn, gnu::cold]] void end_resource(const char* call, ComponentId component, std::string_view cpp_name) const;

    TypeRegistry types_;
    BlockPool blocks_;
    EntityIndex index_;
    Hierarchy hierarchy_;
    std::vector<std::unique_ptr<Archetype>> archetypes_;
    std::unordered_set<Archetype*, SignatureHash, SameSignature> by_signature_;  // sorted components
    std::array<KnownSignature, 32> known_signatures_;                            // by a hash; each entry keeps the last
                                                                                 // list with that hash
    std::vector<ChunkHome> chunks_;                                              // by chunk id
    std::vector<std::uint32_t> free_chunk_ids_;
    std::vector<Archetype::ByteColumn> former_columns_;  // while rows move to a block of another size
    ComponentId name_id_ = no_component, parent_id_ = no_component;
    // Entity::bits() of where it was found last; several threads may look. A number, because not every compiler makes
    // an atomic Entity without a lock.
    mutable std::atomic<std::uint64_t> resource_holder_{0};
    std::uint64_t version_ = 0, names_version_ = 0, structure_version_ = 0;
    std::uint64_t structural_changes_ = 0, tick_ = 0;
    mutable std::uint32_t iterating_ = 0;
    bool held_ = false;               // see HoldGuard
    bool heard_ = false;              // a journal or a hook wants to know of rows
    WriteLog* write_logs_ = nullptr;  // the first one; not owned
    Journal* journal_ = nullptr;
    std::unique_ptr<Observers> observers_;
    std::vector<std::string> causes_;
    CauseId cause_ = 0;
};

}  // namespace ecs

#include "ecs/world/world_reports.hpp"
#include "ecs/world/world_typed.hpp"
