// Queries of texts, beside the same loop over the same columns, written in C++: how many entities are below a limit,
// and which.
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "ecs/language/text_query.hpp"
#include "ecs/world/view.hpp"
#include "rows.hpp"
#include "sides.hpp"

namespace bench {

namespace {

constexpr std::size_t asked_a_repetition = 4'000'000;

struct Charge {
    std::int32_t left = 0;
};
/// One in ten is below 100.
Charge charge_of(std::size_t i) { return {static_cast<std::int32_t>(i * 2654435761u >> 7) % 1000}; }

struct ChargeSide {
    explicit ChargeSide(std::size_t n) {
        world.types().add<Charge>("Charge").field("left", &Charge::left);
        for (std::size_t i = 0; i < n; ++i) world.create(charge_of(i));
        query.emplace(std::move(*ecs::TextQuery::parse("Charge.left < 100")));
        query->bind(world);
        found.reserve(n);
    }
    ecs::World world;
    std::optional<ecs::TextQuery> query;
    ecs::View<const Charge> charges{std::as_const(world)};
    std::vector<ecs::Entity> found;
    std::size_t count = 0;
};

template <class Ecs, class FloorRun>
Comparison compare_sides(std::size_t n, Ecs&& ask, FloorRun&& loop) {
    const auto ecs = std::make_shared<ChargeSide>(n);
    const auto floor = std::make_shared<ChargeSide>(n);
    const std::size_t passes = repeats(n, asked_a_repetition);
    const auto digest_of = [](std::size_t count) {
        Digest digest;
        digest.add(std::uint64_t{count});
        return digest.value();
    };
    Comparison comparison;
    comparison.operations = static_cast<double>(n * passes);
    comparison.ecs.run = [ecs, passes, ask] {
        for (std::size_t pass = 0; pass < passes; ++pass) ask(*ecs);
    };
    comparison.ecs.digest = [ecs, digest_of] { return digest_of(ecs->count); };
    comparison.floor.run = [floor, passes, loop] {
        for (std::size_t pass = 0; pass < passes; ++pass) loop(*floor);
    };
    comparison.floor.digest = [floor, digest_of] { return digest_of(floor->count); };
    return comparison;
}

}  // namespace

Comparison query_compare(std::size_t n) {
    return compare_sides(
        n, [](ChargeSide& side) { side.count = side.query->count(side.world); },
        [](ChargeSide& side) {
            side.count = 0;
            side.charges.each_chunk(side.world, [&](std::span<const Charge> charges) {
                for (const Charge& charge : charges) side.count += charge.left < 100 ? 1 : 0;
            });
        });
}

Comparison query_collect(std::size_t n) {
    return compare_sides(
        n,
        [](ChargeSide& side) {
            side.found.clear();
            side.query->collect(side.world, side.found);
            side.count = side.found.size();
        },
        [](ChargeSide& side) {
            side.found.clear();
            side.charges.each_chunk(side.world,
                                    [&](std::span<const ecs::Entity> entities, std::span<const Charge> charges) {
                                        for (std::size_t i = 0; i < charges.size(); ++i)
                                            if (charges[i].left < 100) side.found.push_back(entities[i]);
                                    });
            side.count = side.found.size();
        });
}

}  // namespace bench
