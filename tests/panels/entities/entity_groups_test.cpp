#include "panels/entities/entity_groups.hpp"

#include "catch.hpp"
#include "panels/entities/entity_list.hpp"

namespace entity_groups_test {

using panels::EntityFilter;
using panels::EntityGroups;
using panels::EntityList;
using panels::EntityRow;
using View = EntityList::View;

namespace {

struct Red {};
struct Internal {};
template <int number>
struct Kind {};

/// Two enemies, a wall, one without a name, and two that are internal: one by its name, one by its component.
struct Crowd {
    ecs::World world;
    ecs::Entity enemy, enemy_too, wall, nameless, by_name, by_component;
    EntityList list;

    Crowd() {
        world.types().add<Red>("game::Red");
        world.types().add<Internal>("game::Internal");
        enemy = world.create(ecs::Name{"Enemy 1"}, Red{});
        enemy_too = world.create(ecs::Name{"Enemy 2"}, ecs::Parent{enemy});
        wall = world.create(ecs::Name{"Wall"}, Red{});
        nameless = world.create();
        by_name = world.create(ecs::Name{"_camera"}, ecs::Parent{wall});
        by_component = world.create(ecs::Name{"Wall 3"}, Internal{});
    }
    void update() {
        for (int i = 0; i < 10'000 && (i == 0 || !list.up_to_date()); ++i) list.update(world);
        REQUIRE(list.up_to_date());
    }
    /// "Enemy 2" is the group with its count; entities follow by their ids.
    std::string shown() {
        update();
        std::string text;
        for (const EntityRow& row : list.rows()) {
            if (!text.empty()) text += ", ";
            if (!row.is_group())
                text += ecs::to_string(row.entity);
            else
                text +=
                    std::string(list.groups().name(row.group)) + "*" + std::to_string(list.groups().count(row.group));
        }
        return text;
    }
    std::size_t group(std::string_view name) {
        update();
        for (std::size_t i = 0; i < list.rows().size(); ++i)
            if (list.rows()[i].is_group() && list.groups().name(list.rows()[i].group) == name) return i;
        FAIL("no group " << name);
        return 0;
    }
};

}  // namespace

TEST_CASE("EntityGroups: names are grouped by what stands before their number", "[panels][entities]") {
    const struct {
        std::string_view name, beginning;
    } table[] = {
        {"Enemy 1", "Enemy"},
        {"Enemy", "Enemy"},
        {"wall.012", "wall"},
        {"Goblin (3)", "Goblin"},
        {"Box_7", "Box"},
        {"12", "0"},
        {"Enemy (boss)", "Enemy (boss)"},
        {"R2D2", "R2D"},
        {"A 1 of 2", "A 1 of"},
        {"_camera", "_camera"},
        {"Mr.", "Mr."},
    };
    for (const auto& each : table) CHECK(EntityGroups::beginning_of(each.name) == each.beginning);
}

TEST_CASE("EntityGroups: by name, groups stand in order and open by themselves", "[panels][entities]") {
    Crowd c;
    c.list.set_view(View::ByName);
    CHECK(c.shown() == "Enemy*2, Wall*2, _camera*1, *1");
    c.list.set_open(c.world, c.group("Enemy"), true);
    CHECK(c.shown() ==
          "Enemy*2, " + ecs::to_string(c.enemy) + ", " + ecs::to_string(c.enemy_too) + ", Wall*2, _camera*1, *1");
    c.list.set_open(c.world, c.group("Enemy"), false);
    CHECK(c.shown() == "Enemy*2, Wall*2, _camera*1, *1");
    *static_cast<ecs::Name*>(c.world.get_mut(c.wall, c.world.name_id())) = {"Enemy 3"};
    CHECK(c.shown() == "Enemy*3, Wall*1, _camera*1, *1");
    c.list.reveal(c.world, c.nameless);
    CHECK(c.shown() == "Enemy*3, Wall*1, _camera*1, *1, " + ecs::to_string(c.nameless));
}

TEST_CASE("EntityGroups: by archetype, each archetype has a header, and its rows below", "[panels][entities]") {
    Crowd c;
    c.list.set_view(View::ByArchetype);
    c.update();
    const ecs::ArchetypeId red = c.world.location(c.enemy).archetype;
    std::size_t header = EntityList::no_row, all = 0;
    for (std::size_t i = 0; i < c.list.rows().size(); ++i) {
        const EntityRow& row = c.list.rows()[i];
        REQUIRE(row.is_group());
        CHECK(c.list.groups().count(row.group) == c.world.archetype(row.group).entity_count());
        all += c.list.groups().count(row.group);
        if (row.group == red) header = i;
    }
    CHECK(all == c.world.entity_count());
    REQUIRE(header != EntityList::no_row);
    c.list.set_open(c.world, header, true);
    c.update();
    CHECK(c.list.rows()[header + 1].entity == c.enemy);
    CHECK(c.list.rows()[header + 1].depth == 1);
    CHECK(c.list.rows()[header + 2].entity == c.wall);
    // An archetype whose entities all go has no header any more.
    const std::size_t before = c.list.rows().size();
    c.world.destroy(c.nameless);
    c.update();
    CHECK(c.list.rows().size() == before - 1);
}

TEST_CASE("EntityGroups: what a filter hides and what the list has are all entities, in every combination",
          "[panels][entities]") {
    const std::string_view filters[] = {"",           "enemy", "c:Red", "!c:Red", "#0", "wall !c:Internal",
                                        "Red & Name", "nobody"};
    for (const std::string_view text : filters)
        for (const bool hide : {false, true})
            for (const View view : {View::Tree, View::Flat, View::ByArchetype, View::ByName}) {
                INFO(text << ", internal hidden: " << hide << ", view " << static_cast<int>(view));
                Crowd c;
                c.list.set_view(view);
                EntityFilter filter(text, c.world, hide);
                REQUIRE(filter.problem().empty());
                std::size_t expected = 0;
                for (const ecs::Entity entity : {c.enemy, c.enemy_too, c.wall, c.nameless, c.by_name, c.by_component}) {
                    const bool internal = entity == c.by_name || entity == c.by_component;
                    expected += !(hide && internal) && (text.empty() || filter.matches(c.world, entity));
                }
                c.list.set_filter(std::move(filter));
                c.update();
                CHECK(c.list.hit_count(c.world) == expected);
                std::size_t listed = 0;
                for (bool opened = true; opened;) {
                    opened = false;
                    for (std::size_t i = 0; i < c.list.rows().size() && !opened; ++i) {
                        const EntityRow row = c.list.rows()[i];
                        if (!c.list.foldable(c.world, row) || c.list.open(row)) continue;
                        c.list.set_open(c.world, i, true);
                        opened = true;
                    }
                    c.update();
                }
                for (const EntityRow& row : c.list.rows()) listed += row.hit && !row.is_group();
                CHECK(listed == expected);
            }
}

TEST_CASE("EntityGroups: hiding internal entities unfolds nothing", "[panels][entities]") {
    Crowd c;
    c.update();
    const std::size_t folded = c.list.rows().size();
    c.list.set_filter(EntityFilter("", c.world, true));
    c.update();
    CHECK(c.list.rows().size() == folded - 1);
    for (const EntityRow& row : c.list.rows()) CHECK_FALSE(c.list.open(row));
}

TEST_CASE("EntityGroups: archetypes of a million entities are listed at once", "[panels][entities][large]") {
    ecs::World world;
    std::vector<ecs::Entity> entities(1'000'000 / 32);
    const ecs::ComponentId tags[] = {world.types().add<Kind<0>>("T0").id(), world.types().add<Kind<1>>("T1").id(),
                                     world.types().add<Kind<2>>("T2").id(), world.types().add<Kind<3>>("T3").id(),
                                     world.types().add<Kind<4>>("T4").id()};
    for (unsigned kind = 0; kind < 32; ++kind) {
        std::vector<ecs::ComponentId> components;
        for (unsigned bit = 0; bit < 5; ++bit)
            if ((kind >> bit & 1) != 0) components.push_back(tags[bit]);
        world.create_many(entities, components);
    }
    EntityList list;
    list.set_view(View::ByArchetype);
    list.update(world);
    // One slice does, because nothing is walked through.
    CHECK(list.up_to_date());
    CHECK(list.rows().size() == 32);
    CHECK(list.hit_count(world) == 1'000'000);
}

}  // namespace entity_groups_test
