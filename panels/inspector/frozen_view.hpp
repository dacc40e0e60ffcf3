// The part of the Inspector that freezes values and shows them beside the live ones, as a table.
#pragma once

#include "panels/base/panel.hpp"
#include "panels/inspector/frozen_rows.hpp"

namespace panels {

class FrozenView {
public:
    /// Before the world goes, or another comes.
    void forget();
    /// Whether the table stands in place of the fields.
    bool open() const { return open_; }
    /// The line with the buttons that freeze what is selected.
    void draw_buttons(const Context& context);
    /// The table, in the remaining room.
    void draw(const Context& context);
    const FrozenValues& values() const { return frozen_; }

private:
    void draw_toolbar(const Context& context);
    void draw_row(const Context& context, const FrozenRows::Row& row);
    void draw_values(const Context& context, const FrozenRows::Row& row);

    FrozenValues frozen_;
    FrozenRows rows_;
    FrozenChoice choice_ = FrozenChoice::All;
    bool open_ = false;
};

}  // namespace panels
