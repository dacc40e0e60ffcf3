// A game and its files, without an editor.
#include "files/world_file/world_file.hpp"

#include <string>

#include "catch.hpp"
#include "ecs/edit/history.hpp"
#include "files/support/temporary_folder.hpp"

namespace load_world_test {

using namespace files;
using Catch::Matchers::Contains;

namespace {

struct Wick {
    float left = 1, heat = 2;
};
struct Oil {
    std::int32_t drops = 3;
    std::string kind = "olive";
};
struct Lit {};

void register_types(ecs::TypeRegistry& types) {
    types.add<Wick>("Wick").field("left", &Wick::left).field("heat", &Wick::heat);
    types.add<Oil>("Oil").field("drops", &Oil::drops).field("kind", &Oil::kind);
    types.add<Lit>("Lit");
}

struct GameWorld : ecs::World {
    GameWorld() { register_types(types()); }
};

std::string file_of(const std::string& components, const std::string& entities, const std::string& more = {}) {
    return "{ \"format\": \"chunkscope.world\", \"version\": 1, \"components\": { " + components + " }, " + more +
           "\"entities\": [ " + entities + " ] }";
}

constexpr const char* wick = R"("Wick": { "fields": { "left": "f32", "heat": "f32" } })";
constexpr const char* two_lanterns = R"({ "id": "2v1", "components": { "Wick": { "left": 5, "heat": 6 } } },
    { "id": "4v3", "name": "Lamp", "parent": "2v1", "components": { "Wick": { "left": 7, "heat": 8 }, "Lit": {} } })";

/// Free slots of another generation and a tick, which a failed load must not change.
void use_for_a_while(ecs::World& world) {
    for (int i = 0; i < 5; ++i) world.create();
    for (std::uint32_t index : {2u, 5u, 1u, 3u, 4u}) world.destroy({index, 1});
    world.set_tick(77);
}

/// What load_world leaves as it was when it fails.
struct Untouched {
    ecs::World& world;
    std::uint64_t tick = world.tick();
    std::vector<ecs::Entity> free = world.entity_index().free_list();
    std::size_t slots = world.slot_count();

    void check() const {
        CHECK(world.entity_count() == 0);
        CHECK(world.tick() == tick);
        CHECK(world.entity_index().free_list() == free);
        CHECK(world.slot_count() == slots);
    }
};

}  // namespace

TEST_CASE("Files of a game: what a world holds is there again", "[files][world_file]") {
    const TemporaryFolder folder;
    const std::filesystem::path path = folder.path / "level.json";
    GameWorld before;
    const ecs::Entity lamp = before.create(ecs::Name{"Lamp"}, Wick{5, 6}, Lit{});
    const ecs::Entity jug = before.create(Oil{7, "sesame"});
    before.destroy(before.create());
    before.set_parent(jug, lamp);
    before.set_tick(12);
    WorldFile file;
    file.scene = "evening";
    file.seed = 9;
    file.systems = {{"Burning", true}, {"Drifting", false}};
    file.camera = Camera{1, 2, 3};
    const FileStamp saved = save_world(before, file, path);

    GameWorld world;
    const WorldFile loaded = load_world(path, world);
    CHECK(loaded.warnings.empty());
    CHECK(loaded.losses.empty());
    CHECK(loaded.file == path);
    CHECK(loaded.on_disk.content == saved.content);
    CHECK(loaded.scene == "evening");
    CHECK(loaded.seed == 9);
    CHECK(loaded.systems == file.systems);
    CHECK(loaded.camera == file.camera);
    CHECK(world.tick() == 12);
    CHECK(world.get<Wick>(lamp).heat == 6);
    CHECK(world.has<Lit>(lamp));
    CHECK(world.get<Oil>(jug).kind == "sesame");
    CHECK(world.parent(jug) == lamp);
    CHECK(world.create() == before.create());
    world.destroy(ecs::Entity{3, 2});
    before.destroy(ecs::Entity{3, 2});
    CHECK(write_world(world, loaded) == write_world(before, file));
}

TEST_CASE("Files of a game: a world without any type gets those of the file, and the game's stand behind them",
          "[files][world_file]") {
    ecs::World world;
    const WorldFile file = read_world(file_of(wick, two_lanterns), "level.json", world);
    CHECK(file.warnings.front() == "Wick is unknown to this program, it was made from the description in the file");
    CHECK(file.described_types == std::vector<ecs::ComponentId>{world.types().find("Wick")->id});
    const std::string written = write_world(world, file);
    world.types().add<Wick>("Wick").field("left", &Wick::left).field("heat", &Wick::heat);
    CHECK(world.get<Wick>({4, 3}).left == 7);
    CHECK(write_world(world, file) == written);
}

TEST_CASE("Files of a game: what only the file knows is kept as it stands", "[files][world_file]") {
    GameWorld world;
    const std::string strange = R"("Moth": {"wings":[1,{"soft":true}]})";
    const WorldFile file = read_world(
        file_of(R"("Snuffer": { "fields": { "reach": "f64" } })",
                R"({ "id": "1v1", "components": { "Lit": {}, )" + strange + R"(, "Snuffer": { "reach": 0.1 } } })",
                R"("scene": { "name": "night" }, "systems": { "Flutter": {} }, )"),
        "level.json", world);
    CHECK(file.warnings.size() == 2);
    const std::string text = write_world(world, file);
    CHECK_THAT(text, Contains(strange));
    CHECK_THAT(text, Contains(R"("Snuffer": { "reach": 0.1 })"));
    CHECK_THAT(text, Contains(R"("name": "night")"));
    CHECK_THAT(text, Contains(R"("Flutter": { "enabled": true })"));
}

TEST_CASE("Files of a game: a file of an older build is read by field name, and losses are refused",
          "[files][world_file]") {
    const std::string old = file_of(R"("Wick": { "fields": { "heat": "f32", "soot": "f32" } })",
                                    R"({ "components": { "Wick": { "heat": 4, "soot": 5 } } })");
    GameWorld world;
    use_for_a_while(world);
    const Untouched untouched{world};
    CHECK_THROWS_WITH(read_world(old, "level.json", world),
                      "level.json: opening it would lose values: Wick: left out soot");
    untouched.check();
    const WorldFile file = read_world(old, "level.json", world, {.losses = Losses::Accept});
    CHECK(losses_of(file) == "Wick: left out soot");
    CHECK(world.get<Wick>({1, 1}).heat == 4);
    CHECK(world.get<Wick>({1, 1}).left == 1);
}

TEST_CASE("Files of a game: a failed load leaves the world without entities, as it was", "[files][world_file]") {
    const std::string lanterns = two_lanterns;
    const std::string cases[] = {
        // Entities are in the world when these errors come.
        file_of(wick, lanterns + R"(, { "components": { "Wick": { "left": "short" } } })"),
        file_of(wick, lanterns + R"(, { "id": "4v3", "components": {} })"),
        file_of(wick, lanterns + R"(, { "id": "6v1", "parent": "7v1", "components": {} })"),
        file_of(wick, lanterns + R"(, { "id": "6v1", "parent": "6v1", "components": {} })"),
        file_of(wick, R"({ "id": "6v1", "parent": "6v1", "components": {} })"),
        file_of(wick, lanterns).substr(0, file_of(wick, lanterns).size() - 4),
        file_of(wick, lanterns, R"("scene": { "tick": 5, "slots": 0 }, )"),
        file_of(wick, lanterns) + "x",
        "{}",
        "",
    };
    for (const std::string& text : cases) {
        INFO(text);
        GameWorld world;
        use_for_a_while(world);
        const Untouched untouched{world};
        CHECK_THROWS_AS(read_world(text, "level.json", world), FileError);
        untouched.check();
        // The same world takes the next file.
        read_world(file_of(wick, lanterns), "level.json", world);
        CHECK(world.get<Wick>({4, 3}).left == 7);
        CHECK(world.tick() == 0);
    }
}

TEST_CASE("Files of a game: types that a failed load left are no obstacle to the next one", "[files][world_file]") {
    const auto moth = [](const char* fields, const char* parent) {
        return file_of(std::string(R"("Moth": { "fields": )") + fields + " }",
                       std::string(R"({ "components": { "Moth": { "x": 2 } }, "parent": )") + parent + " }");
    };
    constexpr const char* narrow = R"({ "x": "f32" })";
    ecs::World world;
    CHECK_THROWS_AS(read_world(moth(narrow, "3"), "moth.json", world), FileError);
    REQUIRE(world.types().find("Moth"));
    const WorldFile same = read_world(moth(narrow, "null"), "moth.json", world);
    CHECK(same.losses.empty());
    CHECK_THAT(write_world(world, same), Contains(R"("Moth": { "x": 2 })"));

    // Read by field name, as into any world that has a type of that name.
    ecs::World other;
    CHECK_THROWS_AS(read_world(moth(narrow, "3"), "moth.json", other), FileError);
    const std::string wide = moth(R"({ "x": "f32", "y": "f32" })", "null");
    CHECK(losses_of(read_world(wide, "moth.json", other, {.losses = Losses::Accept})) == "Moth: left out y");
}

TEST_CASE("Files of a game: handles are those of the file, whatever lived in the world before", "[files][world_file]") {
    GameWorld fresh, used;
    use_for_a_while(used);
    const std::string text = file_of(wick, two_lanterns);
    const WorldFile file = read_world(text, "level.json", fresh);
    CHECK(write_world(used, read_world(text, "level.json", used)) == write_world(fresh, file));
    CHECK(used.create() == fresh.create());
}

TEST_CASE("Files of a game: a world that holds entities, or handles of them, is refused", "[files][world_file]") {
    const std::string text = file_of(wick, two_lanterns);
    GameWorld world;
    const ecs::Entity moth = world.create(Wick{3, 4});
    CHECK_THROWS_WITH(read_world(text, "level.json", world),
                      "level.json: a file is read into a world without entities");
    CHECK(world.get<Wick>(moth).heat == 4);

    ecs::Schedule schedule;
    {
        ecs::History history(world, schedule);
        REQUIRE(history.perform({"Destroy", {ecs::DestroyEntity{moth}}}).empty());
        CHECK_THROWS_WITH(
            read_world(text, "level.json", world),
            "level.json: a file is read into a world without entities, and an undo step still holds one of this world");
        REQUIRE(history.undo().empty());
        CHECK(world.get<Wick>(moth).heat == 4);
    }
}

TEST_CASE("Files of a game: cancelling leaves the world as it was", "[files][world_file]") {
    GameWorld world;
    use_for_a_while(world);
    const Untouched untouched{world};
    ecs::Progress progress;
    progress.cancel();
    CHECK_THROWS_AS(read_world(file_of(wick, two_lanterns), "level.json", world, {.progress = &progress}), Cancelled);
    untouched.check();
}

TEST_CASE("Files of a game: a large file is read directly, and an error at its end empties the world",
          "[files][world_file]") {
    const TemporaryFolder folder;
    GameWorld many;
    for (int i = 0; i < 20'000; ++i) many.create(Wick{float(i), 1});
    std::string text = write_world(many, {});
    const std::filesystem::path good = folder.write("good.json", text);
    text.insert(text.rfind("] }") == std::string::npos ? text.rfind(']') : text.rfind(']'), ", 3");
    const std::filesystem::path bad = folder.write("bad.json", text);

    GameWorld world;
    const Untouched untouched{world};
    CHECK_THROWS_WITH(load_world(bad, world), Contains("/entities/20000 must be an object, found number 3"));
    untouched.check();
    const WorldFile file = load_world(good, world);
    CHECK(world.entity_count() == 20'000);
    CHECK(world.get<Wick>({20'000, 1}).left == 19'999);
    CHECK(write_world(world, file) == folder.read("good.json"));
}

TEST_CASE("Files of a game: entities without an id get the lowest that the file leaves free", "[files][world_file]") {
    ecs::World world;
    read_world(file_of("", R"({ "id": "1v1" }, { "name": "a" }, { "id": "3v2" }, { "name": "b" })"), "level.json",
               world);
    CHECK(world.find_by_name("a") == ecs::Entity{2, 1});
    CHECK(world.find_by_name("b") == ecs::Entity{4, 1});
}

TEST_CASE("Files of a game: an entity with more components than a file can hold is refused", "[files][world_file]") {
    constexpr int most = 2048;
    ecs::World world;
    std::vector<ecs::ComponentId> ids;
    std::string components;
    for (int i = 0; i <= most; ++i) {
        ecs::ComponentType tag;
        tag.name = "T" + std::to_string(i);
        components += (i > 0 ? ", \"" : "\"") + tag.name + "\": {}";
        ids.push_back(*world.types().add_at_run_time(std::move(tag)));
    }
    REQUIRE(world.create_at({1, 1}, ids));
    CHECK_THROWS_WITH(write_world(world, {}), Contains("2049 components, and a world file can hold 2048"));
    ecs::World other;
    CHECK_THROWS_WITH(read_world(file_of("", "{ \"components\": { " + components + " } }"), "level.json", other),
                      Contains("an entity may have 2048 components"));
}

TEST_CASE("Files of a game: entities of many forms are read, in whatever order they come", "[files][world_file]") {
    constexpr int tags = 6;
    ecs::World many;
    std::vector<ecs::ComponentId> ids;
    for (int i = 0; i < tags; ++i) {
        ecs::ComponentType tag;
        tag.name = std::string(static_cast<std::size_t>(i + 1), static_cast<char>('A' + i));
        ids.push_back(*many.types().add_at_run_time(tag));
    }
    many.types().add<Wick>("Wick").field("left", &Wick::left).field("heat", &Wick::heat);
    for (int round = 0; round < 8; ++round)
        for (int form = 0; form < 1 << tags; ++form) {
            const ecs::Entity made = many.create(Wick{static_cast<float>(form), static_cast<float>(round)});
            for (int i = 0; i < tags; ++i)
                if ((form >> i & 1) != 0) many.add(made, ids[static_cast<std::size_t>(i)]);
        }
    const std::string text = write_world(many, {});
    ecs::World world;
    const WorldFile file = read_world(text, "forms.json", world);
    CHECK(write_world(world, file) == text);
}

TEST_CASE("Files of a game: a program without exceptions gets errors as values", "[files][world_file]") {
    const TemporaryFolder folder;
    const std::filesystem::path path = folder.path / "level.json";
    GameWorld world;
    const ecs::Result<WorldFile> missing = try_load_world(path, world);
    REQUIRE_FALSE(missing);
    CHECK_THAT(missing.error(), Contains("level.json: cannot be read: there is no such file"));
    world.create(Wick{3, 4});
    const ecs::Result<FileStamp> saved = try_save_world(world, {}, path);
    REQUIRE(saved);
    GameWorld again;
    const ecs::Result<WorldFile> loaded = try_load_world(path, again);
    REQUIRE(loaded);
    CHECK(loaded->on_disk.content == saved->content);
    CHECK(again.get<Wick>({1, 1}).heat == 4);
    CHECK_FALSE(try_save_world(world, {}, folder.path / "nowhere" / "level.json"));
}

TEST_CASE("Files of a game: resources are saved, and set after loading", "[files][world_file]") {
    GameWorld before;
    before.set_resource(Oil{4, "palm"});
    const std::string text = write_world(before, {});
    GameWorld world;
    read_world(text, "level.json", world);
    CHECK(world.resource<Oil>().kind == "palm");
}

}  // namespace load_world_test
