// A world of shapes in the Scene panel, as the editor would show it, without a GPU: discs that can be picked, framed,
// moved, turned and sized. World points are pixels from the picture's middle, which shows (400, 300).
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "panels/running/viewport_panel.hpp"
#include "panels/support/headless.hpp"

struct ShapesWorld {
    struct Place {
        float x = 0, y = 0;
    };
    struct Turn {
        float degrees = 0;
    };
    struct Size {
        float factor = 1;
    };
    struct Round {
        float radius = 10;
    };

    Harness harness{{800, 600}};
    panels::ViewportPanel panel;
    panels::SceneLink link;
    ecs::World& world = harness.world;
    std::vector<ecs::Entity> shapes;  // the last one on top

    ShapesWorld() {
        world.types().add<Place>("Position").field("x", &Place::x, {.unit = "u"}).field("y", &Place::y, {.unit = "u"});
        world.types().add<Turn>("Turn").field("degrees", &Turn::degrees);
        world.types().add<Size>("Size").field("factor", &Size::factor, {.min = 0.0, .max = 100.0});
        world.types().add<Round>("Round").field("radius", &Round::radius);
        const auto path = [&](const char* text) { return *ecs::find_field(world.types(), text); };
        link.fields.x = path("Position.x");
        link.fields.y = path("Position.y");
        link.fields.angle = path("Turn.degrees");
        link.fields.scale = path("Size.factor");
        link.fields.radius = path("Round.radius");
        link.fields.default_radius = 10;
        link.texture = 1;
        link.camera = {400, 300, 1};
        link.marks_selection = true;
        link.bounds = [this](ecs::Entity entity) { return bounds(entity); };
        link.box = [this](ecs::Entity entity) -> std::optional<panels::SceneBox> {
            const std::optional<ecs::Vec3> circle = bounds(entity);
            if (!circle) return std::nullopt;
            return panels::SceneBox{{circle->x - circle->z, circle->y - circle->z},
                                    {circle->x + circle->z, circle->y + circle->z}};
        };
        link.pick = [this](ecs::Vec2 at) {
            std::vector<ecs::Entity> found;
            for (auto shape = shapes.rbegin(); shape != shapes.rend(); ++shape) {
                const std::optional<ecs::Vec3> circle = bounds(*shape);
                const bool marked = link.marks.hides(world, *shape) || link.marks.locks(world, *shape);
                if (circle && !marked && std::hypot(at.x - circle->x, at.y - circle->y) <= circle->z)
                    found.push_back(*shape);
            }
            return found;
        };
        link.pick_inside = [this](std::span<const ecs::Vec2> corners) {
            std::vector<ecs::Entity> found;
            for (const ecs::Entity shape : shapes) {
                const std::optional<ecs::Vec3> circle = bounds(shape);
                if (circle && circle->x >= corners[0].x && circle->x <= corners[2].x && circle->y >= corners[0].y &&
                    circle->y <= corners[2].y)
                    found.push_back(shape);
            }
            return found;
        };
        harness.viewport = &link;
        for (const panels::KeyCommand& command : panel.commands()) harness.key_map.add(command, "Scene", "scene");
        harness.add(panel);
        harness.frames(3);
    }

    /// With all that the scene is drawn from.
    ecs::Entity add(const char* name, float x, float y, float radius = 10) {
        shapes.push_back(world.create(ecs::Name{name}, Place{x, y}, Turn{}, Size{}, Round{radius}));
        harness.frames(1);
        return shapes.back();
    }
    std::optional<ecs::Vec3> bounds(ecs::Entity entity) const {
        const Place* place = world.alive(entity) ? world.find<Place>(entity) : nullptr;
        if (place == nullptr) return std::nullopt;
        const Size* size = world.find<Size>(entity);
        const Round* round = world.find<Round>(entity);
        return ecs::Vec3{place->x, place->y, (round ? round->radius : 10) * (size ? size->factor : 1)};
    }
    Place place(ecs::Entity entity) const { return world.get<Place>(entity); }

    /// Where a world point is on the screen.
    ImVec2 at(float x, float y) const {
        const ecs::Vec2 in_picture =
            link.camera.picture_from_world({x, y}, panel.picture().width(), panel.picture().height());
        return {panel.picture().low.x + in_picture.x, panel.picture().low.y + in_picture.y};
    }
    /// Gives the scene the keyboard, without a change of the selection or a click on a shape.
    void focus() {
        panel.take_keyboard();
        harness.frames(2);
    }
    void choose(panels::Key key) {
        focus();
        harness.key(key);
        harness.frames(1);
    }
    /// Presses at one world point and moves to the other, and still holds the button.
    void hold_from(float x0, float y0, float x1, float y1) {
        harness.move_to(at(x0, y0));
        harness.press();
        for (int i = 1; i <= 4; ++i) {
            const float share = static_cast<float>(i) / 4;
            harness.move_to(at(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share));
        }
        harness.frame();
    }
    void drag(float x0, float y0, float x1, float y1) {
        hold_from(x0, y0, x1, y1);
        harness.release();
        harness.frames(2);
    }
    std::size_t steps() const { return harness.history.done(); }
};
