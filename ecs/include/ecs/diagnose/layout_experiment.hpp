// A LayoutExperiment splits or reorders the fields of a component in clones of a world, and measures the cost of
// reading some of them before and after. It never touches the world: it works on a snapshot.
//
//     LayoutExperiment experiment(snapshot, {position, {{0, 1}, {2}}}, {0});
//     while (experiment.step()) …         // one run of each side per call, so that an interface stays responsive
//     experiment.verdict();
//
// Facts (rows per chunk, bytes, cache lines) are counted in the clones. Times belong to this machine: each side has a
// median and a spread. When the spreads overlap, there is no winner.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/snapshot/snapshot.hpp"

namespace ecs {

/// Splits a component: each part becomes one component, in this order. Every field is in exactly one part.
struct FieldSplit {
    ComponentId component = no_component;
    std::vector<std::vector<std::uint32_t>> parts;  // positions in ComponentType::fields
};
/// Empty when the split is possible, else the reason for a person.
std::string why_not(const TypeRegistry& types, const FieldSplit& split);

/// The types of the parts. Sizes and alignments follow from the fields.
std::vector<ComponentType> types_of(const TypeRegistry& types, const FieldSplit& split);

/// Splits the component of every entity. Entities keep their ids and field values. Returns the ids of the new
/// components, one per part. The split must fit: ask why_not() first.
std::vector<ComponentId> split_fields(World& world, const FieldSplit& split);

/// What is counted in a world.
struct LayoutFacts {
    std::uint64_t entities = 0;           // that have the component
    std::uint64_t value_bytes = 0;        // of one value: of the component, or of all parts together
    std::uint64_t chunks = 0, bytes = 0;  // of the archetypes that have the component
    std::uint64_t rows_a_chunk = 0;       // of a full chunk of the largest of these archetypes
    std::uint64_t lines = 0;              // cache lines of 64 bytes that one pass over the read fields touches
};

struct Spread {
    double median_ns = 0;  // per entity
    double low_ns = 0, high_ns = 0;
};
/// The median of runs in nanoseconds, and their range without the lowest and the highest.
Spread spread_of(std::vector<double> runs);

class LayoutExperiment {
public:
    static constexpr std::size_t run_count = 15;

    /// `read` lists the fields that the measured loop reads, by position. The split must fit, and the snapshot must
    /// not be empty.
    LayoutExperiment(const Snapshot& snapshot, FieldSplit split, std::vector<std::uint32_t> read);
    ~LayoutExperiment();

    /// Measures one run of each side. Returns false when all runs are done.
    bool step();
    std::size_t runs_done() const { return sides_[0].runs.size(); }

    const LayoutFacts& before() const { return sides_[0].facts; }
    const LayoutFacts& after() const { return sides_[1].facts; }
    /// Spread of the runs so far; there must be at least one.
    Spread time_before() const { return spread_of(sides_[0].runs); }
    Spread time_after() const { return spread_of(sides_[1].runs); }

    enum class Verdict : std::uint8_t { Unknown, NoWinner, BeforeFaster, AfterFaster };
    /// Unknown until all runs are done.
    Verdict verdict() const;
    /// The winner of two sides: the whole spread of the winner lies below the spread of the other side.
    static Verdict verdict_of(const Spread& before, const Spread& after);

    const World& clone_before() const { return *sides_[0].world; }
    const World& clone_after() const { return *sides_[1].world; }

private:
    /// One field that the loop reads: its column and its place in a row.
    struct Reading {
        ComponentId component = no_component;
        std::uint32_t offset = 0, size = 0;
    };
    /// The values of a field in one chunk. The address stays valid, because clones do not change.
    struct Strip {
        const std::byte* first = nullptr;
        std::size_t stride = 0, rows = 0;
        std::uint32_t size = 0;
    };
    struct Side {
        std::unique_ptr<World> world;
        std::vector<Reading> readings;
        std::vector<Strip> strips;
        LayoutFacts facts;
        std::vector<double> runs;  // nanoseconds per entity
    };
    static void count_facts(Side& side, const std::vector<ComponentId>& components);
    static void find_strips(Side& side);
    double measure(const Side& side) const;

    std::array<Side, 2> sides_;
    std::size_t passes_ = 1;  // per run
};

}  // namespace ecs
