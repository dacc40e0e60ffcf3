// A Session is one world that is open: the world, its systems, where they came from and what was done to it since.
// Loading makes a new Session; the old one is untouched until the new one is whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ecs/schedule.hpp"
#include "ecs/world.hpp"
#include "editor/history.hpp"
#include "editor/scene.hpp"
#include "editor/systems.hpp"

namespace editor {

/// What a view of the scene shows; kept in world files. World units, pixels a unit.
struct CameraState {
    float x = 400, y = 300, zoom = 1;
    friend bool operator==(const CameraState&, const CameraState&) = default;
};

class Session {
public:
    /// An empty world that knows all components and has no systems.
    Session();
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// A scene, fresh. `count` of nothing is the scene's own default.
    static std::unique_ptr<Session> from_scene(const Scene& scene, std::optional<std::size_t> count = {},
                                               std::uint64_t seed = 1);

    ecs::World world;
    ecs::Schedule schedule;
    History history{world, schedule};
    InputState input;

    const Scene* scene = nullptr;  // whose systems run; null: a file without a scene
    std::string unknown_scene;     // name that the file gave and no scene has; kept for the next save
    std::vector<std::pair<std::string, bool>> unknown_systems;  // the same for systems; whether they were enabled
    std::uint64_t seed = 1;
    CameraState camera;
    std::filesystem::path file;         // where it was loaded from or saved to; empty: never
    std::vector<std::string> warnings;  // of loading: what was migrated or kept without being understood

    /// How many threads ticks run on, 0 for one a core, which is what a session starts with. What they come to does
    /// not depend on it.
    void use_threads(std::size_t count);
    /// Runs one tick.
    void tick() { schedule.tick(world); }
    /// `tick N hash H`, N in decimal, H as 16 hex digits: the hash of the world and of the random source.
    std::string hash_line() const;

private:
    std::unique_ptr<ecs::JobPool> pool_;  // starts its threads when there is enough to do for them
};

}  // namespace editor
