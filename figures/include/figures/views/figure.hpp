// The figures of a world: views of its memory for slides, as a Drawing or as comma-separated values. Both are pure
// functions of their arguments: the same world gives the same bytes, without addresses, dates or clocks. Each figure
// names the kind of its numbers: exact ones come from the storage's own description, simulated ones from a rule or a
// model. None is measured.
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
    Doctor,      // fragmentation of the memory
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
/// Whether it shows one chunk of that archetype.
bool shows_chunk(FigureKind view);

/// The counts of a Traffic.
struct TrafficTaken {
    std::vector<ecs::TrafficEdge> edges;
    std::uint64_t ticks = 0;   // number of ticks counted
    std::uint64_t missed = 0;  // changes lost before they were counted: with them all numbers mean "at least"
};
TrafficTaken take_traffic(const ecs::Traffic& traffic);

struct FigureRequest {
    FigureKind view = FigureKind::Archetypes;
    ecs::ArchetypeId archetype = ecs::no_archetype;
    std::size_t chunk = 0;                          // if shows_chunk()
    std::string system = {};                        // for Lines
    std::vector<ecs::ComponentId> components = {};  // for Layout: in order of their columns
    // Data that the world does not keep; the reader of the journal provides it.
    TrafficTaken traffic = {};
    std::optional<ecs::Operation> operation = {};  // for Move
};

/// The input of figures. The schedule has the systems; null: none.
struct Subject {
    Subject(const ecs::World& world_, const ecs::Schedule* schedule_ = nullptr) : world(world_), schedule(schedule_) {}

    const ecs::World& world;
    const ecs::Schedule* schedule;
};

/// Why the figure is impossible, as a sentence; empty when it is possible.
std::string why_not(const Subject& subject, const FigureRequest& request);

/// `source` tells in the caption where the world comes from: "scene chase, seed 1". The figure must be possible.
Drawing make_drawing(const Subject& subject, const FigureRequest& request, std::string_view source);
/// The numbers of the figure; the first line names the columns (RFC 4180, but with the line ends of all texts here).
std::string make_csv(const Subject& subject, const FigureRequest& request);

}  // namespace figures
