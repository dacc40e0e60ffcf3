// What the tools of the scene need in each frame: the link, and where its picture lies on the screen.
#pragma once

#include "panels/base/panel.hpp"
#include "panels/base/patterns.hpp"

namespace panels {

struct SceneView {
    const Context& context;
    SceneLink& link;
    Area picture;

    ImVec2 screen_of(ecs::Vec2 world) const {
        const ecs::Vec2 at = link.camera.picture_from_world(world, picture.width(), picture.height());
        return {picture.low.x + at.x, picture.low.y + at.y};
    }
    ecs::Vec2 world_of(ImVec2 screen) const {
        return link.camera.world_from_picture({screen.x - picture.low.x, screen.y - picture.low.y}, picture.width(),
                                              picture.height());
    }
    /// How many world units so many pixels of scale 1 are.
    float world_px(float px) const { return context.style.px(px) / link.camera.zoom; }
};

}  // namespace panels
