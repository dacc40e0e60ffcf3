// Numbers of world files in the fields of types: what is read exactly or rounded, and what is lost and told.
#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "files/base/atomic_file.hpp"
#include "files/json/json_fields.hpp"
#include "files/json/json_text.hpp"
#include "files/support/temporary_folder.hpp"
#include "files/world_file/world_file.hpp"

namespace number_loss_test {

using namespace files;
using Catch::Matchers::Contains;

namespace {

struct Place {
    float x = 0, y = 0;
};
struct Life {
    std::int32_t hp = 0;
    std::uint8_t shield = 0;
};
struct Tint {
    ecs::Rgba value;
};

void register_types(ecs::TypeRegistry& types) {
    types.add<Place>("Place").field("x", &Place::x).field("y", &Place::y);
    types.add<Life>("Life").field("hp", &Life::hp).field("shield", &Life::shield);
    types.add<Tint>("Tint").field("value", &Tint::value);
}
struct GameWorld : ecs::World {
    GameWorld() { register_types(types()); }
};

std::string file_of(const std::string& components, const std::string& entities) {
    return "{ \"format\": \"chunkscope.world\", \"version\": 1,\n\"components\": { " + components +
           " },\n\"entities\": [\n" + entities + "\n] }";
}
/// One entity of a type that only the file knows.
std::string own(const std::string& kind, const std::string& number) {
    return file_of(R"("T": { "fields": { "v": ")" + kind + "\" } }",
                   R"({ "id": "1v1", "components": { "T": { "v": )" + number + " } } }");
}
std::string place(const std::string& kind, const std::string& x) {
    const std::string fields = R"("Place": { "fields": { "x": ")" + kind + R"(", "y": ")" + kind + "\" } }";
    return file_of(kind.empty() ? std::string() : fields,
                   R"({ "id": "1v1", "components": { "Place": { "x": )" + x + R"(, "y": 2 } } })");
}
/// How `T.v` is written again.
std::string kept(const std::string& kind, const std::string& number, Losses losses = Losses::Refuse) {
    ecs::World world;
    const WorldFile file = read_world(own(kind, number), "t.json", world, {.losses = losses});
    const std::string text = write_world(world, file), before = R"("T": { "v": )";
    const std::size_t at = text.rfind(before) + before.size();
    return text.substr(at, text.find(" }", at) - at);
}
/// What opening says is lost; empty: nothing.
std::string lost(const std::string& text) {
    GameWorld world;
    return losses_of(read_world(text, "t.json", world, {.losses = Losses::Accept}));
}

}  // namespace

TEST_CASE("Numbers of files: the digits of a double in an f32 are no loss", "[files][numbers]") {
    const std::pair<const char*, float> texts[] = {{"0.10000000149011612", 0.1f},
                                                   {"0.30000001192092896", 0.3f},
                                                   {"0.1234567890123", 0.1234567890123f},
                                                   {"3.4028234663852886e38", std::numeric_limits<float>::max()},
                                                   {"1.401298464324817e-45", std::numeric_limits<float>::denorm_min()},
                                                   {"16777216", 16777216.0f},
                                                   {"100000002004087730000", 1e20f},  // by JavaScript
                                                   {"100000002004087734272", 1e20f}};
    for (const auto& [text, value] : texts)
        for (const char* const described : {"", "f32"}) {
            CAPTURE(text, described);
            GameWorld world;
            const WorldFile file = read_world(place(described, text), "t.json", world);
            CHECK(file.losses.empty());
            CHECK(world.get<Place>({1, 1}).x == value);
        }
    ecs::World tinted;
    register_types(tinted.types());
    read_world(file_of("", R"({ "components": { "Tint": { "value": [0.9215686321258545, 0.1, 0.2, 1.0] } } })"),
               "t.json", tinted);
    CHECK(tinted.get<Tint>({1, 1}).value.r == 0.9215686321258545f);
}

TEST_CASE("Numbers of files: what a float cannot hold is told with its count and place", "[files][numbers]") {
    const std::string large = own("f32", "16777217");
    ecs::World world;
    CHECK_THROWS_WITH(read_world(large, "t.json", world),
                      "t.json: opening it would lose values: T.v: 1 number that f32 cannot hold, 16777217 in line 4, "
                      "column 44 (now 16777216)");
    CHECK(kept("f32", "16777217", Losses::Accept) == "16777216");
    CHECK_THAT(lost(own("f32", "1e-50")), Contains("T.v: 1 number too close to 0 for f32, 1e-50 in line 4"));
    CHECK_THAT(lost(own("f64", "-1e-400")), Contains("too close to 0 for f64"));
    CHECK_THAT(lost(own("f64", "9007199254740993")), Contains("1 number that f64 cannot hold"));
    CHECK_THAT(lost(own("f64", "36893488147419103233")), Contains("that f64 cannot hold"));
    CHECK(lost(own("f64", "36893488147419103232")).empty());
    CHECK(lost(own("f64", "123456789012345680000")).empty());
    CHECK(lost(own("f64", "0.1")).empty());
    CHECK(lost(own("f32", "0.0e-99")).empty());
    CHECK_THAT(lost(place("", "16777219")), Contains("Place.x: 1 number that f32 cannot hold"));

    const std::string three = file_of(R"("T": { "fields": { "v": "f32[2]" } })",
                                      R"({ "components": { "T": { "v": [1, 16777217] } } },
{ "components": { "T": { "v": [33554433, 16777219] } } })");
    CHECK(lost(three) ==
          "T.v: 3 numbers that f32 cannot hold, the first is 16777217 in line 4, column 35 (now 16777216)");
}

TEST_CASE("Numbers of files: what is written is never a loss when it is read again", "[files][numbers]") {
    ecs::Random random(7);
    std::size_t wrong = 0;
    const auto check = [&](auto value, const std::string& text) {
        using Number = decltype(value);
        ecs::NumberFit fit = ecs::NumberFit::Exact;
        JsonReader json(text, "number");
        const auto same = read_number_as<Number>(json, NumberMode::InRange, &fit);
        if (same == value && !is_loss(fit)) return;
        ++wrong;
        UNSCOPED_INFO(text << " became " << same);
    };
    for (int i = 0; i < 200'000; ++i) {
        const std::uint64_t bits = random.next();
        const auto wide = std::bit_cast<double>(bits);
        const auto narrow = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        const double whole = std::floor(std::ldexp(static_cast<double>(bits >> 11), static_cast<int>(bits % 40) - 30));
        const auto text_of = [](auto number) {
            std::string text;
            append_float(text, number);
            return text;
        };
        if (std::isfinite(narrow)) {
            check(narrow, text_of(narrow));
            check(narrow, text_of(static_cast<double>(narrow)));  // as Python and JavaScript write it
        }
        if (std::isfinite(wide)) check(wide, text_of(wide));
        check(whole, text_of(whole));
        check(static_cast<float>(whole), text_of(static_cast<float>(whole)));
    }
    CHECK(wrong == 0);
}

TEST_CASE("Numbers of files: a loss far behind in a long file has its line", "[files][numbers]") {
    std::string entities;
    for (int i = 1; i <= 30'000; ++i)
        entities += R"({ "id": ")" + std::to_string(i) + R"(v1", "components": { "Place": { "x": )" +
                    (i == 29'000 ? "1e-60" : "1.5") + R"(, "y": 2 } } })" + (i == 30'000 ? "" : ",\n");
    const TemporaryFolder folder;
    const auto file = folder.path / "long.json";
    write_file(file, file_of(R"("Place": { "size": 8, "align": 4, "fields": { "x": "f32", "y": "f32" } })", entities));
    GameWorld world;
    const WorldFile loaded = load_world(file, world, {.losses = Losses::Accept});
    CHECK_THAT(losses_of(loaded), Contains("1 number too close to 0 for f32, 1e-60 in line 29003,"));
}

TEST_CASE("Numbers of files: integers are read exactly, with a point and a power, too", "[files][numbers]") {
    CHECK(kept("u64", "9007199254740993.0") == "9007199254740993");
    CHECK(kept("u64", "18446744073709551615.000") == "18446744073709551615");
    CHECK(kept("i64", "-9.223372036854775808e18") == "-9223372036854775808");
    CHECK(kept("i64", "90071992547409930e-1") == "9007199254740993");
    CHECK(kept("u8", "2.5e1") == "25");
    CHECK(kept("u8", "-0") == "0");
    CHECK(kept("i32", "0.0e400000000000000000000") == "0");
    for (const char* const wrong : {"18446744073709551616.0", "0.5", "1e20", "-1", "9007199254740993.5", "1e-1"}) {
        ecs::World world;
        CHECK_THROWS_WITH(read_world(own("u64", wrong), "t.json", world), Contains("must be a whole number"));
    }
}

TEST_CASE("Numbers of files: values of another kind are read when they fit, and the change is said",
          "[files][numbers]") {
    for (const char* const kind : {"f64", "i32", "i64", "u8"}) {
        GameWorld world;
        const WorldFile file = read_world(place(kind, "5"), "t.json", world);
        CHECK(file.losses.empty());
        CHECK_THAT(file.warnings.at(0), Contains(std::string("made x f32, which was ") + kind));
        CHECK(world.get<Place>({1, 1}).x == 5);
    }
    CHECK(lost(place("f64", "0.5")).empty());
    CHECK(lost(place("f64", "0.1")).empty());  // rounded
    CHECK(lost(place("f64", "3.40282347e38")).empty());
    CHECK_THAT(lost(place("i32", "16777217")), Contains("Place.x: 1 number that f32 cannot hold, 16777217"));
    CHECK_THAT(lost(place("f64", "1e308")), Contains("Place.x: 1 number beyond f32, 1e308"));
    CHECK_THAT(lost(place("f64", "1e-300")), Contains("Place.x: 1 number too close to 0 for f32"));

    const auto life = [](const char* kind, const char* hp) {
        return file_of(std::string(R"("Life": { "fields": { "hp": ")") + kind + R"(", "shield": ")" + kind + "\" } }",
                       std::string(R"({ "components": { "Life": { "hp": )") + hp + R"(, "shield": 7 } } })");
    };
    CHECK(lost(life("i64", "5")).empty());
    CHECK(lost(life("f64", "5.0")).empty());
    CHECK_THAT(lost(life("f64", "0.5")), Contains("Life.hp: 1 number with a fraction for i32, 0.5"));
    CHECK_THAT(lost(life("i64", "5000000000")),
               Contains("Life.hp: 1 number beyond i32, 5000000000 in line 4, column 35 (now 2147483647)"));
    CHECK_THAT(lost(life("f64", "\"nan\"")), Contains("Life.hp: 1 number beyond i32"));
    GameWorld world;
    CHECK_THROWS_WITH(read_world(life("i64", "5000000000"), "t.json", world), Contains("would lose values"));
    CHECK_THROWS_WITH(read_world(life("i32", "5000000000"), "t.json", world), Contains("must be a whole number"));
}

namespace {

enum class Mode : std::uint8_t { A = 0, B = 1, C = 2, None = 255 };
struct Moody {
    Mode mode = Mode::A;
};
enum class LaterMode : std::uint8_t { A = 0, X = 1, C = 2 };
struct LaterMoody {
    LaterMode mode = LaterMode::A;
};

void describe(ecs::TypeRegistry& types) {
    types.add<Moody>("Moody").field("mode", &Moody::mode, {.names = {{"A", 0}, {"B", 1}, {"C", 2}, {"None", 255}}});
}

}  // namespace

TEST_CASE("Enums of files: 255 is a value of an unsigned byte", "[files][numbers]") {
    ecs::World world;
    describe(world.types());
    for (const int value : {0, 255, 200}) world.create(Moody{static_cast<Mode>(value)});
    const std::string text = write_world(world, {});
    CHECK_THAT(text, Contains(R"("Moody": { "mode": "None" })"));
    CHECK_THAT(text, Contains(R"("Moody": { "mode": 200 })"));

    ecs::World game;
    describe(game.types());
    CHECK(read_world(text, "moody.json", game).warnings.empty());
    CHECK(game.get<Moody>({2, 1}).mode == Mode::None);
    CHECK(static_cast<int>(game.get<Moody>({3, 1}).mode) == 200);

    ecs::World without_program;
    const WorldFile file = read_world(text, "moody.json", without_program);
    CHECK(write_world(without_program, file) == text);

    std::string of_before = text;
    of_before.replace(of_before.find("200"), 3, "-56");
    ecs::World again;
    describe(again.types());
    read_world(of_before, "moody.json", again);
    CHECK(static_cast<int>(again.get<Moody>({3, 1}).mode) == 200);
}

TEST_CASE("Enums of files: the file says that an enum has no sign where no name does", "[files][numbers]") {
    ecs::World world;
    world.types().add<LaterMoody>("Moody").field("mode", &LaterMoody::mode, {.names = {{"A", 0}, {"X", 1}, {"C", 2}}});
    world.create(LaterMoody{static_cast<LaterMode>(200)});
    const std::string text = write_world(world, {});
    CHECK_THAT(text, Contains(R"("names": { "A": 0, "X": 1, "C": 2 }, "unsigned": true })"));
    ecs::World without_program;
    const WorldFile file = read_world(text, "moody.json", without_program);
    const ecs::Field& mode = without_program.types().find("Moody")->fields[0];
    CHECK(ecs::read_enum(mode, without_program.get({1, 1}, without_program.types().find("Moody")->id)) == 200);
    CHECK(write_world(without_program, file) == text);

    // Files of before say nothing: then the number has the sign that it had.
    std::string of_before = text;
    const std::string said = R"(, "unsigned": true)";
    of_before.erase(of_before.find(said), said.size());
    ecs::World again;
    (void)read_world(of_before, "moody.json", again);
    const ecs::Field& former = again.types().find("Moody")->fields[0];
    CHECK(ecs::read_enum(former, again.get({1, 1}, again.types().find("Moody")->id)) == -56);
    ecs::World wrong;
    CHECK_THROWS_WITH(
        read_world(file_of(R"("T": { "fields": { "x": { "kind": "f32", "unsigned": true } } })", ""), "t.json", wrong),
        Contains("T.x has \"unsigned\" but is no enum"));
}

TEST_CASE("Enums of files: a name that is gone is a loss of the values that have it", "[files][numbers]") {
    const auto text = [](const char* first, const char* second) {
        return file_of(
            R"("Moody": { "fields": { "mode": { "kind": "enum", "size": 1, "names": { "A": 0, "B": 1, "None": 255 } } } })",
            std::string(R"({ "components": { "Moody": { "mode": ")") + first + "\" } } },\n" +
                R"({ "components": { "Moody": { "mode": ")" + second + "\" } } }");
    };
    const auto open = [](ecs::World& world, const std::string& from, Losses losses) {
        world.types().add<LaterMoody>("Moody").field("mode", &LaterMoody::mode,
                                                     {.names = {{"A", 0}, {"X", 1}, {"C", 2}}});
        return read_world(from, "moody.json", world, {.losses = losses});
    };
    ecs::World unused;
    const WorldFile fine = open(unused, text("A", "A"), Losses::Refuse);
    CHECK_THAT(fine.warnings.at(0), Contains(R"(left out "B" and "None", which mode could be)"));

    ecs::World refused;
    CHECK_THROWS_WITH(open(refused, text("B", "None"), Losses::Refuse), Contains("would lose values"));
    ecs::World agreed;
    const WorldFile file = open(agreed, text("B", "None"), Losses::Accept);
    CHECK_THAT(losses_of(file), Contains("Moody.mode: 2 values without a name, the first is \"B\" in line 4"));
    CHECK(agreed.get<LaterMoody>({1, 1}).mode == LaterMode::A);
    CHECK(static_cast<int>(agreed.get<LaterMoody>({2, 1}).mode) == 255);
    ecs::World wrong;
    CHECK_THROWS_WITH(open(wrong, text("A", "Noone"), Losses::Accept), Contains("found string \"Noone\""));
}

}  // namespace number_loss_test
