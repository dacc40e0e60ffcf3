#include <algorithm>

#include "figures/drawing/format.hpp"

#include "ecs/base/language.hpp"
#include "figures/drawing/page.hpp"
#include "figures/world/figure_parts.hpp"

namespace figures {

namespace {

constexpr std::size_t max_archetype_rows = 11;
constexpr double name_width = 330, numbers_width = 418, row_max = 44;

struct NumberColumn {
    const char* title;
    double right;  // distance of its right edge from the right edge of the room
};
constexpr NumberColumn number_columns[] = {
    {"entities", 336}, {"chunks", 262}, {"used", 204}, {"waste", 118}, {"bytes an entity", 0}};

std::string bytes_an_entity(std::uint64_t bytes, std::uint64_t entities) {
    if (entities == 0) return "–";
    const std::uint64_t tenths = (bytes * 10 + entities / 2) / entities;
    return format_count(tenths / 10) + "." + std::to_string(tenths % 10);
}

void add_role_bar(Page& page, const RoleBytes& bytes, Area bar, double bytes_per_px) {
    double x = bar.x;
    const auto add = [&](ecs::ByteRole look, std::uint64_t count, std::string_view role) {
        if (count == 0) return;
        const double width = as_double(count) / bytes_per_px;
        page.add(Box{.x = x,
                     .y = bar.y,
                     .width = width,
                     .height = bar.height,
                     .fill = fill_of(look),
                     .note = std::string(role) + ": " + format_bytes_exact(count),
                     .bytes = BoxBytes{.count = count, .role = role}});
        x += width;
    };
    add(ecs::ByteRole::Field, bytes.used(), "used");
    add(ecs::ByteRole::Padding, bytes[ecs::ByteRole::Padding], "padding");
    add(ecs::ByteRole::Unused, bytes[ecs::ByteRole::Unused], "unused");
    page.add(Box{.x = bar.x, .y = bar.y, .width = x - bar.x, .height = bar.height, .edge = {Tone::Text}});
}

Drawing draw_archetype_board(const ecs::World& world, std::string_view source) {
    const std::vector<ArchetypeShare> shares = archetypes_by_bytes(world);
    RoleBytes all;
    std::size_t chunks = 0;
    for (const ArchetypeShare& share : shares) {
        all += share.bytes;
        chunks += share.archetype->chunk_count();
    }
    Page page("Where the bytes are, by archetype",
              format_count(world.entity_count(), "entity", "entities") + " of " +
                  format_count(shares.size(), "archetype") + " in " + format_count(chunks, "chunk") + ", " +
                  format_bytes(all.total()) + ": " + shares_text(all),
              source, world.tick());
    page.add_legend({{fill_of(ecs::ByteRole::Field), "used: headers, ids and fields of rows in use"},
                     {fill_of(ecs::ByteRole::Padding), "padding"},
                     {fill_of(ecs::ByteRole::Unused), "unused: room for more rows"}});

    // What does not fit stands in one row together, so that nothing is missing from the picture.
    const std::size_t shown = shares.size() > max_archetype_rows ? max_archetype_rows - 1 : shares.size();
    RoleBytes rest;
    std::uint64_t rest_entities = 0, rest_chunks = 0;
    for (std::size_t i = shown; i < shares.size(); ++i) {
        rest += shares[i].bytes;
        rest_entities += shares[i].archetype->entity_count();
        rest_chunks += shares[i].archetype->chunk_count();
    }
    std::uint64_t widest = rest.total();
    for (const ArchetypeShare& share : shares) widest = std::max(widest, share.bytes.total());

    const Area room = page.room();
    const std::size_t rows = shown + (shown < shares.size() ? 1 : 0);
    const double heading = 26,
                 row = std::min(row_max, (room.height - heading) / static_cast<double>(std::max<std::size_t>(rows, 1)));
    const double bar_width = room.width - name_width - numbers_width - 100;
    const double bytes_per_px = as_double(std::max<std::uint64_t>(widest, 1)) / bar_width;
    page.begin_group("heading");
    page.add_text(room.x, room.y + 14, "archetype", 14, {Tone::Quiet});
    page.add_text(room.x + name_width, room.y + 14, "bytes", 14, {Tone::Quiet});
    for (const NumberColumn& column : number_columns)
        page.add_text(room.right() - column.right, room.y + 14, column.title, 14, {Tone::Quiet}, Anchor::Right);

    const auto add_row = [&](std::size_t i, const std::string& name, const RoleBytes& bytes, std::uint64_t entities,
                             std::uint64_t own_chunks, const std::string& id) {
        const double y = room.y + heading + static_cast<double>(i) * row, base = y + row / 2 + 5;
        page.begin_group(id);
        page.add_line(room.x, y, room.right(), y, {Tone::Line});
        const std::vector<std::string> lines = wrapped(name, name_width - 16, 14, row >= 40 ? 2 : 1);
        for (std::size_t line = 0; line < lines.size(); ++line)
            page.add_text(room.x, base + (static_cast<double>(line) - static_cast<double>(lines.size() - 1) / 2) * 17,
                          lines[line], 14);
        add_role_bar(page, bytes, {room.x + name_width, y + row * 0.2, bar_width, row * 0.6}, bytes_per_px);
        page.add_text(room.x + name_width + as_double(bytes.total()) / bytes_per_px + 8, base,
                      format_bytes(bytes.total()), 14, {Tone::Text}, Anchor::Left, Face::Mono);
        const std::string numbers[] = {
            format_count(entities), format_count(own_chunks), percent_of(bytes.used(), bytes.total()),
            format_bytes(bytes.total() - bytes.used()), bytes_an_entity(bytes.total(), entities)};
        for (std::size_t c = 0; c < std::size(number_columns); ++c)
            page.add_text(room.right() - number_columns[c].right, base, numbers[c], 14, {Tone::Text}, Anchor::Right,
                          Face::Mono);
    };
    for (std::size_t i = 0; i < shown; ++i) {
        const ecs::Archetype& archetype = *shares[i].archetype;
        add_row(i, telling_name(world, archetype), shares[i].bytes, archetype.entity_count(), archetype.chunk_count(),
                "archetype-" + std::to_string(archetype.id()));
    }
    if (shown < shares.size())
        add_row(shown, "the other " + format_count(shares.size() - shown) + " together", rest, rest_entities,
                rest_chunks, "the-others");
    return page.take();
}

}  // namespace

FigureDescriptor archetypes_figure() {
    return {
        .kind = FigureKind::Archetypes,
        .name = "archetypes",
        .label = ecs::tr_later("Archetypes as bars of bytes"),
        .why_not = why_no_chunks,
        .draw = [](const Subject& subject, const FigureRequest&,
                   std::string_view source) { return draw_archetype_board(subject.world, source); },
        .csv = [](const Subject& subject, const FigureRequest&) { return archetypes_csv(subject.world); },
    };
}

}  // namespace figures
