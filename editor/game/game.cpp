#include "editor/game/game.hpp"

#include <algorithm>

namespace editor {

const Scene* Game::find_scene(std::string_view scene) const {
    const auto found =
        std::find_if(scenes.begin(), scenes.end(), [&](const Scene& each) { return each.name == scene; });
    return found == scenes.end() ? nullptr : &*found;
}

std::vector<std::string> Game::scene_names() const {
    std::vector<std::string> names;
    for (const Scene& scene : scenes) names.push_back(scene.name);
    return names;
}

std::vector<std::string> Game::system_names() const {
    std::vector<std::string> names;
    if (!keys.empty()) names.emplace_back(held_keys_system);
    for (const GameSystem& system : systems) names.push_back(system.name);
    return names;
}

std::optional<ecs::SystemDescription> Game::make_system(std::string_view system, const ecs::World& world,
                                                        const HeldKeys& held) const {
    if (system == held_keys_system && !keys.empty()) return make_held_keys_system(keys, world, held);
    const auto found =
        std::find_if(systems.begin(), systems.end(), [&](const GameSystem& each) { return each.name == system; });
    if (found == systems.end()) return std::nullopt;
    ecs::SystemDescription description = found->make(world, held);
    description.name = found->name;
    return description;
}

bool Game::add_system(std::string_view system, const ecs::World& world, ecs::Schedule& schedule,
                      const HeldKeys& held) const {
    std::optional<ecs::SystemDescription> description = make_system(system, world, held);
    return description && schedule.add(std::move(*description));
}

const Game& no_game() {
    static const Game game{.name = "no game"};
    return game;
}

}  // namespace editor
