// The part of the Inspector about systems: which of them read or write the entity, and of the others why they do not.
#pragma once

#include <string>
#include <vector>

#include "panels/base/panel.hpp"
#include "panels/why/system_match.hpp"

namespace panels {

class EntitySystems {
public:
    /// From the next draw() on the verdict about this system is shown; an empty name shows none.
    void explain(std::string system) {
        explained_ = std::move(system);
        scroll_ = true;
    }
    const std::string& explained() const { return explained_; }
    /// The entity must be alive.
    void draw(const Context& context, ecs::Entity entity);

private:
    void draw_user(const Context& context, const ecs::System& system, const ecs::Archetype& archetype);
    void draw_others(const Context& context, const ecs::Archetype& archetype);
    void draw_explained(const Context& context, ecs::Entity entity);

    std::string explained_;  // name of a system
    bool scroll_ = false;    // to the verdict, once
    bool all_ = false;       // of the links, where they are many
    std::vector<ecs::SystemAccess> uses_;
};

}  // namespace panels
