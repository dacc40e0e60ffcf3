// A FieldRecorder while systems run together: it says the same as when they run one by one.
#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/base/job_pool.hpp"
#include "ecs/record/field_recorder.hpp"
#include "ecs/support/test_types.hpp"

namespace field_recorder_stages_test {

using namespace test;

namespace {

/// Counts the stages that ran together. It is there before the recorder, which passes on what it is told.
struct Counter final : ecs::ScheduleHook {
    std::size_t systems = 0, stages = 0, playbacks = 0;
    bool takes = true;

    void before_system(const ecs::World&, const ecs::System&) override { ++systems; }
    void after_system(const ecs::World&, const ecs::System&) override {}
    bool takes_stages() const override { return takes; }
    void after_stage(const ecs::World&, std::span<const ecs::System* const>) override { ++stages; }
    void after_commands(const ecs::World&, const ecs::System&) override { ++playbacks; }
};

struct Game {
    ecs::World world;
    ecs::Schedule schedule{world};
    ecs::JobPool pool{2};
    ecs::History history{world, schedule};
    ecs::FieldRecorder recorder;
    Counter counter;

    explicit Game(bool together) {
        register_types(world);
        for (int i = 0; i < 60; ++i) {
            const ecs::Entity entity = world.create(Position{static_cast<float>(i), 0, 0});
            if (i % 2 == 0) world.add(entity, Velocity{1, 0, 0});
            if (i % 3 == 0) world.add(entity, Health{i});
            if (i % 5 == 0) world.add(entity, Label{"a"});
        }
        const ecs::SystemDescription side_by_side{.parallel = true};
        schedule.system<Position>(
            "Move", [](Position& position) { position.x += 1; }, side_by_side);
        schedule.system<Velocity>(
            "Brake", [](Velocity& velocity) { velocity.x *= 0.5f; }, side_by_side);
        schedule.system<Label>(
            "Write", [](Label& label) { label.text += "b"; }, side_by_side);
        schedule.system<Health>(
            "Fight",
            [](ecs::Commands& commands, ecs::Entity entity, Health& health) {
                if (--health.hp == 5) commands.destroy(entity);
                if (health.hp == 20) commands.add(entity, Enemy{});
            },
            side_by_side);
        schedule.system<Position>(
            "Fall", [](Position& position) { position.y -= 1; }, side_by_side);
        if (together) schedule.pool = &pool;
        schedule.share_from_secs = 0;
        schedule.hook = &counter;
        recorder.attach(world, schedule, &history);
    }
    ~Game() {
        recorder.detach();
        schedule.hook = nullptr;
    }

    /// What was recorded, in an order that does not depend on which system came first.
    std::vector<std::string> told() const {
        std::vector<std::string> lines;
        recorder.each([&](const ecs::FieldRecord& record) {
            std::string line = std::to_string(record.tick) + ' ' + ecs::to_string(record.entity) + ' ' +
                               std::to_string(record.component) + '+' + std::to_string(record.offset) + ' ' +
                               std::to_string(static_cast<int>(record.kind)) + " by " + std::string(record.writer.name);
            for (const std::byte byte : record.after) line += ' ' + std::to_string(static_cast<int>(byte));
            lines.push_back(std::move(line));
            return true;
        });
        std::sort(lines.begin(), lines.end());
        return lines;
    }
};

}  // namespace

TEST_CASE("FieldRecorder: systems that run together are told apart as if they ran one by one", "[record][parallel]") {
    for (const bool everything : {true, false}) {
        Game together(true), one_by_one(false);
        for (Game* game : {&together, &one_by_one}) {
            std::vector<ecs::Entity> chosen;
            for (const ecs::Entity entity : game->world.archetype_of(game->world.entity_at_slot(1)).chunk(0).entities())
                chosen.push_back(entity);
            if (everything)
                game->recorder.choose_everything(true);
            else
                game->recorder.choose_entities(chosen);
            for (int tick = 0; tick < 30; ++tick) game->schedule.tick();
        }
        CHECK(together.counter.stages == 30);
        CHECK(together.counter.playbacks > 0);
        CHECK(one_by_one.counter.stages == 0);
        const std::vector<std::string> told = together.told();
        CHECK(told == one_by_one.told());
        for (const char* by : {"Move", "Brake", "Write", "Fight", "Fall"}) {
            INFO(by);
            // Which of them write what these entities have differs.
            const bool found = std::any_of(told.begin(), told.end(), [&](const std::string& line) {
                return line.find(std::string(" by ") + by) != std::string::npos;
            });
            CHECK((found || !everything));
        }
    }
}

TEST_CASE("FieldRecorder: who needs systems one by one still gets them while something is recorded",
          "[record][parallel]") {
    Game game(true);
    game.counter.takes = false;
    game.recorder.choose_everything(true);
    game.schedule.tick();
    CHECK(game.counter.stages == 0);
    CHECK(game.counter.systems == 5);
    CHECK_FALSE(game.told().empty());
}

#ifdef NDEBUG  // builds with asserts stop the system
TEST_CASE("FieldRecorder: what no system of a stage declared is put down to all of them", "[record][parallel]") {
    ecs::World world;
    register_types(world);
    const ecs::Entity entity = world.create(Position{}, Health{1});
    ecs::JobPool pool(2);
    ecs::Schedule schedule(world);
    schedule.pool = &pool;
    schedule.share_from_secs = 0;
    REQUIRE(schedule.add({.name = "Honest", .accesses = ecs::access<Position>(world), .parallel = true}));
    REQUIRE(
        schedule.add({.name = "Liar",
                      .run = [entity](ecs::SystemContext& context) { context.world.get_mut<Health>(entity).hp = 7; },
                      .parallel = true}));
    ecs::History history(world, schedule);
    ecs::FieldRecorder recorder;
    recorder.attach(world, schedule, &history);
    recorder.choose_everything(true);
    schedule.tick();
    std::vector<std::string> writers;
    recorder.each([&](const ecs::FieldRecord& record) {
        writers.emplace_back(record.writer.name);
        return true;
    });
    CHECK(writers == std::vector<std::string>{"Honest or Liar"});
    recorder.detach();
}
#endif

}  // namespace field_recorder_stages_test
