// A Query names the components that an archetype must have, may have or must not have, and keeps the list of matching
// archetypes. Archetypes are never removed, so the list only grows, and an update costs only the new archetypes. A
// query belongs to its maker and to one world, which must outlive it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ecs/storage/access.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

enum class Presence : std::uint8_t { With, Without, Optional };
struct QueryTerm {
    ComponentId component = no_component;
    Presence presence = Presence::With;
    Access access = Access::Read;
    /// type_key() of a C++ type. A term without a component waits until the world meets this type.
    std::uint64_t cpp_key = 0;

    /// The component in this world; no_component as long as the world did not meet the type.
    ComponentId known_in(const World& world) const {
        return component == no_component && cpp_key != 0 ? world.types().find_key(cpp_key) : component;
    }
};

/// The rows of one chunk, as a query hands them out. Valid until the callback returns.
class ChunkRows {
public:
    std::span<const Entity> entities() const {
        return {reinterpret_cast<const Entity*>(chunk_->at(Chunk::header_bytes)), rows_};
    }
    std::size_t size() const { return rows_; }
    const Archetype& archetype() const { return *archetype_; }
    const Chunk& chunk() const { return *chunk_; }

    /// Column of the term number `term` of the query. Null when the archetype lacks an optional component, and for
    /// tags.
    const void* column(std::size_t term) const {
        const std::uint32_t offset = offsets_[term];
        return offset == no_offset ? nullptr : chunk_->at(offset);
    }
    /// As column, for a term with write access.
    void* column_mut(std::size_t term) const {
        const std::uint32_t offset = offsets_[term];
        return offset == no_offset ? nullptr : chunk_->at(offset);
    }

private:
    friend class Query;
    const Archetype* archetype_ = nullptr;
    Chunk* chunk_ = nullptr;
    std::size_t rows_ = 0;
    const std::uint32_t* offsets_ = nullptr;
    std::uint64_t* versions_ = nullptr;  // the chunk's
};

class Query {
public:
    Query(const World& world, std::vector<QueryTerm> terms);

    const std::vector<QueryTerm>& terms() const { return terms_; }
    bool writes(ComponentId component) const;
    bool matches(const Archetype& archetype) const;
    /// All matching archetypes, empty ones included, in order of appearance.
    std::span<const ArchetypeId> archetypes();
    std::size_t entity_count();

    /// Calls `visit(const ChunkRows&)` for every chunk with rows. Columns with write access get a new version first;
    /// the whole call uses one reading of the clock.
    template <class F>
    void each_chunk(World& world, F&& visit) {
        IterationGuard guard(world);
        check_accesses(world);
        write_chunks(world, visit);
    }
    /// For reading only: fails for a query with write access.
    template <class F>
    void each_chunk(const World& world, F&& visit) {
        if (writes_) return fail("Query: a query with write access needs a World that is not const");
        IterationGuard guard(world);
        check_accesses(world);
        update(world);
        for (Match& match : matches_) match_chunks(match, visit);
    }

private:
    friend class World;
    friend class ChunkPass;
    struct Match {
        Archetype* archetype;
        std::uint32_t block_bytes;           // layout that the offsets belong to
        std::vector<int> columns;            // of each term; no_column when absent
        std::vector<std::uint32_t> offsets;  // of each term
        std::vector<std::uint32_t> written;  // columns with write access
    };

    /// Checks that the system on this thread declared what the query reads and writes; builds with asserts only.
    void check_accesses([[maybe_unused]] const World& world) const {
#if ECS_ENABLE_ASSERTS
        fail_undeclared(world);
#endif
    }
    void fail_undeclared(const World& world) const;
    void update(const World& world) {
        if (&world != world_ || seen_archetypes_ < world.archetypes_.size()) [[unlikely]]
            add_matches(world);
    }
    void add_matches(const World& world);
    static void refresh_offsets(Match& match);
    std::uint64_t begin_writing(World& world) const;
    void note_writes(const World& world) const;

    /// Returns false when the archetype has no rows.
    static bool bring_up_to_date(Match& match) {
        const Archetype& archetype = *match.archetype;
        if (archetype.entity_count_ == 0) return false;
        if (match.block_bytes != archetype.layout_.block_bytes) refresh_offsets(match);
        return true;
    }
    /// The rows of one chunk of an up-to-date match. Reads no chunk headers: they all fall into a few sets of the
    /// cache, which hold only a few dozen of them.
    static ChunkRows rows_at(const Match& match, std::size_t position) {
        Archetype& archetype = *match.archetype;
        const bool last = position + 1 == archetype.chunks_.size();
        if (!last) prefetch(*archetype.chunks_[position + 1], match);
        ChunkRows rows;
        rows.archetype_ = &archetype;
        rows.offsets_ = match.offsets.data();
        rows.chunk_ = archetype.chunks_[position];
        rows.rows_ =
            last ? archetype.entity_count_ - position * archetype.layout_.capacity : archetype.layout_.capacity;
        rows.versions_ = archetype.versions_.row(position);
        return rows;
    }
    static void mark_written(const Match& match, const ChunkRows& rows, std::uint64_t now) {
        for (const std::uint32_t column : match.written) rows.versions_[column + 1] = now;
    }
    template <class F>
    void write_chunks(World& world, F&& visit) {
        update(world);
        const std::uint64_t now = writes_ ? begin_writing(world) : 0;
        for (Match& match : matches_)
            match_chunks(match, [&](const ChunkRows& rows) {
                mark_written(match, rows, now);
                visit(rows);
            });
    }
    template <class F>
    static void match_chunks(Match& match, F&& visit) {
        if (!bring_up_to_date(match)) return;
        const std::size_t count = match.archetype->chunks_.size();
        for (std::size_t position = 0; position < count; ++position) visit(rows_at(match, position));
    }
    // The processor predicts the next line of a column, but not where the columns of the next chunk begin.
    static void prefetch(const Chunk& next, const Match& match) {
        for (const std::uint32_t offset : match.offsets) {
            __builtin_prefetch(next.at(offset));
            __builtin_prefetch(next.at(offset + 64));
        }
    }

    const World* world_;
    std::vector<QueryTerm> terms_;
    bool writes_ = false, writes_names_ = false;
    std::size_t seen_archetypes_ = 0;
    std::vector<Match> matches_;
    std::vector<ArchetypeId> archetype_ids_;
};

}  // namespace ecs
