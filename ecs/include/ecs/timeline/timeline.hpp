// The Timeline records how a world comes about, so that any tick since start() can be reached again:
//
//     key frame ──ticks, edits, keys──► key frame ──ticks, edits──► … ──► now
//         ▲                                │
//         └── seek(): restore the nearest one before, run the ticks again with the same inputs
//
// It records what a world depends on: key frames (packed snapshots, the random source, the systems), edits with the
// values that they had, and the keys that were held. So it is as exact as the systems are deterministic; hashes tell
// where they are not (divergence()). Key frames are close together in the last minute and thinned with age; all that is
// kept stays below a cap. What is reproduced does not depend on how many key frames there are.
//
// A tick that runs or an edit that is applied in the past begins a branch there; no branch is ever changed by another.
// Recorded ticks can be run again without a branch, to see what was recorded. Steps of the history go with the moment:
// in the past there are those that were in force then, and the others come back with their time.
//
// Ticks of a world that somebody else runs cannot be run again. Such a world is recorded by its states
// (TimelineOptions::by_states): after each tick what changed, and now and then a key frame.
//
//     key frame | changes | changes | … | key frame | changes | …          each tick_ended() adds one state
//
// When the cap is reached, the oldest stretch loses its changes and keeps only its key frames. If that is not enough,
// every second of those key frames goes. A tick that was not recorded is never made up: seek() goes to the last one
// before it, and TimeBranch::missing has it. Nobody may change the world in the past, there is one branch for each run
// of the program, and the History is left alone. What of the steps above replays ticks does nothing.
//
// Systems must keep what they remember in components. Edits must go through the History; code that changes the world by
// other means calls world_replaced(). The owner of world, schedule and history owns the timeline, too, and destroys it
// first.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/diff/world_diff.hpp"
#include "ecs/edit/history.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/snapshot/packed_snapshot.hpp"
#include "ecs/snapshot/running_hash.hpp"
#include "ecs/timeline/state_record.hpp"
#include "ecs/timeline/time_facts.hpp"
#include "ecs/timeline/time_tape.hpp"

namespace ecs {

struct BranchData;
struct KeyFrame;
struct SystemsState;

/// What a tick depends on beside the world, such as the keys that are held. The owner of the timeline has it.
class TimelineInputs {
public:
    /// As they were in the tick that has just ended.
    virtual std::string read() const = 0;
    /// For the tick that comes.
    virtual void write(std::string_view inputs) = 0;

protected:
    ~TimelineInputs() = default;
};

class Timeline final : public TickListener, public EditListener {
public:
    Timeline(World& world, Schedule& schedule, History& history);
    ~Timeline();
    Timeline(const Timeline&) = delete;
    Timeline& operator=(const Timeline&) = delete;

    /// Forgets all, and records from now on. `inputs` may be null.
    void start(TimelineInputs* inputs = nullptr, TimelineOptions options = {});
    /// Forgets all and records nothing. A world that is in the past stays there.
    void stop();
    bool recording() const { return recording_; }
    bool by_states() const { return options_.by_states; }
    const TimelineOptions& options() const { return options_; }

    // Where the world is

    /// The branch whose end is "now".
    BranchId branch() const;
    /// Whether the world is as it is now, and not in the past.
    bool at_now() const { return at_end_; }
    /// The first tick that can be reached, and the tick of now.
    std::uint64_t first_tick() const;
    std::uint64_t last_tick() const;
    /// Grows each time that the world goes to another moment other than by a tick or an edit.
    std::uint64_t jumps() const { return jumps_; }

    // To other moments. Each finishes a tick that is half done first, and returns for a person why it is impossible;
    // else an empty text. A moment of a tick is the one before the next tick runs, after all edits made until then.

    [[nodiscard]] std::string seek(std::uint64_t tick);
    [[nodiscard]] std::string seek(TimePoint point);
    [[nodiscard]] std::string step_back(std::uint64_t ticks = 1);
    [[nodiscard]] std::string return_to_now();
    /// From a moment in the past to a later one of the same branch by running every tick between, whatever key frames
    /// are on the way: for replay_hook.
    [[nodiscard]] std::string run_on(std::uint64_t tick);
    /// From the past to the next moment that was recorded.
    [[nodiscard]] std::string step_on();
    /// The end of another branch.
    [[nodiscard]] std::string switch_to(BranchId branch);

    // From a moment in the past along what was recorded, by ticks that run as always, with breakpoints and all:
    //
    //     if (timeline.begin_recorded_tick()) { schedule.tick(world); timeline.end_recorded_tick(); }

    /// Whether the next tick was recorded and can run so. Then it has the inputs of then, and begins no branch unless
    /// it is changed. Where it cannot, seek() goes there.
    bool begin_recorded_tick();
    /// Call after the tick, or a part of it: does the edits that were made then, behind the whole one.
    void end_recorded_tick();
    /// Whether the tick that runs, or stands between two systems, is a recorded one.
    bool within_recorded_tick() const { return recorded_inputs_.has_value(); }

    // Branches

    /// In the order in which they began.
    std::vector<const TimeBranch*> branches() const;
    const TimeBranch* find(BranchId branch) const;
    /// False when the name is empty or there is no such branch.
    bool rename(BranchId branch, std::string name);
    /// Not the one in use. Branches that left it later keep what is their own.
    [[nodiscard]] std::string remove(BranchId branch);

    /// The world at a moment, as a world of its own. This one is there where it was.
    Result<std::unique_ptr<World>> world_at(TimePoint point);
    struct Comparison {
        std::unique_ptr<World> before, after;
        WorldDiff differences;
    };
    Result<Comparison> compare(TimePoint before, TimePoint after);

    // As data

    /// The recorded time of the branch in use from this tick on, or from the first that is kept; other branches are
    /// left out. It begins later if a type was changed on the way; if nothing is recorded, it is the present moment alone.
    /// A record of states becomes the edits that lead from each state to the next one, without systems. Finishes a tick
    /// that is half done first.
    Result<TimeTape> tape(std::uint64_t from);
    /// The same of a record of states, at once, for another thread that makes the tape.
    Result<StateRecord> state_record(std::uint64_t from);
    /// For a world that is as the start of the tape, systems too, after start(): runs its ticks until `until` and keeps
    /// it all as what was recorded here. divergence() says whether a tick was another one. `go_on` is asked between
    /// ticks. Returns why it stopped early, for a person; else an empty text.
    [[nodiscard]] std::string play(TimeTape tape, std::uint64_t until,
                                   const std::function<bool(std::uint64_t tick)>& go_on = {});
    /// Of the world and its random source, as TimeTape::hashes has it.
    std::uint64_t hash() { return hash_now(); }

    // Facts

    /// At the present tick of the branch in use, or at an earlier one.
    void mark(MarkKind kind, std::string text, std::uint64_t tick = std::numeric_limits<std::uint64_t>::max());
    TimelineStats stats() const;
    /// What went last because of the cap, for a person; empty: nothing did.
    const std::string& why_dropped() const { return why_dropped_; }
    /// The ticks of the key frames of a branch.
    std::vector<std::uint64_t> key_frame_ticks(BranchId branch) const;
    /// The last one that was noticed.
    const std::optional<Divergence>& divergence() const { return divergence_; }
    /// Runs ticks of the branch in use again and compares them with what was recorded; the world is then where it was.
    /// `until` is included. Nothing when all are the same.
    std::optional<Divergence> verify(std::uint64_t from, std::uint64_t until);

    /// Is told of ticks that run again, in place of the hook of the schedule. Not owned.
    ScheduleHook* replay_hook = nullptr;

    void tick_ended(const World& world) override;
    void will_apply(const std::vector<Edit>& edits, bool backwards) override;
    void applied(const Applied& step) override;
    void refused() override;
    void will_release(const std::vector<Edit>& edits) override;
    void world_replaced() override;

private:
    using Clock = std::chrono::steady_clock;
    class Replaying;
    /// The branch that has the tick itself, for a tick of a branch or of those that it grew from.
    BranchData* owner_of(BranchData& branch, std::uint64_t tick) const;
    BranchData* data(BranchId branch) const;
    BranchData& add_branch(std::string name);
    void drop_branch(BranchData& branch);
    void leave_past();

    // Recording (timeline.cpp, timeline_edits.cpp)
    bool take_key_frame();
    std::optional<KeyFrame> key_frame();
    std::shared_ptr<const SystemsState> systems_now();
    void note_tick_secs();
    void note_inputs(std::uint64_t tick);
    void note_burst();
    void note_edit();
    void record_event(TimeEvent event);
    std::uint64_t hash_now();
    void note_hash();

    // Limits (timeline_limits.cpp)
    void thin_old(BranchData& branch);
    void keep_cap();
    bool thin_one();
    bool drop_oldest();
    std::size_t bytes() const;

    // Going (timeline_seek.cpp)
    std::string go(BranchData& home, std::uint64_t tick, bool by_key_frames = true);
    void leave_now();
    std::string arrive(BranchData& home, bool at_end);
    void load(const KeyFrame& frame);
    bool bring_types(const KeyFrame& frame);
    /// False when `after` stopped it, behind a system.
    using AfterSystem = std::function<bool(const System*)>;
    bool replay(BranchData& branch, std::uint64_t tick, bool checks, const AfterSystem& after = {});
    void do_again(const TimeEvent& event);
    bool run_tick_again(BranchData& branch, const AfterSystem& after);
    bool is_the_same(BranchData& branch);

    // States (timeline_states.cpp)
    void record_state();
    bool take_state();
    bool thin_states();
    bool thin_last_stretch(BranchData& branch);
    bool many_bare_frames() const;
    std::string go_to_state(BranchId branch, std::uint64_t tick);
    Result<std::unique_ptr<World>> state_at(BranchId branch, std::uint64_t tick);
    void add_state_stats(TimelineStats& stats) const;

    // As data (timeline_tape.cpp)
    struct Stretch;
    std::vector<Stretch> stretches() const;
    void add_key_frame_at(std::uint64_t tick);
    bool begin_tape(TimeTape& tape, std::vector<Stretch>& stretches, std::uint64_t from);
    void put_on_branch(TimeTape& tape, std::uint64_t until);

    // Honesty (timeline_honesty.cpp)
    void find_culprit(BranchData& branch, Divergence& divergence);
    void tell(Divergence divergence);

    World& world_;
    Schedule& schedule_;
    History& history_;
    PackedSnapshots snapshots_;
    RunningHash hash_;
    TimelineInputs* inputs_ = nullptr;  // not owned
    TimelineOptions options_;
    std::vector<std::unique_ptr<BranchData>> branches_;
    BranchData* home_ = nullptr;         // whose end is now
    BranchData* stand_ = nullptr;        // that has the present tick: home_ or one that it grew from
    std::size_t events_done_ = 0;        // of stand_, when the world is in the past
    std::uint64_t state_ = 0;            // name of the history's state in a replay
    std::unique_ptr<KeyFrame> landing_;  // the moment in the past that the world was brought to
    std::unique_ptr<TimeEvent> pending_;
    /// While a recorded tick runs: its inputs; and those that were held before.
    std::optional<std::string> recorded_inputs_;
    std::string held_inputs_;
    bool recording_ = false, replaying_ = false, at_end_ = true, copied_pending_ = false, frame_wanted_ = false;
    std::shared_ptr<const SystemsState> systems_;
    std::shared_ptr<const std::vector<TypeRegistry::Label>> labels_;
    std::uint64_t retirements_ = 0;
    BranchId next_branch_ = 0;
    std::uint64_t jumps_ = 0, key_distance_ = 1, last_checked_ = 0;
    std::uint64_t structural_before_ = 0;
    double mean_changes_ = 0;
    std::uint64_t next_hash_ = 0;
    std::size_t frame_bytes_ = 0;      // that the last key frame of a record of states takes
    std::uint64_t closed_ = 0;         // History::closed(), in a record of states
    std::uint64_t edited_state_ = 0;   // History::state(), likewise, as of the last state
    std::uint64_t newest_state_ = 0;   // the greatest one so far
    std::size_t edited_steps_ = 0;     // History::done(), as of the last state
    std::uint64_t taken_version_ = 0;  // of the world, likewise, when its state was taken last
    double hash_secs_ = 0, tick_secs_ = 0, frame_secs_ = 0, record_secs_ = 0, seek_secs_ = 0;
    std::uint64_t seek_ticks_ = 0, thinned_ = 0, dropped_ticks_ = 0;
    std::string why_dropped_;
    std::optional<Divergence> divergence_;
};

}  // namespace ecs
