#include "panels/chunk_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>

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

std::uint32_t over(ImU32 top, ImU32 below) {
    const auto channel = [&](int shift) {
        const std::uint32_t alpha = top >> IM_COL32_A_SHIFT & 0xff;
        const std::uint32_t mixed = ((top >> shift & 0xff) * alpha + (below >> shift & 0xff) * (255 - alpha)) / 255;
        return mixed << shift;
    };
    return channel(IM_COL32_R_SHIFT) | channel(IM_COL32_G_SHIFT) | channel(IM_COL32_B_SHIFT) | IM_COL32_A_MASK;
}

/// Nothing but an empty chunk looks empty, nothing but a full one full.
int level_of(std::uint32_t part, std::uint32_t whole, int height) {
    if (part == 0 || whole == 0) return 0;
    if (part >= whole) return height;
    const auto share = static_cast<int>((std::uint64_t{part} * static_cast<std::uint64_t>(height) * 2 + whole) /
                                        (std::uint64_t{whole} * 2));
    return std::clamp(share, 1, std::max(height - 1, 1));
}

bool same_cells(const ChunkMap::View& a, const ChunkMap::View& b) {
    return a.first_line == b.first_line && a.lines == b.lines && a.cell.width == b.cell.width &&
           a.cell.height == b.cell.height && a.cell.gap == b.cell.gap;
}

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
    if (world_ != &world) ++arrangement_;  // nothing that was painted holds any more
    stale_ = false;
    world_ = &world;
    structure_seen_ = world.structure_version();
    std::size_t kept = 0;
    bool moved = false;
    chunk_count_ = without_chunks_ = 0;
    row_count_ = 0;
    const auto add = [&](ecs::ArchetypeId id) {
        const ecs::Archetype& archetype = world.archetype(id);
        const std::size_t chunks = archetype.chunk_count();
        if (chunks == 0) {
            ++without_chunks_;
            return;
        }
        if (kept == groups_.size()) groups_.emplace_back();
        Group& group = groups_[kept++];
        moved = moved || group.archetype != id || group.chunks != chunks;
        group.archetype = id;
        group.chunks = chunks;
        group.entities = archetype.entity_count();
        group.capacity = archetype.layout().capacity;
        chunk_count_ += chunks;
        row_count_ += group.entities;
    };
    if (only_) {
        if (*only_ < world.archetype_count()) add(*only_);
    } else {
        for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) add(id);
    }
    moved = moved || kept != groups_.size();
    groups_.resize(kept);
    if (moved) place_groups();
}

std::size_t ChunkMap::lines_with(std::size_t per_line, bool own_lines) const {
    if (!own_lines) return (chunk_count_ + per_line - 1) / per_line;
    std::size_t lines = 0;
    for (const Group& group : groups_) lines += (group.chunks + per_line - 1) / per_line;
    return lines;
}

void ChunkMap::arrange(std::size_t per_line, bool own_lines) {
    per_line = std::max<std::size_t>(per_line, 1);
    if (per_line == per_line_ && own_lines == own_lines_) return;
    per_line_ = per_line;
    own_lines_ = own_lines;
    ++arrangement_;
    place_groups();
}

void ChunkMap::place_groups() {
    std::size_t slot = 0;
    for (Group& group : groups_) {
        if (own_lines_) slot = (slot + per_line_ - 1) / per_line_ * per_line_;
        group.first_slot = slot;
        slot += group.chunks;
    }
}

std::size_t ChunkMap::line_count() const {
    if (groups_.empty()) return 0;
    return (groups_.back().first_slot + groups_.back().chunks + per_line_ - 1) / per_line_;
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

void ChunkMap::light(const ecs::World& world, const Selection& selection) {
    if (lit_structure_ == world.structure_version() && lit_revision_ == selection.revision()) return;
    lit_structure_ = world.structure_version();
    lit_revision_ = selection.revision();
    lit_changed_ = true;
    std::vector<ecs::Location> places;
    places.reserve(selection.entities().size());
    for (const ecs::Entity entity : selection.entities())
        if (world.alive(entity)) places.push_back(world.location(entity));
    std::sort(places.begin(), places.end(), [](const ecs::Location& a, const ecs::Location& b) {
        if (a.archetype != b.archetype) return a.archetype < b.archetype;
        return a.chunk != b.chunk ? a.chunk < b.chunk : a.row < b.row;
    });
    lit_cells_.clear();
    lit_rows_.clear();
    for (const ecs::Location& place : places) {
        if (lit_cells_.empty() || lit_cells_.back().archetype != place.archetype ||
            lit_cells_.back().chunk != place.chunk)
            lit_cells_.push_back({place.archetype, place.chunk, lit_rows_.size(), 0, 1469598103934665603u});
        LitCell& cell = lit_cells_.back();
        ++cell.count;
        cell.digest = (cell.digest ^ (place.row + 1)) * 1099511628211u;
        lit_rows_.push_back(place.row);
    }
}

const ChunkMap::LitCell* ChunkMap::lit_cell(const ChunkCell& cell) const {
    const auto found =
        std::lower_bound(lit_cells_.begin(), lit_cells_.end(), cell, [](const LitCell& one, const ChunkCell& wanted) {
            return one.archetype != wanted.archetype ? one.archetype < wanted.archetype : one.chunk < wanted.chunk;
        });
    if (found == lit_cells_.end() || found->archetype != cell.archetype || found->chunk != cell.chunk) return nullptr;
    return &*found;
}

std::span<const std::uint32_t> ChunkMap::lit_rows(const ChunkCell& cell) const {
    const LitCell* lit = lit_cell(cell);
    if (lit == nullptr) return {};
    return {lit_rows_.data() + lit->first, lit->count};
}

ChunkMap::Shown ChunkMap::look(std::size_t slot, std::size_t& group) const {
    while (group + 1 < groups_.size() && groups_[group + 1].first_slot <= slot) ++group;
    Shown cell;
    if (groups_.empty()) return cell;
    const Group& of = groups_[group];
    if (slot < of.first_slot || slot - of.first_slot >= of.chunks) return cell;
    cell.archetype = of.archetype;
    cell.chunk = slot - of.first_slot;
    cell.capacity = of.capacity;
    const std::uint64_t before = std::uint64_t{cell.chunk} * of.capacity;
    cell.rows = of.entities <= before
                    ? 0
                    : static_cast<std::uint32_t>(std::min<std::uint64_t>(of.entities - before, of.capacity));
    return cell;
}

const Picture& ChunkMap::paint(const ecs::World& world, const Selection& selection, const View& view) {
    cells_looked_at_ = cells_painted_ = 0;
    light(world, selection);
    const std::size_t slots = view.lines * per_line_;
    const bool anew = !same_cells(view, painted_) || view.style->theme_name != painted_theme_ ||
                      arrangement_ != painted_arrangement_ || shown_.size() != slots;
    if (!anew && painted_structure_ == structure_seen_ && !lit_changed_) return picture_;
    if (anew) {
        picture_.reset(static_cast<int>(per_line_) * view.cell.step_x(),
                       static_cast<int>(view.lines) * view.cell.step_y(), 0);
        shown_.assign(slots, {});
    }
    painted_ = view;
    painted_theme_ = view.style->theme_name;
    painted_structure_ = structure_seen_;
    painted_arrangement_ = arrangement_;
    lit_changed_ = false;

    const std::size_t first = view.first_line * per_line_;
    std::size_t group = group_at(first), touched = slots;
    colors_.archetype = ecs::no_archetype;
    for (std::size_t i = 0; i < slots; ++i) {
        Shown cell = look(first + i, group);
        if (!lit_cells_.empty() && cell.archetype != ecs::no_archetype) {
            if (const LitCell* lit = lit_cell({cell.archetype, cell.chunk})) {
                cell.lit = static_cast<std::uint32_t>(lit->count);
                cell.lit_digest = lit->digest;
            }
        }
        if (cell == shown_[i]) continue;
        paint_cell(i, cell, view);
        shown_[i] = cell;
        if (const std::size_t line = i / per_line_; line != touched) {
            touch_line(line, view);
            touched = line;
        }
        ++cells_painted_;
    }
    cells_looked_at_ = slots;
    return picture_;
}

void ChunkMap::touch_line(std::size_t line_in_view, const View& view) {
    const int top = static_cast<int>(line_in_view) * view.cell.step_y();
    picture_.touch(top, top + view.cell.height);
}

void ChunkMap::paint_cell(std::size_t slot_in_view, const Shown& cell, const View& view) {
    const CellSize& size = view.cell;
    const Style& style = *view.style;
    const int left = static_cast<int>(slot_in_view % per_line_) * size.step_x();
    const int top = static_cast<int>(slot_in_view / per_line_) * size.step_y();
    const auto fill = [&](int x, int y, int width, int height, std::uint32_t color) {
        for (int line = 0; line < height; ++line) std::fill_n(picture_.row(top + y + line) + left + x, width, color);
    };
    if (cell.archetype == ecs::no_archetype) return fill(0, 0, size.width, size.height, 0);
    if (colors_.archetype != cell.archetype) {
        colors_.archetype = cell.archetype;
        colors_.ground = style.theme->raised;
        colors_.own = over(faded(color_of_archetype(style, cell.archetype), 0.6f), colors_.ground);
        colors_.lit = over(faded(style.theme->accent, 0.85f), colors_.own);
    }
    if (size.rows) return paint_rows(left, top, cell, view);
    const std::uint32_t accent = style.theme->accent;
    const int filled = level_of(cell.rows, cell.capacity, size.height);
    fill(0, 0, size.width, size.height - filled, colors_.ground);
    fill(0, size.height - filled, size.width, filled, colors_.own);
    if (cell.lit == 0) return;
    // Selected rows: as much of the fill as they are, and an outline where there is room for one.
    if (size.width < 4 || size.height < 6) return fill(0, 0, size.width, size.height, accent);
    const int lit = level_of(cell.lit, cell.capacity, size.height);
    fill(0, size.height - lit, size.width, lit, colors_.lit);
    fill(0, 0, size.width, 1, accent);
    fill(0, size.height - 1, size.width, 1, accent);
    fill(0, 0, 1, size.height, accent);
    fill(size.width - 1, 0, 1, size.height, accent);
}

void ChunkMap::paint_rows(int left, int top, const Shown& cell, const View& view) {
    const auto fill = [&](int x, int y, int side, std::uint32_t color) {
        for (int line = 0; line < side; ++line) std::fill_n(picture_.row(top + y + line) + left + x, side, color);
    };
    for (int line = 0; line < view.cell.height; ++line)
        std::fill_n(picture_.row(top + line) + left, view.cell.width, colors_.ground);
    const RowSquares squares = RowSquares::fit(view.cell, cell.capacity);
    const std::span<const std::uint32_t> lit = lit_rows({cell.archetype, cell.chunk});
    const Theme& theme = *view.style->theme;
    const std::uint32_t unused = over(faded(theme.quiet_text, 0.16f), colors_.ground);
    const int side = squares.side - squares.gap;
    auto next_lit = lit.begin();
    for (std::uint32_t row = 0; row < cell.capacity; ++row) {
        const int x = static_cast<int>(row) % squares.per_line * squares.side;
        const int y = static_cast<int>(row) / squares.per_line * squares.side;
        const bool is_lit = next_lit != lit.end() && *next_lit == row;
        if (is_lit) ++next_lit;
        // Rows not in use are dots: small, and in the middle of their square.
        if (row < cell.rows)
            fill(x, y, side, is_lit ? theme.accent : colors_.own);
        else
            fill(x + side / 2, y + side / 2, 1, unused);
    }
}

}  // namespace panels
