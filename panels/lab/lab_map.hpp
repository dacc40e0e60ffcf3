// LabMap shows the bytes of one lab storage in the order of their addresses. A row is a cache line of 64 bytes; only
// rows in view are drawn. The colour tells the component, the pattern the role. What the last step wrote is underlined,
// and the values of the selected entity are outlined, as are those of the entity that the mouse is over. What a byte is
// for comes from the ledger, its value from the arena.
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

    /// While this is true, a click picks a byte and selects no entity.
    bool picks = false;
    /// The byte that was picked in the last frame.
    const std::optional<ecs::lab::Address>& clicked() const { return clicked_; }
    /// Bytes with a frame around them.
    ecs::lab::ByteRanges marked;

    /// Where the middle of a byte was drawn in the last frame, if it was: for tests.
    std::optional<ImVec2> place_of(ecs::lab::Address byte) const;
    /// Rows drawn in the last frame, of all: for tests.
    std::size_t drawn_rows() const { return drawn_rows_; }
    std::size_t all_rows() const { return all_rows_; }

private:
    void find_pointed(LabState& state, const std::vector<ecs::lab::Span>& spans) const;
    void draw_line(const Context& context, LabState& state, const std::vector<ecs::lab::Span>& spans,
                   const ecs::lab::ByteRanges& changed, ecs::lab::Address line, ImVec2 low, float cell, float height);

    std::optional<ecs::lab::Address> clicked_, revealed_;
    std::vector<std::pair<ecs::lab::Address, ImVec2>> drawn_lines_;  // with their left upper corners
    ImVec2 cell_size_ = {0, 0};
    std::size_t drawn_rows_ = 0, all_rows_ = 0;
};

/// The number of the entity whose value, id or index entry the span holds; none when it holds nobody's.
std::optional<std::uint64_t> owner_of(const ecs::lab::ScenarioRun& run, const ecs::lab::Span& span);
/// The entity whose it is, and the component, of the byte; nothing when it is nobody's.
LabSelection pointed_of(const ecs::lab::ScenarioRun& run, const std::vector<ecs::lab::Span>& spans,
                        ecs::lab::Address byte);
/// A tooltip beside the area, about one byte of the span: what it is for, whose it is, and its value.
void describe_span(const Context& context, const ecs::lab::ScenarioRun& run, const ecs::lab::Span& span,
                   ecs::lab::Address byte, const Area& area);

}  // namespace panels
