// Adding and removing a component: the row moves to another archetype. All entities move there and back again, always
// in the order they were created in; one way is measured, the other is the preparation for the next round. The memory
// of both archetypes has therefore been used before, on both sides.
#include <memory>

#include "rows.hpp"
#include "sides.hpp"

namespace bench {

namespace {

constexpr std::size_t entities_a_repetition = 400'000;

struct EcsMoves : EcsSide {
    explicit EcsMoves(std::size_t count)
        : EcsSide(count), everything(*world, {{world->id<Position>(), ecs::Presence::With, ecs::Access::None}}) {
        fill();
    }
    void add() {
        for (std::size_t i = 0; i < n; ++i) world->add(handles[i], acceleration_of(i));
    }
    void remove() {
        for (const ecs::Entity entity : handles) world->remove<Acceleration>(entity);
    }
    void add_batch() { world->add_to_all(everything, world->id<Acceleration>()); }
    void remove_batch() { world->remove_from_all(everything, world->id<Acceleration>()); }

    ecs::Query everything;
};

struct FloorMoves : FloorSide {
    explicit FloorMoves(std::size_t count) : FloorSide(count, count) { fill(); }
    void add() {
        for (std::size_t i = 0; i < n; ++i) floor->add(handles[i], acceleration_of(i));
    }
    void remove() {
        for (const FloorHandle id : handles) floor->remove(id);
    }
    void add_batch() { floor->add_to_all(); }
    void remove_batch() { floor->remove_from_all(); }
};

enum class Way { There, Back };

/// Measures one way of the two calls; the other one is the preparation.
template <class Moves>
Side one_way(Way way, std::size_t n, void (Moves::*add)(), void (Moves::*remove)()) {
    const auto moves = std::make_shared<Moves>(n);
    if (way == Way::There) (moves.get()->*add)();  // so that the first preparation has something to take back
    const auto prepare = way == Way::There ? remove : add, run = way == Way::There ? add : remove;
    return {[moves, prepare] { (moves.get()->*prepare)(); }, [moves, run] { (moves.get()->*run)(); },
            [moves] { return moves->digest(); }};
}

Trial trial_of(Way way, std::size_t n) {
    Trial trial;
    trial.operations = static_cast<double>(n);
    trial.rounds = repeats(n, entities_a_repetition);
    trial.ecs = one_way(way, n, &EcsMoves::add, &EcsMoves::remove);
    trial.floor = one_way(way, n, &FloorMoves::add, &FloorMoves::remove);
    return trial;
}

Trial batch_trial_of(Way way, std::size_t n) {
    Trial trial = trial_of(way, n);
    trial.ecs = one_way(way, n, &EcsMoves::add_batch, &EcsMoves::remove_batch);
    trial.floor = one_way(way, n, &FloorMoves::add_batch, &FloorMoves::remove_batch);
    return trial;
}

}  // namespace

Trial add(std::size_t n) { return trial_of(Way::There, n); }
Trial remove(std::size_t n) { return trial_of(Way::Back, n); }
Trial add_batch(std::size_t n) { return batch_trial_of(Way::There, n); }
Trial remove_batch(std::size_t n) { return batch_trial_of(Way::Back, n); }

}  // namespace bench
