#include "ecs/diagnose/layout_experiment.hpp"

#include <array>

#include "catch.hpp"
#include "ecs/diagnose/layout_rules.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/support/world_state.hpp"

namespace layout_experiment_test {

using namespace ecs;
using namespace test;

namespace {

struct Fat {
    bool on = false;
    double heat = 0;
    bool seen = false;
    float cold[20] = {};
};

struct Fixture {
    World world;
    ComponentId fat;
    std::vector<Entity> entities;

    Fixture() {
        register_types(world);
        fat = world.types()
                  .add<Fat>("Fat")
                  .field("on", &Fat::on)
                  .field("heat", &Fat::heat)
                  .field("seen", &Fat::seen)
                  .field("cold", &Fat::cold)
                  .id();
        for (int i = 0; i < 1000; ++i) {
            Fat value;
            value.heat = i * 0.5;
            value.cold[19] = static_cast<float>(i);
            value.on = i % 3 == 0;
            entities.push_back(i % 5 == 0 ? world.create(value, Label{"l"}, Frozen{})
                                          : world.create(value, Position{}));
        }
    }
    Snapshot snapshot() { return *Snapshots(world).take(); }
};

}  // namespace

TEST_CASE("Layout experiment: splitting keeps every id and every value, and the real world is not touched",
          "[ecs][layout_experiment]") {
    Fixture f;
    const WorldState before = state_of(f.world);
    const std::size_t types = f.world.types().size();
    LayoutExperiment experiment(f.snapshot(), {f.fat, {{1, 0}, {2, 3}}}, {1});
    CHECK(difference(before, state_of(f.world)).empty());
    CHECK(f.world.types().size() == types);
    CHECK(state_hash(experiment.clone_before()) == state_hash(f.world));

    const World& clone = experiment.clone_after();
    CHECK(storage_fault(clone).empty());
    const ComponentId hot = static_cast<ComponentId>(types), cold = hot + 1;
    for (std::size_t i = 0; i < f.entities.size(); ++i) {
        const Entity entity = f.entities[i];
        CHECK_FALSE(clone.has(entity, f.fat));
        const auto* first = static_cast<const std::byte*>(clone.get(entity, hot));
        const auto* second = static_cast<const std::byte*>(clone.get(entity, cold));
        double heat;
        float last;
        std::memcpy(&heat, first, 8);
        std::memcpy(&last, second + clone.types()[cold].fields[1].offset + 19 * 4, 4);
        CHECK(heat == static_cast<double>(i) * 0.5);
        CHECK((first[8] != std::byte{0}) == (i % 3 == 0));
        CHECK(last == static_cast<float>(i));
        CHECK(clone.has(entity, f.world.id<Frozen>()) == (i % 5 == 0));
    }
}

TEST_CASE("Layout experiment: facts are counted, and the capacity is the one foretold", "[ecs][layout_experiment]") {
    Fixture f;
    const FieldSplit split{f.fat, {{1}, {0, 2, 3}}};
    LayoutExperiment experiment(f.snapshot(), split, {1});
    const LayoutFacts &before = experiment.before(), &after = experiment.after();
    CHECK(before.entities == 1000);
    CHECK(after.entities == 1000);
    CHECK(before.value_bytes == sizeof(Fat));
    CHECK(after.value_bytes == 8 + 84);
    CHECK(before.rows_a_chunk == f.world.archetype_of(f.entities[1]).full_capacity());
    std::vector<LayoutColumn> columns{{"Position", 12, 4}};
    for (const ComponentType& type : types_of(f.world.types(), split))
        columns.push_back({type.name, type.size, type.align});
    CHECK(after.rows_a_chunk == lay_out(LayoutRule::Ours, columns).capacity);
    // One value of 8 bytes in each 104: mostly a line each. In a column of its own eight share one.
    CHECK(before.lines >= 900);
    CHECK(after.lines <= 1000 / 8 + after.chunks);
    CHECK(after.lines >= 1000 / 8);
}

TEST_CASE("Layout experiment: measures both sides as often, and names no winner when spreads meet",
          "[ecs][layout_experiment]") {
    Fixture f;
    LayoutExperiment experiment(f.snapshot(), {f.fat, {{1, 3, 0, 2}}}, {1});
    CHECK(experiment.verdict() == LayoutExperiment::Verdict::Unknown);
    std::size_t steps = 1;
    while (experiment.step()) ++steps;
    CHECK(steps == LayoutExperiment::run_count);
    CHECK(LayoutExperiment::run_count >= 9);
    CHECK(experiment.verdict() != LayoutExperiment::Verdict::Unknown);
    for (const Spread& spread : {experiment.time_before(), experiment.time_after()}) {
        CHECK(spread.low_ns > 0);
        CHECK(spread.low_ns <= spread.median_ns);
        CHECK(spread.median_ns <= spread.high_ns);
    }
    CHECK_FALSE(experiment.step());

    using Verdict = LayoutExperiment::Verdict;
    CHECK(LayoutExperiment::verdict_of({10, 9, 11}, {5, 4, 6}) == Verdict::AfterFaster);
    CHECK(LayoutExperiment::verdict_of({5, 4, 6}, {10, 9, 11}) == Verdict::BeforeFaster);
    CHECK(LayoutExperiment::verdict_of({10, 5, 15}, {5, 4, 6}) == Verdict::NoWinner);
    CHECK(LayoutExperiment::verdict_of({10, 6, 15}, {5, 4, 6}) == Verdict::NoWinner);
    const Spread spread = spread_of({9, 1, 2, 3, 4, 5, 6, 7, 8, 100, 0.001});
    CHECK(spread.median_ns == 5);
    CHECK(spread.low_ns == 1);
    CHECK(spread.high_ns == 9);
    CHECK(spread_of({}).median_ns == 0);
}

TEST_CASE("Layout experiment: what cannot be split is said", "[ecs][layout_experiment]") {
    Fixture f;
    const TypeRegistry& types = f.world.types();
    CHECK(why_not(types, {f.fat, {{0, 1}, {2, 3}}}).empty());
    CHECK(why_not(types, {f.fat, {{0, 1}, {2}}}) == "cold stands in no part");
    CHECK(why_not(types, {f.fat, {{0, 1}, {2, 3, 1}}}) == "heat stands in two parts");
    CHECK(why_not(types, {f.fat, {{0, 1, 2, 3}, {}}}) == "a part has no fields");
    CHECK(why_not(types, {f.fat, {{7}}}) == "Fat has no field number 7");
    CHECK(why_not(types, {f.world.id<Label>(), {{0}}}) == "Label has fields that cannot be copied byte by byte");
    CHECK(why_not(types, {f.world.id<Frozen>(), {}}) == "Frozen has no fields");
    CHECK(why_not(types, {999, {}}) == "no component was given");
}

}  // namespace layout_experiment_test
