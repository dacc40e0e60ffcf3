// The timeline over the demo scenes: every tick has the state that it had, with edits, undo, branches and keys, on one
// thread and on four.
#include <string>

#include "catch.hpp"
#include "editor/session/session.hpp"
#include "editor/support/demo.hpp"
#include "editor/support/scene_player.hpp"

namespace timeline_scenes_test {

using namespace editor;
using demo::Player;

namespace {

struct Played {
    const char* scene;
    std::size_t count, threads;
};
constexpr Played all_played[] = {{"bullets", 300, 1}, {"bullets", 300, 4}, {"traffic", 400, 1},
                                 {"traffic", 400, 4}, {"chase", 200, 1},   {"chase", 200, 4}};

}  // namespace

TEST_CASE("Timeline: a thousand random ticks of the scenes have the states that they had", "[editor][timeline]") {
    for (const Played& played : all_played) {
        CAPTURE(played.scene, played.threads);
        Player player(played.scene, played.count, played.threads, 3);
        player.play(1500, false);
        CHECK(player.wrong(170) == 0);
        CHECK_FALSE(player.session->timeline.divergence());
        REQUIRE(player.session->timeline.return_to_now().empty());
        CHECK(player.session->world.tick() == 1500);
    }
}

TEST_CASE("Timeline: the same with edits, undo, toggled systems and branches", "[editor][timeline]") {
    for (const Played& played : all_played) {
        CAPTURE(played.scene, played.threads);
        Player player(played.scene, played.count, played.threads, 8);
        player.play(300, true);
        for (int branch = 0; branch < 5; ++branch) {
            const std::uint64_t last = player.session->timeline.last_tick();
            const auto tick = player.random.below(static_cast<std::uint32_t>(last) + 1);
            REQUIRE(player.session->timeline.seek(tick).empty());
            player.play(120, true);
        }
        CHECK(player.wrong(150) == 0);
        CHECK_FALSE(player.session->timeline.divergence());
        // Undo never meets a world that its steps are not about.
        for (const ecs::TimeBranch* branch : player.session->timeline.branches()) {
            REQUIRE(player.session->timeline.switch_to(branch->id).empty());
            std::string refused;
            while (player.session->history.can_undo() && refused.empty()) refused = player.session->history.undo();
        }
    }
}

TEST_CASE("Timeline: Stop begins a branch, and what was played stays", "[editor][timeline]") {
    const auto session = demo::start(*demo_game().find_scene("chase"));
    session->record();
    const std::string authored = session->hash_line();
    REQUIRE(session->play.begin().empty());
    for (int i = 0; i < 50; ++i) session->tick();
    const std::string played = session->hash_line();
    REQUIRE(session->play.stop().empty());
    CHECK(session->hash_line() == authored);
    CHECK(session->timeline.at_now());
    REQUIRE(session->timeline.branches().size() == 2);
    REQUIRE(session->play.begin().empty());
    for (int i = 0; i < 30; ++i) session->tick();
    const std::string again = session->hash_line();
    REQUIRE(session->timeline.seek({0, 50}).empty());
    CHECK(session->hash_line() == played);
    REQUIRE(session->timeline.seek({1, 30}).empty());
    CHECK(session->hash_line() == again);
}

}  // namespace timeline_scenes_test
