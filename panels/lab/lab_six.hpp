// LabSix shows all six storages as maps beside each other, a row of pixels for each cache line. What is selected is lit
// up in each map, wherever that storage keeps it; what the mouse is over is outlined in each. A click on a value
// selects its entity; a click on the margin of a line selects the line.
#pragma once

#include <array>
#include <optional>

#include "panels/base/panel.hpp"
#include "panels/lab/lab_view.hpp"

namespace panels {

class LabSix : public LabView {
public:
    LabSix();
    void show(const Context& context, LabState& state) override;

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
        bool whole;  // not cut off by the edge of the map
    };
    void find_pointed(LabState& state) const;
    void show_storage(const Context& context, LabState& state, ecs::lab::StorageKind kind, ImVec2 size);
    void draw_line(const Context& context, LabState& state, ecs::lab::StorageKind kind, ecs::lab::Address line,
                   ImVec2 low, float cell);

    LabSelection followed_;       // the selection to which the maps were scrolled
    std::uint64_t revision_ = 0;  // and of which runs
    bool scrolls_ = false;
    std::vector<DrawnLine> drawn_lines_;
    std::size_t drawn_rows_ = 0;
    float line_high_ = 0;
};

/// The components of the scenario as small buttons in their colours. A click selects one in all six storages; a second
/// click takes that back.
void show_component_choice(const Context& context, LabState& state);
/// Marks the component of the mouse in the panels of a world that has the same one, and the other way round.
void link_pointed_component(const Context& context, LabState& state);
/// What is selected, with a cross that clears the selection. Draws nothing when nothing is selected.
void show_selected(const Context& context, LabState& state);

}  // namespace panels
