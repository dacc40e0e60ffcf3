// A ScenarioRun is one storage at work on a scenario, one step after another. It owns arena, trace and storage, and is
// the caller who holds the handles: it passes on what an article's caller would have, so a handle can go stale in
// Mode::Faithful, and says so (true_handle).
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
    None,    // nothing is noted: what is measured
    Counts,  // work of each operation is counted, and which lines the last round of a query touches; no events: no way
             // back
    Lines,   // as well, which lines every other operation touches
    Events,  // everything
};

/// What one step came to.
struct StepResult {
    std::uint64_t operations = 0, refused = 0, bitten = 0, visited = 0;  // visited: rows, by an EachStep
    std::uint64_t useful_bytes = 0;   // that an EachStep's visits are about: values of the join, each visit
    std::string_view rule, why;       // of the first operation that was refused or bitten
    std::string answer;               // of a Get: the value as bytes, in hex
    Work work;                        // nothing without tracing
    std::size_t first_operation = 0;  // in the trace; `operations` follow one another there

    /// Of one repetition of a query: each is about the same.
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

    /// How many steps were run.
    std::size_t done() const { return results_.size(); }
    bool finished() const { return done() == scenario_.steps.size(); }
    /// Runs the next step.
    const StepResult& step();
    /// Runs steps until so many are done, at most all.
    void run_to(std::size_t steps);

    const std::vector<StepResult>& results() const { return results_; }
    /// The work of all steps together.
    Work work() const;
    /// What the last EachStep that was run came to; null when there was none.
    const StepResult* last_query() const;
    /// Where the step's events begin in the trace, which must be there.
    std::size_t first_event(const StepResult& result) const;
    /// The last repetition of the last query in the trace, whose lines are kept however it is traced; null without
    /// query or trace.
    const Trace::Operation* last_query_operation() const;

    /// Tells how far it is: advances the progress to `before` plus the operations and visits that were done, of
    /// Scenario::planned_work(). The progress must outlive the run.
    void report_to(Progress& progress, std::uint64_t before = 0);

    /// Whoever may ask for it to stop: step() then returns in the midst of its work, and the run is good for nothing.
    void stop_when(std::stop_token stop) { stop_ = std::move(stop); }

    /// The handle that the caller holds of an entity; none when it was not created.
    std::optional<Handle> handle_of(std::uint64_t number) const;
    /// The handle that means it in truth, as far as moves were told; none when it does not live.
    std::optional<Handle> true_handle_of(std::uint64_t number) const;
    /// The entity that a handle means in truth, by number, as far as moves were told; none when no living one. Where
    /// the trace is wound back, at the moment to which it is.
    std::optional<std::uint64_t> entity_of(Handle handle) const;
    /// Whether the caller's handle does not mean that entity any more, although it lives.
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
    /// Notes whom a handle means from the present event on, or, of who comes to be or moves, from the operation's
    /// first.
    void log_owner(Handle handle, bool since_first_event = false);
    /// Calls `function(number, handle)` for those of `which` that were created.
    template <class Function>
    void for_each(const Which& which, Function&& function);

    const Scenario& scenario_;
    const Tracing tracing_;
    Arena arena_;
    std::optional<Trace> trace_;
    std::unique_ptr<Storage> storage_;
    std::vector<StepResult> results_;
    std::stop_token stop_;
    PlannedWork planned_;                                                // of the steps that were begun
    std::uint64_t step_work_ = 0, done_work_ = 0, reported_before_ = 0;  // step_work_: planned for the present step
    Progress* reported_ = nullptr;
    struct Held {
        Handle held, truly;
        bool created = false, alive = false;
    };
    std::vector<Held> entities_;                               // by number
    std::unordered_map<std::uint64_t, std::uint64_t> owners_;  // by bits of the true handle: number
    struct OwnerFrom {
        std::size_t event = 0;  // so many were done
        std::optional<std::uint64_t> number;
    };
    std::unordered_map<std::uint64_t, std::vector<OwnerFrom>> owner_log_;  // the same over time; only with events
};

}  // namespace ecs::lab
