#include <algorithm>
#include <chrono>
#include <thread>

#include "flecs_desk.hpp"

namespace systems_test {

using namespace flecs_test;

namespace {

struct Factory {
    Desk desk;
    std::vector<std::string> ran;

    Factory() {
        // In another order than they run.
        desk.world.system<Position>("Draw").kind(flecs::OnStore).run([this](flecs::iter& it) { note(it, "Draw"); });
        desk.world.system<Position, const Health>("Move").kind(flecs::OnUpdate).run([this](flecs::iter& it) {
            note(it, "Move");
            const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(2);
            while (std::chrono::steady_clock::now() < end) {
            }  // work that takes time
        });
        const flecs::entity physics = desk.world.entity("Physics").add(flecs::Phase).depends_on(flecs::OnUpdate);
        desk.world.system<Position>("Collide").kind(physics).run([this](flecs::iter& it) { note(it, "Collide"); });
        desk.world.system("Load").kind(flecs::PreUpdate).run([this](flecs::iter& it) { note(it, "Load"); });
        desk.world.system<Health>("Never").kind(0).run([this](flecs::iter& it) { note(it, "Never"); });
        desk.world.observer<Health>("Hurt").event(flecs::OnSet).each([](Health&) {});
        desk.world.query_builder<Position>("Places").with<Frozen>().build();
        for (int i = 0; i < 5; ++i) desk.world.entity().set<Position>({}).set<Health>({});
        desk.attached.update();
    }
    void note(flecs::iter& it, const char* name) {
        while (it.next()) {
        }
        ran.push_back(name);
    }
    void run(int frames) {
        for (int i = 0; i < frames; ++i) {
            ran.clear();
            desk.world.progress(0.1f);
            desk.attached.update();
        }
    }
    const ecs::OwnerSystem& system(const std::string& name) {
        for (const ecs::OwnerSystem& each : desk.attached.owner().systems())
            if (each.name == name) return each;
        FAIL("there is no system " << name);
        return desk.attached.owner().systems()[0];
    }
    std::vector<std::string> listed() {
        std::vector<std::string> names;
        for (const ecs::System* each : desk.schedule.systems()) names.push_back(each->description.name);
        return names;
    }
};

}  // namespace

TEST_CASE("flecs: systems stand in the order in which flecs runs them, then observers, then queries", "[flecs]") {
    Factory factory;
    factory.run(2);
    CHECK(factory.ran == std::vector<std::string>{"Load", "Move", "Collide", "Draw"});
    CHECK(factory.listed() == std::vector<std::string>{"Load", "Move", "Collide", "Draw", "Never", "Hurt", "Places"});
    CHECK(factory.system("Move").phase == "OnUpdate");
    CHECK(factory.system("Move").part == ecs::Phase::Update);
    CHECK(factory.system("Collide").phase == "Physics");
    CHECK(factory.system("Load").part == ecs::Phase::PreUpdate);
    CHECK(factory.system("Draw").part == ecs::Phase::PostUpdate);
    CHECK(factory.system("Never").phase == "no phase");
    CHECK_THAT(factory.system("Hurt").description, contains("An observer of OnSet") && contains("Health"));
    CHECK_THAT(factory.system("Places").description, contains("A query: ") && contains("Frozen"));
}

TEST_CASE("flecs: a system says what it asks for, reads and writes, and how many entities match", "[flecs]") {
    Factory factory;
    factory.run(1);
    const ecs::OwnerSystem& move = factory.system("Move");
    CHECK_THAT(move.description, contains("Position") && contains("Health"));
    REQUIRE(move.accesses.size() == 2);
    const auto& types = factory.desk.attached.owner().types();
    CHECK(types[move.accesses[0].type].name == "Position");
    CHECK(move.accesses[0].writes);
    CHECK(types[move.accesses[1].type].name == "Health");
    CHECK_FALSE(move.accesses[1].writes);
    CHECK(move.entities == 5);
    CHECK(factory.system("Load").accesses.empty());
}

TEST_CASE("flecs: systems are timed while the world is attached", "[flecs]") {
    Factory factory;
    factory.run(4);
    const ecs::OwnerSystem& move = factory.system("Move");
    CHECK(move.runs >= 3);
    CHECK(move.last_secs > 0.001);
    CHECK(move.mean_secs > 0.001);
    CHECK(move.min_secs <= move.max_secs);
    CHECK(factory.system("Never").runs == 0);
    const ecs::System* const shown = factory.desk.schedule.find("Move");
    REQUIRE(shown != nullptr);
    CHECK(shown->stats.runs == move.runs);
    CHECK(shown->stats.last_secs > 0.001);
}

TEST_CASE("flecs: a system or an observer is switched, and switched back by undo", "[flecs]") {
    Factory factory;
    factory.run(2);
    REQUIRE(factory.desk.perform(ecs::ToggleSystem{"Move", false}).empty());
    factory.run(1);
    CHECK(factory.ran == std::vector<std::string>{"Load", "Collide", "Draw"});
    CHECK_FALSE(factory.desk.schedule.find("Move")->enabled);
    CHECK(factory.listed()[1] == "Move");
    REQUIRE(factory.desk.history.undo().empty());
    factory.run(1);
    CHECK(factory.ran == std::vector<std::string>{"Load", "Move", "Collide", "Draw"});
    CHECK(factory.desk.schedule.find("Move")->enabled);

    REQUIRE(factory.desk.perform(ecs::ToggleSystem{"Hurt", false}).empty());
    CHECK(factory.desk.world.lookup("Hurt").has(flecs::Disabled));
    CHECK_THAT(factory.desk.attached.mirror().why_not(ecs::ToggleSystem{"Places", false}),
               contains("does not run by itself"));
}

TEST_CASE("flecs: what the program switches off is shown as switched off", "[flecs]") {
    Factory factory;
    factory.run(1);
    factory.desk.world.lookup("Collide").disable();
    factory.run(1);
    CHECK_FALSE(factory.desk.schedule.find("Collide")->enabled);
    factory.desk.world.lookup("Collide").destruct();
    factory.run(1);
    CHECK(factory.desk.schedule.find("Collide") == nullptr);
    factory.desk.world.system<Position>("Late").each([](Position&) {});
    factory.run(1);
    CHECK(factory.desk.schedule.find("Late") != nullptr);
}

}  // namespace systems_test
