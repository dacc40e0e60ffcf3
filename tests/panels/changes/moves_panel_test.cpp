#include "panels/changes/moves_panel.hpp"

#include <array>
#include <string>
#include <vector>

#include "catch.hpp"
#include "panels/support/export_support.hpp"
#include "panels/support/headless.hpp"

namespace moves_panel_test {

using panels::MovesPanel;

namespace {

struct Position {
    float x = 0, y = 0, z = 0;
};
struct Velocity {
    float x = 0, y = 0, z = 0;
};

struct Scene {
    Harness harness{{1200, 420}};
    MovesPanel panel;
    ecs::World& world = harness.world;
    ecs::Journal journal{100};

    Scene() {
        world.types().add<Position>("Position").field("x", &Position::x);
        world.types().add<Velocity>("Velocity").field("x", &Velocity::x);
        world.observe(&journal);
        harness.lend(&panels::Context::journal, &journal);
        panel.load_settings("theatre");
        harness.add(panel);
        harness.frames(2);
    }
    ~Scene() { world.observe(nullptr); }

    /// Adds Velocity to one of two entities and puts that on replay.
    ecs::Entity play_adding() {
        const ecs::Entity entity = world.create(Position{});
        world.create(Position{});
        world.add(entity, Velocity{});
        harness.frames(2);
        harness.click_text("Add Velocity to");
        harness.frames(2);
        return entity;
    }
};

}  // namespace

TEST_CASE("Moves panel: without changes it says how to get one", "[panels][moves]") {
    Scene scene;
    CHECK(scene.harness.says("No change to show yet"));
    scene.harness.click_text("Traffic");
    scene.harness.frames(2);
    CHECK(scene.harness.says("Nothing moves"));
}

TEST_CASE("Moves panel: a change is stepped through, on and back, and its bytes are counted", "[panels][moves]") {
    Scene scene;
    scene.play_adding();
    REQUIRE(scene.panel.replay());
    const std::size_t beats = scene.panel.replay()->beats().size();
    CHECK(beats == 6);  // room, lift, id, Position, Velocity, hole
    CHECK(scene.harness.says("0 B of 40 B copied"));
    CHECK(scene.harness.says("Before. First beat: A chunk is made in"));
    for (std::size_t i = 1; i <= beats; ++i) {
        scene.harness.click_text("Step");
        scene.harness.frames(1);
        CHECK(scene.panel.moment() == static_cast<double>(i));
    }
    CHECK(scene.harness.says("40 B of 40 B copied"));
    CHECK(scene.harness.says("Done, in 6 beats"));
    scene.harness.click_text("Back");
    scene.harness.frames(1);
    CHECK(scene.panel.moment() == static_cast<double>(beats - 1));
}

TEST_CASE("Moves panel: Space and the arrow keys step while the mouse is over the replay", "[panels][moves]") {
    Scene scene;
    scene.play_adding();
    scene.harness.move_to({900, 300});
    scene.harness.key(panels::compat::Key::Space);
    CHECK(scene.panel.moment() == 1);
    scene.harness.key(panels::compat::Key::Right);
    CHECK(scene.panel.moment() == 2);
    scene.harness.key(panels::compat::Key::Left);
    CHECK(scene.panel.moment() == 1);
    scene.harness.key(panels::compat::Key::End);
    CHECK(scene.panel.moment() == 6);
}

TEST_CASE("Moves panel: after a change was chosen in the list, the keys step through it", "[panels][moves]") {
    Scene scene;
    scene.play_adding();
    REQUIRE(scene.panel.replay());
    scene.harness.key(panels::compat::Key::Space);
    CHECK(scene.panel.moment() == 1);
    scene.harness.key(panels::compat::Key::Right);
    CHECK(scene.panel.moment() == 2);
}

TEST_CASE("Moves panel: played, it goes on to the end by itself and asks for frames meanwhile", "[panels][moves]") {
    Scene scene;
    scene.play_adding();
    scene.harness.click_text("Play");
    int frames = 0;
    while (scene.panel.moment() < 6 && ++frames < 5000) scene.harness.frame();
    CHECK(scene.panel.moment() == 6);
    CHECK(frames > 10);
    CHECK(scene.harness.stayed_awake > 10);
    const std::size_t awake = scene.harness.stayed_awake;
    scene.harness.frames(20);
    CHECK(scene.harness.stayed_awake <= awake + 1);
}

TEST_CASE("Moves panel: what is on replay stays there while the world goes on, and ends with the world",
          "[panels][moves]") {
    Scene scene;
    const ecs::Entity entity = scene.play_adding();
    const std::uint64_t first = scene.panel.replay()->operation().first;
    for (int i = 0; i < 300; ++i) scene.world.destroy(scene.world.create(Position{}));
    scene.world.destroy(entity);
    scene.harness.frames(3);
    REQUIRE(scene.panel.replay());
    CHECK(scene.panel.replay()->operation().first == first);
}

TEST_CASE("Moves panel: traffic names the cause, and ping-pong is called so", "[panels][moves]") {
    Scene scene;
    const ecs::Entity entity = scene.world.create(Position{});
    scene.harness.click_text("Traffic");
    ecs::SystemDescription blink;
    blink.name = "Blink";
    blink.run = [&](ecs::SystemContext& context) {
        if (context.world.has<Velocity>(entity))
            context.commands.remove<Velocity>(entity);
        else
            context.commands.add<Velocity>(entity);
    };
    REQUIRE(scene.harness.schedule.add(blink));
    for (int i = 0; i < 60; ++i) {
        scene.harness.schedule.tick(scene.world);
        scene.harness.frame();
    }
    CHECK(scene.harness.says("Blink"));
    CHECK(scene.harness.says("+ Velocity, ping-pong"));
    CHECK(scene.harness.says("Moves/s"));
    CHECK(scene.harness.says("30.0"));  // half of 60 ticks a second each way
    CHECK(scene.panel.traffic().missed() == 0);
}

TEST_CASE("Moves panel: cells show the values that moved, and a line says when they are not known", "[panels][moves]") {
    Scene scene;
    const ecs::Entity entity = scene.world.create(Position{12.5f, 0, 0});
    scene.world.create(Position{44.25f, 0, 0});
    scene.harness.frames(2);
    scene.world.add(entity, Velocity{3.75f, 0, 0});
    scene.harness.frames(2);
    scene.harness.click_text("Add Velocity to");
    scene.harness.frames(2);
    INFO(scene.harness.screen());
    CHECK(scene.harness.says("12.5"));   // of what moves
    CHECK(scene.harness.says("44.25"));  // of what fills the hole
    CHECK(scene.harness.says("Values as they were right after it"));
    CHECK(scene.harness.says("exact"));
    scene.harness.click_text("Create #" + std::to_string(entity.index));
    scene.harness.frames(2);
    CHECK(scene.harness.says("No values: they are taken down while this panel is shown"));
}

TEST_CASE("Moves panel: the change on replay can be exported, and the traffic", "[panels][moves]") {
    Scene scene;
    CHECK_FALSE(export_by_mouse(scene.harness, "This change, beat by beat"));  // nothing is on replay
    scene.harness.move_to({5, 5});
    scene.harness.click_text("Theatre");
    scene.harness.frames(3);
    scene.play_adding();
    const auto change = export_by_mouse(scene.harness, "This change, beat by beat");
    REQUIRE(change);
    REQUIRE(change->figure.operation);
    CHECK(change->figure.operation->first == scene.panel.replay()->operation().first);

    scene.harness.click_text("Traffic");
    scene.harness.frames(3);
    const auto traffic = export_by_mouse(scene.harness, "Traffic between archetypes");
    REQUIRE(traffic);
    CHECK(traffic->figure.traffic.edges.size() == scene.panel.traffic().edges().size());
    CHECK(traffic->figure.traffic.missed == 0);
    CHECK_FALSE(traffic->figure.traffic.edges.empty());
}

TEST_CASE("Moves panel: thousands of ways cost no more than what can be seen of them", "[panels][moves]") {
    Scene scene;
    ecs::Journal large{10'000};
    scene.world.observe(&large);
    scene.harness.lend(&panels::Context::journal, &large);
    std::vector<ecs::ComponentId> tags;
    for (int i = 0; i < 12; ++i) {
        ecs::ComponentType type;
        type.name = "T" + std::to_string(i);
        tags.push_back(*scene.world.types().add_at_run_time(type));
    }
    scene.harness.click_text("Traffic");
    std::vector<ecs::ComponentId> set;
    for (unsigned bits = 0; bits < 4'000; ++bits) {
        set.clear();
        for (std::size_t i = 0; i < tags.size(); ++i)
            if ((bits >> i & 1u) != 0) set.push_back(tags[i]);
        scene.world.create_with(set);
    }
    scene.harness.frames(2);
    CHECK(scene.panel.traffic().edges().size() == 4'000);
    CHECK(scene.harness.says("3,992 more"));
    CHECK(scene.harness.vertex_count() < 40'000);
    scene.world.observe(&scene.journal);
}

TEST_CASE("Moves panel: a move over several components says so", "[panels][moves]") {
    Scene scene;
    scene.harness.click_text("Traffic");
    const ecs::Entity entity = scene.world.create(Position{});
    scene.world.change(entity, std::array{scene.world.id<Position>()}, std::array{scene.world.id<Velocity>()});
    scene.harness.frames(2);
    INFO(scene.harness.screen());
    CHECK(scene.harness.says("several components"));
}

namespace {

/// A world that runs: in every frame one of many entities gets a Velocity, and another loses it.
struct RunningScene : Scene {
    panels::MoveValues moves;
    std::vector<ecs::Entity> entities;
    int ticks = 0;

    RunningScene() {
        harness.lend(&panels::Context::moves, &moves);
        for (int i = 0; i < 40; ++i) entities.push_back(world.create(Position{static_cast<float>(i), 0, 0}));
        ecs::SystemDescription blink;
        blink.name = "Blink";
        blink.run = [this](ecs::SystemContext& context) {
            for (int i = 0; i < 5; ++i) {
                const ecs::Entity entity = entities[static_cast<std::size_t>(ticks * 5 + i) % entities.size()];
                if (context.world.has<Velocity>(entity))
                    context.commands.remove<Velocity>(entity);
                else
                    context.commands.add(entity, Velocity{static_cast<float>(entity.index) + 0.25f, 0, 0});
            }
            ++ticks;
        };
        REQUIRE(harness.schedule.add(blink));
        ecs::SystemDescription drift;  // writes the very values, right after
        drift.name = "Drift";
        drift.run = [this](ecs::SystemContext& context) {
            for (const ecs::Entity entity : entities) {
                context.world.get_mut<Position>(entity).x += 1000;
                if (context.world.has<Velocity>(entity)) context.world.get_mut<Velocity>(entity).x += 1000;
            }
        };
        REQUIRE(harness.schedule.add(drift));
    }
    ~RunningScene() { journal.tell(nullptr); }

    void run(int frames) {
        for (int i = 0; i < frames; ++i) {
            journal.tell(moves.take_wanted() ? &moves : nullptr);
            harness.schedule.tick(world);
            harness.frame();
        }
    }
    /// A click of a person while the world runs: the mouse comes, rests, presses, and lets go.
    void click(ImVec2 place) {
        ImGuiIO& io = ImGui::GetIO();
        const auto button = [&](bool down) {
#if IMGUI_VERSION_NUM >= 18700
            io.AddMouseButtonEvent(0, down);
#else
            io.MouseDown[0] = down;
#endif
            run(4);
        };
        move_mouse(place);
        run(20);
        button(true);
        button(false);
    }
    void move_mouse(ImVec2 place) {
#if IMGUI_VERSION_NUM >= 18700
        ImGui::GetIO().AddMousePosEvent(place.x, place.y);
#else
        ImGui::GetIO().MousePos = place;
#endif
        run(2);
    }
};

}  // namespace

TEST_CASE(
    "Moves panel: in a running world the list holds still under the mouse, counts what is new, and a click chooses "
    "the row that it is on",
    "[panels][moves]") {
    RunningScene scene;
    scene.run(60);
    const ImVec2 place = scene.harness.need("Velocity", 4).middle();
    scene.move_mouse(place);
    const std::string before = scene.harness.screen();
    const auto text_at = [&] {
        for (const DrawnText& text : scene.harness.texts())
            if (text.low.x <= place.x && place.x < text.high.x && text.low.y <= place.y && place.y < text.high.y)
                return text.text;
        return std::string();
    };
    const std::string row = text_at();
    REQUIRE(row.find("Velocity") != std::string::npos);
    scene.run(10);
    CHECK(text_at() == row);
    CHECK(scene.panel.new_operations() >= 50);
    CHECK(scene.harness.says("+" + std::to_string(scene.panel.new_operations()) + " new"));
    scene.click(place);
    REQUIRE(scene.panel.replay());
    CHECK(row.find("#" + std::to_string(scene.panel.replay()->operation().main().entity.index)) != std::string::npos);
    CHECK(scene.panel.new_operations() >= 150);
    // It goes on holding what was chosen; the newest come when they are asked for.
    scene.move_mouse({900, 300});
    CHECK(scene.panel.new_operations() > 0);
    scene.click(scene.harness.need("Newest").middle());
    scene.run(2);
    CHECK(scene.panel.new_operations() == 0);
}

TEST_CASE("Moves panel: when the mouse leaves without a choice, the newest are listed again", "[panels][moves]") {
    RunningScene scene;
    scene.run(10);
    scene.move_mouse(scene.harness.need("Velocity", 4).middle());
    scene.run(10);
    CHECK(scene.panel.new_operations() > 0);
    scene.move_mouse({900, 300});
    scene.run(2);
    CHECK(scene.panel.new_operations() == 0);
    CHECK_FALSE(scene.harness.says(" new"));
}

TEST_CASE("Moves panel: a move of a moment ago has the values it had then, whatever systems wrote since",
          "[panels][moves]") {
    RunningScene scene;
    scene.run(51);  // in eight ticks all get one, in the next eight all lose it
    const ImVec2 place = scene.harness.need("Add Velocity to", 3).middle();
    scene.click(place);
    REQUIRE(scene.panel.replay());
    const ecs::StructuralChange main = scene.panel.replay()->operation().main();
    scene.move_mouse({900, 300});
    scene.harness.key(panels::compat::Key::End);
    INFO(scene.harness.screen());
    CHECK(scene.harness.says("Values as they were right after it"));
    CHECK_FALSE(scene.harness.says("written again"));
    // Both without the 1000 that came right after.
    const std::string velocity = std::to_string(main.entity.index) + ".25";
    const std::string position = std::to_string(main.entity.index - 1 + 1000 * main.tick) + ".00";
    CHECK(scene.harness.says(velocity));
    CHECK(scene.harness.says(position));
    // They stay on replay.
    scene.run(300);
    CHECK(scene.harness.says(velocity));
    CHECK(scene.harness.says(position));
}

TEST_CASE("Moves panel: nobody listens to the journal while the panel is not shown", "[panels][moves]") {
    RunningScene scene;
    scene.run(3);
    CHECK(scene.journal.listener() == &scene.moves);
    // Another panel stands before it: it is not drawn.
    CHECK(scene.moves.take_wanted());
    CHECK_FALSE(scene.moves.take_wanted());
}

}  // namespace moves_panel_test
