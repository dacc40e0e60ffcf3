// A world with one entity, and a history of what is done to it.
#pragma once

#include <string>

#include "catch.hpp"
#include "ecs/edit/history.hpp"
#include "ecs/support/test_types.hpp"

namespace test {

struct HistoryDesk {
    ecs::World world;
    ecs::Schedule schedule;
    ecs::History history{world, schedule};

    HistoryDesk() {
        register_types(world);
        REQUIRE(schedule.add({.name = "Spin", .run = [](ecs::SystemContext&) {}}));
        hero = world.create(ecs::Name{"Hero"}, Health{0}, Position{1, 2});
    }

    ecs::Edit health_edit(ecs::Entity entity, int hp) {
        const ecs::ComponentType& type = world.types()[world.id<Health>()];
        return ecs::SetComponent{entity, ecs::Value::of(type, Health{hp}), {0}};
    }
    std::string set_health(int hp) { return history.perform({"Set hp of Hero", {health_edit(hero, hp)}}); }
    std::string move_x(float x) {
        const ecs::ComponentType& type = world.types()[world.id<Position>()];
        return history.perform({"Set x", {ecs::SetComponent{hero, ecs::Value::of(type, Position{x, 0}), {0}}}});
    }
    std::string create(const char* name) {
        ecs::EntityRecord record;
        record.values.push_back(ecs::Value::of(world.types()[world.name_id()], ecs::Name{name}));
        ecs::CreateEntities edit;
        edit.entities.push_back(std::move(record));
        return history.perform({std::string("Create ") + name, {std::move(edit)}});
    }
    std::string destroy(ecs::Entity entity) {
        return history.perform({"Destroy " + ecs::to_string(entity), {ecs::DestroyEntity{entity}}});
    }
    void undo() { REQUIRE(history.undo().empty()); }
    void redo() { REQUIRE(history.redo().empty()); }
    int hp() const { return world.get<Health>(hero).hp; }

    ecs::Entity hero;
};

}  // namespace test
