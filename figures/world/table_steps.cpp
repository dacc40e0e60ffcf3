#include <algorithm>

#include "figures/drawing/format.hpp"

#include "ecs/base/language.hpp"
#include "figures/drawing/page.hpp"
#include "figures/drawing/value_text.hpp"
#include "figures/world/figure_parts.hpp"

namespace figures {

namespace {

constexpr std::size_t max_columns = 5;
constexpr std::uint32_t max_table_rows = 5;
constexpr double row_height = 30, half_width = 556, column_gap = 16;

/// A column of the archetype as steps 1 and 2 show it; no type: the entity ids.
struct Column {
    const ecs::ComponentType* type = nullptr;
    std::size_t position = 0;

    Ink ink() const { return type ? component_ink(type->id) : Ink{Tone::EntityId}; }
    Ink text() const { return type ? Ink{Tone::OnComponent, type->id} : Ink{Tone::Text}; }
    std::string name() const { return type ? std::string(short_name(type->name)) : "entity"; }
};

class StepsFigure {
public:
    StepsFigure(const ecs::World& world, const ecs::Archetype& archetype, std::size_t chunk, std::string_view source)
        : world_(world),
          archetype_(archetype),
          chunk_(chunk),
          rows_(std::min(archetype.chunk(chunk).rows, max_table_rows)),
          page_("From table to bytes: " + telling_name(world, archetype),
                "Chunk " + format_count(chunk) + " of " + format_count(archetype.chunk_count()) + ": " +
                    format_count(archetype.chunk(chunk).rows) + " of " +
                    format_count(archetype.layout().capacity, "row") + " in use, " +
                    format_bytes_exact(archetype.layout().block_bytes),
                source, world.tick()) {
        columns_.push_back({});
        for (std::size_t i = 0; i < archetype.types().size(); ++i) {
            if (archetype.types()[i]->is_tag()) continue;
            if (columns_.size() <= max_columns)
                columns_.push_back({archetype.types()[i], i});
            else
                ++columns_left_out_;
        }
        page_.add_legend({{fill_of(ecs::ByteRole::Header), "header"},
                          {fill_of(ecs::ByteRole::Entity), "entity ids"},
                          {fill_of(ecs::ByteRole::Padding), "padding"},
                          {fill_of(ecs::ByteRole::Unused), "unused: rows to come, and the rest of the block"}});
        room_ = page_.room();
    }

    Drawing draw() {
        add_table();
        add_columns();
        add_block();
        return page_.take();
    }

private:
    void add_heading(double x, double y, const char* number, const std::string& words, double width) {
        page_.add_text(x, y, number, 22, {Tone::Text}, Anchor::Left, Face::Bold);
        page_.add_text(x + 22, y, fitted(words, width - 22, 17), 17);
    }

    std::string cell(const Column& column, std::uint32_t row) const {
        const ecs::Chunk& chunk = archetype_.chunk(chunk_);
        if (!column.type) {
            // Without a name, what stands in memory: the id with its generation.
            const ecs::Entity entity = chunk.entities()[row];
            return world_.name(entity).empty() ? ecs::to_string(entity) : name_or_id(world_, entity);
        }
        const std::byte* data = archetype_.column_data(chunk_, column.position);
        return component_values(world_, *column.type, data + std::size_t{row} * column.type->size);
    }

    std::string rest_text() const {
        const std::uint32_t more = archetype_.chunk(chunk_).rows - rows_;
        std::string text = more == 0 ? "" : "… and " + format_count(more, "row") + " more";
        if (columns_left_out_ > 0)
            text += (text.empty() ? "and " : ", ") + format_count(columns_left_out_, "column") + " more";
        return text;
    }

    void add_cell(Area area, std::string_view words, Fill fill, Ink text, Face face) {
        page_.add(Box{
            .x = area.x, .y = area.y, .width = area.width, .height = area.height, .fill = fill, .edge = {Tone::Line}});
        const double size = face == Face::Mono ? 13 : 14;
        page_.add_text(area.x + 8, area.y + area.height / 2 + 5, fitted(words, area.width - 14, size, face), size, text,
                       Anchor::Left, face);
    }

    /// How wide each column is in `room`: as its texts ask for, as far as there is room.
    std::vector<double> widths_in(double room) const {
        std::vector<double> widths;
        double sum = 0;
        for (const Column& column : columns_) {
            double wide = text_width(column.name(), 14, Face::Bold);
            for (std::uint32_t row = 0; row < rows_; ++row)
                wide = std::max(wide, text_width(cell(column, row), 13, Face::Mono));
            widths.push_back(std::min(wide + 18, room / 2));
            sum += widths.back();
        }
        const double stretch = std::min(room / sum, 1.6);
        for (double& width : widths) width *= stretch;
        return widths;
    }

    void add_table() {
        page_.begin_group("step-1-table");
        add_heading(room_.x, room_.y + 18, "1", "A table: each row is an entity", half_width);
        double x = room_.x;
        const std::vector<double> widths = widths_in(half_width);
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            const Column& column = columns_[c];
            double y = room_.y + 34;
            add_cell({x, y, widths[c], row_height}, column.name(), {column.ink()}, column.text(), Face::Bold);
            for (std::uint32_t row = 0; row < rows_; ++row) {
                y += row_height;
                add_cell({x, y, widths[c], row_height}, cell(column, row), {{Tone::Paper}}, {Tone::Text}, Face::Mono);
            }
            x += widths[c];
        }
        page_.add_text(room_.x, room_.y + 34 + row_height * (rows_ + 1) + 22, rest_text(), 14, {Tone::Quiet});
    }

    void add_columns() {
        page_.begin_group("step-2-columns");
        double x = room_.right() - half_width;
        add_heading(x, room_.y + 18, "2", "Columns: the values of one component lie together", half_width);
        const double gaps = column_gap * static_cast<double>(columns_.size() - 1);
        const std::vector<double> widths = widths_in(half_width - gaps);
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            const Column& column = columns_[c];
            double y = room_.y + 34;
            const double own = widths[c];
            add_cell({x, y, own, row_height}, column.name(), {column.ink()}, column.text(), Face::Bold);
            for (std::uint32_t row = 0; row < rows_; ++row) {
                y += row_height;
                add_cell({x, y, own, row_height}, cell(column, row), {column.ink()}, column.text(), Face::Mono);
            }
            const std::uint32_t size = column.type ? column.type->size : std::uint32_t{sizeof(ecs::Entity)};
            page_.add_text(x, y + row_height + 20, format_bytes(size) + " a row", 14, {Tone::Quiet});
            bottoms_.push_back({x + own / 2, y + row_height + 28});
            x += own + column_gap;
        }
    }

    /// Where a part of the block starts.
    struct Start {
        const ecs::ComponentType* type = nullptr;
        ecs::ByteRole role = ecs::ByteRole::Unused;
        std::uint32_t offset = 0;
        double x = 0, width = 0;
    };

    /// The whole block in one strip, to scale; each column of step 2 falls to its place there.
    void add_block() {
        page_.begin_group("step-3-bytes");
        const double strip_high = 54, labels_high = 62, y = room_.bottom() - labels_high - strip_high;
        const double scale = room_.width / as_double(archetype_.layout().block_bytes);
        const std::vector<ecs::ByteSpan> spans = ecs::describe(archetype_, chunk_);
        std::vector<Start> starts;
        for (std::size_t i = 0; i < spans.size();) {
            // Paddings inside of rows are too narrow to be seen here: they count as their column.
            ecs::ByteSpan run = spans[i++];
            const auto role = [](const ecs::ByteSpan& span) {
                return span.role == ecs::ByteRole::Padding && span.row >= 0 ? ecs::ByteRole::Field : span.role;
            };
            run.role = role(run);
            while (i < spans.size() && role(spans[i]) == run.role && spans[i].column == run.column)
                run.size += spans[i++].size;
            const bool of_column = run.column != ecs::no_column && run.role != ecs::ByteRole::Padding;
            const auto* type = of_column ? archetype_.types()[static_cast<std::size_t>(run.column)] : nullptr;
            const double x = room_.x + run.offset * scale, width = run.size * scale;
            page_.add(Box{.x = x,
                          .y = y,
                          .width = width,
                          .height = strip_high,
                          .fill = type ? fill_of(run.role, type->id) : fill_of(run.role),
                          .bytes = BoxBytes{run.offset, run.size, ecs::name_of(run.role)}});
            if (run.role == ecs::ByteRole::Padding || (run.role == ecs::ByteRole::Unused && run.row >= 0)) continue;
            starts.push_back({type, run.role, run.offset, x, width});
            add_fall(starts.back(), y);
        }
        page_.add(Box{.x = room_.x, .y = y, .width = room_.width, .height = strip_high, .edge = {Tone::Text}});
        add_offsets(starts, y + strip_high);
        // On a plate: lines may lead past it.
        const std::string heading = "Bytes: the columns, one behind the other, in a block of memory";
        page_.add(Box{
            .x = room_.x, .y = y - 38, .width = text_width(heading, 17) + 34, .height = 28, .fill = {{Tone::Paper}}});
        add_heading(room_.x, y - 18, "3", heading, half_width);
    }

    /// The line that leads from a column of step 2 down to its bytes.
    void add_fall(const Start& start, double strip_y) {
        for (std::size_t c = 0; c < columns_.size(); ++c)
            if (columns_[c].type == start.type && (start.type || start.role == ecs::ByteRole::Entity))
                page_.add_line(bottoms_[c].first, bottoms_[c].second, start.x + start.width / 2, strip_y, {Tone::Quiet},
                               1.5);
    }

    /// Offsets below the strip, on up to three lines: from the right, so that no line leads through a text.
    void add_offsets(const std::vector<Start>& starts, double below) {
        double free_until[3] = {room_.right(), room_.right(), room_.right()};
        for (std::size_t i = starts.size(); i-- > 0;) {
            const Start& start = starts[i];
            const std::string name = start.type                            ? std::string(short_name(start.type->name))
                                     : start.role == ecs::ByteRole::Header ? "header"
                                     : start.role == ecs::ByteRole::Entity ? "entity ids"
                                                                           : "unused";
            const std::string label = format_count(start.offset) + " " + name;
            const double wide = text_width(label, 13);
            const bool at_left = start.x + 4 + wide > room_.right();
            const double at = at_left ? start.x - 4 - wide : start.x + 4;
            for (std::size_t level = 0; level < std::size(free_until); ++level) {
                if (at + wide + (at_left ? 0 : 8) > free_until[level] && !(at_left && level == 0)) continue;
                const double base = below + 18 + 19 * static_cast<double>(level);
                page_.add_line(start.x, below, start.x, base, {Tone::Quiet});
                page_.add_text(at, base, label, 13);
                for (std::size_t above = 0; above <= level; ++above) free_until[above] = std::min(at, start.x);
                break;
            }
        }
    }

    const ecs::World& world_;
    const ecs::Archetype& archetype_;
    std::size_t chunk_;
    std::uint32_t rows_;
    std::vector<Column> columns_;
    std::size_t columns_left_out_ = 0;
    std::vector<std::pair<double, double>> bottoms_;  // of the columns of step 2: where their lines begin
    Page page_;
    Area room_;
};

Drawing draw_table_steps(const ecs::World& world, const ecs::Archetype& archetype, std::size_t chunk,
                         std::string_view source) {
    return StepsFigure(world, archetype, chunk, source).draw();
}

}  // namespace

FigureDescriptor table_figure() {
    return {
        .kind = FigureKind::Table,
        .name = "table",
        .label = ecs::tr_later("From table to bytes"),
        .scope = FigureScope::Chunk,
        .why_not = why_no_chunks,
        .draw =
            [](const Subject& subject, const FigureRequest& request, std::string_view source) {
                return draw_table_steps(subject.world, *archetype_of(subject, request), request.chunk, source);
            },
        .csv =
            [](const Subject& subject, const FigureRequest& request) {
                return chunk_bytes_csv(*archetype_of(subject, request), request.chunk);
            },
    };
}

}  // namespace figures
