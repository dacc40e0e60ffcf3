#include "ecs/language/breakpoint_text.hpp"

#include <string>

#include "catch.hpp"
#include "ecs/support/test_types.hpp"

namespace breakpoint_text_test {

using ecs::BreakpointKind;

TEST_CASE("Breakpoint text: each form is read as what it is", "[language][break]") {
    struct Case {
        const char* text;
        BreakpointKind kind;
        bool has_query;
        std::uint64_t times;
    };
    const Case cases[] = {
        {"Health.hp < 0", BreakpointKind::Holds, true, 1},
        {"on & Health", BreakpointKind::Holds, true, 1},
        {"on.x < 3, 2 times", BreakpointKind::Holds, true, 2},
        {"on added(Frozen)", BreakpointKind::Added, true, 1},
        {"on added(Enemy & Health.hp < 5), 1 time", BreakpointKind::Added, true, 1},
        {"on removed(Frozen)", BreakpointKind::Removed, true, 1},
        {"on destroyed(#12v3)", BreakpointKind::Destroyed, true, 1},
        {"on moved(Enemy), 12 times", BreakpointKind::Moved, true, 12},
        {"on change Health.hp", BreakpointKind::Change, false, 1},
        {"on change Health, 4 times", BreakpointKind::Change, false, 4},
        {"on change Health.hp where Enemy & Health.hp < 3, 5 times", BreakpointKind::Change, true, 5},
        {"on system \"Movement\"", BreakpointKind::System, false, 1},
    };
    for (const Case& each : cases) {
        INFO(each.text);
        const auto parsed = ecs::parse_breakpoint(each.text);
        REQUIRE(parsed);
        CHECK(parsed->kind == each.kind);
        CHECK(parsed->has_query == each.has_query);
        CHECK(parsed->times == each.times);
    }
    CHECK(ecs::parse_breakpoint("on system \"A b\"")->system == "A b");
}

TEST_CASE("Breakpoint text: an error names the place and what was expected there", "[language][break]") {
    struct Case {
        const char* text;
        std::size_t column;
        const char* message;
    };
    const Case cases[] = {
        {"", 1, "Expected a component or \"(\", found the end"},
        {"Health.hp < 0 Enemy", 15, "Expected \"&\", \"|\", a number of times or the end, found \"Enemy\""},
        {"on", 3, "Expected added(…), removed(…), destroyed(…), moved(…), change or system, found the end"},
        {"on gone(Enemy)", 4,
         "Expected added(…), removed(…), destroyed(…), moved(…), change or system, found \"gone\""},
        {"on added Enemy", 10, "Expected \"(\", found \"Enemy\""},
        {"on added(Enemy", 15, "Expected \"&\", \"|\" or \")\", found the end"},
        {"on removed(Health.hp < 3)", 12, "Expected one component, because others are not removed"},
        {"on change", 10, "Expected a component, found the end"},
        {"on change Health.hp if Enemy", 21,
         "Expected where and a condition, a number of times or the end, found \"if\""},
        {"on system Movement", 11, "Expected the name of a system such as \"Movement\", found \"Movement\""},
        {"Enemy, 0 times", 8, "Expected a number of times, as in \"3 times\", found \"0\""},
        {"Enemy, 3", 9, "Expected \"times\", found the end"},
        {"Enemy, 3 times now", 16, "Expected the end, found \"now\""},
    };
    for (const Case& each : cases) {
        INFO(each.text);
        const auto parsed = ecs::parse_breakpoint(each.text);
        REQUIRE_FALSE(parsed);
        CHECK(parsed.error().column == each.column);
        CHECK(parsed.error().message == each.message);
    }
}

TEST_CASE("Breakpoint text: the field of a change is found, or what is like it", "[language][break]") {
    ecs::World world;
    test::register_types(world);
    const auto found = [&](const char* text) { return ecs::find_field_of(world, *ecs::parse_breakpoint(text)); };
    const auto hp = found("on change Health.hp");
    REQUIRE(hp);
    CHECK(hp->text == "Health.hp");
    CHECK(hp->size == 4);
    const auto whole = found("on change Health");
    REQUIRE(whole);
    CHECK(whole->field == nullptr);
    const auto wrong = found("on change Health.hq");
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().column == 18);
    CHECK(found("on change Frozen").error().message == "Frozen is a tag, which has no values");
}

}  // namespace breakpoint_text_test
