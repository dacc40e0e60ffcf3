// All six storages of the Storage Lab as maps beside each other, a row of pixels a cache line, with what is selected
// lit up in each: the same values, wherever each storage keeps them. A click on a value selects its entity, one on a
// line's margin the line.
#pragma once

#include <array>
#include <optional>

#include "panels/base/panel.hpp"
#include "panels/lab/lab_state.hpp"

namespace panels {

class LabSix {
public:
    void show(const Context& context, LabState& state);

    /// Where the middle of a byte was drawn in the last frame, if it was; and where its line's margin: for tests.
    std::optional<ImVec2> place_of(ecs::lab::StorageKind kind, ecs::lab::Address byte) const;
    std::optional<ImVec2> margin_of(ecs::lab::StorageKind kind, ecs::lab::Address line) const;
    /// Rows drawn in the last frame, of all storages: for tests.
    std::size_t drawn_rows() const { return drawn_rows_; }

private:
    struct DrawnLine {
        ecs::lab::StorageKind kind;
        ecs::lab::Address line;
        ImVec2 low;
        float cell;  // width of a byte
    };
    void show_storage(const Context& context, LabState& state, ecs::lab::StorageKind kind, ImVec2 size);
    void draw_line(const Context& context, LabState& state, ecs::lab::StorageKind kind, ecs::lab::Address line,
                   ImVec2 low, float cell);

    LabSelection followed_;       // the selection to which the maps were scrolled
    std::uint64_t revision_ = 0;  // and of which runs
    bool scrolls_ = false;
    std::vector<DrawnLine> drawn_lines_;
    std::size_t drawn_rows_ = 0;
};

/// The components of the scenario as small buttons in their colours: a click selects one in all six, another none.
void show_component_choice(const Context& context, LabState& state);
/// What is selected, with a cross that selects nothing; draws nothing when nothing is.
void show_selected(const Context& context, LabState& state);

}  // namespace panels
