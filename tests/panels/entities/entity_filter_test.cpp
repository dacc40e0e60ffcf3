#include "panels/entities/entity_filter.hpp"

#include <set>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/world/world.hpp"

namespace entity_filter_test {

using panels::EntityFilter;

namespace {

struct Position {
    float x = 0, y = 0;
};
struct Velocity {
    float x = 0, y = 0;
};
struct Frozen {};

struct Scene {
    ecs::World world;
    ecs::Entity player, boss, rock, nameless;

    Scene() {
        world.types().add<Position>("game::Position").field("x", &Position::x).field("y", &Position::y);
        world.types().add<Velocity>("game::Velocity").field("x", &Velocity::x).field("y", &Velocity::y);
        world.types().add<Frozen>("game::Frozen");
        player = world.create(ecs::Name{"Player One"}, Position{}, Velocity{});
        boss = world.create(ecs::Name{"Boss"}, Position{}, Velocity{}, Frozen{});
        rock = world.create(ecs::Name{"rock 12v3"}, Position{});
        nameless = world.create(Velocity{});
    }

    std::set<ecs::Entity> matches(std::string_view text) {
        EntityFilter filter(text, world);
        std::set<ecs::Entity> found;
        for (std::size_t slot = 0; slot < world.slot_count(); ++slot)
            if (const ecs::Entity entity = world.entity_at_slot(slot); entity && filter.matches(world, entity))
                found.insert(entity);
        return found;
    }
};

using Found = std::set<ecs::Entity>;

}  // namespace

TEST_CASE("EntityFilter: every term of its language finds what it says", "[panels][entity_filter]") {
    Scene s;
    CHECK(s.matches("") == Found{s.player, s.boss, s.rock, s.nameless});
    CHECK(s.matches("o") == Found{s.player, s.boss, s.rock});
    CHECK(s.matches("PLAYER") == Found{s.player});
    CHECK(s.matches("player one") == Found{s.player});
    CHECK(s.matches("pone") == Found{s.player});  // the letters, in this order
    CHECK(s.matches("enop").empty());
    CHECK(s.matches("player boss").empty());
    CHECK(s.matches("!boss") == Found{s.player, s.rock, s.nameless});
    CHECK(s.matches("c:Velocity") == Found{s.player, s.boss, s.nameless});
    CHECK(s.matches("c:velo !c:frozen") == Found{s.player, s.nameless});
    CHECK(s.matches("c:game::Position o") == Found{s.player, s.boss, s.rock});
    CHECK(s.matches("C:Frozen") == Found{s.boss});
    CHECK(s.matches("c:") == Found{s.player, s.boss, s.rock, s.nameless});
    CHECK(s.matches("!") == Found{s.player, s.boss, s.rock, s.nameless});
}

TEST_CASE("EntityFilter: ids find the entity, whatever it is called", "[panels][entity_filter]") {
    Scene s;
    CHECK(s.matches(ecs::to_string(s.nameless)) == Found{s.nameless});
    CHECK(s.matches("#" + ecs::to_string(s.boss)) == Found{s.boss});
    CHECK(s.matches("#" + std::to_string(s.boss.index)) == Found{s.boss});
    CHECK(s.matches("#" + std::to_string(s.boss.index) + "v9").empty());
    CHECK(s.matches("12v3") == Found{s.rock});
    CHECK(s.matches("#4000000000").empty());
    CHECK(s.matches("!#" + std::to_string(s.boss.index)) == Found{s.player, s.rock, s.nameless});
    CHECK(s.matches("!#" + ecs::to_string(s.boss)) == Found{s.player, s.rock, s.nameless});
    CHECK(s.matches("!" + ecs::to_string(s.boss)) == Found{s.player, s.rock, s.nameless});
    CHECK(s.matches("!" + ecs::to_string(s.nameless)) == Found{s.player, s.boss, s.rock});

    s.world.destroy(s.boss);
    const ecs::Entity next = s.world.create(Velocity{});
    REQUIRE(next.index == s.boss.index);
    CHECK(s.matches("#" + std::to_string(next.index)) == Found{next});
    CHECK(s.matches(ecs::to_string(s.boss)).empty());
}

TEST_CASE("EntityFilter: a link finds its entity, and is no question about values", "[panels][entity_filter]") {
    Scene s;
    const std::string link = "chunkscope:entity=" + ecs::to_string(s.boss);
    CHECK(s.matches(link) == std::set{s.boss});
    CHECK(s.matches("!" + link).size() == 3);
    CHECK(s.matches("chunkscope:entity=99v9").empty());
    CHECK_FALSE(EntityFilter(link, s.world).is_query());
}

TEST_CASE("EntityFilter: an exact component name means that component alone", "[panels][entity_filter]") {
    struct VelocityLimit {
        float value = 1;
    };
    Scene s;
    s.world.types().add<VelocityLimit>("game::VelocityLimit").field("value", &VelocityLimit::value);
    const ecs::Entity limited = s.world.create(VelocityLimit{});
    CHECK(s.matches("c:Velocity").count(limited) == 0);
    CHECK(s.matches("c:Veloc").count(limited) == 1);
}

TEST_CASE("EntityFilter: what can't be found is said", "[panels][entity_filter]") {
    Scene s;
    const auto problem = [&](const char* text) { return EntityFilter(text, s.world).problem(); };
    CHECK(problem("c:Velocity !c:Frozen boss #3") == "");
    CHECK(problem("c:Nothing") == "No component has \"Nothing\" in its name");
    CHECK(problem("#x") == "# is followed by a number or an id, such as #12 or #12v3");
    CHECK(problem("#") == "");
    CHECK(s.matches("c:Nothing").empty());
    CHECK(s.matches("#x").empty());
    CHECK(s.matches("#99999999999").empty());
}

TEST_CASE("EntityFilter: it follows entities that change their components and names", "[panels][entity_filter]") {
    Scene s;
    EntityFilter filter("c:Frozen boss", s.world);
    CHECK(filter.matches(s.world, s.boss));
    s.world.remove<Frozen>(s.boss);
    CHECK_FALSE(filter.matches(s.world, s.boss));
    s.world.add<Frozen>(s.nameless);
    CHECK_FALSE(filter.matches(s.world, s.nameless));
    s.world.add(s.nameless, ecs::Name{"another BOSS"});
    CHECK(filter.matches(s.world, s.nameless));
}

TEST_CASE("EntityFilter: it marks the letters that it found", "[panels][entity_filter]") {
    Scene s;
    using Places = std::vector<std::size_t>;
    const auto found = [&](const char* text, std::string_view name) {
        Places places;
        EntityFilter(text, s.world).find_in(name, places);
        return places;
    };
    CHECK(found("!x one", "Player One") == Places{7, 8, 9});
    CHECK(found("pyo", "Player One") == Places{0, 3, 7});
    CHECK(found("!x one", "Boss").empty());
    CHECK(found("c:Frozen", "Frozen").empty());
}

TEST_CASE("EntityFilter: a text with an operator or a component is a query", "[panels][entity_filter]") {
    Scene s;
    const ecs::ComponentId position = s.world.id<Position>();
    REQUIRE(position != ecs::no_component);
    s.world.set(s.boss, Position{5, 0});
    CHECK(s.matches("Position.x > 1") == Found{s.boss});
    CHECK(s.matches("Position & !Velocity") == Found{s.rock});
    CHECK(s.matches("!(Position.x > 1)") == Found{s.player, s.rock, s.nameless});  // without Position, too
    CHECK(s.matches("Frozen") == Found{s.boss});
    CHECK(s.matches("!Frozen") == Found{s.player, s.rock, s.nameless});
    CHECK(s.matches("name ~ \"pone\"") == Found{s.player});
    for (const char* const words : {"player", "!boss", "c:Velo", "#12", "12v3", "frozen", "Frozenx"})
        CHECK_FALSE(panels::reads_as_query(words, s.world.types()));
    for (const char* const query : {"Frozen", "!Frozen", "game::Frozen", "Position.x", "a < 1", "(x)", "`a b`"})
        CHECK(panels::reads_as_query(query, s.world.types()));
}

TEST_CASE("EntityFilter: a query that is not understood says where", "[panels][entity_filter]") {
    Scene s;
    const EntityFilter cut("Position.x <", s.world);
    CHECK_FALSE(cut.problem().empty());
    CHECK(cut.wrong_at() == 12u);
    CHECK_FALSE(cut.is_query());
    const EntityFilter unknown("Position & Velocty", s.world);
    CHECK(unknown.problem().find("Velocity") != std::string::npos);
    CHECK(unknown.wrong_at() == 11u);
    CHECK_FALSE(EntityFilter("Position & Velocity", s.world).wrong_at());
}

}  // namespace entity_filter_test
