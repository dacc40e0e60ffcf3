#include <algorithm>
#include <cmath>
#include <functional>

#include "figures/drawing/format.hpp"

#include "ecs/base/language.hpp"
#include "figures/drawing/page.hpp"
#include "figures/drawing/value_text.hpp"
#include "figures/world/figure_parts.hpp"

namespace figures {

namespace {

constexpr std::uint32_t cache_line = 64, memory_page = 4096;
constexpr double ruler_width = 56, ruler_height = 42, panel_gap = 24;

/// Bytes of a line and of a panel. A line is a cache line and a panel a page of memory, but there are 16 panels at
/// most.
std::uint32_t grid_line(std::uint32_t block) {
    std::uint32_t line = cache_line;
    while (block / (line * (memory_page / cache_line)) > 16) line *= 2;
    return line;
}
std::uint32_t grid_panel(std::uint32_t block) { return grid_line(block) * (memory_page / cache_line); }

/// Where each byte of the block lies on the page: lines of bytes from left to right, panels of lines beside each other.
struct ByteGrid {
    std::uint32_t line_bytes = 0, panel_bytes = 0, panels = 1, panels_per_row = 1;
    double byte_width = 1, line_height = 1, x = 0, y = 0, panel_step_x = 0, panel_step_y = 0;

    ByteGrid(std::uint32_t block, Area room) {
        line_bytes = grid_line(block);
        panel_bytes = std::min(grid_panel(block), block);
        panels = (block + panel_bytes - 1) / panel_bytes;
        panels_per_row = std::min(panels, 4u);
        const std::uint32_t rows = (panels + panels_per_row - 1) / panels_per_row;
        const double step_x = (room.width - ruler_width + panel_gap) / panels_per_row, step_y = room.height / rows;
        // In halves of a pixel, so that edges are sharp at twice the size.
        const auto halves = [](double size) { return std::max(std::floor(size * 2) / 2, 0.5); };
        byte_width = std::min(halves((step_x - panel_gap) / line_bytes), 17.0);
        line_height = std::min(halves((step_y - ruler_height) / lines()), 72.0);
        panel_step_x = line_bytes * byte_width + panel_gap;
        panel_step_y = step_y;
        const double width = ruler_width + panels_per_row * panel_step_x - panel_gap;
        x = room.x + ruler_width + std::floor((room.width - width) / 2);
        y = room.y + ruler_height;
    }
    std::uint32_t lines() const { return (panel_bytes + line_bytes - 1) / line_bytes; }
    double panel_x(std::uint32_t panel) const { return x + panel % panels_per_row * panel_step_x; }
    double panel_y(std::uint32_t panel) const { return y + panel / panels_per_row * panel_step_y; }

    struct Part {
        std::uint32_t offset = 0, size = 0;
        Area area;
    };
    /// The boxes that the bytes are: the rest of a line, whole lines, the start of a line; the same in each panel.
    void each_part(std::uint32_t offset, std::uint32_t size, const std::function<void(const Part&)>& visit) const {
        while (size > 0) {
            const std::uint32_t panel = offset / panel_bytes, inside = offset % panel_bytes;
            const std::uint32_t in_panel = std::min(size, panel_bytes - inside), column = inside % line_bytes;
            std::uint32_t part = std::min(in_panel, line_bytes - column);
            if (column == 0 && in_panel >= line_bytes) part = in_panel / line_bytes * line_bytes;
            const double width = std::min(part, line_bytes) * byte_width;
            const double tall = (part + line_bytes - 1) / line_bytes * line_height;
            visit({offset,
                   part,
                   {panel_x(panel) + column * byte_width, panel_y(panel) + inside / line_bytes * line_height, width,
                    tall}});
            offset += part;
            size -= part;
        }
    }
};

class BytesFigure {
public:
    BytesFigure(const ecs::World& world, const ecs::Archetype& archetype, std::size_t chunk, std::string_view source)
        : archetype_(archetype),
          spans_(ecs::describe(archetype, chunk)),
          page_("Each byte of chunk " + format_count(chunk) + " of " + telling_name(world, archetype),
                sentence(archetype, chunk), source, world.tick()) {
        page_.add_legend(legend());
    }

    Drawing draw() {
        const ByteGrid grid(archetype_.layout().block_bytes, page_.room());
        single_fields_ = grid.byte_width >= 8 && grid.line_height >= 12;
        add_rulers(grid);
        add_bytes(grid);
        return page_.take();
    }

private:
    static std::string sentence(const ecs::Archetype& archetype, std::size_t chunk) {
        const std::uint32_t block = archetype.layout().block_bytes;
        return format_bytes_exact(block) + ", " + format_count(archetype.chunk(chunk).rows) + " of " +
               format_count(archetype.layout().capacity, "row") +
               " in use: " + shares_text(role_bytes(archetype, chunk)) + "; a line is " +
               format_bytes_exact(grid_line(block)) +
               (block > grid_panel(block) ? ", a panel " + format_bytes(grid_panel(block)) : std::string());
    }

    std::string_view column_name(int column) const {
        return column == ecs::no_column ? std::string_view("entity ids")
                                        : short_name(archetype_.types()[static_cast<std::size_t>(column)]->name);
    }
    Fill fill_of_span(const ecs::ByteSpan& span) const {
        if (span.column == ecs::no_column || span.role == ecs::ByteRole::Padding) return fill_of(span.role);
        return fill_of(span.role, archetype_.types()[static_cast<std::size_t>(span.column)]->id);
    }

    std::vector<LegendEntry> legend() const {
        std::vector<LegendEntry> entries{{fill_of(ecs::ByteRole::Header), "header, 64 B"},
                                         {fill_of(ecs::ByteRole::Entity), "entity ids, 8 B each"}};
        constexpr std::size_t max_columns = 10;
        std::size_t columns = 0;
        for (const ecs::ComponentType* type : archetype_.types()) {
            if (type->is_tag() || ++columns > max_columns) continue;
            entries.push_back({fill_of(ecs::ByteRole::Field, type->id),
                               fitted(short_name(type->name), 200, 15) + ", " + format_bytes(type->size) + " each"});
        }
        if (columns > max_columns)
            entries.push_back({{{Tone::Paper}}, "and " + format_count(columns - max_columns, "column") + " more"});
        const auto any = [&](ecs::ByteRole role) {
            return std::any_of(spans_.begin(), spans_.end(), [role](const auto& span) { return span.role == role; });
        };
        if (any(ecs::ByteRole::Padding)) entries.push_back({fill_of(ecs::ByteRole::Padding), "padding"});
        if (any(ecs::ByteRole::Unused)) entries.push_back({fill_of(ecs::ByteRole::Unused), "unused"});
        return entries;
    }

    void add_rulers(const ByteGrid& grid) {
        page_.begin_group("rulers");
        for (std::uint32_t panel = 0; panel < grid.panels; ++panel) {
            const double x = grid.panel_x(panel), y = grid.panel_y(panel);
            const std::string from = "from byte " + format_count(std::uint64_t{panel} * grid.panel_bytes);
            page_.add_text(x, y - 24, from, 14);
            for (std::uint32_t byte = 0; byte <= grid.line_bytes; byte += grid.line_bytes / 4) {
                const double at = x + byte * grid.byte_width;
                page_.add_line(at, y - 5, at, y, {Tone::Quiet});
                if (byte < grid.line_bytes)
                    page_.add_text(at + 2, y - 6, std::to_string(byte), 11, {Tone::Quiet}, Anchor::Left, Face::Mono);
            }
            // Every quarter of a panel; in small blocks every line.
            const std::uint32_t lines = grid.lines(), step = grid.line_height >= 12 ? 1 : std::max(lines / 4, 1u);
            for (std::uint32_t line = 0; line <= lines; line += step) {
                const double at = y + line * grid.line_height;
                if (panel % grid.panels_per_row != 0) continue;
                page_.add_line(x - 5, at, x, at, {Tone::Quiet});
                if (line == lines) continue;
                page_.add_text(x - 8, at + (step == 1 ? grid.line_height / 2 + 4 : 10),
                               "+" + format_count(std::uint64_t{line} * grid.line_bytes), 12, {Tone::Quiet},
                               Anchor::Right, Face::Mono);
            }
        }
    }

    void add_bytes(const ByteGrid& grid) {
        for (std::size_t i = 0; i < spans_.size();) {
            // One after another of the same kind are one run; where single fields can be seen, each is one.
            ecs::ByteSpan run = spans_[i++];
            const bool merges = !single_fields_ && run.role != ecs::ByteRole::Padding;
            while (merges && i < spans_.size() && spans_[i].role == run.role && spans_[i].column == run.column)
                run.size += spans_[i++].size;
            page_.begin_group(group_of(run));
            add_run(grid, run);
        }
        add_names(grid);
        page_.begin_group("edges");
        for (std::uint32_t panel = 0; panel < grid.panels; ++panel)
            page_.add(Box{.x = grid.panel_x(panel),
                          .y = grid.panel_y(panel),
                          .width = grid.line_bytes * grid.byte_width,
                          .height = grid.lines() * grid.line_height,
                          .edge = {Tone::Text}});
    }

    std::string group_of(const ecs::ByteSpan& run) const {
        if (run.role == ecs::ByteRole::Header) return "header";
        if (run.column != ecs::no_column) return "column-" + std::to_string(run.column);
        return run.role == ecs::ByteRole::Entity || run.row >= 0 ? "entities" : "tail";
    }

    void add_run(const ByteGrid& grid, const ecs::ByteSpan& run) {
        const bool named = run.column != ecs::no_column || run.role == ecs::ByteRole::Entity;
        const std::string note = std::string(ecs::name_of(run.role)) +
                                 (named ? ", " + std::string(column_name(run.column)) : std::string()) + ", bytes " +
                                 format_count(run.offset) + " to " + format_count(run.offset + run.size - 1);
        grid.each_part(run.offset, run.size, [&](const ByteGrid::Part& part) {
            const bool live = run.role == ecs::ByteRole::Field || run.role == ecs::ByteRole::Entity;
            page_.add(Box{.x = part.area.x,
                          .y = part.area.y,
                          .width = part.area.width,
                          .height = part.area.height,
                          .fill = fill_of_span(run),
                          .edge = single_fields_ && live ? Ink{Tone::Paper} : Ink{},
                          .note = note,
                          .bytes = BoxBytes{part.offset, part.size, ecs::name_of(run.role)}});
            if (!single_fields_ || run.role != ecs::ByteRole::Field || run.field < 0) return;
            const ecs::ComponentType& type = *archetype_.types()[static_cast<std::size_t>(run.column)];
            const std::string& field = type.fields[static_cast<std::size_t>(run.field)].name;
            const double middle = part.area.x + part.area.width / 2, level = part.area.y + part.area.height / 2;
            const Ink ink{Tone::OnComponent, type.id};
            const bool two = part.area.height >= 36;
            if (two)
                page_.add_text(middle, level - 3, fitted(short_name(type.name), part.area.width - 6, 13, Face::Bold),
                               13, ink, Anchor::Middle, Face::Bold);
            page_.add_text(middle, level + (two ? 14 : 4), fitted(field, part.area.width - 6, 12), 12, ink,
                           Anchor::Middle);
        });
    }

    /// The name of a column on a plate, in each of its parts that has room for it.
    void add_names(const ByteGrid& grid) {
        if (single_fields_) return;
        page_.begin_group("names");
        for (std::size_t i = 0; i < spans_.size();) {
            ecs::ByteSpan column = spans_[i++];
            const std::string id = group_of(column);
            if (id == "header" || (column.role == ecs::ByteRole::Padding && column.row < 0)) continue;
            while (i < spans_.size() && group_of(spans_[i]) == id) column.size += spans_[i++].size;
            const std::string name = id == "tail" ? "unused" : std::string(column_name(column.column));
            grid.each_part(column.offset, column.size, [&](const ByteGrid::Part& part) {
                const std::string shown = fitted(name, part.area.width - 24, 14, Face::Bold);
                if (part.area.height < 30 || shown.empty()) return;
                page_.add(Box{.x = part.area.x + 6,
                              .y = part.area.y + 5,
                              .width = text_width(shown, 14, Face::Bold) + 12,
                              .height = 20,
                              .fill = {{Tone::Paper}}});
                page_.add_text(part.area.x + 12, part.area.y + 20, shown, 14, {Tone::Text}, Anchor::Left, Face::Bold);
            });
        }
    }

    const ecs::Archetype& archetype_;
    std::vector<ecs::ByteSpan> spans_;
    Page page_;
    bool single_fields_ = false;
};

Drawing draw_chunk_bytes(const ecs::World& world, const ecs::Archetype& archetype, std::size_t chunk,
                         std::string_view source) {
    return BytesFigure(world, archetype, chunk, source).draw();
}

}  // namespace

FigureDescriptor chunk_figure() {
    return {
        .kind = FigureKind::Chunk,
        .name = "chunk",
        .label = ecs::tr_later("Each byte of this chunk"),
        .scope = FigureScope::Chunk,
        .why_not = why_no_chunks,
        .draw =
            [](const Subject& subject, const FigureRequest& request, std::string_view source) {
                return draw_chunk_bytes(subject.world, *archetype_of(subject, request), request.chunk, source);
            },
        .csv =
            [](const Subject& subject, const FigureRequest& request) {
                return chunk_bytes_csv(*archetype_of(subject, request), request.chunk);
            },
    };
}

}  // namespace figures
