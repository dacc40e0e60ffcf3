#include <algorithm>
#include <array>

#include "editor/demo/bob.hpp"
#include "editor/demo/bullets.hpp"
#include "editor/demo/chase.hpp"
#include "editor/demo/fragments.hpp"
#include "editor/demo/increment.hpp"
#include "editor/demo/scene.hpp"
#include "editor/demo/stress.hpp"
#include "editor/demo/traffic.hpp"
#include "editor/demo/two_phase.hpp"

namespace editor {

std::span<const Scene> all_scenes() {
    static const std::array scenes{chase_scene(),   bob_scene(),       increment_scene(), two_phase_scene(),
                                   bullets_scene(), fragments_scene(), stress_scene(),    traffic_scene()};
    return scenes;
}

const Scene* find_scene(std::string_view name) {
    const auto scenes = all_scenes();
    const auto found = std::find_if(scenes.begin(), scenes.end(), [&](const Scene& each) { return each.name == name; });
    return found == scenes.end() ? nullptr : &*found;
}

}  // namespace editor
