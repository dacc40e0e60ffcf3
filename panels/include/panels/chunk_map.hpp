// The ChunkMap draws chunks pixel by pixel: one cell each, filled as high as its rows are in use, or one square a row
// where cells are large. Cells stand in slots, line by line; each archetype's chunks follow one another.
//
// Only cells in view are in the picture, and only those that changed are painted again. How full a chunk is follows
// from the counts of its archetype, since all its chunks but the last are full: no header of a chunk is read, of which
// each would be a miss in the caches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ecs/world.hpp"
#include "panels/picture.hpp"
#include "panels/selection.hpp"
#include "panels/style.hpp"

namespace panels {

struct ChunkCell {
    ecs::ArchetypeId archetype = 0;
    std::size_t chunk = 0;

    friend bool operator==(const ChunkCell&, const ChunkCell&) = default;
};

/// What a cell looks like, in pixels.
struct CellSize {
    int width = 1, height = 1, gap = 0;
    bool numbered = false;  // a number of four digits fits
    bool rows = false;      // rows are squares

    int step_x() const { return width + gap; }
    int step_y() const { return height + gap; }
};

/// Where the rows of a chunk stand in a cell: squares, the first at the upper left, line by line.
struct RowSquares {
    int side = 1, per_line = 1, gap = 0;

    static RowSquares fit(const CellSize& cell, std::uint32_t capacity);
    /// Nothing where no row stands; it need not be in use.
    std::optional<std::uint32_t> row_at(int x, int y, std::uint32_t capacity) const;
};

class ChunkMap {
public:
    static constexpr int level_count = 11;
    /// From many tiny cells to a few in which rows can be seen.
    static CellSize size_of(int level, float scale, ImVec2 number_size);

    /// Which archetypes are shown, in the order of their ids; nothing: all.
    void show_only(std::optional<ecs::ArchetypeId> archetype);
    /// Reads the counts of the archetypes, if rows have moved since.
    void update(const ecs::World& world);
    /// Lines that all cells take. With `own_lines` each archetype begins a line.
    std::size_t lines_with(std::size_t per_line, bool own_lines) const;
    void arrange(std::size_t per_line, bool own_lines);

    struct Group {  // the chunks of one archetype
        ecs::ArchetypeId archetype = 0;
        std::size_t chunks = 0, first_slot = 0;
        std::uint64_t entities = 0;
        std::uint32_t capacity = 0;  // rows of each of its chunks now
    };
    const std::vector<Group>& groups() const { return groups_; }
    std::size_t chunk_count() const { return chunk_count_; }
    std::uint64_t row_count() const { return row_count_; }
    std::size_t without_chunks() const { return without_chunks_; }
    std::size_t per_line() const { return per_line_; }
    std::size_t line_count() const;
    std::optional<ChunkCell> cell_at(std::size_t slot) const;
    std::optional<std::size_t> slot_of(const ChunkCell& cell) const;
    /// Position in groups() of the group that has the slot, or of the one before it.
    std::size_t group_at(std::size_t slot) const;

    struct View {
        std::size_t first_line = 0, lines = 0;
        CellSize cell;
        const Style* style = nullptr;
    };
    /// Brings the picture up to date. Selected rows are lit.
    const Picture& paint(const ecs::World& world, const Selection& selection, const View& view);

    /// What the picture shows in one slot of the view.
    struct Shown {
        ecs::ArchetypeId archetype = ecs::no_archetype;
        std::size_t chunk = 0;
        std::uint32_t rows = 0, capacity = 0;
        std::uint32_t lit = 0;         // of the rows, how many are selected
        std::uint64_t lit_digest = 0;  // of which they are

        friend bool operator==(const Shown&, const Shown&) = default;
    };
    const std::vector<Shown>& shown() const { return shown_; }
    /// Selected rows of a chunk, ascending.
    std::span<const std::uint32_t> lit_rows(const ChunkCell& cell) const;
    /// For tests: cells compared and painted by the last paint().
    std::size_t cells_looked_at() const { return cells_looked_at_; }
    std::size_t cells_painted() const { return cells_painted_; }

private:
    struct LitCell {
        ecs::ArchetypeId archetype = 0;
        std::uint32_t chunk = 0;
        std::size_t first = 0, count = 0;  // in lit_rows_
        std::uint64_t digest = 0;
    };
    void place_groups();
    void light(const ecs::World& world, const Selection& selection);
    const LitCell* lit_cell(const ChunkCell& cell) const;
    Shown look(std::size_t slot, std::size_t& group) const;
    void paint_cell(std::size_t slot_in_view, const Shown& cell, const View& view);
    void paint_rows(int left, int top, const Shown& cell, const View& view);
    /// Marks the lines of the picture that a line of cells takes as changed.
    void touch_line(std::size_t line_in_view, const View& view);

    std::optional<ecs::ArchetypeId> only_;
    std::vector<Group> groups_;
    std::size_t chunk_count_ = 0, without_chunks_ = 0;
    std::uint64_t row_count_ = 0;
    const ecs::World* world_ = nullptr;
    std::uint64_t structure_seen_ = 0;
    bool stale_ = true;  // the groups are not those that are asked for
    std::size_t per_line_ = 1;
    bool own_lines_ = false;

    Picture picture_;
    View painted_;
    ThemeName painted_theme_ = ThemeName::Dark;
    std::vector<Shown> shown_;
    std::uint64_t painted_structure_ = 0, painted_arrangement_ = 0, arrangement_ = 0;
    struct CellColors {
        ecs::ArchetypeId archetype = ecs::no_archetype;
        std::uint32_t ground = 0, own = 0, lit = 0;
    };
    CellColors colors_;  // of the cell painted last
    std::vector<LitCell> lit_cells_;
    std::vector<std::uint32_t> lit_rows_;
    std::uint64_t lit_structure_ = 0;
    std::size_t lit_revision_ = 0;
    bool lit_changed_ = true;
    std::size_t cells_looked_at_ = 0, cells_painted_ = 0;
};

}  // namespace panels
