// Patterns say what state something is in, so that it is never told by colour alone: padding is hatched, what is not
// used is dotted, what was freed is crossed out, what changed is underlined, what is selected is outlined.
//
// The lines of a pattern lie on one grid for the whole screen, so that neighbouring areas join. Each call draws a
// limited number of shapes however large the area is, and nothing where the area is too small to show it.
#pragma once

#include <cstdint>
#include <vector>

#include <imgui.h>

namespace panels {

/// The corners of an area of the screen.
struct Area {
    ImVec2 low, high;

    float width() const { return high.x - low.x; }
    float height() const { return high.y - low.y; }
    ImVec2 middle() const { return {(low.x + high.x) / 2, (low.y + high.y) / 2}; }
    bool contains(ImVec2 point) const {
        return point.x >= low.x && point.x < high.x && point.y >= low.y && point.y < high.y;
    }
};

/// What both areas cover; its width or height is 0 or less where they do not meet.
Area common_area(const Area& a, const Area& b);
/// The part of the window that is drawn at all.
Area visible_area(const ImDrawList& list);

/// Most shapes that one call of a pattern draws.
inline constexpr int pattern_shapes_max = 600;

void hatch(ImDrawList& list, const Area& area, ImU32 color, float gap);
void dots(ImDrawList& list, const Area& area, ImU32 color, float gap);
void cross_out(ImDrawList& list, const Area& area, ImU32 color, float thickness = 1);
void underline(ImDrawList& list, const Area& area, ImU32 color, float thickness = 1);
/// Just inside of the area.
void outline(ImDrawList& list, const Area& area, ImU32 color, float thickness = 1);

/// Filled areas that are collected first and then written at once, which is what makes thousands of them cheap.
class AreaBatch {
public:
    void add(const Area& area, ImU32 color) { areas_.push_back({area, color}); }
    std::size_t size() const { return areas_.size(); }
    /// Writes them to the list and forgets them.
    void draw(ImDrawList& list);

private:
    struct Colored {
        Area area;
        ImU32 color;
    };
    std::vector<Colored> areas_;
};

}  // namespace panels
