// A Fact is a question that a lesson asks about storages: a kind from a closed list, with its parameters. Lessons
// name facts, never answers. find() computes each answer from runs of the storages and from the layout rules.
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
    Slack,           // bytes behind the last column of that chunk
    Lines,           // cache lines that steps `from` to `step` touched, each once; with `what`, only in blocks of that
                     // name
    IdealLines,      // lines that the useful bytes of the query `step` would fill
    BytesMoved,      // copied by steps `from` to `step`
    BytesWritten,    // written by steps `from` to `step`
    Allocations,     // made by steps `from` to `step`
    Visited,         // rows visited by the query `step`
    Allocated,       // bytes after `step`
    RoleBytes,       // bytes of one `role`
    BytesPerEntity,  // allocated bytes per living entity
    Probes,          // of hash slots, by steps `from` to `step`
    Blocks,          // on the heap; with `what`, only blocks of that name
    FullBlocks,      // bytes of those blocks if each were as large as a whole chunk
    TimeRatio,       // measured: untraced time of the query `step`, first of `storages` by the second
    Crossover,       // measured: entities from which our chunks beat plain objects, with `count` archetypes; 0: never
    JoinTimeRatio,   // measured: 001 by 002 in the join of `count` entities; `what` is vectorised or scalar
    ValueLine,       // address of the cache line where the value of `type` of `entity` begins
    ValueLines,      // lines that the first `bytes` bytes of that value lie in
    FirstMove,       // first step after `from` that leaves the value at another address; 0: none
    CopiesFound,     // places in live blocks with the bytes of the value that `entity` was created with
    Jumps,           // how often a query went back to a line before the last one of the same stream (steps_back)
    WalkRemoved,     // entities destroyed by a walk over rows that destroys each entity it meets; `backward`
    WalkAdded,       // a query copies each entity that it meets: how many of the copies the next query meets
    Listed,          // places in containers of `type` that point to an object (004)
    Revived,         // creations after `from` until the handle held for `entity` refers to a living one; 0: never
    FrontMoved,      // bytes copied while the oldest of `count` rows of `bytes` is removed until none is left; no
                     // scenario
    Straddlers,      // of `count` values of `bytes`, the first `base` bytes behind the start of a line; no scenario
    Sum,             // of the numbers `of`
    Difference,      // of two numbers
    Ratio,           // of two numbers
    // Words
    Verdict,   // of `step`: done, refused, bitten
    Reads,     // owner of the value that the get `step` read: name of an entity, or `refused`, or `nobody`
    Compare,   // of two numbers: less, equal, greater
    Smallest,  // the one of `storages` with the least number `by`
    Largest,   // the one with the greatest
    SelfMet,   // 004's game with a, b and c, of which a is deleted: which one collides with itself, as `b c`, or `none`
    // Orders
    Sorted,      // `storages` by the number `by`, least first
    VisitOrder,  // of entities with `type`, after `step`
    TouchOrder,  // kinds of blocks whose lines the query `step` touched, by first touch
    // Bytes
    Copied,      // values that `step` copied, at their places before it
    Straddling,  // values of `type` that lie in two cache lines
    Found,       // the places of CopiesFound
};
inline constexpr std::size_t fact_kind_count = 43;
/// `capacity`, `bytes_moved`, …
std::string_view name_of(FactKind kind);
AnswerKind answer_of(FactKind kind);
/// The members that a file must give besides the name, without optional ones.
std::vector<std::string_view> members_of(FactKind kind);

struct Fact {
    FactKind kind = FactKind::Allocated;
    std::string scenario;  // key in the lesson; empty: its first scenario
    StorageKind storage = StorageKind::Chunks;
    Mode mode = Mode::Repaired;
    StorageOptions options;
    std::size_t step = 0;  // from 1; 0: all steps
    std::size_t from = 0;  // from 1; 0: same as `step`
    std::uint64_t entity = 0, bytes = 0, count = 0, base = 0;
    TypeIndex type = 0;
    Role role = Role::Payload;
    LayoutRule rule = LayoutRule::Ours;
    std::vector<LayoutColumn> columns;
    bool backward = false;
    std::string what;
    std::vector<StorageKind> storages;
    std::vector<Fact> of;  // for Sum, Difference, Ratio, Compare; one for `by`
};

/// Whether the fact, or one that it is made of, is measured with a clock.
bool is_measured(const Fact& fact);

/// The scenarios of a lesson by key. A fact without a key means `first`.
struct LessonScenarios {
    std::map<std::string, std::shared_ptr<const Scenario>> by_key;
    std::string first;
    /// Null when no scenario has that key.
    std::shared_ptr<const Scenario> find(const std::string& key) const;
};

/// Measured results. Empty ones are measured here and now. Tests fill them in, so that a lesson's use of a
/// measurement can be checked against known numbers.
struct Measurements {
    std::function<std::array<CrossoverFound, 2>()> crossovers;
    std::function<LinesVersusTime(std::uint64_t entities)> join;
};

/// Finds facts. Keeps its runs for later facts.
class FactFinder {
public:
    /// Once `stop` asks for it, measuring ends early, and what is found means nothing.
    explicit FactFinder(const LessonScenarios& scenarios, Measurements measurements = {}, std::stop_token stop = {})
        : scenarios_(scenarios), measurements_(std::move(measurements)), stop_(std::move(stop)) {}
    Answer find(const Fact& fact);
    double number(const Fact& fact) { return find(fact).number; }

    /// A run of the fact's scenario on its storage after `steps` steps. Valid as long as the finder.
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
    // Measured once, so that an answer and its explanation agree.
    std::optional<std::array<CrossoverFound, 2>> crossovers_;
    std::map<std::uint64_t, LinesVersusTime> joins_;  // by entities
};

}  // namespace ecs::lab
