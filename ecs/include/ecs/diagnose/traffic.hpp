// Traffic counts which rows move between which archetypes, and because of what, over the last ticks: the archetype
// graph with its edges as thick as they are used. It reads a Journal; what that had dropped before it was read is
// counted as missed, never guessed. Whoever wants to know keeps one, and lets it read once a frame or so.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <unordered_map>
#include <vector>

#include "ecs/world/world.hpp"

namespace ecs {

/// Rows that went from one archetype to another. Creation has no `from` and destruction no `to` (no_archetype).
struct TrafficEdge {
    ArchetypeId from = no_archetype, to = no_archetype;
    ComponentId component = no_component;  // what was added or removed
    bool added = false;
    CauseId cause = 0;
    std::uint64_t moves = 0, bytes = 0;  // within the window; the filling of holes counts to what left them
    std::uint64_t returns = 0;           // moves that took back this entity's last one: see ping_pong
    /// The same entities go to and fro: a system adds what another takes away, or the same system does both.
    bool ping_pong = false;
};

class Traffic {
public:
    /// Counts the last `window` ticks; at least 1.
    explicit Traffic(std::uint64_t window_ticks = 120);

    /// Reads what the journal has that was not read before (the first time, all that it holds of whole ticks), and
    /// forgets what is older than the window. `next_tick` is World::tick(): the one that was not run yet, to which
    /// edits count.
    void read(const Journal& journal, std::uint64_t next_tick);
    void clear();

    std::uint64_t window_ticks() const { return window_ticks_; }
    /// Ticks that were looked at, up to the window's length: rates are counts divided by this.
    std::uint64_t ticks_seen() const;
    /// Those with moves in the window, most moves first.
    std::vector<TrafficEdge> edges() const;
    /// Changes that the journal dropped before they were read, and that may belong to the window: then counts are "at
    /// least".
    std::uint64_t missed() const { return missed_; }

    /// An edge is ping-pong when so many of its moves within the window took back the entity's last one.
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
    /// What one tick brought.
    struct Tick {
        std::uint64_t number = 0, missed = 0;
        std::map<Key, Count> counts;
    };
    struct LastMove {
        ArchetypeId from = no_archetype, to = no_archetype;
        std::uint64_t tick = 0;
    };
    void begin(const Journal& journal, std::uint64_t next_tick);
    Tick& tick(std::uint64_t number);
    void count(const StructuralChange& change);
    void forget_before(std::uint64_t tick);

    std::uint64_t window_ticks_, missed_ = 0;
    std::uint64_t read_ = 0;  // number of the next change
    std::uint64_t first_tick_ = 0, newest_tick_ = 0;
    bool began_ = false;
    std::deque<Tick> ticks_;
    Key last_key_{};                                          // what filled holes count to
    std::unordered_map<std::uint64_t, LastMove> last_moves_;  // by handle
};

}  // namespace ecs
