// The selected rows of each chunk, in order of chunks and rows; the chunk map highlights them. An update finds new
// places only for selected rows that moved, so thousands of selected rows cost little in a world where few rows move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ecs/world/world.hpp"
#include "panels/base/selection.hpp"

namespace panels {

struct ChunkCell {
    ecs::ArchetypeId archetype = 0;
    std::size_t chunk = 0;

    friend bool operator==(const ChunkCell&, const ChunkCell&) = default;
};
/// The order of archetypes, and of the chunks of each.
inline bool cell_before(const ChunkCell& a, const ChunkCell& b) {
    return a.archetype != b.archetype ? a.archetype < b.archetype : a.chunk < b.chunk;
}

/// A chunk with selected rows.
struct SelectedCell : ChunkCell {
    std::size_t first = 0, count = 0;  // of the selected rows
    std::uint64_t digest = 0;          // of the set of selected rows
};

class SelectedRows {
public:
    /// Finds the selected rows again if any row has moved or the selection changed.
    void update(const ecs::World& world, const Selection& selection);

    /// In order of chunks. Valid until the next update().
    const std::vector<SelectedCell>& cells() const { return cells_; }
    using Iterator = std::vector<SelectedCell>::const_iterator;
    /// The first cell that is `cell` or comes after it.
    Iterator cells_from(const ChunkCell& cell) const;
    /// Selected rows of a chunk, ascending.
    std::span<const std::uint32_t> rows(const ChunkCell& cell) const;

    bool changed() const { return changed_; }
    /// Calls visit(const ChunkCell&) for each chunk whose selected rows changed since the last call.
    template <class F>
    void take_changes(F&& visit);

private:
    struct RowPlace : ChunkCell {
        std::uint32_t row = 0;
        ecs::Entity entity;
    };
    static bool stands_before(const RowPlace& a, const RowPlace& b);
    void sort_places(const ecs::World& world, const Selection& selection);

    std::vector<SelectedCell> cells_, cells_before_;  // before: as of the last take_changes()
    std::vector<std::uint32_t> rows_;
    std::vector<RowPlace> places_, strays_;  // of the selected rows: in order; found out of order
    std::uint64_t structure_seen_ = 0;
    std::size_t revision_seen_ = 0;
    bool changed_ = true;
};

template <class F>
void SelectedRows::take_changes(F&& visit) {
    changed_ = false;
    auto old = cells_before_.begin();
    auto now = cells_.begin();
    while (old != cells_before_.end() || now != cells_.end()) {
        if (now == cells_.end() || (old != cells_before_.end() && cell_before(*old, *now))) {
            visit(*old++);
        } else if (old == cells_before_.end() || cell_before(*now, *old)) {
            visit(*now++);
        } else {
            if (old->digest != now->digest || old->count != now->count) visit(*now);
            ++old;
            ++now;
        }
    }
}

}  // namespace panels
