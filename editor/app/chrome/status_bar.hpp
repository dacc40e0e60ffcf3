// The line at the bottom of the window: how large the world is, what the last message was, and what a frame costs.
#pragma once

#include <string>

#include "editor/app/chrome/toasts.hpp"
#include "panels/base/panel.hpp"
#include "panels/workspace/workbench.hpp"

namespace editor {

struct FrameCosts {
    double frame_secs = 0;  // CPU time from input to the buffers' swap, smoothed
    double ticks_per_sec = 0;
};

/// What panels may cost; the status bar shows when they do not keep it.
inline constexpr double panel_budget_us = 250, all_panels_budget_us = 1500;

class StatusBar {
public:
    /// `show_costs` is switched by a click on the costs.
    void draw(const panels::Context& context, const panels::Area& area, const panels::Workbench& workbench,
              const FrameCosts& costs, const Toasts& toasts, bool unsaved, bool& show_costs);

private:
    void draw_alerts(const panels::Context& context);
    void draw_world(const panels::Context& context, float right);
    void draw_message(const panels::Context& context, const Toasts& toasts, float right);
    float draw_right(const panels::Context& context, const panels::Workbench& workbench, const FrameCosts& costs,
                     bool unsaved, bool& show_costs);
};

/// The window of the View menu's "Cost": every panel with its share of the budget. `open` is cleared when it is closed.
void draw_costs(const panels::Style& style, const panels::Workbench& workbench, bool& open);

}  // namespace editor
