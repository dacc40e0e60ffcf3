#include "panels/why/system_match.hpp"

#include <algorithm>
#include <string>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "panels/support/headless.hpp"

namespace system_match_test {

using panels::Matched;

namespace {

struct Position {
    float x = 0, y = 0;
};
struct Velocity {
    float x = 0, y = 0;
};
struct Frozen {};

/// Eight types made at run time, and a schedule of systems with random queries over them.
struct RandomScene {
    Harness harness;
    ecs::World& world = harness.world;
    ecs::Random random{7};
    std::vector<ecs::ComponentId> types;
    std::vector<ecs::Entity> entities;
    std::vector<ecs::SystemDescription> systems;

    std::size_t below(std::size_t end) {
        return static_cast<std::size_t>(random.below(static_cast<std::uint32_t>(end)));
    }

    RandomScene() {
        for (int i = 0; i < 8; ++i) {
            ecs::ComponentType type;
            type.name = "T" + std::to_string(i);
            types.push_back(*world.types().add_at_run_time(std::move(type)));
        }
        for (int i = 0; i < 200; ++i) {
            const ecs::Entity entity = world.create();
            for (const ecs::ComponentId type : types)
                if (below(2) == 0) world.add(entity, ecs::Value(world.types()[type]));
            entities.push_back(entity);
        }
        for (int i = 0; i < 40; ++i) {
            ecs::SystemDescription system;
            system.name = "S" + std::to_string(i);
            for (std::size_t queries = 1 + below(2); queries > 0; --queries) {
                std::vector<ecs::QueryTerm> terms;
                std::vector<ecs::ComponentId> left = types;
                for (std::size_t count = 1 + below(4); count > 0; --count) {
                    const std::size_t which = below(left.size());
                    terms.push_back({left[which], static_cast<ecs::Presence>(below(3)), ecs::Access::Read});
                    left.erase(left.begin() + static_cast<std::ptrdiff_t>(which));
                }
                system.queries.push_back(std::move(terms));
            }
            systems.push_back(std::move(system));
        }
    }

    /// By the definition: some query has all that it asks for and nothing that it forbids.
    bool visited(const ecs::SystemDescription& system, ecs::Entity entity) const {
        return std::any_of(system.queries.begin(), system.queries.end(), [&](const auto& terms) {
            return std::all_of(terms.begin(), terms.end(), [&](const ecs::QueryTerm& term) {
                return term.presence == ecs::Presence::Optional ||
                       world.has(entity, term.component) == (term.presence == ecs::Presence::With);
            });
        });
    }
};

}  // namespace

TEST_CASE("Why (not) a system: of 1,000 random pairs the reason is true, and the fix makes it match", "[panels][why]") {
    RandomScene s;
    std::size_t fixed = 0;
    for (int pair = 0; pair < 1000; ++pair) {
        const ecs::Entity entity = s.entities[s.below(s.entities.size())];
        const ecs::SystemDescription& system = s.systems[s.below(s.systems.size())];
        const panels::SystemVerdict found = panels::why_of_system(s.world, system, entity);
        const bool visited = s.visited(system, entity);
        REQUIRE((found.matched == Matched::Yes) == visited);
        REQUIRE((panels::matched(s.world, system, s.world.archetype_of(entity)) == Matched::Yes) == visited);
        if (visited) continue;
        const ecs::QueryVerdict& verdict = found.verdict;
        REQUIRE(verdict.first_failing);
        for (const std::size_t position : verdict.nearest) {
            const ecs::TermVerdict& term = verdict.terms[position];
            const bool has = s.world.has(entity, term.component);
            REQUIRE(has == term.holds);
            REQUIRE(has != term.wanted);
            REQUIRE(term.why == (has ? "has " : "lacks component ") + s.world.types()[term.component].name);
        }
        REQUIRE(verdict.edits.size() == verdict.nearest.size());
        std::vector<ecs::Edit> edits = verdict.edits;
        REQUIRE(ecs::apply_all(s.world, s.harness.schedule, edits).why.empty());
        REQUIRE(s.visited(system, entity));
        REQUIRE(panels::why_of_system(s.world, system, entity).matched == Matched::Yes);
        REQUIRE(ecs::apply_all_backwards(s.world, s.harness.schedule, edits).why.empty());
        REQUIRE_FALSE(s.visited(system, entity));
        ++fixed;
    }
    CHECK(fixed > 300);
}

TEST_CASE("Why (not) a system: the archetypes that it visits, and those that miss by one component", "[panels][why]") {
    RandomScene s;
    for (const ecs::SystemDescription& system : s.systems) {
        const panels::SystemArchetypes found = panels::archetypes_of_system(s.world, system);
        std::size_t visited = 0;
        for (const ecs::Entity entity : s.entities) visited += s.visited(system, entity);
        REQUIRE(found.entities == visited);
        for (const ecs::NearArchetype& near : found.near) {
            const ecs::Entity entity = s.world.archetype(near.archetype).chunk(0).entities()[0];
            REQUIRE_FALSE(s.visited(system, entity));
            REQUIRE(s.world.has(entity, near.component) != near.lacks);
            // With one change it is visited.
            std::vector<ecs::Edit> edits;
            if (near.lacks)
                edits.emplace_back(ecs::AddComponent{entity, ecs::Value(s.world.types()[near.component])});
            else
                edits.emplace_back(ecs::RemoveComponent{entity, near.component});
            REQUIRE(ecs::apply_all(s.world, s.harness.schedule, edits).why.empty());
            CHECK(s.visited(system, entity));
            REQUIRE(ecs::apply_all_backwards(s.world, s.harness.schedule, edits).why.empty());
        }
    }
}

TEST_CASE("Why (not) a system: one that declares accesses only is not judged, and what it declares is told",
          "[panels][why]") {
    ecs::World world;
    const ecs::Entity entity = world.create(Position{}, Frozen{});
    ecs::SystemDescription system{.name = "Mystery", .accesses = ecs::access<Position, const Velocity>(world)};
    CHECK(panels::matched(world, system, world.archetype_of(entity)) == Matched::NotTold);
    const panels::SystemVerdict found = panels::why_of_system(world, system, entity);
    CHECK(found.matched == Matched::NotTold);
    CHECK(found.verdict.terms.empty());
    CHECK(found.verdict.edits.empty());
    std::vector<ecs::SystemAccess> uses;
    panels::list_uses(world, system, world.archetype_of(entity), uses);
    REQUIRE(uses.size() == 1);
    CHECK(uses[0].component == world.id<Position>());
    CHECK(uses[0].access == ecs::Access::Write);
    CHECK(panels::words_for_not_told(world, system) ==
          "Mystery does not declare its queries, so nobody knows whom it visits. It declares that it writes Position "
          "and reads Velocity");
    CHECK(panels::archetypes_of_system(world, system).visited.empty());
}

TEST_CASE("Why (not) a system: make_system tells its query by itself", "[panels][why]") {
    ecs::World world;
    const ecs::SystemDescription system = ecs::make_system<Position, const Velocity, ecs::Without<Frozen>>(
        world, "Move", [](Position& at, const Velocity& by) { at.x += by.x; });
    REQUIRE(system.queries.size() == 1);
    const ecs::Entity frozen = world.create(Position{}, Velocity{}, Frozen{});
    const panels::SystemVerdict found = panels::why_of_system(world, system, frozen);
    CHECK(found.matched == Matched::No);
    REQUIRE(found.verdict.edit);
    CHECK(std::holds_alternative<ecs::RemoveComponent>(*found.verdict.edit));
    std::vector<ecs::SystemAccess> uses;
    panels::list_uses(world, system, world.archetype_of(world.create(Velocity{}, Position{})), uses);
    REQUIRE(uses.size() == 2);
    CHECK(uses[0].component == world.id<Position>());
    CHECK(uses[0].access == ecs::Access::Write);
    CHECK(uses[1].access == ecs::Access::Read);
}

TEST_CASE("Why (not) a system: a query that waits for a type says that the world never met it", "[panels][why]") {
    const ecs::World unmet;
    ecs::View<const Velocity> view(unmet);
    ecs::World world;
    const ecs::Entity entity = world.create(Position{});
    const ecs::QueryVerdict verdict = ecs::why(world, view.query().terms(), entity);
    CHECK(verdict.nearest_miss == "lacks a type that this world never met");
    CHECK(verdict.edits.empty());
    const ecs::Entity later = world.create(Velocity{});
    CHECK(ecs::why(world, view.query().terms(), later).matches);
}

}  // namespace system_match_test
