#include "ecs/language/text_query.hpp"

#include <cmath>
#include <limits>
#include <optional>

#include "catch.hpp"
#include "ecs/language/text_value.hpp"
#include "language_world.hpp"

namespace text_query_test {

using namespace language_world;
using ecs::Entity;
using ecs::QueryInputs;
using ecs::TextQuery;
using ecs::TextValue;

namespace {

/// 1 Hero: Health 5 of 10, Position 3 4. 2: Enemy, Health 50, targets 1. 3: Enemy, Frozen, targets 4, which is gone.
/// 5 Squad > 6 Scout > 7: Ai. 8: Numbers. 9: Bag.
struct Scene {
    Scene() {
        register_types(world.types());
        hero = world.create(Health{5, 10}, Position{3, 4});
        world.add(hero, ecs::Name{"Hero"});
        enemy = world.create(Enemy{}, Health{50, 100}, Target{hero});
        frozen = world.create(Enemy{}, Frozen{});
        const Entity gone = world.create();
        world.add(frozen, Target{gone});
        const Entity squad = world.create(ecs::Name{"Squad"});
        world.destroy(gone);
        scout = world.create_at({6, 1}) ? Entity{6, 1} : Entity{};
        world.add(scout, ecs::Name{"Boss Scout"});
        world.set_parent(scout, squad);
        const Entity ai = Entity{7, 1};
        world.create_at(ai);
        world.add(ai, Ai{Mood::Angry, false, 0.25});
        world.set_parent(ai, scout);
        world.create_at({8, 1});
        world.add({8, 1}, Numbers{-3, -300, std::numeric_limits<std::int64_t>::min(), 200, 60'000, 4'000'000'000u,
                                  std::numeric_limits<std::uint64_t>::max()});
        world.create_at({9, 1});
        world.add({9, 1}, Bag{{{1, "a"}, {2, "b"}, {3, "c"}}, {3, 4}, {0.5f, 1.5f}});
    }
    std::string operator()(const std::string& text, const QueryInputs& inputs = {}) const {
        return found(world, text, inputs);
    }

    ecs::World world;
    Entity hero, enemy, frozen, scout;
};

struct Watches : ecs::WatchValues {
    std::optional<ecs::WatchNumber> watch(std::string_view name) const override {
        if (name == "low") return 10;
        return std::nullopt;
    }
};

std::string value(const ecs::World& world, const std::string& text, Entity entity = {},
                  const QueryInputs& inputs = {}) {
    auto parsed = TextValue::parse(text);
    if (!parsed) return parsed.error().message;
    if (const ecs::TextError* error = parsed->bind(world)) return error->message;
    const auto result = parsed->value(world, entity, inputs);
    return result ? to_string(*result) : "nothing";
}

}  // namespace

TEST_CASE("TextQuery: every kind of condition finds what the manual says", "[ecs][language]") {
    const Scene scene;
    const std::pair<const char*, const char*> rows[] = {
        {"Health", "1 2"},
        {"Enemy & !Frozen", "2"},
        {"Frozen | Position", "1 3"},
        {"Health.hp < 10", "1"},
        {"!(Health.hp < 10)", "2 3 5 6 7 8 9"},
        {"!Health", "3 5 6 7 8 9"},
        {"Health.hp < Health.max / 2", ""},
        {"Health.hp <= Health.max / 2", "1 2"},
        {"0 < Health.hp <= 50", "1 2"},
        {"10 < Health.hp < 100", "2"},
        {"60 > Health.hp > 5", "2"},
        {"10 != Health.hp != 5", "2"},
        {"Position.x * Position.x + Position.y ^ 2 == 25", "1"},
        {"length(Position.x, Position.y) == 5", "1"},
        {"name == \"Hero\"", "1"},
        {"name != \"Hero\"", "5 6"},
        {"name ~ \"bOSS\"", "6"},
        {"name ~ \"\"", "1 5 6"},
        {"length(name) == 4", "1"},
        {"#2", "2"},
        {"#2v1", "2"},
        {"#2v2", ""},
        {"#4", ""},
        {"#1 | #3", "1 3"},
        {"below(#5)", "5 6 7"},
        {"below(\"Squad\") & !#5", "6 7"},
        {"below(6v1)", "6 7"},
        {"below(\"nobody\")", ""},
        {"below(#4)", ""},
        {"Target.target == #1", "2"},
        {"Target.target == #1v1", "2"},
        {"Target.target == #1v2", ""},
        {"Target.target == null", ""},
        {"Target.target != null", "2 3"},
        {"Target.target.Health.hp < 10", "2"},
        {"!(Target.target.Health.hp < 10)", "1 3 5 6 7 8 9"},
        {"Target.target.Position", "2"},
        {"Target.target.Frozen", ""},
        {"Target.target.name == \"x\"", "No component name (did you mean Name?)"},
        {"Target.target.Name.value == \"Hero\"", "2"},
        {"Parent.value.Parent.value.Name.value == \"Squad\"", "7"},
        {"#1.Health.hp < Health.hp", "2"},
        {"#1.Frozen", ""},
        {"#3.Frozen", "1 2 3 5 6 7 8 9"},
        {"Ai.mood == Angry", "7"},
        {"Calm != Ai.mood", "7"},
        {"Ai.mood == 3", "7"},
        {"Ai.mood > Calm", "7"},
        {"Ai.awake == false", "7"},
        {"Ai.awake != true", "7"},
        {"Ai.awake", ""},
        {"!Ai.awake & Ai", "7"},
        {"Ai.patience < 0.3", "7"},
        {"Numbers.i8 == -3", "8"},
        {"Numbers.i8 < -1000", ""},
        {"Numbers.i8 > -1000", "8"},
        {"Numbers.i16 <= -300.5", ""},
        {"Numbers.i16 <= -299.5", "8"},
        {"Numbers.u8 >= 199.5", "8"},
        {"Numbers.u16 != 60000", ""},
        {"Numbers.u32 > 3999999999", "8"},
        {"Numbers.u64 == 18446744073709551615", "8"},
        {"Numbers.u64 > -1", "8"},
        {"Numbers.u64 > Numbers.i64", "8"},
        {"Numbers.u64 > 1.5", "8"},
        {"Numbers.i64 == -9223372036854775808", "8"},
        {"-Numbers.i64 > 0", ""},
        {"Numbers.u64 + 1 > 0", ""},
        {"Bag.slots[2].count == 3", "9"},
        {"Bag.slots[0].label == \"a\"", "9"},
        {"Bag.slots[1].label < \"c\"", "9"},
        {"Bag.size.y == 4", "9"},
        {"length(Bag.size) == 5", "9"},
        {"Bag.weights[1] > 1", "9"},
        {"Health.hp / 0 == 1", ""},
        {"Health.hp / 0.0 > 1", "1 2"},
        {"Health.hp % 7 == 5", "1"},
        {"Position.x / 2 == 1.5", "1"},
        {"2 ^ 3 == 8 & #1", "1"},
        {"2 ^ -1 == 0.5", ""},
        {"2.0 ^ -1 == 0.5 & #1", "1"},
        {"max(Health.hp, 20, 3) == 20", "1"},
        {"clamp(Health.hp, 10, 40) == 40", "2"},
        {"min(Health.hp, 7.5) == 7.5", "2"},
        {"abs(0 - Health.hp) == 5", "1"},
        {"floor(Health.hp / 4.0) == 1", "1"},
        {"ceil(Health.hp / 4.0) == 2", "1"},
        {"round(2.5) == 3 & Frozen", "3"},
        {"lerp(Health.hp, 10, 0.5) == 7.5", "1"},
        {"sqrt(Position.x + 6) == 3", "1"},
        {"abs(sin(pi)) < 1e-9 & cos(0) == 1 & atan2(0, 1) == 0 & #3", "3"},
    };
    for (const auto& [text, expected] : rows) {
        INFO(text);
        CHECK(scene(text) == expected);
    }
}

TEST_CASE("TextQuery: what a world does not have is named, with what is spelt alike", "[ecs][language]") {
    const Scene scene;
    struct Wrong {
        const char* text;
        std::size_t offset;
        const char* message;
    };
    const Wrong rows[] = {
        {"Helth.hp < 10", 0, "No component Helth (did you mean Health?)"},
        {"Frozen & helth", 9, "No component helth (did you mean Health?)"},
        {"Unheard", 0, "No component Unheard"},
        {"Health.hpp < 10", 7, "Health has no field hpp (did you mean hp?)"},
        {"Health.hp.x < 10", 10, "Health.hp has no fields"},
        {"Health < 10", 0, "Health is a component: name one of its fields, as in Health.hp"},
        {"Frozen == 1", 0, "Frozen is a component: name one of its fields"},
        {"Frozen.x == 1", 7, "Frozen has no fields"},
        {"Health.hp", 0, "Health.hp is no condition: compare it with a value"},
        {"Health.hp[1] < 3", 7, "Health.hp has no elements"},
        {"Health[1] < 3", 0, "Health is a component, which has no elements"},
        {"Bag.weights > 3", 4, "Bag.weights has 2 elements: name one, as in weights[0]"},
        {"Bag.weights[2] > 3", 4, "Bag.weights has only 2 elements"},
        {"Bag.slots[1] > 3", 0, "Bag.slots has members: name one of them"},
        {"Bag.slots[1].cont > 3", 13, "Bag.slots has no field cont (did you mean count?)"},
        {"Bag.size > 3", 0, "Bag.size is a vector: name one of its members"},
        {"Bag.size.z > 3", 9, "Bag.size has the members x and y"},
        {"Health.hp == \"x\"", 13, "Expected a whole number, found a text"},
        {"name < 3", 7, "Expected a text, found a whole number"},
        {"name + 1 < 3", 0, "Expected a number, found a text"},
        {"Health.hp ~ \"x\"", 0, "Expected a text, found a whole number"},
        {"Ai.awake < true", 0, "true and false compare with == and != only"},
        {"Target.target < #3", 0, "Entities compare with == and != only"},
        {"Ai.mood == Angy", 11, "mood has no value Angy (did you mean Angry?)"},
        {"Ai.mood == 1.5", 11, "Expected an enum, found a number"},
        {"Angry == 3", 0, "No component Angry"},
        {"changed(Frozen)", 8, "Frozen has no value that could change; ask added(Frozen)"},
        {"added(Health.hp)", 13, "A component is added and removed as a whole"},
        {"changed(Target.target.Health)", 22, "Target.target is another entity, which stays as it is"},
        {"Target.target.hp < 3", 14, "No component hp (did you mean Health.hp?)"},
    };
    for (const Wrong& row : rows) {
        INFO(row.text);
        auto query = TextQuery::parse(row.text);
        REQUIRE(query);
        const ecs::TextError* error = query->bind(scene.world);
        REQUIRE(error);
        CHECK(error->message == row.message);
        CHECK(error->offset == row.offset);
        CHECK(query->count(scene.world) == 0);
    }
}

TEST_CASE("TextQuery: a query that did not fit is tried anew when types come", "[ecs][language]") {
    ecs::World world;
    auto query = TextQuery::parse("Health.hp < 10 & !Frozen");
    REQUIRE(query);
    REQUIRE(query->bind(world));
    register_types(world.types());
    const Entity weak = world.create(Health{3, 10});
    CHECK_FALSE(query->bind(world));
    CHECK(query->matches(world, weak));
    CHECK(query->count(world) == 1);

    // Archetypes that come later are seen without binding.
    world.create(Health{4, 10}, Enemy{});
    CHECK(query->count(world) == 2);
    CHECK(query->archetypes(world).size() == 2);
    world.add(weak, Frozen{});
    CHECK(query->count(world) == 1);
    CHECK_FALSE(query->matches(world, weak));
    world.destroy(weak);
    CHECK_FALSE(query->matches(world, weak));
}

TEST_CASE("TextQuery: names in backquotes, with blanks, dots and namespaces", "[ecs][language]") {
    ecs::World world;
    const auto add = [&](const char* name, const char* field) {
        ecs::ComponentType type;
        type.name = name;
        type.fields.emplace_back();
        type.fields.back().name = field;
        type.fields.back().kind = ecs::FieldKind::F32;
        ecs::lay_out(type.fields);
        return *world.types().add_at_run_time(std::move(type));
    };
    world.create_with(std::array{add("My Component", "the value")});
    world.create_with(std::array{add("a.b", "c")});
    world.create_with(std::array{add("game::Speed", "x")});
    add("one::Twice", "x");
    add("two::Twice", "x");
    CHECK(found(world, "`My Component`.`the value` == 0") == "1");
    CHECK(found(world, "a.b.c == 0") == "2");
    CHECK(found(world, "`a.b`.c == 0") == "2");
    CHECK(found(world, "game::Speed.x == 0") == "3");
    CHECK(found(world, "Speed") == "3");
    CHECK(found(world, "Twice") == "Twice is either one::Twice or two::Twice");
}

TEST_CASE("TextQuery: a row with a fault fails its comparison and is counted", "[ecs][language]") {
    ecs::World world;
    register_types(world.types());
    const Entity none = world.create(Health{1, 0});
    world.create(Health{1, 1});
    world.create(Health{std::numeric_limits<std::int32_t>::max(), 1});
    const auto faults = [&](const std::string& text) {
        auto query = TextQuery::parse(text);
        REQUIRE(query);
        REQUIRE_FALSE(query->bind(world));
        query->count(world);
        return query->faults();
    };
    const ecs::RowFaults divided = faults("Health.hp / Health.max == 1");
    CHECK(divided.count == 1);
    CHECK(divided.first == none);
    CHECK(words_of(divided.what) == "an integer is divided by zero");
    // Only rows that are asked for count.
    CHECK(faults("Health.max != 0 & Health.hp / Health.max == 1").count == 0);
    CHECK(faults("Health.max == 0 | Health.hp / Health.max == 1").count == 0);
    const ecs::RowFaults overflow = faults("Health.hp * 9223372036854775807 > 0");
    CHECK(overflow.count == 1);
    CHECK(words_of(overflow.what) == "an integer overflows");
    CHECK(words_of(faults("Health.max ^ (0 - 1) == 1").what) == "an integer has a negative power");
    CHECK(words_of(faults("random(0, 1) < 2").what) == "there is no random source here");
}

TEST_CASE("TextQuery: NaN compares as IEEE says", "[ecs][language]") {
    ecs::World world;
    register_types(world.types());
    world.create(Position{std::nanf(""), 0});
    CHECK(found(world, "Position.x < 1") == "");
    CHECK(found(world, "Position.x >= 1") == "");
    CHECK(found(world, "Position.x == Position.x") == "");
    CHECK(found(world, "Position.x != 1") == "1");
    CHECK(found(world, "Position.x != Position.x") == "1");
    CHECK(found(world, "Position.y < 0.0 / 0.0") == "");
    CHECK(found(world, "Position.y != 0.0 / 0.0") == "1");
}

TEST_CASE("TextQuery: random draws from the source of the caller, once a row that counts", "[ecs][language]") {
    ecs::World world;
    register_types(world.types());
    for (int i = 0; i < 1000; ++i) world.create(Health{i, 1000});
    ecs::Random random(5), same(5);
    auto query = TextQuery::parse("Health.hp >= 400 & random(0, 10) < 5");
    REQUIRE(query);
    REQUIRE_FALSE(query->bind(world));
    const std::size_t count = query->count(world, {.random = &random});
    CHECK(count > 200);
    CHECK(count < 400);
    for (int i = 0; i < 600; ++i) same.next();
    CHECK(random.state() == same.state());
}

TEST_CASE("TextQuery: watches have the values of the caller, or fail", "[ecs][language]") {
    const Scene scene;
    const Watches watches;
    const QueryInputs inputs{.watches = &watches};
    CHECK(scene("Health.hp < $low", inputs) == "1");
    CHECK(scene("Health.hp < $low") == "");
    CHECK(scene("!(Health.hp < $high) & Health", inputs) == "1 2");
}

TEST_CASE("TextValue: values of an entity, of named entities and of all", "[ecs][language]") {
    const Scene scene;
    const Watches watches;
    const auto of = [&](const std::string& text, Entity entity = {}) {
        return value(scene.world, text, entity, {.watches = &watches});
    };
    CHECK(of("Health.hp", scene.hero) == "5");
    CHECK(of("Health.hp / 2.0", scene.hero) == "2.5");
    CHECK(of("Health.hp", scene.frozen) == "nothing");
    CHECK(of("Health.hp") == "nothing");
    CHECK(of("#1.Health.hp") == "5");
    CHECK(of("#1v1.Health.hp + 1") == "6");
    CHECK(of("#4.Health.hp") == "nothing");
    CHECK(of("Target.target", scene.enemy) == "#1v1");
    CHECK(of("name", scene.hero) == "\"Hero\"");
    CHECK(of("Ai.mood", Entity{7, 1}) == "\"Angry\"");
    CHECK(of("Ai.awake", Entity{7, 1}) == "false");
    CHECK(of("$low * 2") == "20");
    CHECK(of("count(Health)") == "2");
    CHECK(of("count(Health.hp > 10 | Frozen)") == "2");
    CHECK(of("count(Health) / 2.0 + count(Enemy)") == "3");
    CHECK(of("sum(Health.hp, Health)") == "55");
    CHECK(of("sum(Health.hp, !Enemy)") == "5");
    CHECK(of("sum(Health.hp, Frozen)") == "0");
    CHECK(of("min(Health.hp, Health)") == "5");
    CHECK(of("max(Health.hp, Health)") == "50");
    CHECK(of("mean(Health.hp, Health)") == "27.5");
    CHECK(of("mean(Health.hp, Frozen)") == "nothing");
    CHECK(of("max(Position.x * 1.5, Position)") == "4.5");
    CHECK(of("max(Numbers.u64, Numbers)") == "18446744073709551615");
    CHECK(of("count(Helth)") == "No component Helth (did you mean Health?)");
    CHECK(of("sum(name, Health)") == "Expected a number, found a text");
    CHECK(of("Health.hp < 3") == "Expected an operator or the end, found \"<\"");
}

TEST_CASE("TextQuery: a short name that two types have is an error that names both", "[ecs][language]") {
    ecs::World world;
    for (const char* name : {"foo::Objective", "bar::Objective", "solo::Only"}) {
        ecs::ComponentType type;
        type.name = name;
        type.fields.emplace_back().name = "done";
        type.fields.back().kind = ecs::FieldKind::Bool;
        type.fields.back().element_size = 1;
        world.add(world.create(), *world.types().add_at_run_time(std::move(type)));
    }
    const auto said = [&](const char* text) {
        auto query = TextQuery::parse(text);
        REQUIRE(query);
        const ecs::TextError* error = query->bind(world);
        return error ? error->message : std::to_string(query->count(world));
    };
    CHECK(said("Objective") == "Objective is either foo::Objective or bar::Objective");
    CHECK(said("Objective.done == true") == "Objective is either foo::Objective or bar::Objective");
    CHECK(said("`foo::Objective`.done == false") == "1");
    CHECK(said("Only") == "1");
    // One that is out of use is in nobody's way.
    world.types().retire(world.types().find("bar::Objective")->id);
    CHECK(said("Objective") == "1");
}

}  // namespace text_query_test
