#include <algorithm>
#include <cmath>

#include "figures/drawing/csv.hpp"

#include "ecs/base/language.hpp"
#include "figures/drawing/format.hpp"
#include "figures/drawing/page.hpp"
#include "figures/world/figure_parts.hpp"

namespace figures {

namespace {

struct TileSizes {
    double width = 0, height = 0, gap = 0, number = 0;  // height of the number below, 0: there is no room for any
    std::size_t per_line = 1;

    double line() const { return height + number + gap; }
};

TileSizes sizes_for(double width, std::size_t per_line) {
    TileSizes sizes;
    sizes.width = width;
    sizes.height = std::floor(width * 1.2);
    sizes.gap = width >= 24 ? 8 : width >= 10 ? 3 : 1;
    sizes.number = width >= 24 ? 18 : 0;
    sizes.per_line = per_line;
    return sizes;
}

/// The largest tiles of which `count` fit; nothing when not even the smallest do.
TileSizes fit(std::size_t count, Area room) {
    for (double width = 160; width >= 4; width -= width > 24 ? 2 : 1) {
        TileSizes sizes = sizes_for(width, 1);
        sizes.per_line = static_cast<std::size_t>((room.width + sizes.gap) / (sizes.width + sizes.gap));
        const std::size_t lines = (count + sizes.per_line - 1) / sizes.per_line;
        if (static_cast<double>(lines) * sizes.line() <= room.height) return sizes;
    }
    return {};
}

Drawing draw_chunk_map(const ecs::World& world, const ecs::Archetype& archetype, std::string_view source) {
    const std::size_t chunks = archetype.chunk_count();
    const std::uint64_t capacity = std::uint64_t{archetype.layout().capacity} * chunks;
    Page page("The chunks of " + telling_name(world, archetype),
              format_count(chunks, "chunk") + " of " + format_bytes(archetype.layout().block_bytes) + " with " +
                  format_count(archetype.layout().capacity, "row") + " each; " +
                  format_count(archetype.entity_count()) + " of " + format_count(capacity, "row") + " in use (" +
                  percent_of(archetype.entity_count(), capacity) + ")",
              source, world.tick());

    // Where there are too many for a tile each, neighbours share one; the sentence in the legend says so.
    std::size_t share = 1;
    const Area whole = page.room();
    const Area guess{whole.x, whole.y, whole.width, whole.height - 40};
    while (fit((chunks + share - 1) / share, guess).width == 0) share *= 2;
    const TileSizes sizes = fit((chunks + share - 1) / share, guess);
    std::vector<LegendEntry> legend{
        {fill_of(ecs::ByteRole::Field), sizes.number > 0 ? "rows in use, their number below" : "rows in use"},
        {fill_of(ecs::ByteRole::Unused), "room for more rows"}};
    if (share > 1) legend.push_back({{{Tone::Paper}}, "one tile is " + format_count(share) + " chunks together"});
    page.add_legend(legend);

    const Area room = page.room();
    page.begin_group("chunks");
    for (std::size_t first = 0, tile = 0; first < chunks; first += share, ++tile) {
        const std::size_t end = std::min(first + share, chunks);
        std::uint64_t rows = 0;
        for (std::size_t chunk = first; chunk < end; ++chunk) rows += archetype.chunk(chunk).rows;
        const std::uint64_t own_capacity = std::uint64_t{archetype.layout().capacity} * (end - first);
        const double x = room.x + static_cast<double>(tile % sizes.per_line) * (sizes.width + sizes.gap);
        const double y = room.y + static_cast<double>(tile / sizes.per_line) * sizes.line();
        const double filled = sizes.height * as_double(rows) / as_double(own_capacity);
        const std::string note = (share == 1 ? "chunk " + format_count(first)
                                             : "chunks " + format_count(first) + " to " + format_count(end - 1)) +
                                 ": " + format_count(rows) + " of " + format_count(own_capacity, "row");
        if (filled < sizes.height)
            page.add(Box{.x = x,
                         .y = y,
                         .width = sizes.width,
                         .height = sizes.height - filled,
                         .fill = fill_of(ecs::ByteRole::Unused),
                         .note = note});
        if (filled > 0)
            page.add(Box{.x = x,
                         .y = y + sizes.height - filled,
                         .width = sizes.width,
                         .height = filled,
                         .fill = fill_of(ecs::ByteRole::Field),
                         .note = note});
        page.add(Box{.x = x,
                     .y = y,
                     .width = sizes.width,
                     .height = sizes.height,
                     .edge = {Tone::Text},
                     .edge_width = sizes.width >= 24 ? 1.0 : 0.5});
        if (sizes.number > 0)
            page.add_text(x + sizes.width / 2, y + sizes.height + 13, format_count(rows), sizes.width >= 40 ? 13 : 11,
                          {Tone::Text}, Anchor::Middle, Face::Mono);
    }
    return page.take();
}

std::string chunk_map_csv(const ecs::Archetype& archetype) {
    CsvWriter csv(
        "chunk,rows,capacity,made_at_tick,bytes,header_bytes,entity_bytes,field_bytes,padding_bytes,unused_bytes");
    const std::size_t chunks = archetype.chunk_count();
    const RoleBytes full = chunks > 1 ? role_bytes(archetype, 0) : RoleBytes{};
    for (std::size_t position = 0; position < chunks; ++position) {
        const ecs::Chunk& chunk = archetype.chunk(position);
        const RoleBytes bytes = position + 1 < chunks ? full : role_bytes(archetype, position);
        csv.line(position, chunk.rows, chunk.capacity, chunk.made_at_tick, chunk.block_bytes,
                 bytes[ecs::ByteRole::Header], bytes[ecs::ByteRole::Entity], bytes[ecs::ByteRole::Field],
                 bytes[ecs::ByteRole::Padding], bytes[ecs::ByteRole::Unused]);
    }
    return csv.take();
}

}  // namespace

FigureDescriptor map_figure() {
    return {
        .kind = FigureKind::Map,
        .name = "map",
        .label = ecs::tr_later("Chunks of this archetype"),
        .scope = FigureScope::Archetype,
        .why_not = why_no_chunks,
        .draw =
            [](const Subject& subject, const FigureRequest& request, std::string_view source) {
                return draw_chunk_map(subject.world, *archetype_of(subject, request), source);
            },
        .csv = [](const Subject& subject,
                  const FigureRequest& request) { return chunk_map_csv(*archetype_of(subject, request)); },
    };
}

}  // namespace figures
