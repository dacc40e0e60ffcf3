// Several entities are selected: the Inspector shows what they have in common, and edits all of them (A18).
#include <array>
#include <chrono>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "panels/inspector/many_edits.hpp"
#include "panels/inspector/many_values.hpp"
#include "panels/support/inspector_scene.hpp"

namespace inspector_many_test {

using namespace inspector_scene;
using panels::compat::Key;

namespace {

constexpr const char* dash = "?";  // the font of the tests has none

/// Three hundred of four hundred are selected; each has another hp.
struct Many : Scene {
    std::vector<ecs::Entity> all, chosen;

    Many() {
        for (int i = 0; i < 400; ++i) {
            const ecs::Entity entity = world.create(ecs::Name{"E" + std::to_string(i)}, Health{i + 1});
            if (i % 2 == 0) world.add(entity, Tag{});
            all.push_back(entity);
            if (i < 300) chosen.push_back(entity);
        }
        harness.selection.select_all(chosen);
        harness.frames(3);
    }
    std::int32_t hp(std::size_t i) const { return world.get<Health>(all[i]).hp; }
    template <class F>
    void check_all(F&& wanted_of_chosen) const {
        for (int i = 0; i < 400; ++i) {
            INFO("entity " << i);
            CHECK(hp(static_cast<std::size_t>(i)) == (i < 300 ? wanted_of_chosen(i + 1) : i + 1));
        }
    }
};

}  // namespace

TEST_CASE("Inspector, many: only components that all have are shown, and numbers that differ as a dash",
          "[panels][inspector][many]") {
    Many s;
    INFO(s.harness.screen());
    CHECK(s.harness.says("300 entities"));
    CHECK(s.harness.says("of 2 archetypes"));
    CHECK(s.panel.listed() == std::vector<ecs::ComponentId>{s.world.name_id(), s.world.id<Health>()});
    CHECK(s.harness.says("Only some have Tag (150)"));
    CHECK(s.harness.says(dash));

    for (const ecs::Entity entity : s.chosen) s.world.get_mut<Health>(entity).hp = 7;
    s.harness.frames(3);
    CHECK_FALSE(s.harness.says(dash));
    CHECK(s.harness.says("7"));
}

TEST_CASE("Inspector, many: a value sets 300, leaves the others, and is one undo step", "[panels][inspector][many]") {
    Many s;
    s.type_into("hp", "5");
    s.check_all([](int) { return 5; });
    CHECK(s.harness.edit_labels() == std::vector<std::string>{"Set game::Health.hp of 300 entities"});
    CHECK(s.harness.says("5"));
    CHECK(s.harness.history.undo().empty());
    s.check_all([](int hp) { return hp; });
    CHECK_FALSE(s.harness.history.can_undo());
}

TEST_CASE("Inspector, many: expressions act on each one's own value", "[panels][inspector][many]") {
    struct Case {
        const char* text;
        int (*wanted)(int);
    };
    constexpr Case cases[] = {
        {"+50", [](int hp) { return hp + 50; }},
        {"*2", [](int hp) { return hp * 2; }},
        {"-= 3", [](int hp) { return hp - 3; }},
        {"*= 2 + 1", [](int hp) { return hp * 3; }},
        {"round(x/2)", [](int hp) { return (hp + 1) / 2; }},
        {"min(x, 20)", [](int hp) { return std::min(hp, 20); }},
        {"-4", [](int) { return -4; }},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        Many s;
        s.type_into("hp", c.text);
        s.check_all(c.wanted);
        CHECK(s.harness.history.steps().size() == 1);
        CHECK(s.harness.history.undo().empty());
        s.check_all([](int hp) { return hp; });
    }
}

TEST_CASE("Inspector, many: what cannot be done to one changes nothing and names it", "[panels][inspector][many]") {
    Many s;
    s.type_into("hp", "x/2");
    CHECK(s.harness.performed.empty());
    INFO(s.harness.screen());
    CHECK(s.harness.says("E0: A whole number is needed"));
    s.check_all([](int hp) { return hp; });
    s.harness.replace_text("floor(x/2)");
    s.harness.key(Key::Enter);
    s.check_all([](int hp) { return hp / 2; });
}

TEST_CASE("Inspector, many: a drag moves each from its own value, there and back, as one step",
          "[panels][inspector][many]") {
    Many s;
    const ImVec2 box = s.widget_of("hp");
    s.harness.drag(box, {box.x + 80, box.y});
    const int by = s.hp(0) - 1;
    CHECK(by > 0);
    s.check_all([&](int hp) { return hp + by; });
    s.harness.frames(2);
    CHECK(s.harness.history.steps().size() == 1);
    CHECK(s.harness.history.undo().empty());
    s.check_all([](int hp) { return hp; });

    SECTION("Esc takes it back") {
        s.harness.move_to(box);
        s.harness.press();
        s.harness.move_to({box.x + 60, box.y});
        CHECK(s.hp(5) > 6);
        CHECK(s.harness.says("×10 Shift"));
        s.harness.key(Key::Escape);
        s.harness.release();
        s.check_all([](int hp) { return hp; });
    }
}

TEST_CASE("Inspector, many: a drag into the end of a range and back keeps what tells them apart",
          "[panels][inspector][many]") {
    Scene s;
    std::vector<ecs::Entity> all;
    for (int i = 0; i < 5; ++i) {
        Everything value;
        value.i32 = 2 * i;
        all.push_back(s.world.create(value));
    }
    s.harness.selection.select_all(all);
    s.harness.frames(3);
    const ImVec2 box = s.widget_of("i32");
    s.harness.move_to(box);
    s.harness.press();
    s.harness.move_to({box.x + 50, box.y});
    for (const ecs::Entity entity : all) CHECK(s.world.get<Everything>(entity).i32 == 10);
    s.harness.move_to({box.x, box.y});
    s.harness.release();
    for (int i = 0; i < 5; ++i) CHECK(s.world.get<Everything>(all[static_cast<std::size_t>(i)]).i32 == 2 * i);
}

TEST_CASE("Inspector, many: check boxes are neither, texts, references and names set all",
          "[panels][inspector][many]") {
    Scene s;
    std::vector<ecs::Entity> all;
    for (int i = 0; i < 4; ++i) {
        Everything value;
        value.flag = i % 2 != 0;
        value.text = "text " + std::to_string(i);
        value.mood = i == 0 ? Mood::Angry : Mood::Calm;
        value.color = {0.25f * static_cast<float>(i), 0, 0, 1};
        value.v2 = {static_cast<float>(i), 4};
        value.target = i == 0 ? s.hero : ecs::null_entity;
        all.push_back(s.world.create(value));
    }
    s.harness.selection.select_all(all);
    s.harness.frames(3);
    const auto every = [&](auto&& test) {
        return std::all_of(all.begin(), all.end(), [&](ecs::Entity e) { return test(s.world.get<Everything>(e)); });
    };
    INFO(s.harness.screen());
    CHECK_FALSE(s.harness.says("text 3"));
    s.harness.click(s.widget_of("flag", 0.04f));
    CHECK(every([](const Everything& each) { return each.flag; }));
    s.harness.click(s.widget_of("text"));
    s.harness.type("new");
    s.harness.key(Key::Enter);
    CHECK(every([](const Everything& each) { return each.text == "new"; }));
    s.harness.click(s.widget_of("mood"));
    s.harness.type("asl");
    s.harness.key(Key::Enter);
    CHECK(every([](const Everything& each) { return each.mood == Mood::Asleep; }));
    s.type_into(s.widget_of("v2", 0.2f), "9");
    CHECK(every([](const Everything& each) { return each.v2 == ecs::Vec2{9, 4}; }));
    s.harness.frames(2);
    while (s.harness.history.can_undo()) CHECK(s.harness.history.undo().empty());
    for (int i = 0; i < 4; ++i) {
        const auto& value = s.world.get<Everything>(all[static_cast<std::size_t>(i)]);
        CHECK(value.text == "text " + std::to_string(i));
        CHECK(value.flag == (i % 2 != 0));
        CHECK(value.v2 == ecs::Vec2{static_cast<float>(i), 4});
    }
}

TEST_CASE("Inspector, many: a component is added to all and removed from all, one step each",
          "[panels][inspector][many]") {
    Many s;
    panels::Context context = s.harness.context();
    const auto with_health = [&] {
        return std::count_if(s.all.begin(), s.all.end(), [&](ecs::Entity e) { return s.world.has<Health>(e); });
    };
    s.harness.hover_text("Health");
    s.harness.click({398, s.harness.need("Health").middle().y});
    INFO(s.harness.screen());
    CHECK(with_health() == 100);
    CHECK(s.harness.edit_labels() == std::vector<std::string>{"Remove game::Health from 300 entities"});
    CHECK(s.harness.history.undo().empty());
    CHECK(with_health() == 400);
    s.harness.frames(3);
    s.harness.click_text("+ Add component");
    s.harness.type("Tag");
    s.harness.key(Key::Enter);
    CHECK(std::all_of(s.chosen.begin(), s.chosen.end(), [&](ecs::Entity e) { return s.world.has<Tag>(e); }));
    CHECK(s.harness.history.undo().empty());
    CHECK(std::count_if(s.chosen.begin(), s.chosen.end(), [&](ecs::Entity e) { return s.world.has<Tag>(e); }) == 150);
}

TEST_CASE("Many values: passes over parts find the same as looking at every pair", "[panels][inspector][many]") {
    Scene s;
    ecs::Random random(16);
    for (int round = 0; round < 60; ++round) {
        std::vector<ecs::Entity> all;
        const auto count = 2 + random.below(round % 20 == 0 ? 9000 : 40);
        const auto differ = random.below(30);
        for (std::uint32_t i = 0; i < count; ++i) {
            Everything value;
            if (differ > 0 && random.below(differ + count / 2) == 0) value.u8 = 1;
            if (differ > 10 && random.below(count) == 0) value.v3.y = 2;
            if (differ > 20) value.numbers[1] = static_cast<std::int32_t>(random.below(2));
            if (random.below(count) == 0) value.slots[1].weight = 3;
            if (random.below(count) == 0) value.text = "other";
            all.push_back(s.world.create(value));
            if (random.below(2) == 0) s.world.add(all.back(), Health{});
        }
        panels::ManyValues values;
        do values.look(s.world, all, 1);
        while (!values.whole());
        const auto differs = [&](auto&& part) {
            return std::any_of(all.begin(), all.end(), [&](ecs::Entity e) {
                return part(s.world.get<Everything>(e)) != part(s.world.get<Everything>(all.front()));
            });
        };
        const std::byte* mixed = values.mixed(s.world.id<Everything>());
        const Everything sample;
        const auto marked = [&](const void* at) {
            return mixed != nullptr &&
                   mixed[static_cast<const std::byte*>(at) - reinterpret_cast<const std::byte*>(&sample)] !=
                       std::byte{};
        };
        INFO("round " << round << ", " << count << " entities");
        CHECK(values.alive() == count);
        CHECK(marked(&sample.u8) == differs([](const Everything& each) { return each.u8; }));
        CHECK(marked(&sample.v3.y) == differs([](const Everything& each) { return each.v3.y; }));
        CHECK_FALSE(marked(&sample.v3.x));
        CHECK(marked(&sample.numbers[1]) == differs([](const Everything& each) { return each.numbers[1]; }));
        CHECK(marked(&sample.slots[1].weight) == differs([](const Everything& each) { return each.slots[1].weight; }));
        CHECK(marked(&sample.text) == differs([](const Everything& each) { return each.text; }));
        const auto with = std::count_if(all.begin(), all.end(), [&](ecs::Entity e) { return s.world.has<Health>(e); });
        const bool common =
            std::find(values.common().begin(), values.common().end(), s.world.id<Health>()) != values.common().end();
        CHECK(common == (with == static_cast<std::ptrdiff_t>(count)));
        for (const ecs::Entity entity : all) s.world.destroy(entity);
    }
}

TEST_CASE("Many edits: random edits of random entities equal the same done one by one", "[panels][inspector][many]") {
    Scene s;
    ecs::Random random(18);
    std::vector<ecs::Entity> all;
    for (int i = 0; i < 200; ++i) {
        Everything value;
        value.numbers[2] = static_cast<std::int32_t>(random.below(1000));
        value.slot.weight = static_cast<float>(random.below(1000));
        all.push_back(s.world.create(value));
    }
    const ecs::ComponentType& type = s.world.types()[s.world.id<Everything>()];
    const auto position_of = [&](std::string_view name) {
        return static_cast<std::uint32_t>(
            std::find_if(type.fields.begin(), type.fields.end(), [&](const auto& f) { return f.name == name; }) -
            type.fields.begin());
    };
    constexpr const char* texts[] = {"+7", "x*2", "-= 1", "max(x, 300)", "12"};
    for (int round = 0; round < 200; ++round) {
        std::vector<ecs::Entity> chosen;
        for (const ecs::Entity entity : all)
            if (random.below(3) == 0) chosen.push_back(entity);
        if (chosen.empty()) continue;
        std::vector<Everything> before;
        for (const ecs::Entity entity : all) before.push_back(s.world.get<Everything>(entity));
        const bool of_array = random.below(2) == 0;
        const std::uint32_t position = position_of(of_array ? "numbers" : "slot");
        ecs::Value value(type, s.world.get(chosen.back(), type.id));
        auto& whole = *static_cast<Everything*>(value.data());
        panels::FieldChange change;
        change.how = panels::FieldChange::How::Compute;
        change.at = of_array ? static_cast<void*>(&whole.numbers[2]) : &whole.slot.weight;
        change.size = 4;
        change.field = of_array ? &type.fields[position] : &type.fields[position].fields[1];
        change.number = panels::number_kind(change.field->kind);
        const char* text = texts[random.below(5)];
        change.expression = panels::Expression::of_present(text);
        panels::ManyEdits edits;
        const panels::Context context = s.harness.context();
        INFO("round " << round << ": " << text);
        CHECK(edits.request(context, chosen, value, position, change).empty());
        s.harness.frame();
        for (std::size_t i = 0; i < all.size(); ++i) {
            Everything wanted = before[i];
            if (std::find(chosen.begin(), chosen.end(), all[i]) != chosen.end()) {
                const auto next = [&](long double x) { return change.expression.value(x).value; };
                if (of_array)
                    wanted.numbers[2] = static_cast<std::int32_t>(next(wanted.numbers[2]));
                else
                    wanted.slot.weight = static_cast<float>(next(wanted.slot.weight));
            }
            CHECK(s.world.get<Everything>(all[i]).numbers[2] == wanted.numbers[2]);
            CHECK(s.world.get<Everything>(all[i]).slot.weight == wanted.slot.weight);
        }
        if (random.below(2) == 0) {
            CHECK(s.harness.history.undo().empty());
            for (std::size_t i = 0; i < all.size(); ++i)
                CHECK(s.world.get<Everything>(all[i]).numbers[2] == before[i].numbers[2]);
        }
        s.harness.history.seal();
    }
}

TEST_CASE("Inspector, many: a pass goes on for a part of the frame, however many that are",
          "[panels][inspector][many]") {
    ecs::World world;
    world.types().add<Health>("Health").field("hp", &Health::hp);
    std::vector<ecs::Entity> all(100'000);
    world.create_many(all, std::array{world.id<Health>()});
    panels::ManyValues values;
    values.look(world, all, 1, std::chrono::hours(1));
    CHECK(values.known());
    CHECK(values.alive() == all.size());

    // Without any time it still gets on, and says how far it is.
    values.forget();
    std::size_t looks = 0;
    for (double before = -1; !values.known(); ++looks) {
        REQUIRE(values.progress() > before);
        before = values.progress();
        values.look(world, all, 1, std::chrono::microseconds(0));
    }
    CHECK(looks == (all.size() + panels::ManyValues::entities_a_look - 1) / panels::ManyValues::entities_a_look);
}

}  // namespace inspector_many_test
