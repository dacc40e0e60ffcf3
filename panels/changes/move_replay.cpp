#include "panels/changes/move_replay.hpp"

#include <algorithm>

#include "figures/drawing/beat_text.hpp"
#include "panels/base/format.hpp"
#include "panels/base/value_text.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

using ecs::BeatKind;

const ecs::StructuralChange* filled_hole(const ecs::Operation& operation) {
    for (const ecs::StructuralChange& change : operation.changes)
        if (change.kind == ecs::ChangeKind::FilledHole) return &change;
    return nullptr;
}

bool before(const ecs::Location& a, const ecs::Location& b) {
    return a.chunk != b.chunk ? a.chunk < b.chunk : a.row < b.row;
}

float progress(double moment, std::size_t beat) {
    return static_cast<float>(std::clamp(moment - static_cast<double>(beat), 0.0, 1.0));
}

}  // namespace

std::size_t ReplayFrame::row_of(const ecs::Location& place) const {
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.place == place; });
    return static_cast<std::size_t>(found - rows.begin());
}

std::size_t ReplayFrame::column_of(ecs::ComponentId component) const {
    return static_cast<std::size_t>(std::find(columns.begin(), columns.end(), component) - columns.begin());
}

MoveReplay::MoveReplay(const ecs::World& world, ecs::Operation operation)
    : operation_(std::move(operation)), beats_(ecs::beats_of(world, operation_)) {
    const ecs::StructuralChange& main = operation_.main();
    if (main.from.archetype != ecs::no_archetype) add_frame(world, main.from, false);
    if (main.to.archetype != ecs::no_archetype) add_frame(world, main.to, true);
}

// Which neighbours there were follows from what a row's place says: those before it in its chunk, and all up to the one
// that filled the hole.
void MoveReplay::add_frame(const ecs::World& world, const ecs::Location& place, bool is_target) {
    ReplayFrame frame;
    frame.archetype = place.archetype;
    frame.columns.push_back(ecs::no_component);
    for (const ecs::ComponentId component : world.archetype(place.archetype).components())
        frame.columns.push_back(component);
    const auto add = [&](const ecs::Location& row, bool takes_part) {
        if (frame.row_of(row) == frame.rows.size()) frame.rows.push_back({row, takes_part});
    };
    add(place, true);
    const auto add_neighbour = [&](const ecs::Location& of, bool above) {
        ecs::Location row = of;
        above ? --row.row : ++row.row;
        add(row, false);
    };
    const ecs::StructuralChange* filled = is_target ? nullptr : filled_hole(operation_);
    if (filled) add(filled->from, true);
    if (place.row > 0) add_neighbour(place, true);
    if (filled && filled->from.row > 0) add_neighbour(filled->from, true);
    // Chunks before the last are full.
    const bool has_next = filled && (place.chunk == filled->from.chunk ||
                                     place.row + 1 < world.archetype(place.archetype).full_capacity());
    if (has_next) add_neighbour(place, false);
    std::sort(frame.rows.begin(), frame.rows.end(),
              [](const ReplayFrame::Row& a, const ReplayFrame::Row& b) { return before(a.place, b.place); });
    frames_.push_back(std::move(frame));
}

const ReplayFrame* MoveReplay::frame_of(ecs::ArchetypeId archetype) const {
    for (const ReplayFrame& frame : frames_)
        if (frame.archetype == archetype) return &frame;
    return nullptr;
}

std::vector<ReplayCell> MoveReplay::cells_at(double moment) const {
    std::vector<ReplayCell> cells;
    for (std::size_t i = 0; i < beats_.size(); ++i) {
        const ecs::Beat& beat = beats_[i];
        const float done = progress(moment, i);
        ReplayCell cell{beat.entity, beat.component, beat.from, beat.to, 0, 1};
        switch (beat.kind) {
            case BeatKind::CopyId:
            case BeatKind::CopyColumn:
                if (beat.from.archetype == ecs::no_archetype) {
                    cell.from = beat.to;  // a new handle comes from nowhere
                    cell.opacity = done;
                } else {
                    cell.way = done;
                }
                cells.push_back(cell);
                break;
            case BeatKind::NewColumn:
                cell.from = beat.to;
                cell.opacity = done;
                cells.push_back(cell);
                break;
            case BeatKind::DropColumn:
                cell.to = beat.from;
                cell.opacity = 1 - done;
                cells.push_back(cell);
                break;
            case BeatKind::Lift:
                if (operation_.main().kind != ecs::ChangeKind::Destroyed) break;
                cell.to = beat.from;
                cell.opacity = 1 - done;
                cells.push_back(cell);
                break;
            case BeatKind::FillHole:
                if (const ReplayFrame* frame = frame_of(beat.from.archetype)) {
                    cell.way = done;
                    for (const ecs::ComponentId component : frame->columns) {
                        cell.component = component;
                        cells.push_back(cell);
                    }
                }
                break;
            case BeatKind::MakeRoom:
            case BeatKind::Shrink:
            case BeatKind::GiveBack:
                break;
        }
    }
    return cells;
}

std::uint64_t MoveReplay::bytes_until(double moment) const {
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < beats_.size() && static_cast<double>(i + 1) <= moment; ++i) bytes += beats_[i].bytes;
    return bytes;
}

std::string MoveReplay::caption(const ecs::World& world, std::size_t beat) const {
    return figures::beat_text(world, beats_[beat]);
}

}  // namespace panels
