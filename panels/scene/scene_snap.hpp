// Snapping: what is dragged stops where it is in line with another shape, else at a line of the grid.
//
// SnapLines are the edges and middles of the shapes that stand in view, taken once when a gesture begins. The gesture
// asks for each axis by itself, so a thing can be in line with two others.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "ecs/base/entity.hpp"
#include "panels/base/scene_fields.hpp"

namespace panels {

/// What a person chose; world units and degrees.
struct SnapSteps {
    float grid = 10, angle = 15, factor = 0.1f;
};

/// A line that something snapped to: it goes through `at` on its axis, and belongs to `with`.
struct SnapGuide {
    float at = 0;
    ecs::Entity with;
    SceneBox box;  // of `with`
};

class SnapLines {
public:
    static constexpr std::size_t most_shapes = 2000;  // of more, a line stands everywhere anyway

    void clear();
    void add(ecs::Entity entity, const SceneBox& box);
    /// After the last add().
    void sort();
    std::size_t shape_count() const { return boxes_.size(); }

    struct Found {
        float by = 0;  // what has to be added to be in line
        SnapGuide guide;
    };
    /// The nearest line to one of these three places (an edge, the middle, the other edge) within `reach`.
    std::optional<Found> nearest_x(std::span<const float> places, float reach) const {
        return nearest(vertical_, places, reach);
    }
    std::optional<Found> nearest_y(std::span<const float> places, float reach) const {
        return nearest(horizontal_, places, reach);
    }

private:
    struct Line {
        float at = 0;
        std::size_t shape = 0;
    };
    std::optional<Found> nearest(const std::vector<Line>& lines, std::span<const float> places, float reach) const;

    struct Shape {
        ecs::Entity entity;
        SceneBox box;
    };
    std::vector<Shape> boxes_;
    std::vector<Line> vertical_, horizontal_;
};

/// The nearest multiple of `step`.
double to_step(double value, double step);

}  // namespace panels
