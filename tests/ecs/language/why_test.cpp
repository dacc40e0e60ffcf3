#include "ecs/language/why.hpp"

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/world/view.hpp"
#include "language_world.hpp"

namespace why_test {

using namespace language_world;
using namespace ecs;

namespace {

struct Scene {
    Scene() {
        register_types(world.types());
        hero = world.create(Health{12, 20}, Position{1, 2}, Name{"Hero"});
        enemy = world.create(Enemy{}, Frozen{}, Health{3, 9});
        ai = world.create(Ai{}, Target{hero});
    }
    QueryVerdict operator()(const std::string& text, Entity entity) {
        auto query = TextQuery::parse(text);
        REQUIRE(query);
        REQUIRE_FALSE(query->bind(world));
        QueryVerdict verdict = why(world, *query, entity);
        CHECK(verdict.matches == query->matches(world, entity));
        return verdict;
    }
    /// Applies the edit and tells whether the entity matches then.
    bool edit_helps(const std::string& text, Entity entity) {
        QueryVerdict verdict = (*this)(text, entity);
        if (!verdict.edit) return false;
        Edit edit = std::move(*verdict.edit);
        REQUIRE(why_not(world, schedule, edit).empty());
        apply(world, schedule, edit);
        const bool matches = (*this)(text, entity).matches;
        apply(world, schedule, edit);
        return matches;
    }

    World world;
    Schedule schedule;
    Entity hero, enemy, ai;
};

}  // namespace

TEST_CASE("Why: each condition has its truth, and the nearest miss is told in words", "[ecs][language]") {
    Scene scene;
    const QueryVerdict verdict = scene("Position & !Frozen & Health.hp < 10 & (Enemy | Ai & Target)", scene.hero);
    CHECK_FALSE(verdict.matches);
    REQUIRE(verdict.terms.size() == 6);
    CHECK(verdict.terms[0].text == "Position");
    CHECK(verdict.terms[0].holds);
    CHECK_FALSE(verdict.terms[1].holds);
    CHECK_FALSE(verdict.terms[1].wanted);
    CHECK(verdict.terms[1].why.empty());
    CHECK(verdict.first_failing == 2u);
    CHECK(verdict.nearest == std::vector<std::size_t>{2, 3});
    CHECK(verdict.nearest_miss == "Health.hp is 12, must be below 10, and lacks component Enemy");
    CHECK_FALSE(verdict.edit);
    CHECK(scene("Health", scene.hero).nearest_miss.empty());

    struct Row {
        const char* text;
        Entity entity;
        const char* miss;
        bool edit;
    };
    const Row rows[] = {
        {"Enemy", scene.hero, "lacks component Enemy", true},
        {"!Frozen", scene.enemy, "has Frozen", true},
        {"Health.hp < 10", scene.hero, "Health.hp is 12, must be below 10", true},
        {"10 > Health.hp", scene.hero, "Health.hp is 12, must be below 10", true},
        {"Health.hp < 10", scene.ai, "lacks component Health", true},
        {"!(Health.hp < 10)", scene.enemy, "Health.hp is 3, must not be below 10", true},
        {"Health.hp != 12", scene.hero, "Health.hp is 12, must not be 12", true},
        {"Health.hp == 7", scene.hero, "Health.hp is 12, must be 7", true},
        {"Health.hp > 1000", scene.hero, "Health.hp is 12, must be above 1000", false},  // beyond the field's range
        {"0 < Health.hp <= 5", scene.hero, "Health.hp is 12, must be so that 0 < Health.hp <= 5", true},
        {"Position.x > 1", scene.hero, "Position.x is 1, must be above 1", true},
        {"!(Position.x <= 1)", scene.hero, "Position.x is 1, must not be at most 1", true},
        {"Health.hp > Health.max", scene.hero, "Health.hp is 12, must be above Health.max (20)", false},
        {"Ai.mood == Angry", scene.ai, "Ai.mood is Calm, must be Angry", true},
        {"Ai.awake == false", scene.ai, "Ai.awake is true, must be false", true},
        {"!Ai.awake", scene.ai, "Ai.awake is true, must be false", false},
        {"name == \"Boss\"", scene.hero, "name is \"Hero\", must be \"Boss\"", true},
        {"name == \"Boss\"", scene.ai, "lacks component Name", true},
        {"name ~ \"boss\"", scene.hero, "name is \"Hero\", must contain \"boss\"", false},
        {"Target.target.Frozen", scene.ai, "Target.target.Frozen does not hold", false},
        {"Target.target.Ai.awake == true", scene.ai, "Target.target.Ai.awake has no value", false},
        {"#2", scene.hero, "is not #2", false},
        {"below(#2)", scene.hero, "is not below(#2)", false},
        {"added(Health)", scene.hero, "added(Health) does not hold in this tick", false},
    };
    for (const Row& row : rows) {
        INFO(row.text);
        const QueryVerdict each = scene(row.text, row.entity);
        CHECK(each.nearest_miss == row.miss);
        CHECK(each.edit.has_value() == row.edit);
        CHECK(scene.edit_helps(row.text, row.entity) == row.edit);
    }
}

TEST_CASE("Why: the query of a system tells what is missing or in the way", "[ecs][language]") {
    Scene scene;
    View<Health, Without<Frozen>> view(scene.world);
    CHECK(why(scene.world, view.query(), scene.hero).matches);
    const QueryVerdict enemy = why(scene.world, view.query(), scene.enemy);
    CHECK(enemy.nearest_miss == "has Frozen");
    REQUIRE(enemy.edit);
    CHECK(std::holds_alternative<RemoveComponent>(*enemy.edit));
    CHECK(why(scene.world, view.query(), scene.ai).nearest_miss == "lacks component Health");
    CHECK(scene.world.remove<Health>(scene.enemy));
    const QueryVerdict both = why(scene.world, view.query(), scene.enemy);
    CHECK(both.nearest_miss == "lacks component Health, and has Frozen");
    CHECK_FALSE(both.edit);
}

TEST_CASE("Why: archetypes that miss by exactly one component, the fullest first", "[ecs][language]") {
    World world;
    register_types(world.types());
    for (int i = 0; i < 3; ++i) world.create(Health{}, Frozen{});
    world.create(Health{}, Enemy{});  // matches
    for (int i = 0; i < 5; ++i) world.create(Enemy{});
    world.create(Position{});                   // misses two
    world.create(Health{}, Enemy{}, Frozen{});  // Frozen is in the way
    auto query = TextQuery::parse("Health.hp < 10 & Enemy & !Frozen");
    REQUIRE(query);
    REQUIRE_FALSE(query->bind(world));
    const auto check = [&](const std::vector<NearArchetype>& near) {
        REQUIRE(near.size() == 2);
        CHECK(near[0].entities == 5);
        CHECK(near[0].component == world.id<Health>());
        CHECK(near[0].lacks);
        CHECK(near[1].entities == 1);
        CHECK(near[1].component == world.id<Frozen>());
        CHECK_FALSE(near[1].lacks);
    };
    check(near_archetypes(world, *query));
    check(near_archetypes(world, View<Health, With<Enemy>, Without<Frozen>>(world).query()));
}

}  // namespace why_test
