// A Host in a program that runs its world in a loop of its own, without an ecs::Schedule.
#include <string>

#include "catch.hpp"
#include "ecs/language/rule.hpp"
#include "ecs/schedule/zone.hpp"
#include "files/support/temporary_folder.hpp"
#include "panels/host/host.hpp"
#include "panels/support/hosted_game.hpp"
#include "panels/support/pool_owner.hpp"

namespace own_loop_test {

using hosted::Health;
using hosted::Place;
using panels::compat::Key;

namespace {

/// Its ticks move the ball and hurt it; it asks the Host whether one is due, or not.
struct Loop {
    ecs::World world;
    ecs::Entity ball;
    panels::Host host{world};
    bool asks = true;
    int ticks = 0;
    hosted::Program program;

    explicit Loop(bool asks_host = true)
        : asks(asks_host), program([this] {
              if (asks)
                  while (host.tick_due()) tick();
              else
                  tick();
              host.draw();
          }) {
        world.types().add<Health>("Health").field("hp", &Health::hp);
        world.types().add<Place>("Place").field("x", &Place::x).field("y", &Place::y);
        ball = world.create(ecs::Name{"Ball"}, Health{}, Place{});
        host.use_clock([this] { return program.now; });
        program.harness.frames(3);
    }
    void tick() {
        ++ticks;
        {
            const ecs::Zone zone("movement");
            world.get_mut<Place>(ball).x += 1;
        }
        const ecs::Zone zone("damage");
        world.get_mut<Health>(ball).hp -= 1;
    }
    Harness& screen() { return program.harness; }
    float x() const { return world.get<Place>(ball).x; }
    void play_to(std::uint64_t wanted) {
        host.play(true);
        while (world.tick() < wanted) screen().frame();
        host.play(false);
        screen().frames(2);
    }
    void click_into_it() {
        screen().click_text("Ball");
        screen().frames(2);
    }
    void press(Key key) {
        screen().key(panels::plain(key));
        screen().frames(2);
    }
};

}  // namespace

TEST_CASE("Own loop: its zones are systems, and its ticks are paused and stepped", "[panels][host][zone]") {
    Loop s;
    s.play_to(10);
    CHECK(static_cast<std::uint64_t>(s.ticks) == s.world.tick());
    INFO(s.screen().screen());
    CHECK(s.screen().says("movement"));
    CHECK(s.screen().says("damage"));
    s.click_into_it();
    const std::uint64_t paused = s.world.tick();
    s.screen().frames(20);
    CHECK(s.world.tick() == paused);
    s.press(Key::F10);
    CHECK(s.world.tick() == paused + 1);
    CHECK(s.ticks == static_cast<int>(paused) + 1);
    // Nobody but the program runs a part of a tick.
    s.screen().click_text("Step system");
    s.screen().frames(2);
    CHECK(s.world.tick() == paused + 1);
    s.press(Key::F11);
    CHECK(s.world.tick() == paused + 1);
}

TEST_CASE("Own loop: as many ticks are due as their length says", "[panels][host][zone]") {
    Loop s;
    s.host.set_tick_secs(1.0f / 240);
    s.host.set_tick_secs(-1);
    s.host.set_tick_secs(0);
    const int before = s.ticks;
    s.screen().frames(60);
    CHECK(s.ticks - before >= 239 - 4);
    CHECK(s.ticks - before <= 241 + 4);
    CHECK(static_cast<std::uint64_t>(s.ticks) == s.world.tick());
}

TEST_CASE("Own loop: each of its ticks is recorded, and nobody changes an earlier one", "[panels][host][zone]") {
    Loop s;
    s.host.set_tick_secs(1.0f / 180);  // three a frame
    s.host.record_time();
    s.play_to(60);
    const std::uint64_t now = s.world.tick();
    const float there = s.x();
    s.click_into_it();
    for (int i = 1; i <= 5; ++i) {
        s.press(Key::Comma);
        CHECK(s.world.tick() == now - static_cast<std::uint64_t>(i));
        CHECK(s.x() == there - static_cast<float>(i));
    }
    CHECK_FALSE(s.host.history()->perform({"Create", {ecs::CreateEntities{{ecs::EntityRecord{}}}}}).empty());
    const int ticks = s.ticks;
    s.screen().frames(10);
    CHECK(s.ticks == ticks);
    s.screen().click_text("Back to now");
    s.screen().frames(2);
    CHECK(s.world.tick() == now);
    CHECK(s.x() == there);
    CHECK(s.ticks == ticks);

    // What a person changed between two ticks belongs to now.
    s.world.get_mut<Place>(s.ball).y = 7;
    s.press(Key::Comma);
    CHECK(s.world.get<Place>(s.ball).y == 0);
    s.press(Key::Space);  // plays on from now
    s.screen().frames(5);
    CHECK(s.host.transport().playing);
    CHECK(s.ticks > ticks);
    CHECK(s.x() == there + static_cast<float>(s.ticks - ticks));
    CHECK(s.world.get<Place>(s.ball).y == 7);
}

TEST_CASE("Own loop: a breakpoint names the zone, and holds the program behind the tick", "[panels][host][zone]") {
    Loop s;
    s.host.open_panel("breakpoints");
    s.host.find_panel("breakpoints")->load_settings("+Health.hp < 80");
    for (int frame = 0; frame < 60 && s.host.transport().playing; ++frame) s.screen().frame();
    CHECK_FALSE(s.host.transport().playing);
    CHECK(s.ticks == 21);
    CHECK_THAT(s.host.message(), test::contains("Stopped at the end of the tick in which damage did this: Health.hp "
                                                "of Ball: 80.00 → 79.00"));
    s.screen().frames(20);
    CHECK(s.ticks == 21);
    s.screen().click_text("Go on");
    s.screen().frames(10);
    CHECK(s.ticks > 21);
}

TEST_CASE("Own loop: where the program never asks, its frames are ticks, and no earlier one is in view",
          "[panels][host][zone]") {
    Loop s(false);
    s.host.record_time();
    s.screen().frames(10);
    INFO(s.screen().screen());
    CHECK(s.screen().says("movement"));
    CHECK(s.world.tick() >= static_cast<std::uint64_t>(s.ticks) - 2);
    CHECK(s.world.tick() <= static_cast<std::uint64_t>(s.ticks));
    CHECK_FALSE(s.screen().says("recorded"));
}

TEST_CASE("Own loop: where the program never asks, nobody holds it at a breakpoint, and that is said",
          "[panels][host][zone]") {
    Loop s(false);
    s.host.open_panel("breakpoints");
    s.host.find_panel("breakpoints")->load_settings("+Health.hp < 80\t+on system \"movement\"");
    s.screen().frames(60);
    CHECK_THAT(s.host.message(), test::contains("A breakpoint was hit, and the program runs on: movement ran"));
    CHECK(s.host.transport().playing);
    CHECK(s.ticks > 50);
}

TEST_CASE("Own loop: a program that stops asking goes on with its newest tick", "[panels][host][zone]") {
    Loop s;
    s.host.record_time();
    s.play_to(20);
    const std::uint64_t now = s.world.tick();
    const float there = s.x();
    s.click_into_it();
    for (int i = 0; i < 5; ++i) s.press(Key::Comma);
    REQUIRE(s.world.tick() == now - 5);
    s.asks = false;
    const int ticks = s.ticks;
    s.screen().frames(5);
    CHECK(s.x() == there + static_cast<float>(s.ticks - ticks) - 1);  // what it did to the world of then is gone
    CHECK_THAT(s.host.message(), test::contains("newest tick again"));
    CHECK(s.host.history()->perform({"Create", {ecs::CreateEntities{{ecs::EntityRecord{}}}}}).empty());
}

TEST_CASE("Own loop: a loop without zones is let go, too", "[panels][host][zone]") {
    ecs::World world;
    world.types().add<Health>("Health").field("hp", &Health::hp);
    const ecs::Entity ball = world.create(ecs::Name{"Ball"}, Health{});
    panels::Host host(world);
    hosted::Program program([&] {
        while (host.tick_due()) world.get_mut<Health>(ball).hp -= 1;
        host.draw();
    });
    host.use_clock([&] { return program.now; });
    host.open_panel("breakpoints");
    host.find_panel("breakpoints")->load_settings("+Health.hp < 80");
    for (int frame = 0; frame < 60 && host.transport().playing; ++frame) program.harness.frame();
    REQUIRE_FALSE(host.transport().playing);
    const std::uint64_t held = world.tick();
    program.harness.frames(10);
    CHECK(world.tick() == held);
    REQUIRE(program.harness.says("Go on"));
    host.play(true);
    program.harness.frames(5);
    CHECK(world.tick() > held);
    CHECK_FALSE(program.harness.says("Go on"));
}

TEST_CASE("Own loop: rules of a file do not run, are not listed, and stay in the file", "[panels][host][zone]") {
    const TemporaryFolder folder;
    const std::string file = (folder.path / "level.json").string();
    {
        hosted::OneHost with_schedule;
        ecs::AddSystem rule;
        *rule.description = ecs::make_rule("Cure", "Health : Health.hp = 100");
        REQUIRE(with_schedule.host.history()->perform({"Rule", {rule}}).empty());
        REQUIRE(with_schedule.host.save_file(file).empty());
    }
    Loop s;
    s.host.record_time();
    REQUIRE(s.host.open_file(file).empty());
    s.world.create(ecs::Name{"Clock"}, Place{});
    s.ball = s.world.find_by_name("Clock");
    s.world.add(s.ball, Health{});
    s.play_to(s.world.tick() + 10);
    CHECK_FALSE(s.screen().says("Cure"));
    // Time is still recorded by what changes.
    const float there = s.x();
    s.click_into_it();
    s.press(Key::Comma);
    CHECK(s.x() == there - 1);
    CHECK(s.screen().says("Restore this moment"));
    s.screen().click_text("Back to now");
    s.screen().frames(2);
    CHECK(s.host.save_file(file).empty());
    hosted::OneHost again;
    REQUIRE(again.host.open_file(file).empty());
    CHECK(again.game.schedule.find("Cure") != nullptr);
}

TEST_CASE("Own loop: a program that does nothing has no ticks, and learns how to show its parts",
          "[panels][host][zone]") {
    ecs::World world;
    panels::Host host(world);
    hosted::Program program([&] { host.draw(); });
    program.harness.frames(5);
    CHECK(world.tick() == 0);
    INFO(program.harness.screen());
    CHECK(program.harness.says("No systems"));
    CHECK_FALSE(program.harness.says("Add a rule"));
}

TEST_CASE("Own loop: over a copy its zones have times, and who fills the copy counts the ticks",
          "[panels][host][zone]") {
    pool_test::PoolOwner owner;
    ecs::Mirror mirror{owner};
    panels::Host host{mirror.world()};
    int ticks = 0;
    hosted::Program program([&] {
        while (host.tick_due()) {
            const ecs::Zone zone("move");
            owner.set(100, test::FakeOwner::health, ++ticks);
        }
        mirror.update();
        host.draw();
    });
    owner.fill(30);
    mirror.follow(*host.history());
    host.mirror = &mirror;
    host.use_clock([&] { return program.now; });
    program.harness.frames(20);
    INFO(program.harness.screen());
    CHECK(program.harness.says("move"));
    CHECK(ticks > 10);
    CHECK(mirror.world().tick() <= 21);
    host.mirror = nullptr;
    mirror.unfollow();
    owner.forget();
}

TEST_CASE("Own loop: another world begins without the systems of the former one", "[panels][host][zone]") {
    Loop s;
    s.play_to(5);
    ecs::World other;
    other.create(ecs::Name{"Other"});
    s.asks = false;
    s.host.show(other);
    s.screen().frames(1);
    CHECK_FALSE(s.screen().says("movement"));
    s.host.close();
    s.host.show(s.world);
    s.asks = true;
    s.play_to(s.world.tick() + 5);
    CHECK(s.screen().says("movement"));
}

}  // namespace own_loop_test
