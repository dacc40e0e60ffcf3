// The grids of patterns, the same in every back-end. Private to this library.
#pragma once

namespace figures {

inline constexpr double pattern_gap = 6;       // from line to line; along x for the hatch
inline constexpr double pattern_stroke = 1.4;  // width of a line
inline constexpr double dot_radius = 0.9, cross_radius = 1.8;

}  // namespace figures
