#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "catch.hpp"
#include "ecs/lab/scenario/bullets.hpp"
#include "ecs/lab/scenario/chase.hpp"
#include "ecs/lab/scenario/scenario_run.hpp"
#include "ecs/world/hierarchy.hpp"
#include "ecs/world/query.hpp"
#include "editor/demo/components.hpp"
#include "editor/demo/system_table.hpp"
#include "editor/lab/lab_scenario.hpp"
#include "editor/session/session.hpp"
#include "editor/support/demo.hpp"

namespace scenes_of_articles_test {

using namespace editor;
using ecs::lab::Mode;
using ecs::lab::ScenarioRun;
using ecs::lab::StorageKind;
using ecs::lab::TypeIndex;

namespace {

std::unique_ptr<Session> open(const char* scene, std::optional<std::size_t> count = {}, std::uint64_t seed = 1) {
    return demo::start(demo::scene(scene), count, seed);
}

void tick(Session& session, int ticks) {
    for (int i = 0; i < ticks; ++i) session.tick();
}

template <class T>
std::size_t count_of(const ecs::World& world) {
    return ecs::Query(world, {{.component = world.id<T>(), .access = ecs::Access::None}}).entity_count();
}

/// The value that the lab's own chunks hold of an entity; nothing where they hold none.
template <class T>
std::optional<T> lab_value(ScenarioRun& run, std::uint64_t number, const char* type) {
    const auto handle = run.handle_of(number);
    if (!handle || !run.lives(number)) return std::nullopt;
    T value{};
    if (!run.storage().get(*handle, *run.scenario().type_named(type), &value)) return std::nullopt;
    return value;
}

/// A game of the lab on its chunks, and the same entities in a world of the editor's.
struct Twins {
    explicit Twins(const char* name)
        : scenario(open_scenario(name)),
          run(scenario, StorageKind::Chunks, Mode::Repaired, {}, ecs::lab::Tracing::None) {}

    void add_systems(std::initializer_list<std::string_view> names) {
        for (const std::string_view name : names) REQUIRE(session.add_system(name));
    }
    /// Each entity that the lab has, and whether both have it at the same place.
    std::size_t compare_places() {
        std::size_t living = 0;
        for (const auto& [number, entity] : entities) {
            CAPTURE(number);
            const auto at = lab_value<ecs::lab::chase::Position>(run, number, "Position");
            REQUIRE(at.has_value() == session.world.alive(entity));
            if (!at) continue;
            ++living;
            REQUIRE(session.world.get<Position>(entity).x == at->x);
            REQUIRE(session.world.get<Position>(entity).y == at->y);
        }
        return living;
    }

    ecs::lab::Scenario scenario;
    ScenarioRun run;
    demo::Session session;
    std::map<std::uint64_t, ecs::Entity> entities;
};

void add_new_bodies(Twins& twins) {
    namespace lab = ecs::lab::bullets;
    for (std::uint64_t number = twins.entities.size(); twins.run.lives(number); ++number) {
        const auto at = lab_value<lab::Position>(twins.run, number, "Position").value();
        const auto by = lab_value<lab::Velocity>(twins.run, number, "Velocity").value();
        const auto box = lab_value<lab::Box>(twins.run, number, "Box").value();
        // A tick of the lab's is a sixtieth of its velocity, which is a second's.
        const Velocity velocity{by.x / lab::ticks_per_second, by.y / lab::ticks_per_second};
        ecs::World& world = twins.session.world;
        const ecs::Entity entity = world.create(Position{at.x, at.y}, velocity, Radius{box.width / 2});
        if (const auto health = lab_value<lab::Health>(twins.run, number, "Health"))
            world.add(entity, Health{health->points, health->points});
        if (const auto damage = lab_value<lab::Damage>(twins.run, number, "Damage"))
            world.add(entity, Damage{damage->points});
        twins.entities[number] = entity;
    }
}

}  // namespace

TEST_CASE("Scenes: chase comes to what the lab's chunks come to, tick by tick the same places",
          "[editor][scene][lab]") {
    Twins twins("chase");
    ecs::World& world = twins.session.world;
    twins.run.run_to(3);
    for (std::uint64_t number = 0; twins.run.lives(number); ++number) {
        const auto at = lab_value<ecs::lab::chase::Position>(twins.run, number, "Position").value();
        const bool player = lab_value<ecs::lab::chase::Input>(twins.run, number, "Input").has_value();
        const ecs::Entity entity = world.create(Position{at.x, at.y}, Velocity{});
        if (player) {
            world.add(entity, PlayerInput{});
            world.add<Player>(entity);
        } else {
            world.add(entity, MoveTarget{});
        }
        twins.entities[number] = entity;
    }
    REQUIRE(twins.entities.size() == twins.scenario.entities);
    twins.add_systems({"Target", "Input", "Seek", "Movement"});
    std::size_t plays = 0;
    while (!twins.run.finished()) {
        if (const auto* play = std::get_if<ecs::lab::PlayStep>(&twins.scenario.steps[twins.run.done()].what)) {
            ++plays;
            twins.session.keys = {play->keys.up, play->keys.down, play->keys.left, play->keys.right};
            tick(twins.session, static_cast<int>(play->ticks));
        }
        twins.run.step();
        CHECK(twins.compare_places() == twins.scenario.entities);
    }
    CHECK(plays == 4);
}

TEST_CASE("Scenes: bullets hit whom they hit in the lab's chunks, and leave the same health", "[editor][scene][lab]") {
    Twins twins("bullets");
    twins.add_systems({"Movement", "Hits"});
    std::vector<std::size_t> living;
    while (!twins.run.finished()) {
        const bool plays = std::holds_alternative<ecs::lab::PlayStep>(twins.scenario.steps[twins.run.done()].what);
        if (plays) tick(twins.session, 60);
        twins.run.step();
        if (!plays) {
            add_new_bodies(twins);
            continue;
        }
        living.push_back(twins.compare_places());
        for (const auto& [number, entity] : twins.entities) {
            CAPTURE(number);
            const auto health = lab_value<ecs::lab::bullets::Health>(twins.run, number, "Health");
            if (health) CHECK(twins.session.world.get<Health>(entity).hp == health->points);
        }
    }
    REQUIRE(living.size() == 2);
    CHECK(living[0] < 116);
    CHECK(living[1] < living[0] + 50);
    CHECK(living[1] > 0);
}

TEST_CASE("Scenes: increment reaches the documented output of article 001", "[editor][scene]") {
    using Point = std::array<float, 3>;
    const auto session = open("increment");
    const auto points = [&] {
        std::map<std::string, Point> result;
        ecs::View<const ecs::Name, const Position3D>(session->world)
            .each(session->world, [&](const ecs::Name& name, const Position3D& at) {
                result[name.value] = {at.x, at.y, at.z};
            });
        return result;
    };
    REQUIRE(points().size() == 8);
    CHECK(points()["Point 5"] == Point{4, 5, 6});
    CHECK(points()["Point 6"] == Point{0, 1, 2});
    CHECK(count_of<Velocity3D>(session->world) == 3);

    const Point golden[]{{2, 3, 1}, {3, 4, 2}, {4, 5, 3}, {5, 6, 4}, {6, 7, 5}, {2, 3, 1}, {3, 4, 2}, {4, 5, 3}};
    tick(*session, 180);
    for (std::size_t i = 0; i < 8; ++i) CHECK(points()["Point " + std::to_string(i + 1)] == golden[i]);
    // What the scene says of itself.
    const Position3D& told = session->world.get<Position3D>({5, 1});
    CHECK_THAT(std::string(demo::scene("increment").description),
               test::contains("5v1 ends at (" + std::to_string(static_cast<int>(told.x)) + ", " +
                              std::to_string(static_cast<int>(told.y)) + ", " +
                              std::to_string(static_cast<int>(told.z)) + ")"));
    tick(*session, 60);
    const Point moved[]{{2, 3, 1}, {3.1f, 4.1f, 2.1f}, {4.2f, 5.2f, 3.2f}};
    for (std::size_t i = 0; i < 5; ++i) CHECK(points()["Point " + std::to_string(i + 1)] == golden[i]);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t axis = 0; axis < 3; ++axis)
            CHECK(points()["Point " + std::to_string(6 + i)][axis] == Approx(moved[i][axis]));
    // Then they rest, and what is drawn comes to where they are.
    const auto end = points();
    tick(*session, 240);
    CHECK(points() == end);
    ecs::View<const Position, const Position3D>(session->world)
        .each(session->world, [](const Position& drawn, const Position3D& at) {
            CHECK(drawn.x == Approx(projected(at).x).margin(1e-3));
            CHECK(drawn.y == Approx(projected(at).y).margin(1e-3));
        });
}

TEST_CASE("Scenes: increment comes to something else when one of its systems is off", "[editor][scene]") {
    for (const char* off : {"Shuffle", "Increment", "Shuffle again", "Apply velocity"}) {
        CAPTURE(off);
        const auto straight = open("increment"), without = open("increment");
        without->schedule.set_enabled(off, false);
        tick(*straight, 240);
        tick(*without, 240);
        CHECK(straight->hash_line() != without->hash_line());
    }
}

TEST_CASE("Scenes: two-phase moves every row to another archetype and ends with the sums of article 002",
          "[editor][scene]") {
    constexpr std::size_t count = 100'000;
    const auto session = open("two-phase");
    const ecs::World& world = session->world;
    CHECK(count_of<Position>(world) == count);
    CHECK(count_of<Scale>(world) == 0);
    session->tick();
    CHECK(count_of<Scale>(world) == 2'000);
    tick(*session, 53);  // 50 ticks until the last has a scale, and five updates
    CHECK(count_of<Scale>(world) == count);
    double sum_x = 0, sum_y = 0;
    std::size_t scaled = 0;
    const auto sum_up = [&] {
        sum_x = sum_y = 0;
        scaled = 0;
        ecs::View<const Position, const Scale>(world).each(world, [&](const Position& at, const Scale& scale) {
            sum_x += static_cast<double>(at.x);
            sum_y += static_cast<double>(at.y);
            scaled += scale.value == 495;
        });
    };
    sum_up();
    CHECK(sum_x == 5'000'950'000.0);
    CHECK(sum_y == 4'999'950'000.0);
    CHECK(scaled == count);
    tick(*session, 10);
    sum_up();
    CHECK(sum_x == 5'000'950'000.0);
    std::size_t with_rows = 0;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id)
        if (world.archetype(id).has(world.id<Position>())) with_rows += world.archetype(id).entity_count() > 0;
    CHECK(with_rows == 1);  // that without a scale is empty now
}

TEST_CASE("Scenes: bullets go on for as long as somebody looks, and nothing piles up", "[editor][scene]") {
    const auto session = open("bullets");
    ecs::World& world = session->world;
    CHECK(count_of<Player>(world) == 24);
    CHECK(count_of<Gun>(world) == 3);
    std::size_t most = 0, fewest_players = 24;
    int last_wave = 1;
    for (int i = 0; i < 60 * 60; ++i) {
        session->tick();
        most = std::max<std::size_t>(most, count_of<Damage>(world));
        fewest_players = std::min<std::size_t>(fewest_players, count_of<Player>(world));
        last_wave = world.get<Wave>(world.find_by_name("Arena")).number;
    }
    CHECK(most > 20);
    CHECK(most < 120);
    CHECK(fewest_players < 12);
    CHECK(last_wave >= 2);
    CHECK(count_of<Gun>(world) == 3);
    ecs::View<const Health>(world).each(world, [](const Health& health) {
        CHECK(health.hp > 0);
        CHECK(health.hp <= health.max);
    });
}

TEST_CASE("Scenes: in bullets a hit costs health and colour, and the fourth the player", "[editor][scene]") {
    demo::Session session;
    ecs::World& world = session.world;
    const ecs::Entity player = world.create(Position{100, 100}, Radius{10}, Health{4, 4}, Color{}, Player{});
    const ecs::Entity beside = world.create(Position{200, 100}, Radius{10}, Health{4, 4}, Color{}, Player{});
    for (const std::string_view name : {"Hits", "Tint"}) REQUIRE(session.add_system(name));
    const auto shoot = [&](float x) { return world.create(Position{x, 100}, Radius{2}, Damage{}); };
    const ecs::Entity hit = shoot(111.5f), miss = shoot(112);  // the boxes touch at 112
    session.tick();
    CHECK_FALSE(world.alive(hit));
    CHECK(world.alive(miss));
    CHECK(world.get<Health>(player).hp == 3);
    CHECK(world.get<Health>(beside).hp == 4);
    CHECK(world.get<Color>(player).value.r > world.get<Color>(beside).value.r);
    // Two at once where one is enough: the second flies on.
    world.get_mut<Health>(player).hp = 1;
    const ecs::Entity first = shoot(100), second = shoot(101);
    session.tick();
    CHECK_FALSE(world.alive(player));
    CHECK_FALSE(world.alive(first));
    CHECK(world.alive(second));
    CHECK(world.get<Health>(beside).hp == 4);
}

TEST_CASE("Scenes: bob has a slot that is used a second time, and a slot that is free", "[editor][scene]") {
    const auto session = open("bob");
    ecs::World& world = session->world;
    const ecs::Entity bob = world.find_by_name("Bob"), ann = world.find_by_name("Ann");
    REQUIRE(bob);
    REQUIRE(ann);
    CHECK(bob == ecs::Entity{1, 1});
    CHECK(world.get<Position>(bob).x == 1);
    CHECK(world.get<Position>(bob).y == 2);
    CHECK(ann.generation == 2);
    CHECK(world.entity_count() < 12);
    CHECK(world.slot_count() > world.entity_count() + 1);
    // With a velocity he walks, and stays on the ground.
    tick(*session, 60);
    CHECK(world.get<Position>(bob).x == 1);
    world.add(bob, Velocity{0.05f, 0});
    tick(*session, 60);
    CHECK(world.get<Position>(bob).x == Approx(4));
    tick(*session, 600);
    CHECK(world.get<Position>(bob).x < 8.1f);
    CHECK(world.get<Position>(ann).y < 6.1f);
    tick(*session, 1);
    CHECK(count_of<Spin>(world) >= 1);
}

TEST_CASE("Scenes: each of the articles' scenes runs with any count, none included", "[editor][scene]") {
    for (const char* scene : {"bob", "increment", "two-phase", "bullets"})
        for (const std::size_t count : {0, 1, 2, 3, 50}) {
            CAPTURE(scene, count);
            const auto session = open(scene, count);
            tick(*session, 300);
            CHECK(session->camera.zoom > 0);
            CHECK(session->world.tick() == 300);
        }
}

}  // namespace scenes_of_articles_test
