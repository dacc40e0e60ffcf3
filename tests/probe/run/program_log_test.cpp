#include "probe/run/program_log.hpp"

#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"

namespace program_log_test {

TEST_CASE("ProgramLog: lines are taken once, in their order, with the tick of their time", "[probe][log]") {
    probe::ProgramLog log;
    log.add("before");
    log.set_tick(7);
    log.add("first");
    log.add("second");
    const probe::LogLines taken = log.take();
    REQUIRE(taken.lines.size() == 3);
    CHECK(taken.lines[0].tick == 0);
    CHECK(taken.lines[1].text == "first");
    CHECK(taken.lines[2].text == "second");
    CHECK(taken.lines[2].tick == 7);
    CHECK(taken.left_out == 0);
    CHECK(log.take().lines.empty());
}

TEST_CASE("ProgramLog: a long line ends with a whole character, and lines beyond the limit are counted",
          "[probe][log]") {
    probe::ProgramLog log;
    std::string text(probe::most_line_bytes - 1, 'x');
    log.add(text + "\u00e9");  // two bytes, of which one has room
    for (std::size_t i = 0; i < probe::most_lines + 9; ++i) log.add("more");
    const probe::LogLines taken = log.take();
    CHECK(taken.lines.front().text == text);
    CHECK(taken.lines.size() == probe::most_lines);
    CHECK(taken.left_out == 10);
    log.add("again");
    CHECK(log.take().left_out == 0);
}

TEST_CASE("ProgramLog: several threads add, and no line is lost or torn", "[probe][log]") {
    probe::ProgramLog log;
    std::vector<std::size_t> counts(4);
    {
        std::vector<std::jthread> threads;
        for (char name = 'a'; name < 'e'; ++name)
            threads.emplace_back([&log, name] {
                for (int i = 0; i < 200; ++i) log.add(std::string(50, name));
            });
    }
    for (const probe::LogLine& line : log.take().lines) {
        REQUIRE(line.text == std::string(50, line.text.front()));
        ++counts[static_cast<std::size_t>(line.text.front() - 'a')];
    }
    CHECK(counts == std::vector<std::size_t>(4, 200));
}

}  // namespace program_log_test
