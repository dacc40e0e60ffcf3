// The Camera selects the part of the world that a picture of it shows. World units: x to the right, y down, as on the
// screen.
#pragma once

#include "ecs/types/field.hpp"

namespace panels {

struct Camera {
    float x = 400, y = 300;  // world point in the middle of the picture
    float zoom = 1;          // pixels of the picture per world unit

    /// Places in the picture are in pixels from its upper left corner, whose size is (width, height).
    ecs::Vec2 world_from_picture(ecs::Vec2 place, float width, float height) const {
        return {x + (place.x - width / 2) / zoom, y + (place.y - height / 2) / zoom};
    }
    ecs::Vec2 picture_from_world(ecs::Vec2 world, float width, float height) const {
        return {(world.x - x) * zoom + width / 2, (world.y - y) * zoom + height / 2};
    }
    friend bool operator==(const Camera&, const Camera&) = default;
};

}  // namespace panels
