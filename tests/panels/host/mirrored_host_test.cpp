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

}  // namespace

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

}  // namespace mirrored_host_test
