#include <algorithm>

#include "figures/drawing/format.hpp"

#include "ecs/base/language.hpp"
#include "figures/drawing/page.hpp"
#include "figures/drawing/squarify.hpp"
#include "figures/drawing/value_text.hpp"
#include "figures/world/figure_parts.hpp"

namespace figures {

namespace {

constexpr std::size_t max_tiles = 120;

struct Tile {
    RoleBytes bytes;
    std::string name, id;
    Area area;
};

/// `tiles` are sorted, the largest first.
void lay_out(std::vector<Tile>& tiles, const Area& room) {
    std::vector<WeightedTile> weighted;
    for (const Tile& tile : tiles) weighted.push_back({as_double(tile.bytes.total())});
    squarify(weighted, {room.x, room.y, room.width, room.height});
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        const TreemapArea& area = weighted[i].area;
        tiles[i].area = {area.x, area.y, area.width, area.height};
    }
}

/// In the part that is used when there is room, else on a plate over all of the tile.
void add_label(Page& page, const Tile& tile) {
    const Area& area = tile.area;
    const double size = area.width > 200 && area.height > 90 ? 17 : 14, line = size + 5, room = area.width - 24;
    if (room < 28 || area.height < line + 12) return;
    const auto lines_in = [&](double height) { return static_cast<std::size_t>(std::max((height - 14) / line, 0.0)); };
    const std::string numbers =
        format_bytes(tile.bytes.total()) + ", " + percent_of(tile.bytes.used(), tile.bytes.total()) + " used";
    const double used_height = area.height * as_double(tile.bytes.used()) / as_double(tile.bytes.total());
    const bool plate = lines_in(used_height) < 2;
    const std::size_t most = plate ? std::min<std::size_t>(lines_in(area.height), 2) : lines_in(used_height);
    const bool with_numbers = most >= 2 && text_width(numbers, size - 2) <= room;
    std::vector<std::string> lines =
        wrapped(tile.name, room, size, std::max<std::size_t>(most, 1) - (with_numbers ? 1 : 0), Face::Bold);
    if (lines.empty()) return;
    double wide = with_numbers ? text_width(numbers, size - 2) : 0;
    for (const std::string& words : lines) wide = std::max(wide, text_width(words, size, Face::Bold));
    const double top = plate ? area.y + 6 : area.bottom() - used_height + 6;
    if (plate)
        page.add(Box{.x = area.x + 6,
                     .y = top,
                     .width = wide + 14,
                     .height = line * static_cast<double>(lines.size() + (with_numbers ? 1 : 0)) + 4,
                     .fill = {{Tone::Paper}}});
    const Ink ink{plate ? Tone::Text : Tone::OnBar};
    double base = top + size;
    for (std::string& words : lines) {
        page.add_text(area.x + 13, base, std::move(words), size, ink, Anchor::Left, Face::Bold);
        base += line;
    }
    if (with_numbers) page.add_text(area.x + 13, base - 1, numbers, size - 2, ink);
}

/// The tile is filled from below, as a vessel is: used, padding, unused.
void add_tile(Page& page, const Tile& tile) {
    const Area& area = tile.area;
    const double bytes_per_px = as_double(tile.bytes.total()) / area.height;
    double y = area.bottom();
    const auto add = [&](Fill fill, std::uint64_t count, std::string_view role) {
        if (count == 0) return;
        const double height = as_double(count) / bytes_per_px;
        y -= height;
        page.add(Box{.x = area.x,
                     .y = y,
                     .width = area.width,
                     .height = height,
                     .fill = fill,
                     .note = tile.name + ", " + std::string(role) + ": " + format_bytes_exact(count),
                     .bytes = BoxBytes{.count = count, .role = role}});
    };
    add(fill_of(ecs::ByteRole::Field), tile.bytes.used(), "used");
    add(fill_of(ecs::ByteRole::Padding), tile.bytes[ecs::ByteRole::Padding], "padding");
    add(fill_of(ecs::ByteRole::Unused), tile.bytes[ecs::ByteRole::Unused], "unused");
    page.add(Box{
        .x = area.x, .y = area.y, .width = area.width, .height = area.height, .edge = {Tone::Text}, .edge_width = 1.5});

    add_label(page, tile);
}

Drawing draw_treemap(const ecs::World& world, std::string_view source) {
    const std::vector<ArchetypeShare> shares = archetypes_by_bytes(world);
    std::vector<Tile> tiles;
    RoleBytes all, rest;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        all += shares[i].bytes;
        const ecs::Archetype& archetype = *shares[i].archetype;
        if (i >= max_tiles) {
            rest += shares[i].bytes;
            continue;
        }
        tiles.push_back(
            {shares[i].bytes, telling_name(world, archetype), "archetype-" + std::to_string(archetype.id()), {}});
    }
    if (rest.total() > 0) {
        Tile tile{rest, "the other " + format_count(shares.size() - max_tiles), "the-others", {}};
        const auto place = std::find_if(tiles.begin(), tiles.end(),
                                        [&](const Tile& other) { return other.bytes.total() < rest.total(); });
        tiles.insert(place, std::move(tile));
    }
    Page page("Bytes by archetype: the area is the memory",
              format_bytes(all.total()) + " in chunks of " + format_count(shares.size(), "archetype") + ": " +
                  shares_text(all),
              source, world.tick());
    page.add_legend({{fill_of(ecs::ByteRole::Field), "used: headers, ids and fields of rows in use"},
                     {fill_of(ecs::ByteRole::Padding), "padding"},
                     {fill_of(ecs::ByteRole::Unused), "unused: room for more rows"}});
    lay_out(tiles, page.room());
    for (const Tile& tile : tiles) {
        page.begin_group(tile.id);
        add_tile(page, tile);
    }
    return page.take();
}

}  // namespace

FigureDescriptor treemap_figure() {
    return {
        .kind = FigureKind::Treemap,
        .name = "treemap",
        .label = ecs::tr_later("Archetypes as areas of bytes"),
        .why_not = why_no_chunks,
        .draw = [](const Subject& subject, const FigureRequest&,
                   std::string_view source) { return draw_treemap(subject.world, source); },
        .csv = [](const Subject& subject, const FigureRequest&) { return archetypes_csv(subject.world); },
    };
}

}  // namespace figures
