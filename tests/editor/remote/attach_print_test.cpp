// `chunkscope attach … --print`: what it says of a program.
#include <string>

#include "catch.hpp"
#include "editor/support/command_line_run.hpp"
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

}  // namespace attach_print_test
