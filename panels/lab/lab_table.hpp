// LabTable shows the entities of one lab storage as a table, and moves its values into memory: first the columns come
// apart, then each value goes to the bytes where it really lies (see TableToBytes). Rows are entities, columns are
// components. Whose a value is comes from the ledger (ecs/lab/scenario/value_table.hpp), its bytes from the arena.
// Nothing is computed again until the runs, the storage or the rows in view change.
#pragma once

#include <optional>
#include <vector>

#include "ecs/lab/scenario/value_table.hpp"
#include "panels/base/panel.hpp"
#include "panels/chunk_bytes/table_to_bytes.hpp"
#include "panels/chunk_bytes/table_to_bytes_player.hpp"
#include "panels/lab/lab_view.hpp"

namespace panels {

/// The cache lines that a picture of some values shows: all of the heap if there is room for them; else those of the
/// blocks in which the values lie; else only those that hold the values.
struct LinesInView {
    enum class Extent { Heap, Blocks, Values };

    Extent extent = Extent::Heap;
    std::vector<ecs::lab::Address> lines;  // by address
    std::uint64_t all = 0;                 // lines of the heap

    /// The position of a byte when these lines lie one after another.
    std::optional<std::uint32_t> position_of(ecs::lab::Address byte) const;
};
/// There is room for `most` lines; those that hold values are all shown even if they are more.
LinesInView lines_in_view(const ecs::lab::Arena& arena, const std::vector<ecs::lab::Span>& values, std::size_t most);

class LabTable : public LabView {
public:
    LabTable();
    void show(const Context& context, LabState& state) override;

    /// Where it stands: 0 the table, 1 columns apart, 2 bytes.
    float t() const { return player_.t(); }
    bool moving() const { return player_.moving(); }

    // For tests

    const ecs::lab::ValueTable& table() const { return table_; }
    const LinesInView& lines() const { return lines_; }
    std::size_t first_row() const { return first_row_; }
    std::size_t rows_drawn() const { return rows_drawn_; }
    /// How often the table was made, and how often the lines in view.
    std::size_t tables_made() const { return tables_made_; }
    std::size_t lines_made() const { return lines_made_; }
    /// Where the middle of the first part of a value was drawn in the last frame.
    std::optional<ImVec2> place_of(std::uint64_t entity, std::size_t column) const;

private:
    /// What this frame draws.
    struct Shown {
        const Context& context;
        LabState& state;
        const ecs::lab::ScenarioRun& run;
        const std::vector<ecs::lab::Span>& spans;
    };
    /// Bytes of one line that look alike.
    struct Run {
        ecs::lab::Span span;  // of the first of them
        std::uint32_t begin = 0, end = 0;
        bool in_view = false;  // a value of a row in view, which is drawn on its way
    };

    void follow(const Shown& shown);
    void follow_selection(const LabState& state);
    void draw_controls(const Shown& shown);
    void draw_replay(const Shown& shown, ImVec2 size);
    void scroll(float wheel);
    void find_lines(const Shown& shown, std::size_t most);
    void draw_memory(const Shown& shown, const TableToBytes& table_to_bytes) const;
    void draw_values(const Shown& shown, const TableToBytes& table_to_bytes);
    void draw_heads(const Shown& shown, const TableToBytes& table_to_bytes, float top) const;
    void draw_names(const Shown& shown, const TableToBytes& table_to_bytes) const;
    void draw_addresses(const Shown& shown, const TableToBytes& table_to_bytes) const;
    void draw_foot(const Shown& shown, const Area& place) const;
    void select(const Shown& shown, std::uint64_t entity);
    void point_at(const Shown& shown, const TableToBytes& table_to_bytes);
    ByteRange bytes_of(const Shown& shown, std::size_t row, std::size_t column) const;

    TableToBytesPlayer player_;
    ecs::lab::ValueTable table_;
    std::uint64_t revision_ = 0;  // of the runs that table_ belongs to
    ecs::lab::StorageKind kind_ = ecs::lab::StorageKind::Chunks;
    std::size_t first_row_ = 0, rows_drawn_ = 0, tables_made_ = 0, lines_made_ = 0;
    std::optional<std::uint64_t> followed_, hovered_;  // entities

    LinesInView lines_;
    std::vector<Run> runs_;  // by position
    struct Lined {
        std::size_t first_row = 0, rows = 0, most = 0;
        friend bool operator==(const Lined&, const Lined&) = default;
    };
    std::optional<Lined> lined_;  // what lines_ and runs_ were made of; none: they must be made

    struct Drawn {
        std::uint64_t entity = 0;
        std::size_t column = 0;
        ImVec2 middle;
    };
    std::vector<Drawn> drawn_;  // values
};

}  // namespace panels
