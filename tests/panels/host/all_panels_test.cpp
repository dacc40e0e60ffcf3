#include <set>
#include <string>

#include "catch.hpp"
#include "panels/support/headless.hpp"

namespace all_panels_test {

TEST_CASE("All panels: each has its own title and says what it is for", "[panels][all_panels]") {
    std::set<std::string> titles;
    for (const auto& panel : panels::make_all_panels()) {
        titles.insert(panel->title());
        CHECK(std::string(panel->description()).size() > 10);
    }
    for (const char* title : {"Entities", "Scene", "Inspector", "Archetypes", "Chunks", "Systems", "Moves"})
        CHECK(titles.count(title) == 1);
    CHECK(titles.size() == panels::make_all_panels().size());
}

TEST_CASE("All panels: none of them needs anything but a world", "[panels][all_panels]") {
    Harness harness({300, 240});
    const auto all = panels::make_all_panels();
    for (const auto& panel : all) harness.add(*panel);
    harness.frames(3);
    // Every one of them says something, however little there is to show.
    std::set<int> speaking;
    for (const DrawnText& drawn : harness.texts()) speaking.insert(static_cast<int>(drawn.low.x / 308));
    CHECK(speaking.size() == all.size());

    // And what they showed may go at any time.
    const ecs::Entity entity = harness.world.create(ecs::Name{"Short-lived"});
    harness.selection.select(entity);
    harness.frames(2);
    harness.world.destroy(entity);
    harness.frames(3);
    harness.selection.select_chunk(7, 9);
    harness.frames(2);
    harness.selection.select_archetype(1'000);
    harness.frames(2);
}

}  // namespace all_panels_test
