#include "catch.hpp"
#include "panels/support/hosted_game.hpp"
#include "panels/support/pool_owner.hpp"

namespace mirrored_host_test {

namespace {

/// A program whose entities are somebody else's, with a Host over the mirror.
struct MirroredHost {
    pool_test::PoolOwner owner;
    ecs::Mirror mirror{owner};
    panels::Host host{mirror.world()};
    hosted::Program program;

    MirroredHost()
        : program([this] {
              mirror.update();
              host.draw();
          }) {
        owner.fill(300);
        mirror.follow(*host.history());
        host.mirror = &mirror;
        host.use_clock([this] { return program.now; });
        program.harness.frames(3);
    }
    ~MirroredHost() {
        host.mirror = nullptr;
        mirror.unfollow();
        owner.forget();
    }
};

/// One whose owner asks whether a tick is due, or runs its ticks when it wants to.
struct TickedHost {
    pool_test::PoolOwner owner;
    ecs::Mirror mirror{owner};
    panels::Host host{mirror.world()};
    int ticks = 0;
    bool asks;
    hosted::Program program;

    explicit TickedHost(bool asks_host)
        : asks(asks_host), program([this] {
              if (asks)
                  while (host.tick_due()) tick();
              else
                  tick();
              mirror.update();
              host.draw();
          }) {
        owner.fill(30);
        mirror.follow(*host.history());
        host.mirror = &mirror;
        host.use_clock([this] { return program.now; });
        host.open_panel("breakpoints");
        program.harness.frames(3);
    }
    ~TickedHost() {
        host.mirror = nullptr;
        mirror.unfollow();
        owner.forget();
    }
    void tick() {
        ++ticks;
        owner.set(100, test::FakeOwner::health, -ticks);
    }
    void break_below(int hp) { host.find_panel("breakpoints")->load_settings("+Health.hp < " + std::to_string(hp)); }
};

}  // namespace

TEST_CASE("Host: a breakpoint over a mirror holds the ticks until the person goes on", "[panels][host][break]") {
    TickedHost s(true);
    REQUIRE(s.ticks > 0);
    s.break_below(-40);
    for (int frame = 0; frame < 200 && s.host.transport().playing; ++frame) s.program.harness.frames(1);
    INFO(s.program.harness.screen());
    CHECK_FALSE(s.host.transport().playing);
    const int held = s.ticks;
    CHECK(held >= 41);
    s.program.harness.frames(20);
    CHECK(s.ticks == held);
    CHECK(s.program.harness.says("Stopped at an update of Fake: Health.hp"));
    CHECK(s.host.selection().entity() == s.mirror.entity_of(100));
    s.program.harness.click_text("Go on");
    s.program.harness.frames(20);
    CHECK(s.ticks > held);
    CHECK_FALSE(s.program.harness.says("Go on"));
}

TEST_CASE("Host: a breakpoint over a mirror whose program runs its ticks itself says so", "[panels][host][break]") {
    TickedHost s(false);
    s.break_below(-40);
    s.program.harness.frames(60);
    CHECK_THAT(s.host.message(), test::contains("the program runs on"));
    CHECK(s.ticks > 60);
}

TEST_CASE("Host: what the owner hides is counted, and shown on request", "[panels][host]") {
    TickedHost s(true);
    s.owner.hidden_count = 1679;
    s.host.open_panel("entities");
    s.program.harness.frames(4);
    INFO(s.program.harness.screen());
    REQUIRE(s.program.harness.says("1,679 hidden"));
    s.program.harness.click_text("Show");
    s.program.harness.frames(2);
    CHECK(s.owner.hidden_shown);
    INFO(s.program.harness.screen());
    CHECK(s.program.harness.says("1,679 shown"));
    s.program.harness.click_text("Hide");
    s.program.harness.frames(2);
    CHECK_FALSE(s.owner.hidden_shown);
}

TEST_CASE("Host: over a mirror, its panels show what the owner has", "[panels][host][pools]") {
    MirroredHost s;
    s.host.open_panel("chunks");
    s.program.harness.frames(5);
    CHECK(s.program.harness.says("2 pools"));
    CHECK(s.owner.memory_asked >= 1);
    s.program.harness.click_text("As archetypes");
    s.program.harness.frames(2);
    CHECK(s.program.harness.says("As if these were archetypes: Fake keeps its components in pools"));
}

TEST_CASE("Host: over a mirror, all panels are drawn, also when the owner is lost", "[panels][host][pools]") {
    MirroredHost s;
    s.host.shape = panels::HostShape::Panels;
    for (const auto& panel : s.host.panels()) s.host.open_panel(panel->id());
    s.host.selection().select(s.mirror.entity_of(100));
    s.program.harness.frames(20);
    s.owner.gone = "the program ended";
    s.program.harness.frames(20);
    CHECK(s.program.harness.says("Fake says nothing any more: the program ended"));
    const std::size_t asked = s.owner.memory_asked;
    s.program.harness.frames(60);
    CHECK(s.owner.memory_asked == asked);
}

TEST_CASE("Host: over a mirror, time is recorded by what changed, and the copy stands still in the past",
          "[panels][host]") {
    MirroredHost s;
    s.host.record_time();
    const ecs::Entity entity = s.mirror.entity_of(100);
    for (int hp = 1; hp <= 50; ++hp) {
        s.owner.set(100, test::FakeOwner::health, hp);
        s.program.harness.frames(1);
    }
    const ecs::World& world = s.mirror.world();
    const auto hp = [&] { return *static_cast<const int*>(world.get(entity, world.types().find("Health")->id)); };
    CHECK(hp() == 50);
    s.host.open_panel("timeline");
    s.program.harness.frames(2);
    {
        INFO(s.program.harness.screen());
        CHECK(s.program.harness.says("updates recorded"));
    }
    s.program.harness.click_text("Entities");
    s.program.harness.frames(1);
    const std::uint64_t now = world.tick();
    for (int i = 0; i < 60; ++i) s.program.harness.key(panels::plain(panels::compat::Key::Comma));
    s.program.harness.frames(2);
    const std::uint64_t then = world.tick();
    INFO(s.program.harness.screen());
    REQUIRE(then < now);
    CHECK(hp() < 50);
    const int earlier = hp();
    s.owner.set(100, test::FakeOwner::health, 90);
    s.program.harness.frames(5);
    CHECK(world.tick() == then);
    CHECK(hp() == earlier);
    s.program.harness.click_text("Back to now");
    s.program.harness.frames(3);
    CHECK(hp() == 90);
}

}  // namespace mirrored_host_test
