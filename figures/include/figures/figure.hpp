// The figures that can be made of a world: views of its memory for slides, as a Drawing or as a table of
// comma-separated values. Both are pure functions of a const World: the same world gives the same bytes, with no
// address, date or clock in them. Every number is exact: it is read from what the storage says of itself.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "ecs/world.hpp"
#include "figures/drawing.hpp"

namespace figures {

enum class View : std::uint8_t {
    Archetypes,  // bars of bytes, used, padding and unused
    Treemap,     // area by bytes
    Histogram,   // chunks by how full they are
    Map,         // the chunks of one archetype
    Chunk,       // each byte of one chunk
    Table,       // from a table of rows to columns to bytes
};
inline constexpr std::array<View, 6> all_views{View::Archetypes, View::Treemap, View::Histogram,
                                               View::Map,        View::Chunk,   View::Table};
/// The word of the command line and of file names: `archetypes`, `treemap`, `histogram`, `map`, `chunk`, `table`.
std::string_view name_of(View view);
std::optional<View> view_named(std::string_view name);
/// Whether it shows one archetype, which must be given. A histogram may have one.
bool needs_archetype(View view);

struct FigureRequest {
    View view = View::Archetypes;
    ecs::ArchetypeId archetype = ecs::no_archetype;
    std::size_t chunk = 0;  // for Chunk and Table
};

/// Why there is no such figure, as a sentence; empty when there is one.
std::string why_not(const ecs::World& world, const FigureRequest& request);

/// `source` says in the caption where the world comes from: "scene chase, seed 1". There must be such a figure.
Drawing make_drawing(const ecs::World& world, const FigureRequest& request, std::string_view source);
/// The numbers behind it, the first line naming the columns (RFC 4180, but lines end as in all text here).
std::string make_csv(const ecs::World& world, const FigureRequest& request);

}  // namespace figures
