#include "ecs/lab/scenario/scenario_variants.hpp"

#include <cstring>

#include "catch.hpp"
#include "ecs/lab/scenario/scenario_run.hpp"

namespace scenario_variants_test {

using namespace ecs::lab;

namespace {

/// Ten entities with a number of 4 bytes that grows from one to the next.
Scenario ten() {
    Scenario scenario;
    scenario.name = "Ten";
    ecs::ComponentType type;
    type.name = "Number";
    ecs::Field field;
    field.name = "value";
    field.kind = ecs::FieldKind::I32;
    type.fields.push_back(field);
    ecs::lay_out(type.fields);
    scenario.types.push_back(&(*scenario.registry)[*scenario.registry->add_at_run_time(type)]);
    PlannedValue value{0, std::vector<std::byte>(4), std::vector<std::byte>(4), {}};
    value.base[0] = std::byte{5};
    value.growth[0] = std::byte{1};
    scenario.steps.push_back({CreateStep{10, {value}}, "create ten", 0});
    scenario.steps.push_back({EachStep{{0}, {}, 1}, "each Number", 0});
    scenario.entities = 10;
    return scenario;
}

std::int32_t value_of(ScenarioRun& run, std::uint64_t entity) {
    std::int32_t value = 0;
    CHECK(run.storage().get(*run.handle_of(entity), 0, &value).verdict == Verdict::Done);
    return value;
}

}  // namespace

TEST_CASE("Scenario variants: tags are set by the bits of the entities' numbers", "[lab][lesson]") {
    const Scenario base = ten(), marked = with_marks(base, Marking::Tags, 3);
    REQUIRE(marked.types.size() == 4);
    CHECK(marked.types[3]->size == 0);
    for (const StorageKind kind : storage_kinds) {
        ScenarioRun run(marked, kind, Mode::Repaired, {}, Tracing::Events);
        run.run_to(2);
        CHECK(run.results().back().visited == 10);
        for (std::uint64_t i = 0; i < 10; ++i)
            for (TypeIndex tag = 0; tag < 3; ++tag)
                CHECK(run.storage().has(*run.handle_of(i), tag + 1) == ((i >> tag & 1) != 0));
    }
    CHECK(with_marks(base, Marking::Tags, 0).types.size() == 1);
}

TEST_CASE("Scenario variants: as bools every entity has all marks, each with its bit as the value", "[lab][lesson]") {
    const Scenario base = ten(), marked = with_marks(base, Marking::Bools, 2);
    ScenarioRun run(marked, StorageKind::Chunks, Mode::Repaired, {}, Tracing::Events);
    run.run_to(2);
    for (std::uint64_t i = 0; i < 10; ++i)
        for (TypeIndex mark = 0; mark < 2; ++mark) {
            std::uint8_t on = 9;
            REQUIRE(run.storage().get(*run.handle_of(i), mark + 1, &on).verdict == Verdict::Done);
            CHECK(on == (i >> mark & 1));
        }
}

TEST_CASE("Scenario variants: built by adds, all end with the same values, one entity after another", "[lab][lesson]") {
    const Scenario base = ten(), built = built_by_adds(base);
    CHECK(built.steps.size() == 2 * 10 + 1);
    CHECK(built.entities == 10);
    for (const StorageKind kind : storage_kinds) {
        ScenarioRun run(built, kind, Mode::Repaired, {}, Tracing::Events),
            whole(base, kind, Mode::Repaired, {}, Tracing::Events);
        run.run_to(built.steps.size());
        whole.run_to(base.steps.size());
        CHECK(run.results().back().visited == 10);
        for (std::uint64_t i = 0; i < 10; ++i) CHECK(value_of(run, i) == value_of(whole, i));
    }
}

}  // namespace scenario_variants_test
