// The step player of the Storage Lab goes through the events of the last step, forwards and back. It shows the
// pseudo-code of the operation, and the bytes as they were at that moment. The runs must keep events; the player says
// so when they do not.
#pragma once

#include <optional>

#include "panels/base/panel.hpp"
#include "panels/lab/lab_history.hpp"
#include "panels/lab/lab_map.hpp"
#include "panels/lab/lab_state.hpp"

namespace panels {

class LabSteps {
public:
    void show(const Context& context, LabState& state, LabMap& map);
    /// From the next frame on the player stands behind the first such event of the step.
    void seek(ecs::lab::EventKind kind);
    /// Winds the shown storage's trace to its end, so that other views see the whole step.
    void leave(LabState& state);

    /// Events of the shown operation that are done: 0 to its count.
    std::size_t position() const { return position_; }
    std::size_t operation() const { return operation_; }
    const LabHistory& history() const { return history_; }

private:
    void follow(LabState& state);

    std::uint64_t revision_ = 0;  // of the runs that operation_ and position_ belong to; 0: of none
    ecs::lab::StorageKind kind_ = ecs::lab::StorageKind::Chunks;
    std::size_t operation_ = 0, position_ = 0;
    LabHistory history_;
    std::optional<ecs::lab::EventKind> sought_;
    std::size_t revealed_ = 0;  // the event (its number in the trace, from 1) that the map was scrolled to
    bool scrolls_ = false;      // to the present event, in the next frame
};

/// The keys of the player.
std::span<const KeyCommand> lab_step_commands();

/// An event, by its number, in words: `read 12 bytes of Position at 0x1040`. Blocks are called as they were called when
/// the event took place; another block may lie there now.
std::string event_text(const ecs::lab::ScenarioRun& run, std::size_t event);

}  // namespace panels
