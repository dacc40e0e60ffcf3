// What the Storage Lab panel works on: one scenario, run on all six storages up to the same step. The storages live in
// arenas of their own; the world that the other panels show is not touched. Runs take place on a thread of their own,
// and what is shown is always one that is complete.
#pragma once

#include <array>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ecs/lab/compare.hpp"
#include "panels/lab_source.hpp"

namespace panels {

/// Six runs, all after the same number of steps.
struct LabRuns {
    std::shared_ptr<const ecs::lab::Scenario> scenario;
    ecs::lab::Mode mode = ecs::lab::Mode::Repaired;
    ecs::lab::StorageOptions options;
    std::size_t steps = 0;  // done
    std::array<std::unique_ptr<ecs::lab::ScenarioRun>, ecs::lab::storage_kinds.size()> runs;
    std::vector<ecs::lab::BoardRow> board;  // in the order of the kinds
    bool keeps_events = false;              // single events can be stepped through
    // By kind, spans by address; of the last step: where bytes were written.
    std::array<std::vector<ecs::lab::Span>, ecs::lab::storage_kinds.size()> spans;
};

class LabState {
public:
    ~LabState();

    /// Scenarios with more entities are counted only: their events would be hundreds of megabytes.
    static constexpr std::uint64_t most_entities_with_events = 2'000;

    /// Opens a scenario of the source, at its last step. An error is kept for the panel to show.
    void open(const LabSource& source, const std::string& name);
    /// Shows a scenario that is there already.
    void show(std::shared_ptr<const ecs::lab::Scenario> scenario, ecs::lab::Mode mode,
              const ecs::lab::StorageOptions& options, std::size_t steps);
    void set_mode(ecs::lab::Mode mode);
    /// Wanted steps; the runs follow when they are ready.
    void go_to(std::size_t steps);

    const std::string& name() const { return name_; }
    const std::string& error() const { return error_; }
    const ecs::lab::Scenario* scenario() const { return scenario_.get(); }
    ecs::lab::Mode mode() const { return mode_; }
    std::size_t wanted() const { return wanted_; }

    /// Takes up what the thread has finished, and starts what is wanted by now. Once a frame.
    void update();
    bool working() const { return work_.valid(); }
    /// Whether what is shown is what is wanted.
    bool settled() const;
    /// Waits for what is wanted: for tests.
    void finish();

    /// The runs that are shown; null before the first is ready.
    LabRuns* runs() { return shown_.get(); }
    const LabRuns* runs() const { return shown_.get(); }

    // What is selected, in all storages alike.
    ecs::lab::StorageKind kind = ecs::lab::StorageKind::Chunks;
    std::optional<std::uint64_t> entity;  // number in the scenario

private:
    void start();

    std::string name_, error_;
    std::shared_ptr<const ecs::lab::Scenario> scenario_;
    ecs::lab::Mode mode_ = ecs::lab::Mode::Repaired;
    ecs::lab::StorageOptions options_;
    std::size_t wanted_ = 0;
    std::unique_ptr<LabRuns> shown_;
    std::future<std::unique_ptr<LabRuns>> work_;
};

/// Runs a scenario on all six, and describes them.
std::unique_ptr<LabRuns> make_lab_runs(std::shared_ptr<const ecs::lab::Scenario> scenario, ecs::lab::Mode mode,
                                       const ecs::lab::StorageOptions& options, std::size_t steps);

}  // namespace panels
