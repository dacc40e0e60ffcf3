// What a person hid or locked in the scene. What is hidden is neither drawn nor picked; what is locked is drawn, but
// the mouse does not pick it and no tool moves it. Both apply to all below it, too.
//
// Hiding does not change the world: it adds no component, moves no row, is not a step of the history
// and nothing that a prefab could differ in. The program keeps it for each file, as it keeps where the camera stood.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ecs/base/entity.hpp"
#include "ecs/world/world.hpp"

namespace panels {

class SceneMarks {
public:
    /// Marked itself, whatever is above it.
    bool hidden(ecs::Entity entity) const { return has(hidden_, entity); }
    bool locked(ecs::Entity entity) const { return has(locked_, entity); }
    void set_hidden(std::span<const ecs::Entity> entities, bool hidden) { set(hidden_, entities, hidden); }
    void set_locked(std::span<const ecs::Entity> entities, bool locked) { set(locked_, entities, locked); }
    void show_all();
    void unlock_all();
    /// Another world came.
    void forget();

    /// Marked, or below one that is.
    bool hides(const ecs::World& world, ecs::Entity entity) const { return marks(hidden_, world, entity); }
    bool locks(const ecs::World& world, ecs::Entity entity) const { return marks(locked_, world, entity); }

    /// In the order of their ids. They may be gone.
    std::span<const ecs::Entity> all_hidden() const { return hidden_; }
    std::span<const ecs::Entity> all_locked() const { return locked_; }
    /// Grows with every change.
    std::uint64_t revision() const { return revision_; }

private:
    static bool has(const std::vector<ecs::Entity>& marked, ecs::Entity entity);
    static bool marks(const std::vector<ecs::Entity>& marked, const ecs::World& world, ecs::Entity entity);
    void set(std::vector<ecs::Entity>& marked, std::span<const ecs::Entity> entities, bool on);

    std::vector<ecs::Entity> hidden_, locked_;  // sorted
    std::uint64_t revision_ = 0;
};

}  // namespace panels
