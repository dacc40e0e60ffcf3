#include "panels/chunks/selected_rows.hpp"

#include <algorithm>

namespace panels {

bool SelectedRows::stands_before(const RowPlace& a, const RowPlace& b) {
    if (a.archetype != b.archetype) return a.archetype < b.archetype;
    return a.chunk != b.chunk ? a.chunk < b.chunk : a.row < b.row;
}

void SelectedRows::sort_places(const ecs::World& world, const Selection& selection) {
    // Starts with last time's sorted rows, removes the few that moved and puts them into their new places. The others
    // stay in order of chunks, which makes looking them up fast.
    if (revision_seen_ != selection.revision()) places_.clear();
    revision_seen_ = selection.revision();
    const auto at = [&](ecs::Entity entity) {
        const ecs::Location place = world.location(entity);
        return RowPlace{{place.archetype, place.chunk}, place.row, entity};
    };
    strays_.clear();
    if (places_.empty()) {
        for (const ecs::Entity entity : selection.entities())
            if (world.alive(entity)) strays_.push_back(at(entity));
    } else {
        std::size_t kept = 0;
        for (const RowPlace& before : places_) {
            if (!world.alive(before.entity)) continue;
            const RowPlace now = at(before.entity);
            if (kept == 0 || stands_before(places_[kept - 1], now)) {
                places_[kept++] = now;
            } else {
                strays_.push_back(places_[--kept]);
                strays_.push_back(now);
            }
        }
        places_.resize(kept);
    }
    const auto sorted = static_cast<std::ptrdiff_t>(places_.size());
    places_.insert(places_.end(), strays_.begin(), strays_.end());
    const auto before = [](const RowPlace& a, const RowPlace& b) { return stands_before(a, b); };
    std::sort(places_.begin() + sorted, places_.end(), before);
    std::inplace_merge(places_.begin(), places_.begin() + sorted, places_.end(), before);
}

void SelectedRows::update(const ecs::World& world, const Selection& selection) {
    if (structure_seen_ == world.structure_version() && revision_seen_ == selection.revision()) return;
    structure_seen_ = world.structure_version();
    sort_places(world, selection);
    if (!changed_) cells_before_.swap(cells_);  // the cells whose changes were taken
    changed_ = true;
    cells_.clear();
    rows_.clear();
    for (const RowPlace& place : places_) {
        if (cells_.empty() || cells_.back().archetype != place.archetype || cells_.back().chunk != place.chunk)
            cells_.push_back({{place.archetype, place.chunk}, rows_.size(), 0, 1469598103934665603u});
        SelectedCell& cell = cells_.back();
        ++cell.count;
        cell.digest = (cell.digest ^ (place.row + 1)) * 1099511628211u;
        rows_.push_back(place.row);
    }
}

SelectedRows::Iterator SelectedRows::cells_from(const ChunkCell& cell) const {
    return std::lower_bound(cells_.begin(), cells_.end(), cell, cell_before);
}

std::span<const std::uint32_t> SelectedRows::rows(const ChunkCell& cell) const {
    const auto found = cells_from(cell);
    if (found == cells_.end() || cell_before(cell, *found)) return {};
    return {rows_.data() + found->first, found->count};
}

}  // namespace panels
