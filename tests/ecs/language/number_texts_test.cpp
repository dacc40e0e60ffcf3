// Numbers that are easily lost: 64-bit integers, enums without a sign, NaN and infinity.
#include <cmath>
#include <limits>

#include "catch.hpp"
#include "ecs/edit/history.hpp"
#include "ecs/language/text_change.hpp"
#include "ecs/language/text_value.hpp"
#include "language_world.hpp"

namespace number_texts_test {

using namespace ecs;
using language_world::found;
using language_world::Numbers;
using language_world::Position;

namespace {

enum class Rank : std::uint8_t { Low = 0, High = 1, None = 255 };
struct Soldier {
    Rank rank = Rank::Low;
    double pay = 0;
};

struct Scene {
    Scene() {
        language_world::register_types(world.types());
        world.types()
            .add<Soldier>("Soldier")
            .field("rank", &Soldier::rank, {.names = {{"Low", 0}, {"High", 1}, {"None", 255}}})
            .field("pay", &Soldier::pay);
    }
    std::string operator()(const std::string& text) {
        auto change = TextChange::parse(text);
        if (!change) return change.error().message;
        if (const TextError* error = change->bind(world)) return error->message;
        ChangePlan plan = change->plan(world);
        return plan.error.empty() ? history.perform({text, std::move(plan.edits)}) : plan.error;
    }
    std::string value(const std::string& text) {
        auto parsed = TextValue::parse(text);
        if (!parsed) return parsed.error().message;
        if (const TextError* error = parsed->bind(world)) return error->message;
        const auto value = parsed->value(world, {});
        return value ? to_string(*value) : "nothing";
    }

    World world;
    Schedule schedule;
    History history{world, schedule};
};

}  // namespace

namespace {

enum class Grade : std::uint8_t { Low = 0, High = 1 };
struct Pupil {
    Grade grade = Grade::Low;
};

}  // namespace

TEST_CASE("Language: a value without a name of an unsigned enum is found by its number", "[ecs][language][numbers]") {
    World world;
    world.types().add<Pupil>("Pupil").field("grade", &Pupil::grade, {.names = {{"Low", 0}, {"High", 1}}});
    for (const int grade : {0, 200, 1}) world.create(Pupil{static_cast<Grade>(grade)});
    CHECK(found(world, "Pupil.grade == 200") == "2");
    CHECK(found(world, "Pupil.grade == -56") == "");
    CHECK(found(world, "Pupil.grade == High") == "3");
    CHECK(found(world, "Pupil.grade != Low") == "2 3");
}

TEST_CASE("Language: NaN, infinity and -0 can be asked for", "[ecs][language][numbers]") {
    constexpr float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    Scene scene;
    for (const float x : {1.0f, nan, infinity, -infinity, -0.0f}) scene.world.create(Position{x, 2});
    scene.world.create(Numbers{});
    CHECK(found(scene.world, "isnan(Position.x)") == "2");
    CHECK(found(scene.world, "!isnan(Position.x) & Position") == "1 3 4 5");
    CHECK(found(scene.world, "isinf(Position.x)") == "3 4");
    CHECK(found(scene.world, "Position.x == inf") == "3");
    CHECK(found(scene.world, "Position.x == -inf | isnan(Position.x - 1)") == "2 4");
    CHECK(found(scene.world, "-inf < Position.x < inf") == "1 5");
    CHECK(found(scene.world, "1 / Position.x == -inf") == "5");
    CHECK(found(scene.world, "isnan(Numbers.u64) | isinf(Numbers.i8)") == "");
    CHECK(found(scene.world, "isnan(Position.x / 0.0 * 0)") == "1 2 3 4 5");
    CHECK(found(scene.world, "isnan(name)") == "Expected a number, found a text");
    CHECK(found(scene.world, "isnan(Position)") == "Position is a component: name one of its fields, as in Position.x");
    CHECK(found(scene.world, "isnan()") == "Expected a value, found \")\"");
    CHECK(found(scene.world, "isnan(1 < 2)") != "");

    CHECK(scene("#1 : Position.x = inf, Position.y = nan") == "");
    CHECK(found(scene.world, "Position.x == inf & isnan(Position.y)") == "1");
    CHECK(scene("#1 : Position.x = -0.0") == "");
    CHECK(std::signbit(scene.world.get<Position>({1, 1}).x));
}

TEST_CASE("Language: a number that a float field cannot hold is refused", "[ecs][language][numbers]") {
    Scene scene;
    scene.world.create(Position{1, 2}, Numbers{.u64 = 9007199254740993}, Soldier{});
    CHECK(scene("Position : Position.x = 16777217") ==
          "Position.x of 1v1 would be 16777217, which a 32-bit float cannot hold");
    CHECK(scene("Position : Position.x = 16777216") == "");
    CHECK(scene("Position : Position.x = 16777217.0") == "");
    CHECK(scene("Position : Position.x = 0.30000001192092896") == "");
    CHECK(scene("Position : Position.x = 3.4028235e38") == "");
    CHECK(scene("Position : Position.x = 3.5e38") != "");
    CHECK(scene("Position : Position.x = 1e-50") == "Position.x of 1v1 would be 1e-50, which a 32-bit float makes 0");
    CHECK(scene("Position : Position.x = 1e-30") == "");
    CHECK(scene("Position : Position.x = Position.x * Position.x") == "");  // computed: it may come to 0
    CHECK(scene.world.get<Position>({1, 1}).x == 0);
    CHECK(scene("Soldier : Soldier.pay = Numbers.u64") ==
          "Soldier.pay of 1v1 would be 9007199254740993, which a 64-bit float cannot hold");
    CHECK(scene("Soldier : Soldier.pay = Numbers.u64 - 1") == "");
    CHECK(scene("Soldier : Numbers.u64 = 18446744073709551615, Numbers.i64 = -9223372036854775808") == "");
    CHECK(found(scene.world, "Numbers.u64 == 18446744073709551615 & Numbers.i64 == -9223372036854775808") == "1");
}

TEST_CASE("Language: least, largest and sum of 64-bit integers are exact", "[ecs][language][numbers]") {
    Scene scene;
    scene.world.create(Numbers{.i64 = -9007199254740993, .u64 = 9007199254740993});
    scene.world.create(Numbers{.i64 = -1, .u64 = 18446744073709551615u});
    CHECK(scene.value("min(Numbers.u64, Numbers)") == "9007199254740993");
    CHECK(scene.value("max(Numbers.u64, Numbers)") == "18446744073709551615");
    CHECK(scene.value("sum(Numbers.i64, Numbers)") == "-9007199254740994");
    CHECK(scene.value("sum(Numbers.u64, Numbers)") == "nothing");  // beyond 64 bits
    CHECK(scene.value("sum(Numbers.u64, #1)") == "9007199254740993");
    CHECK(scene.value("mean(Numbers.u64, #1)") == "9007199254740992");
    CHECK(scene.value("#1.Numbers.u64") == "9007199254740993");
}

TEST_CASE("Language: a $watch keeps 64-bit integers exact, in all that is made of it", "[ecs][language][numbers]") {
    Scene scene;
    scene.world.create(Numbers{.i64 = -9007199254740993, .u64 = 9007199254740993});
    scene.world.create(Numbers{.i64 = -9007199254740992, .u64 = 9007199254740992});
    scene.world.create(Numbers{.i64 = 7, .u64 = 18446744073709551615u});
    struct Watched : WatchValues {
        std::optional<WatchNumber> number;
        std::optional<WatchNumber> watch(std::string_view name) const override {
            return name == "w" ? number : std::nullopt;
        }
    } watched;
    auto query = TextQuery::parse("Numbers.u64 == $w");
    REQUIRE(query);
    REQUIRE_FALSE(query->bind(scene.world));
    const auto finds = [&](WatchNumber number) {
        watched.number = number;
        std::vector<Entity> found;
        query->collect(scene.world, found, {.watches = &watched});
        return found.size() == 1 ? found.front().index : 100 + static_cast<std::uint32_t>(found.size());
    };
    // One query, while the watch goes from one type to another.
    CHECK(finds(std::int64_t{9007199254740993}) == 1);
    CHECK(finds(std::uint64_t{9007199254740992}) == 2);
    CHECK(finds(std::uint64_t{18446744073709551615u}) == 3);
    CHECK(finds(9007199254740992.0) == 2);
    CHECK(finds(18446744073709551616.0) == 100);
    CHECK(finds(std::int64_t{-9007199254740993}) == 100);

    const QueryInputs inputs{.watches = &watched};
    const auto value = [&](const std::string& text) {
        auto parsed = TextValue::parse(text);
        REQUIRE(parsed);
        REQUIRE_FALSE(parsed->bind(scene.world));
        const auto result = parsed->value(scene.world, {}, inputs);
        return result ? to_string(*result) : "nothing";
    };
    watched.number = std::int64_t{9007199254740993};
    CHECK(value("$w") == "9007199254740993");
    CHECK(value("-$w + 2") == "-9007199254740991");
    CHECK(value("max($w, 3)") == "9007199254740993");
    CHECK(value("$w / 2.0") == "4503599627370496");
    CHECK(value("count(Numbers.u64 == $w)") == "1");
    CHECK(found(scene.world, "Numbers.u64 - 1 < $w <= Numbers.u64", inputs) == "1");
    CHECK(found(scene.world, "Numbers.i64 == -$w", inputs) == "1");
    auto change = TextChange::parse("#3 : Numbers.i64 = $w");
    REQUIRE(change);
    REQUIRE_FALSE(change->bind(scene.world));
    ChangePlan plan = change->plan(scene.world, inputs);
    CHECK(plan.error.empty());
    REQUIRE(scene.history.perform({"Set", std::move(plan.edits)}).empty());
    CHECK(scene.world.get<Numbers>({3, 1}).i64 == 9007199254740993);
}

TEST_CASE("Language: an integer compares exactly with a float", "[ecs][language][numbers]") {
    Scene scene;
    scene.world.create(Numbers{.i64 = 9007199254740993, .u64 = 9007199254740993});
    scene.world.create(Numbers{.i64 = std::numeric_limits<std::int64_t>::max(), .u64 = 18446744073709551615u});
    scene.world.create(Numbers{.i64 = std::numeric_limits<std::int64_t>::min(), .u64 = 5});
    CHECK(found(scene.world, "Numbers.i64 == 9007199254740992.0") == "");
    CHECK(found(scene.world, "Numbers.i64 > 9007199254740992.0") == "1 2");
    CHECK(found(scene.world, "9007199254740992.0 != Numbers.u64") == "1 2 3");
    CHECK(found(scene.world, "Numbers.i64 < 9223372036854775808.0") == "1 2 3");
    CHECK(found(scene.world, "Numbers.i64 >= 9223372036854775808.0") == "");
    CHECK(found(scene.world, "Numbers.u64 < 18446744073709551616.0") == "1 2 3");
    CHECK(found(scene.world, "Numbers.i64 == -9223372036854775808.0") == "3");
    CHECK(found(scene.world, "Numbers.u64 == 5.0 & Numbers.u64 < 5.5 & Numbers.u64 > 4.5") == "3");
    CHECK(found(scene.world, "Numbers.i64 == nan | Numbers.i64 < nan") == "");
    CHECK(found(scene.world, "Numbers.i64 != nan & Numbers.i64 < inf & Numbers.i64 > -inf") == "1 2 3");
}

TEST_CASE("Language: values of an enum on a type without a sign", "[ecs][language][numbers]") {
    Scene scene;
    for (const int rank : {0, 200, 255}) scene.world.create(Soldier{static_cast<Rank>(rank), 0});
    CHECK(found(scene.world, "Soldier.rank == 200") == "2");
    CHECK(found(scene.world, "Soldier.rank == None") == "3");
    CHECK(found(scene.world, "Soldier.rank > High") == "2 3");
    CHECK(found(scene.world, "Soldier.rank == -56") == "");
    CHECK(found(scene.world, "#2.Soldier.rank == 200 & Soldier.rank == Low") == "1");
    CHECK(scene.value("#2.Soldier.rank") == "200");
    CHECK(scene.value("#3.Soldier.rank") == "\"None\"");
    CHECK(scene("Soldier.rank == 200 : Soldier.rank = None") == "");
    CHECK(scene.world.get<Soldier>({2, 1}).rank == Rank::None);
}

}  // namespace number_texts_test
