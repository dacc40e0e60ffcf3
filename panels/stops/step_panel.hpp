// The Step panel: what the system that was stepped last changed, exactly; and steps forward and back, one system at a
// time. The steps live in the Stops of the program.
#pragma once

#include <cstddef>

#include "panels/base/panel.hpp"
#include "panels/stops/stops.hpp"

namespace panels {

class StepPanel : public Panel {
public:
    StepPanel()
        : Panel("step", tr_later("Step"), DockPlace::Bottom,
                tr_later("One system at a time, and exactly what each changed")) {}

    std::size_t rows_drawn() const { return rows_drawn_; }

protected:
    void draw(const Context& context) override;

private:
    void draw_buttons(const Context& context);
    void draw_changes(const Context& context, const ecs::SystemStep& step);
    void draw_change(const Context& context, const ecs::SystemStep& step, const ecs::DiffEntry& entry);

    std::size_t rows_drawn_ = 0;
};

/// "+3 entities, 812 fields"; "nothing".
std::string summary_of(const ecs::SystemStep& step);

}  // namespace panels
