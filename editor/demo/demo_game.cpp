#include "editor/demo/demo_game.hpp"

#include "editor/demo/components.hpp"
#include "editor/demo/system_table.hpp"

namespace editor {

// Each in the file of its name.
Scene chase_scene();
Scene bob_scene();
Scene increment_scene();
Scene two_phase_scene();
Scene bullets_scene();
Scene fragments_scene();
Scene stress_scene();
Scene traffic_scene();

namespace {

DrawRoles roles() {
    DrawRoles roles;
    roles[DrawRole::X] = "Position.x";
    roles[DrawRole::Y] = "Position.y";
    roles[DrawRole::Angle] = "Rotation.angle";
    roles[DrawRole::Scale] = "Scale.value";
    roles[DrawRole::Radius] = "Radius.value";
    roles[DrawRole::Shape] = "Shape.kind";
    roles[DrawRole::Color] = "Color.value";
    roles.default_radius = 4;
    roles.on_top = "PlayerInput";  // so that whoever catches the player does not hide it
    roles.range = "MoveTarget.range";
    roles.area_width = "Arena.width";
    roles.area_height = "Arena.height";
    roles.default_area = {800, 600};  // the window of the first scene
    roles.moved_along = {"Position3D.x", "Position3D.y"};
    return roles;
}

Game make_demo_game() {
    return {.name = "demo",
            .title = "the demo scenes",
            .register_types = register_components,
            .systems = demo_systems(),
            .scenes = {chase_scene(), bob_scene(), increment_scene(), two_phase_scene(), bullets_scene(),
                       fragments_scene(), stress_scene(), traffic_scene()},
            .draw = roles(),
            .keys = {},
            .selected_first = "Player"};
}

}  // namespace

const Game& demo_game() {
    static const Game game = make_demo_game();
    return game;
}

}  // namespace editor
