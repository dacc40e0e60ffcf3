// The events of chunks over time, tick by tick: born (a block was taken), filled (the last row of a full-size block
// came into use), drained (its last row left) and given back. The source is the journal, so nothing between frames or
// while the panel is hidden is missed. Changes that the journal dropped unread are reported, not guessed.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "ecs/world/world.hpp"
#include "panels/base/panel.hpp"
#include "panels/base/patterns.hpp"

namespace panels {

enum class ChunkEvent { Born, Filled, Drained, GivenBack };
inline constexpr int chunk_event_count = 4;
const char* name_of(ChunkEvent event);

struct TickChunks {
    std::uint64_t tick = 0;
    std::uint32_t counts[chunk_event_count] =
        {};                // by ChunkEvent; drained chunks without those refilled in the same batch
    bool partial = false;  // the journal dropped changes of this tick unread

    std::uint32_t operator[](ChunkEvent event) const { return counts[static_cast<int>(event)]; }
};

class ChunkTimeline {
public:
    static constexpr std::size_t ticks_max = 2048;  // ticks with changes; older ones are dropped

    /// Reads the new changes of the journal.
    void update(const ecs::Journal& journal, const ecs::World& world);

    /// Ticks with events, oldest first.
    const std::deque<TickChunks>& ticks() const { return ticks_; }
    /// Events before this tick are unknown.
    std::uint64_t known_from() const { return known_from_; }
    /// Null when the tick had no events or is unknown.
    const TickChunks* at(std::uint64_t tick) const;
    /// Chunks of the world now. The next function gives them at the end of a tick; nothing before known_from().
    std::uint64_t chunks_now() const { return chunks_now_; }
    std::optional<std::uint64_t> chunks_at(std::uint64_t tick) const;

    /// Draws the lanes of the strip; returns the tick under the mouse.
    std::optional<std::uint64_t> show(const Context& context, ImVec2 size) const;
    static float height(const Style& style);

private:
    void start_over(std::uint64_t from_tick);
    void read(const ecs::StructuralChange& change, const ecs::World& world);
    TickChunks& present(std::uint64_t tick);
    void draw_lane(const Context& context, ChunkEvent event, const Area& lane, std::uint64_t first,
                   float tick_px) const;
    void draw_totals(const Context& context, const Area& lane, std::uint64_t first, float tick_px) const;
    void tick_tooltip(const Context& context, std::uint64_t tick, const Area& column) const;

    std::deque<TickChunks> ticks_;
    std::uint64_t seen_ = 0;  // number of journal changes that were read
    std::uint64_t known_from_ = 0;
    std::uint64_t chunks_now_ = 0, structure_seen_ = 0;
    const ecs::World* world_ = nullptr;
};

}  // namespace panels
