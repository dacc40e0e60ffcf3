// A bound query costs no allocation: neither a value of every kind, nor one that asks what changed.
#include "catch.hpp"
#include "ecs/language/change_baseline.hpp"
#include "ecs/language/text_query.hpp"
#include "ecs/language/text_value.hpp"
#include "ecs/support/test_types.hpp"
#include "oom/failing_allocator.hpp"

namespace language_memory_test {

using namespace ecs;
using namespace test;

TEST_CASE("TextQuery: a tick's evaluation allocates nothing", "[ecs][language][memory]") {
    World world;
    register_types(world);
    for (int i = 0; i < 3000; ++i) {
        const Entity entity = world.create(Health{i % 100}, Position{static_cast<float>(i), 0, 0});
        if (i % 3 == 0) world.add(entity, Velocity{1, 2, 3});
        if (i % 5 == 0) world.add(entity, Label{"a label longer than short strings are"});
    }
    auto parsed = TextQuery::parse(
        "(Health.hp < 50 | Position.x * 2 + sqrt(Velocity.y) > 700 & !(Label.text ~ \"LONGER\")) & "
        "(changed(Health.hp) | added(Velocity) | changed(Position) | !removed(Label)) & 3 < Position.x < $far");
    REQUIRE(parsed);
    TextQuery& query = *parsed;
    struct Far : WatchValues {
        std::optional<WatchNumber> watch(std::string_view) const override { return 2500.0; }
    } far;
    REQUIRE_FALSE(query.bind(world));
    auto parsed_mean = TextValue::parse("mean(Health.hp, Position.x > count(Label)) + 1");
    REQUIRE(parsed_mean);
    TextValue& mean = *parsed_mean;
    REQUIRE_FALSE(mean.bind(world));
    ChangeBaseline baseline;
    baseline.track(query);
    baseline.advance(world);
    const QueryInputs inputs{.baseline = &baseline, .watches = &far};
    std::vector<Entity> found;
    query.collect(world, found, inputs);
    CHECK(found.size() > 100);
    const std::size_t count = found.size();
    found.clear();

    std::size_t counted = 0, visited = 0;
    std::optional<AnyValue> value;
    bool matches = false;
    {
        const AllocationsFail fail(1);
        query.collect(world, found, inputs);
        counted = query.count(world, inputs);
        query.each(
            world, [&](Entity) { ++visited; }, inputs);
        matches = query.matches(world, found.front(), inputs);
        value = mean.value(world, null_entity, inputs);
        baseline.advance(world);
    }
    CHECK(matches);
    CHECK(counted == count);
    CHECK(visited == count);
    CHECK(value.has_value());
}

}  // namespace language_memory_test
