// Shapes that freeze and thaw in turn, so that rows move between archetypes all the time, for the Moves panel.
#include "ecs/base/language.hpp"
#include "editor/game/scene.hpp"

namespace editor {

Scene stress_scene();  // stress.cpp

Scene traffic_scene() {
    Scene scene = stress_scene();
    scene.name = "traffic";
    scene.description =
        ecs::tr_later("Shapes that freeze and thaw by turns: a tag that comes and goes moves rows all the time");
    scene.default_count = 1'000;
    scene.systems = {"Freeze", "Thaw", "Movement", "Bounce", "Spin"};
    return scene;
}

}  // namespace editor
