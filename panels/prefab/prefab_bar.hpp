// What shows that a prefab is open, and the list of all prefabs.
#pragma once

#include <cstdint>
#include <vector>

#include "panels/prefab/prefab_requests.hpp"

namespace panels {

/// "Editing prefab Turret · 5 instances [Back]" while a prefab is open; else nothing. Forgets a prefab that is gone.
void draw_prefab_bar(const Context& context);

/// The prefabs of the world above the list of entities: to select, place and open them. Nothing in a world without.
class PrefabSection {
public:
    void draw(const Context& context);

private:
    void look(const ecs::World& world);
    void draw_row(const Context& context, ecs::Entity prefab);

    const ecs::World* world_ = nullptr;
    std::uint64_t structure_ = ~std::uint64_t{0};
    std::vector<ecs::Entity> prefabs_;
};

}  // namespace panels
