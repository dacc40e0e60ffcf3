#include <algorithm>
#include <cmath>

#include "ecs/base/language.hpp"
#include "ecs/diagnose/cache_lines.hpp"
#include "figures/drawing/csv.hpp"
#include "figures/drawing/format.hpp"
#include "figures/drawing/page.hpp"
#include "figures/drawing/value_text.hpp"
#include "figures/world/figure_parts.hpp"

namespace figures {

namespace {

constexpr double table_width = 424, label_width = 56, table_gap = 32;

struct LineFills {
    Fill read{{Tone::Bar}};
    Fill written{{Tone::Paper}, Pattern::Rungs, {Tone::Warn}};
    Fill fetched{{Tone::Paper}, Pattern::Dots, {Tone::Text}};
    Fill untouched{{Tone::Raised}, Pattern::Solid, {}};
};

/// What the model says: of the chunk asked for, and of the whole world.
struct Use {
    Use(const Subject& subject, const FigureRequest& request)
        : archetype(subject.world.archetype(request.archetype)), system(*subject.schedule->find(request.system)) {
        chunk = ecs::cache_lines_of(archetype, {0, archetype.chunk(request.chunk).rows}, system.description.accesses);
        world = ecs::cache_lines_of(subject.world, system.description.accesses);
        visited = ecs::visits(archetype, subject.world.types(), system.description.accesses);
    }
    const ecs::Archetype& archetype;
    const ecs::System& system;
    ecs::ChunkUse chunk;
    ecs::SystemUse world;
    bool visited = false;
};

std::string share_text(const ecs::LineCounts& counts) {
    return format_percent(counts.useful_share()) + " of " + format_bytes(counts.lines * ecs::cache_line_bytes) +
           " in " + format_count(counts.lines, "line") + " useful";
}

std::size_t lines_a_row(std::size_t lines) {
    std::size_t columns = 4;
    while (columns * columns < lines) columns *= 2;
    return columns;
}

/// A cell is a line of 64 bytes, and each part of it as wide as so many bytes.
void add_lines(Page& page, const ecs::ChunkUse& use, Area area) {
    const LineFills fills;
    const std::size_t columns = lines_a_row(use.lines.size()), rows = (use.lines.size() + columns - 1) / columns;
    const double width = std::floor((area.width - label_width) / static_cast<double>(columns) * 2) / 2;
    const double height = std::min(std::floor(area.height / static_cast<double>(rows) * 2) / 2, 40.0);
    const double space = width >= 16 ? 3 : width >= 6 ? 1 : 0;
    page.begin_group("lines");
    for (std::size_t line = 0; line < use.lines.size(); ++line) {
        double x = area.x + label_width + static_cast<double>(line % columns) * width;
        const double y = area.y + static_cast<double>(line / columns) * height, left = x;
        const ecs::LineUse& bytes = use.lines[line];
        const std::string note = "line " + format_count(line) + ": " + format_count(bytes.read_bytes) + " B read, " +
                                 format_count(bytes.written_bytes) + " B written";
        const auto add = [&](const Fill& fill, std::uint32_t count, std::string_view role) {
            if (count == 0) return;
            const double wide = (width - space) * count / ecs::cache_line_bytes;
            page.add(Box{.x = x,
                         .y = y,
                         .width = wide,
                         .height = height - space,
                         .fill = fill,
                         .note = note,
                         .bytes = BoxBytes{.offset = line * ecs::cache_line_bytes, .count = count, .role = role}});
            x += wide;
        };
        add(fills.read, bytes.read_bytes, "read");
        add(fills.written, bytes.written_bytes, "written");
        const std::uint32_t rest = ecs::cache_line_bytes - bytes.useful_bytes();
        if (bytes.useful_bytes() > 0)
            add(fills.fetched, rest, "fetched");
        else
            add(fills.untouched, rest, "untouched");
        page.add(Box{.x = left,
                     .y = y,
                     .width = width - space,
                     .height = height - space,
                     .edge = {bytes.useful_bytes() > 0 ? Tone::Text : Tone::Line},
                     .edge_width = width >= 16 ? 1.0 : 0.5});
    }
    page.begin_group("rulers");
    const std::size_t step = std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(16 / height)));
    for (std::size_t row = 0; row < rows; row += step)
        page.add_text(area.x + label_width - 8, area.y + static_cast<double>(row) * height + height / 2 + 3,
                      format_count(row * columns), 12, {Tone::Quiet}, Anchor::Right, Face::Mono);
}

void add_columns(Page& page, const ecs::World& world, const Use& use, Area area) {
    constexpr double line = 26, right_of[] = {200, 100, 0};
    constexpr std::size_t max_columns = 11;
    double y = area.y + 14;
    page.begin_group("columns");
    page.add_text(area.x, y, "declared", 14, {Tone::Quiet});
    const char* const titles[] = {"lines", "useful", "straddling"};
    for (std::size_t i = 0; i < 3; ++i)
        page.add_text(area.right() - right_of[i], y, titles[i], 14, {Tone::Quiet}, Anchor::Right);
    const auto add_numbers = [&](const std::string(&numbers)[3]) {
        for (std::size_t i = 0; i < 3; ++i)
            page.add_text(area.right() - right_of[i], y, numbers[i], 14, {Tone::Text}, Anchor::Right, Face::Mono);
    };
    const auto numbers_of = [&](const ecs::LineCounts& counts) {
        add_numbers(
            {format_count(counts.lines), format_percent(counts.useful_share()), format_count(counts.straddling)});
    };
    for (std::size_t i = 0; i < std::min(use.chunk.columns.size(), max_columns); ++i) {
        const ecs::ColumnUse& column = use.chunk.columns[i];
        const ecs::ComponentType& type = world.types()[column.component];
        y += line;
        page.add(Box{.x = area.x,
                     .y = y - 11,
                     .width = 12,
                     .height = 12,
                     .fill = component_fill(column.component),
                     .edge = {Tone::Text}});
        const std::string words =
            (column.access == ecs::Access::Write ? "writes " : "reads ") + std::string(short_name(type.name));
        page.add_text(area.x + 20, y, fitted(words, area.width - 280, 14), 14);
        if (column.column == ecs::no_column)
            page.add_text(area.right() - right_of[0], y, type.is_tag() ? "tag" : "lacks", 14, {Tone::Quiet},
                          Anchor::Right);
        else
            numbers_of(column.counts);
    }
    if (use.chunk.columns.size() > max_columns) {
        y += line;
        page.add_text(area.x, y, "and " + format_count(use.chunk.columns.size() - max_columns, "component") + " more",
                      14, {Tone::Quiet});
    }
    const auto add_sum = [&](std::string words, const ecs::LineCounts& counts) {
        y += line;
        page.add_line(area.x, y - 18, area.right(), y - 18, {Tone::Line});
        page.add_text(area.x, y, std::move(words), 14, {Tone::Text}, Anchor::Left, Face::Bold);
        numbers_of(counts);
    };
    add_sum("this chunk", use.chunk.counts);
    add_sum("all it visits", use.world.counts);
    const std::string whole = format_count(use.world.rows, "row") + " in " + format_count(use.world.chunks, "chunk") +
                              " of " + format_count(use.world.archetypes, "archetype");
    page.add_text(area.x, y + line, whole, 14, {Tone::Quiet});
}

Drawing draw_line_use(const Subject& subject, const FigureRequest& request, std::string_view source) {
    const ecs::World& world = subject.world;
    const Use use(subject, request);
    Page page("Cache lines that " + request.system + " touches",
              "Chunk " + format_count(request.chunk) + " of " + telling_name(world, use.archetype) + ": " +
                  share_text(use.chunk.counts) + "; " + format_count(use.chunk.lines.size() - use.chunk.counts.lines) +
                  " not touched" +
                  (use.visited ? std::string() : "; lacks some of what it declares, shown as if visited"),
              source, world.tick(),
              {{Evidence::Simulated, "it is taken to visit all rows and every byte of what it declares"}});
    const LineFills fills;
    page.add_legend({{fills.read, "bytes read"},
                     {fills.written, "bytes written"},
                     {fills.fetched, "fetched with them, not used"},
                     {fills.untouched, "lines not touched"},
                     {{}, "a cell is a line of 64 bytes; lines are counted from 0"}});
    const Area room = page.room();
    add_lines(page, use.chunk, {room.x, room.y, room.width - table_width - table_gap, room.height});
    add_columns(page, world, use, {room.right() - table_width, room.y, table_width, room.height});
    return page.take();
}

std::string line_use_csv(const Subject& subject, const FigureRequest& request) {
    const Use use(subject, request);
    CsvWriter csv("line,offset,read_bytes,written_bytes,unused_bytes,fetched_bytes,kind_of_number");
    for (std::size_t line = 0; line < use.chunk.lines.size(); ++line) {
        const ecs::LineUse& bytes = use.chunk.lines[line];
        const std::uint32_t useful = bytes.useful_bytes(), fetched = useful > 0 ? ecs::cache_line_bytes : 0;
        csv.line(line, line * ecs::cache_line_bytes, std::uint32_t{bytes.read_bytes},
                 std::uint32_t{bytes.written_bytes}, fetched - std::min(useful, fetched), fetched,
                 std::string_view("simulated"));
    }
    return csv.take();
}

std::string why_no_lines(const Subject& subject, const FigureRequest& request) {
    if (std::string reason = why_no_chunks(subject, request); !reason.empty()) return reason;
    const ecs::System* system = subject.schedule ? subject.schedule->find(request.system) : nullptr;
    if (!system) return "this view shows the lines of one system: choose one";
    const ecs::Archetype& archetype = subject.world.archetype(request.archetype);
    const ecs::ChunkUse use =
        ecs::cache_lines_of(archetype, {0, archetype.chunk(request.chunk).rows}, system->description.accesses);
    if (use.counts.lines == 0) return request.system + " declares no component with bytes in this chunk";
    return {};
}

}  // namespace

FigureDescriptor lines_figure() {
    return {
        .kind = FigureKind::Lines,
        .name = "lines",
        .label = ecs::tr_later("Cache lines that the system touches"),
        .scope = FigureScope::Chunk,
        .needs_system = true,
        .why_not = why_no_lines,
        .draw = [](const Subject& subject, const FigureRequest& request,
                   std::string_view source) { return draw_line_use(subject, request, source); },
        .csv = [](const Subject& subject, const FigureRequest& request) { return line_use_csv(subject, request); },
    };
}

}  // namespace figures
