// Loops over all entities: one archetype, and 32 of them.
#include <array>
#include <memory>

#include "rows.hpp"
#include "sides.hpp"

namespace bench {

namespace {

constexpr std::size_t visited_a_repetition = 4'000'000;

/// 32 tables, entity i in table i % 32: the bits of this number are the tags it has.
struct Tables {
    explicit Tables(std::size_t count) : n(count) {
        for (MovingTable& table : tables) table = MovingTable(n / tables.size() + 1);
        for (std::size_t i = 0; i < n; ++i) {
            MovingTable& table = tables[i % tables.size()];
            table.position[table.rows] = position_of(i);
            table.velocity[table.rows] = velocity_of(i);
            ++table.rows;
        }
    }
    std::uint64_t digest() const {
        Digest digest;
        digest.add(std::uint64_t{n});
        for (std::size_t i = 0; i < n; ++i) {
            digest.add_xyz(tables[i % tables.size()].position[i / tables.size()]);
            digest.add_xyz(tables[i % tables.size()].velocity[i / tables.size()]);
        }
        return digest.value();
    }

    std::size_t n;
    std::array<MovingTable, 32> tables;
};

void fill_tagged(EcsSide& side) {
    const ecs::World& types = *side.world;
    const std::array<ecs::ComponentId, 5> tags{types.id<Tag<0>>(), types.id<Tag<1>>(), types.id<Tag<2>>(),
                                               types.id<Tag<3>>(), types.id<Tag<4>>()};
    for (std::size_t i = 0; i < side.n; ++i) {
        std::vector<ecs::ComponentId> components{types.id<Position>(), types.id<Velocity>()};
        for (std::size_t tag = 0; tag < tags.size(); ++tag)
            if ((i % 32 >> tag & 1) != 0) components.push_back(tags[tag]);
        side.handles[i] = side.world->create_with(components);
        side.world->get_mut<Position>(side.handles[i]) = position_of(i);
        side.world->get_mut<Velocity>(side.handles[i]) = velocity_of(i);
    }
}

}  // namespace

Comparison iterate(std::size_t n) {
    const auto ecs = std::make_shared<EcsSide>(n);
    const auto floor = std::make_shared<FloorSide>(n);
    ecs->fill();
    floor->fill();
    const std::size_t passes = repeats(n, visited_a_repetition);
    Comparison comparison;
    comparison.operations = static_cast<double>(n * passes);
    comparison.ecs.run = [ecs, passes] {
        for (std::size_t pass = 0; pass < passes; ++pass) ecs->integrate_all();
    };
    comparison.ecs.digest = [ecs] { return ecs->digest(); };
    comparison.floor.run = [floor, passes] {
        for (std::size_t pass = 0; pass < passes; ++pass) floor->integrate_all();
    };
    comparison.floor.digest = [floor] { return floor->digest(); };
    return comparison;
}

Comparison iterate32(std::size_t n) {
    const auto ecs = std::make_shared<EcsSide>(n);
    const auto floor = std::make_shared<Tables>(n);
    fill_tagged(*ecs);
    const std::size_t passes = repeats(n, visited_a_repetition);
    Comparison comparison;
    comparison.operations = static_cast<double>(n * passes);
    comparison.ecs.run = [ecs, passes] {
        for (std::size_t pass = 0; pass < passes; ++pass) ecs->integrate_all();
    };
    comparison.ecs.digest = [ecs] { return ecs->digest(); };
    comparison.floor.run = [floor, passes] {
        for (std::size_t pass = 0; pass < passes; ++pass)
            for (MovingTable& table : floor->tables)
                integrate(table.position.data(), table.velocity.data(), table.rows);
    };
    comparison.floor.digest = [floor] { return floor->digest(); };
    return comparison;
}

}  // namespace bench
