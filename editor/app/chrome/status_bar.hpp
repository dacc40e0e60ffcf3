// The line at the bottom of the window: how large the world is, what the last message was, and what a frame costs.
#pragma once

#include <string>

#include "ecs/mirror/owner.hpp"
#include "editor/app/chrome/toasts.hpp"
#include "panels/base/panel.hpp"
#include "panels/workspace/workbench.hpp"

namespace editor {

struct FrameCosts {
    double frame_secs = 0;  // CPU time from input to the buffers' swap, smoothed
    double ticks_per_sec = 0;
};

/// What all panels together may cost; the status bar shows when they do not keep it. One by one: panels::PanelCosts.
inline constexpr double all_panels_budget_us = 1500;

class StatusBar {
public:
    /// A click on the costs shows the Cost panel. `served_at` is where other programs reach this world; empty: nowhere.
    void draw(const panels::Context& context, const panels::Area& area, const panels::Workbench& workbench,
              const FrameCosts& costs, const Toasts& toasts, bool unsaved, const std::string& served_at);

private:
    static void draw_served(const panels::Context& context, const std::string& served_at);
    static void draw_attached(const panels::Context& context);
    static void draw_worlds(const panels::Context& context, const ecs::OwnerWorlds& worlds);
    void draw_world(const panels::Context& context, float right);
    void draw_message(const panels::Context& context, const Toasts& toasts, float right);
    float draw_right(const panels::Context& context, const panels::Workbench& workbench, const FrameCosts& costs,
                     bool unsaved);
};

/// The line above the panels while the connection to an attached program is lost: the reason, and that it is tried again.
/// The panels keep the last state, in grey. `seen`: they have one.
void draw_lost_banner(const panels::Style& style, const panels::Area& area, bool seen, const std::string& why);

}  // namespace editor
