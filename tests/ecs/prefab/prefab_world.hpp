// What the tests of prefabs share: a world with prefabs, and steps that are done as a program does them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ecs/edit/history.hpp"
#include "ecs/prefab/override_edits.hpp"
#include "ecs/prefab/prefab_edits.hpp"
#include "ecs/snapshot/state_hash.hpp"

namespace prefab_world {

struct Place {
    float x = 0, y = 0;
};
struct Life {
    std::int32_t hp = 10, max = 10;
};
struct Aim {
    ecs::Entity target;
    std::int32_t range = 5;
};
struct Note {
    std::string text;
};
struct Hot {};

struct PrefabWorld {
    ecs::World world;
    ecs::Schedule schedule;
    ecs::History history{world, schedule};
    ecs::Placing placing;

    PrefabWorld() {
        world.types().add<Place>("Position").field("x", &Place::x).field("y", &Place::y);
        world.types().add<Life>("Life").field("hp", &Life::hp).field("max", &Life::max);
        world.types().add<Aim>("Aim").field("target", &Aim::target).field("range", &Aim::range);
        world.types().add<Note>("Note").field("text", &Note::text);
        world.types().add<Hot>("Hot");
        (void)ecs::register_prefab_types(world.types());
        placing = ecs::default_placing(world.types());
    }

    ecs::Prefabs prefabs() const { return ecs::Prefabs(world); }
    template <class T>
    ecs::Value value(T object) const {
        return ecs::Value::of(world.types()[world.id<T>()], std::move(object));
    }

    /// Does the edits as one step, with what they mean for instances. Returns why that failed.
    std::string perform(std::vector<ecs::Edit> edits) {
        ecs::Result<std::vector<ecs::Edit>> all = ecs::with_instances(world, std::move(edits), placing);
        if (!all) return all.error();
        history.seal();
        return history.perform({"Step", std::move(*all)});
    }
    std::string perform(ecs::Edit edit) {
        std::vector<ecs::Edit> edits;
        edits.push_back(std::move(edit));
        return perform(std::move(edits));
    }
    std::string perform(ecs::Result<std::vector<ecs::Edit>> edits) {
        return edits ? perform(std::move(*edits)) : edits.error();
    }

    /// A turret with a gun and a barrel below that; the gun aims at the barrel.
    ecs::Entity turret() {
        const ecs::Entity root = world.create(ecs::Name{"Turret"}, Place{100, 50}, Life{});
        const ecs::Entity gun = world.create(ecs::Name{"Gun"}, ecs::Parent{root}, Place{110, 50}, Life{}, Aim{});
        const ecs::Entity barrel = world.create(ecs::Name{"Barrel"}, ecs::Parent{gun}, Place{120, 50}, Note{"cold"});
        world.get_mut<Aim>(gun).target = barrel;
        return root;
    }
    /// Makes a prefab of it and returns that.
    ecs::Entity prefab_from(ecs::Entity root) {
        if (!perform(ecs::make_prefab(world, root)).empty()) return ecs::null_entity;
        return prefabs().source_of(root);
    }
    ecs::Entity place(ecs::Entity prefab, ecs::PrefabPlace where = {}) {
        ecs::Result<ecs::Edit> edit = ecs::place_prefab(world, prefab, where, placing);
        if (!edit || !perform(std::move(*edit)).empty()) return ecs::null_entity;
        for (const ecs::Edit& done : history.steps()[history.done() - 1].edits)
            if (const auto* destroy = std::get_if<ecs::DestroyEntities>(&done)) return destroy->entities.front();
        return ecs::null_entity;
    }
    ecs::Entity child(ecs::Entity parent, std::string_view name) const {
        for (const ecs::Entity each : world.children(parent))
            if (world.name(each) == name) return each;
        return ecs::null_entity;
    }
    void set_hp(ecs::Entity entity, std::int32_t hp) {
        Life life = world.get<Life>(entity);
        life.hp = hp;
        (void)perform(ecs::SetComponent{entity, value(life), {0}});
    }
    std::int32_t hp(ecs::Entity entity) const { return world.get<Life>(entity).hp; }

    std::vector<ecs::Override> overrides(ecs::Entity instance) const {
        return ecs::overrides(world, instance, placing);
    }
    std::vector<std::string> words(ecs::Entity instance) const {
        std::vector<std::string> result;
        for (const ecs::Override& each : overrides(instance)) result.push_back(ecs::describe(world, each));
        return result;
    }
    std::vector<ecs::Entity> entities() const {
        std::vector<ecs::Entity> all;
        for (std::size_t slot = 0; slot < world.slot_count(); ++slot)
            if (const ecs::Entity entity = world.entity_at_slot(slot)) all.push_back(entity);
        return all;
    }
};

}  // namespace prefab_world
