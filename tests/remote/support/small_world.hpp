// A world of four entities, with the types and values of the recorded messages in tests/data/brp:
//
//     1v1 Root ── 2v1 E0: Transform, Team   3v1 E1: Transform, Team, Health   4v1 E2: Transform, Team
#pragma once

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "ecs/edit/history.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "remote/brp/brp.hpp"

namespace test {

struct Transform {
    double x = 0, y = 0, z = 0, scale = 1;
};
struct DemoHealth {
    double value = 50, max = 100;
};
struct GameSettings {
    double gravity = 9.81;
    bool paused = false;
};

class SmallWorld {
public:
    SmallWorld() {
        ecs::Field translation;
        translation.name = "translation";
        translation.kind = ecs::FieldKind::Struct;
        translation.fields = {number("x"), number("y"), number("z")};
        ecs::lay_out(translation.fields);
        translation.element_size = 24;
        transform = add("demo::Transform", {translation, number("scale")});
        health = add("demo::Health", {number("value"), number("max")}, bytes_of(DemoHealth{}));
        team = add("demo::Team", {});
        ecs::Field hp, kind, link, label, bits, list, color;
        hp.name = "hp", hp.kind = ecs::FieldKind::I32, hp.min = 0, hp.max = 100;
        kind.name = "kind", kind.kind = ecs::FieldKind::Enum, kind.element_size = 1;
        kind.names = {{"Red", 0}, {"Green", 1}};
        link.name = "link", link.kind = ecs::FieldKind::Entity, link.element_size = 8;
        label.name = "label", label.kind = ecs::FieldKind::String, label.element_size = sizeof(std::string);
        bits.name = "bits", bits.kind = ecs::FieldKind::U64, bits.element_size = 8;
        list.name = "list", list.kind = ecs::FieldKind::I8, list.element_size = 1, list.count = 3;
        color.name = "color", color.kind = ecs::FieldKind::Color, color.element_size = 16;
        mixed = add("Mixed", {hp, kind, link, label, bits, list, color});

        root = world.create();
        world.add<ecs::Name>(root, {"Root"});
        const double ys[] = {0.05822636905261247, -0.8182771110644114, -0.9319854373314465};
        for (int i = 0; i < 3; ++i) {
            const ecs::Entity entity = world.create();
            world.add<ecs::Name>(entity, {"E" + std::to_string(i)});
            world.set_parent(entity, root);
            world.add(entity, team);
            world.add(entity, transform);
            set(entity, transform, Transform{static_cast<double>(i), ys[i], 0, 1});
            if (i != 1) continue;
            world.add(entity, health);
            set(entity, health, DemoHealth{});
            player = entity;
        }
    }

    /// Anybody may change it; each change is a step of the history.
    remote::ServedWorld served() {
        return {world, schedule,
                [this](std::string label, std::vector<ecs::Edit> edits) {
                    return remote::perform_step(history, std::move(label), std::move(edits));
                },
                "127.0.0.1:15702"};
    }
    remote::ServedWorld read_only() const { return {world, schedule, {}, "127.0.0.1:15702"}; }

    /// The result, or the error as an object.
    remote::Json ask(const char* method, remote::Json params = nullptr) {
        const remote::Json answer =
            remote::answer_calls({{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", std::move(params)}},
                                 [this](const remote::RpcCall& call) { return remote::answer_brp(served(), call); });
        return answer.contains("result") ? answer["result"] : answer["error"];
    }
    std::uint64_t hash() const { return ecs::state_hash(world); }

    ecs::World world;
    ecs::Schedule schedule;
    ecs::History history{world, schedule};
    ecs::ComponentId transform = 0, health = 0, team = 0, mixed = 0;
    ecs::Entity root, player;

private:
    template <class T>
    static std::vector<std::byte> bytes_of(const T& value) {
        std::vector<std::byte> bytes(sizeof value);
        std::memcpy(bytes.data(), &value, sizeof value);
        return bytes;
    }
    static ecs::Field number(const char* name) {
        ecs::Field field;
        field.name = name;
        field.kind = ecs::FieldKind::F64;
        field.element_size = 8;
        return field;
    }
    ecs::ComponentId add(const char* name, std::vector<ecs::Field> fields, std::vector<std::byte> start = {}) {
        ecs::ComponentType type;
        type.name = name;
        type.fields = std::move(fields);
        ecs::lay_out(type.fields);
        type.default_bytes = std::move(start);
        return *world.types().add_at_run_time(std::move(type));
    }
    template <class T>
    void set(ecs::Entity entity, ecs::ComponentId component, const T& value) {
        std::memcpy(world.get_mut(entity, component), &value, sizeof value);
    }
};

inline std::string recorded(const std::string& name) {
    std::ifstream file(std::string(TEST_DATA_DIR) + "/brp/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace test
