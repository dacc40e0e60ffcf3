// A Fact is a question to storages that a lesson may ask: one of a closed list of kinds, with what it is about. Lessons
// name facts, never answers; find() computes each answer from runs of the storages themselves and from the layout
// rules.
//
//     { "fact": "bytes_moved", "scenario": "move", "storage": "chunks", "step": 5 }     a number
//     { "fact": "sorted", "by": { "fact": "allocated" }, "storages": [ "002", "000" ] } an order
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "ecs/base/result.hpp"
#include "ecs/diagnose/layout_rules.hpp"
#include "ecs/lab/bench/bench.hpp"
#include "ecs/lab/memory/byte_ranges.hpp"
#include "ecs/lab/scenario/scenario_run.hpp"

namespace ecs::lab {

enum class AnswerKind : std::uint8_t { Number, Word, Order, Bytes };

struct Answer {
    AnswerKind kind = AnswerKind::Number;
    double number = 0;
    std::string word;
    std::vector<std::string> order;
    ByteRanges bytes;
    friend bool operator==(const Answer&, const Answer&) = default;
};

enum class FactKind : std::uint8_t {
    // Numbers
    Capacity,        // rows of a chunk with `columns` under `rule`
    Slack,           // bytes behind its last column
    Lines,           // cache lines that steps `from` to `step` touched, each once; with `what` of blocks called so
    IdealLines,      // that the useful bytes of the query `step` would fill
    BytesMoved,      // copied by steps `from` to `step`
    BytesWritten,    // the same
    Allocations,     // the same
    Visited,         // rows, by the query `step`
    Allocated,       // bytes after `step`
    RoleBytes,       // those with one `role`
    BytesPerEntity,  // allocated, for each that lives
    Probes,          // of hash slots, by steps `from` to `step`
    Blocks,          // on the heap; with `what` those that are called so
    FullBlocks,      // bytes that those would have, were each as large as a whole chunk
    TimeRatio,       // measured: time of the query `step` without tracing, first of `storages` by the second
    Crossover,       // measured: entities from which our chunks beat plain objects, `count` archetypes; 0: never
    JoinTimeRatio,   // measured: 001 by 002 in the join of `count` entities; `what` is vectorised or scalar
    ValueLine,       // address of the cache line in which the value of `type` of `entity` begins
    ValueLines,      // lines that its first `bytes` bytes lie in
    FirstMove,       // first step after `from` after which it lies at another address; 0: none
    CopiesFound,     // places in live blocks that hold the bytes of the value that `entity` was created with
    Jumps,           // how often a query went back to a line before the last one of the same stream (steps_back)
    WalkRemoved,     // entities destroyed by a walk over rows that destroys whom it meets; `backward`
    WalkAdded,       // a query creates one like each that it meets: of those, how many the next query meets
    Listed,          // places in containers of `type` that lead to an object (004)
    Revived,         // creations after `from` until the handle held of `entity` means a living one; 0: never
    FrontMoved,      // copied while the oldest of `count` rows of `bytes` goes until none is left; no scenario
    Straddlers,      // of `count` values of `bytes`, the first `base` bytes behind the begin of a line; no scenario
    Sum,             // of numbers `of`
    Difference,      // of two
    Ratio,           // of two
    // Words
    Verdict,   // of `step`: done, refused, bitten
    Reads,     // whose value the get `step` read: name of an entity, or `refused`, or `nobody`
    Compare,   // of two numbers: less, equal, greater
    Smallest,  // the one of `storages` whose number `by` is the least
    Largest,   // the same, the most
    SelfMet,   // 004's game with a, b and c, of whom a is deleted: who collides with himself, as `b c`, or `none`
    // Orders
    Sorted,      // `storages` by the number `by`, the least first
    VisitOrder,  // of entities with `type`, after `step`
    TouchOrder,  // kinds of blocks in which the query `step` touched lines, by the first touch
    // Bytes
    Copied,      // values that `step` copied, where they lay before it
    Straddling,  // values of `type` that lie in two cache lines
    Found,       // as CopiesFound
};
inline constexpr std::size_t fact_kind_count = 43;
/// `capacity`, `bytes_moved`, …
std::string_view name_of(FactKind kind);
AnswerKind answer_of(FactKind kind);
/// The members that it needs in a file beside the name, of those that can be left out none.
std::vector<std::string_view> members_of(FactKind kind);

struct Fact {
    FactKind kind = FactKind::Allocated;
    std::string scenario;  // key in the lesson; empty: its first
    StorageKind storage = StorageKind::Chunks;
    Mode mode = Mode::Repaired;
    StorageOptions options;
    std::size_t step = 0;  // from 1; 0: all steps
    std::size_t from = 0;  // from 1; 0: as `step`
    std::uint64_t entity = 0, bytes = 0, count = 0, base = 0;
    TypeIndex type = 0;
    Role role = Role::Payload;
    LayoutRule rule = LayoutRule::Ours;
    std::vector<LayoutColumn> columns;
    bool backward = false;
    std::string what;
    std::vector<StorageKind> storages;
    std::vector<Fact> of;  // of Sum, Difference, Ratio, Compare; one for `by`
};

/// Whether a clock has a part in it, or in what it is made of.
bool is_measured(const Fact& fact);

/// The scenarios of a lesson by key. The first that a fact without a key means is `first`.
struct LessonScenarios {
    std::map<std::string, std::shared_ptr<const Scenario>> by_key;
    std::string first;
    /// Null when there is none of that key.
    std::shared_ptr<const Scenario> find(const std::string& key) const;
};

/// What a clock says. What is empty is measured here and now; tests fill it in, so that what lessons make of a
/// measurement can be held against numbers that are known.
struct Measurements {
    std::function<std::array<CrossoverFound, 2>()> crossovers;
    std::function<LinesVersusTime(std::uint64_t entities)> join;
};

/// Finds facts, and keeps the runs that it needed for the next ones.
class FactFinder {
public:
    /// Once `stop` asks for it, measuring ends early, and what is found means nothing.
    explicit FactFinder(const LessonScenarios& scenarios, Measurements measurements = {}, std::stop_token stop = {})
        : scenarios_(scenarios), measurements_(std::move(measurements)), stop_(std::move(stop)) {}
    Answer find(const Fact& fact);
    double number(const Fact& fact) { return find(fact).number; }

    /// A run of the fact's scenario on its storage, `steps` steps done. Valid as long as the finder.
    const ScenarioRun& run(const Fact& fact, std::size_t steps);

private:
    std::size_t step_of(const Fact& fact) const;
    std::unique_ptr<ScenarioRun> fresh_run(const Fact& fact, std::size_t steps) const;
    Answer find_order(const Fact& fact);
    double find_number(const Fact& fact);
    std::string find_word(const Fact& fact);
    std::string find_reader(const Fact& fact);
    double find_time_ratio(const Fact& fact);
    double find_lines(const Fact& fact);
    double find_walk_removed(const Fact& fact) const;
    double find_walk_added(const Fact& fact) const;
    double find_revived(const Fact& fact) const;
    double find_listed(const Fact& fact);
    std::vector<std::string> find_touch_order(const Fact& fact);
    double find_crossover(const Fact& fact);
    double find_join_time_ratio(const Fact& fact);
    ByteRanges find_bytes(const Fact& fact);
    std::optional<Address> address_of(const ScenarioRun& run, const Fact& fact) const;

    const LessonScenarios& scenarios_;
    Measurements measurements_;
    std::stop_token stop_;
    struct Kept {
        const Scenario* scenario;
        StorageKind storage;
        Mode mode;
        StorageOptions options;
        std::size_t steps;
        std::unique_ptr<ScenarioRun> run;
    };
    std::vector<Kept> kept_;
    // Measured once, so that an answer and its explanation speak of the same.
    std::optional<std::array<CrossoverFound, 2>> crossovers_;
    std::map<std::uint64_t, LinesVersusTime> joins_;  // by entities
};

}  // namespace ecs::lab
