// The two sides of most rows: n entities with Position and Velocity, made one by one, and the handles in the order of
// creation. Each starts again from nothing with reset().
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "comparison.hpp"
#include "ecs/world/view.hpp"
#include "ecs/world/world.hpp"
#include "floor.hpp"
#include "meter.hpp"

namespace bench {

using Moving = ecs::View<Position, const Velocity>;

struct EcsSide {
    explicit EcsSide(std::size_t count) : n(count), handles(count) { reset(); }

    /// A fresh, empty world, with room for n ids unless it shall find out itself.
    void reset(bool reserve = true) {
        moving.reset();
        world.reset();
        give_back_freed_memory();
        world = std::make_unique<ecs::World>();
        register_components(world->types());
        if (reserve) world->reserve(n);
        moving.emplace(*world);
    }
    void fill() {
        for (std::size_t i = 0; i < n; ++i) handles[i] = world->create(position_of(i), velocity_of(i));
    }
    void reset_and_fill() {
        reset();
        fill();
    }

    void add() {
        for (std::size_t i = 0; i < n; ++i) world->add(handles[i], acceleration_of(i));
    }
    void remove() {
        for (const ecs::Entity entity : handles) world->remove<Acceleration>(entity);
    }
    void integrate_all() {
        moving->each_chunk(
            *world, [](std::span<const ecs::Entity>, std::span<Position> position, std::span<const Velocity> velocity) {
                integrate(position.data(), velocity.data(), position.size());
            });
    }

    /// Values of all that are alive, in the order of `handles`.
    std::uint64_t digest() const {
        Digest digest;
        digest.add(world->entity_count());
        for (const ecs::Entity entity : handles) {
            if (!world->alive(entity)) continue;
            digest.add_xyz(world->get<Position>(entity));
            digest.add_xyz(world->get<Velocity>(entity));
            if (const auto* acceleration = world->find<Acceleration>(entity)) digest.add_xyz(*acceleration);
        }
        return digest.value();
    }

    std::size_t n;
    std::vector<ecs::Entity> handles;
    std::unique_ptr<ecs::World> world;
    std::optional<Moving> moving;
};

struct FloorSide {
    explicit FloorSide(std::size_t count, std::size_t accelerated = 0)
        : n(count), accelerated_capacity(accelerated), handles(count) {
        reset();
    }

    void reset() {
        floor.reset();
        give_back_freed_memory();
        floor.emplace(n, accelerated_capacity);
    }
    void fill() {
        for (std::size_t i = 0; i < n; ++i) handles[i] = floor->create(position_of(i), velocity_of(i));
    }
    void reset_and_fill() {
        reset();
        fill();
    }

    void add() {
        for (std::size_t i = 0; i < n; ++i) floor->add(handles[i], acceleration_of(i));
    }
    void remove() {
        for (const FloorHandle id : handles) floor->remove(id);
    }
    void integrate_all() {
        MovingTable& table = floor->moving();
        integrate(table.position.data(), table.velocity.data(), table.rows);
    }

    std::uint64_t digest() {
        AcceleratedTable& accelerated = floor->accelerated();
        MovingTable& table = accelerated.rows != 0 ? accelerated : floor->moving();
        Digest digest;
        digest.add(std::uint64_t{table.rows});
        for (const FloorHandle id : handles) {
            if (!floor->alive(id)) continue;
            const std::uint32_t row = floor->row(id);
            digest.add_xyz(table.position[row]);
            digest.add_xyz(table.velocity[row]);
            if (&table == &accelerated) digest.add_xyz(accelerated.acceleration[row]);
        }
        return digest.value();
    }

    std::size_t n, accelerated_capacity;
    std::vector<FloorHandle> handles;
    std::optional<Floor> floor;
};

}  // namespace bench
