// Each piece of C++ is compiled here as it stands, and compared with what the world is written as.
#include "panels/menus/cpp_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>

#include "catch.hpp"

namespace cpp_text_test {

enum class Mood : std::int8_t { Calm, Angry };
struct Slot {
    std::int32_t item = 0;
    Mood mood = Mood::Calm;
};
struct Place {
    ecs::Vec2 at;
    float angle = 0;
};
struct Everything {
    bool flag = false;
    std::int64_t low = 0;
    std::uint64_t high = 0;
    double f64 = 0;
    Mood mood = Mood::Calm;
    std::string text;
    ecs::Entity target;
    ecs::Rgba color;
    std::int32_t numbers[3] = {};
    Slot slot;
    Mood moods[2] = {};
};
struct Position {
    float x = 0, y = 0;
};
struct Velocity {
    float x = 0, y = 0;
};
struct Enemy {};

struct Types {
    ecs::World world;
    Types() {
        ecs::TypeRegistry& types = world.types();
        const std::vector<ecs::EnumName> names{{"Calm", 0}, {"Angry", 1}};
        types.add<Everything>("Everything")
            .field("flag", &Everything::flag)
            .field("low", &Everything::low)
            .field("high", &Everything::high)
            .field("f64", &Everything::f64)
            .field("mood", &Everything::mood, {.names = names})
            .field("text", &Everything::text)
            .field("target", &Everything::target)
            .field("color", &Everything::color)
            .field("numbers", &Everything::numbers)
            .struct_field(
                "slot", &Everything::slot,
                ecs::StructBuilder<Slot>().field("item", &Slot::item).field("mood", &Slot::mood, {.names = names}))
            .field("moods", &Everything::moods, {.names = names});
        types.add<Position>("Position").field("x", &Position::x).field("y", &Position::y);
        types.add<Velocity>("Velocity").field("x", &Velocity::x).field("y", &Velocity::y);
        types.add<Enemy>("Enemy");
    }
};

/// Without blanks, line ends, and the comments that name the values of enums: the preprocessor changes those.
std::string squeezed(std::string text) {
    for (std::size_t at = text.find("/*"); at != std::string::npos; at = text.find("/*"))
        text.erase(at, text.find("*/", at) + 2 - at);
    std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
    return text;
}

// A system is written with an empty function, for a person to fill.
#pragma GCC diagnostic ignored "-Wunused-parameter"

/// The code, which is compiled, and its text.
#define CODE(...) \
    __VA_ARGS__   \
    static constexpr const char* code = #__VA_ARGS__;

TEST_CASE("C++: an entity is created by the code that it is written as", "[panels][menus][cpp]") {
    Types types, copies;
    ecs::World& world = copies.world;
    const ecs::Entity made = types.world.create(ecs::Name{"Big Ship"}, Position{150, -0.5f}, Enemy{});
    CODE(const ecs::Entity big_ship = world.create(ecs::Name{"Big Ship"}, Position{.x = 150.0f, .y = -0.5f}, Enemy{});)
    CHECK(squeezed(panels::cpp_of_entities(types.world, {&made, 1})) == squeezed(code));
    CHECK(world.name(big_ship) == "Big Ship");
    CHECK(world.get<Position>(big_ship).x == 150);
    CHECK(world.has<Enemy>(big_ship));
}

TEST_CASE("C++: a parent stands before its children, and references name it", "[panels][menus][cpp]") {
    Types types, copies;
    ecs::World& world = copies.world;
    const ecs::Entity first = types.world.create(ecs::Name{"Ship"});
    const ecs::Entity second = types.world.create(ecs::Name{"new"}, ecs::Parent{first});
    const ecs::Entity all[] = {second, first};
    CODE(const ecs::Entity ship = world.create(ecs::Name{"Ship"});
         const ecs::Entity new_ = world.create(ecs::Name{"new"}, ecs::Parent{ship});)
    CHECK(squeezed(panels::cpp_of_entities(types.world, all)) == squeezed(code));
    CHECK(world.parent(new_) == ship);
}

TEST_CASE("C++: every kind of field is written so that it has the same value", "[panels][menus][cpp]") {
    Types types;
    ecs::World& world = types.world;
    Everything value;
    value.flag = true;
    value.low = std::numeric_limits<std::int64_t>::min();
    value.high = std::numeric_limits<std::uint64_t>::max();
    value.f64 = -std::numeric_limits<double>::infinity();
    value.mood = Mood::Angry;
    value.text = "a \"quoted\"\nline\\";
    value.target = {7, 3};
    value.color = {1, 0.5f, 0.25f, 1};
    value.numbers[2] = -3;
    value.slot = {4, Mood::Angry};
    value.moods[1] = Mood::Angry;
    const ecs::ComponentType& type = *world.types().find("Everything");
    CODE(const Everything copy =
             Everything{.flag = true,
                        .low = std::numeric_limits<std::int64_t>::min(),
                        .high = 18446744073709551615u,
                        .f64 = -std::numeric_limits<double>::infinity(),
                        .mood = static_cast<std::decay_t<decltype(Everything::mood)>>(1),
                        .text = "a \"quoted\"\nline\\",
                        .target = ecs::Entity{7, 3},
                        .color = {1.0f, 0.5f, 0.25f, 1.0f},
                        .numbers = {0, 0, -3},
                        .slot = {.item = 4, .mood = static_cast<std::decay_t<decltype(Everything::slot.mood)>>(1)},
                        .moods = {static_cast<std::decay_t<decltype(Everything::moods[0])>>(0),
                                  static_cast<std::decay_t<decltype(Everything::moods[0])>>(1)}};)
    CHECK("constEverythingcopy=" + squeezed(panels::cpp_of_component(world, type, &value)) + ";" == squeezed(code));
    CHECK(ecs::values_equal(type, &value, &copy));
    const std::string mood = panels::cpp_of_field(world, type, *type.find_field("mood"), &value);
    CHECK(mood == "static_cast<std::decay_t<decltype(Everything::mood)>>(1) /* Angry */");
}

TEST_CASE("C++: fields with paths stand in the braces of their member", "[panels][menus][cpp]") {
    ecs::TypeRegistry types;
    ecs::ComponentType place;
    place.name = "Place";
    place.size = sizeof(Place);
    for (const char* const name : {"at.x", "at.y", "angle"}) {
        ecs::Field& field = place.fields.emplace_back();
        field.name = name;
        field.offset = static_cast<std::uint32_t>(4 * (place.fields.size() - 1));
    }
    const Place value{{1, 2}, 3};
    ecs::World world;
    CODE(const Place copy = Place{.at = {.x = 1.0f, .y = 2.0f}, .angle = 3.0f};)
    CHECK("constPlacecopy=" + squeezed(panels::cpp_of_component(world, place, &value)) + ";" == squeezed(code));
    CHECK(copy.at == value.at);
}

TEST_CASE("C++: what is not finite, or has a NUL, is spelt out", "[panels][menus][cpp]") {
    Types types;
    const ecs::ComponentType& type = *types.world.types().find("Everything");
    Everything value;
    value.f64 = std::nan("");
    value.text = std::string("a\0b\x01", 4);
    const auto of = [&](const char* field) {
        return panels::cpp_of_field(types.world, type, *type.find_field(field), &value);
    };
    CHECK(of("f64") == "std::numeric_limits<double>::quiet_NaN()");
    CHECK(of("text") == R"(std::string("a\000b\001", 4))");
    CHECK(of("target") == "ecs::null_entity");
    CODE(const std::string text = std::string("a\000b\001", 4);)
    CHECK(std::string(code) == "const std::string text = " + of("text") + ";");
    CHECK(text == value.text);
}

TEST_CASE("C++: a type without C++ is left out, with a word about it", "[panels][menus][cpp]") {
    ecs::World world;
    ecs::ComponentType made;
    made.name = "Made";
    made.fields.emplace_back().name = "x";
    made.size = 4;
    made.made_at_run_time = true;
    CHECK(panels::why_not_cpp(made) == "This type was made at run time: no C++ type has its name");
    made.made_at_run_time = false;
    CHECK(panels::why_not_cpp(made).empty());
    made.name = "Position (demo)";
    CHECK(panels::why_not_cpp(made) == "Position (demo) is no name of a C++ type");
    made.name = "game::Made";
    made.fields[0].name = "x and y";
    CHECK(panels::why_not_cpp(made) == "A field of this type has a name that no C++ member can have");
    made.fields.clear();
    CHECK(panels::why_not_cpp(made) == "Nobody described the fields of this type");

    const ecs::ComponentId opaque = *world.types().add_opaque("Mystery");
    const ecs::Entity entity = world.create_with(std::array{opaque});
    CHECK(panels::cpp_of_entities(world, {&entity, 1}) ==
          "const ecs::Entity entity_1 = world.create();  // without Mystery\n");
}

TEST_CASE("C++: the list of an archetype and the line of a system compile", "[panels][menus][cpp]") {
    Types types;
    ecs::World& world = types.world;
    const ecs::Entity entity = world.create(Position{}, Velocity{1, 2}, Enemy{});
    CHECK(panels::cpp_of_archetype(world.archetype_of(entity)) == "const Position, const Velocity, Enemy");
    {
        CODE(const ecs::View<const Position, const Velocity, Enemy> view(world);)
        CHECK(std::string(code).find(panels::cpp_of_archetype(world.archetype_of(entity))) != std::string::npos);
    }

    ecs::Schedule schedule(world);
    ecs::SystemDescription system{.name = "Move", .phase = ecs::Phase::PostUpdate, .parallel = true};
    system.accesses = ecs::access<Position, const Velocity, const Enemy>(world);
    {
        CODE(schedule.system<Position, const Velocity, Enemy>("Move",
                                                              [](Position& position, const Velocity& velocity) {},
                                                              {.phase = ecs::Phase::PostUpdate, .parallel = true});)
        CHECK(squeezed(panels::cpp_of_system(world, system)) == squeezed(code));
    }
    REQUIRE(schedule.find("Move") != nullptr);
    CHECK(schedule.find("Move")->description.phase == ecs::Phase::PostUpdate);
}

TEST_CASE("C++: bytes are an array of std::byte", "[panels][menus][cpp]") {
    const std::byte some[] = {std::byte{0x0a}, std::byte{0xff}};
    CODE(const std::byte bytes[] = {std::byte{0x0a}, std::byte{0xff}};)
    CHECK(panels::cpp_of_bytes(some) == code);
    CHECK(std::equal(std::begin(some), std::end(some), std::begin(bytes)));
}

}  // namespace cpp_text_test
