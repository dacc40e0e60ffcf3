// The bytes of one lab storage in the order of their addresses: a row is a cache line of 64 bytes, and only rows in
// view are drawn. Colour is the component, pattern the role; what the last step wrote is underlined, and the values of
// the selected entity are outlined. Everything is the ledger's word, and the bytes are read from the arena.
#pragma once

#include <optional>
#include <vector>

#include "panels/base/panel.hpp"
#include "panels/base/patterns.hpp"
#include "panels/lab/lab_state.hpp"

namespace panels {

class LabMap {
public:
    /// The selected storage as its trace is wound now; `changed` is underlined.
    void show(const Context& context, LabState& state, const ecs::lab::ByteRanges& changed);

    /// The line that holds it is brought into view in the next frame, when it is not there yet.
    void reveal(ecs::lab::Address byte) { revealed_ = byte; }

    /// Instead of selecting entities, a click tells which byte was meant.
    bool picks = false;
    /// The byte that was clicked in the last frame, while it picks.
    const std::optional<ecs::lab::Address>& clicked() const { return clicked_; }
    /// Bytes with a frame around them.
    ecs::lab::ByteRanges marked;

    /// Where the middle of a byte was drawn in the last frame, if it was: for tests.
    std::optional<ImVec2> place_of(ecs::lab::Address byte) const;
    /// Rows drawn in the last frame, of all: for tests.
    std::size_t drawn_rows() const { return drawn_rows_; }
    std::size_t all_rows() const { return all_rows_; }

private:
    void draw_line(const Context& context, LabState& state, const std::vector<ecs::lab::Span>& spans,
                   const ecs::lab::ByteRanges& changed, ecs::lab::Address line, ImVec2 low, float cell, float height);

    std::optional<ecs::lab::Address> clicked_, revealed_;
    std::vector<std::pair<ecs::lab::Address, ImVec2>> drawn_lines_;  // with their left upper corners
    ImVec2 cell_size_ = {0, 0};
    std::size_t drawn_rows_ = 0, all_rows_ = 0;
};

/// Whose value, id or index entry the span holds, by number in the scenario; none when nobody's.
std::optional<std::uint64_t> owner_of(const ecs::lab::ScenarioRun& run, const ecs::lab::Span& span);
/// A tooltip with what one of the span's bytes is, whose, and its value. It stands beside the area.
void describe_span(const Context& context, const ecs::lab::ScenarioRun& run, const ecs::lab::Span& span,
                   ecs::lab::Address byte, const Area& area);

}  // namespace panels
