#include "panels/archetypes/pool_table.hpp"

#include "catch.hpp"
#include "panels/archetypes/archetypes_panel.hpp"
#include "panels/memory/doctor_panel.hpp"
#include "panels/memory/layout_panel.hpp"
#include "panels/running/systems_panel.hpp"
#include "panels/support/pool_owner.hpp"

namespace pool_table_test {

using pool_test::PoolScene;

TEST_CASE("Pool table: the Archetypes panel lists the owner's pools and groups", "[panels][archetypes][pools]") {
    PoolScene s(600, {1100, 420});
    panels::ArchetypesPanel panel;
    s.harness.add(panel);
    s.harness.frames(3);
    INFO(s.harness.screen());
    for (const char* const text : {"Pool", "Sparse pages", "Tombstones", "Wasted", "Position", "Health", "600", "50",
                                   "owned by Position", "Group Position, Health", "owns Position", "looks at Health"})
        CHECK(s.harness.says(text));
    CHECK(panel.pools().order() == std::vector<std::size_t>{0, 1});
    s.harness.click_text("Tombstones");
    s.harness.frames(2);
    CHECK(panel.pools().order() == std::vector<std::size_t>{1, 0});
    s.harness.click_text("Health");
    const auto* const shows = std::get_if<panels::ShowPanelRequest>(&s.harness.performed.back());
    REQUIRE(shows != nullptr);
    CHECK(shows->id == "chunks");
    CHECK(shows->part == "pool=Health");

    s.harness.click_text("As archetypes");
    s.harness.frames(2);
    CHECK(s.harness.says("As if these were archetypes: Fake keeps its components in pools"));
    for (const char* const view : {"Treemap", "Occupancy"}) {
        s.harness.click_text(view);
        s.harness.frames(2);
        CHECK(s.harness.says("As if these were archetypes"));
    }
}

TEST_CASE("Pool table: a narrow one leaves columns out, and the row's tooltip has them",
          "[panels][archetypes][pools]") {
    PoolScene s(600, {420, 420});
    panels::ArchetypesPanel panel;
    s.harness.add(panel);
    s.harness.frames(3);
    CHECK(s.harness.says("Wasted"));
    CHECK_FALSE(s.harness.says("Capacity"));
    s.harness.hover_text("Health", 0);
    CHECK(s.harness.says("50 tombstones"));
}

TEST_CASE("Pool table: the Doctor examines the owner's pools, and says what mends them", "[panels][doctor][pools]") {
    PoolScene s(20'000, {700, 420});
    // Nearly all healths went: their pool keeps its room.
    for (ecs::OwnerKey key = 100; key < 20'100; ++key)
        if (key % 97 != 0) s.owner.unset(key, test::FakeOwner::health);
    s.owner.lay_out();
    s.mirror->update();
    panels::DoctorPanel panel;
    s.harness.add(panel);
    s.harness.frames(10);
    CHECK(s.harness.says("wasted"));
    CHECK(s.harness.says("Sparse pages"));
    CHECK(s.harness.says("Create these entities one after another"));
    CHECK_FALSE(s.harness.says("Fix"));
    s.harness.click_text("Show Health");
    CHECK(std::get<panels::ShowPanelRequest>(s.harness.performed.back()).part == "pool=Health");
}

TEST_CASE("Pool table: Doctor and Layout of an owner whose memory is not known are labelled",
          "[panels][doctor][pools]") {
    PoolScene s(100, {500, 420});
    s.owner.unknown = "it is far away";
    panels::DoctorPanel doctor;
    panels::LayoutPanel layout;
    s.harness.add(doctor);
    s.harness.add(layout);
    s.harness.frames(3);
    CHECK(s.harness.find("As if these were archetypes: the memory of Fake is not known", 0).has_value());
    CHECK(s.harness.find("As if these were archetypes: the memory of Fake is not known", 1).has_value());
    s.harness.selection.select(s.entity(100));
    s.harness.frames(3);
    INFO(s.harness.screen());
    CHECK(s.harness.says("No problems found"));
    CHECK(s.harness.says("simulated"));
    CHECK_FALSE(s.harness.says("exact"));
}

TEST_CASE("Systems: while an owner has not said which ones it has, they are not said to be none",
          "[panels][systems][pools]") {
    PoolScene s(10, {500, 420});
    panels::SystemsPanel systems;
    s.harness.add(systems);
    s.harness.frames(2);
    CHECK(s.harness.says("Fake has no systems"));
    s.owner.cannot = [](ecs::OwnerAbility ability) {
        return std::string(ability == ecs::OwnerAbility::SeeSystems ? "the program has not said yet" : "");
    };
    s.harness.frames(2);
    CHECK(s.harness.says("the program has not said yet"));
    s.owner.gone = "asking 127.0.0.1:15702";
    s.mirror->update();
    s.harness.frames(2);
    CHECK(s.harness.says("asking 127.0.0.1:15702"));
}

}  // namespace pool_table_test
