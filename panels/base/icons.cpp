#include "panels/base/icons.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <vector>

#include "panels/base/imgui_compat.hpp"

namespace panels {

namespace {

// As SVG writes paths, in a box of 16 x 16: M, L, H, V, C, A and Z; small letters are relative moves. `F` fills what
// follows up to `;`; `circle x,y r` is a circle.
// clang-format off
constexpr std::array<std::string_view, icon_count> icon_paths{
    "F M5 3v10l8-5z",  // Play: transport: play
    "F M4 3h3v10H4zM9 3h3v10H9z",  // Pause: transport: pause
    "F M4 3v10l6-5z; M12 3.5v9",  // Step: one tick on, one system on
    "F M12 3v10L6 8z; M4 3.5v9",  // Back: one tick back
    "circle 7,7 r 4; M10 10l3.5 3.5",  // Search: filter, palette
    "M8 3v10M3 8h10",  // Plus: create, add
    "M4.5 4.5l7 7M11.5 4.5l-7 7",  // Close: take out, close
    "M6 4l4 4-4 4",  // Folded: folded
    "M4 6l4 4 4-4",  // Unfolded: unfolded, drop-down
    "M1.5 8C3 5 5.5 3.5 8 3.5C10.5 3.5 13 5 14.5 8C13 11 10.5 12.5 8 12.5C5.5 12.5 3 11 1.5 8z; circle 8,8 r 2",  // Eye: visible, overlays
    "M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 015 0v2.5",  // Lock: locked
    "circle 8,8 r 5.5; M8 5v3l2 1.5",  // Clock: who wrote this
    "circle 8,8 r 2; M8 2v2.5M8 11.5V14M2 8h2.5M11.5 8H14M3.8 3.8l1.7 1.7M10.5 10.5l1.7 1.7M12.2 3.8l-1.7 1.7M5.5 10.5l-1.7 1.7",  // System: system
    "M2.5 7.5v-5h5l6 6-5 5z; F circle 5.3,5.3 r 1",  // Tag: tag component
    "M6 3H3v10h10v-3M8.5 2.5h5v5M13 3L7 9",  // Reference: reference, go to
    "circle 8,8 r 4.5",  // Circle: entity drawn as a circle, entity without a shape
    "M4 4h8v8H4z",  // Square: entity drawn as a square
    "M8 3.5l5 9H3z",  // Triangle: entity drawn as a triangle
    "M8 3l5 5-5 5-5-5z",  // Diamond: entity drawn as a diamond
    "M8 2l5.5 3v6L8 14l-5.5-3V5zM2.5 5L8 8l5.5-3M8 8v6",  // Prefab: prefab, instance
    "M4 2.5l8.5 6-4 .8L6.5 13z",  // Select: tool: select; also “you” in a history of a value
    "M8 2v12M2 8h12M6 4l2-2 2 2M6 12l2 2 2-2M4 6L2 8l2 2M12 6l2 2-2 2",  // Move: tool: move
    "M13 8a5 5 0 11-1.6-3.7M13 2.5v3h-3",  // Rotate: tool: rotate
    "M3 9v4h4M13 7V3H9M3 13L13 3",  // Scale: tool: scale
    "M13.5 2.5l-6 6 1.5 1.5 5-6zM6.5 9.5c-2 0-2 2.5-4 3.5 2.5 1 5.5.5 5.5-2z",  // Paint: tool: paint
    "F M5 3h2v2H5zM9 3h2v2H9zM5 7h2v2H5zM9 7h2v2H9zM5 11h2v2H5zM9 11h2v2H9z",  // Grip: can be dragged
    "M6 3.5L3 6.5l3 3M3 6.5h6a3.5 3.5 0 010 7H6",  // Undo: undo
    "M10 3.5l3 3-3 3M13 6.5H7a3.5 3.5 0 000 7h3",  // Redo: redo
    "M8 2.5L14.5 13.5h-13zM8 6.5v3.5; F circle 8,11.8 r .9",  // Warning: finding, warning
    "circle 8,8 r 5.5; M8 5v3.5; F circle 8,10.8 r .9",  // Error: error
    "M3.5 8.5l3 3 6-7",  // Check: checked, right
    "F circle 4,8 r 1.2; F circle 8,8 r 1.2; F circle 12,8 r 1.2",  // More: menu of a panel or a row
    "M6 2.5h4M7 2.5v4L4.5 9h7L9 6.5v-4M8 9v5",  // Pin: pin, watch
    "M3.5 4v3.5H7M3.8 7.2A4.7 4.7 0 118 12.8",  // Revert: revert to the prefab
    "M4 3v5a4 4 0 008 0V3M4 5.5h2.5V3H4M9.5 5.5H12V3H9.5V8a1.5 1.5 0 01-3 0V5.5",  // Snap: snapping
    "M3 6V3h3M13 10v3h-3M13 6V3h-3M3 10v3h3",  // Maximize: fill the window and back
    "M2.5 4h11v8h-11zM2.5 8h11M6 4v8M10 4v8",  // Bytes: chunks, memory
    "M3 3.5h10M3 8h6M3 12.5h4; M10 10.5l2 2 2.5-3",  // Rule: rule
    "M3 8h10",  // Minus: (spare) minus
    "M8 4C6.500 3 4.500 2.800 2.500 3v9.500c2-.2 4 0 5.500 1 1.500-1 3.500-1.200 5.500-1V3c-2-.2-4 0-5.500 1zM8 4v9.500",  // Book: lessons
    "M6 11.500C6 9.500 4 9 4 6.500a4 4 0 018 0c0 2.500-2 3-2 5zM6.500 14h3",  // Hint: hint
    "F M4 4h8v8H4z",  // Stop: transport: stop
    "M1.5 7C3 9.5 5.300 10.800 8 10.800C10.700 10.800 13 9.500 14.500 7M3.500 9.500L2.300 11.500M8 10.800V13M12.500 9.500l1.200 2",  // Hidden: hidden in the scene
};
// clang-format on

constexpr float box_side = 16, stroke = 1.5f;

struct IconStroke {
    std::vector<ImVec2> points;
    bool closed = false, filled = false;
};

class IconReader {
public:
    explicit IconReader(std::string_view text) : rest_(text) {}

    std::vector<IconStroke> read() {
        while (skip()) {
            const char letter = rest_.front();
            if (letter == ';' || letter == 'F') {
                end_stroke(false);
                filled_ = letter == 'F';
                rest_.remove_prefix(1);
            } else if (rest_.substr(0, 6) == "circle") {
                rest_.remove_prefix(6);
                read_circle();
            } else if ((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z')) {
                rest_.remove_prefix(1);
                if (letter == 'Z' || letter == 'z') {
                    const ImVec2 start = points_.empty() ? at_ : points_.front();
                    end_stroke(true);
                    at_ = start;
                } else {
                    command_ = letter;
                    step();
                }
            } else {
                step();  // more numbers for the same command
            }
        }
        end_stroke(false);
        return std::move(strokes_);
    }

private:
    bool skip() {
        while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == ',')) rest_.remove_prefix(1);
        return !rest_.empty();
    }

    float number() {
        skip();
        float value = 0;
        const auto read = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
        rest_.remove_prefix(read.ptr == rest_.data() ? 1 : static_cast<std::size_t>(read.ptr - rest_.data()));
        return value;
    }
    /// A flag of an arc is one digit, and the next number may follow at once.
    bool flag() {
        skip();
        const bool on = rest_.front() == '1';
        rest_.remove_prefix(1);
        return on;
    }
    ImVec2 point(bool relative) {
        const float x = number(), y = number();
        return relative ? ImVec2{at_.x + x, at_.y + y} : ImVec2{x, y};
    }

    void go(ImVec2 to) {
        if (points_.empty()) points_.push_back(at_);
        points_.push_back(to);
        at_ = to;
    }

    void step() {
        const bool relative = command_ >= 'a';
        switch (command_) {
            case 'M':
            case 'm':
                end_stroke(false);
                at_ = point(relative);
                command_ = relative ? 'l' : 'L';
                break;
            case 'L':
            case 'l':
                go(point(relative));
                break;
            case 'H':
            case 'h': {
                const float x = number();
                go({relative ? at_.x + x : x, at_.y});
                break;
            }
            case 'V':
            case 'v': {
                const float y = number();
                go({at_.x, relative ? at_.y + y : y});
                break;
            }
            case 'C':
            case 'c': {
                const ImVec2 from = at_, first = point(relative), second = point(relative), to = point(relative);
                constexpr int pieces = 8;
                for (int i = 1; i <= pieces; ++i) {
                    const float t = static_cast<float>(i) / pieces, u = 1 - t;
                    const float a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t;
                    go({a * from.x + b * first.x + c * second.x + d * to.x,
                        a * from.y + b * first.y + c * second.y + d * to.y});
                }
                break;
            }
            case 'A':
            case 'a': {
                const float radius = number();
                number();  // all arcs are of circles
                number();
                const bool large = flag(), sweep = flag();
                arc(radius, large, sweep, point(relative));
                break;
            }
            default:
                number();
        }
    }

    // From the end points to the centre: SVG 2, appendix B.2.4, for circles.
    void arc(float radius, bool large, bool sweep, ImVec2 to) {
        const ImVec2 from = at_, half{(from.x - to.x) / 2, (from.y - to.y) / 2};
        const float distance = half.x * half.x + half.y * half.y;
        radius = std::max(radius, std::sqrt(distance));
        const float factor = std::sqrt(std::max(radius * radius - distance, 0.0f) / std::max(distance, 1e-6f)) *
                             (large == sweep ? -1.0f : 1.0f);
        const ImVec2 centre{factor * half.y + (from.x + to.x) / 2, -factor * half.x + (from.y + to.y) / 2};
        constexpr float turn = 2 * std::numbers::pi_v<float>;
        const float start = std::atan2(from.y - centre.y, from.x - centre.x);
        float angle = std::atan2(to.y - centre.y, to.x - centre.x) - start;
        if (sweep && angle < 0) angle += turn;
        if (!sweep && angle > 0) angle -= turn;
        constexpr int pieces = 12;
        for (int i = 1; i <= pieces; ++i) {
            const float now = start + angle * static_cast<float>(i) / pieces;
            go({centre.x + radius * std::cos(now), centre.y + radius * std::sin(now)});
        }
    }

    void read_circle() {
        const ImVec2 centre = {number(), number()};
        skip();
        if (!rest_.empty() && rest_.front() == 'r') rest_.remove_prefix(1);
        const float radius = number();
        end_stroke(false);
        constexpr int pieces = 24;
        for (int i = 0; i < pieces; ++i) {
            const float angle = 2 * std::numbers::pi_v<float> * static_cast<float>(i) / pieces;
            points_.push_back({centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)});
        }
        end_stroke(true);
    }

    void end_stroke(bool closed) {
        if (points_.size() > 1) strokes_.push_back({std::move(points_), closed, filled_});
        points_.clear();
    }

    std::string_view rest_;
    std::vector<IconStroke> strokes_;
    std::vector<ImVec2> points_;
    ImVec2 at_;
    char command_ = 'M';
    bool filled_ = false;
};

const std::vector<IconStroke>& strokes_of(Icon icon) {
    static const std::array<std::vector<IconStroke>, icon_count> all = [] {
        std::array<std::vector<IconStroke>, icon_count> read;
        for (std::size_t i = 0; i < read.size(); ++i) read[i] = IconReader(icon_paths[i]).read();
        return read;
    }();
    return all[static_cast<std::size_t>(icon)];
}

}  // namespace

void draw_icon(ImDrawList& list, Icon icon, ImVec2 low, float size, ImU32 color) {
    const float unit = size / box_side;
    std::array<ImVec2, 64> points;
    for (const IconStroke& each : strokes_of(icon)) {
        const std::size_t count = std::min(each.points.size(), points.size());
        for (std::size_t i = 0; i < count; ++i)
            points[i] = {low.x + each.points[i].x * unit, low.y + each.points[i].y * unit};
        if (each.filled)
            list.AddConvexPolyFilled(points.data(), static_cast<int>(count), color);
        else
            compat::add_polyline(list, points.data(), static_cast<int>(count), color, each.closed, stroke * unit);
    }
}

}  // namespace panels
