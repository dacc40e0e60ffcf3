#include "ecs/timeline/timeline.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/support/deep_state.hpp"
#include "ecs/timeline/timeline_game.hpp"

namespace timeline_test {

using namespace ecs;
using namespace test;
using Game = TimelineGame;

TEST_CASE("Timeline: every tick is reached again, in any order", "[ecs][timeline]") {
    Game game;
    game.start();
    std::vector<std::uint64_t> hashes{game.hash()};
    for (int i = 0; i < 700; ++i) {
        game.key = i / 50 % 2 == 0 ? "-" : "down";
        game.tick();
        hashes.push_back(game.hash());
    }
    Random random(5);
    bool same = true;
    for (int i = 0; i < 300; ++i) {
        const std::uint64_t tick = random.below(701);
        REQUIRE(game.timeline.seek(tick).empty());
        same = same && game.world.tick() == tick && game.hash() == hashes[tick];
    }
    CHECK(same);
    REQUIRE(game.timeline.return_to_now().empty());
    CHECK(game.timeline.at_now());
    CHECK(game.hash() == hashes.back());
    CHECK(game.key == "down");
    CHECK_FALSE(game.timeline.divergence());
    CHECK(game.timeline.branches().size() == 1);
}

TEST_CASE("Timeline: it goes on after a visit to the past as if there had been none", "[ecs][timeline]") {
    Game visited, plain;
    visited.start();
    visited.tick(100);
    plain.tick(100);
    REQUIRE(visited.perform(DestroyEntity{visited.player}).empty());
    REQUIRE(plain.perform(DestroyEntity{plain.player}).empty());
    REQUIRE(visited.timeline.seek(37).empty());
    CHECK(visited.world.alive(visited.player));
    CHECK_FALSE(visited.timeline.at_now());
    REQUIRE(visited.timeline.return_to_now().empty());
    CHECK(difference(deep_state(plain.world), deep_state(visited.world)).empty());
    REQUIRE(visited.history.undo().empty());
    REQUIRE(plain.history.undo().empty());
    visited.tick(50);
    plain.tick(50);
    CHECK(difference(deep_state(plain.world), deep_state(visited.world)).empty());
}

TEST_CASE("Timeline: random edits, undo and redo between ticks are done again", "[ecs][timeline]") {
    for (const bool threads : {false, true}) {
        Game game;
        if (threads) game.schedule.pool = &game.pool;
        game.schedule.share_from_rows = 0;
        game.schedule.share_from_secs = 0;
        TimelineOptions options;
        options.recent_ticks = 40;
        game.start(options);
        RandomEdits edits(game, 17);
        Random random(9);
        std::vector<DeepState> states;
        for (int i = 0; i < 400; ++i) {
            for (std::uint32_t n = random.below(4); n > 0; --n) switch (random.below(6)) {
                    case 0:
                        if (game.history.can_undo()) (void)game.history.undo();
                        break;
                    case 1:
                        if (game.history.can_redo()) (void)game.history.redo();
                        break;
                    default:
                        if (game.world.entity_count() > 80)
                            (void)game.perform(DestroyEntity{game.world.entity_at_slot(1 + random.below(9))});
                        else
                            (void)game.perform(edits.next());
                }
            states.push_back(deep_state(game.world));
            game.tick();
        }
        states.push_back(deep_state(game.world));
        std::string differs;
        for (int i = 0; i < 200 && differs.empty(); ++i) {
            const std::uint64_t tick = random.below(401);
            REQUIRE(game.timeline.seek(tick).empty());
            DeepState now = deep_state(game.world);
            // Archetypes that came later stay, empty, with a block of their own size.
            if (now.hash != states[tick].hash || now.free_list != states[tick].free_list ||
                now.next != states[tick].next)
                differs = "tick " + std::to_string(tick) + ": " + difference(states[tick], now);
        }
        CHECK(differs.empty());
        INFO(differs);
        CHECK_FALSE(game.timeline.divergence());
        REQUIRE(game.timeline.return_to_now().empty());
        CHECK(deep_state(game.world).hash == states.back().hash);
    }
}

TEST_CASE("Timeline: a drag can be visited in its middle", "[ecs][timeline]") {
    Game game;
    game.start();
    game.tick(3);
    std::vector<int> seen;
    for (int i = 0; i < 20; ++i) {
        REQUIRE(game.set_health(100 * i, game.player).empty());
        game.tick();
        seen.push_back(game.world.get<Health>(game.player).hp);
    }
    CHECK(game.history.steps().size() == 1);
    REQUIRE(game.timeline.seek(13).empty());
    CHECK(game.history.steps().empty());  // half a step cannot be undone
    CHECK(game.world.get<Health>(game.player).hp == 1000);
    REQUIRE(game.timeline.return_to_now().empty());
    REQUIRE(game.history.undo().empty());
    game.history.seal();
    // While nothing runs, only the end of a drag is kept.
    const std::size_t inputs = game.timeline.stats().inputs;
    for (int i = 0; i < 50; ++i) REQUIRE(game.set_health(i, game.player).empty());
    CHECK(game.timeline.stats().inputs <= inputs + 2);
    game.tick();
    const std::uint64_t hash = game.hash();
    REQUIRE(game.timeline.seek(5).empty());
    REQUIRE(game.timeline.return_to_now().empty());
    CHECK(game.hash() == hash);
}

TEST_CASE("Timeline: a tick that is half done is finished first, and edits between systems are done again there",
          "[ecs][timeline]") {
    Game game;
    game.start();
    game.tick(5);
    (void)game.schedule.step_system(game.world);
    (void)game.schedule.step_system(game.world);
    REQUIRE(game.schedule.within_tick());
    REQUIRE(game.perform(SetComponent{game.player, game.value(Health{1000}), {}}).empty());
    (void)game.schedule.step_system(game.world);
    REQUIRE(game.perform(AddComponent{game.other, game.value(Position{1, 1, 1})}).empty());
    REQUIRE(game.timeline.seek(2).empty());
    CHECK_FALSE(game.schedule.within_tick());
    REQUIRE(game.timeline.return_to_now().empty());
    CHECK(game.world.tick() == 6);
    const std::uint64_t six = game.hash();
    game.tick(4);
    const std::uint64_t hash = game.hash();
    REQUIRE(game.timeline.seek(1).empty());
    REQUIRE(game.timeline.seek(6).empty());
    CHECK(game.hash() == six);
    REQUIRE(game.timeline.verify(0, 10) == std::nullopt);
    REQUIRE(game.timeline.return_to_now().empty());
    CHECK(game.hash() == hash);
    REQUIRE(game.timeline.seek(4).empty());
    (void)game.schedule.step_system(game.world);
    REQUIRE(game.timeline.step_back().empty());  // the step is taken back
    CHECK(game.world.tick() == 4);
}

TEST_CASE("Timeline: systems and types that edits make are there when they were", "[ecs][timeline]") {
    Game game;
    game.start();
    game.tick(4);
    SystemDescription heal;
    heal.name = "Heal";
    View<Health> healed(game.world);
    heal.run = [healed](SystemContext& context) mutable {
        context.each(healed, [](Health& health) { health.hp += 100; });
    };
    REQUIRE(game.perform(AddSystem{heal, 0}).empty());
    game.tick(4);
    REQUIRE(game.perform(ToggleSystem{"Drift", false}).empty());
    ComponentType mana;
    mana.name = "Mana";
    Field points;
    points.name = "points";
    points.kind = FieldKind::I32;
    mana.fields = {points};
    REQUIRE(game.perform(SetType{{}, mana, {}}).empty());
    const ComponentType* const made = game.world.types().find("Mana");
    REQUIRE(made != nullptr);
    REQUIRE(game.perform(AddComponent{game.player, Value(*made)}).empty());
    game.tick(4);
    REQUIRE(game.perform(RemoveSystem{"Heal"}).empty());
    REQUIRE(game.perform(MoveSystem{"Keys", 0}).empty());
    game.tick(4);
    std::vector<std::uint64_t> hashes;
    std::vector<bool> heals, drifts, types;
    std::vector<std::string> first;
    for (const std::uint64_t tick : {16, 9, 3, 14, 6, 0, 11}) {
        REQUIRE(game.timeline.seek(tick).empty());
        CHECK((game.schedule.find("Heal") != nullptr) == (tick >= 4 && tick < 12));
        CHECK(game.schedule.find("Drift")->enabled == (tick < 8));
        CHECK((game.world.types().find("Mana") != nullptr) == (tick >= 8));
        CHECK(game.schedule.systems().front()->description.name == (tick >= 12  ? "Keys"
                                                                    : tick >= 4 ? "Heal"
                                                                                : "Movement"));
        CHECK(game.world.get<Health>(game.player).hp ==
              5 + int(tick) + 100 * (tick < 4 ? 0 : int(std::min<std::uint64_t>(tick, 12)) - 4));
        if (tick >= 8) CHECK(game.world.get(game.player, made->id) != nullptr);
    }
    CHECK_FALSE(game.timeline.divergence());
}

TEST_CASE("Timeline: what on_create makes is made when it was", "[ecs][timeline]") {
    Game game;
    SystemDescription maker;
    maker.name = "Maker";
    maker.on_create = [](SystemContext& context) { context.commands.create(Label{"made"}); };
    maker.on_destroy = [](SystemContext& context) { context.commands.create(Label{"destroyed"}); };
    REQUIRE(game.schedule.add(maker));
    game.start();
    const std::uint64_t start = game.hash();
    game.tick();
    const std::uint64_t one = game.hash();
    game.tick(9);
    for (int i = 0; i < 3; ++i) {
        REQUIRE(game.timeline.seek(0).empty());
        CHECK(game.hash() == start);
        REQUIRE(game.timeline.seek(1).empty());
        CHECK(game.hash() == one);
    }
}

TEST_CASE("Timeline: edits and bursts are marked, and others can mark", "[ecs][timeline]") {
    Game game;
    game.start();
    game.tick(30);
    REQUIRE(game.perform(rename(game.world, game.player, "Hero")).empty());
    REQUIRE(game.history.undo().empty());
    CreateEntities many;
    many.entities.resize(2);
    SystemDescription burst;
    burst.name = "Burst";
    burst.run = [](SystemContext& context) {
        for (int i = 0; i < 500 && context.tick == 40; ++i) context.commands.create(Health{});
    };
    REQUIRE(game.perform(AddSystem{burst}).empty());
    game.tick(20);
    game.timeline.mark(MarkKind::Alert, "Low");
    std::vector<std::string> texts;
    for (const TimeMark& mark : game.timeline.find(0)->marks)
        texts.push_back(std::to_string(mark.tick) + " " + mark.text);
    CHECK(texts == std::vector<std::string>{"30 Step", "30 Undo Step", "30 Step",
                                            "41 500 structural changes in one tick", "50 Low"});
}

TEST_CASE("Timeline: a mark can be at an earlier tick, and lines of a log go before what a person wrote",
          "[ecs][timeline]") {
    Game game;
    game.timeline.start(&game, {.most_marks = 100});
    game.tick(10);
    game.timeline.mark(MarkKind::Note, "mine");
    game.timeline.mark(MarkKind::Log, "earlier", 4);
    game.timeline.mark(MarkKind::Log, "never later than now", 40);
    const TimeBranch& branch = *game.timeline.find(0);
    REQUIRE(branch.marks.size() == 3);
    CHECK(branch.marks.front().tick == 4);
    CHECK(branch.marks.back().tick == 10);
    for (int i = 0; i < 1000; ++i) game.timeline.mark(MarkKind::Log, "line");
    CHECK(branch.marks.size() <= 100);
    CHECK(branch.marks.size() + branch.dropped_marks == 1003);
    CHECK(branch.marks.front().text == "mine");
    for (int i = 0; i < 1000; ++i) game.timeline.mark(MarkKind::Note, "note");
    CHECK(branch.marks.size() <= 100);
    CHECK(branch.marks.size() + branch.dropped_marks == 2003);
}

TEST_CASE("Timeline: an empty world and one without systems have a time, too", "[ecs][timeline]") {
    World world;
    Schedule schedule;
    History history(world, schedule);
    Timeline timeline(world, schedule, history);
    CHECK_FALSE(timeline.seek(0).empty());
    timeline.start();
    for (int i = 0; i < 10; ++i) schedule.tick(world);
    REQUIRE(timeline.seek(4).empty());
    CHECK(world.tick() == 4);
    REQUIRE(timeline.step_back(4).empty());
    CHECK(timeline.step_back() == "Tick 0 is the first that is kept");
    REQUIRE(timeline.return_to_now().empty());
    CHECK(world.tick() == 10);
    timeline.stop();
    CHECK(history.log == nullptr);
    CHECK(schedule.listeners().empty());
}

TEST_CASE("Timeline: a million entities go back a few ticks", "[ecs][timeline]") {
    World world;
    register_types(world);
    Schedule schedule;
    History history(world, schedule);
    Timeline timeline(world, schedule, history);
    std::vector<Entity> entities(1'000'000);
    world.create_many(entities, std::array{world.id<Position>(), world.id<Health>()});
    View<Position> moving(world);
    SystemDescription drift;
    drift.name = "Drift";
    drift.run = [moving](SystemContext& context) mutable { context.each(moving, [&](Position& at) { at.x += 1; }); };
    REQUIRE(schedule.add(drift));
    TimelineOptions options;
    options.cap_bytes = std::size_t{256} << 20;
    timeline.start(nullptr, options);
    for (int i = 0; i < 6; ++i) schedule.tick(world);
    REQUIRE(timeline.seek(3).empty());
    CHECK(world.get<Position>(entities[999'999]).x == 3);
    REQUIRE(timeline.return_to_now().empty());
    CHECK(world.get<Position>(entities[0]).x == 6);
}

}  // namespace timeline_test
