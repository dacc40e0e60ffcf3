#include "figures/drawing/value_text.hpp"

#include "catch.hpp"

namespace value_text_test {

namespace {

enum class Mood : std::int8_t { Calm, Angry };
struct Mixed {
    float speed = 12.5f;
    std::int32_t hp = -7;
    bool on = true;
    Mood mood = Mood::Angry;
    std::string text = "hello";
    ecs::Entity target;
    ecs::Vec2 at{1, -2.25f};
    ecs::Rgba color{1, 0.5f, 0, 1};
    std::uint8_t bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
};
struct Single {
    double meters = 3;
};
struct Tag {};

struct Values {
    ecs::World world;
    Mixed mixed;

    Values() {
        world.types()
            .add<Mixed>("Mixed")
            .field("speed", &Mixed::speed, {.unit = "px/s"})
            .field("hp", &Mixed::hp)
            .field("on", &Mixed::on)
            .field("mood", &Mixed::mood, {.names = {{"Calm", 0}, {"Angry", 1}}})
            .field("text", &Mixed::text)
            .field("target", &Mixed::target)
            .field("at", &Mixed::at)
            .field("color", &Mixed::color)
            .field("bytes", &Mixed::bytes);
        world.types().add<Single>("game::Single").field("meters", &Single::meters, {.unit = "m"});
        world.types().add<Tag>("game::Tag");
    }
    std::string field(const char* name) const {
        return figures::field_text(world, *world.types()[world.id<Mixed>()].find_field(name), &mixed);
    }
};

}  // namespace

TEST_CASE("Value text: every kind of field reads as a person would write it", "[figures][value_text]") {
    Values v;
    CHECK(v.field("speed") == "12.50");
    CHECK(v.field("hp") == "-7");
    CHECK(v.field("on") == "true");
    CHECK(v.field("mood") == "Angry");
    CHECK(v.field("text") == "\"hello\"");
    CHECK(v.field("target") == "none");
    CHECK(v.field("at") == "1.00, -2.25");
    CHECK(v.field("color") == "#FF8000");
    CHECK(v.field("bytes") == "[1, 2, 3, 4, 5, 6, … 8 values]");

    v.mixed.target = v.world.create(ecs::Name{"Player"});
    CHECK(v.field("target") == "Player");
    v.mixed.color.a = 0.5f;
    CHECK(v.field("color") == "#FF8000 50 %");
    v.mixed.mood = static_cast<Mood>(9);
    CHECK(v.field("mood") == "9");
}

TEST_CASE("Value text: extreme numbers stay short", "[figures][value_text]") {
    Values v;
    for (const float extreme :
         {1e30f, -1e-20f, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
        v.mixed.speed = extreme;
        CHECK(v.field("speed").size() <= 10);
    }
    v.mixed.speed = 0;
    CHECK(v.field("speed") == "0.00");
}

TEST_CASE("Value text: long strings are cut between characters", "[figures][value_text]") {
    Values v;
    v.mixed.text.clear();
    for (int i = 0; i < 40; ++i) v.mixed.text += "ä";
    v.mixed.text.insert(0, "a");
    const std::string shown = v.field("text");
    CHECK(shown.size() < v.mixed.text.size());
    CHECK(shown.substr(shown.size() - 6) == "ä…\"" + std::string());
}

TEST_CASE("Value text: a component is its only value, or all of them with names", "[figures][value_text]") {
    Values v;
    const Single single;
    const ecs::TypeRegistry& types = v.world.types();
    CHECK(figures::component_text(v.world, types[v.world.id<Single>()], &single) == "3.00 m");
    const std::string all = figures::component_text(v.world, types[v.world.id<Mixed>()], &v.mixed);
    CHECK(all.find("speed 12.50, hp -7, on true, mood Angry") == 0);
    CHECK(figures::component_values(v.world, types[v.world.id<Mixed>()], &v.mixed).find("12.50, -7, true") == 0);
    CHECK(figures::component_text(v.world, types[v.world.id<Tag>()], nullptr).empty());
}

TEST_CASE("Value text: an entity without a name is called by its index, one that is gone by its whole id",
          "[figures][value_text]") {
    Values v;
    const ecs::Entity nameless = v.world.create(), named = v.world.create(ecs::Name{"Lamp"});
    CHECK(figures::name_or_id(v.world, named) == "Lamp");
    CHECK(figures::short_id(nameless) == "#" + std::to_string(nameless.index));
    CHECK(figures::name_or_id(v.world, nameless) == figures::short_id(nameless));
    v.world.destroy(nameless);
    CHECK(figures::name_or_id(v.world, nameless) == ecs::to_string(nameless));
}

TEST_CASE("Value text: an archetype is called by its components", "[figures][value_text]") {
    Values v;
    const ecs::Entity nothing = v.world.create(), both = v.world.create(Single{}, Tag{});
    CHECK(figures::archetype_name(v.world.archetype_of(nothing)) == "no components");
    CHECK(figures::archetype_name(v.world.archetype_of(both)) == "Single, Tag");
}

}  // namespace value_text_test
