#include "probe/wire/picture.hpp"

#include <limits>
#include <string>
#include <vector>

#include "catch.hpp"

namespace picture_test {

namespace {

probe::ByteWriter written(double speed) {
    probe::ByteWriter to;
    probe::write_clock(to, {.clock = {.tick = 12, .paused = true, .speed = speed, .next_system = "Move"}, .done = 3});
    return to;
}

}  // namespace

TEST_CASE("Picture: without a clock, as programs before 1.1 send it, the clock is not known", "[wire]") {
    probe::ByteReader nothing({});
    CHECK_FALSE(probe::read_clock(nothing));
    CHECK(nothing.fine());
}

TEST_CASE("Picture: the clock comes back, and what a later version adds to it is skipped", "[wire]") {
    probe::ByteWriter bytes = written(0.5);
    bytes.set(0, static_cast<std::uint32_t>(bytes.size() - sizeof(std::uint32_t) + 5));
    bytes.raw("later", 5);
    bytes.number(std::uint8_t{77});
    probe::ByteReader from(bytes.bytes());
    const auto clock = probe::read_clock(from);
    REQUIRE(clock);
    CHECK(clock->done == 3);
    CHECK(clock->clock == ecs::OwnerClock{.tick = 12, .paused = true, .speed = 0.5, .next_system = "Move"});
    CHECK(from.number<std::uint8_t>() == 77);
}

TEST_CASE("Picture: lines of a log come back, and programs of 1.1 send none", "[wire]") {
    probe::ByteWriter bytes;
    probe::write_clock(bytes, {.done = 3, .log = {.lines = {{7, "seven"}, {8, ""}}, .left_out = 4}});
    probe::ByteReader from(bytes.bytes());
    const auto clock = probe::read_clock(from);
    REQUIRE(from.fine());
    REQUIRE(clock->log.lines.size() == 2);
    CHECK(clock->log.lines[0].tick == 7);
    CHECK(clock->log.lines[0].text == "seven");
    CHECK(clock->log.left_out == 4);

    probe::ByteWriter older = written(1);
    // An empty log, no names of worlds, and no reason against controls
    const std::size_t without_log = older.size() - sizeof(std::uint64_t) - 4 * sizeof(std::uint32_t);
    older.set(0, static_cast<std::uint32_t>(without_log - sizeof(std::uint32_t)));
    probe::ByteReader from_older(older.bytes().first(without_log));
    const auto older_clock = probe::read_clock(from_older);
    REQUIRE(from_older.fine());
    CHECK(older_clock->clock.tick == 12);
    CHECK(older_clock->log.lines.empty());
}

TEST_CASE("Picture: the names of the worlds come back, and one that is not among them is refused", "[wire]") {
    for (const std::size_t shown : {0u, 1u, 2u}) {
        probe::ByteWriter bytes;
        probe::write_clock(bytes, {.worlds = {.names = {"server", "client"}, .shown = shown}});
        probe::ByteReader from(bytes.bytes());
        const auto clock = probe::read_clock(from);
        REQUIRE(from.fine() == (shown < 2));
        if (shown < 2) CHECK(clock->worlds == ecs::OwnerWorlds{{"server", "client"}, shown});
    }
}

TEST_CASE("Picture: more lines or worlds than anybody sends are refused", "[wire]") {
    for (const std::size_t more : {0u, 1u}) {
        probe::ByteWriter lines, worlds;
        probe::write_clock(lines, {.log = {.lines = std::vector<probe::LogLine>(probe::most_lines + more)}});
        probe::write_clock(worlds, {.worlds = {.names = std::vector<std::string>(probe::most_worlds + more)}});
        for (const probe::ByteWriter* const bytes : {&lines, &worlds}) {
            probe::ByteReader from(bytes->bytes());
            (void)probe::read_clock(from);
            CHECK(from.fine() == (more == 0));
        }
    }
}

TEST_CASE("Picture: a clock of no speed, or one that was cut, is refused", "[wire]") {
    for (const double speed : {0.0, -1.0, 1.5, std::numeric_limits<double>::quiet_NaN()}) {
        const probe::ByteWriter bytes = written(speed);
        probe::ByteReader from(bytes.bytes());
        (void)probe::read_clock(from);
        CHECK_FALSE(from.fine());
    }
    const probe::ByteWriter bytes = written(1);
    for (std::size_t size = 1; size < bytes.size(); ++size) {
        probe::ByteReader from(bytes.bytes().first(size));
        (void)probe::read_clock(from);
        CHECK_FALSE(from.fine());
    }
}

}  // namespace picture_test
