// A flecs world with its mirror and a history, for tests: some components with reflection data, some without, tags,
// pairs, and a program that changes things at random.
#pragma once

#include <chunkscope/flecs.hpp>
#include <map>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/edit/history.hpp"

namespace flecs_test {

using chunkscope::flecs::field;
using test::contains;

struct Position {
    float x = 0, y = 0;
};
struct Health {
    std::int16_t hp = 10;  // two bytes of padding follow
    std::int32_t max = 10;
};
struct Frozen {};
struct Likes {};
struct Owes {
    std::int32_t gold = 0;
};
struct Chase {
    ecs_entity_t target = 0;
};
struct Apart {  // kept in a sparse set
    double depth = 0;
};
struct Note {  // without reflection data
    std::string text;
};
struct Chest {  // without reflection data, and nobody describes it
    std::vector<int> coins;
};
struct Bytes {  // without reflection data, and no more than its bytes
    std::int32_t a = 1, b = 2;
};
/// What a value of Label is in C: made by flecs' reflection alone.
struct RawLabel {
    char* text;
};

class Desk {
public:
    explicit Desk(chunkscope::flecs::Options options = {})
        : attached((describe(world), chunkscope::flecs::attach(world, options))), history(attached.world(), schedule) {
        label = world.lookup("Label").id();
        attached.component<Note>("Note", field("text", &Note::text));
        attached.follow(history);
        attached.show_systems(schedule);
        attached.update();
    }
    ~Desk() { attached.mirror().unfollow(); }

    flecs::world world;
    ecs_entity_t label = 0;
    chunkscope::flecs::Attached attached;
    ecs::Schedule schedule;
    ecs::History history;

    ecs::World& seen() { return attached.world(); }
    bool has_type(const std::string& name) { return seen().types().find(name) != nullptr; }
    ecs::ComponentId id(const std::string& name) {
        const ecs::ComponentType* const type = seen().types().find(name);
        INFO(name);
        REQUIRE(type != nullptr);
        return type->id;
    }
    template <class T>
    const T* value_of(ecs_entity_t entity, const std::string& name) {
        return static_cast<const T*>(seen().get(attached.handle(entity), id(name)));
    }
    template <class T>
    ecs::Value value(const std::string& name, const T& content) {
        ecs::Value made(seen().types()[id(name)]);
        *static_cast<T*>(made.data()) = content;
        return made;
    }
    std::string perform(ecs::Edit edit) {
        history.seal();
        return history.perform({"Step", {std::move(edit)}});
    }
    /// Null when flecs has no such value.
    template <class T>
    const T* get(ecs_entity_t entity, ecs_entity_t target = 0) {
        const ecs_id_t component = world.component<T>().id();
        return static_cast<const T*>(ecs_get_id(world, entity, target == 0 ? component : ecs_pair(component, target)));
    }
    void set_label(ecs_entity_t entity, const std::string& text) {
        RawLabel raw{const_cast<char*>(text.c_str())};
        ecs_set_id(world, entity, label, sizeof raw, &raw);
    }
    std::string label_of(ecs_entity_t entity) {
        const auto* const raw = static_cast<const RawLabel*>(ecs_get_id(world, entity, label));
        return raw == nullptr || raw->text == nullptr ? "" : raw->text;
    }

private:
    static void describe(flecs::world& world) {
        // Named, so that there is no entity for the namespace.
        world.component<Frozen>("Frozen");
        world.component<Likes>("Likes");
        world.component<Note>("Note");
        world.component<Chest>("Chest");
        world.component<Bytes>("Bytes");
        world.component<Position>("Position").member<float>("x").member<float>("y");
        world.component<Health>("Health").member<std::int16_t>("hp").member<std::int32_t>("max");
        world.component<Owes>("Owes").member<std::int32_t>("gold");
        world.component<Chase>("Chase").member(flecs::Entity, "target");
        world.component<Apart>("Apart").member<double>("depth").add(flecs::Sparse);
        ecs_entity_desc_t named = {};
        named.name = "Label";
        ecs_struct_desc_t desc = {};
        desc.entity = ecs_entity_init(world, &named);
        desc.members[0].name = "text";
        desc.members[0].type = ecs_id(ecs_string_t);
        ecs_struct_init(world, &desc);
    }
};

}  // namespace flecs_test
