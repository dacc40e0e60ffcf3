// The bytes of one lab storage in the order of their addresses: a row is a cache line of 64 bytes, and only rows in
// view are drawn. Colour is the component, pattern the role; what the last step wrote is underlined, and the values of
// the selected entity are outlined. Everything is the ledger's word, and the bytes are read from the arena.
#pragma once

#include <optional>
#include <vector>

#include "panels/lab_state.hpp"
#include "panels/panel.hpp"

namespace panels {

class LabMap {
public:
    /// `spans` by address. `changed` may be null: ranges [first, second) that were written.
    using Ranges = std::vector<std::pair<ecs::lab::Address, ecs::lab::Address>>;
    void show(const Context& context, LabState& state, const std::vector<ecs::lab::Span>& spans, const Ranges& changed);

    /// Instead of selecting entities, a click tells which byte was meant.
    bool picks = false;
    /// The byte that was clicked in the last frame, while it picks.
    const std::optional<ecs::lab::Address>& clicked() const { return clicked_; }
    /// Bytes with a frame around them.
    Ranges marked;

    /// Where the middle of a byte was drawn in the last frame, if it was: for tests.
    std::optional<ImVec2> place_of(ecs::lab::Address byte) const;
    /// Rows drawn in the last frame, of all: for tests.
    std::size_t drawn_rows() const { return drawn_rows_; }
    std::size_t all_rows() const { return rows_.size(); }

private:
    struct MapRow {
        ecs::lab::Address line = 0;  // 0: the heading of a block
        const ecs::lab::Block* block = nullptr;
    };
    void lay_out(const ecs::lab::Arena& arena);
    void draw_line(const Context& context, LabState& state, const std::vector<ecs::lab::Span>& spans,
                   const Ranges& changed, ecs::lab::Address line, ImVec2 low, float cell, float height);

    std::vector<MapRow> rows_;
    std::optional<ecs::lab::Address> clicked_;
    std::vector<std::pair<ecs::lab::Address, ImVec2>> drawn_lines_;  // with their left upper corners
    ImVec2 cell_size_ = {0, 0};
    std::size_t drawn_rows_ = 0;
};

/// The ranges that a trace's events [begin, end) wrote, by address, joined where they touch.
LabMap::Ranges written_ranges(const ecs::lab::Trace& trace, std::size_t begin, std::size_t end);

}  // namespace panels
