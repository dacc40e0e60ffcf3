// Breakpoints as bytes, also damaged.
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/breakpoints/breakpoints.hpp"
#include "ecs/types/type_registry.hpp"
#include "probe/wire/breakpoint_bytes.hpp"

namespace breakpoint_bytes_test {

namespace {

struct Label {
    std::string text;
};

/// Whose types the values of a hit are.
struct Types {
    ecs::TypeRegistry registry;
    Types() { registry.add<Label>("Label").field("text", &Label::text); }
    ecs::Value label(std::string text) const { return ecs::Value::of(*registry.find("Label"), Label{std::move(text)}); }
};

probe::BreakpointsTold some_told() {
    static const Types types;
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
    hit.field = "Label.text";
    hit.same = true;
    hit.before = types.label("as before");
    hit.after = types.label("now");
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
    const std::vector<ecs::WantedBreakpoint> wanted{{1, "Health.hp < 0", true}, {2, "on system \"A\"", false}};
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
    CHECK(told.hit->field == "Label.text");
    CHECK(told.hit->same);
    CHECK(told.checks);
    CHECK(told.values.component == "Label");
    const auto text_of = [](const std::vector<std::byte>& value_bytes) {
        probe::ByteReader value(value_bytes);
        return std::string(value.text());
    };
    CHECK(text_of(told.values.before) == "as before");
    CHECK(text_of(told.values.after) == "now");
}

TEST_CASE("Breakpoint bytes: a value that is longer than a person reads does not travel", "[wire]") {
    probe::BreakpointsTold told = some_told();
    const Types types;
    told.hit->after = types.label(std::string(2u << 20, 'x'));
    const std::vector<std::byte> bytes = bytes_of(told);
    CHECK(bytes.size() < 1000);
    probe::ByteReader from(bytes);
    told = probe::read_told(from);
    CHECK((from.fine() && from.at_end()));
    CHECK(told.values.after.empty());
    CHECK_FALSE(told.values.before.empty());
}

TEST_CASE("Breakpoint bytes: a list that is longer than any client's is refused", "[wire]") {
    for (const std::size_t more : {std::size_t{0}, std::size_t{1}}) {
        probe::ByteWriter writer;
        probe::write_wanted(writer, std::vector<ecs::WantedBreakpoint>(ecs::Breakpoints::most_texts + more));
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
