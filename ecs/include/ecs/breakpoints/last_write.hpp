// Which system wrote a value last: found by running recorded time again, in windows that double towards the past.
//
//     … |      window 3      |  window 2  | window 1 |  now     each is run forward once; the last difference in it is
//                                                              the last write; then that tick runs system by system
//
// So a value that was written and came back to what it was is found, too; a search that halves an interval would miss
// it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/base/entity.hpp"
#include "ecs/record/field_record.hpp"
#include "ecs/types/value.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

class Schedule;
class Timeline;

/// Recorded time of one world, which can be reached and run again. The owner of a timeline implements it.
class TimeSource {
public:
    virtual ~TimeSource() = default;
    /// The world at tick `first_tick()` is the oldest that can be reached; `last_tick()` is the present one.
    virtual std::uint64_t first_tick() const = 0;
    virtual std::uint64_t last_tick() const = 0;
    /// Brings world() to the beginning of this tick. False when it cannot be reached.
    virtual bool seek(std::uint64_t tick) = 0;
    /// Runs the tick in which world() is, with the edits and keys that it had.
    virtual bool run_tick() = 0;
    /// Runs ticks until this one begins, and calls `begun` at the beginning of each, the last one included.
    virtual bool run_to(std::uint64_t tick, const std::function<void()>& begun);
    /// Runs the same tick step by step: systems, edits before them. Calls `ran` after each.
    virtual bool run_tick_in_steps(const std::function<void(WriterKind kind, std::string_view name)>& ran) = 0;
    virtual const World& world() const = 0;
};

/// A Timeline as such a source, in the branch in use. The world is elsewhere afterwards.
class TimelineSource final : public TimeSource {
public:
    TimelineSource(Timeline& timeline, const World& world) : timeline_(timeline), world_(world) {}

    std::uint64_t first_tick() const override;
    std::uint64_t last_tick() const override;
    bool seek(std::uint64_t tick) override;
    bool run_tick() override;
    bool run_to(std::uint64_t tick, const std::function<void()>& begun) override;
    bool run_tick_in_steps(const std::function<void(WriterKind kind, std::string_view name)>& ran) override;
    const World& world() const override { return world_; }

private:
    Timeline& timeline_;
    const World& world_;
};

/// Bytes of a component: one value, or all of it.
struct WrittenPlace {
    Entity entity;
    ComponentId component = no_component;
    std::uint32_t offset = whole_component;  // of the value; see field_at()
};

struct LastWrite {
    std::uint64_t tick = 0;
    std::uint64_t from_tick = 0;  // the earliest possible tick: less than `tick` when ticks before it were not seen
    WriterKind writer = WriterKind::Direct;
    std::string writer_name;
    Value before, after;  // of the component; empty: the entity did not have it
};

struct LastWriteSearch {
    std::optional<LastWrite> found;
    std::string problem;              // why the search failed; empty: found, or it was not written in recorded time
    std::uint64_t ticks_run = 0;      // again
    std::uint64_t searched_from = 0;  // the oldest tick that was looked at
};

/// The same search in parts, for callers that must not wait for all of it. Between two parts the source may be moved to
/// any tick, but its recorded time must not change.
class LastWriteParts {
public:
    /// What was written before tick `until` counts.
    LastWriteParts(const TimeSource& source, const WrittenPlace& place, std::uint64_t until);

    /// Goes on until `enough`, which is asked every few ticks. True when the search has ended.
    bool go_on(TimeSource& source, const std::function<bool()>& enough);
    /// As far as it is known.
    const LastWriteSearch& result() const { return search_; }
    /// Ends the search with this problem.
    void give_up(std::string problem);

    /// How far it is: ticks that were looked at, of all recorded ones. The search may end before it looked at all.
    std::uint64_t ticks_behind() const { return (until_ - end_) + (at_ - begin_); }
    std::uint64_t ticks_in_all() const { return until_ - first_; }

private:
    void begin_window();
    bool run_stride(TimeSource& source, const std::function<bool()>& enough);
    bool find_writer(TimeSource& source);
    void lose(std::uint64_t tick);

    WrittenPlace place_;
    std::uint64_t first_ = 0, until_ = 0;
    std::uint64_t begin_ = 0, end_ = 0, at_ = 0;  // the window in work, and how far in it
    std::uint64_t window_ = 0, stride_ = 0;
    std::optional<std::uint64_t> written_;  // in the window, as far as it was looked at
    Value before_;                          // at the tick at_
    std::uint64_t looked_ = 0, from_ = 0;   // tick of before_; that of the state before the write
    bool ended_ = false;
    LastWriteSearch search_;
};

/// The last write before tick `until`. The source is at another tick afterwards. `cancelled` is asked now and then.
LastWriteSearch find_last_write(TimeSource& source, const WrittenPlace& place, std::uint64_t until,
                                const std::function<bool()>& cancelled = {});

/// The systems that declare to write the component: the likely writers when the real one is not known.
std::vector<std::string> writers_of(const Schedule& schedule, ComponentId component);

}  // namespace ecs
