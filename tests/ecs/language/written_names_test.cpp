#include "ecs/language/written_names.hpp"

#include "catch.hpp"
#include "ecs/language/text_value.hpp"
#include "language_world.hpp"

namespace written_names_test {

namespace {

struct Odd {
    float value = 0;
};
struct Twin {
    float value = 0;
};
struct OtherTwin {
    float value = 0;
};

}  // namespace

TEST_CASE("Written names: every value of every component is read back from its text", "[ecs][language]") {
    ecs::World world;
    language_world::register_types(world.types());
    world.types().add<Odd>("game::Odd name").field("the value", &Odd::value);
    world.types().add<Twin>("a::Twin").field("count", &Twin::value);
    world.types().add<OtherTwin>("b::Twin").field("value", &OtherTwin::value);
    std::size_t checked = 0;
    for (ecs::ComponentId id = 0; id < world.types().size(); ++id) {
        for (const ecs::WrittenValue& value : ecs::written_values(world.types(), id)) {
            INFO(value.text);
            auto text = ecs::TextValue::parse(value.text);
            REQUIRE(text);
            const ecs::TextError* const error = text->bind(world);
            INFO((error ? error->message : ""));
            CHECK(error == nullptr);
            ++checked;
        }
        auto query = ecs::TextQuery::parse(ecs::written_name(world.types(), id));
        INFO(ecs::written_name(world.types(), id));
        REQUIRE(query);
        CHECK(query->bind(world) == nullptr);
        CHECK(query->components() == std::vector<ecs::ComponentId>{id});
    }
    CHECK(checked > 20);
}

TEST_CASE("Written names: they are as short as they are clear, and quoted where they must be", "[ecs][language]") {
    ecs::World world;
    const ecs::ComponentId odd = world.types().add<Odd>("game::Odd name").field("the value", &Odd::value).id();
    const ecs::ComponentId one = world.types().add<Twin>("a::Twin").field("count", &Twin::value).id();
    world.types().add<OtherTwin>("b::Twin").field("value", &OtherTwin::value);
    CHECK(ecs::written_name(world.types(), odd) == "`Odd name`");
    CHECK(ecs::written_name(world.types(), one) == "a::Twin");
    CHECK(ecs::written_part("count") == "count");
    CHECK(ecs::written_part("count", ecs::NamePlace::First) == "`count`");
    CHECK(ecs::written_part("hp") == "hp");
    CHECK(ecs::written_part("2nd") == "`2nd`");
    const auto values = ecs::written_values(world.types(), one);
    REQUIRE(values.size() == 1);
    CHECK(values[0].text == "a::Twin.count");
    CHECK(values[0].title == "a::Twin.count");
}

TEST_CASE("Written names: arrays, structs and vectors are taken apart, with the place of each", "[ecs][language]") {
    ecs::World world;
    language_world::register_types(world.types());
    const ecs::ComponentId bag = world.types().find("Bag")->id;
    std::vector<std::string> texts;
    for (const ecs::WrittenValue& value : ecs::written_values(world.types(), bag, 2)) texts.push_back(value.text);
    CHECK(texts == std::vector<std::string>{"Bag.slots[0].count", "Bag.slots[0].label", "Bag.slots[1].count",
                                            "Bag.slots[1].label", "Bag.size.x", "Bag.size.y", "Bag.weights[0]",
                                            "Bag.weights[1]"});
    language_world::Bag value;
    value.slots[1].count = 7;
    value.size.y = 2.5f;
    for (const ecs::WrittenValue& each : ecs::written_values(world.types(), bag)) {
        if (each.text == "Bag.slots[1].count") CHECK(ecs::read_number(each.place, &value) == 7);
        if (each.text == "Bag.size.y") CHECK(ecs::read_number(each.place, &value) == 2.5);
    }
}

}  // namespace written_names_test
