// The figures that can be made of a world: pictures of its memory for slides, as a Drawing or as a table of
// comma-separated values. Both are pure functions: the same world gives the same bytes, with no address, date or clock
// in them. Each figure says what kind its numbers are. Exact ones come from the storage's own description, simulated
// ones from a rule or a model; none is measured by a clock.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
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

/// What a Traffic counted.
struct TrafficTaken {
    std::vector<ecs::TrafficEdge> edges;
    std::uint64_t ticks = 0;   // that were counted
    std::uint64_t missed = 0;  // changes that nobody can count any more: then all numbers are "at least"
};
TrafficTaken take_traffic(const ecs::Traffic& traffic);

struct FigureRequest {
    FigureKind kind = FigureKind::Archetypes;
    ecs::ArchetypeId archetype = ecs::no_archetype;
    std::size_t chunk = 0;                          // where the scope is Chunk
    std::string system = {};                        // for Lines
    std::vector<ecs::ComponentId> components = {};  // for Layout: in the order in which their columns are to lie
    // What the world does not remember: the reader of the journal passes it in.
    TrafficTaken traffic = {};
    std::optional<ecs::Operation> operation = {};  // for Move
};

/// What figures are made of. The schedule says which systems there are; without one there are none.
struct Subject {
    Subject(const ecs::World& world_, const ecs::Schedule* schedule_ = nullptr) : world(world_), schedule(schedule_) {}

    const ecs::World& world;
    const ecs::Schedule* schedule;
    /// The label of every figure, in caption and table: that the world is a copy, as if its owner had archetypes.
    std::string note = {};
};

/// The part of a world that a figure shows. A request must name this part.
enum class FigureScope : std::uint8_t {
    World,       // all archetypes
    Any,         // one archetype, or all when none is named
    Archetype,   // one archetype
    Chunk,       // one chunk of one archetype
    Components,  // any components, in the order in which their columns are to lie
};

/// One kind of figure: what it is called, what it needs, and how it is made. All are listed in figure_list.cpp.
struct FigureDescriptor {
    FigureKind kind;
    std::string_view name;  // the word of the command line and of file names: `treemap`
    const char* label;      // in menus
    FigureScope scope = FigureScope::World;
    bool needs_system = false;  // the request names one
    bool needs_ticks = false;   // it shows what happened while systems ran: traffic and operation
    /// Why there is no such figure, as a sentence; empty when there is one.
    std::string (*why_not)(const Subject& subject, const FigureRequest& request);
    // why_not() must be empty for the request.
    Drawing (*draw)(const Subject& subject, const FigureRequest& request, std::string_view source);
    std::string (*csv)(const Subject& subject, const FigureRequest& request);

    bool needs_archetype() const { return scope == FigureScope::Archetype || scope == FigureScope::Chunk; }
};
/// All of them, in the order in which they are offered.
std::span<const FigureDescriptor> all_figures();
const FigureDescriptor& descriptor_of(FigureKind kind);
/// Null when there is none of that name.
const FigureDescriptor* figure_named(std::string_view name);

/// Why there is no such figure, as a sentence; empty when there is one.
std::string why_not(const Subject& subject, const FigureRequest& request);

/// `source` says in the caption where the world comes from: "scene chase, seed 1". why_not() must be empty for the
/// request.
Drawing make_drawing(const Subject& subject, const FigureRequest& request, std::string_view source);
/// The numbers behind it, the first line naming the columns (RFC 4180, but lines end as in all text here).
std::string make_csv(const Subject& subject, const FigureRequest& request);

}  // namespace figures
