// Random changes of random worlds, compared with a loop over all entities that knows nothing of the language.
#include <map>
#include <optional>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/edit/history.hpp"
#include "ecs/language/text_change.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "language_world.hpp"

namespace text_change_brute_force_test {

using namespace language_world;
using namespace ecs;

namespace {

/// What the test looks at of an entity.
struct Plain {
    std::optional<Health> health;
    std::optional<Position> position;
    bool frozen = false, enemy = false;
    std::string name;
    Entity parent;
};
using PlainWorld = std::map<Entity, Plain>;

PlainWorld plain_of(const World& world) {
    PlainWorld plain;
    for (std::size_t slot = 1; slot < world.slot_count(); ++slot) {
        const Entity entity = world.entity_at_slot(slot);
        if (!entity) continue;
        Plain& each = plain[entity];
        if (const auto* health = world.find<Health>(entity)) each.health = *health;
        if (const auto* position = world.find<Position>(entity)) each.position = *position;
        each.frozen = world.has<Frozen>(entity);
        each.enemy = world.has<Enemy>(entity);
        each.name = world.name(entity);
        each.parent = world.parent(entity);
    }
    return plain;
}

std::string words(const PlainWorld& world) {
    std::string text;
    for (const auto& [entity, each] : world) {
        text += to_string(entity) + " " + each.name + " " + to_string(each.parent);
        if (each.health) text += " hp " + std::to_string(each.health->hp) + " of " + std::to_string(each.health->max);
        if (each.position) text += " at " + std::to_string(each.position->x) + " " + std::to_string(each.position->y);
        text += std::string(each.frozen ? " frozen" : "") + (each.enemy ? " enemy" : "") + "\n";
    }
    return text;
}

using Matches = bool (*)(const Plain& each, int number);
/// False when the step cannot be done to this entity. Reads `before`, writes `each`.
using Does = bool (*)(const Plain& before, Plain& each, int number);

struct Choice {
    const char* text;  // @ stands for the number
    Matches matches;
};
struct Step {
    const char* text;
    Does does;
    bool destroys = false;
};

const Choice choices[] = {
    {"Health.hp < @", [](const Plain& each, int number) { return each.health && each.health->hp < number; }},
    {"!(Health.hp < @)", [](const Plain& each, int number) { return !(each.health && each.health->hp < number); }},
    {"Enemy & !Frozen", [](const Plain& each, int) { return each.enemy && !each.frozen; }},
    {"Position.x > Position.y | Health.hp == @",
     [](const Plain& each, int number) {
         return (each.position && each.position->x > each.position->y) || (each.health && each.health->hp == number);
     }},
    {"name == \"n\"", [](const Plain& each, int) { return each.name == "n"; }},
    {"Position & Health", [](const Plain& each, int) { return each.position && each.health; }},
};

const Step steps[] = {
    {"Health.hp += @",
     [](const Plain& before, Plain& each, int number) {
         if (!before.health || before.health->hp + number > 1000) return false;
         each.health->hp = before.health->hp + number;
         return true;
     }},
    {"Health.max = Health.hp * 2",
     [](const Plain& before, Plain& each, int) {
         if (!before.health) return false;
         each.health->max = before.health->hp * 2;
         return true;
     }},
    {"Position.x = Position.y - @",
     [](const Plain& before, Plain& each, int number) {
         if (!before.position) return false;
         each.position->x = before.position->y - static_cast<float>(number);
         return true;
     }},
    {"+Frozen", [](const Plain&, Plain& each, int) { return each.frozen = true; }},
    {"-Enemy",
     [](const Plain&, Plain& each, int) {
         each.enemy = false;
         return true;
     }},
    {"name = \"m\"",
     [](const Plain&, Plain& each, int) {
         each.name = "m";
         return true;
     }},
    {"parent = null",
     [](const Plain&, Plain& each, int) {
         each.parent = {};
         return true;
     }},
    {"destroy", [](const Plain&, Plain&, int) { return true; }, true},
};

std::string with_number(std::string text, int number) {
    if (const std::size_t at = text.find('@'); at != std::string::npos) text.replace(at, 1, std::to_string(number));
    return text;
}

void fill(World& world, Random& random) {
    register_types(world.types());
    std::vector<Entity> made;
    const auto number = [&](std::uint32_t count) { return static_cast<std::int32_t>(random.below(count)); };
    for (std::uint32_t count = 5 + random.below(60); count-- > 0;) {
        const Entity entity = world.create();
        if (random.below(3)) world.add(entity, Health{number(1001), number(50)});
        if (random.below(2)) world.add(entity, Position{static_cast<float>(number(9)), static_cast<float>(number(9))});
        if (random.below(3) == 0) world.add(entity, Frozen{});
        if (random.below(2)) world.add(entity, Enemy{});
        if (random.below(4) == 0) world.add(entity, Name{"n"});
        if (!made.empty() && random.below(4) == 0)
            world.set_parent(entity, made[random.below(static_cast<std::uint32_t>(made.size()))]);
        made.push_back(entity);
    }
}

}  // namespace

TEST_CASE("TextChange: equals a loop over all entities, in random worlds", "[ecs][language]") {
    std::size_t made = 0, refused = 0, bytes = 0;
    for (std::uint64_t seed = 1; seed <= 800; ++seed) {
        Random random(seed);
        World world;
        Schedule schedule;
        fill(world, random);
        const int number = static_cast<int>(random.below(40));
        const Choice& choice = choices[random.below(std::size(choices))];
        std::vector<const Step*> chosen{&steps[random.below(std::size(steps))]};
        while (!chosen.back()->destroys && chosen.size() < 3 && random.below(2)) {
            const Step* const more = &steps[random.below(std::size(steps) - 1)];
            if (std::find(chosen.begin(), chosen.end(), more) == chosen.end()) chosen.push_back(more);
        }
        std::string text = with_number(choice.text, number) + " : ";
        for (const Step* step : chosen) text += (step == chosen.front() ? "" : ", ") + with_number(step->text, number);
        INFO("seed " << seed << ": " << text);

        const PlainWorld before = plain_of(world);
        PlainWorld expected = before;
        bool possible = true;
        std::size_t matches = 0;
        for (const auto& [entity, each] : before) {
            if (!choice.matches(each, number)) continue;
            ++matches;
            for (const Step* step : chosen) possible = possible && step->does(each, expected[entity], number);
        }
        if (possible && chosen.back()->destroys) {
            for (const auto& [entity, each] : before)
                for (Entity above = entity; above; above = before.at(above).parent)
                    if (choice.matches(before.at(above), number)) expected.erase(entity);
        }

        auto change = TextChange::parse(text);
        REQUIRE(change);
        REQUIRE(change->bind(world) == nullptr);
        ChangePlan plan = change->plan(world);
        const std::uint64_t hash = state_hash(world);
        if (!possible) {
            CHECK_FALSE(plan.error.empty());
            CHECK(plan.edits.empty());
            CHECK(words(plain_of(world)) == words(before));
            ++refused;
            continue;
        }
        REQUIRE(plan.error == "");
        CHECK(plan.entities == matches);
        for (const ChangeSample& sample : plan.samples) CHECK(choice.matches(before.at(sample.entity), number));
        bytes += plan.bytes_moved;
        History history(world, schedule);
        REQUIRE(history.perform({text, std::move(plan.edits)}) == "");
        REQUIRE(words(plain_of(world)) == words(expected));
        if (history.can_undo()) REQUIRE(history.undo() == "");
        CHECK(state_hash(world) == hash);
        ++made;
    }
    CHECK(made > 300);
    CHECK(refused > 50);
    CHECK(bytes > 1000);
}

}  // namespace text_change_brute_force_test
