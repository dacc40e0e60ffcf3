// A Game is what the editor knows about somebody's program: component types, systems by name, scenes, which fields are
// drawn, and which fields the held keys write. The editor itself knows no component and no system: the demo scenes are
// a Game like any other (editor/demo/demo_game.hpp).
//
//     Game ── types, systems, scenes ──► Session ── World, Schedule ──► panels
//        └─── draw ────────────────────► picture of the scene, picking
//
// A Game is a value. Sessions point into it, so it outlives them and does not change meanwhile.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/schedule/schedule.hpp"
#include "ecs/world/world.hpp"
#include "editor/game/draw_roles.hpp"
#include "editor/game/held_keys.hpp"
#include "editor/game/scene.hpp"

namespace editor {

struct GameSystem {
    std::string name;
    /// What it does in this world, which has all types. `keys` outlives the system; it says which keys are held during
    /// a tick. The description's own name is not used.
    std::function<ecs::SystemDescription(const ecs::World& world, const HeldKeys& keys)> make;
};

struct Game {
    std::string name;        // short: of two types that share a name, the Game's is called "Position (name)"
    std::string title = {};  // as sentences name it: "the demo scenes"; empty: the name
    /// Registers the component types, always in the same order. May be empty.
    std::function<void(ecs::TypeRegistry& types)> register_types = {};
    std::vector<GameSystem> systems = {};
    std::vector<Scene> scenes = {};  // the first one is the default
    DrawRoles draw = {};
    /// What held keys write, see KeyField. If there are any, scenes start with a system `held_keys_system`.
    std::vector<KeyField> keys = {};
    /// The component whose first entity is selected when a world opens, such as "Player". Empty: the first entity.
    std::string selected_first = {};
    /// What keeps its functions in memory, if they come from a library that may go (GameLibrary sets it).
    std::weak_ptr<const void> code = {};

    const std::string& title_or_name() const { return title.empty() ? name : title; }
    /// Null when no scene has that name.
    const Scene* find_scene(std::string_view scene) const;
    std::vector<std::string> scene_names() const;
    /// In the order of `systems`; `held_keys_system` is the first one if there are `keys`.
    std::vector<std::string> system_names() const;
    /// The system of that name for this world; nothing when there is none. `held` must outlive it.
    std::optional<ecs::SystemDescription> make_system(std::string_view system, const ecs::World& world,
                                                      const HeldKeys& held) const;
    /// Adds a system to the end of the schedule. False when there is no system of that name.
    bool add_system(std::string_view system, const ecs::World& world, ecs::Schedule& schedule,
                    const HeldKeys& held) const;
};

/// Nothing but its name: worlds are shown, but no system runs. For files that need no program.
const Game& no_game();

}  // namespace editor
