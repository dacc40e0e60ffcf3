#include <algorithm>

#include "figures/format.hpp"
#include "figures/value_text.hpp"
#include "page.hpp"
#include "views.hpp"

namespace figures {

namespace {

constexpr std::size_t most_columns = 5;
constexpr std::uint32_t most_rows = 5;
constexpr double row_height = 30, half_width = 556, id_width = 92, column_gap = 16;

/// A column of the archetype as steps 1 and 2 show it; no type: the entity ids.
struct Column {
    const ecs::ComponentType* type = nullptr;
    std::size_t position = 0;

    Ink ink() const { return type ? component_ink(type->id) : Ink{Tone::Raised}; }
    Ink text() const { return type ? Ink{Tone::OnComponent, type->id} : Ink{Tone::Text}; }
    std::string name() const { return type ? std::string(short_name(type->name)) : "entity"; }
};

class StepsFigure {
public:
    StepsFigure(const ecs::World& world, const ecs::Archetype& archetype, std::size_t chunk, std::string_view source)
        : world_(world),
          archetype_(archetype),
          chunk_(chunk),
          rows_(std::min(archetype.chunk(chunk).rows, most_rows)),
          page_("From table to bytes: " + telling_name(world, archetype),
                "The first rows of chunk " + format_count(chunk) + ", which holds " +
                    format_count(archetype.chunk(chunk).rows) + " of the " +
                    format_count(archetype.layout().capacity, "row") + " that fit into its " +
                    format_bytes_exact(archetype.layout().block_bytes),
                source, world.tick()) {
        columns_.push_back({});
        for (std::size_t i = 0; i < archetype.types().size(); ++i) {
            if (archetype.types()[i]->is_tag()) continue;
            if (columns_.size() <= most_columns)
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
        page_.add_text(x, y, number, 22, {Tone::Accent}, Anchor::Left, Face::Bold);
        page_.add_text(x + 22, y, fitted(words, width - 22, 17), 17);
    }

    std::string cell(const Column& column, std::uint32_t row) const {
        const ecs::Chunk& chunk = archetype_.chunk(chunk_);
        if (!column.type) return name_or_id(world_, chunk.entities()[row]);
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

    double width_of(std::size_t column, double room) const {
        return column == 0 ? id_width : (room - id_width) / static_cast<double>(columns_.size() - 1);
    }

    void add_table() {
        page_.begin_group("step-1-table");
        add_heading(room_.x, room_.y + 18, "1", "A table: each row is an entity", half_width);
        double x = room_.x;
        const double width = columns_.size() == 1 ? id_width : half_width;
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            const Column& column = columns_[c];
            double y = room_.y + 34;
            add_cell({x, y, width_of(c, width), row_height}, column.name(), {column.ink()}, column.text(), Face::Bold);
            for (std::uint32_t row = 0; row < rows_; ++row) {
                y += row_height;
                add_cell({x, y, width_of(c, width), row_height}, cell(column, row), {{Tone::Paper}}, {Tone::Text},
                         Face::Mono);
            }
            x += width_of(c, width);
        }
        page_.add_text(room_.x, room_.y + 34 + row_height * (rows_ + 1) + 22, rest_text(), 14, {Tone::QuietText});
    }

    void add_columns() {
        page_.begin_group("step-2-columns");
        double x = room_.right() - half_width;
        add_heading(x, room_.y + 18, "2", "Columns: the values of one component lie together", half_width);
        const double gaps = column_gap * static_cast<double>(columns_.size() - 1);
        const double width = columns_.size() == 1 ? id_width : half_width - gaps;
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            const Column& column = columns_[c];
            double y = room_.y + 34;
            const double own = width_of(c, width);
            add_cell({x, y, own, row_height}, column.name(), {column.ink()}, column.text(), Face::Bold);
            for (std::uint32_t row = 0; row < rows_; ++row) {
                y += row_height;
                add_cell({x, y, own, row_height}, cell(column, row), {column.ink()}, column.text(), Face::Mono);
            }
            const std::uint32_t size = column.type ? column.type->size : std::uint32_t{sizeof(ecs::Entity)};
            page_.add_text(x, y + row_height + 20, format_bytes(size) + " a row", 14, {Tone::QuietText});
            bottoms_.push_back({x + own / 2, y + row_height + 28});
            x += own + column_gap;
        }
    }

    /// The whole block in one strip, to scale; each column of step 2 falls to its place there.
    void add_block() {
        page_.begin_group("step-3-bytes");
        const double strip_high = 54, labels_high = 62, y = room_.bottom() - labels_high - strip_high;
        add_heading(room_.x, y - 14, "3", "Bytes: the columns, one behind the other, in a block of memory", half_width);
        const double scale = room_.width / as_double(archetype_.layout().block_bytes);
        const std::vector<ecs::ByteSpan> spans = ecs::describe(archetype_, chunk_);
        double taken_until[3] = {room_.x, room_.x, room_.x};
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
            const bool starts = run.role == ecs::ByteRole::Header || run.role == ecs::ByteRole::Entity ||
                                run.role == ecs::ByteRole::Field || (run.column == ecs::no_column && run.row < 0);
            if (starts) add_start(run, type, x, width, {y, strip_high}, taken_until);
        }
        page_.add(Box{.x = room_.x, .y = y, .width = room_.width, .height = strip_high, .edge = {Tone::Text}});
    }

    struct Strip {
        double y = 0, height = 0;
    };
    /// Where a part of the block starts: its offset below, and the line that leads down to it.
    void add_start(const ecs::ByteSpan& run, const ecs::ComponentType* type, double x, double width, Strip strip,
                   double (&taken_until)[3]) {
        const double below = strip.y + strip.height;
        const std::string name = type                                ? std::string(short_name(type->name))
                                 : run.role == ecs::ByteRole::Header ? "header"
                                 : run.role == ecs::ByteRole::Entity ? "entity ids"
                                                                     : "unused";
        const std::string label = format_count(run.offset) + " " + name;
        const double label_width = text_width(label, 13);
        for (std::size_t level = 0; level < std::size(taken_until); ++level) {
            const double at = std::min(x, room_.right() - label_width);
            if (at < taken_until[level]) continue;
            const double base = below + 18 + 19 * static_cast<double>(level);
            page_.add_line(x, below, x, base - 11, {Tone::QuietText});
            page_.add_text(at + (level == 0 ? 0 : 3), base, label, 13);
            taken_until[level] = at + label_width + 14;
            break;
        }
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            const bool same = columns_[c].type == type && (type || run.role == ecs::ByteRole::Entity);
            if (same)
                page_.add_line(bottoms_[c].first, bottoms_[c].second, x + width / 2, strip.y, {Tone::QuietText}, 1.5);
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

}  // namespace

Drawing draw_table_steps(const ecs::World& world, const ecs::Archetype& archetype, std::size_t chunk,
                         std::string_view source) {
    return StepsFigure(world, archetype, chunk, source).draw();
}

}  // namespace figures
