#include "panels/archetypes/archetype_recorder.hpp"

#include <array>
#include <memory>

#include "catch.hpp"

namespace archetype_recorder_test {

using panels::ArchetypeHistory;
using panels::ArchetypeRecorder;

namespace {

/// A world of tags, so that there may be many archetypes.
struct Tags {
    std::unique_ptr<ecs::World> world = std::make_unique<ecs::World>();
    std::vector<ecs::ComponentId> tags;
    ArchetypeRecorder recorder;

    Tags() {
        for (int i = 0; i < 14; ++i) {
            ecs::ComponentType type;
            type.name = "T" + std::to_string(i);
            tags.push_back(*world->types().add_at_run_time(type));
        }
    }
    ecs::Entity create(unsigned bits) {
        std::vector<ecs::ComponentId> set;
        for (std::size_t i = 0; i < tags.size(); ++i)
            if ((bits >> i & 1u) != 0) set.push_back(tags[i]);
        return world->create_with(set);
    }
    void tick() {
        world->set_tick(world->tick() + 1);
        recorder.sample(*world);
    }
};

}  // namespace

TEST_CASE("Archetype recorder: each tick is one sample of what changed, with no gaps", "[panels][archetype_recorder]") {
    Tags t;
    const ecs::ArchetypeId id = t.world->archetype_of(t.create(1)).id();
    for (int i = 0; i < 100; ++i) {
        if (i % 10 == 0) t.create(1);
        t.tick();
    }
    CHECK(t.recorder.each().samples(id).size() == 10);
    CHECK(t.recorder.each().at(id, 1)->facts.entities == 2);
    CHECK(t.recorder.each().at(id, 100)->facts.entities == 11);
    CHECK(t.recorder.sums().at(0, 55)->facts.entities == 7);
    CHECK(t.recorder.each().gaps().empty());
    CHECK(t.recorder.last_work() == 0);  // nothing moved in the last tick

    t.create(1);  // an edit, in the same tick
    t.recorder.sample(*t.world);
    CHECK(t.recorder.each().at(id, 100)->facts.entities == 12);
}

TEST_CASE("Archetype recorder: work and memory stay bounded with very many archetypes",
          "[panels][archetype_recorder]") {
    Tags t;
    for (unsigned bits = 0; bits < 10'000; ++bits) t.create(bits);
    for (int i = 0; i < 200; ++i) {
        t.create(static_cast<unsigned>(i));
        t.tick();
        REQUIRE(t.recorder.last_work() <= ArchetypeRecorder::archetypes_a_sample);
    }
    CHECK(t.recorder.each().sample_count() <= ArchetypeHistory::samples_max);
    CHECK(t.recorder.sums().at(0, 200)->facts.entities >= 10'000);
    for (int i = 0; i < 10; ++i) t.tick();
    CHECK(t.recorder.sums().at(0, 210)->facts.entities == t.world->entity_count());
}

TEST_CASE("Archetype recorder: another world and an earlier tick begin anew", "[panels][archetype_recorder]") {
    Tags t;
    const ecs::ArchetypeId id = t.world->archetype_of(t.create(1)).id();
    for (int i = 0; i < 10; ++i) {
        t.create(1);
        t.tick();
    }
    t.world->set_tick(4);
    t.recorder.sample(*t.world);
    CHECK(t.recorder.each().last_tick() == 4);
    CHECK(t.recorder.each().at(id, 4)->facts.entities == 11);
    CHECK(t.recorder.sums().at(0, 4)->facts.entities == 11);

    Tags other;
    other.world->set_tick(500);
    other.create(3);
    t.recorder.sample(*other.world);
    CHECK(t.recorder.each().first_tick() == 500);
    CHECK(t.recorder.sums().at(0, 500)->facts.entities == 1);
    CHECK(t.recorder.each().gaps().empty());
}

}  // namespace archetype_recorder_test
