#include "ecs/timeline/timeline.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/deep_state.hpp"
#include "ecs/support/random_edits.hpp"

namespace timeline_test {

using namespace ecs;
using namespace test;

namespace {

/// A game whose systems move, create and destroy, draw random numbers and follow a key.
struct Game final : EditFixture, TimelineInputs {
    History history{world, schedule};
    Timeline timeline{world, schedule, history};
    std::string key = "-";
    JobPool pool{4};

    Game() {
        const auto add = [&](std::string name, SystemFunction run) {
            SystemDescription system;
            system.name = std::move(name);
            system.run = std::move(run);
            REQUIRE(schedule.add(std::move(system)));
        };
        View<Position> moving(world);
        add("Drift", [moving](SystemContext& context) mutable {
            context.each(moving, [&](Position& at) { at.x += context.random.unit(); });
        });
        View<const Position> all(world);
        add("Churn", [all](SystemContext& context) mutable {
            if (context.tick % 3 == 0) context.commands.create(Position{1, 2, float(context.tick)}, Health{3});
            if (context.tick % 5 != 0) return;
            Entity first;
            context.each(all, [&](Entity entity, const Position&) {
                if (entity.index > 4 && (!first || entity < first)) first = entity;
            });
            if (first && context.world.entity_count() > 20) context.commands.destroy(first);
        });
        View<Health> hurt(world);
        add("Keys", [hurt, this](SystemContext& context) mutable {
            context.each(hurt, [&](Health& health) { health.hp += key == "down" ? 2 : 1; });
        });
    }
    ~Game() { timeline.stop(); }

    void start(TimelineOptions options = {}) { timeline.start(this, options); }
    std::string read() const override { return key; }
    void write(std::string_view inputs) override { key = inputs; }
    std::uint64_t hash() const { return state_hash(world) ^ Random(schedule.random.state()).next(); }
    void tick(int count = 1) {
        for (; count > 0; --count) schedule.tick(world);
    }
    std::string perform(Edit edit) {
        std::vector<Edit> edits;
        edits.push_back(std::move(edit));
        std::string why = history.perform({"Step", std::move(edits)});
        history.seal();
        return why;
    }
    std::string set_health(int hp, Entity entity) {
        std::vector<Edit> edits;
        edits.push_back(SetComponent{entity, value(Health{hp}), {}});
        return history.perform({"Drag", std::move(edits)});
    }
};

}  // namespace

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

TEST_CASE("Timeline: what is played or edited in the past is a branch, and no branch changes another",
          "[ecs][timeline]") {
    Game game;
    game.start();
    std::map<std::pair<BranchId, std::uint64_t>, std::uint64_t> hashes;
    const auto play = [&](int ticks) {
        for (int i = 0; i < ticks; ++i) {
            game.tick();
            hashes[{game.timeline.branch(), game.world.tick()}] = game.hash();
        }
    };
    play(100);
    REQUIRE(game.timeline.seek(40).empty());
    REQUIRE(game.set_health(500, game.player).empty());
    CHECK(game.timeline.branches().size() == 2);
    CHECK(game.timeline.at_now());
    play(100);
    const BranchId second = game.timeline.branch();
    CHECK(game.timeline.find(second)->parent == 0u);
    CHECK(game.timeline.find(second)->fork_tick == 40);
    REQUIRE(game.timeline.seek({0, 80}).empty());
    play(30);
    CHECK(game.timeline.branches().size() == 3);
    REQUIRE(game.timeline.seek({second, 90}).empty());
    play(10);
    const BranchId fourth = game.timeline.branch();
    CHECK(game.timeline.find(fourth)->parent == second);

    Random random(1);
    bool same = true;
    for (int i = 0; i < 200; ++i) {
        auto each = hashes.begin();
        std::advance(each, random.below(static_cast<std::uint32_t>(hashes.size())));
        REQUIRE(game.timeline.seek({each->first.first, each->first.second}).empty());
        same = same && game.hash() == each->second;
    }
    CHECK(same);
    // Ticks before a branch are those of the one that it grew from.
    REQUIRE(game.timeline.seek({fourth, 60}).empty());
    CHECK(game.hash() == hashes[{second, 60}]);
    REQUIRE(game.timeline.seek({fourth, 20}).empty());
    CHECK(game.hash() == hashes[{0, 20}]);

    CHECK(game.timeline.rename(second, "With more health"));
    CHECK_FALSE(game.timeline.rename(second, ""));
    CHECK_FALSE(game.timeline.remove(fourth).empty());
    REQUIRE(game.timeline.switch_to(0).empty());
    CHECK(game.timeline.at_now());
    CHECK(game.hash() == hashes[{0, 100}]);
    REQUIRE(game.timeline.remove(second).empty());
    CHECK(game.timeline.find(second) == nullptr);
    REQUIRE(game.timeline.seek({fourth, 95}).empty());
    CHECK(game.hash() == hashes[{fourth, 95}]);
    CHECK_FALSE(game.timeline.seek({fourth, 60}).empty());
}

TEST_CASE("Timeline: the history has the steps of the moment, and the others come back", "[ecs][timeline]") {
    Game game;
    game.start();
    game.tick(10);
    REQUIRE(game.perform(SetComponent{game.player, game.value(Health{50}), {}}).empty());
    game.tick(10);
    REQUIRE(game.perform(SetComponent{game.player, game.value(Health{90}), {}}).empty());
    game.tick(10);
    REQUIRE(game.timeline.seek(15).empty());
    CHECK(game.history.steps().size() == 1);
    CHECK_FALSE(game.history.can_redo());
    REQUIRE(game.timeline.seek(5).empty());
    CHECK(game.history.steps().empty());
    REQUIRE(game.timeline.return_to_now().empty());
    CHECK(game.history.steps().size() == 2);

    REQUIRE(game.timeline.seek(15).empty());
    REQUIRE(game.history.undo().empty());
    CHECK(game.world.get<Health>(game.player).hp == 15);
    CHECK(game.timeline.branches().size() == 2);
    CHECK(game.history.can_redo());
    REQUIRE(game.timeline.switch_to(0).empty());
    CHECK(game.history.done() == 2);
    REQUIRE(game.history.undo().empty());
    REQUIRE(game.history.undo().empty());
    CHECK(game.world.get<Health>(game.player).hp == 15);
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

TEST_CASE("Timeline: thinned and capped, each tick from the first on stays the same", "[ecs][timeline]") {
    for (const bool drops : {false, true}) {
        Game game;
        for (int i = 0; i < 400; ++i) game.world.create(Position{float(i), 0, 0}, Label{"x"});
        TimelineOptions options;
        options.cap_bytes = drops ? 150'000 : 400'000;
        options.recent_ticks = 60;
        options.recent_secs = 1e-9;  // a key frame each tick, whatever it costs
        options.record_share = 1e9;
        options.hitch_secs = 1e9;
        options.older_secs = 50e-6;
        options.most_secs = drops ? 1e-9 : 1e9;  // rather drop the oldest ticks, or rather be slow
        game.start(options);
        const std::size_t cap = game.timeline.options().cap_bytes;
        std::vector<std::uint64_t> hashes{game.hash()};
        bool below = true;
        for (int i = 0; i < 1500; ++i) {
            game.tick();
            if (i % 7 == 0) REQUIRE(game.set_health(i, game.player).empty());
            game.history.seal();
            below = below && game.timeline.stats().bytes <= cap;
            hashes.push_back(game.hash());
        }
        CHECK(below);
        const TimelineStats stats = game.timeline.stats();
        const auto first = static_cast<std::uint32_t>(game.timeline.first_tick());
        CHECK(stats.dropped_ticks == first);
        CHECK((first > 0) == drops);
        CHECK(stats.why_dropped.empty() != drops);
        if (!drops) CHECK(stats.thinned > 100);
        REQUIRE(first < 1495);
        bool same = true;
        Random random(2);
        for (int i = 0; i < 200; ++i) {
            const std::uint64_t tick = first + random.below(1501 - first);
            REQUIRE(game.timeline.seek(tick).empty());
            same = same && game.hash() == hashes[tick];
        }
        CHECK(same);
        if (drops)
            CHECK(game.timeline.seek(first - 1) == "Tick " + std::to_string(first - 1) + " is not kept any more");
        CHECK(game.timeline.seek(1501) == "Main ends at tick 1500");
    }
}

TEST_CASE("Timeline: a system that remembers more than the world is found", "[ecs][timeline]") {
    Game game;
    SystemDescription guilty;
    guilty.name = "Guilty";
    View<Health> healed(game.world);
    guilty.run = [healed, calls = std::make_shared<int>(0)](SystemContext& context) mutable {
        ++*calls;
        if (context.tick == 25) context.each(healed, [&](Health& health) { health.hp += *calls; });
    };
    REQUIRE(game.schedule.add(guilty));
    TimelineOptions options;
    options.hash_every = 1;
    options.hash_share = 1e9;
    game.start(options);
    game.tick(60);
    REQUIRE(game.timeline.seek(20).empty());
    CHECK_FALSE(game.timeline.divergence());
    REQUIRE(game.timeline.seek(0).empty());
    REQUIRE(game.timeline.seek(40).empty());
    REQUIRE(game.timeline.divergence());
    const Divergence& found = *game.timeline.divergence();
    CHECK(found.system == "Guilty");
    CHECK(found.found.tick == 26);
    CHECK(found.after.tick == 25);
    CHECK(found.field == "Health.hp");
    CHECK(found.entity == game.player);
    CHECK(found.sentence ==
          "The ticks after 25 are not the same when they run again: Health.hp of Player (1v1) differs. Guilty depends "
          "on something that is not in the world");
    REQUIRE(game.timeline.return_to_now().empty());
    CHECK(game.world.tick() == 60);
}

TEST_CASE("Timeline: a world that was put back by other means begins a branch", "[ecs][timeline]") {
    Game game;
    game.start();
    game.tick(5);
    Snapshots snapshots(game.world);
    const Snapshot five = *snapshots.take();
    game.tick(20);
    const std::uint64_t end = game.hash();
    REQUIRE(snapshots.restore(five));
    game.history.log->world_replaced();
    CHECK(game.timeline.branches().size() == 2);
    CHECK(game.timeline.at_now());
    game.tick(3);
    const std::uint64_t eight = game.hash();
    REQUIRE(game.timeline.seek({0, 25}).empty());
    CHECK(game.hash() == end);
    REQUIRE(game.timeline.seek({1, 8}).empty());
    CHECK(game.hash() == eight);
}

TEST_CASE("Timeline: moments are compared across branches, and the world stays where it is", "[ecs][timeline]") {
    Game game;
    game.start();
    game.tick(10);
    REQUIRE(game.timeline.seek(5).empty());
    REQUIRE(game.perform(SetComponent{game.player, game.value(Health{77}), {}}).empty());
    const std::uint64_t hash = game.hash();
    const auto compared = game.timeline.compare({0, 5}, {1, 5});
    REQUIRE(compared);
    REQUIRE(compared->differences.entries.size() == 1);
    CHECK(compared->differences.entries[0].entity == game.player);
    CHECK(compared->after->get<Health>(game.player).hp == 77);
    CHECK(game.hash() == hash);
    CHECK(game.timeline.at_now());
    CHECK(game.history.can_undo());
    CHECK_FALSE(game.timeline.compare({0, 5}, {7, 5}));
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
