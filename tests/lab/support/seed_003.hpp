// What the tests of article 003 share: a lab storage with its arena, trace and three of its containers.
#pragma once

#include <memory>

#include "ecs/lab/memory/trace.hpp"
#include "ecs/lab/storages/packed_vector.hpp"
#include "lab/support/lab_types.hpp"

namespace seed_003 {

using namespace ecs::lab;
using lab_test::Health;
using lab_test::Position;
using lab_test::Velocity;
using packed_vector::CContainer;

struct Lab {
    Arena arena;
    Trace trace{arena};
    std::unique_ptr<Storage> made;
    PackedVectorStorage& storage;
    CContainer<Position> positions;
    CContainer<Velocity> velocities;
    CContainer<Health> healths;

    explicit Lab(Mode mode, const StorageOptions& options = {})
        : made(make_storage(StorageKind::PackedVector, mode, options, lab_test::types(), arena, &trace)),
          storage(static_cast<PackedVectorStorage&>(*made)),
          positions(storage),
          velocities(storage),
          healths(storage) {}

    template <class Act>
    Work work_of(const Act& act) {
        trace.begin_operation("measured");
        act();
        trace.end_operation();
        return trace.operations().back().work;
    }
};

inline constexpr Mode both_modes[]{Mode::Faithful, Mode::Repaired};

inline Position at_x(float x) { return {x, 0, 0}; }
inline Velocity by_x(float x) { return {x, 0, 0}; }

}  // namespace seed_003
