// The Step panel: what the system that was stepped last changed, exactly, and what its commands did; and steps forward
// and back, one system at a time. The steps live in the Debugger of the program.
#pragma once

#include <cstddef>

#include "panels/base/panel.hpp"
#include "panels/stops/debugger.hpp"

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
    void draw_step(const Context& context, const ecs::SystemStep& step);
    void draw_views(const Context& context, const ecs::SystemStep& step);
    void draw_changes(const Context& context, const ecs::SystemStep& step);
    void draw_commands(const Context& context, const ecs::SystemStep& step);
    void draw_command(const Context& context, std::size_t number, const ecs::StructuralChange& change);
    void draw_change(const Context& context, const ecs::SystemStep& step, const ecs::DiffEntry& entry);

    bool shows_commands_ = false;
    std::size_t rows_drawn_ = 0;
};

/// "Movement changed 812 fields of 406 entities, created 3"; "Movement changed nothing".
std::string headline_of(const ecs::SystemStep& step);

}  // namespace panels
