// `chunkscope attach … --print`: what it says of a program.
#include <atomic>
#include <filesystem>
#include <string>
#include <thread>

#include "catch.hpp"
#include "ecs/ecs.hpp"
#include "editor/support/command_line_run.hpp"
#include "probe/run/probe.hpp"
#include "probe/support/programs_folder.hpp"
#include "remote/support/fake_bevy.hpp"

namespace attach_print_test {

std::string printed(test::FakeBevy& fake) {
    const CommandLineRun run({"attach", "bevy", std::to_string(fake.program->port()), "--print"});
    CHECK(run.fine());
    return run.out;
}

TEST_CASE("Attach: what is printed has the systems, and whether time stands still", "[editor][attach]") {
    test::FakeBevy fake(19);
    fake.speed = 0;
    const std::string text = printed(fake);
    CHECK(text.find("2 systems") != std::string::npos);
    CHECK(text.find("game::move_hero") != std::string::npos);
    CHECK(text.find("stands still: its scale is 0") != std::string::npos);
}

TEST_CASE("Attach: entities of the engine itself are printed as a count", "[editor][attach]") {
    test::FakeBevy fake(19);
    fake.change([&] {
        for (std::uint32_t i = 100; i < 160; ++i) fake.things[fake.id(i)];
    });
    const std::string text = printed(fake);
    CHECK(text.find("62 entities") != std::string::npos);
    CHECK(text.find("Hero") != std::string::npos);
    CHECK(text.find("and 60 without a name and without components of the program's own") != std::string::npos);
    CHECK(text.find(" more\n") == std::string::npos);
}

TEST_CASE("Attach: a program with a probe is printed by its name, with all that it has", "[editor][attach]") {
    struct Place {
        float x = 1;
    };
    const test::ProgramsFolder folder;
    ecs::World world;
    world.types().add<Place>("Place").field("x", &Place::x);
    world.create(Place{}, ecs::Name{"Hero"});
    ecs::Schedule schedule(world);
    schedule.system<Place>("Walk", [](Place& place) { place.x += 1; });
    std::atomic<bool> stop = false;
    probe::Probe probe("my game");
    probe.show(world, schedule);
    std::thread program([&] {
        while (!stop) {
            if (probe.tick()) schedule.tick();
            std::this_thread::yield();
        }
    });
    const CommandLineRun run({"attach", "my game", "--print"});
    const CommandLineRun by_option({"attach", "--program", "my game", "--print"});
    // What the program says of itself has its token.
    const std::filesystem::path token_file = std::filesystem::directory_iterator(folder.path)->path();
    const CommandLineRun by_address({"attach", "--at", "127.0.0.1:" + std::to_string(probe.port()), "--token-file",
                                     token_file.string(), "--print"});
    // A program of this computer says its token itself.
    const CommandLineRun without_token({"attach", "--at", "127.0.0.1:" + std::to_string(probe.port()), "--print"});
    const CommandLineRun unknown({"attach", "my gane", "--print"});
    stop = true;
    program.join();
    CHECK(run.fine());
    for (const char* part : {"Program my game at 127.0.0.1:", "1 entities, 1 types of components, 1 systems", "Walk",
                             "writes Place", "Hero"}) {
        INFO(run.out);
        CHECK(run.out.find(part) != std::string::npos);
    }
    CHECK(by_option.fine());
    CHECK(by_address.fine());
    CHECK(without_token.fine());
    CHECK(by_address.out.find("Hero") != std::string::npos);
    CHECK_FALSE(CommandLineRun({"attach", "--at", "127.0.0.1:1", "my game"}).fine());
    CHECK_THAT(CommandLineRun({"attach", "program", "--print"}).err, test::contains("needs an address"));
    CHECK_FALSE(unknown.fine());
    CHECK_THAT(unknown.err, test::contains("no program called \"my gane\" runs; these do: my game, and it is none of "
                                           "the kinds flecs, bevy, chunkscope, program"));
}

}  // namespace attach_print_test
