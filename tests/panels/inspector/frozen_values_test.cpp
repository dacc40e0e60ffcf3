#include "panels/inspector/frozen_values.hpp"

#include <cstring>
#include <limits>

#include "catch.hpp"
#include "panels/inspector/frozen_rows.hpp"
#include "panels/inspector/shown_value.hpp"
#include "panels/support/inspector_scene.hpp"

namespace frozen_values_test {

using namespace inspector_scene;
using panels::FrozenChoice;
using panels::FrozenRows;
using panels::FrozenValues;

namespace {

/// All bytes count, those of a NaN too.
struct Raw {
    double number = std::numeric_limits<double>::quiet_NaN();
    std::uint64_t bits = 0x0123456789abcdef;
    float minus_zero = -0.0f;
    std::int32_t whole = 7;
};
struct Level {
    std::int32_t up = 0, down = 0;
    std::string text = "same";
};

void add_types(ecs::World& world) {
    world.types()
        .add<Raw>("Raw")
        .field("number", &Raw::number)
        .field("bits", &Raw::bits)
        .field("minus_zero", &Raw::minus_zero)
        .field("whole", &Raw::whole);
    world.types().add<Level>("Level").field("up", &Level::up).field("down", &Level::down).field("text", &Level::text);
}

std::vector<FrozenRows::Row> rows_of(const ecs::World& world, const FrozenValues& frozen, FrozenChoice choice) {
    FrozenRows rows;
    while (!rows.complete()) rows.step(world, frozen, {}, 0, choice, 1);
    return {rows.rows().begin(), rows.rows().end()};
}

}  // namespace

TEST_CASE("Frozen values: they stay byte for byte, also when the entity is destroyed", "[panels][inspector][freeze]") {
    ecs::World world;
    add_types(world);
    std::vector<ecs::Entity> all;
    std::vector<Raw> before;
    for (int i = 0; i < 500; ++i) {
        Raw raw;
        raw.bits += static_cast<std::uint64_t>(i);
        raw.whole = i;
        before.push_back(raw);
        all.push_back(world.create(raw, Level{i, -i, "text " + std::to_string(i)}, Tag{}));
    }
    FrozenValues frozen;
    world.set_tick(12);
    frozen.freeze(world, all, 0);
    for (const ecs::Entity entity : all) world.get_mut<Raw>(entity).bits = 1;
    world.set_tick(15);
    frozen.freeze(world, all, 1);
    for (const ecs::Entity entity : all) world.destroy(entity);
    for (int i = 0; i < 500; ++i) world.create(Raw{});  // others take the slots
    CHECK(frozen.tick(0) == 12);
    CHECK(frozen.tick(1) == 15);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const void* const a = frozen.find(0, all[i], world.id<Raw>());
        const void* const b = frozen.find(1, all[i], world.id<Raw>());
        REQUIRE(a != nullptr);
        REQUIRE(b != nullptr);
        REQUIRE(std::memcmp(a, &before[i], sizeof(Raw)) == 0);
        REQUIRE(static_cast<const Raw*>(b)->bits == 1);
        const void* const level = frozen.find(0, all[i], world.id<Level>());
        REQUIRE(level != nullptr);
        REQUIRE(static_cast<const Level*>(level)->text == "text " + std::to_string(i));
        REQUIRE(frozen.has(0, all[i], world.id<Tag>()));
        REQUIRE_FALSE(frozen.has(0, all[i], world.id<Health>()));
        REQUIRE(frozen.find(2, all[i], world.id<Raw>()) == nullptr);
    }
}

TEST_CASE("Frozen values: any number of entities, in little more memory than their values",
          "[panels][inspector][freeze][large]") {
    constexpr std::size_t count = 1'000'000;
    ecs::World world;
    add_types(world);
    const ecs::ComponentId raw = world.id<Raw>();
    std::vector<ecs::Entity> all(count);
    world.create_many(all, std::vector{raw});
    for (const std::size_t i : {std::size_t{0}, count / 2, count - 1}) world.get_mut<Raw>(all[i]).bits = i;
    FrozenValues frozen;
    frozen.freeze(world, all, 0);
    CHECK(frozen.entities(0).size() == count);
    CHECK(frozen.bytes() == count * (sizeof(Raw) + 16));
    for (const ecs::Entity entity : all) world.get_mut<Raw>(entity).bits = 3;
    for (const std::size_t i : {std::size_t{0}, count / 2, count - 1})
        CHECK(static_cast<const Raw*>(frozen.find(0, all[i], raw))->bits == i);

    // The table is made in parts, of which the first are there at once, and says how far it comes.
    FrozenRows rows;
    rows.step(world, frozen, {}, 0, FrozenChoice::All);
    CHECK_FALSE(rows.complete());
    CHECK_FALSE(rows.rows().empty());
    CHECK(rows.listed() < rows.entity_count());
    for (int i = 0; i < 100'000 && !rows.complete(); ++i) rows.step(world, frozen, {}, 0, FrozenChoice::All);
    CHECK(rows.complete());
    CHECK(rows.entity_count() == count);
    CHECK(rows.rows().size() >= FrozenRows::most_rows);
    CHECK(rows.listed() < count);
    frozen.clear();
    CHECK(frozen.bytes() == 0);
}

TEST_CASE("Frozen values: only differences, only what rises, only what falls", "[panels][inspector][freeze]") {
    ecs::World world;
    add_types(world);
    const ecs::Entity entity = world.create(Level{1, 1, "same"}, Raw{}), calm = world.create(Level{});
    FrozenValues frozen;
    const ecs::Entity both[] = {entity, calm};
    frozen.freeze(world, both, 0);
    world.get_mut<Level>(entity) = {2, 0, "same"};
    world.add(entity, Tag{});
    const auto names = [&](FrozenChoice choice) {
        std::string text;
        for (const FrozenRows::Row& row : rows_of(world, frozen, choice)) {
            if (!text.empty()) text += ' ';
            if (row.component == ecs::no_component)
                text += ecs::to_string(row.entity);
            else if (row.field == FrozenRows::Row::whole)
                text += world.types()[row.component].name;
            else
                text += world.types()[row.component].fields[row.field].name;
        }
        return text;
    };
    const std::string id = ecs::to_string(entity);
    const std::string tag = world.types()[world.id<Tag>()].name;
    CHECK(names(FrozenChoice::Different) == id + " Level up down " + tag);
    CHECK(names(FrozenChoice::Rising) == id + " Level up");
    CHECK(names(FrozenChoice::Falling) == id + " Level down");
    const std::string everything = names(FrozenChoice::All);
    CHECK(everything.find("text") != std::string::npos);
    CHECK(everything.find(ecs::to_string(calm)) != std::string::npos);
    // NaN equals itself.
    CHECK(names(FrozenChoice::Different).find("number") == std::string::npos);
}

TEST_CASE("Inspector: values are frozen as A and B beside the live ones, and survive the entity",
          "[panels][inspector][freeze]") {
    Scene s;
    add_types(s.world);
    s.world.add(s.hero, Level{10, 20, "text"});
    s.harness.frames(2);
    const auto press = [&](const char* letter) {
        const DrawnText freeze = s.harness.need("Freeze");
        // The buttons stand behind the word.
        for (std::size_t nth = 0;; ++nth) {
            const DrawnText text = s.harness.need(letter, nth);
            if (std::abs(text.middle().y - freeze.middle().y) > 4 || text.low.x < freeze.high.x) continue;
            s.harness.click(text.middle());
            break;
        }
        s.harness.frames(2);
    };
    press("A");
    CHECK(s.panel.frozen().taken(0));
    s.world.set_tick(5);
    s.world.get_mut<Level>(s.hero).up = 11;
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("A, tick 0"));
    CHECK(s.harness.says("Live"));
    CHECK(s.harness.says("11"));
    press("B");
    CHECK(s.harness.says("B, tick 5"));
    // With nothing selected, what is compared is meant.
    s.harness.selection.clear();
    s.world.set_tick(7);
    s.harness.frames(2);
    press("B");
    CHECK(s.harness.says("B, tick 7"));
    s.harness.selection.select(s.hero);
    s.harness.frames(2);
    s.harness.click_text("Only differences");
    s.harness.frames(2);
    CHECK(s.harness.says("up"));
    CHECK_FALSE(s.harness.says("down"));
    s.world.destroy(s.hero);
    s.harness.frames(2);
    CHECK(s.harness.says("Hero"));
    CHECK(s.harness.says("destroyed"));
    CHECK(static_cast<const Level*>(s.panel.frozen().find(0, s.hero, s.world.id<Level>()))->up == 10);
    s.harness.click_text("Drop");
    s.harness.frames(2);
    CHECK(s.harness.says("was destroyed"));
    CHECK_FALSE(s.panel.frozen().any_taken());
}

TEST_CASE("Inspector: a value has as many decimals frozen as live", "[panels][inspector][freeze]") {
    Scene s;
    struct Place {
        float at = 12.3456f, far = 1234.5678f;
    };
    s.world.types().add<Place>("Place").field("at", &Place::at).field("far", &Place::far);
    s.world.add(s.hero, Place{});
    const ecs::ComponentType& type = s.world.types()[s.world.id<Place>()];
    const Place place;
    CHECK(panels::shown_value(s.world, type.fields[0], &place) == "12.346");
    CHECK(panels::shown_value(s.world, type.fields[1], &place) == "1234.57");
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("12.346"));
    CHECK(s.harness.says("1234.57"));
}

}  // namespace frozen_values_test
