// The plots of the Plot panel as a figure, and how its axes are written.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "figures/drawing/drawing.hpp"
#include "panels/watch/watches.hpp"

namespace panels {

struct PlotToDraw {
    std::vector<const Pin*> series;
    bool own_axes = false;  // each curve fills the height
};

/// One below the other, with ticks from `first` to `last`.
figures::Drawing draw_plots(const ecs::World& world, std::span<const PlotToDraw> plots, double first, double last);

bool all_whole(std::span<const Pin* const> series);
/// A value on the upright axis.
std::string axis_text(double number, bool whole);

}  // namespace panels
