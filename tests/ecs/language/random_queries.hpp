// Random worlds and random queries that they can be asked, for the tests of the language.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "ecs/base/random.hpp"
#include "language_world.hpp"

namespace random_queries {

using namespace language_world;
using ecs::Entity;
using ecs::Random;

template <class T, std::size_t N>
const T& one_of(Random& random, const T (&list)[N]) {
    return list[random.below(N)];
}

/// Few different values, so that comparisons come out both ways, and the ends of each kind.
template <class T>
T some(Random& random) {
    switch (random.below(8)) {
        case 0:
            return std::numeric_limits<T>::max();
        case 1:
            return std::numeric_limits<T>::lowest();
        default:
            return static_cast<T>(static_cast<int>(random.below(9)) - (std::is_signed_v<T> ? 4 : 0));
    }
}
inline float some_float(Random& random) {
    constexpr float values[] = {0, 1, -1, 0.5f, 2.25f, 1e30f, -0.1f, 3};
    if (random.below(40) == 0) return std::nanf("");
    if (random.below(40) == 0) return std::numeric_limits<float>::infinity();
    return one_of(random, values);
}

inline void fill(ecs::World& world, Random& random) {
    register_types(world.types());
    const std::size_t count = 1 + random.below(random.below(20) == 0 ? 900 : 24);
    std::vector<Entity> entities;
    for (std::size_t i = 0; i < count; ++i) {
        const Entity entity = world.create();
        entities.push_back(entity);
        if (random.below(2) == 0) world.add(entity, Health{some<std::int32_t>(random), some<std::int32_t>(random)});
        if (random.below(2) == 0) world.add(entity, Position{some_float(random), some_float(random)});
        if (random.below(3) == 0)
            world.add(entity, Ai{one_of(random, {Mood::Calm, Mood::Angry, Mood::Afraid}), random.below(2) == 0,
                                 static_cast<double>(some_float(random))});
        if (random.below(3) == 0)
            world.add(entity, Numbers{some<std::int8_t>(random), some<std::int16_t>(random), some<std::int64_t>(random),
                                      some<std::uint8_t>(random), some<std::uint16_t>(random),
                                      some<std::uint32_t>(random), some<std::uint64_t>(random)});
        if (random.below(4) == 0)
            world.add(entity, Bag{{{some<std::int32_t>(random), "a"}, {2, "b"}, {some<std::int32_t>(random), "ab"}},
                                  {some_float(random), 1},
                                  {some_float(random), 2}});
        if (random.below(4) == 0) world.add(entity, Frozen{});
        if (random.below(3) == 0) world.add(entity, Enemy{});
        if (random.below(4) == 0) world.add(entity, ecs::Name{one_of(random, {"Ab", "ab", "b", "Boss", ""})});
        if (random.below(2) == 0)
            world.add(entity, Target{entities[random.below(static_cast<std::uint32_t>(entities.size()))]});
        if (random.below(4) == 0)
            world.set_parent(entity, entities[random.below(static_cast<std::uint32_t>(entities.size()))]);
    }
    for (std::size_t i = 0; i < count / 5; ++i)
        world.destroy(entities[random.below(static_cast<std::uint32_t>(entities.size()))]);
}

class Writer {
public:
    explicit Writer(Random& random) : random_(random) {}

    std::string condition(int depth) {
        if (depth > 0 && random_.below(3) != 0) {
            switch (random_.below(3)) {
                case 0:
                    return "!" + bracketed(depth);
                case 1:
                    return joined(" & ", depth);
                default:
                    return joined(" | ", depth);
            }
        }
        switch (random_.below(14)) {
            case 0:
            case 1:
                return one_of(random_, {"Health", "Position", "Ai", "Bag", "Frozen", "Enemy", "Name", "Parent"});
            case 2:
                return "name ~ \"" + std::string(one_of(random_, {"a", "B", "boss", ""})) + "\"";
            case 3:
                return text() + " " + sign() + " " + text();
            case 4:
                return id();
            case 5:
                return "below(" + (random_.below(3) == 0 ? "\"Boss\"" : id()) + ")";
            case 6:
                return "Ai.mood " + sign() + " " + one_of(random_, {"Calm", "Angry", "3", "-2", "Afraid"});
            case 7:
                return random_.below(2) == 0 ? "Ai.awake" : "Target.target.Ai.awake == true";
            case 8:
                return entity() + (random_.below(2) == 0 ? " == " : " != ") + entity();
            case 9:
            case 10:  // the quick path: a field and a constant
                return number_field() + " " + sign() + " " + constant();
            case 11:
                return constant() + " " + sign() + " " + number_field() + " " + sign() + " " + constant();
            default:
                return number(2) + " " + sign() + " " + number(2) +
                       (random_.below(4) == 0 ? " " + sign() + " " + number(1) : "");
        }
    }

private:
    std::string bracketed(int depth) { return "(" + condition(depth - 1) + ")"; }
    std::string joined(const char* with, int depth) {
        std::string result = bracketed(depth);
        for (std::uint32_t i = random_.below(3) + 1; i > 0; --i) result += with + bracketed(depth);
        return result;
    }
    std::string sign() { return one_of(random_, {"==", "!=", "<", "<=", ">", ">="}); }
    std::string id() {
        const std::string slot = std::to_string(random_.below(24) + 1);
        return "#" + slot + (random_.below(2) == 0 ? "" : "v" + std::to_string(random_.below(2) + 1));
    }
    std::string entity() { return one_of(random_, {"Target.target", "null", "Parent.value"}) + std::string(); }
    std::string text() {
        return one_of(random_, {"name", "\"ab\"", "\"Boss\"", "Bag.slots[1].label", "Target.target.Name.value"});
    }
    std::string number_field() {
        return one_of(random_, {"Health.hp", "Health.max", "Position.x", "Position.y", "Ai.patience", "Numbers.i8",
                                "Numbers.i16", "Numbers.i64", "Numbers.u8", "Numbers.u16", "Numbers.u32", "Numbers.u64",
                                "Bag.slots[2].count", "Bag.size.x", "Bag.weights[0]"});
    }
    std::string constant() {
        return one_of(random_, {"0",
                                "1",
                                "-1",
                                "3",
                                "2.25",
                                "-0.1",
                                "127",
                                "-128",
                                "255",
                                "65535",
                                "32767",
                                "1e30",
                                "-1e300",
                                "1e300",
                                "0.5",
                                "3.0",
                                "-4",
                                "2147483647",
                                "-2147483648",
                                "4294967295",
                                "9223372036854775807",
                                "-9223372036854775808",
                                "18446744073709551615",
                                "2147483647.5",
                                "(0.0 / 0.0)",
                                "(1 / 0.0)",
                                "(2 - 5)"});
    }
    std::string number(int depth) {
        if (depth == 0 || random_.below(3) == 0) {
            const std::uint32_t kind = random_.below(4);
            if (kind == 0) return constant();
            if (kind == 1) return "Target.target." + number_field();
            return number_field();
        }
        const std::string a = number(depth - 1), b = number(depth - 1);
        switch (random_.below(9)) {
            case 0:
                return "abs(" + a + ")";
            case 1:
                return one_of(random_, {"min(", "max("}) + a + ", " + b + ")";
            case 2:
                return "clamp(" + a + ", " + b + ", 3)";
            case 3:
                return "-(" + a + ")";
            case 4:
                return "round(" + a + ")";
            case 5:
                return "length(name)";
            default:
                return "(" + a + ") " + one_of(random_, {"+", "-", "*", "/", "%", "^"}) + " (" +
                       (random_.below(3) == 0 ? one_of(random_, {"2", "0", "3.0", "-1", "62"}) : b) + ")";
        }
    }

    Random& random_;
};

}  // namespace random_queries
