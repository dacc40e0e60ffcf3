// The bench of the Storage Lab times the untraced storages at the work of lessons and articles. All six do the same
// work, in turns (bench_runner.hpp); checksums prove that it was the same.
//
// Included in the time: the calls of the Storage interface that the lab itself makes (create, add, remove, destroy,
// get: one virtual call and one copy of a value each), the growth of arrays, and reading the list of handles. Loops
// over rows are the storage's own, with the caller's function compiled in; `rows` is the same loop through
// Storage::each, as scenarios run. Not included: the first filling of memory, page faults, and restoring the storage
// before each round, which leaves its bytes in the caches as far as they fit. Blocks come from the lab's Arena, whose
// ordered maps are slower than a heap: this matters where every entity is a block (Objects), and little where blocks
// grow (others).
//
// All numbers are measured. They hold for one machine, one compiler and its flags (bench_machine.hpp).
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
    Iterate,    // Position += Velocity, for entities that have both
    Rows,       // as Iterate, through Storage::each
    Add,        // adds one component to each entity, in order of creation
    Remove,     // removes that component again
    Destroy,    // destroys a random half
    Get,        // reads the Position of those that have one, in random order
    Workload,   // 001-H1: decay, apply, decay, with double precision, beside plain objects
    Sample,     // 002: create, add a component to each, five updates; with both policies of removal
    Scene,      // 003: a tick of the chase
    Crossover,  // 002-H4: an update of plain virtual objects of 1 and of 16 classes beside 1 and 16 archetypes
    Join,       // L12: the join of 001 and 002, with the compiler's vectoriser and without
};
inline constexpr std::array<BenchKind, 12> bench_kinds{BenchKind::Create, BenchKind::Iterate,   BenchKind::Rows,
                                                       BenchKind::Add,    BenchKind::Remove,    BenchKind::Destroy,
                                                       BenchKind::Get,    BenchKind::Workload,  BenchKind::Sample,
                                                       BenchKind::Scene,  BenchKind::Crossover, BenchKind::Join};
/// `create`, `iterate`, `rows`, `add`, …
std::string_view name_of(BenchKind kind);
std::string_view title_of(BenchKind kind);
/// The work, and the unit of the nanoseconds, in one or two sentences.
std::string_view about_of(BenchKind kind);
/// The unit that the nanoseconds are divided by: `entity`, `matching entity`.
std::string_view unit_of(BenchKind kind);
std::optional<BenchKind> bench_kind_from(std::string_view name);

inline constexpr std::uint64_t max_bench_entities = 1'000'000;
inline constexpr std::size_t min_repetitions = 7, max_repetitions = 999;
/// With fewer entities the pattern of article 001 gives nothing to iterate over.
std::uint64_t min_entities(BenchKind kind);
std::vector<std::uint64_t> default_sizes(BenchKind kind);

struct BenchRequest {
    BenchKind kind = BenchKind::Iterate;
    std::vector<std::uint64_t> sizes;  // rising; empty: default_sizes
    BenchEffort effort = {};
};
/// The reason why the bench cannot run, as a sentence without a full stop; empty when it can.
std::string why_not(const BenchRequest& request);

struct BenchRow {
    std::string subject;           // of files: `002 shift`
    std::string title, detail;     // what people read: `Columns, shifting`, and quiet beside it: `article 002`
    std::uint64_t entities = 0;    // N
    std::uint64_t operations = 0;  // per round; the nanoseconds are divided by this
    std::uint64_t rounds = 0;      // per section
    Spread ns;                     // per operation
    std::vector<double> samples;   // the values of `ns`, one per repetition; equal positions of two rows are neighbours
                                   // in time
    double clock_share = 0;        // the largest share of a section that was reading the clock, and was subtracted
};

/// How to draw a subject. A storage has the same number in all benches, and so have its variants (`002 shift`).
struct SubjectSeries {
    std::uint32_t number = 0;
    bool variant = false;
};
SubjectSeries series_of(std::string_view subject);

struct BenchResult {
    BenchKind kind = BenchKind::Iterate;
    std::size_t repetitions = 0;
    std::vector<BenchRow> rows;       // by size, then in the order of the subjects
    std::vector<std::string> notes;   // sentences: which subjects were left out and why
    std::vector<std::string> faults;  // sentences: which subjects did other work than the rest; empty unless the bench
                                      // has a bug
    bool stopped = false;             // sizes that were not finished have no rows

    std::vector<std::uint64_t> sizes() const;
    /// In order of first appearance.
    std::vector<std::string> subjects() const;
    const BenchRow* find(std::string_view subject, std::uint64_t entities) const;
    /// The first row of the subject, for its texts; null when there is none.
    const BenchRow* first_of(std::string_view subject) const;
    Ranking ranking(std::uint64_t entities) const;
    /// verdict_of() the ranking at this size.
    std::string verdict(std::uint64_t entities) const;
};

/// The request must be valid: why_not() is empty.
BenchResult run_bench(const BenchRequest& request, const BenchHooks& hooks = {});

/// How many times as long `subject` takes as `other`. Compares each repetition with its neighbour in time, so a
/// machine that slows down does not matter. All zero when one of them was not measured.
Spread time_ratio(const BenchResult& result, std::string_view subject, std::string_view other, std::uint64_t entities);

/// The smallest measured size from which `subject` is faster than `other` at every measured size, with separate
/// intervals.
std::optional<std::uint64_t> faster_from(const BenchResult& result, std::string_view subject, std::string_view other);

/// 002-H4: the number of entities from which the archetype storages beat plain objects.
struct CrossoverFound {
    std::uint64_t archetypes = 1;         // as many as the objects have classes
    std::optional<std::uint64_t> blocks;  // 002; none: slower at every measured size
    std::optional<std::uint64_t> chunks;
};
std::array<CrossoverFound, 2> crossovers_of(const BenchResult& result);

/// The title or the detail of a row in the language that is spoken: "Columns, shifting".
std::string shown_words(std::string_view words);

/// The conclusions as sentences without a full stop, by rising number of entities: which subject is fastest, or why
/// none is. For Crossover: from which number on storages beat objects. For Join: how many times as long 001 takes.
std::vector<std::string> conclusions_of(const BenchResult& result);

/// L12: the join of 001 compared with that of 002: how many times as many cache lines, and how many times the time.
struct LinesVersusTime {
    std::uint64_t entities = 0, matching = 0;
    std::uint64_t lines_001 = 0, lines_002 = 0;  // exact, by the trace of the same query
    double lines_ratio = 0;
    Spread time_ratio;         // measured, from neighbouring repetitions
    Spread time_ratio_scalar;  // the same loops compiled without the vectoriser
};
/// Nothing when the bench was stopped.
std::optional<LinesVersusTime> lines_versus_time(std::uint64_t entities, const BenchEffort& effort = {},
                                                 const BenchHooks& hooks = {});

}  // namespace ecs::lab
