#include "panels/archetypes/archetype_table.hpp"

#include <algorithm>
#include <memory>

#include "catch.hpp"

namespace archetype_table_test {

using panels::ArchetypeColumn;
using panels::ArchetypeTable;

namespace {

/// A world of run-time components C0, C1, …; archetype i has the components that the bits of i name.
struct Board {
    std::unique_ptr<ecs::World> world = std::make_unique<ecs::World>();
    std::vector<ecs::ComponentId> components;
    ArchetypeTable table;
    double now_secs = 0;

    explicit Board(int types = 4) {
        for (int i = 0; i < types; ++i) {
            ecs::ComponentType type;
            type.name = "C" + std::to_string(i);
            type.fields.resize(1);
            type.fields[0].name = "value";
            components.push_back(*world->types().add_at_run_time(type));
        }
    }
    ecs::Entity create(unsigned bits) {
        std::vector<ecs::ComponentId> set;
        for (std::size_t i = 0; i < components.size(); ++i)
            if ((bits >> i & 1u) != 0) set.push_back(components[i]);
        return world->create_with(set);
    }
    void update(int times = 1) {
        for (int i = 0; i < times; ++i) table.update(*world, now_secs += 1.0 / 60);
    }
    std::vector<std::uint64_t> entities_in_order() const {
        std::vector<std::uint64_t> counts;
        for (ecs::ArchetypeId id : table.order()) counts.push_back(world->archetype(id).entity_count());
        return counts;
    }
};

}  // namespace

TEST_CASE("Archetype table: sums are those of the world, in every frame", "[panels][archetype_table]") {
    Board b;
    std::vector<ecs::Entity> entities;
    for (unsigned i = 0; i < 3000; ++i) {
        entities.push_back(b.create(i % 16));
        if (i % 3 == 2) b.world->destroy(entities[i / 2]);
        if (i % 50 != 0) continue;
        b.update();
        std::size_t chunks = 0, bytes = 0, used = 0;
        for (ecs::ArchetypeId id = 0; id < b.world->archetype_count(); ++id) {
            chunks += b.world->archetype(id).chunk_count();
            bytes += b.world->archetype(id).bytes();
            used += b.world->archetype(id).used_bytes();
        }
        CHECK(b.table.totals().entities == b.world->entity_count());
        CHECK(b.table.totals().chunks == chunks);
        CHECK(b.table.totals().bytes == bytes);
        CHECK(b.table.totals().bytes == b.world->blocks().bytes_in_use());
        CHECK(b.table.totals().waste() == bytes - used);
    }
}

TEST_CASE("Archetype table: it sorts by every column, both ways and stably", "[panels][archetype_table]") {
    Board b;
    for (unsigned i = 0; i < 16; ++i)
        for (unsigned n = 0; n < 1 + i * 37 % 5 * 100; ++n) b.create(i);
    for (int c = 1; c < panels::archetype_column_count; ++c) {
        const auto column = static_cast<ArchetypeColumn>(c);
        for (const bool descending : {true, false}) {
            b.table.set_sort(column, descending);
            b.update();
            REQUIRE(b.table.order().size() == b.world->archetype_count());
            std::vector<ecs::ArchetypeId> expected(b.world->archetype_count());
            for (ecs::ArchetypeId id = 0; id < expected.size(); ++id) expected[id] = id;
            std::stable_sort(expected.begin(), expected.end(), [&](ecs::ArchetypeId x, ecs::ArchetypeId y) {
                const double a = panels::facts_of(b.world->archetype(x)).number(column);
                const double o = panels::facts_of(b.world->archetype(y)).number(column);
                return descending ? o < a : a < o;
            });
            CHECK(b.table.order() == expected);
        }
    }
}

TEST_CASE("Archetype table: names sort by their components", "[panels][archetype_table]") {
    Board b;
    for (const unsigned bits : {8u, 1u, 3u, 4u}) b.create(bits);
    b.table.set_sort(ArchetypeColumn::Name, false);
    b.update();
    std::vector<std::string> names;
    for (ecs::ArchetypeId id : b.table.order())
        names.push_back(b.world->archetype(id).types().empty() ? "" : b.world->archetype(id).types()[0]->name);
    CHECK(names.front() == "C0");
    CHECK(std::is_sorted(names.begin(), names.begin() + 4));
}

TEST_CASE("Archetype table: what is hidden is counted", "[panels][archetype_table]") {
    Board b;
    const ecs::Entity lonely = b.create(1);
    b.create(3);
    b.create(4);
    b.update();
    const std::size_t all = b.world->archetype_count();
    CHECK(b.table.order().size() == all);

    b.world->destroy(lonely);
    b.table.set_hide_empty(true);
    b.update();
    CHECK(b.table.order().size() + b.table.hidden_empty() == all);
    CHECK(b.entities_in_order() == std::vector<std::uint64_t>{1, 1});

    SECTION("one that fills again is back in the same frame") {
        b.create(1);
        b.update();
        CHECK(b.entities_in_order() == std::vector<std::uint64_t>{1, 1, 1});
    }
    SECTION("the filter counts apart") {
        b.table.set_filter("c1");
        b.update();
        CHECK(b.table.order().size() == 1);
        CHECK(b.table.filtered_out() + b.table.hidden_empty() + 1 == all);
    }
}

TEST_CASE("Archetype table: the filter wants all words and none of the negated ones", "[panels][archetype_table]") {
    Board b;
    for (unsigned bits = 1; bits < 16; ++bits) b.create(bits);
    b.table.set_filter("C0 c1 !C3");
    b.update();
    CHECK(b.table.order().size() == 2);
    for (ecs::ArchetypeId id : b.table.order()) {
        const ecs::Archetype& archetype = b.world->archetype(id);
        CHECK((archetype.has(b.components[0]) && archetype.has(b.components[1]) && !archetype.has(b.components[3])));
    }
    b.table.set_filter("nothing is called so");
    b.update();
    CHECK(b.table.order().empty());
    b.table.set_filter("");
    b.update();
    CHECK(b.table.order().size() == b.world->archetype_count());
}

TEST_CASE("Archetype table: rows do not change places all the time", "[panels][archetype_table]") {
    Board b;
    b.create(1);
    b.create(1);
    b.create(2);
    b.update();
    const auto before = b.table.order();
    b.create(2);
    b.create(2);
    b.update();
    CHECK(b.table.order() == before);
    b.update(40);
    CHECK(b.table.order() != before);
    CHECK(b.entities_in_order()[0] == 3);
}

TEST_CASE("Archetype table: kept, the order stays while numbers change, but not against a person",
          "[panels][archetype_table]") {
    Board b;
    for (unsigned i = 0; i < 4; ++i)
        for (unsigned n = 0; n <= i; ++n) b.create(1 + i);
    b.update(60);
    const std::vector<ecs::ArchetypeId> before = b.table.order();
    b.table.keep_order(true);
    for (int n = 0; n < 50; ++n) b.create(1);
    b.update(120);
    CHECK(b.table.order() == before);
    b.table.set_sort(ArchetypeColumn::Entities, false);
    b.update(2);
    CHECK(b.table.order() != before);
    b.table.set_sort(ArchetypeColumn::Entities, true);
    b.update(2);
    const std::vector<std::uint64_t> counts = b.entities_in_order();
    CHECK(std::is_sorted(counts.rbegin(), counts.rend()));
    b.create(2);
    b.table.keep_order(false);
    b.update(60);
    CHECK(b.table.up_to_date());
}

TEST_CASE("Archetype table: 10,000 archetypes cost a slice a frame, and come out sorted", "[panels][archetype_table]") {
    Board b(14);
    for (unsigned bits = 0; bits < 10'000; ++bits) b.create(bits);
    std::size_t frames = 0;
    do {
        b.update();
        CHECK(b.table.last_work() <= 70'000);
        REQUIRE(++frames < 500);
    } while (b.table.known() < b.world->archetype_count() || !b.table.up_to_date());

    SECTION("a world at rest costs nothing") {
        b.update(60);
        b.update();
        CHECK(b.table.last_work() == 0);
    }
    SECTION("a world that changes costs a slice") {
        for (int i = 0; i < 100; ++i) {
            b.create(7);
            b.update();
            CHECK(b.table.last_work() <= 6'000);
        }
        b.update(60);
        CHECK(b.table.totals().entities == b.world->entity_count());
        CHECK(b.entities_in_order()[0] == 101);
    }
    SECTION("another order is there at once, or soon") {
        b.table.set_sort(ArchetypeColumn::BytesPerEntity, true);
        b.update(200);
        CHECK(b.table.up_to_date());
        double last = 1e30;
        for (ecs::ArchetypeId id : b.table.order()) {
            const double now = panels::facts_of(b.world->archetype(id)).bytes_per_entity();
            REQUIRE(now <= last);
            last = now;
        }
    }
}

TEST_CASE("Archetype table: another world is read anew", "[panels][archetype_table]") {
    Board b;
    for (unsigned bits = 0; bits < 16; ++bits) b.create(bits);
    b.update();
    Board other;
    other.create(5);
    b.table.update(*other.world, b.now_secs);
    CHECK(b.table.known() == other.world->archetype_count());
    CHECK(b.table.totals().entities == 1);
    CHECK(b.table.order().size() == other.world->archetype_count());
}

}  // namespace archetype_table_test
