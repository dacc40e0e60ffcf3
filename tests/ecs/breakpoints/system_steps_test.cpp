#include "ecs/breakpoints/system_steps.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/diff/diff_edits.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/test_types.hpp"

namespace system_steps_test {

using namespace test;

namespace {

/// Systems that write, create, destroy, add and remove, as the random source of the schedule says.
struct Game {
    ecs::World world;
    ecs::Schedule schedule{world};

    explicit Game(std::uint64_t seed = 1) {
        register_types(world);
        schedule.random = ecs::Random(seed);
        for (int i = 0; i < 40; ++i) world.create(Position{static_cast<float>(i), 0, 0}, Health{i});
        const auto add = [&](const char* name, auto run) { REQUIRE(schedule.add({.name = name, .run = run})); };
        add("Move", [](ecs::SystemContext& context) {
            for (const ecs::Entity each : entities_of(context.world))
                if (context.random.below(3) == 0 && context.world.has<Position>(each))
                    context.world.get_mut<Position>(each).x += 1;
        });
        add("Live", [](ecs::SystemContext& context) {
            if (context.random.below(2) == 0) context.commands.create(Position{1, 2, 3}, Velocity{});
            const std::vector<ecs::Entity> all = entities_of(context.world);
            if (all.size() > 20 && context.random.below(2) == 0)
                context.commands.destroy(all[context.random.below(static_cast<std::uint32_t>(all.size()))]);
        });
        add("Freeze", [](ecs::SystemContext& context) {
            for (const ecs::Entity each : entities_of(context.world)) {
                if (context.random.below(10) != 0) continue;
                if (context.world.has<Frozen>(each))
                    context.commands.remove<Frozen>(each);
                else
                    context.commands.add<Frozen>(each);
            }
        });
        add("Idle", [](ecs::SystemContext&) {});
    }
};

}  // namespace

TEST_CASE("SystemSteps: what a step says is all that is different, over 1,000 ticks", "[break][step]") {
    Game game(7);
    ecs::SystemSteps steps(game.world, game.schedule);
    std::size_t created = 0, destroyed = 0, fields = 0, moved = 0;
    for (int i = 0; i < 4000; ++i) {
        ecs::Snapshots snapshots(game.world);
        const auto before = snapshots.take();
        REQUIRE(before);
        REQUIRE(steps.step(0));
        const ecs::SystemStep& step = *steps.shown();
        REQUIRE(steps.is_present());
        created += step.created, destroyed += step.destroyed, fields += step.fields, moved += step.moved;
        // Made from what was before by what the step says, the world is the one of now.
        const auto made = before->make_world();
        auto edits = ecs::edits_of(step.diff, *made, game.world);
        REQUIRE(edits);
        for (ecs::Edit& edit : *edits) {
            REQUIRE(ecs::fits(*made, game.schedule, edit));
            ecs::apply(*made, game.schedule, edit);
        }
        REQUIRE(ecs::diff(*made, game.world).empty());
        if (step.system == "Idle") REQUIRE(step.diff.empty());
    }
    CHECK(game.world.tick() == 1000);
    CHECK(created > 100);
    CHECK(destroyed > 100);
    CHECK(fields > 5000);
    CHECK(moved > 500);
}

TEST_CASE("SystemSteps: the commands of a step are told in their order, with and without a journal", "[break][step]") {
    const bool observed = GENERATE(false, true);
    ecs::World world;
    register_types(world);
    ecs::Journal journal(100);
    if (observed) world.observe(&journal);
    ecs::Schedule schedule(world);
    const ecs::Entity hero = world.create(Position{}), other = world.create(Health{});
    REQUIRE(schedule.add({.name = "Act", .run = [=](ecs::SystemContext& context) {
                              context.world.add(hero, Velocity{});  // no command
                              context.commands.add<Frozen>(hero);
                              context.commands.create(Health{3});
                              context.commands.destroy(other);
                              context.commands.remove<Health>(other);
                          }}));
    REQUIRE(schedule.add({.name = "Idle", .run = [](ecs::SystemContext&) {}}));
    ecs::SystemSteps steps(world, schedule);
    REQUIRE(steps.step(0));
    const std::vector<ecs::StructuralChange>& commands = steps.shown()->commands;
    REQUIRE(commands.size() == 3);
    CHECK(steps.shown()->commands_in_all == 3);
    CHECK(steps.shown()->skipped_commands == 1);
    CHECK(commands[0].kind == ecs::ChangeKind::Moved);
    CHECK(commands[0].entity == hero);
    CHECK(commands[0].component == world.id<Frozen>());
    CHECK(commands[0].added);
    CHECK(commands[1].kind == ecs::ChangeKind::Created);
    CHECK(commands[2].kind == ecs::ChangeKind::Destroyed);
    CHECK(commands[2].entity == other);
    REQUIRE(steps.step(0));
    CHECK(steps.shown()->commands.empty());
    CHECK(steps.shown()->skipped_commands == 0);
    REQUIRE(steps.back(0).empty());
    CHECK(steps.shown()->commands.size() == 3);
    CHECK(world.journal() == (observed ? &journal : nullptr));
    world.observe(nullptr);
}

TEST_CASE("SystemSteps: run back, a system has never run, and runs again the same way", "[break][step]") {
    Game game(3);
    ecs::SystemSteps steps(game.world, game.schedule);
    std::vector<std::uint64_t> hashes;
    std::vector<std::string> names;
    for (int i = 0; i < 30; ++i) {
        hashes.push_back(ecs::state_hash(game.world));
        REQUIRE(steps.step(5));
        names.push_back(steps.shown()->system);
    }
    const std::uint64_t last = ecs::state_hash(game.world);
    for (int i = 29; i >= 0; --i) {
        REQUIRE(steps.back_to() == names[static_cast<std::size_t>(i)]);
        REQUIRE(steps.back(5).empty());
        REQUIRE(ecs::state_hash(game.world) == hashes[static_cast<std::size_t>(i)]);
        REQUIRE(game.schedule.next_system()->description.name == names[static_cast<std::size_t>(i)]);
    }
    CHECK_FALSE(steps.back(5).empty());
    for (int i = 0; i < 30; ++i) REQUIRE(steps.step(5));
    CHECK(ecs::state_hash(game.world) == last);
}

TEST_CASE("SystemSteps: after an edit or a tick it says why no system can be run back", "[break][step]") {
    Game game;
    ecs::SystemSteps steps(game.world, game.schedule);
    CHECK(steps.why_not_back(1) == "No system was stepped before");
    REQUIRE(steps.step(1));
    CHECK(steps.why_not_back(1).empty());
    CHECK(steps.why_not_back(2) == "Something was changed by hand since; undo it first");
    game.schedule.tick(game.world);
    CHECK(steps.why_not_back(1) == "The world went on since the last step");
    CHECK_FALSE(steps.is_present());
    for (std::size_t i = 0; i < ecs::SystemSteps::most_steps + 10; ++i) REQUIRE(steps.step(1));
    std::size_t back = 0;
    while (steps.back(1).empty()) ++back;
    CHECK(back == ecs::SystemSteps::most_steps);
}

TEST_CASE("SystemSteps: what cannot be copied is not said to be unchanged", "[break][step]") {
    struct Owner {
        float x = 0;
        std::unique_ptr<int> owned;
    };
    ecs::World world;
    ecs::Schedule schedule(world);
    register_types(world);
    world.types().add<Owner>("Owner").field("x", &Owner::x);
    const ecs::Entity entity = world.create(Position{}, Owner{});
    schedule.system<Owner>("Push", [](Owner& owner) { owner.x += 1; });
    schedule.system<Position>("Move", [](Position& position) { position.x += 1; });
    ecs::SystemSteps steps(world, schedule);
    REQUIRE(steps.step(1));
    CHECK(steps.shown()->diff.empty());
    CHECK(steps.shown()->problem ==
          "Owner cannot be copied: whether Push changed it is not known, and running back leaves it as it is");
    REQUIRE(steps.step(1));
    CHECK(steps.shown()->fields == 1);
    CHECK(steps.shown()->problem.empty());
    REQUIRE(steps.back(1).empty());
    REQUIRE(steps.back(1).empty());
    CHECK(world.get<Position>(entity).x == 0);
    CHECK(world.get<Owner>(entity).x == 1);
}

}  // namespace system_steps_test
