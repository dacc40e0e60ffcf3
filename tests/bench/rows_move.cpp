// Adding and removing a component: the row moves to another archetype. All entities move there and back again, always
// in the order they were created in; one way is measured, the other is the preparation for the next round. The memory
// of both archetypes has therefore been used before, on both sides.
#include <memory>

#include "rows.hpp"
#include "sides.hpp"

namespace bench {

namespace {

constexpr std::size_t moved_a_repetition = 400'000;

struct EcsMoves : EcsSide {
    explicit EcsMoves(std::size_t count)
        : EcsSide(count), everything(*world, {{world->id<Position>(), ecs::Presence::With, ecs::Access::None}}) {
        fill();
    }
    void add_batch() { world->add_to_all(everything, world->id<Acceleration>()); }
    void remove_batch() { world->remove_from_all(everything, world->id<Acceleration>()); }

    ecs::Query everything;
};

struct FloorMoves : FloorSide {
    explicit FloorMoves(std::size_t count) : FloorSide(count, count) { fill(); }
    void add_batch() { floor->add_to_all(); }
    void remove_batch() { floor->remove_from_all(); }
};

enum class Way { There, Back };

template <class Moves>
using Call = void (Moves::*)();

/// Measures one way of the two calls; the other one is the preparation.
template <class Moves>
Side one_way(Way way, std::size_t n, Call<Moves> add, Call<Moves> remove) {
    const auto moves = std::make_shared<Moves>(n);
    if (way == Way::There) (moves.get()->*add)();  // so that the first preparation has something to take back
    const auto prepare = way == Way::There ? remove : add, run = way == Way::There ? add : remove;
    return {[moves, prepare] { (moves.get()->*prepare)(); }, [moves, run] { (moves.get()->*run)(); },
            [moves] { return moves->digest(); }};
}

Comparison comparison_of(std::size_t n, Side ecs, Side floor) {
    Comparison comparison;
    comparison.operations = static_cast<double>(n);
    comparison.rounds = repeats(n, moved_a_repetition);
    comparison.ecs = std::move(ecs);
    comparison.floor = std::move(floor);
    return comparison;
}

Comparison one_by_one(Way way, std::size_t n) {
    return comparison_of(n, one_way<EcsMoves>(way, n, &EcsMoves::add, &EcsMoves::remove),
                         one_way<FloorMoves>(way, n, &FloorMoves::add, &FloorMoves::remove));
}

Comparison batch(Way way, std::size_t n) {
    return comparison_of(n, one_way<EcsMoves>(way, n, &EcsMoves::add_batch, &EcsMoves::remove_batch),
                         one_way<FloorMoves>(way, n, &FloorMoves::add_batch, &FloorMoves::remove_batch));
}

}  // namespace

Comparison add(std::size_t n) { return one_by_one(Way::There, n); }
Comparison remove(std::size_t n) { return one_by_one(Way::Back, n); }
Comparison add_batch(std::size_t n) { return batch(Way::There, n); }
Comparison remove_batch(std::size_t n) { return batch(Way::Back, n); }

}  // namespace bench
