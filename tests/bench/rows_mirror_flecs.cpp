// What it costs a tick to show a flecs world: 100,000 entities with three components, 1 % of which the program writes
// in place, so that the mirror has to find them. The "floor" writes the same and copies just these bytes to an array,
// knowing which they are.
#include <chunkscope/flecs.hpp>
#include <memory>
#include <vector>

#include "rows.hpp"

namespace bench {

namespace {

struct FlecsPlace {
    float x = 0, y = 0;
};
struct FlecsSpeed {
    float x = 1, y = 1;
};
struct FlecsHits {
    std::int32_t left = 100;
};

struct ShownFlecs {
    explicit ShownFlecs(std::size_t n) : attached((describe(world), chunkscope::flecs::attach(world))) {
        for (std::size_t i = 0; i < n; ++i)
            entities.push_back(world.entity().set<FlecsPlace>({}).set<FlecsSpeed>({}).set<FlecsHits>({}).id());
        attached.update();
        place = attached.world().types().find("Place")->id;
        copy.resize(n);
    }
    static void describe(flecs::world& world) {
        world.component<FlecsPlace>("Place").member<float>("x").member<float>("y");
        world.component<FlecsSpeed>("Speed").member<float>("x").member<float>("y");
        world.component<FlecsHits>("Hits").member<std::int32_t>("left");
    }
    FlecsPlace& place_of(std::size_t i) {
        return *static_cast<FlecsPlace*>(ecs_get_mut_id(world, entities[i], world.component<FlecsPlace>()));
    }
    /// Entities that are written in this tick, spread over all.
    template <class F>
    void each_changed(const F& write) {
        for (std::size_t i = ++tick % 100; i < entities.size(); i += 100) write(i);
    }
    void run_mirrored() {
        each_changed([&](std::size_t i) { place_of(i).x += 1; });
        attached.update();
    }
    void run_copied() {
        each_changed([&](std::size_t i) {
            FlecsPlace& written = place_of(i);
            written.x += 1;
            copy[i] = written;
        });
    }
    std::uint64_t mirrored_sum() const {
        double sum = 0;
        for (const ecs_entity_t entity : entities)
            sum += static_cast<const FlecsPlace*>(attached.world().get(attached.handle(entity), place))->x;
        return static_cast<std::uint64_t>(sum);
    }
    std::uint64_t copied_sum() const {
        double sum = 0;
        for (const FlecsPlace& each : copy) sum += each.x;
        return static_cast<std::uint64_t>(sum);
    }

    flecs::world world;
    std::vector<ecs_entity_t> entities;
    chunkscope::flecs::Attached attached;
    ecs::ComponentId place = ecs::no_component;
    std::vector<FlecsPlace> copy;
    std::size_t tick = 0;
};

}  // namespace

Comparison mirror_flecs(std::size_t n) {
    const auto mirrored = std::make_shared<ShownFlecs>(n), copied = std::make_shared<ShownFlecs>(n);
    Comparison comparison;
    comparison.ecs.run = [mirrored] { mirrored->run_mirrored(); };
    comparison.ecs.digest = [mirrored] { return mirrored->mirrored_sum(); };
    comparison.floor.run = [copied] { copied->run_copied(); };
    comparison.floor.digest = [copied] { return copied->copied_sum(); };
    return comparison;
}

}  // namespace bench
