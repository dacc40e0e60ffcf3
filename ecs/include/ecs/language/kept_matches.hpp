// KeptMatches are the matches of a query over a world that goes on: a chunk is asked again only when a column that the
// query reads was written since. A query that reaches beyond its rows (another entity's field, a $watch, an aggregate,
// changed(), random()) is asked of all of them each time.
//
//     archetype ──► chunk: version when it was asked, its rows that match
//
// They belong to the code that asks, and to one world and one query. A world whose clock went back is asked as a whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ecs/language/text_query.hpp"

namespace ecs {

/// Which entities began to match and which ceased to, in the order of their ids. Rows that moved are neither.
struct MatchEdges {
    std::vector<Entity> entered, left;
};

class KeptMatches {
public:
    /// Finds what matches now. The query must be bound. Returns how many chunks were asked. `edges` gets what is
    /// different since the last call; at the first call, everything that matches has entered.
    std::size_t update(const World& world, TextQuery& query, const QueryInputs& inputs = {},
                       MatchEdges* edges = nullptr);
    /// Call it when the query or the world is another one.
    void forget();

    std::size_t count() const { return count_; }
    /// Appends the matches, archetype by archetype, until there are `most`. Their entities live until the world
    /// changes.
    void collect(std::vector<Entity>& matches, std::size_t most) const;

private:
    void append_all(std::vector<Entity>& to) const;

    struct Kept {
        std::uint64_t asked_at = 0;  // World::version(); 0: never
        std::vector<Entity> matches;
    };

    const World* world_ = nullptr;
    std::uint64_t version_seen_ = 0, types_seen_ = 0;
    std::vector<ComponentId> reads_;
    std::vector<ArchetypeId> archetypes_;
    std::vector<std::vector<Kept>> chunks_;  // by position in archetypes_
    std::vector<int> columns_;               // of the present archetype, that the query reads
    std::size_t count_ = 0;
    std::vector<Entity> before_;  // of one chunk
};

}  // namespace ecs
