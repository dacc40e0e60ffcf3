// Files keep their line ends, and what they cannot hold is named.
#include "files/world_file/line_form.hpp"

#include <array>
#include <set>
#include <string>
#include <vector>

#include "catch.hpp"
#include "files/support/temporary_folder.hpp"
#include "files/world_file/left_out.hpp"
#include "files/world_file/world_file.hpp"

namespace line_form_test {

using namespace files;

namespace {

constexpr const char* usual = R"({
  "format": "chunkscope.world",
  "version": 1,
  "components": {
    "Position": { "size": 8, "align": 4, "fields": { "x": "f32", "y": "f32" } }
  },
  "systems": {},
  "entities": [
    { "id": "1v1", "components": { "Position": { "x": 1, "y": 2 } } }
  ]
}
)";

std::string with_returns(std::string_view text) {
    std::string result;
    append_lines(result, text, {.carriage_returns = true});
    return result;
}

}  // namespace

TEST_CASE("Line form: a world file keeps carriage returns and its byte order mark", "[files][world_file][lines]") {
    const std::string mark = "\xef\xbb\xbf";
    for (const std::string& text :
         {std::string(usual), with_returns(usual), mark + usual, mark + with_returns(usual)}) {
        const TemporaryFolder folder;
        const auto file = folder.write("level.json", text);
        ecs::World world;
        const WorldFile head = load_world(file, world);
        save_world(world, head, file);
        CHECK(folder.read("level.json") == text);
        // A copy has the form of the file that the world comes from; another file keeps its own.
        save_world(world, head, folder.path / "copy.json");
        CHECK(folder.read("copy.json") == text);
        folder.write("other.json", "{}\n");
        save_world(world, head, folder.path / "other.json");
        CHECK(folder.read("other.json") == usual);
        CHECK(write_world(world, head) == usual);
    }
}

TEST_CASE("Line form: a long file has the same line ends everywhere", "[files][world_file][lines]") {
    ecs::World world;
    for (int i = 0; i < 40'000; ++i) world.create(ecs::Name{"entity\n" + std::to_string(i)});
    const TemporaryFolder folder;
    folder.write("long.json", "{\r\n}");
    save_world(world, {}, folder.path / "long.json");
    CHECK(folder.read("long.json") == with_returns(write_world(world, {})));
}

TEST_CASE("Line form: the lines that a save changes are counted", "[files][lines]") {
    CHECK(count_new_lines(usual, usual) == 0);
    CHECK(count_new_lines("\xef\xbb\xbf" + with_returns(usual), usual) == 0);
    CHECK(count_new_lines("a\nb\nb\n", "b\na\nb") == 0);
    CHECK(count_new_lines("a\nb\n", "a\nb\nb\nc\n") == 2);
    CHECK(count_new_lines("", "a\n") == 1);
    CHECK(line_form_of(std::string_view("{}")) == LineForm{});
    CHECK(line_form_of(std::string_view("{\n}\r\n")) == LineForm{});
}

namespace {

struct Matrix {
    std::array<float, 16> cells{};
};
struct Full {
    std::uint8_t kind = 0;
    double value = 0;  // behind seven bytes of padding
    std::uint8_t last = 0;
};
struct Half {
    float shown = 0;
    std::vector<int> hidden;
};
struct Unused {
    int number = 0;
};

}  // namespace

TEST_CASE("Left out: bytes without a field are named by type, with their count, and padding is not",
          "[files][world_file]") {
    ecs::World world;
    world.types().add<Matrix>("Matrix");
    world.types().add<Full>("Full").field("kind", &Full::kind).field("value", &Full::value).field("last", &Full::last);
    world.types().add<Half>("Half").field("shown", &Half::shown);
    world.types().add<Unused>("Unused");
    CHECK(left_out_of_file(world).empty());
    world.create(ecs::Name{"A"}, Matrix{}, Full{});
    world.create(Matrix{}, Half{1, {2, 3}});
    std::set<std::string> told;
    const std::vector<LeftOut> found = left_out_of_file(world, &told);
    REQUIRE(found.size() == 2);
    CHECK(sentence_of(found[0]) == "Half: " + std::to_string(sizeof(Half) - 8) +
                                       " bytes of each value have no field and are not in the file (1 entity)");
    CHECK(sentence_of(found[1]) == "Matrix: 64 bytes of each value have no field and are not in the file (2 entities)");
    CHECK(left_out_of_file(world, &told).empty());
    CHECK(left_out_of_file(world).size() == 2);
}

TEST_CASE("Left out: a type that only a file describes has nothing beside its fields", "[files][world_file]") {
    ecs::World world;
    (void)read_world(R"({"format": "chunkscope.world", "version": 1,
        "components": {"Lamp": {"size": 16, "align": 8, "fields": {"on": "bool"}}},
        "entities": [{"id": "1v1", "components": {"Lamp": {"on": true}}}]})",
                     "lamp.json", world);
    REQUIRE(world.entity_count() == 1);
    CHECK(left_out_of_file(world).empty());
}

TEST_CASE("Left out: values that somebody else's program set, or kept to itself, are named", "[files][world_file]") {
    ecs::World world;
    ecs::ComponentType bytes, kept;
    bytes.name = "Bytes";
    bytes.size = 8;
    bytes.default_bytes.assign(8, std::byte{1});
    kept.name = "Kept";
    kept.hidden_bytes = 24;
    const ecs::ComponentId bytes_id = *world.types().add_at_run_time(bytes);
    const ecs::ComponentId kept_id = *world.types().add_at_run_time(kept);
    const ecs::Entity entity = world.create();
    world.add(entity, bytes_id);
    CHECK(left_out_of_file(world).size() == 1);  // also when they are as the program makes them
    *static_cast<std::uint64_t*>(world.get_mut(entity, bytes_id)) = 0;
    CHECK(left_out_of_file(world).empty());  // as they are when the file is read
    world.add(entity, kept_id);
    *static_cast<std::uint64_t*>(world.get_mut(entity, bytes_id)) = 7;
    const std::vector<LeftOut> found = left_out_of_file(world);
    REQUIRE(found.size() == 2);
    CHECK(sentence_of(found[0]) == "Bytes: 8 bytes of each value have no field and are not in the file (1 entity)");
    CHECK(sentence_of(found[1]) == "Kept: 24 bytes of each value have no field and are not in the file (1 entity)");
}

}  // namespace line_form_test
