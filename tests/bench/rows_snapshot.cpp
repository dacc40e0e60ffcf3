// Snapshots of entities with Position and Velocity. The floor is the memcpy of the same bytes (32 an entity: id,
// position, velocity) between arrays; both sides keep the copy before, and write to memory that was used already.
#include <array>
#include <cstring>
#include <memory>

#include "ecs/snapshot/snapshot.hpp"
#include "rows.hpp"
#include "sides.hpp"

namespace bench {

namespace {

constexpr std::size_t changed_chunk_one_in = 100;

struct Moments {
    explicit Moments(std::size_t n) : ecs(n), floor(n), copies{MovingTable(n), MovingTable(n)} {
        ecs.fill();
        floor.fill();
        snapshots = std::make_unique<ecs::Snapshots>(*ecs.world);
        for (int i = 0; i < 2; ++i) {
            change_all();
            take();
            change_floor();
            copy();
        }
    }

    void change_all() {
        ecs.moving->each_chunk(*ecs.world, [](auto entities, auto positions, auto velocities) {
            integrate(positions.data(), velocities.data(), entities.size());
        });
    }
    void change_floor() {
        MovingTable& table = floor.floor->moving();
        integrate(table.position.data(), table.velocity.data(), table.rows);
    }
    /// One value in every hundredth chunk; the floor, which has none, changes the same values.
    template <class Change>
    void change_some(Change&& change) const {
        const std::size_t capacity = ecs.world->archetype_of(ecs.handles.front()).layout().capacity;
        for (std::size_t i = 0; i < ecs.n; i += changed_chunk_one_in * capacity) change(i);
    }
    void change_some_of_ecs() {
        change_some([&](std::size_t i) { ecs.world->get_mut<Position>(ecs.handles[i]).x += 1; });
    }
    void change_some_of_floor() {
        change_some([&](std::size_t i) { floor.floor->moving().position[i].x += 1; });
    }

    void take() { last = *snapshots->take(); }
    void copy() {
        MovingTable& table = floor.floor->moving();
        last_copy = (last_copy + 1) % copies.size();
        copy_table(copies[last_copy], table, table.rows);
    }
    void restore() { static_cast<void>(snapshots->restore(last)); }
    void copy_back() { copy_table(floor.floor->moving(), copies[last_copy], copies[last_copy].rows); }

    static void copy_table(MovingTable& to, MovingTable& from, std::size_t rows) {
        to.rows = from.rows;
        std::memcpy(to.ids.data(), from.ids.data(), rows * sizeof(FloorHandle));
        std::memcpy(to.position.data(), from.position.data(), rows * sizeof(Position));
        std::memcpy(to.velocity.data(), from.velocity.data(), rows * sizeof(Velocity));
    }

    std::uint64_t digest_of_snapshot() const {
        const std::unique_ptr<ecs::World> world = last.make_world();
        Digest digest;
        digest.add(world->entity_count());
        for (const ecs::Entity entity : ecs.handles) {
            digest.add_xyz(world->get<Position>(entity));
            digest.add_xyz(world->get<Velocity>(entity));
        }
        return digest.value();
    }
    std::uint64_t digest_of_copy() {
        MovingTable& table = copies[last_copy];
        Digest digest;
        digest.add(std::uint64_t{table.rows});
        for (std::size_t row = 0; row < table.rows; ++row) {
            digest.add_xyz(table.position[row]);
            digest.add_xyz(table.velocity[row]);
        }
        return digest.value();
    }

    EcsSide ecs;
    FloorSide floor;
    std::unique_ptr<ecs::Snapshots> snapshots;
    ecs::Snapshot last;
    std::array<MovingTable, 2> copies;
    std::size_t last_copy = 0;
};

Comparison comparison_of(std::size_t n, const std::shared_ptr<Moments>& moments) {
    Comparison comparison;
    comparison.operations = static_cast<double>(n);
    comparison.rounds = repeats(n, 1'000'000);
    comparison.bytes = static_cast<double>(n) * (sizeof(FloorHandle) + sizeof(Position) + sizeof(Velocity));
    comparison.ecs.run = [moments] { moments->take(); };
    comparison.ecs.digest = [moments] { return moments->digest_of_snapshot(); };
    comparison.floor.run = [moments] { moments->copy(); };
    comparison.floor.digest = [moments] { return moments->digest_of_copy(); };
    return comparison;
}

}  // namespace

Comparison snapshot(std::size_t n) {
    const auto moments = std::make_shared<Moments>(n);
    Comparison comparison = comparison_of(n, moments);
    comparison.ecs.prepare = [moments] { moments->change_all(); };
    comparison.floor.prepare = [moments] { moments->change_floor(); };
    return comparison;
}

Comparison snapshot_1pct(std::size_t n) {
    const auto moments = std::make_shared<Moments>(n);
    Comparison comparison = comparison_of(n, moments);
    comparison.bytes = 0;  // most of them are not copied
    comparison.ecs.prepare = [moments] { moments->change_some_of_ecs(); };
    comparison.floor.prepare = [moments] { moments->change_some_of_floor(); };
    return comparison;
}

Comparison restore(std::size_t n) {
    const auto moments = std::make_shared<Moments>(n);
    Comparison comparison = comparison_of(n, moments);
    comparison.ecs.prepare = [moments] { moments->change_all(); };
    comparison.ecs.run = [moments] { moments->restore(); };
    comparison.ecs.digest = [moments] { return moments->ecs.digest(); };
    comparison.floor.prepare = [moments] { moments->change_floor(); };
    comparison.floor.run = [moments] { moments->copy_back(); };
    comparison.floor.digest = [moments] { return moments->floor.digest(); };
    return comparison;
}

}  // namespace bench
