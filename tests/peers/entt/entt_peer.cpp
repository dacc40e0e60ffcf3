// A program over EnTT without a window that tests attach to by its name. It has no protocol of its own, so it says on
// its standard output what its registry holds, as JSON, for each line on its standard input that names an entity. A
// line "NAME=VALUE" sets the health of the one that is called so.
//
//     entt_peer NAME [ENTITIES]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <iostream>
#include <string>
#include <thread>

#include <poll.h>
#include <unistd.h>

#include "chunkscope/entt.hpp"
#include "chunkscope/probe.hpp"

namespace {

enum class Team { Red, Green, Blue };
struct Called {
    std::string name;
};
struct Position {
    float x = 0, y = 0;
};
struct Velocity {
    float x = 0, y = 0;
};
struct Health {
    float value = 0, max = 0;
};
struct Member {
    Team team = Team::Red;
};
struct Follows {
    entt::entity whom = entt::null;
};
struct Numbers {
    bool flag = false;
    std::int8_t small = 0;
    std::uint8_t byte = 0;
    std::int64_t wide = 0;
    std::uint64_t widest = 0;
    double exact = 0;
};
struct Player {};

std::string called(const entt::registry& registry, entt::entity entity) {
    const Called* const name = registry.valid(entity) ? registry.try_get<Called>(entity) : nullptr;
    return name == nullptr ? std::string() : name->name;
}

std::string told(const entt::registry& registry, const std::string& name) {
    for (const auto [entity, each] : registry.view<const Called>().each()) {
        if (each.name != name) continue;
        std::string text = "{";
        const auto add = [&](const std::string& part) { text += (text.size() > 1 ? ", " : "") + part; };
        const auto pair = [&](const char* what, float first, float second, const char* a, const char* b) {
            add("\"" + std::string(what) + "\": {\"" + a + "\": " + std::to_string(first) + ", \"" + b +
                "\": " + std::to_string(second) + "}");
        };
        if (const auto* const at = registry.try_get<Position>(entity)) pair("Position", at->x, at->y, "x", "y");
        if (const auto* const to = registry.try_get<Velocity>(entity)) pair("Velocity", to->x, to->y, "x", "y");
        if (const auto* const has = registry.try_get<Health>(entity))
            pair("Health", has->value, has->max, "value", "max");
        if (const auto* const in = registry.try_get<Member>(entity)) {
            const char* const teams[] = {"Red", "Green", "Blue"};
            add(std::string("\"Member\": {\"team\": \"") + teams[static_cast<int>(in->team)] + "\"}");
        }
        if (const auto* const follows = registry.try_get<Follows>(entity))
            add("\"Follows\": {\"whom\": \"" + called(registry, follows->whom) + "\"}");
        if (const auto* const has = registry.try_get<Numbers>(entity))
            add("\"Numbers\": {\"flag\": " + std::string(has->flag ? "true" : "false") +
                ", \"small\": " + std::to_string(has->small) + ", \"byte\": " + std::to_string(has->byte) +
                ", \"wide\": " + std::to_string(has->wide) + ", \"widest\": " + std::to_string(has->widest) +
                ", \"exact\": " + std::to_string(has->exact) + "}");
        if (registry.all_of<Player>(entity)) add("\"Player\": {}");
        return text + "}";
    }
    return "null";
}

/// Answers the lines that have come; waits for none. False when nobody asks any more.
bool answer(entt::registry& registry) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    while (::poll(&input, 1, 0) > 0) {
        std::string line;
        if (!std::getline(std::cin, line)) return false;
        if (const std::size_t sign = line.find('='); sign != std::string::npos) {
            for (const auto [entity, each] : registry.view<const Called>().each())
                if (each.name == line.substr(0, sign))
                    registry.patch<Health>(entity, [&](Health& has) {
                        has.value = static_cast<float>(std::atof(line.c_str() + sign + 1));
                    });
            std::puts("null");
        } else {
            std::puts(told(registry, line).c_str());
        }
        std::fflush(stdout);
    }
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    using chunkscope::entt::field;
    entt::registry registry;
    const auto make = [&](const char* name) {
        const entt::entity made = registry.create();
        registry.emplace<Called>(made, name);
        return made;
    };
    const entt::entity enemy = make("Enemy"), hero = make("Hero"), runner = make("Runner");
    registry.emplace<Position>(enemy, -5.0f, 5.0f);
    registry.emplace<Position>(hero, 1.0f, 2.0f);
    registry.emplace<Health>(hero, 100.0f, 120.0f);
    registry.emplace<Member>(hero, Team::Blue);
    registry.emplace<Follows>(hero, enemy);
    registry.emplace<Numbers>(hero, true, std::int8_t{-8}, std::uint8_t{250}, std::int64_t{-9007199254740993},
                              ~std::uint64_t{0}, 0.5);
    registry.emplace<Player>(hero);
    registry.emplace<Position>(runner);
    registry.emplace<Velocity>(runner, 1.0f, 0.0f);
    std::deque<entt::entity> crowd;
    const auto spawn = [&] {
        const entt::entity each = registry.create();
        registry.emplace<Position>(each, static_cast<float>(crowd.size()), 0.0f);
        registry.emplace<Velocity>(each, 0.0f, 0.01f);
        crowd.push_back(each);
    };
    for (int i = argc > 2 ? std::atoi(argv[2]) : 300; i > 0; --i) spawn();

    chunkscope::entt::RegistryOwner owner(registry);
    owner.component<Called>("Called", field("name", &Called::name));
    owner.component<Position>("Position", field("x", &Position::x), field("y", &Position::y));
    owner.component<Velocity>("Velocity", field("x", &Velocity::x), field("y", &Velocity::y));
    owner.component<Health>("Health", field("value", &Health::value), field("max", &Health::max));
    owner.component<Member>("Member", field("team", &Member::team, {.names = {{"Red", 0}, {"Green", 1}, {"Blue", 2}}}));
    owner.component<Follows>("Follows", field("whom", &Follows::whom));
    owner.component<Numbers>("Numbers", field("flag", &Numbers::flag), field("small", &Numbers::small),
                             field("byte", &Numbers::byte), field("wide", &Numbers::wide),
                             field("widest", &Numbers::widest), field("exact", &Numbers::exact));
    owner.component<Player>("Player");
    owner.names(&Called::name);

    chunkscope::Probe probe(argc > 1 ? argv[1] : "EnTT peer");
    probe.show(owner);
    std::puts("listening");
    std::fflush(stdout);
    for (int tick = 1; answer(registry); ++tick) {
        if (probe.tick()) {
            for (const auto [entity, position, velocity] : registry.view<Position, const Velocity>().each()) {
                position.x += velocity.x;
                position.y += velocity.y;
            }
            if (tick % 15 == 0 && !crowd.empty()) {
                registry.destroy(crowd.front());
                crowd.pop_front();
                spawn();
            }
        }
        std::this_thread::sleep_for(std::chrono::microseconds(16'667));
    }
}
