// Traffic counts the rows that moved between archetypes over the last ticks, by cause: the archetype graph, each edge
// with its use. It reads a Journal. Changes that the journal dropped before Traffic read them are counted as missed,
// never guessed. The reader owns a Traffic and lets it read about once a frame.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "ecs/world/world.hpp"

namespace ecs {

/// Rows that went from one archetype to another. Creation has no `from` and destruction no `to` (no_archetype).
struct TrafficEdge {
    ArchetypeId from = no_archetype, to = no_archetype;
    ComponentId component = no_component;  // the added or removed component
    bool added = false;
    CauseId cause = 0;
    std::uint64_t moves = 0, bytes = 0;  // within the window; a filled hole counts for the move that made it
    std::uint64_t returns = 0;           // moves that undid the last move of the same entity: see ping_pong
    /// The same entities move back and forth: one system adds what another removes, or one system does both.
    bool ping_pong = false;
};

class Traffic {
public:
    /// Counts the last `window` ticks; at least 1.
    explicit Traffic(std::uint64_t window_ticks = 120);

    /// Reads the changes that are new in the journal (the first time: all whole ticks that it holds), and forgets
    /// what is older than the window. `next_tick` is World::tick(): the tick that has not run yet. Edits count for
    /// that tick.
    void read(const Journal& journal, std::uint64_t next_tick);
    void clear();

    std::uint64_t window_ticks() const { return window_ticks_; }
    /// Number of ticks examined, at most the window's length. Divide counts by it to get rates.
    std::uint64_t ticks_seen() const;
    /// Edges with moves in the window, most moves first.
    std::vector<TrafficEdge> edges() const;
    /// Changes that the journal dropped unread and that may belong to the window. With missed changes, counts mean
    /// "at least".
    std::uint64_t missed() const { return missed_; }

    /// An edge is ping-pong when at least this many of its moves in the window undid the last move of the entity.
    static constexpr std::uint64_t returns_of_ping_pong = 4;

private:
    struct Key {
        ArchetypeId from, to;
        ComponentId component;
        bool added;
        CauseId cause;
        auto operator<=>(const Key&) const = default;
    };
    struct Count {
        std::uint64_t moves = 0, bytes = 0, returns = 0;
    };
    /// The counts of one tick.
    struct Tick {
        std::uint64_t number = 0, missed = 0;
        std::map<Key, Count> counts;
    };
    struct LastMove {
        ArchetypeId from = no_archetype, to = no_archetype;
        std::uint32_t generation = 0;
        std::uint64_t tick = 0;
    };
    /// The last moves of the entities in neighbouring slots. Nothing here costs more in one tick than in others, as a
    /// hash table does when it grows.
    struct MovesPage {
        static constexpr std::size_t slots = 8;  // few: often one of them moves
        std::array<LastMove, slots> moves = {};
        std::uint64_t newest_tick = 0;
    };
    void begin(const Journal& journal, std::uint64_t next_tick);
    Tick& tick(std::uint64_t number);
    void count(const StructuralChange& change);
    LastMove& last_move_of(Entity entity, std::uint64_t tick);
    void forget(Entity entity);
    void forget_before(std::uint64_t tick);

    std::uint64_t window_ticks_, missed_ = 0;
    std::uint64_t read_ = 0;  // number of the next change
    std::uint64_t first_tick_ = 0, newest_tick_ = 0;
    bool began_ = false;
    std::deque<Tick> ticks_;
    Key last_key_{};                                      // the move for which filled holes count
    std::vector<std::unique_ptr<MovesPage>> last_moves_;  // by slot; null where nothing moved
    std::size_t next_page_ = 0;                           // that may be forgotten
};

}  // namespace ecs
