// What the tests of article 001 share: a lab storage, the ids by themselves, and the documented sample.
#pragma once

#include <array>
#include <initializer_list>
#include <memory>
#include <optional>
#include <vector>

#include "catch.hpp"
#include "ecs/lab/memory/trace.hpp"
#include "ecs/lab/storages/sparse_vector.hpp"
#include "lab/support/lab_types.hpp"

namespace seed_001 {

using namespace ecs::lab;
using namespace ecs::lab::sparse;

struct Lab {
    Arena arena;
    std::optional<Trace> trace;
    std::unique_ptr<Storage> storage;

    explicit Lab(Mode mode, bool traced = false, const StorageOptions& options = {}) {
        if (traced) trace.emplace(arena);
        storage =
            make_storage(StorageKind::SparseVector, mode, options, lab_test::types(), arena, trace ? &*trace : nullptr);
    }
    Handle create(std::initializer_list<Value> values = {}) {
        return storage->create(std::vector<Value>(values)).handle;
    }
    float health_of(Handle entity) {
        lab_test::Health read{-1};
        storage->get(entity, lab_test::health, &read);
        return read.points;
    }
    std::uint64_t visits(std::initializer_list<TypeIndex> join) {
        std::uint64_t count = 0;
        const Outcome visited = storage->each(std::vector<TypeIndex>(join), [&](Row&) { ++count; });
        CHECK(visited.verdict == Verdict::Done);
        return count;
    }
};

struct Ids {
    Arena arena;
    PlainMemory memory{arena, nullptr};
    GenerationalVec ids;

    Ids(StorageOptions::FreeList order, bool checked)
        : ids(memory, memory.allocate(GenerationalVec::head_bytes, "head", BlockKind::Program), order, checked) {
        GenerationalVec::make_head(memory, first_address);
    }
};

struct Vector3 {
    float x = 0, y = 0, z = 0;
};
struct Position {
    Vector3 at;
};
struct Velocity {
    Vector3 by;
};
struct Tag {};

/// The documented sample: five entities with a position, three with a velocity as well.
struct Sample {
    World world;
    std::vector<GenerationalId> entities;

    explicit Sample(Mode mode)
        : world(World::builder(mode).register_component<Position>().register_component<Velocity>().build()) {
        for (int i = 0; i < 5; ++i) add(i);
        for (int i = 0; i < 3; ++i) {
            const float v = 0.1f * static_cast<float>(i);
            world.attach_component(add(i), Velocity{{v, v, v}});
        }
    }
    GenerationalId add(int i) {
        const auto f = static_cast<float>(i);
        entities.push_back(world.new_entity());
        world.attach_component(entities.back(), Position{{f, f + 1, f + 2}});
        return entities.back();
    }
    std::vector<std::array<float, 3>> positions() {
        std::vector<std::array<float, 3>> result;
        world.execute([&](SingleComponentExclusiveIter<Position> all) {
            for (const Position& p : all) result.push_back({p.at.x, p.at.y, p.at.z});
        });
        return result;
    }
};

inline constexpr Mode both_modes[]{Mode::Faithful, Mode::Repaired};

}  // namespace seed_001
