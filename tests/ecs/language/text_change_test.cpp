#include "ecs/language/text_change.hpp"

#include "catch.hpp"
#include "ecs/edit/edit_facts.hpp"
#include "ecs/edit/history.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "language_world.hpp"

namespace text_change_test {

using namespace language_world;
using namespace ecs;

namespace {

/// 1 Hero: Health 5 of 10. 2 Enemy: Health 50 of 100. 3: Enemy, Frozen. 4 below 3: Ai, Bag.
struct Scene {
    Scene() {
        register_types(world.types());
        hero = world.create(Health{5, 10}, Position{1, 2});
        world.add(hero, Name{"Hero"});
        enemy = world.create(Enemy{}, Health{50, 100});
        frozen = world.create(Enemy{}, Frozen{});
        child = world.create(Ai{}, Bag{}, Numbers{});
        world.set_parent(child, frozen);
    }
    /// The reason why not; empty when it was made.
    std::string operator()(const std::string& text) {
        auto change = TextChange::parse(text);
        if (!change) return change.error().message;
        if (const TextError* error = change->bind(world)) return error->message;
        plan = change->plan(world);
        if (!plan.error.empty()) return plan.error;
        const std::string why = history.perform({text, std::move(plan.edits)});
        history.seal();
        return why;
    }

    World world;
    Schedule schedule;
    History history{world, schedule};
    ChangePlan plan;
    Entity hero, enemy, frozen, child;
};

}  // namespace

TEST_CASE("TextChange: steps set fields, add, remove, rename, move and destroy, as one undo step", "[ecs][language]") {
    Scene scene;
    const std::uint64_t before = state_hash(scene.world);
    CHECK(scene("Health : Health.hp += 1, Health.max = Health.hp, +Frozen, name = \"x\"") == "");
    // All values are read before any is written.
    CHECK(scene.world.get<Health>(scene.hero).hp == 6);
    CHECK(scene.world.get<Health>(scene.hero).max == 5);
    CHECK(scene.world.get<Health>(scene.enemy).max == 50);
    CHECK(scene.world.has<Frozen>(scene.hero));
    CHECK(scene.world.name(scene.enemy) == "x");
    CHECK(scene.plan.entities == 2);
    CHECK(scene.history.steps().size() == 1);
    CHECK(scene.history.undo() == "");
    CHECK(state_hash(scene.world) == before);

    CHECK(
        scene("#4 : Ai.mood = Angry, Ai.awake = false, Bag.slots[1].label = \"new\", Bag.size.y = 2.5, parent = #1") ==
        "");
    CHECK(scene.world.get<Ai>(scene.child).mood == Mood::Angry);
    CHECK_FALSE(scene.world.get<Ai>(scene.child).awake);
    CHECK(scene.world.get<Bag>(scene.child).slots[1].label == "new");
    CHECK(scene.world.get<Bag>(scene.child).size == Vec2{0, 2.5f});
    CHECK(scene.world.parent(scene.child) == scene.hero);
    CHECK(scene("#4 : parent = null") == "");
    CHECK_FALSE(scene.world.parent(scene.child));
    CHECK(scene("Enemy : -Enemy, -Position, +Target {target: #1}, +Health {hp: 7}") == "");
    CHECK_FALSE(scene.world.has<Enemy>(scene.frozen));
    CHECK(scene.world.get<Target>(scene.frozen).target == scene.hero);
    CHECK(scene.world.get<Health>(scene.frozen).hp == 7);
    CHECK(scene.world.get<Health>(scene.frozen).max == 100);  // the default
    CHECK(scene.world.get<Health>(scene.enemy).hp == 7);
    CHECK(scene.world.get<Health>(scene.enemy).max == 100);  // its own
    CHECK(scene("name == \"Hero\" : name = \"\"") == "");
    CHECK(scene.world.name(scene.hero).empty());
    while (scene.history.can_undo()) REQUIRE(scene.history.undo() == "");
    CHECK(state_hash(scene.world) == before);

    // What is below another match goes with it.
    CHECK(scene("Frozen | Ai : destroy") == "");
    CHECK(scene.world.entity_count() == 2);
    CHECK(scene.history.undo() == "");
    CHECK(state_hash(scene.world) == before);
}

TEST_CASE("TextChange: a component that the change adds takes the values of later steps", "[ecs][language]") {
    Scene scene;
    CHECK(scene("Frozen : +Health {max: 20}, Health.hp = 3") == "");
    CHECK(scene.world.get<Health>(scene.frozen).hp == 3);
    CHECK(scene.world.get<Health>(scene.frozen).max == 20);
}

TEST_CASE("TextChange: a value that does not fit names the entity and writes nothing", "[ecs][language]") {
    const std::pair<const char*, const char*> rows[] = {
        {"Health : Health.hp = Health.hp * 30", "Health.hp of 2v1 would be 1500, must be at most 1000"},
        {"Health : Health.hp -= 6", "Health.hp of Hero (1v1) would be -1, must be at least 0"},
        {"Health : Health.hp *= 0.5", "Health.hp of Hero (1v1) would be 2.5, which is no whole number"},
        {"Health : Health.max = 0.0 / 0.0", "Health.max of Hero (1v1) would be nan, which is no whole number"},
        {"Health : Health.max = 3000000000",
         "Health.max of Hero (1v1) would be 3000000000, must lie from -2147483648 to 2147483647"},
        {"Health : Health.max = 1 / (Health.hp - 50)", "2v1: an integer is divided by zero"},
        {"Ai : Numbers.u8 = 256", "Numbers.u8 of 4v1 would be 256, must lie from 0 to 255"},
        {"Ai : Numbers.u64 = -1.0", "Numbers.u64 of 4v1 would be -1, must lie from 0 to 18446744073709551615"},
        {"Ai : Numbers.i64 = 18446744073709551615",
         "Numbers.i64 of 4v1 would be 18446744073709551615, must lie from -9223372036854775808 to 9223372036854775807"},
        {"Ai : Bag.size.x = 1e200", "Bag.size of 4v1 would be 1e+200, which is beyond a 32-bit float"},
        {"Ai : Ai.mood = 2", "Ai.mood of 4v1 would be 2, which has no name in mood"},
        {"Ai : +Target {target: #77}", "Target.target of 4v1 would be #77, which is no entity"},
        {"Enemy : Health.hp = 1", "3v1 has no Health"},
        {"Enemy : Health.hp += 1", "3v1 has no Health"},
        {"Enemy : +Position {x: Target.target.Health.hp}", "2v1 has no Target"},
        {"Enemy : +Position {x: #77.Health.hp}",
         "2v1 has no value for a step: a reference or a watch leads to nothing"},
        {"Frozen : parent = #77", "3v1 cannot move: its parent is gone"},
        {"Frozen : parent = #4", "3v1 cannot move below itself"},
    };
    Scene scene;
    const std::uint64_t before = state_hash(scene.world);
    for (const auto& [text, why] : rows) {
        INFO(text);
        CHECK(scene(text) == why);
        CHECK(scene.plan.edits.empty());
        CHECK(scene.plan.culprit);
        CHECK(state_hash(scene.world) == before);
    }
}

TEST_CASE("TextChange: steps that cannot be meant are errors at their character", "[ecs][language]") {
    struct Wrong {
        const char* text;
        std::size_t offset;
        const char* message;
    };
    const Wrong rows[] = {
        {"Health : Helth.hp = 1", 9, "No component Helth (did you mean Health?)"},
        {"Health : Health.hp = \"x\"", 21, "Expected a whole number, found a text"},
        {"Health : Health.hp = name", 21, "Expected a whole number, found a text"},
        {"Health : name = 3", 16, "Expected a text, found a whole number"},
        {"Health : Ai.mood = Angy", 19, "mood has no value Angy (did you mean Angry?)"},
        {"Health : Bag.size = 1", 9, "Bag.size has members: name one of them"},
        {"Health : Target.target.Health.hp = 1", 23, "Target.target is another entity, which stays as it is"},
        {"Health : Parent.value = #1", 9, "Parent changes by a step such as parent = #12 or parent = null"},
        {"Health : -Parent", 9, "Parent changes by a step such as parent = #12 or parent = null"},
        {"Health : Health.hp = 1, Health.hp = 2", 24, "An earlier step sets Health.hp"},
        {"Health : -Health, Health.hp = 2", 18, "An earlier step removes Health"},
        {"Health : +Frozen, -Frozen", 18, "An earlier step adds Frozen"},
        {"Health : Health.hp = 2, -Health", 24, "An earlier step sets Health"},
        {"Health : destroy, +Frozen", 18, "destroy is the only step of its change"},
        {"Health : +Frozen, destroy", 18, "destroy is the only step of its change"},
        {"Health : name = \"a\", name = \"b\"", 21, "An earlier step does the same"},
        {"Health : +Health {hpp: 3}", 18, "Health has no field hpp (did you mean hp?)"},
        {"Frozen : Frozen.x = 3", 16, "Frozen has no fields"},
    };
    Scene scene;
    for (const Wrong& row : rows) {
        INFO(row.text);
        auto change = TextChange::parse(row.text);
        REQUIRE(change);
        const TextError* error = change->bind(scene.world);
        REQUIRE(error);
        CHECK(error->message == row.message);
        CHECK(error->offset == row.offset);
        CHECK(change->plan(scene.world).edits.empty());
    }
}

TEST_CASE("TextChange: samples say a float as short as it is", "[ecs][language]") {
    World world;
    struct Speed {
        float value = 0.92f;
    };
    world.types().add<Speed>("Speed").field("value", &Speed::value);
    world.create(Speed{});
    auto change = TextChange::parse("Speed : Speed.value = 0.2");
    REQUIRE(change);
    REQUIRE(change->bind(world) == nullptr);
    const ChangePlan plan = change->plan(world);
    REQUIRE(plan.samples.size() == 1);
    CHECK(plan.samples[0].before == "0.92");
    CHECK(plan.samples[0].after == "0.2");
}

TEST_CASE("TextChange: a plan tells samples, and the bytes that would move", "[ecs][language]") {
    Scene scene;
    auto change = TextChange::parse("Health : Health.hp = 7, +Frozen");
    REQUIRE(change);
    REQUIRE_FALSE(change->bind(scene.world));
    const ChangePlan plan = change->plan(scene.world, {}, 1);
    CHECK(plan.entities == 2);
    CHECK(plan.edits.size() == 4);
    REQUIRE(plan.samples.size() == 2);
    CHECK(plan.samples[0].entity == scene.hero);
    CHECK(plan.samples[0].what == "Health.hp");
    CHECK(plan.samples[0].before == "5");
    CHECK(plan.samples[0].after == "7");
    CHECK(plan.samples[1].what == "Frozen");
    CHECK(plan.samples[1].after == "present");
    // Rows of id, Health, Position and Name; of id and Health.
    CHECK(plan.bytes_moved == 8 + 8 + 8 + sizeof(Name) + 8 + 8);
    CHECK(scene.world.get<Health>(scene.hero).hp == 5);
    CHECK(change->written_components() == std::vector<ComponentId>{scene.world.id<Health>(), scene.world.id<Frozen>()});
    CHECK(change->read_components() == std::vector<ComponentId>{scene.world.id<Health>()});
}

TEST_CASE("TextChange: more rows than one slice or chunk holds are all changed", "[ecs][language]") {
    Scene scene;
    for (int i = 0; i < 5000; ++i) scene.world.create(Position{static_cast<float>(i), 0});
    CHECK(scene("Position.x >= 1 & Position.y == 0 : Position.y = Position.x * 2") == "");
    CHECK(scene.plan.entities == 4999);
    std::size_t right = 0;
    for (ArchetypeId id = 0; id < scene.world.archetype_count(); ++id) {
        const Archetype& archetype = scene.world.archetype(id);
        for (std::size_t position = 0; position < archetype.chunk_count(); ++position)
            for (const Entity entity : archetype.chunk(position).entities())
                if (const auto* place = scene.world.find<Position>(entity)) right += place->y == place->x * 2 ? 1 : 0;
    }
    CHECK(right == 5001);
}

TEST_CASE("TextChange: thousands of matches are a few edits, and their plan takes what the values take",
          "[ecs][language]") {
    Scene scene;
    for (int i = 0; i < 5000; ++i) scene.world.create(Position{static_cast<float>(i), 0}, Health{i % 500});
    auto change = TextChange::parse("Position & Health : Position.y = Position.x + 1, Health.hp += 2, Position.x = 3");
    REQUIRE(change);
    REQUIRE_FALSE(change->bind(scene.world));
    const ChangePlan plan = change->plan(scene.world, {}, 2);
    REQUIRE(plan.error.empty());
    CHECK(plan.entities >= 5000);
    REQUIRE(plan.edits.size() == 3);  // a field each
    std::size_t bytes = 0;
    for (const Edit& edit : plan.edits) {
        REQUIRE(std::holds_alternative<SetField>(edit));
        CHECK(std::get<SetField>(edit).entities.size() == plan.entities);
        bytes += memory_of(edit);
    }
    CHECK(bytes <= plan.entities * 3 * (sizeof(Entity) + 4) + 3 * sizeof(Edit));
    CHECK(plan.samples.size() == 6);
    // Values are read before any is written.
    CHECK(scene("Position & Health : Position.y = Position.x + 1, Health.hp += 2, Position.x = 3") == "");
    const Entity last = scene.world.entity_at_slot(scene.world.slot_count() - 1);
    CHECK(scene.world.get<Position>(last).x == 3);
    CHECK(scene.world.get<Position>(last).y == 5000);
    CHECK(scene.world.get<Health>(last).hp == 501);

    // One that does not fit: nothing is planned, and it is named.
    auto wrong = TextChange::parse("Health & Position : Health.hp += 600");
    REQUIRE(wrong);
    REQUIRE_FALSE(wrong->bind(scene.world));
    const ChangePlan refused = wrong->plan(scene.world);
    CHECK_FALSE(refused.error.empty());
    CHECK(refused.edits.empty());
    CHECK(refused.samples.empty());
    CHECK(scene.world.alive(refused.culprit));

    auto destroy = TextChange::parse("Position : destroy");
    REQUIRE(destroy);
    REQUIRE_FALSE(destroy->bind(scene.world));
    const ChangePlan doomed = destroy->plan(scene.world);
    REQUIRE(doomed.edits.size() == 1);
    CHECK(std::get<DestroyMany>(doomed.edits.front()).entities.size() == doomed.entities);
    CHECK(count_of_edits(doomed.edits) == doomed.entities);

    // Components come and go by one edit each, with one value or with each its own.
    const auto planned = [&](const char* text) {
        auto made = TextChange::parse(text);
        REQUIRE(made);
        REQUIRE_FALSE(made->bind(scene.world));
        return made->plan(scene.world);
    };
    const ChangePlan tagged = planned("Position : +Frozen");
    REQUIRE(tagged.edits.size() == 1);
    CHECK(std::get<AddToMany>(tagged.edits.front()).values->count() == 1);
    CHECK(count_of_edits(tagged.edits) == tagged.entities);
    CHECK(tagged.samples.size() == 5);
    CHECK(tagged.bytes_moved > 0);
    const ChangePlan removed = planned("Position & Health : -Health, +Ai {patience: Position.x}");
    REQUIRE(removed.edits.size() == 2);
    CHECK(std::get<RemoveFromMany>(removed.edits[0]).entities.size() == removed.entities);
    CHECK(std::get<AddToMany>(removed.edits[1]).values->count() == removed.entities);
    CHECK(scene("Position & Health : -Health, +Ai {patience: Position.x}") == "");
    CHECK(scene.world.get<Ai>(last).patience == static_cast<double>(scene.world.get<Position>(last).x));
    CHECK_FALSE(scene.world.has<Health>(last));
    CHECK(count_of_edits(plan.edits) == 3 * plan.entities);
}

}  // namespace text_change_test
