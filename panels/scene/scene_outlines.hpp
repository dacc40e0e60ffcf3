// Outlines of shapes, lines and labels that tools draw over the picture of the scene.
#pragma once

#include <string_view>
#include <vector>

#include <imgui.h>

#include "panels/base/patterns.hpp"
#include "panels/base/style.hpp"

namespace panels {

/// The corners of a shape (0 a circle, 1 a square, 2 a triangle, 3 a diamond) as the scene draws it. Degrees,
/// clockwise.
std::vector<ImVec2> outline_of(int shape, ImVec2 middle, float radius_px, double angle);
/// A line of dashes, 3 px each. Draws a limited number of them however long it is. `way` is how far a longer line has
/// come, of which this is a part; it grows.
void dashed_line(ImDrawList& list, ImVec2 from, ImVec2 to, ImU32 color, float scale, float* way = nullptr);
void dashed_outline(ImDrawList& list, const std::vector<ImVec2>& corners, ImU32 color, float scale);
/// A small card beside a place, moved so that it lies within `within`: words, and quiet ones behind them.
void draw_label(ImDrawList& list, const Style& style, ImVec2 beside, const Area& within, std::string_view words,
                std::string_view quiet = {});

}  // namespace panels
