// A Host that records earlier ticks.
#include <memory>
#include <string>

#include "catch.hpp"
#include "panels/host/host.hpp"
#include "panels/support/hosted_game.hpp"

namespace host_timeline_test {

using panels::compat::Key;

namespace {

struct Scene : hosted::OneHost {
    int jumps = 0;

    Scene() {
        host.record_time();
        host.time_jumped = [this] { ++jumps; };
    }
    float x() const { return game.world.get<hosted::Place>(game.ball).x; }
    std::uint64_t tick() const { return game.world.tick(); }
    void play_to(std::uint64_t wanted) {
        host.play(true);
        while (tick() < wanted) program.harness.frame();
        host.play(false);
        program.harness.frames(2);
    }
};

}  // namespace

TEST_CASE("Host: a program that asks for it has a line of time, on which a person goes back and plays on",
          "[panels][host][timeline]") {
    Scene s;
    const std::uint64_t began = s.tick();
    s.play_to(began + 30);
    CHECK(s.program.harness.says("recorded"));
    const std::uint64_t now = s.tick();
    const float there = s.x();
    s.click_into_it();
    s.press(panels::plain(Key::Comma));
    s.program.harness.frames(2);
    CHECK(s.tick() == now - 1);
    CHECK(s.x() == there - 1);
    CHECK(s.jumps == 1);
    CHECK(s.program.harness.says("Back to now"));
    s.program.harness.click_text("Back to now");
    s.program.harness.frames(2);
    CHECK(s.tick() == now);
    CHECK(s.x() == there);
    CHECK_FALSE(s.program.harness.says("Back to now"));

    // What is played from the past goes along what was recorded, up to now and on.
    const int jumps = s.jumps;
    for (int i = 0; i < 3; ++i) s.press(panels::plain(Key::Comma));
    s.program.harness.frames(2);
    CHECK(s.tick() == now - 3);
    s.play_to(now - 1);
    if (s.tick() < now) CHECK(s.program.harness.says("Back to now"));
    s.play_to(now + 5);
    CHECK(s.x() == there + static_cast<float>(s.tick() - now));
    CHECK_FALSE(s.program.harness.says("Branch 2"));
    CHECK(s.jumps == jumps + 3);

    // Who changes something there begins a branch.
    s.press(panels::plain(Key::Comma));
    s.program.harness.frames(2);
    REQUIRE(s.host.history()->perform({"Create", {ecs::CreateEntities{{ecs::EntityRecord{}}}}}).empty());
    s.play_to(s.tick() + 5);
    CHECK(s.program.harness.says("Branch 2"));
}

TEST_CASE("Host: without a record there is no line of time, and a new world begins a new one",
          "[panels][host][timeline]") {
    Scene s;
    s.play_to(20);
    hosted::Game other;
    s.host.show(other.world, other.schedule);
    s.program.harness.frames(2);
    CHECK(s.program.harness.says("0.00 s recorded"));
    s.host.forget_time();
    s.program.harness.frames(2);
    CHECK_FALSE(s.program.harness.says("recorded"));
    s.host.close();
}

TEST_CASE("Host: a program that runs its ticks by other rules has no line of time", "[panels][host][timeline]") {
    hosted::Game game;
    panels::Host host{game.world, game.schedule};
    host.record_time();
    hosted::Program program([&] {
        game.schedule.tick(game.world);
        host.draw();
    });
    program.harness.frames(4);
    CHECK_FALSE(program.harness.says("recorded"));
}

TEST_CASE("Host: one component that cannot be copied does not switch time off, and is named",
          "[panels][host][timeline]") {
    struct Body {
        float mass = 1;
        std::unique_ptr<int> owned;
    };
    Scene s;
    s.game.world.types().add<Body>("Body").field("mass", &Body::mass);
    s.game.world.add(s.game.ball, Body{});
    s.host.record_time();
    CHECK(s.host.message() == "Body (1 entity) cannot be copied: time is recorded without it");
    const std::uint64_t began = s.tick();
    s.play_to(began + 10);
    const std::uint64_t now = s.tick();
    const float there = s.x();
    s.game.world.get_mut<Body>(s.game.ball).mass = 4;
    s.click_into_it();
    s.press(panels::plain(Key::Comma));
    s.program.harness.frames(2);
    CHECK(s.tick() == now - 1);
    CHECK(s.x() == there - 1);
    CHECK(s.game.world.get<Body>(s.game.ball).mass == 4);
}

}  // namespace host_timeline_test
