// A world of a program is copied over a connection of its own, while another client looks at another world.
#include "remote/program/world_copy.hpp"

#include <atomic>
#include <future>
#include <string>

#include "catch.hpp"
#include "ecs/ecs.hpp"
#include "remote/support/linked_program.hpp"

namespace world_copy_test {

namespace {

struct Count {
    std::int32_t ticks = 0;
};
using Made = ecs::Result<std::unique_ptr<ecs::World>>;

/// A program with two worlds, and a client that looks at the first of them.
struct Scene : test::RelayedProgram {
    ecs::World server;
    ecs::Schedule server_schedule;
    std::unique_ptr<test::ProgramClient> client;

    Scene() : RelayedProgram(false) {
        for (ecs::World* const each : {&world, &server})
            each->types().add<Count>("Count").field("ticks", &Count::ticks);
        world.create(ecs::Name{"Of the client"}, Count{});
        for (int i = 0; i < 1000; ++i) server.create(ecs::Name{"Of the server " + std::to_string(i)}, Count{i});
        world.create(ecs::Name{"Hero"}, Count{5});
        const ecs::Entity hero = server.create(ecs::Name{"Hero"}, Count{-5});
        server.set_parent(server.create(ecs::Name{"Sword"}, Count{}), hero);
        server.set_tick(77);
        probe.show("client", world, schedule);
        probe.show("server", server, server_schedule);
        client = std::make_unique<test::ProgramClient>(options());
        REQUIRE(until([&] { return client->owner.worlds() != nullptr; }));
    }
    ~Scene() { probe.hide(); }
    remote::LinkOptions options() const { return {.port = probe.port(), .token = probe.token()}; }
    template <class Done>
    bool until(Done done) {
        return test::go_on(
            [this] {
                run();
                client->update();
            },
            done);
    }
    /// While the program runs.
    Made copy(const ecs::Owner::CopyWorld& copies, ecs::Progress& progress) {
        std::future<Made> made = std::async(std::launch::async, [&] { return copies(progress); });
        REQUIRE(until([&] { return made.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }));
        return made.get();
    }
};

}  // namespace

TEST_CASE("World copy: another world of the program, whole, while the client goes on with its own",
          "[program][worlds]") {
    Scene s;
    ecs::Progress progress;
    const Made copied = s.copy(s.client->owner.copy_of("server"), progress);
    REQUIRE(copied);
    const ecs::World& there = **copied;
    CHECK(there.entity_count() == 1002);
    CHECK(there.tick() == 77);
    const ecs::Entity last = there.find_by_name("Of the server 999");
    REQUIRE(last);
    CHECK(static_cast<const Count*>(there.get(last, there.types().find("Count")->id))->ticks == 999);
    CHECK(s.client->owner.worlds()->shown == 0);
    // What is called alike has the handle that it has in the client's view, whatever its ids are.
    const ecs::Entity hero = there.find_by_name("Hero");
    REQUIRE(hero);
    CHECK(hero == s.client->mirror.world().find_by_name("Hero"));
    CHECK(static_cast<const Count*>(there.get(hero, there.types().find("Count")->id))->ticks == -5);
    CHECK(there.parent(there.find_by_name("Sword")) == hero);
    REQUIRE(s.until([&] { return s.client->mirror.world().find_by_name("Of the client") != ecs::null_entity; }));
    // The client still controls the program.
    CHECK(s.client->owner.clock()->why_not_control.empty());
    // The copy outlives the client.
    const ecs::Owner::CopyWorld copies = s.client->owner.copy_of("server");
    s.client = std::make_unique<test::ProgramClient>(s.options());
    CHECK(s.copy(copies, progress));
}

TEST_CASE("World copy: a cancelled one ends, and says so", "[program][worlds]") {
    Scene s;
    ecs::Progress progress;
    progress.cancel();
    const Made copied = s.copy(s.client->owner.copy_of("server"), progress);
    REQUIRE_FALSE(copied);
    CHECK(copied.error() == "It was cancelled");
}

TEST_CASE("World copy: things have the handles in view, also where the first editor looks at a third world",
          "[program][worlds]") {
    Scene s;
    ecs::World third;
    third.types().add<Count>("Count").field("ticks", &Count::ticks);
    third.create(ecs::Name{"Of the third"}, Count{});
    s.probe.show("third", third);
    test::ProgramClient reader(s.options());
    const auto until = [&](auto done) {
        return s.until([&] {
            reader.update();
            return done();
        });
    };
    s.client->mirror.show_world("third");
    reader.mirror.show_world("client");
    REQUIRE(until([&] {
        return s.client->mirror.world().find_by_name("Of the third") && reader.mirror.world().find_by_name("Hero");
    }));
    for (int i = 0; i < 5; ++i) {
        ecs::Progress progress;
        const Made copied = s.copy(reader.owner.copy_of("server"), progress);
        REQUIRE(copied);
        INFO(ecs::to_string((*copied)->find_by_name("Hero"))
             << " there, " << ecs::to_string(reader.mirror.world().find_by_name("Hero")) << " here, "
             << (*copied)->entity_count() << " entities");
        CHECK((*copied)->find_by_name("Hero") == reader.mirror.world().find_by_name("Hero"));
    }
    s.probe.hide("third");  // which goes before the scene
}

}  // namespace world_copy_test
