#include "panels/entities/entity_list.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "ecs/edit/history.hpp"
#include "ecs/world/world.hpp"

namespace entity_list_test {

using panels::EntityFilter;
using panels::EntityList;

namespace {

using Entities = std::vector<ecs::Entity>;

/// A tree of a, b below a, c below b, and d beside a.
struct Family {
    ecs::World world;
    ecs::Entity a, b, c, d;
    EntityList list;

    Family() {
        a = world.create(ecs::Name{"a"});
        b = world.create(ecs::Name{"b"}, ecs::Parent{a});
        c = world.create(ecs::Name{"c"}, ecs::Parent{b});
        d = world.create(ecs::Name{"d"});
    }

    void update() {
        for (int i = 0; i < 10'000 && (i == 0 || !list.up_to_date()); ++i) list.update(world);
    }
    Entities shown() {
        update();
        Entities result;
        for (const auto& row : list.rows()) result.push_back(row.entity);
        return result;
    }
    void open(ecs::Entity entity, bool open) { list.set_open(world, list.row_of(entity), open); }
};

}  // namespace

TEST_CASE("EntityList: a tree shows the top and what is unfolded", "[panels][entity_list]") {
    Family f;
    CHECK(f.shown() == Entities{f.a, f.d});
    f.open(f.a, true);
    CHECK(f.shown() == Entities{f.a, f.b, f.d});
    f.open(f.b, true);
    CHECK(f.shown() == Entities{f.a, f.b, f.c, f.d});
    CHECK(f.list.rows()[2].depth == 2);
    f.open(f.a, false);
    CHECK(f.shown() == Entities{f.a, f.d});
    f.open(f.a, true);
    CHECK(f.shown() == Entities{f.a, f.b, f.c, f.d});
    CHECK(f.list.hit_count(f.world) == 4);
}

TEST_CASE("EntityList: folding and unfolding gives the rows that making the list anew gives", "[panels][entity_list]") {
    Family f;
    Entities all{f.a, f.b, f.c, f.d};
    for (int i = 0; i < 300; ++i) {
        const ecs::Entity parent = all[static_cast<std::size_t>(i * 7) % all.size()];
        all.push_back(f.world.create(ecs::Parent{parent}));
    }
    f.update();
    for (int i = 0; i < 400; ++i) {
        const std::size_t row = static_cast<std::size_t>(i) * 31 % f.list.rows().size();
        if (!f.list.foldable(f.world, f.list.rows()[row])) continue;
        f.list.set_open(f.world, row, i % 5 != 0);
    }
    const Entities patched = f.shown();
    f.world.destroy(f.world.create());  // the world changed: the list is made anew
    CHECK(f.shown() == patched);
    CHECK(patched.size() > 10);
}

TEST_CASE("EntityList: siblings stand where a person put them, at the top and below",
          "[panels][entity_list][siblings]") {
    Family f;
    const ecs::Entity e = f.world.create(ecs::Name{"e"}, ecs::Parent{f.a});
    f.update();
    f.open(f.a, true);
    f.open(f.b, true);
    CHECK(f.shown() == Entities{f.a, f.b, f.c, e, f.d});
    f.world.add(e, ecs::SiblingOrder{0});
    CHECK(f.shown() == Entities{f.a, e, f.b, f.c, f.d});
    f.world.add(f.d, ecs::SiblingOrder{-1});
    CHECK(f.shown() == Entities{f.d, f.a, e, f.b, f.c});
    f.world.get_mut<ecs::SiblingOrder>(f.d).value = 1e9;
    CHECK(f.shown() == Entities{f.a, e, f.b, f.c, f.d});
    // A placed node shows its children before the next one that was placed.
    f.world.add(f.a, ecs::SiblingOrder{5e8});
    CHECK(f.shown() == Entities{f.a, e, f.b, f.c, f.d});
    f.world.get_mut<ecs::SiblingOrder>(f.d).value = 0;
    CHECK(f.shown() == Entities{f.d, f.a, e, f.b, f.c});
}

TEST_CASE("EntityList: it follows what happens to the world", "[panels][entity_list]") {
    Family f;
    CHECK(f.shown() == Entities{f.a, f.d});
    const ecs::Entity e = f.world.create();
    CHECK(f.shown() == Entities{f.a, f.d, e});
    f.world.set_parent(f.b, ecs::null_entity);
    CHECK(f.shown() == Entities{f.a, f.b, f.d, e});
    f.world.destroy(f.a);
    CHECK(f.shown() == Entities{f.b, f.d, e});
    const ecs::Entity again = f.world.create();
    REQUIRE(again.index == f.a.index);
    CHECK(f.shown() == Entities{again, f.b, f.d, e});
}

TEST_CASE("EntityList: an unchanged world costs no work", "[panels][entity_list]") {
    Family f;
    f.update();
    REQUIRE(f.list.up_to_date());
    f.list.update(f.world);
    CHECK(f.list.up_to_date());
    *static_cast<ecs::Name*>(f.world.get_mut(f.d, f.world.name_id())) = {"other"};
    f.list.update(f.world);
    CHECK(f.shown() == Entities{f.a, f.d});
}

TEST_CASE("EntityList: a filtered tree shows matches and what is above them", "[panels][entity_list]") {
    Family f;
    f.list.set_filter(EntityFilter("c", f.world));
    CHECK(f.shown() == Entities{f.a, f.b, f.c});
    CHECK_FALSE(f.list.rows()[0].hit);
    CHECK_FALSE(f.list.rows()[1].hit);
    CHECK(f.list.rows()[2].hit);
    CHECK(f.list.hit_count(f.world) == 1);
    CHECK(f.list.is_above_hit(f.a));
    CHECK(f.list.is_above_hit(f.b));
    CHECK_FALSE(f.list.is_above_hit(f.c));
    CHECK_FALSE(f.list.is_above_hit(f.d));

    SECTION("which can be folded away, and is counted all the same") {
        f.open(f.a, false);
        CHECK(f.shown() == Entities{f.a});
        CHECK(f.list.hit_count(f.world) == 1);
        f.open(f.a, true);
        CHECK(f.shown() == Entities{f.a, f.b, f.c});
    }
    SECTION("and follows names") {
        *static_cast<ecs::Name*>(f.world.get_mut(f.d, f.world.name_id())) = {"cd"};
        CHECK(f.shown() == Entities{f.a, f.b, f.c, f.d});
        CHECK(f.list.hit_count(f.world) == 2);
    }
    SECTION("flat, it shows matches only") {
        f.list.set_view(EntityList::View::Flat);
        CHECK(f.shown() == Entities{f.c});
        CHECK_FALSE(f.list.is_above_hit(f.a));
    }
    SECTION("without a filter, nodes are folded as they were before") {
        f.list.set_filter({});
        CHECK(f.shown() == Entities{f.a, f.d});
    }
    SECTION("an id leads to its slot") {
        f.list.set_filter(EntityFilter("#" + ecs::to_string(f.b), f.world));
        CHECK(f.shown() == Entities{f.a, f.b});
    }
}

TEST_CASE("EntityList: a query is asked anew when values change", "[panels][entity_list]") {
    struct Health {
        int hp = 0;
    };
    Family f;
    f.world.types().add<Health>("Health").field("hp", &Health::hp);
    f.world.add(f.b, Health{5});
    f.world.add(f.d, Health{50});
    f.list.set_filter(EntityFilter("Health.hp < 10", f.world));
    CHECK(f.shown() == Entities{f.a, f.b});
    CHECK(f.list.hit_count(f.world) == 1);
    f.world.get_mut<Health>(f.d) = Health{3};
    CHECK(f.shown() == Entities{f.a, f.b, f.d});
    f.world.get_mut<Health>(f.b) = Health{30};
    CHECK(f.shown() == Entities{f.d});
    f.world.destroy(f.d);
    CHECK(f.shown().empty());
}

TEST_CASE("EntityList: changed() shows what the last tick changed", "[panels][entity_list]") {
    struct Health {
        int hp = 0;
    };
    Family f;
    f.world.types().add<Health>("Health").field("hp", &Health::hp);
    f.world.add(f.b, Health{5});
    f.world.add(f.d, Health{50});
    f.list.set_view(EntityList::View::Flat);
    f.list.set_filter(EntityFilter("changed(Health.hp)", f.world));
    f.world.set_tick(f.world.tick() + 1);
    f.update();
    f.world.set_tick(f.world.tick() + 1);
    f.world.get_mut<Health>(f.d) = Health{3};
    CHECK(f.shown() == Entities{f.d});
    f.world.set_tick(f.world.tick() + 1);
    f.world.get_mut<Health>(f.b) = Health{5};  // the same value
    CHECK(f.shown().empty());
}

TEST_CASE("EntityList: flat shows every entity in the order of ids", "[panels][entity_list]") {
    Family f;
    f.list.set_view(EntityList::View::Flat);
    CHECK(f.shown() == Entities{f.a, f.b, f.c, f.d});
    CHECK_FALSE(f.list.foldable(f.world, f.list.rows()[0]));
}

TEST_CASE("EntityList: revealing unfolds all that is above", "[panels][entity_list]") {
    Family f;
    f.update();
    f.list.reveal(f.world, f.c);
    CHECK(f.shown() == Entities{f.a, f.b, f.c, f.d});
    f.list.set_filter(EntityFilter("c", f.world));
    f.update();
    f.open(f.a, false);
    f.list.reveal(f.world, f.c);
    CHECK(f.shown() == Entities{f.a, f.b, f.c});
}

TEST_CASE("EntityList: children appear in the order of ids, also after one went", "[panels][entity_list]") {
    Family f;
    Entities children;
    for (int i = 0; i < 10; ++i) children.push_back(f.world.create(ecs::Parent{f.d}));
    f.update();
    f.open(f.d, true);
    f.world.destroy(children[2]);
    children.erase(children.begin() + 2);
    Entities expected{f.a, f.d};
    expected.insert(expected.end(), children.begin(), children.end());
    CHECK(f.shown() == expected);
}

TEST_CASE("EntityList: the first matches of a large tree stand there after one slice, with what is above them",
          "[panels][entity_list]") {
    ecs::World world;
    std::vector<ecs::Entity> all;
    for (std::size_t i = 0; i < 400'000; ++i) {
        all.push_back(world.create(ecs::Name{i % 7 == 0 ? "Turret" : "Unit"}));
        if (i >= 10) world.set_parent(all[i], all[i / 10 - 1]);
    }
    for (const char* text : {"turr", "name ~ \"urre\""}) {
        INFO(text);
        EntityList list;
        list.set_filter(EntityFilter(text, world));
        list.update(world);
        const auto check_page = [&] {
            REQUIRE(list.rows().size() > 40);
            std::vector<ecs::Entity> path;
            for (const panels::EntityRow& row : list.rows()) {
                REQUIRE(row.depth <= path.size());
                REQUIRE(world.parent(row.entity) == (row.depth == 0 ? ecs::null_entity : path[row.depth - 1u]));
                path.resize(row.depth);
                path.push_back(row.entity);
                REQUIRE(row.hit == (world.name(row.entity) == "Turret"));
            }
        };
        check_page();
        const std::vector<panels::EntityRow> first = list.rows();
        // Rows are only added, in the same order.
        std::size_t least = first.size();
        for (int i = 0; i < 10'000 && !list.up_to_date(); ++i) {
            list.update(world);
            REQUIRE(list.rows().size() >= least);
            least = list.rows().size();
        }
        REQUIRE(list.up_to_date());
        check_page();
        auto at = list.rows().begin();
        for (const panels::EntityRow& row : first) {
            at = std::find_if(at, list.rows().end(), [&](const auto& each) { return each.entity == row.entity; });
            REQUIRE(at != list.rows().end());
            CHECK(at->depth == row.depth);
        }
        CHECK(list.hit_count(world) == (400'000 + 6) / 7);
    }
}

TEST_CASE("EntityList: a large world is listed in slices, and the old list stays meanwhile", "[panels][entity_list]") {
    constexpr std::size_t count = 300'000;
    ecs::World world;
    std::vector<ecs::Entity> entities(count);
    world.create_many(entities, {});
    EntityList list;
    for (int i = 0; i < 10'000 && (i == 0 || !list.up_to_date()); ++i) list.update(world);
    REQUIRE(list.rows().size() == count);

    world.destroy(entities[5]);
    int updates = 0;
    for (; !list.up_to_date() || list.rows().size() == count; ++updates) {
        REQUIRE(updates < 100'000);
        if (!list.up_to_date()) CHECK(list.rows().size() == count);
        list.update(world);
    }
    CHECK(updates > 3);
    CHECK(list.rows().size() == count - 1);
}

TEST_CASE("EntityList: a large world that comes with a tick, as that of another program does, is listed at once",
          "[panels][entity_list]") {
    ecs::World world;
    EntityList list;
    list.update(world);
    REQUIRE(list.rows().empty());
    for (int i = 0; i < 300'000; ++i) world.create();
    world.set_tick(1);
    list.update(world);
    CHECK(list.searching());
    CHECK_FALSE(list.rows().empty());
}

TEST_CASE("EntityList: many that go and come back while the list is made are in their order at once",
          "[panels][entity_list]") {
    for (const EntityList::View view : {EntityList::View::Flat, EntityList::View::Tree}) {
        ecs::World world;
        ecs::Schedule schedule;
        ecs::History history(world, schedule);
        EntityList list;
        list.set_view(view);
        Entities all(300'000);
        world.create_many(all, std::array{world.name_id()});
        const auto rest = [&] {
            do list.update(world);
            while (!list.up_to_date());
        };
        rest();
        REQUIRE(list.rows().size() == all.size());
        const ecs::EntityRuns first_half(std::span<const ecs::Entity>(all).first(all.size() / 2));
        REQUIRE(history.perform({"Destroy", {ecs::DestroyMany{first_half}}}).empty());
        list.update(world);
        for (int step = 0; step < 3; ++step) {
            REQUIRE((step % 2 == 0 ? history.undo() : history.redo()).empty());
            list.update(world);
        }
        // What is shown next is whole: no list in between lacks those that were gone when it began.
        std::size_t shown = list.rows().size(), changes = 0;
        do {
            list.update(world);
            changes += std::exchange(shown, list.rows().size()) != list.rows().size() ? 1 : 0;
        } while (!list.up_to_date());
        CHECK(changes <= 1);
        REQUIRE(list.rows().size() == all.size());
        CHECK(std::equal(all.begin(), all.end(), list.rows().begin(),
                         [](ecs::Entity entity, const auto& row) { return row.entity == entity; }));
    }
}

}  // namespace entity_list_test
