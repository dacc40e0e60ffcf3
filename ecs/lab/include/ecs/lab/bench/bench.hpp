// The bench of the Storage Lab: how long the untraced storages take for what lessons and articles speak of, all six at
// the same work, in turns (bench_runner.hpp), with checksums that prove that it was the same.
//
// In the time: the calls of the Storage interface that the lab itself makes (create, add, remove, destroy, get: one
// virtual call and one copy of a value each), the growth of arrays, and reading the list of handles. Loops over rows
// are the storage's own with the caller's function compiled in; `rows` is the same loop through Storage::each, as
// scenarios run. Not in the time: the first filling of memory, pages of the system, and putting the storage back to
// where each round starts, which leaves its bytes in the caches as far as they fit. Blocks come from the lab's Arena,
// whose ordered maps are dearer than a heap: that is felt where every entity is a block (004), and little where blocks
// grow (others).
//
// All numbers are measured: they hold for one machine, one compiler and its flags (bench_machine.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/lab/bench/bench_runner.hpp"
#include "ecs/lab/bench/bench_statistics.hpp"

namespace ecs::lab {

enum class BenchKind : std::uint8_t {
    Create,     // entities of article 001's pattern, one by one
    Iterate,    // Position += Velocity, for those that have both
    Rows,       // the same through Storage::each
    Add,        // a component more for each, in the order of their creation
    Remove,     // it again
    Destroy,    // a random half
    Get,        // the Position of those that have one, in random order
    Workload,   // 001-H1: decay, apply, decay, with double precision, beside plain objects
    Sample,     // 002: create, give each a component more, five updates; with both policies of removal
    Scene,      // 003: a tick of the chase
    Crossover,  // 002-H4: an update of plain virtual objects of 1 and of 16 classes beside 1 and 16 archetypes
    Join,       // L12: the join of 001 and 002 with the vectoriser of the compiler, and without it
};
inline constexpr std::array<BenchKind, 12> bench_kinds{BenchKind::Create, BenchKind::Iterate,   BenchKind::Rows,
                                                       BenchKind::Add,    BenchKind::Remove,    BenchKind::Destroy,
                                                       BenchKind::Get,    BenchKind::Workload,  BenchKind::Sample,
                                                       BenchKind::Scene,  BenchKind::Crossover, BenchKind::Join};
/// `create`, `iterate`, `rows`, `add`, …
std::string_view name_of(BenchKind kind);
std::string_view title_of(BenchKind kind);
/// What is done and what the nanoseconds are divided by, in a sentence or two.
std::string_view about_of(BenchKind kind);
/// What the nanoseconds are divided by: `entity`, `matching entity`.
std::string_view unit_of(BenchKind kind);
std::optional<BenchKind> bench_kind_from(std::string_view name);

inline constexpr std::uint64_t max_bench_entities = 1'000'000;
inline constexpr std::size_t min_repetitions = 7, max_repetitions = 999;
/// Of the pattern of article 001 no smaller number has anything to iterate over.
std::uint64_t min_entities(BenchKind kind);
std::vector<std::uint64_t> default_sizes(BenchKind kind);

struct BenchRequest {
    BenchKind kind = BenchKind::Iterate;
    std::vector<std::uint64_t> sizes;  // rising; empty: default_sizes
    BenchEffort effort = {};
};
/// Why it cannot be run, as a sentence without a full stop; empty when it can.
std::string why_not(const BenchRequest& request);

struct BenchRow {
    std::string subject, title;    // of BenchSubject
    std::uint64_t entities = 0;    // N
    std::uint64_t operations = 0;  // of a round: what the nanoseconds are divided by
    std::uint64_t rounds = 0;      // of a section
    Spread ns;                     // an operation
    std::vector<double> samples;   // what `ns` is the spread of, a repetition each: neighbours in time across rows
    double clock_share = 0;        // the largest part of a section that was the clock's own, and was taken off
};

/// What a subject is drawn as: a storage has the same number in all benches, and so have its variants (`002 shift`).
struct SubjectSeries {
    std::uint32_t number = 0;
    bool variant = false;
};
SubjectSeries series_of(std::string_view subject);

struct BenchResult {
    BenchKind kind = BenchKind::Iterate;
    std::size_t repetitions = 0;
    std::vector<BenchRow> rows;       // by size, then in the order of the subjects
    std::vector<std::string> notes;   // sentences: who was left out and why
    std::vector<std::string> faults;  // sentences: who did not do the same as the others. None, unless we are wrong
    bool stopped = false;             // sizes that were not finished have no rows

    std::vector<std::uint64_t> sizes() const;
    /// In the order in which they first come.
    std::vector<std::string> subjects() const;
    const BenchRow* find(std::string_view subject, std::uint64_t entities) const;
    Ranking ranking(std::uint64_t entities) const;
    /// verdict_of() that ranking.
    std::string verdict(std::uint64_t entities) const;
};

/// The request must have nothing against it (why_not).
BenchResult run_bench(const BenchRequest& request, const BenchHooks& hooks = {});

/// How many times as long `subject` takes as `other`: of the repetitions, each by its neighbour, so that a machine that
/// gets slower does not count. All zero where one was not measured.
Spread time_ratio(const BenchResult& result, std::string_view subject, std::string_view other, std::uint64_t entities);

/// The least measured size from which `subject` is faster than `other` at every measured size, with intervals apart.
std::optional<std::uint64_t> faster_from(const BenchResult& result, std::string_view subject, std::string_view other);

/// 002-H4: from how many entities on the archetype storages beat plain objects.
struct CrossoverFound {
    std::uint64_t archetypes = 1;         // as many as the objects have classes
    std::optional<std::uint64_t> blocks;  // 002; none: at no measured size
    std::optional<std::uint64_t> chunks;
};
std::array<CrossoverFound, 2> crossovers_of(const BenchResult& result);

/// What the result says, in sentences without a full stop, the numbers of entities rising: who is the fastest, or why
/// nobody is; of Crossover from where on storages beat objects, of Join how many times as long 001 takes.
std::vector<std::string> conclusions_of(const BenchResult& result);

/// L12: how many times as many cache lines 001 touches as 002 in the join, and how many times as long it takes.
struct LinesVersusTime {
    std::uint64_t entities = 0, matching = 0;
    std::uint64_t lines_001 = 0, lines_002 = 0;  // exact, by the trace of the same query
    double lines_ratio = 0;
    Spread time_ratio;         // measured: of neighbouring repetitions
    Spread time_ratio_scalar;  // the same loops compiled without the vectoriser
};
/// None when it was stopped.
std::optional<LinesVersusTime> lines_versus_time(std::uint64_t entities, const BenchEffort& effort = {},
                                                 const BenchHooks& hooks = {});

}  // namespace ecs::lab
