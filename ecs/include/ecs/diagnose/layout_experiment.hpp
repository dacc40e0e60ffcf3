// A LayoutExperiment splits or reorders the fields of a component, in clones of a world, and measures what reading some
// of them costs before and after. The world itself is never touched: all it gives is a snapshot.
//
//     LayoutExperiment trial(snapshot, {position, {{0, 1}, {2}}}, {0});
//     while (trial.step()) …         // a run of each side a call, so that an interface stays awake
//     trial.verdict();
//
// Facts (rows a chunk, bytes, cache lines) are counted in the clones. Times are of this machine: each side has a median
// and a spread, and when the spreads meet there is no winner.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/snapshot/snapshot.hpp"

namespace ecs {

/// A component whose fields become one component each part, in this order. Every field stands in exactly one part.
struct FieldSplit {
    ComponentId component = no_component;
    std::vector<std::vector<std::uint32_t>> parts;  // positions in ComponentType::fields
};
/// Empty when the split can be made, else the reason for a person.
std::string why_not(const TypeRegistry& types, const FieldSplit& split);

/// The types that the parts would have: sizes and alignments follow from the fields.
std::vector<ComponentType> types_of(const TypeRegistry& types, const FieldSplit& split);

/// Carries the split out: every entity keeps its id and the value of every field, in the components of the parts, whose
/// ids are returned. The split must fit.
std::vector<ComponentId> split_fields(World& world, const FieldSplit& split);

/// What is counted in a world.
struct LayoutFacts {
    std::uint64_t entities = 0;           // that have the component
    std::uint64_t value_bytes = 0;        // of the component, or of all parts
    std::uint64_t chunks = 0, bytes = 0;  // of the archetypes that have it
    std::uint64_t rows_a_chunk = 0;       // in a full chunk of the largest of these archetypes
    std::uint64_t lines = 0;              // cache lines of 64 bytes that one pass over the fields read touches
};

struct Spread {
    double median_ns = 0;  // an entity
    double low_ns = 0, high_ns = 0;
};
/// Of runs in nanoseconds: the median, and the range without the lowest and the highest.
Spread spread_of(std::vector<double> runs);

class LayoutExperiment {
public:
    static constexpr std::size_t run_count = 15;

    /// `read` are the fields that the measured loop reads, by their positions. The split must fit, and the snapshot
    /// must not be empty.
    LayoutExperiment(const Snapshot& snapshot, FieldSplit split, std::vector<std::uint32_t> read);
    ~LayoutExperiment();

    /// Measures one run of either side. False when all are done.
    bool step();
    std::size_t runs_done() const { return sides_[0].runs.size(); }

    const LayoutFacts& before() const { return sides_[0].facts; }
    const LayoutFacts& after() const { return sides_[1].facts; }
    /// Of the runs done so far, of which there must be one.
    Spread time_before() const { return spread_of(sides_[0].runs); }
    Spread time_after() const { return spread_of(sides_[1].runs); }

    enum class Verdict : std::uint8_t { Unknown, NoWinner, BeforeFaster, AfterFaster };
    /// Unknown until all runs are done.
    Verdict verdict() const;
    /// Of two sides: the one whose whole spread lies below the other's.
    static Verdict verdict_of(const Spread& before, const Spread& after);

    const World& clone_before() const { return *sides_[0].world; }
    const World& clone_after() const { return *sides_[1].world; }

private:
    /// A field in a column: how to find it in each row.
    struct Reading {
        ComponentId component = no_component;
        std::uint32_t offset = 0, size = 0;
    };
    /// The values of a field in one chunk. Clones stand still, so that it stays where it is.
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
        std::vector<double> runs;  // nanoseconds an entity
    };
    static void count_facts(Side& side, const std::vector<ComponentId>& components);
    static void find_strips(Side& side);
    double measure(const Side& side) const;

    std::array<Side, 2> sides_;
    std::size_t passes_ = 1;  // of a run
};

}  // namespace ecs
