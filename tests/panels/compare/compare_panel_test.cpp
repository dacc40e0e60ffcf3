#include "panels/compare/compare_panel.hpp"

#include <cstdio>
#include <fstream>
#include <string_view>

#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "files/support/temporary_folder.hpp"
#include "files/world_file/world_file.hpp"
#include "panels/support/aging_world.hpp"
#include "panels/support/headless.hpp"
#include "panels/support/owner_scene.hpp"

namespace compare_panel_test {

namespace {

struct Position {
    float x = 0, y = 0;
};
struct Health {
    int hp = 100;
};
struct Frozen {};

struct Scene {
    Harness harness{{520, 420}};
    panels::ComparePanel panel;
    ecs::Entity hero, rock;

    Scene() {
        ecs::World& world = harness.world;
        world.types().add<Position>("Position").field("x", &Position::x).field("y", &Position::y);
        world.types().add<Health>("Health").field("hp", &Health::hp);
        world.types().add<Frozen>("Frozen");
        hero = world.create(ecs::Name{"Hero"}, Position{1, 2}, Health{});
        rock = world.create(ecs::Name{"Rock"}, Position{5, 5});
        REQUIRE(harness.schedule.add(
            ecs::make_system<Position>(world, "Move", [](Position& position) { position.x += 1; })));
        harness.keep_authored_world();
        harness.ticks_while_playing = true;
        harness.add(panel);
        harness.frames(3);
    }
    void set_hp(int hp) {
        const ecs::ComponentType& type = harness.world.types()[harness.world.id<Health>()];
        REQUIRE(harness.history.perform({"Set hp", {ecs::SetComponent{hero, ecs::Value::of(type, Health{hp}), {0}}}}) ==
                "");
        harness.history.seal();
        harness.frames(2);
    }
    void done() {
        for (int i = 0; i < 10'000 && !panel.worlds().done(); ++i) harness.frame();
        INFO(panel.worlds().problem());
        REQUIRE(panel.worlds().done());
        harness.frames(2);
    }
    std::uint64_t hash() const { return ecs::state_hash(harness.world); }
};

}  // namespace

TEST_CASE("Compare: what a person tuned while it ran is ticked, and kept when they stop", "[panels][compare]") {
    Scene s;
    const std::uint64_t authored = s.hash();
    s.harness.click_text("Play");
    s.harness.frames(20);
    REQUIRE(s.harness.transport.playing);
    CHECK(s.harness.says("The world is running"));
    s.set_hp(250);
    s.harness.click_text("Pause");
    s.done();
    INFO(s.harness.screen());
    CHECK(s.harness.says("By you 1"));
    CHECK(s.harness.says("All 3"));
    CHECK(s.harness.says("Health.hp"));
    CHECK(s.harness.says("250"));
    CHECK_FALSE(s.harness.says("Position.x"));
    s.harness.click_text("All 3");
    s.harness.frames(2);
    CHECK(s.harness.says("Position.x"));
    CHECK(s.harness.says("Rock"));

    s.harness.click_text("Stop, keep 1");
    s.harness.frames(3);
    CHECK(s.harness.world.get<Health>(s.hero).hp == 250);
    CHECK(s.harness.world.get<Position>(s.hero).x == 1);
    CHECK(s.harness.history.steps().back().label == "Keep a difference");
    CHECK(s.harness.says("The world is not being played"));
    REQUIRE(s.harness.history.undo() == "");
    CHECK(s.hash() == authored);
}

TEST_CASE("Compare: what went along with what a person moved keeps its place beside it, and not what systems wrote",
          "[panels][compare]") {
    Scene s;
    ecs::World& world = s.harness.world;
    const ecs::Entity shield = world.create(ecs::Name{"Shield"}, Position{4, 2});
    world.set_parent(shield, s.hero);
    const std::uint64_t authored = s.hash();
    s.harness.click_text("Play");
    s.harness.frames(20);
    s.harness.click_text("Pause");
    s.harness.frames(2);
    // As the Scene panel drags Hero by 30, and Shield along.
    const float hero = world.get<Position>(s.hero).x, along = world.get<Position>(shield).x;
    REQUIRE(along > 5);
    const float to[] = {hero + 30, along + 30};
    ecs::SetField set{world.id<Position>(), 0, {s.hero, shield}, {}};
    const auto* const bytes = reinterpret_cast<const std::byte*>(to);
    set.values.assign(bytes, bytes + sizeof to);
    std::vector<ecs::Edit> edits;
    edits.push_back(std::move(set));
    REQUIRE(s.harness.history.perform({"Move Hero", std::move(edits)}) == "");
    s.harness.history.seal();
    s.harness.frames(2);
    s.done();
    INFO(s.harness.screen());
    CHECK(s.harness.says("By you 2"));
    CHECK(s.harness.says("34.00"));  // of Shield: what it was, and 30
    s.harness.click_text("Stop, keep 2");
    s.harness.frames(3);
    CHECK(world.get<Position>(s.hero).x == hero + 30);
    CHECK(world.get<Position>(shield).x == 34);
    CHECK(world.get<Position>(s.rock).x == 5);
    REQUIRE(s.harness.history.undo() == "");
    CHECK(s.hash() == authored);
}

TEST_CASE("Compare: nothing is kept of what is not ticked, and the authored world is back bit by bit",
          "[panels][compare]") {
    Scene s;
    const std::uint64_t authored = s.hash();
    for (const char* const button : {"Keep nothing", "Stop, keep nothing"}) {
        INFO(button);
        s.harness.click_text("Play");
        s.harness.frames(20);
        s.set_hp(7);
        s.harness.click_text("Pause");
        s.done();
        if (std::string_view(button) == "Stop, keep nothing") {
            // The tick before the entity.
            const DrawnText name = s.harness.need("Hero");
            s.harness.click({name.low.x - 14, name.middle().y});
            s.harness.frames(2);
        }
        INFO(s.harness.screen());
        s.harness.click_text(button);
        s.harness.frames(3);
        CHECK(s.hash() == authored);
        CHECK_FALSE(s.harness.play.begun());
        CHECK(s.harness.history.steps().empty());
    }
}

TEST_CASE("Compare: Stop names the components that were made while it ran", "[panels][compare]") {
    Scene s;
    s.harness.click_text("Play");
    s.harness.frames(20);
    s.harness.click_text("Pause");
    ecs::SetType make;
    make.to->name = "Mine";
    REQUIRE(s.harness.history.perform({"New component Mine", {std::move(make)}}).empty());
    s.done();
    INFO(s.harness.screen());
    CHECK(s.harness.says("Stop takes these new components away: Mine"));
    s.harness.click_text("Stop, keep nothing");
    s.harness.frames(3);
    CHECK((s.harness.world.types().find("Mine") == nullptr || s.harness.world.types().find("Mine")->retired));
}

TEST_CASE("Compare: what a person took back while it ran is theirs, too, also after a visit to the past",
          "[panels][compare]") {
    Scene s;
    s.set_hp(250);
    const std::uint64_t authored = s.hash();
    s.harness.timeline.start();
    s.harness.click_text("Play");
    s.harness.frames(20);
    s.harness.click_text("Pause");
    REQUIRE(s.harness.history.undo() == "");
    const bool redone = GENERATE(false, true);
    if (redone) {
        s.harness.schedule.tick(s.harness.world);
        REQUIRE(s.harness.history.redo() == "");
        const ecs::ComponentType& type = s.harness.world.types()[s.harness.world.id<Health>()];
        REQUIRE(s.harness.history.perform(
                    {"Set hp", {ecs::SetComponent{s.hero, ecs::Value::of(type, Health{7}), {0}}}}) == "");
    }
    REQUIRE(s.harness.timeline.seek(3) == "");
    REQUIRE(s.harness.timeline.return_to_now() == "");
    s.harness.frames(2);
    s.done();
    INFO(s.harness.screen());
    CHECK(s.harness.says("By you 1"));
    CHECK(s.harness.says("Health.hp"));
    s.harness.click_text("Keep nothing");
    s.harness.frames(3);
    CHECK(s.hash() == authored);
    REQUIRE(s.harness.history.steps().size() == 1);
    REQUIRE(s.harness.history.undo() == "");
    CHECK(s.harness.world.get<Health>(s.hero).hp == 100);
}

TEST_CASE("Compare: entities that came and went are listed, and the world can be kept as it is", "[panels][compare]") {
    Scene s;
    s.harness.click_text("Play");
    s.harness.frames(3);
    s.harness.world.destroy(s.rock);
    s.harness.world.create(ecs::Name{"Guest"}, Frozen{});
    s.harness.click_text("Pause");
    s.done();
    s.harness.click_text("All");
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("Since tick 0: 1 changed, 1 new, 1 gone"));
    CHECK(s.harness.says("destroyed"));
    CHECK(s.harness.says("new entity"));
    const std::uint64_t played = s.hash();
    s.harness.click_text("Keep the world");
    s.harness.frames(3);
    CHECK(s.hash() == played);
    CHECK_FALSE(s.harness.play.begun());
}

TEST_CASE("Compare: an edit while it is paused is compared, too", "[panels][compare]") {
    Scene s;
    s.harness.click_text("Play");
    s.harness.frames(3);
    s.harness.click_text("Pause");
    s.done();
    CHECK(s.harness.says("By you 0"));
    s.set_hp(3);
    s.done();
    INFO(s.harness.screen());
    CHECK(s.harness.says("By you 1"));
    REQUIRE(s.harness.history.undo() == "");
    s.harness.frames(2);
    s.done();
    CHECK(s.harness.says("By you 0"));
}

TEST_CASE("Compare: a step of the history shows what differs since, and what is ticked is taken over",
          "[panels][compare]") {
    Scene s;
    s.set_hp(50);
    const std::uint64_t after_first = s.hash();
    s.set_hp(20);
    REQUIRE(s.harness.history.perform({"Destroy Rock", {ecs::DestroyEntity{s.rock}}}) == "");
    s.harness.history.seal();
    s.panel.show_part("step:1");
    s.harness.frames(2);
    s.done();
    INFO(s.harness.screen());
    CHECK(s.harness.says("1 differ, 1 only there, 0 only here"));
    CHECK(s.harness.says("Health.hp"));
    CHECK(s.harness.says("20"));
    CHECK(s.harness.says("50"));
    CHECK(s.harness.says("Rock"));
    s.harness.click_text("Choose all");
    s.harness.frames(2);
    s.harness.click_text("Take over 2");
    s.harness.frames(3);
    CHECK(s.hash() == after_first);
    s.done();
    CHECK(s.harness.says("Nothing differs"));
    REQUIRE(s.harness.history.undo() == "");
    CHECK(s.harness.world.get<Health>(s.hero).hp == 20);
    CHECK_FALSE(s.harness.world.alive(s.rock));
}

TEST_CASE("Compare: steps that were undone can be compared with, too, and so can the beginning", "[panels][compare]") {
    Scene s;
    s.set_hp(50);
    s.set_hp(20);
    REQUIRE(s.harness.history.go_to(1) == "");
    s.panel.show_part("step:2");
    s.done();
    CHECK(s.harness.says("1 differ, 0 only there, 0 only here"));
    CHECK(s.harness.says("20"));
    s.panel.show_part("step:0");
    s.done();
    INFO(s.harness.screen());
    CHECK(s.harness.says("the beginning of the history"));
    CHECK(s.harness.says("100"));
}

TEST_CASE("Compare: a file is compared field by field, and only what is ticked is taken over", "[panels][compare]") {
    Scene s;
    const TemporaryFolder folder;
    const std::string file = (folder.path / "level.json").string();
    REQUIRE(files::try_save_world(s.harness.world, {}, file));
    s.set_hp(12);
    s.harness.world.get_mut<Position>(s.rock).x = 90;
    const ecs::Entity guest = s.harness.world.create(ecs::Name{"Guest"}, Position{});
    s.panel.show_part("file:" + file);
    s.done();
    INFO(s.harness.screen());
    CHECK(s.harness.says("level.json"));
    CHECK(s.harness.says("2 differ, 0 only there, 1 only here"));
    CHECK(s.harness.says("only here"));
    // The tick before Rock alone.
    const DrawnText name = s.harness.need("Rock");
    s.harness.click({name.low.x - 14, name.middle().y});
    s.harness.frames(2);
    s.harness.click_text("Take over 1");
    s.harness.frames(3);
    CHECK(s.harness.world.get<Position>(s.rock).x == 5);
    CHECK(s.harness.world.get<Health>(s.hero).hp == 12);
    CHECK(s.harness.world.alive(guest));
    CHECK(s.harness.history.steps().back().label == "Take over 1 difference from level.json");
}

TEST_CASE("Compare: a file that cannot be read says why, and can be tried again", "[panels][compare]") {
    Scene s;
    const TemporaryFolder folder;
    const std::string file = (folder.path / "level.json").string();
    std::ofstream(file) << "{ \"format\": \"chunkscope-world\", oops";
    s.panel.show_part("file:" + file);
    for (int i = 0; i < 10'000 && s.panel.worlds().state() != panels::ComparedWorlds::State::Failed; ++i)
        s.harness.frame();
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("level.json:1"));
    REQUIRE(files::try_save_world(s.harness.world, {}, file));
    s.harness.click_text("Try again");
    s.done();
    CHECK(s.harness.says("Nothing differs"));
}

TEST_CASE("Compare: a file that is saved is read again", "[panels][compare]") {
    Scene s;
    const TemporaryFolder folder;
    const std::string file = (folder.path / "level.json").string();
    REQUIRE(files::try_save_world(s.harness.world, {}, file));
    s.set_hp(12);
    s.panel.show_part("file:" + file);
    s.done();
    INFO(s.harness.screen());
    CHECK(s.harness.says("1 differ, 0 only there, 0 only here"));
    REQUIRE(files::try_save_world(s.harness.world, {}, file));
    for (int i = 0; i < 10'000 && !s.harness.says("Nothing differs"); ++i) s.harness.frame();
    CHECK(s.harness.says("Nothing differs"));
}

TEST_CASE("Compare: what both sides added under one id is shown as two, and both can stay", "[panels][compare]") {
    Scene s;
    const TemporaryFolder folder;
    const std::string file = (folder.path / "theirs.json").string();
    const ecs::Entity circle = s.harness.world.create(ecs::Name{"Square"}, Position{7, 7});
    REQUIRE(files::try_save_world(s.harness.world, {}, file));
    s.harness.world.add(circle, ecs::Name{"Circle"});
    s.harness.world.add(circle, Position{9, 7});
    s.panel.show_part("file:" + file);
    s.done();
    INFO(s.harness.screen());
    CHECK(s.harness.says("0 differ, 1 only there, 1 only here"));
    CHECK(s.harness.says("Circle"));
    // In the world's own file it is the same one, with another name at another place.
    s.panel.show_part("saved:" + file);
    s.done();
    CHECK(s.harness.says("1 differ, 0 only there, 0 only here"));
    s.panel.show_part("file:" + file);
    s.done();
    // The tick before theirs.
    const DrawnText name = s.harness.need("Square");
    s.harness.click({name.low.x - 14, name.middle().y});
    s.harness.frames(2);
    s.harness.click_text("Take over 1");
    s.harness.frames(3);
    CHECK(s.harness.world.name(circle) == "Circle");
    const ecs::Entity square = s.harness.world.find_by_name("Square");
    REQUIRE(s.harness.world.alive(square));
    CHECK(s.harness.world.get<Position>(square).x == 7);
}

TEST_CASE("Compare: where there is little room, the entity and what a value is now are whole", "[panels][compare]") {
    struct Narrow : Harness {
        Narrow() : Harness({320, 420}) {}
    } harness;
    ecs::World& world = harness.world;
    struct MoveTarget {
        float distance = 0, speed = 0;
    };
    world.types()
        .add<MoveTarget>("MoveTarget")
        .field("distance", &MoveTarget::distance)
        .field("speed", &MoveTarget::speed);
    const ecs::Entity enemy = world.create(ecs::Name{"Enemy 14"}, MoveTarget{});
    REQUIRE(harness.schedule.add(ecs::make_system<MoveTarget>(world, "Move", [](MoveTarget& target) {
        target.distance += 1000.25f;
        target.speed += 1;
    })));
    harness.keep_authored_world();
    harness.ticks_while_playing = true;
    panels::ComparePanel panel;
    harness.add(panel);
    harness.frames(3);
    harness.click_text("Play");
    harness.frames(30);
    harness.click_text("Pause");
    for (int i = 0; i < 10'000 && !panel.worlds().done(); ++i) harness.frame();
    harness.click_text("All 2");
    harness.frames(3);
    INFO(harness.screen());
    CHECK(harness.says("Enemy 14"));
    CHECK(harness.says("MoveTarget.dist"));
    CHECK(harness.says("MoveTarget.speed"));
    // Of the values, what each is now; both on hover.
    std::string distance(32, '\0');
    distance.resize(static_cast<std::size_t>(
        std::snprintf(distance.data(), distance.size(), "%.2f", double{world.get<MoveTarget>(enemy).distance})));
    CHECK(harness.says(distance));
    CHECK(harness.says(std::to_string(static_cast<int>(world.get<MoveTarget>(enemy).speed)) + ".00"));
    const std::string both = "0.00 ? " + distance;  // the font of tests has no arrow
    CHECK_FALSE(harness.says(both));
    harness.hover_text(distance);
    CHECK(harness.says(both));
}

TEST_CASE("Compare: two moments of recorded time are compared", "[panels][compare][timeline]") {
    Harness harness{{520, 420}};
    panels::ComparePanel panel;
    const ecs::Entity hero = aging::add_hero(harness.world, harness.schedule);
    harness.timeline.start();
    harness.add(panel);
    const auto tick = [&](int count) {
        for (int i = 0; i < count; ++i) harness.schedule.tick(harness.world);
        harness.frames(2);
    };
    const auto done = [&] {
        for (int i = 0; i < 10'000 && !panel.worlds().done(); ++i) harness.frame();
        REQUIRE(panel.worlds().done());
        harness.frames(2);
    };
    tick(5);
    harness.click_text("Choose");
    harness.frames(2);
    harness.click_text("The moment in view: tick 5");
    harness.frames(2);
    done();
    INFO(harness.screen());
    CHECK(harness.says("Nothing differs"));
    tick(3);
    done();
    CHECK(harness.says("1 differ, 0 only there, 0 only here"));
    CHECK(harness.says("tick 5"));
    // What was then is taken over into the world of now.
    harness.click_text("Choose all");
    harness.frames(2);
    harness.click_text("Take over 1");
    harness.frames(3);
    CHECK(harness.world.get<aging::Health>(hero).hp == 5);
    CHECK(harness.world.tick() == 8);
}

TEST_CASE("Compare: another world of the attached program is compared as it is now, and asked again in each later tick",
          "[panels][compare][mirror]") {
    OwnerScene s({520, 420});
    panels::ComparePanel panel;
    s.harness.add(panel);
    const ecs::OwnerKey hero = s.owner.spawn();
    s.owner.call(hero, "Hero");
    s.owner.set(hero, test::FakeOwner::health, 5);
    int copies = 0;
    ecs::Entity hero_here;
    s.owner.copy = [&](ecs::Progress&) {
        ++copies;  // one at a time
        auto there = std::make_unique<ecs::World>();
        there->types().add<Health>("Health").field("hp", &Health::hp);
        REQUIRE(there->create_at(hero_here));
        there->add(hero_here, ecs::Name{"Hero"});
        there->add(hero_here, Health{7});
        there->set_tick(30 + static_cast<std::uint64_t>(copies));
        return ecs::Result<std::unique_ptr<ecs::World>>(std::move(there));
    };
    s.update();
    hero_here = s.mirror.entity_of(hero);
    CHECK(s.harness.says("No world to compare with"));
    s.owner.several = ecs::OwnerWorlds{{"client", "server"}, 0};
    s.owner.ticks = ecs::OwnerClock{.tick = 5, .paused = true};
    s.update();
    s.harness.click_text("Choose");
    s.harness.frames(2);
    CHECK_FALSE(s.harness.says("The program's world client"));
    s.harness.click_text("The program's world server");
    const auto done = [&] {
        for (int i = 0; i < 10'000 && !panel.worlds().done(); ++i) s.harness.frame();
        REQUIRE(panel.worlds().done());
        s.harness.frames(2);
    };
    done();
    INFO(s.harness.screen());
    CHECK(s.harness.says("1 differ, 0 only there, 0 only here"));
    CHECK(s.harness.says("There it was tick 31"));
    CHECK(s.harness.says("Health.hp"));
    CHECK(copies == 1);
    s.harness.click_text("Read again");
    done();
    CHECK(s.harness.says("There it was tick 32"));
    s.owner.ticks->tick = 6;
    s.update();
    CHECK(s.harness.says("There it was tick 32"));  // what was found stays until the next is
    for (int i = 0; i < 10'000 && !s.harness.says("There it was tick 33"); ++i) s.harness.frame();
    CHECK(s.harness.says("There it was tick 33"));
    // While something is ticked, it is not compared again.
    s.harness.click_text("Choose all");
    s.harness.frames(2);
    s.owner.set(hero, test::FakeOwner::position, std::pair<float, float>{1, 2});
    s.owner.ticks->tick = 7;
    s.update();
    s.harness.frames(200);
    CHECK(copies == 3);
    CHECK(s.harness.says("The world has changed since"));
    // What is ticked is taken over, by an edit of the program.
    s.harness.click_text("Take over 1");
    s.update();
    CHECK(s.owner.get<int>(hero, test::FakeOwner::health) == 7);

    const auto failed = [&] {
        for (int i = 0; i < 10'000 && panel.worlds().state() != panels::ComparedWorlds::State::Failed; ++i)
            s.harness.frame();
        REQUIRE(panel.worlds().state() == panels::ComparedWorlds::State::Failed);
        s.harness.frames(2);
    };
    s.owner.copy = {};
    s.harness.click_text("Read again");
    failed();
    CHECK(s.harness.says("This program shows one of its worlds at a time"));
    s.owner.several->names.pop_back();
    s.harness.click_text("Try again");
    failed();
    CHECK(s.harness.says("The program does not show the world server"));
}

}  // namespace compare_panel_test
