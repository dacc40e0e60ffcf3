// A small world for the tests of the language: every kind of field, references, names and a tree.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ecs/language/text_query.hpp"
#include "ecs/world/world.hpp"

namespace language_world {

enum class Mood : std::int16_t { Calm = 0, Angry = 3, Afraid = -2 };

struct Health {
    std::int32_t hp = 100;
    std::int32_t max = 100;
};
struct Position {
    float x = 0, y = 0;
};
struct Ai {
    Mood mood = Mood::Calm;
    bool awake = true;
    double patience = 0.5;
};
struct Target {
    ecs::Entity target;
};
struct Numbers {
    std::int8_t i8 = 0;
    std::int16_t i16 = 0;
    std::int64_t i64 = 0;
    std::uint8_t u8 = 0;
    std::uint16_t u16 = 0;
    std::uint32_t u32 = 0;
    std::uint64_t u64 = 0;
};
struct Slot {
    std::int32_t count = 0;
    std::string label;
};
struct Bag {
    Slot slots[3];
    ecs::Vec2 size;
    float weights[2] = {0, 0};
};
struct Frozen {};
struct Enemy {};

inline void register_types(ecs::TypeRegistry& types) {
    types.add<Health>("Health").field("hp", &Health::hp, {.min = 0, .max = 1000}).field("max", &Health::max);
    types.add<Position>("Position").field("x", &Position::x).field("y", &Position::y);
    types.add<Ai>("Ai")
        .field("mood", &Ai::mood, {.names = {{"Calm", 0}, {"Angry", 3}, {"Afraid", -2}}})
        .field("awake", &Ai::awake)
        .field("patience", &Ai::patience);
    types.add<Target>("Target").field("target", &Target::target);
    types.add<Numbers>("Numbers")
        .field("i8", &Numbers::i8)
        .field("i16", &Numbers::i16)
        .field("i64", &Numbers::i64)
        .field("u8", &Numbers::u8)
        .field("u16", &Numbers::u16)
        .field("u32", &Numbers::u32)
        .field("u64", &Numbers::u64);
    types.add<Bag>("Bag")
        .struct_field("slots", &Bag::slots,
                      ecs::StructBuilder<Slot>().field("count", &Slot::count).field("label", &Slot::label))
        .field("size", &Bag::size)
        .field("weights", &Bag::weights);
    types.add<Frozen>("Frozen");
    types.add<Enemy>("Enemy");
}

/// The matches by slot; the text of the error when the query is wrong.
inline std::string found(const ecs::World& world, const std::string& text, const ecs::QueryInputs& inputs = {}) {
    auto query = ecs::TextQuery::parse(text);
    if (!query) return query.error().message;
    if (const ecs::TextError* error = query->bind(world)) return error->message;
    std::vector<bool> matched(world.slot_count());
    query->each(
        world, [&](ecs::Entity entity) { matched[entity.index] = true; }, inputs);
    std::string list;
    for (std::size_t slot = 0; slot < matched.size(); ++slot)
        if (matched[slot]) list += (list.empty() ? "" : " ") + std::to_string(slot);
    return list;
}

}  // namespace language_world
