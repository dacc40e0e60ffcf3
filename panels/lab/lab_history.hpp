// The history strip of the step player. Each operation of the scenario so far is a thin row, the last one at the
// bottom; from left to right run the addresses of the storage's heap. Each row marks what its operation wrote,
// allocated and freed, so one sees what moves and what stays from one operation to the next.
#pragma once

#include <optional>
#include <unordered_map>

#include "panels/base/panel.hpp"
#include "panels/lab/lab_state.hpp"

namespace panels {

class LabHistory {
public:
    /// `shown`: the operation (its number in the trace) that stands in the player. Returns the one that was clicked.
    std::optional<std::size_t> show(const Context& context, const LabRuns& runs, ecs::lab::StorageKind kind,
                                    std::size_t shown);

    /// Where the middle of an operation's row was drawn in the last frame, if it was; and how many were: for tests.
    std::optional<ImVec2> place_of(std::size_t operation) const;
    std::size_t drawn_rows() const { return drawn_.size(); }

private:
    struct Row {
        ecs::lab::ByteRanges written, allocated, freed;
    };
    const Row& row_of(const ecs::lab::Trace& trace, std::size_t operation);
    void follow(const LabRuns& runs, ecs::lab::StorageKind kind);

    std::uint64_t revision_ = 0;  // of the runs that all below belongs to
    ecs::lab::StorageKind kind_ = ecs::lab::StorageKind::Chunks;
    ecs::lab::Address end_ = 0;                  // behind the last block that ever was
    std::unordered_map<std::size_t, Row> rows_;  // of operations that were in view
    std::optional<std::size_t> scrolled_to_;
    std::vector<std::pair<std::size_t, ImVec2>> drawn_;
};

}  // namespace panels
