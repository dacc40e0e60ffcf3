#include "ecs/timeline/time_tape.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/deep_state.hpp"
#include "ecs/support/random_edits.hpp"
#include "ecs/timeline/timeline.hpp"

namespace time_tape_test {

using namespace ecs;
using namespace test;

namespace {

/// A game whose systems move, create and destroy, draw random numbers and follow a key.
struct Taped final : EditFixture, TimelineInputs {
    History history{world, schedule};
    Timeline timeline{world, schedule, history};
    std::string key = "-";

    Taped() {
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
    ~Taped() { timeline.stop(); }

    void start() {
        TimelineOptions options;
        options.hash_share = 1e9;
        options.hash_every = 1;
        timeline.start(this, options);
    }
    std::string read() const override { return key; }
    void write(std::string_view inputs) override { key = inputs; }
    void tick(int count = 1) {
        for (; count > 0; --count) schedule.tick(world);
    }
    void perform(Edit edit) {
        std::vector<Edit> edits;
        edits.push_back(std::move(edit));
        (void)history.perform({"Step", std::move(edits)});
        history.seal();
    }
    /// Ticks with random edits, undo, redo and keys between them.
    void live(int ticks, std::uint64_t seed) {
        RandomEdits edits(*this, seed);
        Random random(seed);
        for (int i = 0; i < ticks; ++i) {
            if (random.below(9) == 0) key = random.below(2) == 0 ? "-" : "down";
            for (std::uint32_t n = random.below(4); n > 0; --n) switch (random.below(6)) {
                    case 0:
                        if (history.can_undo()) (void)history.undo();
                        break;
                    case 1:
                        if (history.can_redo()) (void)history.redo();
                        break;
                    default:
                        perform(world.entity_count() > 80
                                    ? Edit(DestroyEntity{world.entity_at_slot(1 + random.below(9))})
                                    : edits.next());
                }
            tick();
        }
    }
    TimeTape tape(std::uint64_t from = 0) {
        Result<TimeTape> made = timeline.tape(from);
        INFO(made.error());
        REQUIRE(made);
        return std::move(*made);
    }
};

/// As a file does it: values are of the types of the world that they come to.
void carry_over(std::vector<Edit>& edits, const World& world) {
    const auto carry = [&](Value& value) {
        const ComponentType& type = *world.types().find(value.type().name);
        value = type.is_tag() ? Value(type) : Value(type, value.data());
    };
    for (Edit& edit : edits) {
        if (auto* const create = std::get_if<CreateEntities>(&edit))
            for (EntityRecord& record : create->entities)
                for (Value& value : record.values) carry(value);
        if (auto* const add = std::get_if<AddComponent>(&edit)) carry(add->value);
        if (auto* const set = std::get_if<SetComponent>(&edit)) carry(set->value);
    }
}

/// A game that has played what another recorded from the first tick on.
struct Played {
    Taped game;
    std::string why;
    explicit Played(TimeTape tape, std::uint64_t until = ~std::uint64_t{0},
                    const std::function<bool(std::uint64_t)>& go_on = {}) {
        REQUIRE(tape.first_tick == 0);
        game.schedule.random.set_state(tape.random);
        game.start();
        for (TimeEvent& event : tape.events) carry_over(event.edits, game.world);
        for (HistoryStep& step : tape.steps.steps) {
            carry_over(step.edits, game.world);
            carry_over(step.done_edits, game.world);
        }
        why = game.timeline.play(std::move(tape), until, go_on);
    }
};

std::string difference_of(const World& one, const World& other) {
    return difference(deep_state(one), deep_state(other));
}

}  // namespace

TEST_CASE("Time tape: what was recorded runs again in another world, and goes on as it did", "[ecs][timeline][tape]") {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        Taped game;
        game.start();
        game.live(150, seed);
        TimeTape tape = game.tape();
        CHECK(tape.last_tick == 150);
        CHECK(tape.hashes.size() >= 149);
        Played played(std::move(tape));
        CHECK(played.why == "");
        CHECK_FALSE(played.game.timeline.divergence());
        const std::string differs = difference_of(game.world, played.game.world);
        CHECK(differs == "");
        // The history is the same, and takes back the same.
        REQUIRE(played.game.history.steps().size() == game.history.steps().size());
        CHECK(played.game.history.done() == game.history.done());
        CHECK_FALSE(played.game.history.unsaved());
        for (Taped* each : {&game, &played.game}) {
            each->key = "down";
            for (int i = 0; i < 40 && each->history.can_undo(); ++i) (void)each->history.undo();
            each->live(60, seed + 50);
        }
        CHECK(difference_of(game.world, played.game.world) == "");
        // Any tick of before is reached there, too.
        for (const std::uint64_t tick : {std::uint64_t{90}, std::uint64_t{3}, std::uint64_t{170}}) {
            REQUIRE(game.timeline.seek(tick) == "");
            REQUIRE(played.game.timeline.seek(tick) == "");
            CHECK(state_hash(game.world) == state_hash(played.game.world));
            CHECK(game.history.done() == played.game.history.done());
        }
    }
}

TEST_CASE("Time tape: it runs only as far as one wants", "[ecs][timeline][tape]") {
    Taped game;
    game.start();
    game.live(80, 4);
    TimeTape tape = game.tape();
    Played played(std::move(tape), 33);
    CHECK(played.why == "");
    CHECK(played.game.world.tick() == 33);
    REQUIRE(game.timeline.seek(33) == "");
    CHECK(state_hash(game.world) == state_hash(played.game.world));
    CHECK(played.game.timeline.last_tick() == 33);
}

TEST_CASE("Time tape: it begins at the tick that was asked for", "[ecs][timeline][tape]") {
    Taped game;
    game.start();
    game.live(200, 2);
    for (const std::uint64_t from : {0u, 50u, 137u, 200u}) {
        const TimeTape tape = game.tape(from);
        CHECK(tape.first_tick == from);
        CHECK(tape.why_short == "");
        CHECK(tape.start->tick() == tape.first_tick);
        for (const TimeEvent& event : tape.events) CHECK(event.tick >= tape.first_tick);
        CHECK(game.timeline.at_now());
    }
    CHECK(game.world.tick() == 200);
    CHECK(state_hash(*game.tape(200).start) == state_hash(game.world));
    CHECK_FALSE(game.timeline.divergence());
}

TEST_CASE("Time tape: a branch has the ticks of those that it grew from", "[ecs][timeline][tape]") {
    Taped game;
    game.start();
    game.live(60, 1);
    REQUIRE(game.timeline.seek(40) == "");
    game.live(30, 8);
    REQUIRE(game.timeline.seek(65) == "");
    game.live(20, 9);
    TimeTape tape = game.tape();
    CHECK(tape.first_tick == 0);
    CHECK(tape.last_tick == 85);
    Played played(std::move(tape));
    CHECK(played.why == "");
    CHECK_FALSE(played.game.timeline.divergence());
    CHECK(state_hash(game.world) == state_hash(played.game.world));
}

TEST_CASE("Time tape: where the world was put back by other means, it begins", "[ecs][timeline][tape]") {
    Taped game;
    game.start();
    game.tick(30);
    game.world.get_mut<Health>(game.player).hp = 1'000'000;
    game.timeline.world_replaced();
    game.tick(10);
    CHECK(game.tape().first_tick == 30);
}

TEST_CASE("Time tape: a type that was changed is where it begins, and it says so", "[ecs][timeline][tape]") {
    Taped game;
    game.start();
    game.tick(10);
    ComponentType mana;
    mana.name = "Mana";
    Field points;
    points.name = "points";
    points.kind = FieldKind::I32;
    mana.fields = {points};
    game.perform(SetType{"", mana, {}});
    game.tick(10);
    game.perform(SetComponent{game.player, game.value(Health{50}), {}});
    const TimeTape tape = game.tape();
    CHECK(tape.first_tick == 10);
    CHECK_FALSE(tape.why_short.empty());
    CHECK(tape.steps.steps.size() == 1);
    CHECK(tape.events.size() == 1);
}

TEST_CASE("Time tape: from a moment in the past it still reaches to the end", "[ecs][timeline][tape]") {
    Taped game;
    game.start();
    game.live(70, 3);
    const std::size_t steps = game.history.steps().size();
    const std::uint64_t hash = state_hash(game.world);
    REQUIRE(game.timeline.seek(20) == "");
    TimeTape tape = game.tape();
    CHECK(tape.steps.steps.size() == steps);
    Played played(std::move(tape));
    CHECK(state_hash(played.game.world) == hash);
    CHECK(game.world.tick() == 20);
    CHECK_FALSE(game.timeline.at_now());
}

TEST_CASE("Time tape: nothing is recorded: it is the present moment", "[ecs][timeline][tape]") {
    Taped game;
    game.tick(7);
    game.perform(SetComponent{game.player, game.value(Health{50}), {}});
    const TimeTape tape = game.tape();
    CHECK(tape.first_tick == 7);
    CHECK(tape.last_tick == 7);
    CHECK(tape.steps.steps.size() == 1);
    CHECK(state_hash(*tape.start) == state_hash(game.world));
}

TEST_CASE("Time tape: a tick that comes out otherwise is named, and the world goes on from there",
          "[ecs][timeline][tape]") {
    Taped game;
    game.start();
    game.live(50, 6);
    TimeTape tape = game.tape();
    for (auto& [tick, hash] : tape.hashes)
        if (tick >= 31) hash ^= 1;
    Played played(std::move(tape));
    CHECK(played.why == "");
    REQUIRE(played.game.timeline.divergence());
    CHECK(played.game.timeline.divergence()->found.tick == 31);
    CHECK(played.game.timeline.divergence()->after.tick == 30);
    CHECK(played.game.world.tick() == 50);
    played.game.tick(5);
    REQUIRE(played.game.timeline.seek(20) == "");
    REQUIRE(played.game.timeline.return_to_now() == "");
}

TEST_CASE("Time tape: it stops between ticks when it may not go on", "[ecs][timeline][tape]") {
    Taped game;
    game.start();
    game.live(50, 6);
    TimeTape tape = game.tape();
    const Played played(std::move(tape), 50, [](std::uint64_t) { return false; });
    CHECK_FALSE(played.why.empty());
    CHECK(played.game.world.tick() <= 50);
}

}  // namespace time_tape_test
