// Instances of prefabs in world files: in few words, and the same world afterwards.
#include <algorithm>
#include <string>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/edit/history.hpp"
#include "ecs/prefab/override_edits.hpp"
#include "ecs/prefab/prefab_edits.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "files/world_file/world_file.hpp"

namespace prefab_file_test {

using namespace files;
using Catch::Matchers::Contains;

namespace {

struct Place {
    float x = 0, y = 0;
};
struct Life {
    std::int32_t hp = 10, max = 10;
};
struct Aim {
    ecs::Entity target;
    std::string words = "none";
};
struct Hot {};

void register_types(ecs::TypeRegistry& types) {
    types.add<Place>("Position").field("x", &Place::x).field("y", &Place::y);
    types.add<Life>("Life").field("hp", &Life::hp).field("max", &Life::max);
    types.add<Aim>("Aim").field("target", &Aim::target).field("words", &Aim::words);
    types.add<Hot>("Hot");
}

struct Game {
    ecs::World world;
    ecs::Schedule schedule;
    ecs::History history{world, schedule};
    Game() { register_types(world.types()); }

    void perform(std::vector<ecs::Edit> edits) {
        auto all = ecs::with_instances(world, std::move(edits), ecs::default_placing(world.types()));
        REQUIRE(all);
        REQUIRE(history.perform({"Step", std::move(*all)}).empty());
        history.seal();
    }
    ecs::Entity make_prefab(ecs::Entity root) {
        REQUIRE(ecs::register_prefab_types(world.types()).empty());
        auto edits = ecs::make_prefab(world, root);
        REQUIRE(edits);
        perform(std::move(*edits));
        return ecs::Prefabs(world).source_of(root);
    }
    ecs::Entity place(ecs::Entity prefab, const ecs::PrefabPlace& where) {
        auto edit = ecs::place_prefab(world, prefab, where, ecs::default_placing(world.types()));
        REQUIRE(edit);
        std::vector<ecs::Edit> edits;
        edits.push_back(std::move(*edit));
        perform(std::move(edits));
        return ecs::Prefabs(world).with_source(prefab).back();
    }
    ecs::Entity turret() {
        const ecs::Entity root = world.create(ecs::Name{"Turret"}, Place{100, 50}, Life{});
        const ecs::Entity gun = world.create(ecs::Name{"Gun"}, ecs::Parent{root}, Place{110.25f, 50}, Life{}, Hot{});
        const ecs::Entity barrel = world.create(ecs::Parent{gun}, Place{120, 50}, Aim{gun, "cold"});
        world.add(gun, Aim{barrel, "warm"});
        return root;
    }
    std::string text() const { return write_world(world, {}); }
};

/// Reads the text into another world, which must be the same and be written as the same text.
void check_round_trip(const Game& game) {
    const std::string text = game.text();
    INFO(text);
    Game other;
    const WorldFile file = read_world(text, "test", other.world);
    CHECK(file.warnings.empty());
    CHECK(other.text() == text);
    CHECK(ecs::state_hash(other.world) == ecs::state_hash(game.world));
    CHECK(other.world.entity_index().free_list() == game.world.entity_index().free_list());
}

std::size_t lines_with(const std::string& text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

std::string problem_of(const std::string& entities) {
    Game game;
    try {
        (void)read_world(R"({ "format": "chunkscope.world", "version": 1, "entities": [ )" + entities + " ] }", "test",
                         game.world);
    } catch (const FileError& error) {
        CHECK(game.world.entity_count() == 0);
        return error.what();
    }
    return "no error";
}

}  // namespace

TEST_CASE("World file: an instance without overrides is one line", "[files][prefab]") {
    Game game;
    const ecs::Entity prefab = game.make_prefab(game.turret());
    const ecs::Entity placed = game.place(prefab, {.position = ecs::Vec2{140.5f, 10}});
    const std::string text = game.text();
    INFO(text);
    CHECK(lines_with(text, "\"id\"") == 5);
    CHECK(text.find(R"({ "id": ")" + ecs::to_string(placed) + R"(", "of": ")" + ecs::to_string(prefab) +
                    R"(", "moved": { "Position.x": 40.5, "Position.y": -40 }, "parts": {)") != std::string::npos);
    check_round_trip(game);
}

TEST_CASE("World file: an override is one more line with what differs", "[files][prefab]") {
    Game game;
    const ecs::Entity root = game.turret();
    game.make_prefab(root);
    const ecs::Entity gun = game.world.children(root).front();
    game.world.get_mut<Life>(gun).hp = 3;
    game.world.remove<Hot>(gun);
    const std::string text = game.text();
    INFO(text);
    CHECK(text.find(R"("without": ["Hot"], "components": { "Life": { "hp": 3 } } })") != std::string::npos);
    CHECK(lines_with(text, "\"id\"") == 5);
    check_round_trip(game);
}

TEST_CASE("World file: added, removed and moved parts, names and references come back", "[files][prefab]") {
    Game game;
    const ecs::Entity root = game.turret();
    const ecs::Entity prefab = game.make_prefab(root);
    const ecs::Entity other = game.place(prefab, {.position = ecs::Vec2{1.1f, 2.3f}, .parent = root});
    const ecs::Entity gun = game.world.children(other).front();
    const ecs::Entity barrel = game.world.children(gun).front();
    game.world.set_parent(barrel, other);
    game.world.get_mut<Aim>(barrel).target = root;
    game.world.remove<ecs::Name>(gun);
    game.world.create(ecs::Name{"Added"}, ecs::Parent{gun}, Hot{});
    game.world.destroy(game.world.children(game.world.children(root).front()).front());
    check_round_trip(game);
}

TEST_CASE("World file: nested prefabs come back, whatever the order of their ids", "[files][prefab]") {
    Game game;
    const ecs::Entity base = game.world.create(ecs::Name{"Base"}, Place{0, 0});
    const ecs::Entity inner = game.make_prefab(game.turret());
    game.place(inner, {.position = ecs::Vec2{5, 5}, .parent = base});
    const ecs::Entity outer = game.make_prefab(base);
    game.place(outer, {.position = ecs::Vec2{500, 5}});
    game.world.get_mut<Life>(game.world.children(outer).front()).hp = 77;
    CHECK(game.text().find("\"parts\"") != std::string::npos);
    check_round_trip(game);
}

TEST_CASE("World file: random overrides come back bit by bit", "[files][prefab]") {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        ecs::Random random(seed);
        Game game;
        const ecs::Entity inner = game.make_prefab(game.turret());
        const ecs::Entity base = game.world.create(Place{static_cast<float>(seed) * 0.1f, 3});
        game.place(inner, {.position = ecs::Vec2{static_cast<float>(seed) / 3, 0.7f}, .parent = base});
        game.place(game.make_prefab(base), {.position = ecs::Vec2{1e-3f, 1e7f}});
        std::vector<ecs::Entity> all;
        for (std::size_t slot = 1; slot < game.world.slot_count(); ++slot)
            if (const ecs::Entity entity = game.world.entity_at_slot(slot)) all.push_back(entity);
        for (int step = 0; step < 15; ++step) {
            const ecs::Entity entity = all[random.below(static_cast<std::uint32_t>(all.size()))];
            const ecs::Entity target = all[random.below(static_cast<std::uint32_t>(all.size()))];
            if (!game.world.alive(entity)) continue;
            switch (random.below(7)) {
                case 0:
                    game.world.add(entity, Life{static_cast<std::int32_t>(step), 10});
                    break;
                case 1:
                    game.world.remove<Life>(entity);
                    break;
                case 2:
                    game.world.add(entity, Hot{});
                    break;
                case 3:
                    game.world.add(entity, Aim{game.world.alive(target) ? target : ecs::null_entity, "x"});
                    break;
                case 4:
                    game.world.add(entity, ecs::Name{"N" + std::to_string(step)});
                    break;
                case 5:
                    game.world.add(entity, Place{random.between(-1, 1), 0});
                    break;
                default:
                    if (step > 12) game.world.destroy(entity);
            }
        }
        CAPTURE(seed);
        check_round_trip(game);
    }
}

TEST_CASE("World file: wrong instances say what is wrong", "[files][prefab]") {
    const std::string prefab = R"({ "id": "1v1", "components": { "Prefab": {}, "Life": {} } },
        { "id": "2v1", "parent": "1v1", "components": { "Prefab": {} } }, )";
    CHECK_THAT(problem_of(prefab + R"({ "id": "3v1", "of": "9v1" })"), Contains("is no entity of the file"));
    CHECK_THAT(problem_of(prefab + R"({ "id": "3v1" }, { "id": "4v1", "of": "3v1" })"),
               Contains("3v1, of which 4v1 is an instance, is no prefab: it has no component Prefab"));
    CHECK_THAT(problem_of(R"({ "id": "1v1", "of": "2v1", "components": { "Prefab": {} } },
                             { "id": "2v1", "of": "1v1", "components": { "Prefab": {} } })"),
               Contains("is an instance of itself, by way of other prefabs"));
    CHECK_THAT(problem_of(prefab + R"({ "id": "5v1", "components": { "Prefab": {} } },
                                      { "id": "3v1", "of": "1v1", "parts": { "5v1": "4v1" } })"),
               Contains("5v1 is no part of the prefab 1v1"));
    CHECK_THAT(problem_of(prefab + R"({ "id": "3v1", "of": "1v1", "parts": { "2v1": "2v2" } })"),
               Contains("cannot have one index"));
    CHECK_THAT(problem_of(prefab + R"({ "id": "3v1", "of": "1v1", "parts": { "2v1": "4v1" } },
                                      { "id": "4v1", "of": "1v1" })"),
               Contains("but the instance lists 4v1 for 2v1"));
    CHECK_THAT(problem_of(prefab + R"({ "id": "3v1", "of": "1v1", "without": ["Hot"] })"),
               Contains("which the entity in the prefab does not have"));
    CHECK_THAT(problem_of(prefab + R"({ "id": "3v1", "parts": { "2v1": "4v1" } })"), Contains("needs \"of\""));
    CHECK_THAT(problem_of(prefab + R"({ "id": "3v1", "of": "1v1", "moved": { "Life": 1 } })"),
               Contains("instances are moved in numbers"));
    CHECK(problem_of(prefab + R"({ "id": "3v1", "of": "1v1", "parts": { "2v1": "4v1" } })") == "no error");
}

}  // namespace prefab_file_test
