// Patterns show a state without relying on colour: padding is hatched, unused bytes are dotted, freed ones crossed
// out, changed ones underlined, selected ones outlined.
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

/// The intersection of both areas; its width or height is 0 or less where they do not meet.
Area common_area(const Area& a, const Area& b);
/// The part of the window that is drawn.
Area visible_area(const ImDrawList& list);

/// Maximum number of shapes that one call of a pattern draws.
inline constexpr int pattern_shapes_max = 600;

void hatch(ImDrawList& list, const Area& area, ImU32 color, float gap, float thickness = 1);
void dots(ImDrawList& list, const Area& area, ImU32 color, float gap);
void cross_out(ImDrawList& list, const Area& area, ImU32 color, float thickness = 1);
/// A grid of small crosses, `gap` apart.
void crosses(ImDrawList& list, const Area& area, ImU32 color, float gap, float thickness = 1);
/// The dark stripes over the tone of a component from the 17th on: 2 px of 4, at 45 degrees.
void stripes(ImDrawList& list, const Area& area, float scale);
void underline(ImDrawList& list, const Area& area, ImU32 color, float thickness = 1);
/// Draws just inside of the area.
void outline(ImDrawList& list, const Area& area, ImU32 color, float thickness = 1);

/// Collects filled areas and writes them at once, so that thousands of them are cheap.
class AreaBatch {
public:
    void add(const Area& area, ImU32 color) { areas_.push_back({area, color}); }
    std::size_t size() const { return areas_.size(); }
    /// Writes the areas to the list and empties the batch.
    void draw(ImDrawList& list);

private:
    struct Colored {
        Area area;
        ImU32 color;
    };
    std::vector<Colored> areas_;
};

}  // namespace panels
