#include "editor/demo/traffic.hpp"

#include "ecs/base/language.hpp"
#include "editor/demo/stress.hpp"

namespace editor {

namespace {}  // namespace

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
