#include "panels/archetypes/archetype_history.hpp"

#include "catch.hpp"

namespace archetype_history_test {

using panels::ArchetypeFacts;
using panels::ArchetypeHistory;

namespace {

ArchetypeFacts with_entities(std::uint64_t entities) {
    ArchetypeFacts facts;
    facts.entities = entities;
    return facts;
}

}  // namespace

TEST_CASE("Archetype history: a sample holds until the next one", "[panels][archetype_history]") {
    ArchetypeHistory history;
    CHECK(history.at(3, 100) == nullptr);
    history.record(3, 10, with_entities(5));
    history.record(3, 20, with_entities(7));
    CHECK(history.at(3, 9) == nullptr);
    CHECK(history.at(3, 10)->facts.entities == 5);
    CHECK(history.at(3, 19)->facts.entities == 5);
    CHECK(history.at(3, 20)->facts.entities == 7);
    CHECK(history.at(3, 900)->facts.entities == 7);
    CHECK(history.samples(0).empty());

    history.record(3, 20, with_entities(8));
    CHECK(history.samples(3).size() == 2);
    CHECK(history.at(3, 20)->facts.entities == 8);
}

TEST_CASE("Archetype history: it takes bounded memory, and counts what it dropped", "[panels][archetype_history]") {
    ArchetypeHistory history;
    for (std::uint64_t tick = 0; tick < 5'000; ++tick) history.record(0, tick, with_entities(tick));
    CHECK(history.samples(0).size() <= ArchetypeHistory::most);
    CHECK(history.dropped(0) == 5'000 - history.samples(0).size());
    CHECK(history.at(0, 0) == nullptr);
    CHECK(history.samples(0).back().facts.entities == 4'999);

    // Each further archetype takes its share from the others.
    for (std::uint64_t tick = 5'000; tick < 5'100; ++tick)
        for (ecs::ArchetypeId id = 0; id < 3'000; ++id) history.record(id, tick, with_entities(tick));
    CHECK(history.sample_count() <= ArchetypeHistory::samples_max);
    std::size_t counted = 0;
    for (ecs::ArchetypeId id = 0; id < 3'000; ++id) counted += history.samples(id).size();
    CHECK(counted == history.sample_count());
    CHECK(history.dropped(2'999) > 0);
}

TEST_CASE("Archetype history: ticks that nobody looked at are a gap", "[panels][archetype_history]") {
    ArchetypeHistory history;
    CHECK_FALSE(history.look(100, true));
    CHECK_FALSE(history.look(101, false));
    CHECK_FALSE(history.look(109, false));  // eight ticks in one frame are no gap
    CHECK(history.gaps().empty());
    CHECK_FALSE(history.look(500, true));
    REQUIRE(history.gaps().size() == 1);
    CHECK(history.gaps()[0].first == 110);
    CHECK(history.gaps()[0].last == 499);
    CHECK(history.first_tick() == 100);
    CHECK(history.last_tick() == 500);
}

TEST_CASE("Archetype history: a world that goes back takes what came later with it", "[panels][archetype_history]") {
    ArchetypeHistory history;
    for (std::uint64_t tick = 0; tick < 10; ++tick) {
        history.look(tick, false);
        history.record(0, tick, with_entities(tick));
    }
    CHECK(history.look(4, false));
    CHECK(history.samples(0).size() == 5);
    CHECK(history.samples(0).back().tick == 4);
    CHECK(history.sample_count() == 5);
    CHECK(history.last_tick() == 4);
}

}  // namespace archetype_history_test
