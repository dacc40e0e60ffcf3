#include "editor/session/session.hpp"

#include <string>

#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "editor/demo/components.hpp"
#include "editor/support/demo.hpp"

namespace session_test {

using namespace editor;

TEST_CASE("Session: an empty one knows all components and runs no systems", "[editor][session]") {
    demo::Session session;
    CHECK(session.world.entity_count() == 0);
    CHECK(session.world.types().find("Position") != nullptr);
    CHECK(session.schedule.systems().empty());
    CHECK(session.scene == nullptr);
    CHECK(session.file.empty());
    CHECK_FALSE(session.history.unsaved());
    session.tick();
    CHECK(session.world.tick() == 1);
}

TEST_CASE("Session: one from a scene remembers which, and its seed", "[editor][session]") {
    const auto session = demo::start(editor::demo_game().scenes[0], {}, 42);
    CHECK(session->scene == &editor::demo_game().scenes[0]);
    CHECK(session->seed == 42);
    CHECK(session->schedule.random.state() == ecs::Random(42).state());
    CHECK(session->world.tick() == 0);
    CHECK_FALSE(session->history.unsaved());
}

TEST_CASE("Session: the hash line has the form that scripts rely on", "[editor][session]") {
    const auto session = demo::start(editor::demo_game().scenes[0]);
    for (int i = 0; i < 12; ++i) session->tick();
    const std::string line = session->hash_line(), start = "tick 12 hash ";
    CHECK(line.substr(0, start.size()) == start);
    CHECK(line.size() == start.size() + 16);
    CHECK(line.find_first_not_of("0123456789abcdef", start.size()) == std::string::npos);
}

TEST_CASE("Session: the hash tells worlds and random sources apart", "[editor][session]") {
    demo::Session a, b;
    CHECK(a.hash_line() == b.hash_line());
    b.schedule.random.next();
    CHECK(a.hash_line() != b.hash_line());
    a.schedule.random.next();
    CHECK(a.hash_line() == b.hash_line());
    a.world.create(Position{1, 2});
    CHECK(a.hash_line() != b.hash_line());
    b.world.create(Position{1, 2});
    CHECK(a.hash_line() == b.hash_line());
}

TEST_CASE("Session: its end shuts the systems down while the world is there", "[editor][session]") {
    int destroyed = 0;
    {
        demo::Session session;
        session.world.create(Position{});
        ecs::SystemDescription system;
        system.name = "Watcher";
        system.run = [](ecs::SystemContext&) {};
        system.on_destroy = [&](ecs::SystemContext& context) {
            destroyed += static_cast<int>(context.world.entity_count());
        };
        REQUIRE(session.schedule.add(std::move(system)));
        session.tick();
    }
    CHECK(destroyed == 1);
}

}  // namespace session_test
