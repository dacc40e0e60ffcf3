// The Camera selects the part of the world that a view shows. World units: x to the right, y down, as on the screen.
#pragma once

#include "ecs/types/field.hpp"

namespace panels {

struct Camera {
    float x = 400, y = 300;  // world point in the middle of the view
    float zoom = 1;          // view pixels per world unit

    /// View positions are in pixels from the upper left corner of the view, whose size is (width, height).
    ecs::Vec2 world_from_view(ecs::Vec2 view, float width, float height) const {
        return {x + (view.x - width / 2) / zoom, y + (view.y - height / 2) / zoom};
    }
    ecs::Vec2 view_from_world(ecs::Vec2 world, float width, float height) const {
        return {(world.x - x) * zoom + width / 2, (world.y - y) * zoom + height / 2};
    }
    friend bool operator==(const Camera&, const Camera&) = default;
};

}  // namespace panels
