// A ScenarioRun executes a scenario on one storage, step by step. It owns arena, trace and storage, and is the caller
// that holds the handles. It passes the handles that an article's caller would have passed. A handle can therefore go
// stale in Mode::Faithful; true_handle_of returns the handle that the entity really has.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

#include "ecs/base/progress.hpp"
#include "ecs/lab/memory/trace.hpp"
#include "ecs/lab/scenario/scenario.hpp"
#include "ecs/lab/storages/ledger.hpp"

namespace ecs::lab {

enum class Tracing : std::uint8_t {
    None,    // no record: for measuring
    Counts,  // counts the work of each operation, and the lines that the last repetition of a query touches; no events,
             // so no way back
    Lines,   // also records which lines every other operation touches
    Events,  // all events
};

/// The result of one step.
struct StepResult {
    std::uint64_t operations = 0;
    std::uint64_t refused = 0, bitten = 0;  // of them: not carried out; carried out, and a bug of the article did harm
    std::uint64_t visited = 0;              // rows, by an EachStep
    std::uint64_t useful_bytes = 0;         // bytes that these visits need: in each, the values of the join
    std::string_view rule, why;             // of the first refused or bitten operation
    std::string answer;                     // for a Get: the bytes of the value, in hex
    Work work;                              // empty without tracing
    std::size_t first_operation = 0;        // in the trace; the `operations` follow from there

    /// For one repetition of a query; all need the same.
    std::uint64_t useful_bytes_once() const { return operations == 0 ? 0 : useful_bytes / operations; }
};

class ScenarioRun {
public:
    /// `scenario` must outlive the run.
    ScenarioRun(const Scenario& scenario, StorageKind kind, Mode mode, const StorageOptions& options, Tracing tracing);

    const Scenario& scenario() const { return scenario_; }
    Storage& storage() { return *storage_; }
    const Storage& storage() const { return *storage_; }
    const Arena& arena() const { return arena_; }
    Trace* trace() { return trace_ ? &*trace_ : nullptr; }
    const Trace* trace() const { return trace_ ? &*trace_ : nullptr; }

    /// Number of steps done.
    std::size_t done() const { return results_.size(); }
    bool finished() const { return done() == scenario_.steps.size(); }
    /// Runs the next step.
    const StepResult& step();
    /// Runs steps until `steps` are done, at most all.
    void run_to(std::size_t steps);

    const std::vector<StepResult>& results() const { return results_; }
    /// The work of all steps together.
    Work work() const;
    /// The result of the last EachStep that ran; null when there was none.
    const StepResult* last_query() const;
    /// The first event of the step in the trace, which must exist.
    std::size_t first_event(const StepResult& result) const;
    /// The last repetition of the last query in the trace. Its lines are kept at every level of tracing. Null without
    /// query or trace.
    const Trace::Operation* last_query_operation() const;

    /// From now on the run advances `progress`. Its value is `before` plus the operations and visits done so far; the
    /// whole run counts as Scenario::planned_work(). The progress must outlive the run.
    void report_to(Progress& progress, std::uint64_t before = 0);

    /// Lets `stop` end the run: step() then returns in the middle of its work, and the run is useless.
    void stop_when(std::stop_token stop) { stop_ = std::move(stop); }

    /// The handle that the caller holds for an entity; none when the entity was not created.
    std::optional<Handle> handle_of(std::uint64_t number) const;
    /// The true handle of an entity, as far as the storage reported moves; none when the entity does not live.
    std::optional<Handle> true_handle_of(std::uint64_t number) const;
    /// The number of the living entity that a handle truly refers to, as far as the storage reported moves; none when
    /// there is no such entity. When the trace is wound back, this is for that moment.
    std::optional<std::uint64_t> entity_of(Handle handle) const;
    /// Whether the entity lives but the caller's handle no longer refers to it.
    bool is_stale(std::uint64_t number) const;
    /// Whether the entity was created and not destroyed.
    bool lives(std::uint64_t number) const;

private:
    void begin(std::string what, bool keeps_lines = false);
    void count_work() { report(std::min(done_work_ + 1, planned_.sum())); }
    void report(std::uint64_t work) {
        done_work_ = work;
        if (reported_ != nullptr) reported_->advance_to(reported_before_ + work);
    }
    void note(const Outcome& outcome);
    void run(const CreateStep& step);
    void run(const DestroyStep& step);
    void run(const ValueStep& step);
    void run(const TypeStep& step);
    void run(const EachStep& step);
    void run(const PlayStep& step);
    Outcome destroy(Handle handle);
    void set_true_handle(std::uint64_t number, Handle handle, bool since_first_event = true);
    /// Notes the entity that a handle refers to, from the present event on. For entities that are created or moved:
    /// from the operation's first event on.
    void log_owner(Handle handle, bool since_first_event = false);
    /// Calls `function(number, handle)` for the created entities of `which`.
    template <class Function>
    void for_each(const Which& which, Function&& function);

    const Scenario& scenario_;
    const Tracing tracing_;
    Arena arena_;
    std::optional<Trace> trace_;
    std::unique_ptr<Storage> storage_;
    std::vector<StepResult> results_;
    std::stop_token stop_;
    PlannedWork planned_;                                                // of the steps that have begun
    std::uint64_t step_work_ = 0, done_work_ = 0, reported_before_ = 0;  // step_work_: planned for the present step
    Progress* reported_ = nullptr;
    struct Held {
        Handle held, truly;
        bool created = false, alive = false;
    };
    std::vector<Held> entities_;                               // by number
    std::unordered_map<std::uint64_t, std::uint64_t> owners_;  // by bits of the true handle: number
    struct OwnerFrom {
        std::size_t event = 0;  // number of events before it
        std::optional<std::uint64_t> number;
    };
    std::unordered_map<std::uint64_t, std::vector<OwnerFrom>> owner_log_;  // owners_ over time; only with events
};

}  // namespace ecs::lab
