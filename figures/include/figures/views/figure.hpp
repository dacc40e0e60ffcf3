// The figures that can be made of a world: views of its memory for slides, as a Drawing or as a table of
// comma-separated values. Both are pure functions of what they are given: the same world gives the same bytes, with no
// address, date or clock in them. Each says what kind its numbers are: exact ones are read from what the storage says
// of itself, simulated ones come from a rule or a model. None is measured by a clock.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/diagnose/operation.hpp"
#include "ecs/diagnose/traffic.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/world/world.hpp"
#include "figures/drawing/drawing.hpp"

namespace figures {

enum class FigureKind : std::uint8_t {
    Archetypes,  // bars of bytes, used, padding and unused
    Treemap,     // area by bytes
    Histogram,   // chunks by how full they are
    Map,         // the chunks of one archetype
    Chunk,       // each byte of one chunk
    Table,       // from a table of rows to columns to bytes
    Lines,       // the cache lines of one chunk that a system touches
    Traffic,     // rows that moved between archetypes, by cause
    Move,        // one structural change, beat by beat
    Doctor,      // what fragments the memory
    Layout,      // a chunk of any components, under several rules
};
inline constexpr std::array<FigureKind, 11> figure_kinds{
    FigureKind::Archetypes, FigureKind::Treemap, FigureKind::Histogram, FigureKind::Map,
    FigureKind::Chunk,      FigureKind::Table,   FigureKind::Lines,     FigureKind::Traffic,
    FigureKind::Move,       FigureKind::Doctor,  FigureKind::Layout};
/// The word of the command line and of file names: `archetypes`, `treemap`, `histogram`, `map`, `chunk`, `table`,
/// `lines`, `traffic`, `move`, `doctor`, `layout`.
std::string_view name_of(FigureKind view);
std::optional<FigureKind> figure_kind_named(std::string_view name);
/// Whether it shows one archetype, which must be given. A histogram may have one.
bool needs_archetype(FigureKind view);
/// Whether it shows one chunk of it.
bool shows_chunk(FigureKind view);

/// What a Traffic counted.
struct TrafficTaken {
    std::vector<ecs::TrafficEdge> edges;
    std::uint64_t ticks = 0;   // that were counted
    std::uint64_t missed = 0;  // changes that nobody can count any more: then all numbers are "at least"
};
TrafficTaken take_traffic(const ecs::Traffic& traffic);

struct FigureRequest {
    FigureKind view = FigureKind::Archetypes;
    ecs::ArchetypeId archetype = ecs::no_archetype;
    std::size_t chunk = 0;                          // where shows_chunk()
    std::string system = {};                        // for Lines
    std::vector<ecs::ComponentId> components = {};  // for Layout: in the order in which their columns are to lie
    // What the world does not remember: whoever read the journal hands it over.
    TrafficTaken traffic = {};
    std::optional<ecs::Operation> operation = {};  // for Move
};

/// What figures are made of. The schedule says which systems there are; without one there are none.
struct Subject {
    Subject(const ecs::World& world_, const ecs::Schedule* schedule_ = nullptr) : world(world_), schedule(schedule_) {}

    const ecs::World& world;
    const ecs::Schedule* schedule;
};

/// Why there is no such figure, as a sentence; empty when there is one.
std::string why_not(const Subject& subject, const FigureRequest& request);

/// `source` says in the caption where the world comes from: "scene chase, seed 1". There must be such a figure.
Drawing make_drawing(const Subject& subject, const FigureRequest& request, std::string_view source);
/// The numbers behind it, the first line naming the columns (RFC 4180, but lines end as in all text here).
std::string make_csv(const Subject& subject, const FigureRequest& request);

}  // namespace figures
