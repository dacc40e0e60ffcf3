// Worlds for tests of files: a type with fields of every kind, and worlds full of random values.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "ecs/base/random.hpp"
#include "editor/demo/components.hpp"
#include "editor/session/session.hpp"

namespace examples {

enum class Mood : std::int8_t { Calm = 0, Wild = 1, Gone = -128 };

struct Slot {
    std::uint16_t count = 1;
    std::string label = "empty";
    ecs::Vec2 place;
};

/// Fields of every kind, single, as arrays and in structs.
struct Everything {
    bool flag = true;
    std::int8_t i8 = -8;
    std::int16_t i16 = -16;
    std::int32_t i32 = -32;
    std::int64_t i64 = std::numeric_limits<std::int64_t>::min();
    std::uint8_t u8 = 8;
    std::uint16_t u16 = 16;
    std::uint32_t u32 = 32;
    std::uint64_t u64 = std::numeric_limits<std::uint64_t>::max();
    float f32 = 0.1f;
    double f64 = 0.1;
    Mood mood = Mood::Wild;
    std::string text = "words";
    ecs::Entity entity;
    ecs::Vec2 vec2;
    ecs::Vec3 vec3;
    ecs::Vec4 vec4;
    ecs::Rgba color;
    std::array<float, 3> floats{1, 2, 3};
    std::array<std::string, 2> texts{"a", "b"};
    std::array<ecs::Entity, 2> entities{};
    std::array<Mood, 2> moods{};
    std::array<ecs::Vec2, 2> places{};
    Slot slot;
    std::array<Slot, 2> slots{};
};

inline void register_everything(ecs::TypeRegistry& types) {
    using ecs::EnumName;
    const std::vector<EnumName> moods{{"Calm", 0}, {"Wild", 1}, {"Gone", -128}};
    const auto slot = [] {
        return ecs::StructBuilder<Slot>()
            .field("count", &Slot::count)
            .field("label", &Slot::label)
            .field("place", &Slot::place);
    };
    types.add<Everything>("Everything", "One field of each kind")
        .field("flag", &Everything::flag)
        .field("i8", &Everything::i8)
        .field("i16", &Everything::i16)
        .field("i32", &Everything::i32)
        .field("i64", &Everything::i64)
        .field("u8", &Everything::u8)
        .field("u16", &Everything::u16)
        .field("u32", &Everything::u32)
        .field("u64", &Everything::u64)
        .field("f32", &Everything::f32, {.min = -1.0, .max = 1.0, .unit = "px"})
        .field("f64", &Everything::f64)
        .field("mood", &Everything::mood, {.names = moods})
        .field("text", &Everything::text)
        .field("entity", &Everything::entity)
        .field("vec2", &Everything::vec2)
        .field("vec3", &Everything::vec3)
        .field("vec4", &Everything::vec4)
        .field("color", &Everything::color)
        .field("floats", &Everything::floats)
        .field("texts", &Everything::texts)
        .field("entities", &Everything::entities)
        .field("moods", &Everything::moods, {.names = moods})
        .field("places", &Everything::places)
        .struct_field("slot", &Everything::slot, slot())
        .struct_field("slots", &Everything::slots, slot());
}

/// Text that is hard to write: quotes, control characters, characters of one to four bytes.
inline std::string random_text(ecs::Random& random) {
    static const std::vector<std::string> pieces{"a",    "Z",    " ",
                                                 "\"",   "\\",   "/",
                                                 "\n",   "\t",   "\r",
                                                 "\b",   "\f",   "\x01",
                                                 "\x1f", "\x7f", std::string(1, '\0'),
                                                 "é",    "ß",    "€",
                                                 "日本", "🚢",    "\xe2\x80\xa8",
                                                 "{",    "}",    "[",
                                                 ",",    ":",    "null",
                                                 "12v3"};
    std::string text;
    for (std::uint32_t i = random.below(8); i > 0; --i)
        text += pieces[random.below(static_cast<std::uint32_t>(pieces.size()))];
    return text;
}

/// Any bits at all: most floats, and sometimes infinities and NaNs.
float random_f32(ecs::Random& random);
double random_f64(ecs::Random& random);
/// Values of all fields at random, by their description. Enums get values with and without a name.
void fill_at_random(const ecs::World& world, const std::vector<ecs::Field>& fields, void* base, ecs::Random& random);
/// A world of types of the program, types made at run time, opaque types, tags, names and a hierarchy, with gaps among
/// its handles.
std::unique_ptr<editor::Session> random_session(std::uint64_t seed);

}  // namespace examples
