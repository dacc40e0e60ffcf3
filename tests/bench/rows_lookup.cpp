// Single entities by their ids, in random order: reading, destroying, and destroying and creating in turns. What these
// cost is mostly cache misses in the index and in the columns.
#include <memory>

#include "ecs/base/random.hpp"
#include "rows.hpp"
#include "sides.hpp"

namespace bench {

namespace {

template <class Handle>
std::vector<Handle> shuffled_copy(const std::vector<Handle>& handles) {
    std::vector<Handle> copy;
    copy.reserve(handles.size());
    for (const std::uint32_t i : shuffled(handles.size())) copy.push_back(handles[i]);
    return copy;
}

struct EcsDestruction : EcsSide {
    explicit EcsDestruction(std::size_t count) : EcsSide(count) { prepare(); }
    void prepare() {
        reset_and_fill();
        order = shuffled_copy(handles);
    }
    std::vector<ecs::Entity> order;
};

struct FloorDestruction : FloorSide {
    explicit FloorDestruction(std::size_t count) : FloorSide(count), marks((count + 63) / 64) { prepare(); }
    void prepare() {
        reset_and_fill();
        order = shuffled_copy(handles);
    }
    std::vector<FloorHandle> order;
    std::vector<std::uint64_t> marks;
};

Comparison destruction(std::size_t n, void (*with_ecs)(EcsDestruction&), void (*with_floor)(FloorDestruction&)) {
    const auto ecs = std::make_shared<EcsDestruction>(n);
    const auto floor = std::make_shared<FloorDestruction>(n);
    Comparison comparison;
    comparison.operations = static_cast<double>(n);
    comparison.rounds = repeats(n, 100'000);
    comparison.ecs = {[ecs] { ecs->prepare(); }, [ecs, with_ecs] { with_ecs(*ecs); }, [ecs] { return ecs->digest(); }};
    comparison.floor = {[floor] { floor->prepare(); }, [floor, with_floor] { with_floor(*floor); },
                        [floor] { return floor->digest(); }};
    return comparison;
}

/// Which entity goes next: a place in the list of the living.
std::vector<std::uint32_t> random_places(std::size_t count, std::size_t n) {
    std::vector<std::uint32_t> places(count);
    ecs::Random random(3);
    for (std::uint32_t& place : places) place = random.below(static_cast<std::uint32_t>(n));
    return places;
}

}  // namespace

Comparison get(std::size_t n) {
    struct Sum {
        float x = 0, y = 0, z = 0;
        std::uint64_t digest() const {
            Digest digest;
            digest.add_xyz(*this);
            return digest.value();
        }
    };
    const auto ecs = std::make_shared<EcsSide>(n);
    const auto floor = std::make_shared<FloorSide>(n);
    ecs->fill();
    floor->fill();
    const std::size_t passes = repeats(n, 400'000);
    const auto ecs_sum = std::make_shared<Sum>(), floor_sum = std::make_shared<Sum>();
    Comparison comparison;
    comparison.operations = static_cast<double>(n * passes);
    comparison.ecs.run = [ecs, ecs_sum, passes, order = shuffled_copy(ecs->handles)] {
        Sum sum;
        for (std::size_t pass = 0; pass < passes; ++pass)
            for (const ecs::Entity entity : order) {
                const Position& position = ecs->world->get<Position>(entity);
                sum = {sum.x + position.x, sum.y + position.y, sum.z + position.z};
            }
        *ecs_sum = sum;
    };
    comparison.ecs.digest = [ecs_sum] { return ecs_sum->digest(); };
    comparison.floor.run = [floor, floor_sum, passes, order = shuffled_copy(floor->handles)] {
        Sum sum;
        for (std::size_t pass = 0; pass < passes; ++pass)
            for (const FloorHandle id : order) {
                const Position* position = floor->floor->position(id);
                if (position) sum = {sum.x + position->x, sum.y + position->y, sum.z + position->z};
            }
        *floor_sum = sum;
    };
    comparison.floor.digest = [floor_sum] { return floor_sum->digest(); };
    return comparison;
}

Comparison destroy(std::size_t n) {
    return destruction(
        n,
        [](EcsDestruction& ecs) {
            for (const ecs::Entity entity : ecs.order) ecs.world->destroy(entity);
        },
        [](FloorDestruction& floor) {
            for (const FloorHandle id : floor.order) floor.floor->destroy(id);
        });
}

Comparison destroy_batch(std::size_t n) {
    return destruction(
        n, [](EcsDestruction& ecs) { ecs.world->destroy_many(ecs.order); },
        [](FloorDestruction& floor) { floor.floor->destroy_many(floor.order, floor.marks); });
}

/// n entities live all the time; one operation is a pair: a random one goes, another comes.
Comparison churn(std::size_t n) {
    const auto ecs = std::make_shared<EcsSide>(n);
    const auto floor = std::make_shared<FloorSide>(n);
    ecs->fill();
    floor->fill();
    const auto places =
        std::make_shared<std::vector<std::uint32_t>>(random_places(std::max<std::size_t>(n, 100'000), n));
    Comparison comparison;
    comparison.operations = static_cast<double>(places->size());
    comparison.ecs.run = [ecs, places] {
        std::size_t made = ecs->n;
        for (const std::uint32_t place : *places) {
            ecs->world->destroy(ecs->handles[place]);
            ecs->handles[place] = ecs->world->create(position_of(made), velocity_of(made));
            ++made;
        }
    };
    comparison.ecs.digest = [ecs] { return ecs->digest(); };
    comparison.floor.run = [floor, places] {
        std::size_t made = floor->n;
        for (const std::uint32_t place : *places) {
            floor->floor->destroy(floor->handles[place]);
            floor->handles[place] = floor->floor->create(position_of(made), velocity_of(made));
            ++made;
        }
    };
    comparison.floor.digest = [floor] { return floor->digest(); };
    return comparison;
}

}  // namespace bench
