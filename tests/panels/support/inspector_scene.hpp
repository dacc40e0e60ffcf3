// What the tests of the inspector share: a component with a field of every kind, and a hero who is inspected.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "panels/inspector/inspector_panel.hpp"
#include "panels/support/headless.hpp"

namespace inspector_scene {

enum class Mood : std::int8_t { Calm, Angry, Asleep };
struct Slot {
    std::int32_t item = 0;
    float weight = 0;
};
/// A field of every kind.
struct Everything {
    bool flag = false;
    std::int8_t i8 = 0;
    std::int16_t i16 = 0;
    std::int32_t i32 = 0;
    std::int64_t i64 = 0;
    std::uint8_t u8 = 0;
    std::uint16_t u16 = 0;
    std::uint32_t u32 = 0;
    std::uint64_t u64 = 0;
    float f32 = 0;
    double f64 = 0;
    Mood mood = Mood::Calm;
    std::string text = "hello";
    ecs::Entity target;
    ecs::Vec2 v2;
    ecs::Vec3 v3;
    ecs::Vec4 v4;
    ecs::Rgba color;
    std::int32_t numbers[3] = {1, 2, 3};
    Slot slot;
    Slot slots[2];
};
struct Health {
    std::int32_t hp = 100;
};
struct Tag {};
struct Handle {
    std::unique_ptr<int> owned;
    std::int32_t number = 7;
};

struct Scene {
    Harness harness{{420, 1400}};
    panels::InspectorPanel panel;
    ecs::World& world = harness.world;
    ecs::Entity hero;

    Scene() {
        ecs::TypeRegistry& types = world.types();
        types.add<Everything>("game::Everything", "One of each")
            .field("flag", &Everything::flag)
            .field("i8", &Everything::i8)
            .field("i16", &Everything::i16)
            .field("i32", &Everything::i32, {.min = -10, .max = 10, .step = 1, .unit = "px", .description = "A range"})
            .field("i64", &Everything::i64)
            .field("u8", &Everything::u8)
            .field("u16", &Everything::u16)
            .field("u32", &Everything::u32)
            .field("u64", &Everything::u64)
            .field("f32", &Everything::f32)
            .field("f64", &Everything::f64)
            .field("mood", &Everything::mood, {.names = {{"Calm", 0}, {"Angry", 1}, {"Asleep", 2}}})
            .field("text", &Everything::text)
            .field("target", &Everything::target)
            .field("v2", &Everything::v2)
            .field("v3", &Everything::v3)
            .field("v4", &Everything::v4)
            .field("color", &Everything::color)
            .field("numbers", &Everything::numbers)
            .struct_field("slot", &Everything::slot,
                          ecs::StructBuilder<Slot>().field("item", &Slot::item).field("weight", &Slot::weight))
            .struct_field("slots", &Everything::slots,
                          ecs::StructBuilder<Slot>().field("item", &Slot::item).field("weight", &Slot::weight));
        types.add<Health>("game::Health", "What is left of it").field("hp", &Health::hp);
        types.add<Tag>("game::Tag");
        hero = world.create(ecs::Name{"Hero"});
        harness.add(panel);
        harness.selection.select(hero);
        harness.frames(3);
    }

    void give_everything() {
        world.add(hero, Everything{});
        harness.frames(3);
    }
    const Everything& everything() const { return world.get<Everything>(hero); }

    /// The middle of the widget behind a label.
    ImVec2 widget_of(std::string_view label, float across = 0.5f) const {
        const DrawnText text = harness.need(label);
        const float left = 104, right = 412;
        return {left + (right - left) * across, text.middle().y};
    }
    void type_into(ImVec2 place, std::string_view text) {
        harness.double_click(place);
        harness.type(text);
        harness.key(panels::compat::Key::Enter);
    }
    void type_into(std::string_view label, std::string_view text) { type_into(widget_of(label), text); }
};

}  // namespace inspector_scene
