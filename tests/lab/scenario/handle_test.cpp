#include "ecs/lab/scenario/handle.hpp"

#include "catch.hpp"
#include "lab/support/lab_scenarios.hpp"

namespace handle_test {

using namespace ecs::lab;

namespace {

/// The removal scenario, with names, up to its last step; then, if wanted, another entity is created.
struct Removed {
    Scenario scenario = lab_test::removal();
    std::optional<ScenarioRun> run;

    Removed(StorageKind kind, Mode mode, bool reuse = false, Tracing tracing = Tracing::None) {
        scenario.names = {{"a", 0}, {"b", 1}, {"c", 2}, {"d", 3}, {"e", 4}};
        scenario.steps.pop_back();
        if (reuse) {
            scenario.names.emplace_back("f", 5);
            scenario.steps.push_back(
                {CreateStep{1, {lab_test::planned(lab_test::health, lab_test::Health{9})}}, "", 0});
            scenario.entities = 6;
        }
        run.emplace(scenario, kind, mode, StorageOptions{}, tracing);
        run->run_to(scenario.steps.size());
    }
    HandleVerdict of(std::uint64_t number) { return judge(*run, number).value(); }
    /// What a get through the handle gives, in truth; none when it is refused.
    std::optional<float> got(Handle handle) {
        lab_test::Health health;
        if (!run->storage().get(handle, lab_test::health, &health)) return std::nullopt;
        return health.points;
    }
};

}  // namespace

TEST_CASE("Handle: its bits are named as each storage means them", "[lab][handle]") {
    const auto text = [](StorageKind kind, Mode mode) {
        Removed world(kind, mode);
        return handle_text(world.run->storage(), *world.run->handle_of(2));
    };
    CHECK(text(StorageKind::HashIndex, Mode::Faithful) == "reference: 3 > id it says: 3");
    CHECK(text(StorageKind::SparseVector, Mode::Faithful) == "generation + 1: 1 | index: 2");
    CHECK(text(StorageKind::ArchetypeBlock, Mode::Faithful) == "archetype + 1: 1 | row: 2");
    CHECK(text(StorageKind::ArchetypeBlock, Mode::Repaired) == "generation: 1 | slot: 2");
    CHECK(text(StorageKind::PackedVector, Mode::Faithful) == "id: 3");
    CHECK_THAT(text(StorageKind::SharedObject, Mode::Faithful),
               Catch::Matchers::StartsWith("generation + 1: 1 | pointer: 2 > address: 0x"));
    CHECK(text(StorageKind::Chunks, Mode::Repaired) == "generation: 1 | index: 3");  // as in a world, 0 is nobody
    for (const StorageKind kind : storage_kinds) {
        Removed world(kind, Mode::Repaired);
        const Handle handle = *world.run->handle_of(3);
        std::uint64_t together = 0;
        unsigned bits = 0;
        for (const HandlePart& part : world.run->storage().parts_of(handle)) {
            if (part.bits == 0) continue;
            together = part.bits == 64 ? part.value : together << part.bits | part.value;
            bits += part.bits;
        }
        CAPTURE(name_of(kind));
        CHECK(bits == 64);
        CHECK(together == handle.bits);
    }
}

TEST_CASE("Handle: numbers are read in tens and in hexadecimal, nothing else is", "[lab][handle]") {
    CHECK(handle_from("42") == Handle{42});
    CHECK(handle_from(" 0x2A ") == Handle{42});
    CHECK(handle_from("18446744073709551615") == Handle{~std::uint64_t{0}});
    for (const char* text : {"", " ", "0x", "4 2", "-1", "b", "18446744073709551616", "42,"}) {
        CAPTURE(text);
        CHECK_FALSE(handle_from(text).has_value());
    }
}

TEST_CASE("Handle: repaired, the living find their values, and the dead find nothing even when reused",
          "[lab][handle]") {
    for (const bool reuse : {false, true})
        for (const StorageKind kind : storage_kinds) {
            CAPTURE(name_of(kind), reuse);
            Removed world(kind, Mode::Repaired, reuse);
            CHECK(world.of(1).kind == HandleVerdict::Kind::Refused);
            CHECK_FALSE(world.of(1).taken);
            CHECK(world.of(1).text == "gone, and nothing is found");
            for (std::uint64_t number = 0; number < world.scenario.entities; ++number) {
                if (number == 1) continue;
                CHECK(world.of(number).kind == HandleVerdict::Kind::Good);
                CHECK(world.of(number).finds == number);
            }
        }
}

TEST_CASE("Handle: faithful, a place is another's after a removal, and nobody is where that one was", "[lab][handle]") {
    Removed world(StorageKind::ArchetypeBlock, Mode::Faithful);
    CHECK(world.of(1).kind == HandleVerdict::Kind::Stale);
    CHECK(world.of(1).taken);
    CHECK(world.of(1).finds == 4u);
    CHECK(world.of(1).text == "stale: this place is e's now, whose values are found");
    CHECK(world.of(4).text == "stale: it lives, but nobody is at this place any more");
    CHECK_FALSE(world.of(4).taken);
}

TEST_CASE("Handle: faithful, 001 finds what the dead left, and then the new owner's", "[lab][handle]") {
    Removed left(StorageKind::SparseVector, Mode::Faithful);
    CHECK(left.of(1).text == "stale: it is gone, and values that were left of it are still found");
    Removed reused(StorageKind::SparseVector, Mode::Faithful, true);
    CHECK(reused.of(1).text == "stale: this index is f's now, whose values are found");
    CHECK_FALSE(reused.of(1).taken);
    CHECK(judge(*reused.run, *reused.run->handle_of(1)).text ==
          "stale: f's values are found, although it is not the handle of f");
    CHECK(judge(*reused.run, *reused.run->handle_of(5)).text == "taken for f, whose values are found");
    CHECK(judge(*reused.run, Handle{12'345}).kind == HandleVerdict::Kind::Refused);
}

TEST_CASE("Handle: a verdict names the entity whose values a get gives", "[lab][handle]") {
    for (const bool reuse : {false, true})
        for (const Mode mode : {Mode::Faithful, Mode::Repaired})
            for (const StorageKind kind : storage_kinds) {
                Removed world(kind, mode, reuse);
                for (std::uint64_t number = 0; number < world.scenario.entities; ++number) {
                    CAPTURE(name_of(kind), name_of(mode), reuse, number);
                    const HandleVerdict verdict = world.of(number);
                    const auto got = world.got(*world.run->handle_of(number));
                    CHECK(got.has_value() == verdict.finds.has_value());
                    if (!got || !verdict.finds) continue;
                    CHECK(*got == (*verdict.finds == 5 ? 9.0f : static_cast<float>(*verdict.finds)));
                }
            }
}

TEST_CASE("Handle: judging leaves no trace", "[lab][handle]") {
    for (const Mode mode : {Mode::Faithful, Mode::Repaired})
        for (const StorageKind kind : storage_kinds) {
            CAPTURE(name_of(kind), name_of(mode));
            Removed world(kind, mode, true, Tracing::Events);
            const std::size_t events = world.run->trace()->events().size();
            const Work work = world.run->trace()->operations().back().work;
            for (std::uint64_t number = 0; number < world.scenario.entities; ++number) {
                world.of(number);
                handle_text(world.run->storage(), *world.run->handle_of(number));
            }
            CHECK(world.run->trace()->events().size() == events);
            CHECK(world.run->trace()->operations().back().work == work);
        }
}

}  // namespace handle_test
