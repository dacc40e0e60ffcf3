// A world of a few named entities in the Entities panel.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "panels/entities/entities_panel.hpp"
#include "panels/support/headless.hpp"

using Entities = std::vector<ecs::Entity>;
using Labels = std::vector<std::string>;

struct Frozen {};

/// Ship with the turret below it, Rock and an entity without a name.
struct EntitiesScene {
    Harness harness{{320, 560}};
    panels::EntitiesPanel panel;
    ecs::World& world = harness.world;
    ecs::Entity ship, turret, rock, nameless;

    EntitiesScene() {
        world.types().add<Frozen>("game::Frozen");
        ship = world.create(ecs::Name{"Ship"});
        turret = world.create(ecs::Name{"Turret"}, ecs::Parent{ship});
        rock = world.create(ecs::Name{"Rock"}, Frozen{});
        nameless = world.create();
        harness.add(panel);
        harness.frames(3);
    }

    ImVec2 arrow_of(std::string_view name) const {
        const DrawnText text = harness.need(name);
        return {text.low.x - 8, text.middle().y};
    }
    /// Clicks the row and so gives the list the keyboard.
    void select(std::string_view name) { harness.click_text(name); }
};
