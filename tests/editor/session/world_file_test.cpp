#include "editor/session/session_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <sstream>

#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "editor/demo/components.hpp"
#include "editor/session/session_script.hpp"
#include "editor/support/demo.hpp"
#include "editor/support/world_examples.hpp"
#include "files/base/atomic_file.hpp"
#include "files/support/temporary_folder.hpp"

namespace world_file_test {

using namespace editor;
using namespace files;

namespace {

const std::filesystem::path data_folder = TEST_DATA_DIR;

std::string world_text(const std::string& members) {
    return "{ \"format\": \"chunkscope.world\", \"version\": 1, " + members + " }";
}

std::unique_ptr<Session> read_entities(const std::string& entities) {
    return demo::read(world_text("\"entities\": [" + entities + "]"), "level.json");
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

std::string to_text(ecs::Entity entity) { return ecs::to_string(entity); }

}  // namespace

TEST_CASE("World file: the form of a file", "[editor][world_file]") {
    demo::Session session;
    session.add_system("Seek");
    session.add_system("Movement");
    session.schedule.set_enabled("Movement", false);
    session.scene = demo_game().find_scene("chase");
    session.seed = 7;
    session.schedule.random.set_state(0xabc);
    session.file_camera = {0, 0, 1};
    session.world.set_tick(120);
    const ecs::Entity player = session.world.create(Position{150, 150}, PlayerInput{}, ecs::Name{"Player"});
    session.world.create(Position{10, 0.1f}, Enemy{}, ecs::Parent{player});
    session.world.create();

    CHECK(write_world(session) == R"({
  "format": "chunkscope.world",
  "version": 1,
  "components": {
    "Enemy":       {},
    "PlayerInput": { "size": 4, "align": 4, "fields": { "speed": "f32" } },
    "Position":    { "size": 8, "align": 4, "fields": { "x": "f32", "y": "f32" } }
  },
  "systems": { "Seek": { "enabled": true }, "Movement": { "enabled": false }, "Target": { "removed": true }, "Input": { "removed": true }, "Orbit": { "removed": true }, "Spin": { "removed": true } },
  "scene": { "name": "chase", "seed": 7, "tick": 120, "random": "0000000000000abc", "camera": { "x": 0, "y": 0, "zoom": 1 } },
  "entities": [
    { "id": "1v1", "name": "Player", "components": { "PlayerInput": { "speed": 2 }, "Position": { "x": 150, "y": 150 } } },
    { "id": "2v1", "parent": "1v1", "components": { "Enemy": {}, "Position": { "x": 10, "y": 0.1 } } },
    { "id": "3v1" }
  ]
}
)");
    CHECK(write_world(demo::Session()) == R"({
  "format": "chunkscope.world",
  "version": 1,
  "components": {},
  "systems": {},
  "entities": []
}
)");
}

TEST_CASE("World file: a change of one field is a change of one line", "[editor][world_file]") {
    const auto session = examples::random_session(3);
    const ecs::Entity entity = session->world.create(Health{});
    const std::vector<std::string> before = lines_of(write_world(*session));
    session->world.get_mut<Health>(entity).hp = 99;
    const std::vector<std::string> after = lines_of(write_world(*session));
    REQUIRE(after.size() == before.size());
    std::size_t changed = 0;
    for (std::size_t i = 0; i < after.size(); ++i) changed += after[i] != before[i];
    CHECK(changed == 1);
}

TEST_CASE("World file: what the program wrote reads back and writes the same bytes", "[editor][world_file]") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        INFO("seed " << seed);
        const auto session = examples::random_session(seed);
        const std::string text = write_world(*session);
        const auto loaded = demo::read(text, "level.json");
        CHECK(write_world(*loaded) == text);
        CHECK(ecs::state_hash(loaded->world) == ecs::state_hash(session->world));
        CHECK(loaded->hash_line() == session->hash_line());
        CHECK(loaded->file_camera == session->file_camera);
        // Both go on with the same handles.
        for (int i = 0; i < 40; ++i) CHECK(to_text(loaded->world.create()) == to_text(session->world.create()));
    }
}

TEST_CASE("World file: floats read back to the same bits", "[editor][world_file]") {
    demo::Session session;
    ecs::Random random(5);
    std::vector<ecs::Entity> entities;
    std::vector<Position> positions{{0.0f, -0.0f},
                                    {std::numeric_limits<float>::denorm_min(), std::numeric_limits<float>::min()},
                                    {std::numeric_limits<float>::max(), std::numeric_limits<float>::lowest()},
                                    {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()},
                                    {std::numeric_limits<float>::quiet_NaN(), 16777216.0f}};
    for (int i = 0; i < 20'000; ++i) positions.push_back({examples::random_f32(random), examples::random_f32(random)});
    for (const Position& position : positions) entities.push_back(session.world.create(position));

    const std::string text = write_world(session);
    const auto loaded = demo::read(text, "level.json");
    bool same = true;
    for (std::size_t i = 0; i < entities.size(); ++i) {
        const auto& position = loaded->world.get<Position>(entities[i]);
        same &= std::memcmp(&position, &positions[i], sizeof position) == 0;
    }
    CHECK(same);
    CHECK(text.find(R"({ "x": 0, "y": -0.0 })") != std::string::npos);
    CHECK(text.find(R"({ "x": "inf", "y": "-inf" })") != std::string::npos);
    CHECK(text.find(R"({ "x": "nan", "y": 16777216 })") != std::string::npos);
    CHECK(text.find(R"({ "x": 1e-45, "y": 1.1754944e-38 })") != std::string::npos);
}

TEST_CASE("World file: numbers as people write them", "[editor][world_file]") {
    const auto value_of = [](const std::string& number) {
        return read_entities("{ \"components\": { \"Position\": { \"x\": " + number + " } } }")
            ->world.get<Position>({1, 1})
            .x;
    };
    CHECK(value_of("1E2") == 100.0f);
    CHECK(value_of("0.1") == 0.1f);
    CHECK_THROWS_AS(value_of("1e-60"), FileError);
    CHECK_THROWS_AS(value_of("-1e-400"), FileError);
    CHECK_THROWS_AS(value_of("0.00000000000000000000000000000000000000000000000000000000000001"), FileError);
    CHECK(value_of("0e99999999999999999999") == 0.0f);
    const auto whole = [](const std::string& number) {
        return read_entities("{ \"components\": { \"Health\": { \"hp\": " + number + " } } }")
            ->world.get<Health>({1, 1})
            .hp;
    };
    CHECK(whole("1e3") == 1000);
    CHECK(whole("150.0") == 150);
    CHECK(whole("-0") == 0);
    CHECK(whole("-2147483648") == std::numeric_limits<std::int32_t>::min());
}

TEST_CASE("World file: what a value leaves out is the default", "[editor][world_file]") {
    const auto session =
        read_entities(R"({ "components": { "Health": { "max": 7 }, "Scale": {}, "MoveTarget": {} } })");
    CHECK(session->world.get<Health>({1, 1}).hp == 100);
    CHECK(session->world.get<Health>({1, 1}).max == 7);
    CHECK(session->world.get<Scale>({1, 1}).value == 1.0f);
    CHECK(session->world.get<MoveTarget>({1, 1}).range == 100.0f);
    CHECK(session->warnings.empty());
}

TEST_CASE("World file: entities without an id take free slots, the smallest first", "[editor][world_file]") {
    const auto session = read_entities(R"(
        { "name": "A" }, { "id": "2v7", "name": "B" }, { "id": "door", "name": "C" }, { "id": "1v1", "name": "D" },
        { "id": "6v1", "name": "E" })");
    const ecs::World& world = session->world;
    CHECK(to_text(world.find_by_name("A")) == "3v1");
    CHECK(to_text(world.find_by_name("B")) == "2v7");
    CHECK(to_text(world.find_by_name("C")) == "4v1");
    CHECK(to_text(world.find_by_name("D")) == "1v1");
    CHECK(to_text(world.find_by_name("E")) == "6v1");
    CHECK(to_text(session->world.create()) == "5v1");
    CHECK(to_text(session->world.create()) == "7v1");
}

TEST_CASE("World file: gaps are handed out lowest first", "[editor][world_file]") {
    const auto session = read_entities(R"({ "id": "9v1" }, { "id": "3v1" }, { "id": "6v2" })");
    std::string handles;
    for (int i = 0; i < 8; ++i) handles += to_text(session->world.create()) + ' ';
    CHECK(handles == "1v1 2v1 4v1 5v1 7v1 8v1 10v1 11v1 ");
}

TEST_CASE("World file: references resolve wherever the entity stands", "[editor][world_file]") {
    const auto session = read_entities(R"(
        { "id": "key", "parent": "door", "components": { "MoveTarget": { "target": "9v9" } } },
        { "id": "door", "components": { "MoveTarget": { "target": "key" } } },
        { "parent": "key", "components": { "MoveTarget": { "target": null } } })");
    const ecs::World& world = session->world;
    CHECK(to_text(world.parent({1, 1})) == "2v1");
    CHECK(to_text(world.get<MoveTarget>({1, 1}).target) == "9v9");
    CHECK(to_text(world.get<MoveTarget>({2, 1}).target) == "1v1");
    CHECK(to_text(world.parent({3, 1})) == "1v1");
    CHECK_FALSE(world.get<MoveTarget>({3, 1}).target);
}

TEST_CASE("World file: members stand in any order", "[editor][world_file]") {
    const auto session = demo::read(R"({ "entities": [{ "components": { "Mana": { "now": 3 } }, "id": "4v2" }],
        "scene": { "tick": 5 }, "components": { "Mana": { "fields": { "now": "u8" } } }, "version": 1,
        "systems": {}, "format": "chunkscope.world" })",
                                    "level.json");
    CHECK(write_world(*session).find(R"({ "id": "4v2", "components": { "Mana": { "now": 3 } } })") !=
          std::string::npos);
    CHECK(session->world.tick() == 5);
}

TEST_CASE("World file: a byte order mark and Windows line ends do no harm", "[editor][world_file]") {
    std::string text = read_file(data_folder / "harbour.json"), windows = "\xef\xbb\xbf";
    for (char c : text) windows += c == '\n' ? "\r\n" : std::string(1, c);
    CHECK(write_world(*demo::read(windows, "a")) == write_world(*demo::read(text, "b")));
}

TEST_CASE("World file: a world written by hand", "[editor][world_file]") {
    const auto session = demo::load(data_folder / "harbour.json");
    const ecs::World& world = session->world;
    CHECK(session->file == data_folder / "harbour.json");
    CHECK(world.entity_count() == 5);
    CHECK(world.name({3, 1}) == "Ferry \"Älvsborg\" ⛴");
    CHECK(to_text(world.parent({4, 1})) == "1v1");
    CHECK(world.get<Shape>({1, 1}).kind == ShapeKind::Triangle);
    CHECK(to_text(world.get<MoveTarget>({4, 1}).target) == "3v1");
    REQUIRE(session->schedule.systems().size() == 2);
    CHECK_FALSE(session->schedule.find("Orbit")->enabled);
    CHECK(session->warnings ==
          std::vector<std::string>{
              "there is no system called \"Tides\", it does not run",
              "Diary is unknown to this program and not described by the file, it is kept as it stands"});
    CHECK(write_world(*session) == read_file(data_folder / "harbour.saved.json"));
    CHECK(write_world(*demo::load(data_folder / "harbour.saved.json")) ==
          read_file(data_folder / "harbour.saved.json"));
}

TEST_CASE("World file: a parent chain of any depth loads, and deep ones quickly", "[editor][world_file]") {
    std::string entities = "{ \"id\": \"1v1\" }";
    constexpr int depth = 30'000;
    for (int i = 2; i <= depth; ++i)
        entities += ",{ \"id\": \"" + std::to_string(i) + "v1\", \"parent\": \"" + std::to_string(i - 1) + "v1\" }";
    const auto session = read_entities(entities);
    CHECK(session->world.is_below({depth, 1}, {1, 1}));
    CHECK(session->world.children({1, 1}).size() == 1);
}

TEST_CASE("World file: saving and loading through the disk", "[editor][world_file]") {
    const TemporaryFolder folder;
    const auto session = examples::random_session(11);
    save_world(*session, folder.path / "level.json");
    CHECK(folder.read("level.json") == write_world(*session));
    CHECK(write_world(*demo::load(folder.path / "level.json")) == write_world(*session));
    CHECK_THROWS_WITH(demo::load(folder.path / "other.json"),
                      (folder.path / "other.json").string() + ": cannot be read: there is no such file");
    CHECK_THROWS_WITH(save_world(*session, folder.path / "none" / "level.json"),
                      (folder.path / "none" / "level.json").string() + ": cannot be written: the folder " +
                          (folder.path / "none").string() + " does not exist");
}

TEST_CASE("World file: what could not be read again is not written", "[editor][world_file]") {
    demo::Session session;
    const ecs::Entity entity = session.world.create(ecs::Name{std::string((1u << 20) + 1, 'x')});
    CHECK_THROWS_WITH(write_world(session), "the world: cannot be saved: the name of 1v1 is longer than 1 MiB");
    session.world.destroy(entity);

    ecs::ComponentType type;
    type.name = "Note";
    ecs::Field& text = type.fields.emplace_back();
    text.name = "text";
    text.kind = ecs::FieldKind::String;
    const ecs::ComponentId note = *session.world.types().add_at_run_time(std::move(type));
    const ecs::Entity noted = session.world.create_with(std::vector{note});
    static_cast<std::string*>(session.world.get_mut(noted, note))->assign((1u << 20) + 1, 'x');
    CHECK_THROWS_WITH(write_world(session), "the world: cannot be saved: a text in Note of 1v2 is longer than 1 MiB");
    static_cast<std::string*>(session.world.get_mut(noted, note))->assign(1u << 20, '\x01');
    CHECK(write_world(*demo::read(write_world(session), "level.json")) == write_world(session));
    session.world.destroy(noted);

    session.world.create_at({(1u << 24), 1});
    CHECK_THROWS_WITH(
        write_world(session),
        "the world: cannot be saved: it has used entity 16777216, and a world file can hold up to 16777215");
}

TEST_CASE("World file: the examples of its description hold", "[editor][world_file][edit_script]") {
    const std::string page = read_file(data_folder / "../../docs/world-file.md");
    std::unique_ptr<Session> last;
    int files = 0, scripts = 0;
    for (std::size_t at = page.find("```json\n"); at != std::string::npos; at = page.find("```json\n", at + 1)) {
        const std::size_t start = at + 8;
        const std::string block = page.substr(start, page.find("```", start) - start);
        INFO(block);
        if (block.find("\"edits\"") != std::string::npos) {
            REQUIRE(last);
            const std::string before = write_world(*last);
            run_script(*last, block, "edits.json");
            CHECK(write_world(*last) != before);
            REQUIRE(last->history.undo().empty());
            CHECK(write_world(*last) == before);
            ++scripts;
        } else {
            const bool whole = block.find("\"format\"") != std::string::npos;
            auto session = demo::read(whole ? block : world_text(block), "level.json");
            ++files;
            if (block.find("\"random\"") == std::string::npos) continue;
            CHECK(write_world(*session).find(block.substr(block.find("\"scene\""))) != std::string::npos);
            last = std::move(session);
        }
    }
    CHECK(files == 6);
    CHECK(scripts == 1);
}

TEST_CASE("World file: a session knows the file that it was read from, the long way and directly",
          "[editor][world_file]") {
    const TemporaryFolder folder;
    for (const char* scene : {"stress", "chase"}) {
        const auto session = demo::start(demo::scene(scene), 3000);
        const std::filesystem::path file = folder.path / "level.json";
        const FileStamp saved = save_world(*session, file);
        CHECK(demo::load(file)->on_disk.content == saved.content);
        folder.write("level.json", folder.read("level.json") + "\n \n");
        const auto opened = demo::load(file);
        CHECK(opened->on_disk.content != saved.content);
        CHECK(compare_with_disk(file, opened->on_disk, DiskLook::Careful) == OnDisk::Same);
    }
}

}  // namespace world_file_test
