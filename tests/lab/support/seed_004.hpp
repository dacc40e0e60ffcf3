// What the tests of article 004 share: shared objects with names, and a lab storage that can count what it lists.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "ecs/lab/memory/trace.hpp"
#include "ecs/lab/storages/shared_object_game.hpp"
#include "lab/support/lab_types.hpp"

namespace seed_004 {

using namespace ecs::lab;
using namespace ecs::lab::shared;

struct Named : ShareableImpl {
    explicit Named(std::string text) : name(std::move(text)) {}
    std::string name;
};
using Items = Slice<Named>;

inline Items items_of(std::initializer_list<const char*> names) {
    Items items;
    for (const char* name : names) items.append(std::make_shared<Named>(name));
    return items;
}
inline std::string names_of(const Items& items) {
    std::string names;
    for (const auto& item : items) names += (names.empty() ? "" : " ") + item->name;
    return names;
}

/// The lab storage with three containers in use.
struct Lab {
    Arena arena;
    std::optional<Trace> trace;
    std::unique_ptr<Storage> storage;

    explicit Lab(Mode mode, bool traced = false, bool pooled = false) {
        if (traced) trace.emplace(arena);
        StorageOptions options;
        options.pool_objects = pooled;
        storage =
            make_storage(StorageKind::SharedObject, mode, options, lab_test::types(), arena, trace ? &*trace : nullptr);
    }
    Handle create(float health) {
        const lab_test::Health value{health};
        const Value values[]{{lab_test::health, &value}};
        return storage->create(values).handle;
    }
    /// Position and velocity: the article's drawable and updatable.
    Handle create_moving(float x) {
        const lab_test::Position p{x, 0, 0};
        const lab_test::Velocity v{1, 0, 0};
        const Value values[]{{lab_test::position, &p}, {lab_test::velocity, &v}};
        return storage->create(values).handle;
    }
    std::vector<Handle> visit(std::initializer_list<TypeIndex> join) {
        std::vector<Handle> seen;
        CHECK(storage->each(std::vector<TypeIndex>(join), [&](Row& row) { seen.push_back(row.entity()); }).verdict ==
              Verdict::Done);
        return seen;
    }
    /// Addresses in use in the container of a type.
    std::uint64_t listed(TypeIndex type) const { return count(Role::Pointer, type); }
    /// Addresses behind the end of the container.
    std::uint64_t behind_end(TypeIndex type) const { return count(Role::Hole, type, true); }
    std::uint64_t count(Role role, TypeIndex type, bool with_slot = false) const {
        std::uint64_t result = 0;
        storage->describe([&](const Span& span) {
            result +=
                span.role == role && span.type == static_cast<std::int32_t>(type) && (!with_slot || span.slot >= 0);
        });
        return result;
    }
    std::uint64_t objects() const {
        std::uint64_t result = 0;
        storage->describe([&](const Span& span) { result += span.role == Role::Header && span.handle != 0; });
        return result;
    }
    Work work_of(const std::function<void()>& act) {
        trace->begin_operation("one");
        act();
        return trace->operations().back().work;
    }
};

inline constexpr Mode both_modes[]{Mode::Faithful, Mode::Repaired};

}  // namespace seed_004
