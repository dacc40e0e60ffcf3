// What it costs a tick to show an EnTT registry: 100,000 entities with three components, 1 % of which the program
// writes in place, so that the mirror has to find them. The "floor" writes the same and copies just these bytes to an
// array, knowing which they are.
#include <memory>
#include <vector>

#include "chunkscope/entt.hpp"
#include "rows.hpp"

namespace bench {

namespace {

struct Place {
    float x = 0, y = 0;
};
struct Speed {
    float x = 1, y = 1;
};
struct Hits {
    std::int32_t left = 100;
};

struct Shown {
    explicit Shown(std::size_t n) : entities(n), attached(chunkscope::entt::attach(registry)) {
        using chunkscope::entt::field;
        attached.component<Place>("Place", field("x", &Place::x), field("y", &Place::y))
            .component<Speed>("Speed", field("x", &Speed::x), field("y", &Speed::y))
            .component<Hits>("Hits", field("left", &Hits::left));
        registry.create(entities.begin(), entities.end());
        for (const entt::entity entity : entities) {
            registry.emplace<Place>(entity);
            registry.emplace<Speed>(entity);
            registry.emplace<Hits>(entity);
        }
        attached.update();
        copy.resize(n);
    }
    /// Entities that are written in this tick, spread over all.
    template <class F>
    void each_changed(const F& write) {
        for (std::size_t i = ++tick % 100; i < entities.size(); i += 100) write(i);
    }
    void run_mirrored() {
        each_changed([&](std::size_t i) { registry.get<Place>(entities[i]).x += 1; });
        attached.update();
    }
    void run_copied() {
        each_changed([&](std::size_t i) {
            Place& place = registry.get<Place>(entities[i]);
            place.x += 1;
            copy[i] = place;
        });
    }
    std::uint64_t mirrored_sum() const {
        double sum = 0;
        const ecs::ComponentId place = attached.mirror().component_of(0);
        for (const entt::entity entity : entities)
            sum += static_cast<const Place*>(attached.world().get(attached.handle(entity), place))->x;
        return static_cast<std::uint64_t>(sum);
    }
    std::uint64_t copied_sum() const {
        double sum = 0;
        for (const Place& place : copy) sum += place.x;
        return static_cast<std::uint64_t>(sum);
    }

    entt::registry registry;
    std::vector<entt::entity> entities;
    chunkscope::entt::Attached attached;
    std::vector<Place> copy;
    std::size_t tick = 0;
};

}  // namespace

Comparison mirror(std::size_t n) {
    const auto mirrored = std::make_shared<Shown>(n), copied = std::make_shared<Shown>(n);
    Comparison comparison;
    comparison.ecs.run = [mirrored] { mirrored->run_mirrored(); };
    comparison.ecs.digest = [mirrored] { return mirrored->mirrored_sum(); };
    comparison.floor.run = [copied] { copied->run_copied(); };
    comparison.floor.digest = [copied] { return copied->copied_sum(); };
    return comparison;
}

}  // namespace bench
