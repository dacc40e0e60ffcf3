#include <memory>

#include "frame.hpp"
#include "rows.hpp"
#include "sides.hpp"

namespace bench {

namespace {

using namespace frame;
using Entities = std::span<const ecs::Entity>;

/// All that a frame can change, in the order of creation.
void add_to(Digest& digest, const Position& position, const Velocity& velocity, const Data* data, const Health* health,
            const Sprite* sprite) {
    digest.add_xyz(position);
    digest.add_xyz(velocity);
    if (data) {
        digest.add(static_cast<std::uint64_t>(data->count));
        digest.add(std::uint64_t{data->flag});
        digest.add(std::bit_cast<std::uint64_t>(data->sum));
        digest.add(std::uint64_t{data->drawn});
    }
    if (health) {
        digest.add(static_cast<std::uint64_t>(health->hp));
        digest.add(static_cast<std::uint64_t>(health->status));
    }
    if (sprite) digest.add(static_cast<std::uint64_t>(sprite->symbol));
}

struct EcsFrame {
    explicit EcsFrame(std::size_t n) : types(world) {
        for (std::size_t i = 0; i < n; ++i) {
            const Position position = position_of(i % 400);
            const Velocity velocity = velocity_of(i);
            switch (i % kinds) {
                case 0:
                    handles.push_back(world.create(position, velocity));
                    break;
                case 1:
                    handles.push_back(world.create(position, velocity, data_of(i)));
                    break;
                case 2:
                    handles.push_back(
                        world.create(position, velocity, data_of(i), health_of(i), damage_of(i), Sprite{}));
                    break;
                default:
                    handles.push_back(world.create(position, velocity, data_of(i), health_of(i), Sprite{}));
            }
        }
    }

    void run() {
        moving.each_chunk(world, [](Entities, std::span<Position> position, std::span<const Velocity> velocity) {
            integrate(position.data(), velocity.data(), position.size());
        });
        with_data.each_chunk(world, [](Entities, std::span<Data> data) { update_data(data.data(), data.size()); });
        deciding.each_chunk(
            world, [](Entities, std::span<const Position> position, std::span<Velocity> velocity,
                      std::span<Data> data) { decide(position.data(), velocity.data(), data.data(), data.size()); });
        fighting.each_chunk(world, [](Entities, std::span<Health> health, std::span<const Damage> damage) {
            take_damage(health.data(), damage.data(), health.size());
        });
        living.each_chunk(world,
                          [](Entities, std::span<Health> health) { update_health(health.data(), health.size()); });
        shown.each_chunk(world, [](Entities, std::span<Sprite> sprite, std::span<const Health> health) {
            choose_sprite(sprite.data(), health.data(), sprite.size());
        });
        drawn.each_chunk(world, [this](Entities, std::span<const Position> position, std::span<const Sprite> sprite) {
            draw(screen, position.data(), sprite.data(), sprite.size());
        });
    }

    std::uint64_t digest() const {
        Digest digest;
        for (const ecs::Entity entity : handles)
            add_to(digest, world.get<Position>(entity), world.get<Velocity>(entity), world.find<Data>(entity),
                   world.find<Health>(entity), world.find<Sprite>(entity));
        for (const char cell : screen.cells) digest.add(static_cast<std::uint64_t>(cell));
        return digest.value();
    }

    struct Types {
        explicit Types(ecs::World& world) {
            register_components(world.types());
            world.types().add<Data>("Data");
            world.types().add<Health>("Health");
            world.types().add<Damage>("Damage");
            world.types().add<Sprite>("Sprite");
        }
    };
    ecs::World world;
    Types types;  // registered before the views below name them
    ecs::View<Position, const Velocity> moving{world};
    ecs::View<Data> with_data{world};
    ecs::View<const Position, Velocity, Data> deciding{world};
    ecs::View<Health, const Damage> fighting{world};
    ecs::View<Health> living{world};
    ecs::View<Sprite, const Health> shown{world};
    ecs::View<const Position, const Sprite> drawn{world};
    std::vector<ecs::Entity> handles;
    Screen screen;
};

/// One struct of arrays for each of the four kinds; a kind leaves the arrays empty that it does not have.
struct KindTable {
    KindTable() = default;
    KindTable(std::size_t kind, std::size_t capacity)
        : position(capacity),
          velocity(capacity),
          data(has_data(kind) ? capacity : 0),
          health(has_health(kind) ? capacity : 0),
          damage(has_damage(kind) ? capacity : 0),
          sprite(has_health(kind) ? capacity : 0) {}

    std::size_t rows = 0;
    Column<Position> position;
    Column<Velocity> velocity;
    Column<Data> data;
    Column<Health> health;
    Column<Damage> damage;
    Column<Sprite> sprite;
};

struct FloorFrame {
    explicit FloorFrame(std::size_t count) : n(count) {
        for (std::size_t kind = 0; kind < kinds; ++kind) tables[kind] = KindTable(kind, n / kinds + 1);
        for (std::size_t i = 0; i < n; ++i) {
            KindTable& table = tables[i % kinds];
            const std::size_t row = table.rows++;
            table.position[row] = position_of(i % 400);
            table.velocity[row] = velocity_of(i);
            if (has_data(i)) table.data[row] = data_of(i);
            if (has_health(i)) table.health[row] = health_of(i);
            if (has_damage(i)) table.damage[row] = damage_of(i);
            if (has_health(i)) table.sprite[row] = Sprite{};
        }
    }

    void run() {
        auto& [scenery, minds, fighters, bystanders] = tables;
        for (KindTable& table : tables) integrate(table.position.data(), table.velocity.data(), table.rows);
        for (KindTable* table : {&minds, &fighters, &bystanders}) update_data(table->data.data(), table->rows);
        for (KindTable* table : {&minds, &fighters, &bystanders})
            decide(table->position.data(), table->velocity.data(), table->data.data(), table->rows);
        take_damage(fighters.health.data(), fighters.damage.data(), fighters.rows);
        for (KindTable* table : {&fighters, &bystanders}) update_health(table->health.data(), table->rows);
        for (KindTable* table : {&fighters, &bystanders})
            choose_sprite(table->sprite.data(), table->health.data(), table->rows);
        for (KindTable* table : {&fighters, &bystanders})
            draw(screen, table->position.data(), table->sprite.data(), table->rows);
    }

    std::uint64_t digest() const {
        Digest digest;
        for (std::size_t i = 0; i < n; ++i) {
            const KindTable& table = tables[i % kinds];
            const std::size_t row = i / kinds;
            add_to(digest, table.position[row], table.velocity[row], has_data(i) ? &table.data[row] : nullptr,
                   has_health(i) ? &table.health[row] : nullptr, has_health(i) ? &table.sprite[row] : nullptr);
        }
        for (const char cell : screen.cells) digest.add(static_cast<std::uint64_t>(cell));
        return digest.value();
    }

    std::size_t n;
    std::array<KindTable, kinds> tables;
    Screen screen;
};

}  // namespace

Comparison frame7(std::size_t n) {
    const auto ecs = std::make_shared<EcsFrame>(n);
    const auto floor = std::make_shared<FloorFrame>(n);
    const std::size_t frames = repeats(n, 1'000'000);
    Comparison comparison;
    comparison.operations = static_cast<double>(n * frames);
    comparison.ecs.run = [ecs, frames] {
        for (std::size_t frame = 0; frame < frames; ++frame) ecs->run();
    };
    comparison.ecs.digest = [ecs] { return ecs->digest(); };
    comparison.floor.run = [floor, frames] {
        for (std::size_t frame = 0; frame < frames; ++frame) floor->run();
    };
    comparison.floor.digest = [floor] { return floor->digest(); };
    return comparison;
}

}  // namespace bench
