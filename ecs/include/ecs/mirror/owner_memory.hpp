// What the memory of an owner (ecs/mirror/owner.hpp) really is, as pools. A pool is what the owner keeps in one piece:
// a sparse set of one component, or one archetype. PoolKind says which. An owner of sparse sets has:
//
//     sparse pages   entity id -> position     pages of fixed size, made when an id in their range is added
//     packed array   position -> entity id     dense but for tombstones, which removals leave in pools that never move
//     value pages    position -> value         parallel to the packed array; none for tags
//
// An owner of tables has:
//
//     packed array   row -> entity id          all entities of the archetype
//     columns        row -> value              one a component, parallel to the packed array; none for tags
//
// An owner of archetypes, an ecs::World, has:
//
//     chunks         row -> entity and values  a header, the entities, the columns (ecs/storage/chunk.hpp)
//
// An OwnerMemory is a copy of facts, made when asked for. Its addresses are the owner's, and are valid until the owner
// runs on; those of another process never are. Owner::read_block() reads bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ecs {

/// What an owner calls one of its entities, for as long as that entity lives.
using OwnerKey = std::uint64_t;
inline constexpr OwnerKey no_owner_key = ~OwnerKey{0};

enum class PoolKind : std::uint8_t { SparseSet, Table, Archetype };
inline constexpr std::size_t pool_kind_count = 3;

enum class PoolBlockKind : std::uint8_t { SparsePage, Packed, ValuePage, Column, Chunk };
inline constexpr std::size_t pool_block_kind_count = 5;
/// `sparse page`, `packed array`, `value page`, `column`, `chunk`.
std::string_view name_of(PoolBlockKind kind);

/// One allocation of a pool.
struct PoolBlock {
    PoolBlockKind kind = PoolBlockKind::Packed;
    const std::byte* begin = nullptr;  // only an address: it may be that of another process
    std::size_t bytes = 0;
    std::size_t first = 0;                   // the entity id (sparse page) or position (else) of its first entry
    std::size_t entries = 0;                 // how many fit
    std::size_t used = 0;                    // how many live entities have one of them
    std::string component = {};              // Column: whose values
    std::uint32_t type = ~std::uint32_t{0};  // Column: position in Owner::types(), when it was described
};

enum class PoolByteRole : std::uint8_t {
    Position,   // in a sparse page: the entity's place in the packed array
    NoEntity,   // in a sparse page: an id that is not in the pool
    Entity,     // in the packed array
    Tombstone,  // in the packed array or a value page: left by an entity that went, for the next that comes
    Field,      // of a value; the whole value when its type describes no fields
    Padding,    // inside a value, or between two columns of a chunk
    Unused,     // behind the last entry
    Header,     // of a chunk
};
inline constexpr std::size_t pool_byte_role_count = 8;
/// `position`, `no entity`, `entity`, `tombstone`, `field`, `padding`, `unused`, `header`.
std::string_view name_of(PoolByteRole role);

/// One run of bytes of a block with one role; spans of a block cover it without gap or overlap.
struct PoolSpan {
    std::size_t offset = 0, size = 0;  // from the start of the block
    PoolByteRole role = PoolByteRole::Unused;
    OwnerKey entity = no_owner_key;  // whose bytes they are
    int field = -1;                  // position in ComponentType::fields
    int column = -1;                 // of a chunk: position in OwnerPool::columns

    friend bool operator==(const PoolSpan&, const PoolSpan&) = default;
};

/// A part of a block, in bytes from its start.
struct PoolPart {
    std::size_t pool = 0, block = 0;  // positions in OwnerMemory::pools and OwnerPool::blocks
    std::size_t first = 0, size = 0;
};

/// The bytes of such a part, as far as the block has so many, and the spans that cover them.
struct PoolBytes {
    std::vector<std::byte> bytes;
    std::vector<PoolSpan> spans;
};

/// The values of one component in the chunks of an archetype.
struct OwnerColumn {
    std::string component;
    std::uint32_t type = ~std::uint32_t{0};  // position in Owner::types(), if it is one of them
};

struct OwnerPool {
    static constexpr std::uint32_t no_type = ~std::uint32_t{0};

    PoolKind kind = PoolKind::SparseSet;
    std::string name;                               // of the component; else all that its entities have
    std::uint32_t type = no_type;                   // SparseSet: position in Owner::types(), if it was described
    std::size_t entity_bytes = 0, value_bytes = 0;  // of one entry, in all columns; value_bytes 0: a tag
    bool keeps_addresses = false;                   // removals leave tombstones, and no value ever moves
    /// In the order of the packed array, no_owner_key for tombstones.
    std::vector<OwnerKey> entities;
    std::size_t tombstones = 0;
    std::size_t capacity = 0;  // of the packed array
    std::vector<PoolBlock> blocks;
    bool grouped = false;                   // a group owns it and keeps its order
    OwnerKey sparse_mask = no_owner_key;    // SparseSet: the bits of a key that are the entity's id in sparse pages
    std::vector<std::string> tags = {};     // Table, Archetype: what its entities have beside the columns: tags, pairs
    std::vector<OwnerColumn> columns = {};  // Archetype
    std::size_t header_bytes = 0;           // Archetype: of each chunk

    std::size_t size() const { return entities.size() - tombstones; }
    std::size_t bytes() const;
    std::size_t bytes(PoolBlockKind of) const;
    /// What the entities in it need: an entry of each array for each; and the headers of chunks.
    std::size_t used_bytes() const {
        return size() * ((kind == PoolKind::SparseSet ? 2 : 1) * entity_bytes + value_bytes) +
               blocks.size() * header_bytes;
    }
    std::size_t wasted_bytes() const { return bytes() - used_bytes(); }
};

/// Pools that the owner's program iterates over together.
struct OwnerGroup {
    std::string name;                          // "Position, Velocity | Frozen"
    std::vector<std::size_t> owned, observed;  // positions in OwnerMemory::pools; owned: it keeps their order
    std::size_t size = 0;                      // entities in it
};

struct OwnerMemory {
    /// Why it is not known, for a person; empty when it is. Views of memory then show the mirror's own chunks, labelled
    /// with as_if_archetypes().
    std::string unknown = {};
    std::vector<OwnerPool> pools = {};
    std::vector<OwnerGroup> groups = {};
    /// It is on its way from another process, and nothing else is said here: ask again soon.
    bool on_its_way = false;

    std::size_t bytes() const;
    std::size_t wasted_bytes() const;
};

/// The label of every picture and figure of memory that is not the owner's: "As if these were archetypes: …".
/// `really`: how the owner keeps its components; nothing when that is not known.
std::string as_if_archetypes(std::string_view owner, std::optional<PoolKind> really = {});

}  // namespace ecs
