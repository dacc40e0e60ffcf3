#include "panels/chunks/chunk_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace panels {

namespace {

struct Level {
    int width, height, gap;
    bool numbered, rows;
};
constexpr std::array<Level, ChunkMap::level_count> levels{{
    {2, 4, 1, false, false},
    {4, 7, 1, false, false},
    {6, 10, 2, false, false},
    {10, 16, 2, false, false},
    {18, 24, 3, false, false},
    {44, 28, 4, true, false},
    {52, 48, 4, true, false},
    {64, 72, 6, true, false},
    {88, 104, 8, true, false},
    {176, 128, 10, true, true},
    {300, 220, 12, true, true},
}};

constexpr float selected_share = 0.4f;  // of accent in the part of a tile that is selected, so that its number reads

std::uint32_t over(ImU32 top, ImU32 below) {
    const auto channel = [&](int shift) {
        const std::uint32_t alpha = top >> IM_COL32_A_SHIFT & 0xff;
        const std::uint32_t mixed = ((top >> shift & 0xff) * alpha + (below >> shift & 0xff) * (255 - alpha)) / 255;
        return mixed << shift;
    };
    return channel(IM_COL32_R_SHIFT) | channel(IM_COL32_G_SHIFT) | channel(IM_COL32_B_SHIFT) | IM_COL32_A_MASK;
}

/// Only an empty chunk looks empty, only a full one full.
int level_of(std::uint32_t part, std::uint32_t whole, int height) {
    if (part == 0 || whole == 0) return 0;
    if (part >= whole) return height;
    const auto share = static_cast<int>((std::uint64_t{part} * static_cast<std::uint64_t>(height) * 2 + whole) /
                                        (std::uint64_t{whole} * 2));
    return std::clamp(share, 1, std::max(height - 1, 1));
}

constexpr std::size_t no_line = ~std::size_t{0};

bool same_cells(const CellSize& a, const CellSize& b) {
    return a.width == b.width && a.height == b.height && a.gap == b.gap && a.rows == b.rows;
}

/// So much slack that an archetype that keeps growing seldom outgrows its slots.
std::size_t with_slack(std::size_t chunks) { return chunks + chunks / 4 + 2; }

}  // namespace

RowSquares RowSquares::fit(const CellSize& cell, std::uint32_t capacity) {
    RowSquares squares;
    for (squares.side = 12; squares.side > 1; --squares.side) {
        const auto fitting = static_cast<std::uint32_t>(cell.width / squares.side) *
                             static_cast<std::uint32_t>(cell.height / squares.side);
        if (fitting >= capacity) break;
    }
    squares.per_line = std::max(cell.width / squares.side, 1);
    squares.gap = squares.side >= 3 ? 1 : 0;
    return squares;
}

std::optional<std::uint32_t> RowSquares::row_at(int x, int y, std::uint32_t capacity) const {
    if (x < 0 || y < 0 || x / side >= per_line) return std::nullopt;
    const auto row = static_cast<std::uint32_t>(y / side * per_line + x / side);
    if (row >= capacity) return std::nullopt;
    return row;
}

CellSize ChunkMap::size_of(int level, float scale, ImVec2 number_size) {
    const Level& of = levels[static_cast<std::size_t>(std::clamp(level, 0, level_count - 1))];
    const auto px = [scale](int at_scale_1) {
        return std::max(static_cast<int>(std::floor(static_cast<float>(at_scale_1) * scale)), 1);
    };
    CellSize size{px(of.width), px(of.height), px(of.gap), of.numbered, of.rows};
    if (of.numbered) {
        size.width = std::max(size.width, static_cast<int>(std::ceil(number_size.x)) + 6);
        size.height = std::max(size.height, static_cast<int>(std::ceil(number_size.y)) + 6);
    }
    return size;
}

void ChunkMap::show_only(std::optional<ecs::ArchetypeId> archetype) {
    if (only_ == archetype) return;
    only_ = archetype;
    stale_ = true;
}

void ChunkMap::update(const ecs::World& world) {
    if (!stale_ && world_ == &world && structure_seen_ == world.structure_version()) return;
    if (stale_ || world_ != &world) {
        groups_.clear();
        ++cells_revision_;  // nothing painted is valid any more
    }
    bool outgrown = stale_ || world_ != &world;
    stale_ = false;
    world_ = &world;
    structure_seen_ = world.structure_version();
    chunk_count_ = without_chunks_ = archetypes_shown_ = 0;
    row_count_ = 0;
    groups_.swap(groups_before_);
    groups_.clear();
    auto before = groups_before_.begin();
    std::size_t reserved = 0;
    const auto add = [&](ecs::ArchetypeId id) {
        const ecs::Archetype& archetype = world.archetype(id);
        const bool known = before != groups_before_.end() && before->archetype == id;
        const std::size_t chunks = archetype.chunk_count();
        if (chunks == 0) ++without_chunks_;
        if (chunks == 0 && known && own_lines_) {  // an empty line would puzzle people
            ++before;
            outgrown = true;
            return;
        }
        if (chunks == 0 && !known) return;
        Group& group = groups_.emplace_back(known ? *before++ : Group{});
        group.archetype = id;
        group.chunks = chunks;
        group.entities = archetype.entity_count();
        group.capacity = archetype.layout().capacity;
        if (chunks > group.reserved) {
            group.reserved = known ? with_slack(chunks) : chunks;
            outgrown = true;
        }
        archetypes_shown_ += chunks > 0 ? 1 : 0;
        chunk_count_ += chunks;
        row_count_ += group.entities;
        reserved += group.reserved;
    };
    if (only_) {
        if (*only_ < world.archetype_count()) add(*only_);
    } else {
        for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) add(id);
    }
    // Free slots must not fill most of the map.
    const bool sparse = reserved > 2 * with_slack(chunk_count_) + 4 * archetypes_shown_;
    if (sparse) {
        std::erase_if(groups_, [](const Group& group) { return group.chunks == 0; });
        for (Group& group : groups_) group.reserved = std::min(group.reserved, with_slack(group.chunks));
    }
    if (outgrown || sparse) place_groups();
}

std::size_t ChunkMap::lines_with(std::size_t per_line, bool own_lines) const {
    std::size_t slots = 0;
    for (const Group& group : groups_) {
        if (own_lines) slots = (slots + per_line - 1) / per_line * per_line;
        slots += group.reserved;
    }
    return (slots + per_line - 1) / per_line;
}

void ChunkMap::arrange(std::size_t per_line, bool own_lines) {
    per_line = std::max<std::size_t>(per_line, 1);
    if (per_line == per_line_ && own_lines == own_lines_) return;
    per_line_ = per_line;
    own_lines_ = own_lines;
    place_groups();
}

void ChunkMap::place_groups() {
    ++cells_revision_;
    std::size_t slot = 0;
    for (Group& group : groups_) {
        // An archetype that grew will probably grow again: it gets its slack at once.
        if (group.placed_chunks > 0 && group.chunks > group.placed_chunks)
            group.reserved = std::max(group.reserved, with_slack(group.chunks));
        group.placed_chunks = group.chunks;
        if (own_lines_) slot = (slot + per_line_ - 1) / per_line_ * per_line_;
        group.first_slot = slot;
        slot += group.reserved;
    }
}

std::size_t ChunkMap::line_count() const {
    if (groups_.empty()) return 0;
    return (groups_.back().first_slot + groups_.back().reserved + per_line_ - 1) / per_line_;
}

std::size_t ChunkMap::group_at(std::size_t slot) const {
    const auto after =
        std::upper_bound(groups_.begin(), groups_.end(), slot,
                         [](std::size_t wanted, const Group& group) { return wanted < group.first_slot; });
    return after == groups_.begin() ? 0 : static_cast<std::size_t>(after - groups_.begin()) - 1;
}

std::optional<ChunkCell> ChunkMap::cell_at(std::size_t slot) const {
    if (groups_.empty()) return std::nullopt;
    const Group& group = groups_[group_at(slot)];
    if (slot < group.first_slot || slot - group.first_slot >= group.chunks) return std::nullopt;
    return ChunkCell{group.archetype, slot - group.first_slot};
}

std::optional<std::size_t> ChunkMap::slot_of(const ChunkCell& cell) const {
    const auto group =
        std::lower_bound(groups_.begin(), groups_.end(), cell.archetype,
                         [](const Group& one, ecs::ArchetypeId archetype) { return one.archetype < archetype; });
    if (group == groups_.end() || group->archetype != cell.archetype || cell.chunk >= group->chunks)
        return std::nullopt;
    return group->first_slot + cell.chunk;
}

std::uint32_t ChunkMap::rows_of(const Counts& group, std::size_t chunk) {
    const std::uint64_t before = std::uint64_t{chunk} * group.capacity;
    if (group.entities <= before) return 0;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(group.entities - before, group.capacity));
}

ChunkMap::Slots ChunkMap::slots_in_view() const {
    return {visible_.first_line * per_line_, (visible_.first_line + visible_.lines) * per_line_};
}

std::size_t ChunkMap::chunks_in_view() const {
    std::size_t chunks = 0;
    each_run(slots_in_view(), [&](const Group&, std::size_t first, std::size_t end) { chunks += end - first; });
    return chunks;
}

std::uint64_t ChunkMap::rows_in_view() const {
    std::uint64_t rows = 0;
    each_run(slots_in_view(), [&](const Group& group, std::size_t first, std::size_t end) {
        rows += std::min<std::uint64_t>(group.entities, std::uint64_t{end} * group.capacity) -
                std::min<std::uint64_t>(group.entities, std::uint64_t{first} * group.capacity);
    });
    return rows;
}

ImVec2 ChunkMap::pixels_of(const CellSize& cell) {
    return {cell.rows ? static_cast<float>(cell.width) : 1, static_cast<float>(cell.height)};
}

ImVec2 ChunkMap::place_in_picture(std::size_t slot) const {
    const ImVec2 cell = pixels_of(visible_.cell);
    return {static_cast<float>(slot % per_line_) * cell.x, static_cast<float>(band_of(slot / per_line_)) * cell.y};
}

bool ChunkMap::is_painted(std::size_t slot) const {
    const std::size_t line = slot / per_line_;
    if (bands_.empty() || bands_[band_of(line)] != line) return false;
    return !visible_.cell.rows || squares_painted_[band_of(line) * per_line_ + slot % per_line_];
}

const Picture& ChunkMap::paint(const ecs::World& world, const Selection& selection, const Visible& visible) {
    cells_painted_ = pixels_painted_ = 0;
    selected_.update(world, selection);
    const bool anew = !same_cells(visible.cell, visible_.cell) || visible.style->theme_name != painted_theme_ ||
                      visible.archetype != painted_archetype_ || cells_revision_ != painted_cells_revision_ ||
                      visible.lines > bands_.size();
    visible_ = visible;
    if (anew) begin_picture(visible);
    const std::size_t end_line = visible.first_line + visible.lines;
    for (std::size_t& line : bands_)
        if (line < visible.first_line || line >= end_line) line = no_line;
    if (anew || painted_structure_ != structure_seen_ || selected_.changed()) paint_what_changed();
    painted_structure_ = structure_seen_;
    for (std::size_t line = visible.first_line; line < end_line; ++line) {
        if (bands_[band_of(line)] == line) continue;
        bands_[band_of(line)] = line;
        paint_slots({line * per_line_, (line + 1) * per_line_});
    }
    unfinished_ = false;
    if (visible.cell.rows) paint_waiting();
    return picture_;
}

void ChunkMap::begin_picture(const Visible& visible) {
    painted_theme_ = visible.style->theme_name;
    painted_archetype_ = visible.archetype;
    painted_cells_revision_ = cells_revision_;
    bands_.assign(visible.lines + 1, no_line);  // scrolling shows one line more now and then
    const ImVec2 cell = pixels_of(visible.cell);
    picture_.resize(static_cast<int>(per_line_) * static_cast<int>(cell.x),
                    static_cast<int>(bands_.size()) * static_cast<int>(cell.y));
    squares_painted_.assign(visible.cell.rows ? bands_.size() * per_line_ : 0, false);
}

void ChunkMap::paint_what_changed() {
    for (Group& group : groups_) {
        const Counts before = std::exchange(group.painted, group);
        if (before == group) continue;
        // All chunks but the last are full, so cells before the first one that was or is not full look the same.
        const std::uint64_t fewer = std::min(before.entities, group.entities);
        const std::size_t first = before.capacity == group.capacity && group.capacity > 0
                                      ? static_cast<std::size_t>(fewer / group.capacity)
                                      : 0;
        const std::size_t end = std::max(before.chunks, group.chunks);
        if (first < end) paint_slots({group.first_slot + first, group.first_slot + std::min(end, group.reserved)});
    }
    if (!selected_.changed()) return;
    selected_.take_changes([&](const ChunkCell& cell) {
        if (const std::optional<std::size_t> slot = slot_of(cell)) paint_slots({*slot, *slot + 1});
    });
}

void ChunkMap::paint_slots(Slots slots) {
    while (slots.begin < slots.end) {
        const std::size_t line = slots.begin / per_line_, end = std::min(slots.end, (line + 1) * per_line_);
        if (bands_[band_of(line)] == line) {
            if (visible_.cell.rows)
                for (std::size_t slot = slots.begin; slot < end; ++slot)
                    squares_painted_[band_of(line) * per_line_ + slot % per_line_] = false;
            else
                paint_line({slots.begin, end});
        }
        slots.begin = end;
    }
}

// Archetypes are neutral: told by their name and by how full they are.
ImU32 ChunkMap::tile_color(const Style& style, bool selected) {
    const Theme& theme = *style.theme;
    switch (style.theme_name) {
        case ThemeName::Light:
            return selected ? theme.bar : theme.n_head;
        case ThemeName::Contrast:
            return selected ? theme.edge : theme.hover;
        case ThemeName::Dark:
            break;
    }
    constexpr float share = 0.3f;
    return selected ? theme.edge : mixed(theme.line, theme.n_head, share);
}

std::uint32_t ChunkMap::color_of(ecs::ArchetypeId archetype) const {
    return tile_color(*visible_.style, visible_.archetype == archetype);
}

void ChunkMap::paint_line(Slots slots) {
    const std::size_t count = slots.end - slots.begin;
    const Theme& theme = *visible_.style->theme;
    const int height = visible_.cell.height;
    columns_.assign(count, {});
    each_run(slots, [&](const Group& group, std::size_t first, std::size_t end) {
        const std::uint32_t own = color_of(group.archetype);
        Column* column = columns_.data() + (group.first_slot + first - slots.begin);
        for (std::size_t chunk = first; chunk < end; ++chunk)
            *column++ = {theme.raised, own, height - level_of(rows_of(group, chunk), group.capacity, height)};
        cells_painted_ += end - first;
    });
    const int left = static_cast<int>(slots.begin % per_line_);
    const int top = static_cast<int>(band_of(slots.begin / per_line_)) * height;
    for (int y = 0; y < height; ++y) {
        std::uint32_t* pixel = picture_.row(top + y) + left;
        for (const Column& column : columns_) *pixel++ = y >= column.filled_from ? column.own : column.ground;
    }
    pixels_painted_ += count * static_cast<std::size_t>(height);
    if (!selected_.cells().empty())
        each_run(slots, [&](const Group& group, std::size_t first, std::size_t end) {
            const std::uint32_t color = over(faded(theme.accent, selected_share), color_of(group.archetype));
            for (auto selected = selected_.cells_from({group.archetype, first});
                 selected != selected_.cells().end() && selected->archetype == group.archetype && selected->chunk < end;
                 ++selected)
                paint_selected(*selected, group, color);
        });
    picture_.touch(top, top + height);
}

void ChunkMap::paint_selected(const SelectedCell& selected, const Group& group, std::uint32_t color) {
    // Draws selected rows as their share of the fill, between two lines where there is room for them.
    const CellSize& cell = visible_.cell;
    const std::uint32_t accent = visible_.style->theme->accent;
    const bool tiny = cell.width < 4 || cell.height < 6;
    const int high = level_of(static_cast<std::uint32_t>(selected.count), group.capacity, cell.height);
    const ImVec2 low = place_in_picture(group.first_slot + selected.chunk);
    const auto left = static_cast<int>(low.x), top = static_cast<int>(low.y);
    for (int y = 0; y < cell.height; ++y) {
        std::uint32_t& pixel = picture_.row(top + y)[left];
        if (tiny || y == 0 || y + 1 == cell.height)
            pixel = accent;
        else if (y >= cell.height - high)
            pixel = color;
    }
}

void ChunkMap::paint_waiting() {
    each_shown([&](const Shown& cell) {
        const std::size_t line = cell.slot / per_line_;
        const std::size_t place = band_of(line) * per_line_ + cell.slot % per_line_;
        if (squares_painted_[place]) return;
        const CellSize& size = visible_.cell;
        const std::size_t pixels = static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height);
        unfinished_ = unfinished_ || (pixels_painted_ > 0 && pixels_painted_ + pixels > squares_max);
        if (unfinished_) return;
        paint_rows(cell);
        squares_painted_[place] = true;
        ++cells_painted_;
        pixels_painted_ += pixels;
        const int top = static_cast<int>(band_of(line)) * size.height;
        picture_.touch(top, top + size.height);
    });
}

void ChunkMap::paint_rows(const Shown& cell) {
    const ImVec2 low = place_in_picture(cell.slot);
    const auto left = static_cast<int>(low.x), top = static_cast<int>(low.y);
    const auto fill = [&](int x, int y, int side, std::uint32_t color) {
        for (int line = 0; line < side; ++line) std::fill_n(picture_.row(top + y + line) + left + x, side, color);
    };
    const Theme& theme = *visible_.style->theme;
    const std::uint32_t ground = theme.raised;
    const std::uint32_t own = color_of(cell.archetype);
    for (int line = 0; line < visible_.cell.height; ++line)
        std::fill_n(picture_.row(top + line) + left, visible_.cell.width, ground);
    const RowSquares squares = RowSquares::fit(visible_.cell, cell.capacity);
    const std::span<const std::uint32_t> selected = selected_.rows({cell.archetype, cell.chunk});
    const std::uint32_t unused = over(faded(theme.quiet, 0.16f), ground);
    const int side = squares.side - squares.gap;
    auto next_selected = selected.begin();
    for (std::uint32_t row = 0; row < cell.capacity; ++row) {
        const int x = static_cast<int>(row) % squares.per_line * squares.side;
        const int y = static_cast<int>(row) / squares.per_line * squares.side;
        const bool is_selected = next_selected != selected.end() && *next_selected == row;
        if (is_selected) ++next_selected;
        // Unused rows are dots: small, in the middle of their square.
        if (row < cell.rows)
            fill(x, y, side, is_selected ? theme.accent : own);
        else
            fill(x + side / 2, y + side / 2, 1, unused);
    }
}

}  // namespace panels
