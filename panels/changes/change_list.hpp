// The ChangeList shows the journal: the last structural changes, each with what it did to which row, where it moved and
// what caused it. It follows the newest one until the person scrolls up, and can be held still while the world goes on.
#pragma once

#include "panels/changes/journal_rows.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

class ChangeList {
public:
    /// Fills the room that is left, its controls in the present line. `context` must have a journal.
    void draw(const Context& context);

    const JournalRows& rows() const { return rows_; }
    bool following() const { return follow_; }
    /// Changes since the newest was last in view.
    std::uint64_t new_changes() const { return new_changes_; }
    /// Gives the filter the keyboard.
    void focus_filter() { focus_filter_ = true; }

private:
    void draw_toolbar(const Context& context);
    void draw_kinds(const Style& style);
    void draw_rows(const Context& context, bool under_mouse);
    void draw_change(const Context& context, const ecs::StructuralChange& change);
    void draw_what(const Context& context, const ecs::StructuralChange& change);
    void draw_archetypes(const Context& context, const ecs::StructuralChange& change);
    void follow_newest(const Style& style, bool holds_still);

    JournalRows rows_;
    std::string text_;
    bool focus_filter_ = false;
    bool follow_ = true;
    bool over_rows_ = false;  // the mouse, under which nothing moves
    std::uint64_t seen_total_ = 0, new_changes_ = 0;
    float expected_scroll_ = 0;
};

}  // namespace panels
