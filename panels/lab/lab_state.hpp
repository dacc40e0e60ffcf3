// LabState is what the Storage Lab panel works on: one scenario, run on all six storages up to the same step. The
// storages live in arenas of their own, so the world that the other panels show is not touched. A background task runs
// them. Until it is done, the complete runs before stay in view.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ecs/base/background_task.hpp"
#include "ecs/lab/scenario/compare.hpp"
#include "ecs/lab/scenario/query_lines.hpp"
#include "panels/lab/lab_selection.hpp"
#include "panels/lab/lab_source.hpp"

namespace panels {

/// The memory of a storage at one position of its trace.
struct LabMoment {
    std::vector<ecs::lab::Span> spans;  // by address
    /// Blocks of the heap by address, and the row of the byte map at which each begins: first a heading, then its
    /// lines.
    std::vector<ecs::lab::Block> blocks;
    std::vector<std::size_t> first_rows;  // one more than blocks: the last is the count of all rows

    /// The block (its number) that the row belongs to; `row` below the count of rows.
    std::size_t block_of_row(std::size_t row) const;
    /// The row of the cache line that holds the byte; none when it is in no block.
    std::optional<std::size_t> row_of(ecs::lab::Address byte) const;
    /// The first byte of the cache line in a row of that block, not its heading.
    ecs::lab::Address line_of_row(std::size_t block, std::size_t row) const;
};

/// Which runs are asked for.
struct LabRequest {
    std::shared_ptr<const ecs::lab::Scenario> scenario;
    ecs::lab::Mode mode = ecs::lab::Mode::Repaired;
    ecs::lab::StorageOptions options;
    std::size_t steps = 0;
    friend bool operator==(const LabRequest&, const LabRequest&) = default;
};

/// Six runs after the same number of steps. The thread that ran them also computes, once, what views need of them.
struct LabRuns : LabRequest {
    static constexpr std::size_t count = ecs::lab::storage_kinds.size();

    std::uint64_t revision = 0;  // no two LabRuns have the same, so it marks what was computed of these
    bool is_traced = false;      // else only sums are known, and no view shows single bytes
    bool keeps_events = false;   // single events can be stepped through
    // By kind.
    std::array<std::unique_ptr<ecs::lab::ScenarioRun>, count> runs;
    std::vector<ecs::lab::BoardRow> board;
    std::array<ecs::lab::ByteRanges, count> written;          // by the last step; only with events
    std::array<std::vector<ecs::lab::LineUse>, count> lines;  // of the last query
    std::array<std::vector<ecs::lab::BlockLines>, count> line_sums;

    const ecs::lab::ScenarioRun& run(ecs::lab::StorageKind kind) const { return *runs[static_cast<std::size_t>(kind)]; }
    ecs::lab::ScenarioRun& run(ecs::lab::StorageKind kind) { return *runs[static_cast<std::size_t>(kind)]; }
    /// The moment to which the storage's trace is wound. Computed again only when it was wound since; valid until then.
    const LabMoment& now(ecs::lab::StorageKind kind);
    /// How far its trace is wound; 0 without one.
    std::size_t position(ecs::lab::StorageKind kind) const {
        const ecs::lab::Trace* trace = run(kind).trace();
        return trace != nullptr ? trace->position() : 0;
    }

private:
    std::array<LabMoment, count> moments_;
    std::array<std::optional<std::size_t>, count> positions_;  // for which the moments hold
};

class LabState {
public:
    /// Scenarios with more are counted only: their events would be hundreds of megabytes.
    static constexpr std::uint64_t max_entities_with_events = 2'000, max_work_with_events = 1'000'000;

    /// Opens a scenario of the source, at its last step. An error is kept for the panel to show.
    void open(const LabSource& source, const std::string& name);
    /// Shows a scenario that is there already.
    void show(std::shared_ptr<const ecs::lab::Scenario> scenario, ecs::lab::Mode mode,
              const ecs::lab::StorageOptions& options, std::size_t steps);
    void set_mode(ecs::lab::Mode mode);
    /// Sets how many steps are wanted; the runs follow when they are ready.
    void go_to(std::size_t steps);
    /// Gives up what is wanted and not shown yet. From then on what is shown is wanted; nothing, if there is nothing.
    void cancel();

    const std::string& name() const { return name_; }
    const std::string& error() const { return error_; }
    const ecs::lab::Scenario* scenario() const { return wish_.scenario.get(); }
    ecs::lab::Mode mode() const { return wish_.mode; }
    std::size_t wanted() const { return wish_.steps; }
    const LabRequest& wish() const { return wish_; }

    /// Takes up what the thread has finished, and starts what is wanted by now. Once a frame.
    void update();
    bool working() const { return task_.running(); }
    /// Of the thread, while it works: operations and visits, of all six; the total is the most that it can come to.
    const ecs::Progress& progress() const { return task_.progress(); }
    /// Whether what is shown is what is wanted.
    bool settled() const;
    /// Waits for what is wanted: for tests.
    void finish();

    /// The runs that are shown; null before the first is ready.
    LabRuns* runs() { return shown_.get(); }
    const LabRuns* runs() const { return shown_.get(); }

    // What is selected, in all storages alike.
    ecs::lab::StorageKind kind = ecs::lab::StorageKind::Chunks;
    LabSelection selection;
    /// What the mouse is over in this frame, in all storages alike. update() clears it. Views decide it before they
    /// draw, from the places of the last frame, so that all marks are of one frame.
    LabSelection pointed;
    /// Where the selection lies in a storage at the moment to which its trace is wound. Computed again only when one of
    /// them changed. There must be runs.
    const LabFound& selected(ecs::lab::StorageKind of) { return find(found_, selection, of); }
    /// The same of what the mouse is over.
    const LabFound& found_pointed(ecs::lab::StorageKind of) { return find(found_pointed_, pointed, of); }

private:
    void start();

    std::string name_, shown_name_, error_;
    LabRequest wish_;
    std::unique_ptr<LabRuns> shown_;
    ecs::BackgroundTask<std::unique_ptr<LabRuns>> task_;
    LabRequest worked_on_;  // by task_
    std::string worked_on_name_;
    struct Found {
        std::uint64_t revision = 0;
        std::size_t position = 0;
        LabSelection selection;
        LabFound found;
    };
    using FoundInAll = std::array<Found, LabRuns::count>;
    const LabFound& find(FoundInAll& kept, const LabSelection& wanted, ecs::lab::StorageKind of);
    FoundInAll found_, found_pointed_;
};

/// Runs a scenario on all six, and describes them. Null when it was cancelled on the way. The progress counts the
/// operations and visits of all six.
std::unique_ptr<LabRuns> make_lab_runs(const LabRequest& request, ecs::Progress& progress);

}  // namespace panels
