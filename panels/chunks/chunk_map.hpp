// The ChunkMap draws chunks as a picture. Each chunk is one cell, filled as high as its rows are in use; in large
// cells each row is a square. Cells lie in slots, line by line, and the chunks of one archetype follow one another.
// An archetype that grew keeps some free slots behind it, so that its next chunks do not move all other cells.
//
// The picture has only the lines in view, and only cells whose counts changed are painted again. The fill of a chunk
// follows from the counts of its archetype, because all its chunks but the last are full. So no chunk header is read;
// each would be a cache miss. `chunkscope_panels_bench` measures the cost of a frame.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ecs/world/world.hpp"
#include "panels/base/picture.hpp"
#include "panels/base/style.hpp"
#include "panels/chunks/selected_rows.hpp"

namespace panels {

/// The look of a cell, in pixels.
struct CellSize {
    int width = 1, height = 1, gap = 0;
    bool numbered = false;  // a number of four digits fits
    bool rows = false;      // rows are drawn as squares

    int step_x() const { return width + gap; }
    int step_y() const { return height + gap; }
};

/// The places of rows in a cell: squares, the first at the upper left, line by line.
struct RowSquares {
    int side = 1, per_line = 1, gap = 0;

    static RowSquares fit(const CellSize& cell, std::uint32_t capacity);
    /// The row at a place, in use or not; nothing when there is none.
    std::optional<std::uint32_t> row_at(int x, int y, std::uint32_t capacity) const;
};

class ChunkMap {
public:
    static constexpr int level_count = 11;
    /// From many tiny cells to a few in which rows are visible.
    static CellSize size_of(int level, float scale, ImVec2 number_size);

    /// Restricts the map to one archetype; nothing: all, in order of their ids.
    void show_only(std::optional<ecs::ArchetypeId> archetype);
    /// Reads the counts of the archetypes if rows have moved since.
    void update(const ecs::World& world);
    /// Number of lines of all cells. With `own_lines` each archetype begins a line.
    std::size_t lines_with(std::size_t per_line, bool own_lines) const;
    void arrange(std::size_t per_line, bool own_lines);

    struct Counts {
        std::size_t chunks = 0;
        std::uint64_t entities = 0;
        std::uint32_t capacity = 0;  // rows of each of its chunks now

        friend bool operator==(const Counts&, const Counts&) = default;
    };
    struct Group : Counts {  // the chunks of one archetype; none if only reserved slots remain
        ecs::ArchetypeId archetype = 0;
        std::size_t first_slot = 0, reserved = 0;  // reserved: slots kept for chunks to come
        std::size_t placed_chunks = 0;             // number of chunks when the group got its slots
        Counts painted;                            // counts that the picture shows
    };
    const std::vector<Group>& groups() const { return groups_; }
    std::size_t archetypes_shown() const { return archetypes_shown_; }
    std::size_t chunk_count() const { return chunk_count_; }
    std::uint64_t row_count() const { return row_count_; }
    std::size_t without_chunks() const { return without_chunks_; }
    std::size_t per_line() const { return per_line_; }
    std::size_t line_count() const;
    std::optional<ChunkCell> cell_at(std::size_t slot) const;
    std::optional<std::size_t> slot_of(const ChunkCell& cell) const;
    /// Position in groups() of the group that has the slot, or of the one before it.
    std::size_t group_at(std::size_t slot) const;

    /// The lines in view, and how they look.
    struct Visible {
        std::size_t first_line = 0, lines = 0;
        CellSize cell;
        const Style* style = nullptr;
        std::optional<ecs::ArchetypeId> archetype = {};  // selected: its tiles stand out
    };
    /// Updates the picture and highlights selected rows. Where rows are squares, one call paints at most
    /// `squares_max` pixels of squares; The other cells wait for a later call; is_painted() is false for them.
    const Picture& paint(const ecs::World& world, const Selection& selection, const Visible& visible);
    static constexpr std::size_t squares_max = 160'000;
    /// Whether cells in view wait for the next call.
    bool unfinished() const { return unfinished_; }
    bool is_painted(std::size_t slot) const;
    /// The fill of a tile, by whether its archetype is selected.
    static ImU32 tile_color(const Style& style, bool selected);
    /// Size of a cell in the picture: as on the screen where rows are squares, else one pixel, to be stretched.
    static ImVec2 pixels_of(const CellSize& cell);
    /// Upper left corner, in the picture, of a slot in view.
    ImVec2 place_in_picture(std::size_t slot) const;

    /// A cell as drawn.
    struct Shown {
        std::size_t slot = 0;
        ecs::ArchetypeId archetype = ecs::no_archetype;
        std::size_t chunk = 0;
        std::uint32_t rows = 0, capacity = 0;
        std::uint32_t selected = 0;  // number of selected rows
    };
    /// Calls visit(const Shown&) for each cell in the lines last painted, in order of slots.
    template <class F>
    void each_shown(F&& visit) const;
    /// Chunks in the lines last painted. The next function counts the rows in use.
    std::size_t chunks_in_view() const;
    std::uint64_t rows_in_view() const;
    /// The selected rows, as of the last paint().
    const SelectedRows& selected() const { return selected_; }
    /// Cells that the last paint() painted.
    std::size_t cells_painted() const { return cells_painted_; }
    std::size_t pixels_painted() const { return pixels_painted_; }

private:
    struct Slots {
        std::size_t begin = 0, end = 0;
    };
    void place_groups();
    static std::uint32_t rows_of(const Counts& group, std::size_t chunk);
    Slots slots_in_view() const;
    /// Calls visit(group, first, end) for the runs of a group's chunks in slots [begin, end).
    template <class F>
    void each_run(Slots slots, F&& visit) const;
    std::size_t band_of(std::size_t line) const { return line % bands_.size(); }
    void begin_picture(const Visible& visible);
    void paint_what_changed();
    /// Colour of the filled part of the archetype's cells.
    std::uint32_t color_of(ecs::ArchetypeId archetype) const;
    void paint_slots(Slots slots);
    void paint_line(Slots slots);
    void paint_selected(const SelectedCell& selected, const Group& group, std::uint32_t color);
    void paint_waiting();
    void paint_rows(const Shown& cell);

    std::optional<ecs::ArchetypeId> only_;
    std::vector<Group> groups_, groups_before_;
    std::size_t chunk_count_ = 0, without_chunks_ = 0, archetypes_shown_ = 0;
    std::uint64_t row_count_ = 0;
    const ecs::World* world_ = nullptr;
    std::uint64_t structure_seen_ = 0;
    bool stale_ = true;  // the groups do not match the request
    std::size_t per_line_ = 1;
    bool own_lines_ = false;

    Picture picture_;
    Visible visible_;
    ThemeName painted_theme_ = ThemeName::Dark;
    std::uint64_t painted_structure_ = 0, painted_cells_revision_ = 0, cells_revision_ = 1;
    // The picture consists of bands, each as high as a line of cells. A line is painted into the band that its number
    // gives (band_of), so scrolling paints only the lines that come into view. For each band: the line that it shows.
    std::vector<std::size_t> bands_;
    std::vector<bool> squares_painted_;  // for each cell of the bands, where rows are squares
    bool unfinished_ = false;
    struct Column {
        std::uint32_t ground = 0, own = 0;
        int filled_from = 0;
    };
    std::vector<Column> columns_;  // of the line being painted
    std::optional<ecs::ArchetypeId> painted_archetype_;
    SelectedRows selected_;
    std::size_t cells_painted_ = 0, pixels_painted_ = 0;
};

template <class F>
void ChunkMap::each_run(Slots slots, F&& visit) const {
    if (groups_.empty()) return;
    for (std::size_t i = group_at(slots.begin); i < groups_.size() && groups_[i].first_slot < slots.end; ++i) {
        const Group& group = groups_[i];
        const std::size_t first = slots.begin > group.first_slot ? slots.begin - group.first_slot : 0;
        const std::size_t end = std::min(slots.end - group.first_slot, group.chunks);
        if (first < end) visit(group, first, end);
    }
}

template <class F>
void ChunkMap::each_shown(F&& visit) const {
    each_run(slots_in_view(), [&](const Group& group, std::size_t first, std::size_t end) {
        auto selected = selected_.cells_from({group.archetype, first});
        for (std::size_t chunk = first; chunk < end; ++chunk) {
            Shown shown{group.first_slot + chunk, group.archetype, chunk, rows_of(group, chunk), group.capacity, 0};
            if (selected != selected_.cells().end() && selected->archetype == group.archetype &&
                selected->chunk == chunk)
                shown.selected = static_cast<std::uint32_t>((selected++)->count);
            visit(shown);
        }
    });
}

}  // namespace panels
