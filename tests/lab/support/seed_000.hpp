// What the tests of article 000 share: a lab storage with its arena and trace, and the types of the article's example.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "catch.hpp"
#include "ecs/lab/memory/trace.hpp"
#include "ecs/lab/storages/hash_index.hpp"
#include "lab/support/lab_types.hpp"

namespace seed_000 {

using namespace ecs::lab;

struct Name {
    char text[12] = {};
    friend bool operator==(const Name&, const Name&) = default;
};

/// The types of the article's example, and two of the same name.
namespace game {
struct Position {
    float x = 0, y = 0, z = 0;
    friend bool operator==(const Position&, const Position&) = default;
};
}  // namespace game
namespace ui {
struct Position {
    std::int32_t column = 0, row = 0;
    friend bool operator==(const Position&, const Position&) = default;
};
struct Rectangle {
    double values[6] = {};
};
}  // namespace ui
namespace far_away {
using Position = ui::Rectangle;
}

inline std::span<const ecs::ComponentType* const> named_types() {
    struct Types {
        ecs::TypeRegistry registry;
        std::vector<const ecs::ComponentType*> list;
        Types() {
            registry.add<lab_test::Position>("Position");
            registry.add<Name>("Name");
            registry.add<game::Position>("game.Position");
            registry.add<ui::Position>("ui.Position");
            registry.add<far_away::Position>("far_away.Position");
            for (const char* name : {"Position", "Name", "game.Position", "ui.Position", "far_away.Position"})
                list.push_back(registry.find(name));
        }
    };
    static const Types types;
    return types.list;
}
inline constexpr TypeIndex game_position = 2, ui_position = 3, far_position = 4;

struct Lab {
    Arena arena;
    Trace trace{arena};
    std::unique_ptr<Storage> made;
    HashIndexStorage& storage;

    explicit Lab(Mode mode, std::span<const ecs::ComponentType* const> types = lab_test::types(),
                 const StorageOptions& options = {})
        : made(make_storage(StorageKind::HashIndex, mode, options, types, arena, &trace)),
          storage(static_cast<HashIndexStorage&>(*made)) {}

    Handle make() { return storage.create({}).handle; }
    template <class T>
    Outcome add(Handle entity, TypeIndex type, const T& value) {
        return storage.add(entity, {type, &value});
    }
    template <class T>
    T get(Handle entity, TypeIndex type) {
        T value;
        REQUIRE(storage.get(entity, type, &value));
        return value;
    }
    template <class Act>
    Work work_of(const Act& act) {
        trace.begin_operation("measured");
        act();
        trace.end_operation();
        return trace.operations().back().work;
    }
};

inline constexpr Mode both_modes[]{Mode::Faithful, Mode::Repaired};

}  // namespace seed_000
