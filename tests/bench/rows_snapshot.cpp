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

Trial trial_of(std::size_t n, const std::shared_ptr<Moments>& moments) {
    Trial trial;
    trial.operations = static_cast<double>(n);
    trial.rounds = repeats(n, 1'000'000);
    trial.bytes = static_cast<double>(n) * (sizeof(FloorHandle) + sizeof(Position) + sizeof(Velocity));
    trial.ecs.run = [moments] { moments->take(); };
    trial.ecs.digest = [moments] { return moments->digest_of_snapshot(); };
    trial.floor.run = [moments] { moments->copy(); };
    trial.floor.digest = [moments] { return moments->digest_of_copy(); };
    return trial;
}

}  // namespace

Trial snapshot(std::size_t n) {
    const auto moments = std::make_shared<Moments>(n);
    Trial trial = trial_of(n, moments);
    trial.ecs.prepare = [moments] { moments->change_all(); };
    trial.floor.prepare = [moments] { moments->change_floor(); };
    return trial;
}

Trial snapshot_1pct(std::size_t n) {
    const auto moments = std::make_shared<Moments>(n);
    Trial trial = trial_of(n, moments);
    trial.bytes = 0;  // most of them are not copied
    trial.ecs.prepare = [moments] { moments->change_some_of_ecs(); };
    trial.floor.prepare = [moments] { moments->change_some_of_floor(); };
    return trial;
}

Trial restore(std::size_t n) {
    const auto moments = std::make_shared<Moments>(n);
    Trial trial = trial_of(n, moments);
    trial.ecs.prepare = [moments] { moments->change_all(); };
    trial.ecs.run = [moments] { moments->restore(); };
    trial.ecs.digest = [moments] { return moments->ecs.digest(); };
    trial.floor.prepare = [moments] { moments->change_floor(); };
    trial.floor.run = [moments] { moments->copy_back(); };
    trial.floor.digest = [moments] { return moments->floor.digest(); };
    return trial;
}

}  // namespace bench
