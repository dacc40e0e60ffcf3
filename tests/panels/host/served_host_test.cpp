// A program that shows its world in a Host and serves it, too: panels know nothing of the other programs.
#include "catch.hpp"
#include "panels/host/host.hpp"
#include "panels/support/hosted_game.hpp"
#include "remote/brp/brp.hpp"

namespace served_host_test {

using hosted::OneHost;

namespace {

constexpr editor::Shortcut ctrl_z{.key = editor::Key::Z, .ctrl = true};

}  // namespace

TEST_CASE("Host: what other programs change in its world is a step of its history, which Ctrl+Z takes back",
          "[panels][host]") {
    OneHost one;
    Harness& screen = one.program.harness;
    one.host.play(false);
    one.host.selection().select(one.game.ball);
    screen.frames(3);
    const remote::ServedWorld served{
        one.game.world, one.game.schedule, [&](std::string label, std::vector<ecs::Edit> edits) {
            return remote::perform_step(*one.host.history(), std::move(label), std::move(edits));
        }};
    const remote::Json params{{"entity", one.game.ball.bits()}, {"components", {{"bevy_ecs::name::Name", "Balloon"}}}};
    CHECK(remote::answer_brp(served, {1, "world.insert_components", params}).is_null());
    screen.frames(3);
    CHECK(screen.says("Balloon"));
    REQUIRE(one.host.history()->done() == 1);

    screen.click_text("Balloon");
    one.press(ctrl_z);
    screen.frames(3);
    CHECK(one.game.world.name(one.game.ball) == "Ball");
}

}  // namespace served_host_test
