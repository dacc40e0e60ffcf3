// The common interface of the six storages that the Storage Lab compares. A storage keeps its whole state in its
// Arena. Its caller holds handles and asks for operations. make_storage() makes it traced (a Trace records every
// access) or untraced; both are the same code, see memory.hpp.
//
// A storage has a title, which people read (`Columns`), and a name, which files and the command line have (`002`). Both
// are in one table, which all texts take them from. A text that people read has the number of the article second.
//
// In Mode::Faithful, an operation that the article behind the storage cannot do is *refused*, with the row of the
// checklist as reason. Where a bug of the article does harm, the outcome is *bitten*. In Mode::Repaired every
// operation works.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/lab/memory/arena.hpp"
#include "ecs/lab/storages/ledger.hpp"
#include "ecs/types/component_type.hpp"

namespace ecs::lab {

class Trace;

enum class StorageKind : std::uint8_t {
    HashIndex,       // Hash index, 000: packed values, a hash table from entity to slot, a list of free slots
    SparseVector,    // Options, 001: Vec<Option<T>> by the entity's index, generational ids
    ArchetypeBlock,  // Columns, 002: one growing block per archetype
    PackedVector,    // Packed arrays, 003: packed values with their ids, a hash table from id to position
    SharedObject,    // Objects, 004: objects, and containers that share them
    Chunks,          // Chunks: our own
};
inline constexpr std::array<StorageKind, 6> storage_kinds{StorageKind::HashIndex,      StorageKind::SparseVector,
                                                          StorageKind::ArchetypeBlock, StorageKind::PackedVector,
                                                          StorageKind::SharedObject,   StorageKind::Chunks};
/// For files and the command line: `000`, `001`, `002`, `003`, `004`, `chunks`.
std::string_view name_of(StorageKind kind);
/// What people call it: `Columns`. Most are plural.
std::string_view title_of(StorageKind kind);
/// Where it comes from, to be shown second and quiet: `article 002`, `our own`.
std::string_view origin_of(StorageKind kind);
/// One line on what it is: `One growing block for each archetype, a column for each component`.
std::string_view summary_of(StorageKind kind);
/// Both where a text has one style only: `Columns (article 002)`.
std::string full_title_of(StorageKind kind);
std::optional<StorageKind> storage_kind_from(std::string_view name);

enum class Mode : std::uint8_t { Faithful, Repaired };
/// For files and the command line: `faithful`, `repaired`.
std::string_view name_of(Mode mode);
/// What people call it: `As published`, `With fixes`.
std::string_view title_of(Mode mode);
/// The same within a sentence: `as published`, `with fixes`.
std::string_view phrase_of(Mode mode);

/// Choices that the articles leave open or that a lesson changes. A storage ignores options that do not concern it.
struct StorageOptions {
    enum class Removal : std::uint8_t { SwapLast, Shift } removal = Removal::SwapLast;               // 002
    enum class FreeList : std::uint8_t { Newest, Oldest, Smallest } free_list = FreeList::Smallest;  // 001, repaired
    enum class JoinBase : std::uint8_t { AsAsked, Smallest } join_base = JoinBase::AsAsked;          // 000, 003
    bool pool_objects = false;                                                                       // 004
    unsigned generation_bits = 32;                                                                   // 001
    friend bool operator==(const StorageOptions&, const StorageOptions&) = default;
};

/// A storage's name for an entity. The bits differ between storages: an id, index and generation, a place, or the
/// number of a pointer to an object.
struct Handle {
    std::uint64_t bits = 0;
    friend bool operator==(const Handle&, const Handle&) = default;
};

/// One part of a handle's bits, or a value that they lead to: `generation` 2.
struct HandlePart {
    std::string_view name;
    std::uint64_t value = 0;
    unsigned bits = 0;  // number of the handle's bits, highest first; 0: not in the handle, but looked up through it
};

/// Position of a type in the list that the storage was made with. At most 32 types, all trivial.
using TypeIndex = std::uint32_t;
inline constexpr std::size_t max_types = 32, max_join = 3;

struct Value {
    TypeIndex type = 0;
    const void* bytes = nullptr;  // as many as the type's size
};

enum class OperationKind : std::uint8_t {
    Create,
    Destroy,
    Add,
    Set,
    Remove,
    Get,
    Has,
    Each,
    MutateInEach,
    ChangeInEach
};
inline constexpr std::size_t operation_count = 10;
/// `create`, `destroy`, `add`, `set`, `remove`, `get`, `has`, `each`, `mutate while iterating`, `change while
/// iterating`
std::string_view name_of(OperationKind operation);

enum class Verdict : std::uint8_t { Done, Refused, Bitten };

struct Outcome {
    Verdict verdict = Verdict::Done;
    std::string_view rule = {};  // row of the checklist, `003-L1`; empty when done
    std::string_view why = {};   // one sentence, a literal; empty when done
    Handle handle = {};          // create: the new entity; add, remove: the caller's handle afterwards

    static Outcome done(Handle handle = {}) { return {Verdict::Done, {}, {}, handle}; }
    static Outcome refused(std::string_view rule, std::string_view why) { return {Verdict::Refused, rule, why, {}}; }
    static Outcome bitten(std::string_view rule, std::string_view why, Handle handle = {}) {
        return {Verdict::Bitten, rule, why, handle};
    }
    explicit operator bool() const { return verdict != Verdict::Refused; }
};

/// One row during Storage::each. Reads and writes use the storage's memory, so they are traced.
class Row {
public:
    /// The owner of the row; 0 where the storage does not know it (002 faithful returns the place). If the query does
    /// not read the owner anyway, this call reads it, so a query that does not ask leaves those bytes untouched. Call
    /// it before changing the entity.
    Handle entity() {
        if (!entity_) entity_ = find_entity();
        return *entity_;
    }

    /// Reads the whole value of the requested type number `position`.
    virtual void read(std::size_t position, void* to) = 0;
    /// Returns false where the article hands out copies only (000-L2) or does not allow writing this type (003-L3).
    virtual bool write(std::size_t position, const void* from) = 0;

protected:
    ~Row() = default;
    /// Goes to the next row. `entity` is its owner; none: looked up when asked for.
    void begin_row(std::optional<Handle> entity) { entity_ = entity; }
    virtual Handle find_entity() { return {}; }

private:
    std::optional<Handle> entity_;
};
using RowFunction = std::function<void(Row&)>;

/// Reports a change that callers cannot see: an entity has another handle because of an operation on another entity
/// (002 faithful: the last row moved into a hole).
using MovedFunction = std::function<void(Handle before, Handle after)>;

class Storage {
public:
    Storage(StorageKind kind, Mode mode, std::span<const ComponentType* const> types)
        : kind_(kind), mode_(mode), types_(types.begin(), types.end()) {}
    virtual ~Storage() = default;
    Storage(const Storage&) = delete;
    Storage& operator=(const Storage&) = delete;

    StorageKind kind() const { return kind_; }
    Mode mode() const { return mode_; }
    std::span<const ComponentType* const> types() const { return types_; }

    /// Creates an entity with these components, in any order, each type at most once.
    virtual Outcome create(std::span<const Value> values) = 0;
    virtual Outcome destroy(Handle entity) = 0;
    /// Whether the storage accepts the handle as that of a living entity. Faithful storages may be wrong. Untraced.
    virtual bool alive(Handle entity) const = 0;
    /// The owner of the values that a get through this handle finds, by its present handle; for a dead entity whose
    /// values are still found, by its last one. None when nothing is found. Untraced.
    virtual std::optional<Handle> reached_by(Handle entity) const {
        return alive(entity) ? std::optional(entity) : std::nullopt;
    }
    /// The meaning of the bits in this storage, whether it issued them or not. Untraced.
    virtual std::vector<HandlePart> parts_of(Handle entity) const = 0;
    /// Adds a component. If the entity has it already, overwrites it as the article would.
    virtual Outcome add(Handle entity, const Value& value) = 0;
    /// Overwrites a component of the entity.
    virtual Outcome set(Handle entity, const Value& value) = 0;
    virtual Outcome remove(Handle entity, TypeIndex type) = 0;
    /// Copies the value to `to`.
    virtual Outcome get(Handle entity, TypeIndex type, void* to) = 0;
    virtual bool has(Handle entity, TypeIndex type) = 0;
    /// Visits every entity that has all types of `join` (1 to max_join), in the order of this storage.
    virtual Outcome each(std::span<const TypeIndex> join, const RowFunction& function) = 0;

    /// Number of living entities, as far as the storage can tell.
    virtual std::uint64_t size() const = 0;

    /// Describes every byte of every block of the arena, in spans that cover each block without gap or overlap, in
    /// any order.
    virtual void describe(const SpanFunction& span) const = 0;

    /// Whether the operation works at all in this mode; a refusal gives the reason.
    virtual Outcome supports(OperationKind operation) const = 0;
    /// The operation in a few lines for the step player. Trace events refer to them by number (EventKind::Line).
    virtual std::span<const std::string_view> pseudo_code(OperationKind operation) const = 0;

    MovedFunction moved;  // may be empty
    /// Whether a faithful storage checks, untraced, if an operation does harm. The article's code does not check:
    /// without this, nothing is bitten, and reads return what the article reads. Turn it off for timing or for
    /// observing from outside.
    bool judges = true;

private:
    StorageKind kind_;
    Mode mode_;
    std::vector<const ComponentType*> types_;
};

/// `arena` must be empty and outlive the storage; `types` and what they point to must outlive it. Without a trace the
/// result is the variant that the bench measures.
std::unique_ptr<Storage> make_storage(StorageKind kind, Mode mode, const StorageOptions& options,
                                      std::span<const ComponentType* const> types, Arena& arena, Trace* trace);

}  // namespace ecs::lab
