// A TraceRecorder keeps what a schedule did in its last ticks: which system ran when on which thread, and how much
// memory the world took. It is a ring, so its memory is bounded.
//
//     ecs::TraceRecorder recorder(600);
//     schedule.trace = &recorder;
//     …
//     for (std::size_t i = 0; i < recorder.size(); ++i) draw(recorder[i]);
//
// Names are copied, so what is kept stays readable when systems go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ecs/schedule/schedule_trace.hpp"

namespace ecs {

struct TraceEvent {
    SpanKind kind = SpanKind::System;
    std::uint32_t name = 0;  // of the system, for TraceRecorder::name(); no_name: it belongs to none
    std::uint32_t thread = 0;
    std::int64_t begin_ns = 0, end_ns = 0;  // since the recorder was made
    std::uint64_t amount = 0;               // see TraceSpan

    static constexpr std::uint32_t no_name = static_cast<std::uint32_t>(-1);
    double secs() const { return static_cast<double>(end_ns - begin_ns) * 1e-9; }
};

struct TracedTick {
    std::uint64_t tick = 0;
    std::int64_t begin_ns = 0, end_ns = 0;
    std::vector<TraceEvent> events;  // by thread, then by begin; an outer one comes before those within it
    std::size_t dropped = 0;         // events beyond the most that a tick may have

    // After the tick
    std::size_t entities = 0, chunks = 0;
    std::size_t bytes_in_use = 0, bytes_reserved = 0;
    std::uint64_t structural_changes = 0;  // in this tick
    std::int64_t chunks_made = 0;          // in this tick, less those that went
    std::int64_t bytes_taken = 0;          // reserved in this tick, less what was given back

    double secs() const { return static_cast<double>(end_ns - begin_ns) * 1e-9; }
};

/// Ticks by themselves, so that another thread may read them while the recorder goes on.
struct RecordedTicks {
    std::vector<TracedTick> ticks;  // oldest first
    std::vector<std::string> names;
    std::uint32_t thread_count = 1;
    std::uint64_t forgotten = 0;  // ticks before these
};

class TraceRecorder final : public ScheduleTrace {
public:
    /// Keeps the last `ticks` ticks, of each at most so many events.
    explicit TraceRecorder(std::size_t ticks = 240, std::size_t most_events = 4096);

    /// How many ticks are kept.
    std::size_t size() const { return size_; }
    std::size_t capacity() const { return ticks_.size(); }
    /// The kept tick at position `i`; 0 is the oldest. Valid until the next tick ends.
    const TracedTick& operator[](std::size_t i) const {
        return ticks_[(next_ + ticks_.size() - size_ + i) % ticks_.size()];
    }
    /// Ticks that were recorded so far, also those that are forgotten.
    std::uint64_t total() const { return total_; }
    std::string_view name(std::uint32_t number) const { return names_[number]; }
    std::size_t name_count() const { return names_.size(); }
    /// One more than the highest thread that ever did something.
    std::uint32_t thread_count() const { return thread_count_; }
    RecordedTicks copy() const;
    void clear() { size_ = 0; }

    void tick_began(const World& world) override;
    void ran(const TraceSpan& span) noexcept override;
    void tick_ended(const World& world) override;

private:
    std::int64_t since_start(TraceSpan::Time time) const;
    std::uint32_t number_of(const System& system);

    const TraceSpan::Time start_ = std::chrono::steady_clock::now();
    std::vector<TracedTick> ticks_;
    std::size_t next_ = 0, size_ = 0;
    std::uint64_t total_ = 0;
    std::deque<std::string> names_;  // they never move
    std::unordered_map<std::string_view, std::uint32_t> numbers_;
    std::uint32_t thread_count_ = 1;

    std::mutex mutex_;              // of the next three
    std::vector<TraceSpan> spans_;  // of the present tick
    std::size_t dropped_ = 0;
    const std::size_t most_events_;

    bool within_tick_ = false;
    TraceSpan::Time tick_began_;
    std::uint64_t changes_before_ = 0;
    std::size_t chunks_before_ = 0, bytes_before_ = 0;
};

}  // namespace ecs
