// Breakpoints as bytes, also damaged.
#include <cstddef>
#include <span>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/breakpoints/breakpoints.hpp"
#include "probe/wire/breakpoint_bytes.hpp"

namespace breakpoint_bytes_test {

namespace {

probe::BreakpointsTold some_told() {
    ecs::BreakpointHit hit;
    hit.breakpoint = 4;
    hit.kind = ecs::BreakpointKind::Moved;
    hit.tick = 70;
    hit.number = 3;
    hit.writer = ecs::WriterKind::BySystem;
    hit.writer_name = "Movement";
    hit.entity = {5, 2};
    hit.entity_name = "Enemy";
    hit.more = 6;
    return {.picture = 9, .states = {{4, "", 3, 1}, {5, "no such type", 0, 0}}, .hit = hit};
}

std::vector<std::byte> bytes_of(const probe::BreakpointsTold& told) {
    probe::ByteWriter writer;
    probe::write_told(writer, told);
    return writer.take();
}

bool readable(std::span<const std::byte> bytes) {
    probe::ByteReader from(bytes);
    (void)probe::read_told(from);
    return from.fine();
}

}  // namespace

TEST_CASE("Breakpoint bytes: the list that is wanted, and what the program tells, arrive as they were sent", "[wire]") {
    const std::vector<probe::WantedBreakpoint> wanted{{1, "Health.hp < 0", true}, {2, "on system \"A\"", false}};
    probe::ByteWriter writer;
    probe::write_wanted(writer, wanted);
    probe::ByteReader list(writer.bytes());
    CHECK(probe::read_wanted(list) == wanted);
    CHECK((list.fine() && list.at_end()));

    const std::vector<std::byte> bytes = bytes_of(some_told());
    probe::ByteReader from(bytes);
    const probe::BreakpointsTold told = probe::read_told(from);
    CHECK((from.fine() && from.at_end()));
    CHECK(told.picture == 9);
    CHECK(told.states == some_told().states);
    REQUIRE(told.hit);
    CHECK(told.hit->kind == ecs::BreakpointKind::Moved);
    CHECK(told.hit->writer_name == "Movement");
    CHECK(told.hit->entity == ecs::Entity{5, 2});
    CHECK(told.hit->entity_name == "Enemy");
    CHECK(told.hit->tick == 70);
    CHECK(told.hit->number == 3);
    CHECK(told.hit->more == 6);
}

TEST_CASE("Breakpoint bytes: a list that is longer than any client's is refused", "[wire]") {
    for (const std::size_t more : {std::size_t{0}, std::size_t{1}}) {
        probe::ByteWriter writer;
        probe::write_wanted(writer, std::vector<probe::WantedBreakpoint>(ecs::Breakpoints::most_texts + more));
        probe::ByteReader list(writer.bytes());
        (void)probe::read_wanted(list);
        CHECK(list.fine() == (more == 0));
    }
}

TEST_CASE("Breakpoint bytes: cut short anywhere, they are refused; damaged anywhere, they are refused or read",
          "[wire]") {
    const std::vector<std::byte> whole = bytes_of(some_told());
    std::size_t refused = 0;
    for (std::size_t size = 0; size < whole.size(); ++size) refused += !readable(std::span(whole).first(size));
    CHECK(refused == whole.size());
    ecs::Random random(3);
    refused = 0;
    constexpr int rounds = 20'000;
    for (int i = 0; i < rounds; ++i) {
        std::vector<std::byte> bytes = whole;
        bytes[random.below(static_cast<std::uint32_t>(bytes.size()))] = static_cast<std::byte>(random.below(256));
        refused += !readable(bytes);
    }
    CHECK(refused > 0);
    CHECK(refused < rounds);
}

}  // namespace breakpoint_bytes_test
