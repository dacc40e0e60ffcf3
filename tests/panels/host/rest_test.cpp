// Panels that work bit by bit come to rest by themselves: while nobody moves anything, only those frames are drawn that
// a panel asked for, and then what is shown is what a look at everything says.
#include <algorithm>
#include <chrono>
#include <set>

#include "catch.hpp"
#include "ecs/diagnose/doctor.hpp"
#include "ecs/world/journal.hpp"
#include "panels/archetypes/archetype_table.hpp"
#include "panels/changes/journal_rows.hpp"
#include "panels/entities/entities_panel.hpp"
#include "panels/inspector/frozen_rows.hpp"
#include "panels/inspector/many_values.hpp"
#include "panels/inspector/reference_scan.hpp"
#include "panels/memory/doctor_panel.hpp"
#include "panels/query/bulk_preview.hpp"
#include "panels/query/query_panel.hpp"
#include "panels/running/system_times.hpp"
#include "panels/support/headless.hpp"

namespace rest_test {

namespace {

struct Place {
    float x = 0, y = 0;
};
struct Health {
    int hp = 0;
};
struct Aim {
    ecs::Entity target;
};

struct Desk {
    Harness harness{{640, 480}};
    ecs::World& world = harness.world;
    std::vector<ecs::Entity> all;

    Desk() {
        world.types().add<Place>("Place").field("x", &Place::x).field("y", &Place::y);
        world.types().add<Health>("Health").field("hp", &Health::hp);
        world.types().add<Aim>("Aim").field("target", &Aim::target);
    }
    void fill(int count) {
        for (int i = 0; i < count; ++i)
            all.push_back(world.create(Place{float(all.size() % 997), 0}, Health{static_cast<int>(all.size() % 101)}));
    }
    /// The frame that shows the change, and those that are asked for. Returns how many these are.
    int rest() {
        int asked = 0;
        for (harness.frame(); *harness.context().stay_awake; harness.frame()) REQUIRE(++asked < 100'000);
        return asked;
    }
    template <class F>
    std::size_t count(F matches) const {
        return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), matches));
    }
};

/// Steps until it says that nothing is left.
template <class Step, class Busy>
int until_rest(Step step, Busy busy) {
    int steps = 1;
    for (step(); busy(); step()) REQUIRE(++steps < 100'000);
    return steps;
}

}  // namespace

TEST_CASE("Rest: the tree of entities has all that a burst made", "[panels][rest]") {
    Desk desk;
    panels::EntitiesPanel panel;
    desk.harness.add(panel);
    desk.fill(1);
    desk.rest();
    CHECK(panel.list().rows().size() == 1);
    desk.world.set_tick(1);  // by systems, so that the list takes its time
    desk.fill(30'000);
    CHECK(desk.rest() > 0);
    CHECK(panel.list().rows().size() == desk.world.entity_count());
    CHECK(desk.rest() == 0);
    // And those that a filter lets through.
    panel.find();
    desk.harness.frames(2);
    desk.harness.type("Place.x < 300");
    desk.rest();
    const auto left = [&](ecs::Entity entity) { return desk.world.get<Place>(entity).x < 300; };
    CHECK(panel.list().hit_count(desk.world) == desk.count(left));
    for (const ecs::Entity entity : desk.all) desk.world.get_mut<Place>(entity).x *= 2;
    CHECK(desk.rest() > 0);
    CHECK(panel.list().hit_count(desk.world) == desk.count(left));
    CHECK(panel.list().rows().size() == desk.count(left));
}

TEST_CASE("Rest: a query shows all that match when the world stands still", "[panels][rest]") {
    Desk desk;
    panels::QueryPanel panel;
    desk.harness.add(panel);
    desk.fill(30'000);
    panel.show_part("Place.x < 500 & Health.hp > 50");
    desk.rest();
    const auto matches = [&](ecs::Entity entity) {
        return desk.world.get<Place>(entity).x < 500 && desk.world.get<Health>(entity).hp > 50;
    };
    CHECK(panel.table().rows().size() == desk.count(matches));
    for (int change = 0; change < 3; ++change) {
        for (const ecs::Entity entity : desk.all) {
            desk.world.get_mut<Place>(entity).x += 90;
            desk.world.get_mut<Health>(entity).hp = (desk.world.get<Health>(entity).hp * 7 + 3) % 101;
        }
        desk.harness.frame();  // in the middle of the work, the world changes again
        desk.world.get_mut<Health>(desk.all[static_cast<std::size_t>(change)]).hp = 99;
        CHECK(desk.rest() > 0);
        CHECK(panel.table().rows().size() == desk.count(matches));
        CHECK(panel.table().matched() == desk.count(matches));
    }
    CHECK(desk.rest() == 0);
}

TEST_CASE("Rest: the doctor looks once more after the last change", "[panels][rest]") {
    Desk desk;
    panels::DoctorPanel panel;
    desk.harness.add(panel);
    desk.fill(2'000);
    desk.rest();
    const std::size_t looked = panel.examinations();
    desk.fill(2'000);
    for (std::size_t i = 0; i < desk.all.size(); i += 2) desk.world.destroy(desk.all[i]);
    desk.rest();
    CHECK(panel.examinations() > looked);
    CHECK(panel.findings().size() == ecs::diagnose(desk.world, desk.harness.schedule).size());
}

TEST_CASE("Rest: a filtered list of changes is searched to its end", "[panels][rest]") {
    Desk desk;
    ecs::Journal journal(100'000);
    desk.world.observe(&journal);
    panels::JournalRows rows;
    rows.set_text("created");
    rows.update(journal, desk.world);
    desk.fill(20'000);
    for (std::size_t i = 0; i < 5'000; ++i) desk.world.destroy(desk.all[i]);
    until_rest([&] { rows.update(journal, desk.world); }, [&] { return rows.behind(); });
    CHECK(rows.size() == 20'000);
    desk.world.observe(nullptr);
}

TEST_CASE("Rest: the table of archetypes has every number", "[panels][rest]") {
    Desk desk;
    std::vector<ecs::ComponentId> tags;
    for (int i = 0; i < 12; ++i) {
        ecs::ComponentType type;
        type.name = "Tag" + std::to_string(i);
        tags.push_back(*desk.world.types().add_at_run_time(type));
    }
    panels::ArchetypeTable table;
    double now_secs = 0;
    const auto rest = [&] {
        until_rest([&] { table.update(desk.world, now_secs += 1.0 / 60); }, [&] { return table.busy(desk.world); });
    };
    table.set_sort(panels::ArchetypeColumn::Entities, true);
    for (unsigned bits = 0; bits < 4096; ++bits) {
        std::vector<ecs::ComponentId> set;
        for (std::size_t i = 0; i < tags.size(); ++i)
            if ((bits >> i & 1u) != 0) set.push_back(tags[i]);
        for (unsigned n = 0; n <= bits % 5; ++n) desk.all.push_back(desk.world.create_with(set));
    }
    rest();
    CHECK(table.totals().entities == desk.world.entity_count());
    for (std::size_t i = 0; i < desk.all.size(); i += 3) desk.world.destroy(desk.all[i]);
    rest();
    CHECK(table.totals().entities == desk.world.entity_count());
    bool exact = true, sorted = true;
    std::uint64_t before = ~std::uint64_t{0};
    for (const ecs::ArchetypeId id : table.order()) {
        const ecs::Archetype& archetype = desk.world.archetype(id);
        exact = exact && table.facts(id).entities == archetype.entity_count();
        sorted = sorted && archetype.entity_count() <= before;
        before = archetype.entity_count();
    }
    CHECK(exact);
    CHECK(sorted);
}

TEST_CASE("Rest: who refers to an entity, what many have in common, and what is frozen", "[panels][rest]") {
    Desk desk;
    desk.fill(9'000);
    const ecs::Entity target = desk.all.front();
    for (std::size_t i = 1; i < desk.all.size(); ++i)
        desk.world.add(desk.all[i], Aim{i % 4 == 0 ? target : desk.all[i]});
    panels::ReferenceScan scan;
    const auto look = [&] {
        until_rest([&] { scan.step(desk.world, target, 500); }, [&] { return scan.busy(desk.world); });
    };
    const auto aimed = [&](ecs::Entity entity) {
        return desk.world.has<Aim>(entity) && desk.world.get<Aim>(entity).target == target;
    };
    look();
    CHECK(scan.count() == desk.count(aimed));
    for (std::size_t i = 1; i < desk.all.size(); i += 2) desk.world.get_mut<Aim>(desk.all[i]).target = target;
    scan.step(desk.world, target, 500);
    desk.world.get_mut<Aim>(desk.all[1]).target = desk.all[2];  // behind the pass
    look();
    CHECK(scan.count() == desk.count(aimed));

    panels::ManyValues values;
    const auto compare = [&] {
        until_rest([&] { values.look(desk.world, desk.all, 1); }, [&] { return values.busy(desk.world); });
    };
    compare();
    for (const ecs::Entity entity : desk.all) desk.world.get_mut<Health>(entity).hp = 5;
    values.look(desk.world, desk.all, 1, std::chrono::microseconds(0));
    desk.world.get_mut<Health>(desk.all[1]).hp = 6;
    compare();
    const std::byte* const mixed = values.mixed(desk.world.id<Health>());
    REQUIRE(mixed != nullptr);
    CHECK(std::any_of(mixed, mixed + sizeof(int), [](std::byte each) { return each != std::byte{0}; }));

    panels::FrozenValues frozen;
    frozen.freeze(desk.world, desk.all, 0);
    panels::FrozenRows rows;
    const auto list = [&] {
        until_rest([&] { rows.step(desk.world, frozen, desk.all, 1, panels::FrozenChoice::Different, 20); },
                   [&] { return rows.busy(desk.world); });
    };
    list();
    CHECK(rows.rows().empty());
    std::set<ecs::Entity> changed;
    for (std::size_t i = 0; i < 3'000; i += 7) {
        desk.world.get_mut<Place>(desk.all[i]).y = 8;
        changed.insert(desk.all[i]);
        if (i % 700 == 0) rows.step(desk.world, frozen, desk.all, 1, panels::FrozenChoice::Different, 20);
    }
    list();
    std::set<ecs::Entity> listed;
    for (const panels::FrozenRows::Row& row : rows.rows()) listed.insert(row.entity);
    CHECK(listed == changed);
}

TEST_CASE("Rest: a preview of a change is of the present world", "[panels][rest]") {
    Desk desk;
    desk.fill(500);
    double clock_secs = 0, plan_takes_secs = 0;
    panels::BulkPreview preview([&] { return clock_secs += plan_takes_secs; });
    preview.set_text(desk.world, "Health.hp > 50 : Place.x = 1");
    double now_secs = 0;
    const auto rest = [&] {
        until_rest([&] { preview.update(desk.world, nullptr, ecs::Random(1), 0, now_secs += 1.0 / 60); },
                   [&] { return preview.busy(desk.world, 0); });
    };
    const auto change_all = [&] {
        for (const ecs::Entity entity : desk.all) desk.world.get_mut<Health>(entity).hp = 60;
    };
    rest();
    change_all();
    rest();
    REQUIRE(preview.plan() != nullptr);
    CHECK_FALSE(preview.behind_since(desk.world));

    // One slow plan is made again, two in a row are not.
    plan_takes_secs = 1;
    change_all();
    preview.update(desk.world, nullptr, ecs::Random(1), 0, now_secs += 1000);
    change_all();
    CHECK(preview.busy(desk.world, 0));
    plan_takes_secs = 0;
    rest();
    CHECK_FALSE(preview.behind_since(desk.world));
    plan_takes_secs = 1;
    for (int slow = 0; slow < 2; ++slow) {
        change_all();
        preview.update(desk.world, nullptr, ecs::Random(1), 0, now_secs += 1000);
    }
    change_all();
    CHECK_FALSE(preview.busy(desk.world, 0));
    CHECK(preview.behind_since(desk.world));
}

TEST_CASE("Rest: each system has a summary of its last runs", "[panels][rest]") {
    Desk desk;
    for (int i = 0; i < 40; ++i)
        REQUIRE(desk.harness.schedule.add({.name = "System " + std::to_string(i), .run = [](ecs::SystemContext&) {}}));
    panels::SystemTimes times;
    for (int tick = 0; tick < 60; ++tick) {
        desk.harness.schedule.tick(desk.world);
        times.read(desk.harness.schedule, desk.world.tick());
    }
    until_rest([&] { times.read(desk.harness.schedule, desk.world.tick()); }, [&] { return !times.settled(); });
    bool all = true;
    for (const ecs::System* system : desk.harness.schedule.systems()) {
        const panels::TimeSummary summary = panels::summary_of(times.of(*system).curve, 0);
        all = all && times.of(*system).summary.count == summary.count &&
              times.of(*system).summary.mean_secs == summary.mean_secs;
    }
    CHECK(all);
}

}  // namespace rest_test
