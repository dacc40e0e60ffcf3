// The paths for types that no C++ type stands behind: components by id, values as bytes. The entities have a Place and
// a Motion of three floats, registered at run time; the floor is that of the typed rows.
#include <array>
#include <cstring>
#include <memory>
#include <optional>

#include "ecs/world/query.hpp"
#include "rows.hpp"
#include "sides.hpp"

namespace bench {

namespace {

ecs::ComponentId register_vector(ecs::TypeRegistry& types, const char* name, std::array<float, 3> value = {}) {
    ecs::ComponentType type;
    type.name = name;
    for (const char* axis : {"x", "y", "z"}) {
        type.fields.emplace_back();
        type.fields.back().name = axis;
        type.fields.back().kind = ecs::FieldKind::F32;
    }
    ecs::lay_out(type.fields);
    const auto* bytes = reinterpret_cast<const std::byte*>(value.data());
    type.default_bytes.assign(bytes, bytes + sizeof value);
    return *types.add_at_run_time(std::move(type));
}

void add_vector(Digest& digest, const void* value) {
    if (!value) return;
    std::array<float, 3> vector{};
    std::memcpy(vector.data(), value, sizeof vector);
    for (const float number : vector) digest.add(number);
}

struct UntypedSide {
    explicit UntypedSide(std::size_t count) : n(count), handles(count) { reset(); }

    void reset() {
        moving.reset();
        world.reset();
        give_back_freed_memory();
        world = std::make_unique<ecs::World>();
        place = register_vector(world->types(), "Place");
        motion = register_vector(world->types(), "Motion", {Velocity{}.x, Velocity{}.y, Velocity{}.z});
        push = register_vector(world->types(), "Push", {Acceleration{}.x, Acceleration{}.y, Acceleration{}.z});
        world->reserve(n);
        moving.emplace(*world, std::vector<ecs::QueryTerm>{{place, ecs::Presence::With, ecs::Access::Write},
                                                           {motion, ecs::Presence::With, ecs::Access::Read}});
    }
    /// Default values, or those that the typed rows start with.
    void fill_with_defaults() {
        const std::array components{place, motion};
        for (ecs::Entity& entity : handles) entity = world->create_with(components);
    }
    void fill() {
        fill_with_defaults();
        for (std::size_t i = 0; i < n; ++i) {
            const Position position = position_of(i);
            const Velocity velocity = velocity_of(i);
            std::memcpy(world->get_mut(handles[i], place), &position, sizeof position);
            std::memcpy(world->get_mut(handles[i], motion), &velocity, sizeof velocity);
        }
    }
    void add() {
        for (const ecs::Entity entity : handles) world->add(entity, push);
    }
    void remove() {
        for (const ecs::Entity entity : handles) world->remove(entity, push);
    }

    std::uint64_t digest() const {
        Digest digest;
        digest.add(world->entity_count());
        for (const ecs::Entity entity : handles)
            for (const ecs::ComponentId component : {place, motion, push})
                add_vector(digest, world->get(entity, component));
        return digest.value();
    }

    std::size_t n;
    std::vector<ecs::Entity> handles;
    std::unique_ptr<ecs::World> world;
    std::optional<ecs::Query> moving;
    ecs::ComponentId place = ecs::no_component, motion = ecs::no_component, push = ecs::no_component;
};

}  // namespace

/// A column at a time: its bytes are floats, one after another.
Comparison iterate_untyped(std::size_t n) {
    Comparison comparison = iterate(n);
    const auto ecs = std::make_shared<UntypedSide>(n);
    ecs->fill();
    comparison.ecs.run = [ecs, passes = static_cast<std::size_t>(comparison.operations) / n] {
        for (std::size_t pass = 0; pass < passes; ++pass)
            ecs->moving->each_chunk(*ecs->world, [](const ecs::ChunkRows& rows) {
                auto* place = static_cast<float*>(rows.column_mut(0));
                const auto* motion = static_cast<const float*>(rows.column(1));
                const std::size_t floats = rows.size() * 3;
                for (std::size_t i = 0; i < floats; ++i) place[i] += motion[i] * dt_secs;
            });
    };
    comparison.ecs.digest = [ecs] { return ecs->digest(); };
    return comparison;
}

/// Both sides create with default values.
Comparison create_untyped(std::size_t n) {
    Comparison comparison = create(n);
    const auto ecs = std::make_shared<UntypedSide>(n);
    const auto floor = std::make_shared<FloorSide>(n);
    comparison.ecs = {[ecs] { ecs->reset(); }, [ecs] { ecs->fill_with_defaults(); }, [ecs] { return ecs->digest(); }};
    comparison.floor.prepare = [floor] { floor->reset(); };
    comparison.floor.run = [floor] {
        for (FloorHandle& id : floor->handles) id = floor->floor->create(Position{}, Velocity{});
    };
    comparison.floor.digest = [floor] { return floor->digest(); };
    return comparison;
}

Comparison add_untyped(std::size_t n) {
    Comparison comparison = add(n);
    const auto ecs = std::make_shared<UntypedSide>(n);
    const auto floor = std::make_shared<FloorSide>(n, n);
    const auto add_to_floor = [floor] {
        for (const FloorHandle id : floor->handles) floor->floor->add(id, Acceleration{});
    };
    ecs->fill();
    ecs->add();
    floor->fill();
    add_to_floor();
    comparison.ecs = {[ecs] { ecs->remove(); }, [ecs] { ecs->add(); }, [ecs] { return ecs->digest(); }};
    comparison.floor.prepare = [floor] {
        for (const FloorHandle id : floor->handles) floor->floor->remove(id);
    };
    comparison.floor.run = add_to_floor;
    comparison.floor.digest = [floor] { return floor->digest(); };
    return comparison;
}

Comparison get_untyped(std::size_t n) {
    Comparison comparison = get(n);
    const auto ecs = std::make_shared<UntypedSide>(n);
    const auto sum = std::make_shared<Position>();
    ecs->fill();
    std::vector<ecs::Entity> order;
    for (const std::uint32_t i : shuffled(n)) order.push_back(ecs->handles[i]);
    comparison.ecs.run = [ecs, sum, order, passes = static_cast<std::size_t>(comparison.operations) / n] {
        Position total;
        for (std::size_t pass = 0; pass < passes; ++pass)
            for (const ecs::Entity entity : order) {
                const auto* place = static_cast<const float*>(ecs->world->get(entity, ecs->place));
                total = {total.x + place[0], total.y + place[1], total.z + place[2]};
            }
        *sum = total;
    };
    comparison.ecs.digest = [sum] {
        Digest digest;
        digest.add_xyz(*sum);
        return digest.value();
    };
    return comparison;
}

}  // namespace bench
