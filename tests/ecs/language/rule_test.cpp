#include "ecs/language/rule.hpp"

#include <thread>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/edit/history.hpp"
#include "ecs/language/text_change.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "language_world.hpp"

namespace rule_test {

using namespace language_world;
using namespace ecs;

namespace {

void fill(World& world, Random& random) {
    register_types(world.types());
    std::vector<Entity> made;
    const auto number = [&](std::uint32_t count) { return static_cast<std::int32_t>(random.below(count)); };
    const auto any = [&] { return made[random.below(static_cast<std::uint32_t>(made.size()))]; };
    for (std::uint32_t count = 5 + random.below(random.below(8) == 0 ? 900 : 60); count-- > 0;) {
        const Entity entity = world.create();
        if (random.below(4)) world.add(entity, Health{number(990), number(50)});
        if (random.below(2)) world.add(entity, Position{static_cast<float>(number(9)), static_cast<float>(number(9))});
        if (random.below(3) == 0) world.add(entity, Frozen{});
        if (random.below(2)) world.add(entity, Enemy{});
        if (random.below(4) == 0) world.add(entity, Name{random.below(2) ? "n" : "a name longer than a small string"});
        if (random.below(4) == 0) world.add(entity, Ai{Mood::Angry, random.below(2) == 0, 0.25});
        if (random.below(4) == 0) world.add(entity, Bag{});
        if (!made.empty() && random.below(3) == 0) world.add(entity, Target{any()});
        if (!made.empty() && random.below(4) == 0) world.set_parent(entity, any());
        made.push_back(entity);
    }
}

constexpr const char* queries[] = {"Health.hp < @",
                                   "!(Health.hp < @) & Health",
                                   "Enemy & !Frozen",
                                   "Position.x > Position.y | Health.hp == @",
                                   "Position & Health",
                                   "Target & Target.target.Health.hp < 500",
                                   "Health & random(0, 2) > 1",
                                   "Health.hp < mean(Health.hp, Enemy)",
                                   "Ai.mood == Angry | Bag",
                                   "name ~ \"n\"",
                                   "Health"};
constexpr const char* steps[] = {"Health.hp += @",
                                 "Health.max = Health.hp * 2",
                                 "Position.x = Position.y - @",
                                 "Position.y = random(-1, 1)",
                                 "Health.max = Target.target.Health.max + 1",
                                 "Ai.mood = Afraid",
                                 "Ai.awake = Ai.patience > 0.3",
                                 "Bag.size.y = 2",
                                 "Bag.slots[1].label = \"of some length, beyond the small\"",
                                 "+Frozen",
                                 "+Position { x: @ }",
                                 "-Enemy",
                                 "name = \"m\"",
                                 "name = \"\"",
                                 "parent = null",
                                 "Health.max = count(Enemy)",
                                 "destroy"};

std::string with_number(std::string text, std::uint32_t number) {
    if (const std::size_t at = text.find('@'); at != std::string::npos) text.replace(at, 1, std::to_string(number));
    return text;
}

std::string random_change(Random& random) {
    const std::uint32_t number = random.below(40);
    std::string text = with_number(queries[random.below(std::size(queries))], number) + " : ";
    const std::uint32_t first = random.below(std::size(steps));
    text += with_number(steps[first], number);
    for (std::uint32_t more = random.below(3); more-- > 0 && first + 1 != std::size(steps);)
        text += ", " + with_number(steps[random.below(std::size(steps) - 1)], number);
    return text;
}

/// The same change by hand, at this moment. Returns why not.
std::string change_by_hand(World& world, Schedule& schedule, const std::string& text) {
    auto change = TextChange::parse(text);
    if (!change) return change.error().message;
    if (const TextError* error = change->bind(world)) return error->message;
    ChangePlan plan = change->plan(world, {.random = &schedule.random});
    if (!plan.error.empty()) return plan.error;
    ApplyFailure failure = apply_all(world, schedule, plan.edits);
    for (const Edit& edit : plan.edits) release(world, edit);
    return failure.why;
}

std::string added(World& world, Schedule& schedule, const std::string& name, const std::string& text) {
    Edit edit = AddSystem{make_rule(name, text)};
    const std::string why = why_not(world, schedule, edit);
    if (why.empty()) apply(world, schedule, edit);
    return why;
}

std::string accesses_of(const World& world, const System& system) {
    std::string text;
    for (const SystemAccess& each : system.description.accesses)
        text += (text.empty() ? "" : " ") + std::string(each.access == Access::Write ? "writes " : "reads ") +
                world.types()[each.component].name;
    return text;
}

}  // namespace

TEST_CASE("Rule: equals the same change applied by hand in each tick, in random worlds", "[ecs][language][rule]") {
    std::size_t same = 0, stopped = 0, skipped = 0;
    for (std::uint64_t seed = 1; seed <= 2500; ++seed) {
        World ruled, by_hand;
        Random for_ruled(seed), for_by_hand(seed), for_text(seed * 77);
        fill(ruled, for_ruled);
        fill(by_hand, for_by_hand);
        const std::string text = random_change(for_text);
        INFO("seed " << seed << ": " << text);
        if (why_no_rule(ruled, text)) {
            ++skipped;
            continue;
        }
        Schedule schedule, none;
        schedule.random = none.random = Random(seed);
        REQUIRE(added(ruled, schedule, "Rule", text) == "");
        bool fits = true;
        for (int tick = 0; tick < 4 && fits; ++tick) {
            const std::uint64_t before = state_hash(by_hand);
            const Random random_before = none.random;
            const std::string why = change_by_hand(by_hand, none, text);
            fits = why.empty();
            if (!fits) none.random = random_before;
            none.tick(by_hand);
            schedule.tick(ruled);
            const System& rule = *schedule.find("Rule");
            INFO("by hand: " << why << "; rule: " << rule.problem);
            REQUIRE(rule.problem.empty() == fits);
            CHECK(rule.enabled == fits);
            if (!fits) {
                ruled.set_tick(ruled.tick() - 1);
                CHECK(state_hash(ruled) == before);
            } else {
                REQUIRE(state_hash(ruled) == state_hash(by_hand));
            }
            CHECK(schedule.random.state() == none.random.state());
        }
        ++(fits ? same : stopped);
    }
    CHECK(same > 650);
    CHECK(stopped > 350);
    CHECK(skipped < 1200);
}

TEST_CASE("Rule: it declares exactly the values that it touches", "[ecs][language][rule]") {
    World world;
    register_types(world.types());
    struct Row {
        const char* text;
        const char* accesses;
        bool structural, random;
    };
    const Row rows[] = {
        {"Health.hp < 10 : Health.hp += 5", "writes Health", false, false},
        {"Health.hp < 10 & Enemy & !Frozen : Position.x = Position.y", "reads Health writes Position", false, false},
        {"Enemy & Position : Health.hp = Health.max", "writes Health", false, false},
        {"Enemy : +Frozen", "", true, false},
        {"Enemy & Health : +Position { x: Health.hp }", "reads Health writes Position", true, false},
        {"Health.hp == 0 : destroy", "reads Parent reads Health", true, false},
        {"Health.hp == 0 : -Enemy", "reads Health", true, false},
        {"Target : Health.hp = Target.target.Numbers.i64", "writes Health reads Target reads Numbers", false, false},
        {"Health : Health.hp = max(Numbers.i64, Ai)", "reads Ai writes Health reads Numbers", false, false},
        {"Position : Position.x = random(0, 1)", "writes Position", false, true},
        {"name == \"n\" : Health.hp = 1", "reads Name writes Health", false, false},
        {"Enemy : name = \"e\"", "writes Name", true, false},
        {"below(\"Base\") & Health : Health.hp = 1", "reads Name reads Parent writes Health", false, false},
        {"below(#1) : parent = null", "reads Parent", true, false},
    };
    for (const Row& row : rows) {
        INFO(row.text);
        Schedule schedule;
        const auto error = why_no_rule(world, row.text);
        if (std::string(row.text).find("max(Numbers") != std::string::npos) {
            CHECK(error.has_value());  // Ai is no condition with a value; the row documents that it is refused
            continue;
        }
        INFO((error ? error->message : std::string()));
        REQUIRE_FALSE(error);
        REQUIRE(added(world, schedule, "Rule", row.text) == "");
        const System& rule = *schedule.find("Rule");
        CHECK(accesses_of(world, rule) == row.accesses);
        CHECK(rule.description.records_commands == row.structural);
        CHECK(rule.description.uses_random == row.random);
        CHECK(rule.problem == "");
        schedule.tick(world);
        CHECK(rule.problem == "");
    }
}

TEST_CASE("Rule: what writes none of the other's values shares its stage, and gives the same world",
          "[ecs][language][rule]") {
    std::uint64_t hashes[2] = {};
    for (const std::size_t threads : {1u, 3u}) {
        World world;
        Random random(5);
        for (int i = 0; i < 20; ++i) {
            // fill() registers its types once
            if (i == 0) fill(world, random);
            for (int k = 0; k < 300; ++k) world.create(Health{k % 90, 3}, Position{1, 2}, Numbers{});
        }
        JobPool pool(threads);
        Schedule schedule;
        schedule.pool = &pool;
        schedule.share_from_secs = 0;
        REQUIRE(added(world, schedule, "Heal", "Health.hp < 50 : Health.hp += 1") == "");
        REQUIRE(added(world, schedule, "Drift", "Position : Position.x += 0.5") == "");
        REQUIRE(added(world, schedule, "Count", "Numbers : Numbers.i64 += 2") == "");
        REQUIRE(added(world, schedule, "Follow", "Numbers.i64 > 4 & Health.hp < 50 : +Frozen") == "");
        CHECK(schedule.stages()[0] == schedule.stages()[2]);
        CHECK(schedule.stages()[3] != schedule.stages()[2]);
        for (int tick = 0; tick < 6; ++tick) schedule.tick(world);
        hashes[threads > 1] = state_hash(world);
        CHECK(schedule.find("Heal")->stats.runs == 6);
        CHECK(schedule.find("Count")->stats.entities_visited > 5000);
        CHECK(schedule.find("Follow")->stats.structural_changes == 0);
    }
    CHECK(hashes[0] == hashes[1]);
}

TEST_CASE("Rule: a value that does not fit stops it, writes nothing, and is told", "[ecs][language][rule]") {
    World world;
    register_types(world.types());
    const Entity weak = world.create(Health{10, 0}), strong = world.create(Health{998, 0});
    Schedule schedule;
    REQUIRE(added(world, schedule, "Heal", "Health : Health.hp += 1") == "");
    schedule.tick(world);
    schedule.tick(world);
    CHECK(world.get<Health>(strong).hp == 1000);
    CHECK(schedule.find("Heal")->enabled);

    schedule.tick(world);
    const System& heal = *schedule.find("Heal");
    CHECK_FALSE(heal.enabled);
    CHECK(heal.problem == "Health.hp of 2v1 would be 1001, must be at most 1000");
    CHECK(world.get<Health>(weak).hp == 12);
    CHECK(world.get<Health>(strong).hp == 1000);
    schedule.tick(world);
    CHECK(heal.stats.runs == 3);

    world.get_mut<Health>(strong).hp = 1;
    CHECK(schedule.set_enabled("Heal", true));
    CHECK(heal.problem == "");
    schedule.tick(world);
    CHECK(world.get<Health>(weak).hp == 13);
}

TEST_CASE("Rule: the journal names it as the cause of what it changed", "[ecs][language][rule]") {
    World world;
    register_types(world.types());
    const Entity entity = world.create(Health{0, 0}, Enemy{});
    Journal journal;
    world.observe(&journal);
    Schedule schedule;
    REQUIRE(added(world, schedule, "Freeze", "Health.hp == 0 : +Frozen, -Enemy") == "");
    schedule.tick(world);
    CHECK(world.has<Frozen>(entity));
    CHECK_FALSE(world.has<Enemy>(entity));
    CHECK(world.cause_name(schedule.find("Freeze")->cause) == "Freeze");
    CHECK(schedule.find("Freeze")->stats.structural_changes == 2);
    world.observe(nullptr);
}

TEST_CASE("Rule: texts that are none are errors at their character", "[ecs][language][rule]") {
    World world;
    register_types(world.types());
    const std::pair<const char*, const char*> rows[] = {
        {"changed(Health) : Health.hp = 1",
         "A rule cannot ask what changed: it knows the world as it is, not as it was"},
        {"Health & added(Enemy) : Health.hp = 1",
         "A rule cannot ask what changed: it knows the world as it is, not as it was"},
        {"Health : Health.hp = $speed", "A rule cannot read a $watch: watches belong to a person, not to the world"},
        {"Helth : Health.hp = 1", "No component Helth (did you mean Health?)"},
    };
    for (const auto& [text, message] : rows) {
        const auto error = why_no_rule(world, text);
        REQUIRE(error);
        CHECK(error->message == message);
    }
    CHECK(why_no_rule(world, "Health & added(Enemy) : Health.hp = 1")->column == 10);
    CHECK(why_no_rule(world, "Health"));
    CHECK(why_no_rule(world, ""));
}

TEST_CASE("Rule: adding, changing, moving and removing it are undone as every edit", "[ecs][language][rule]") {
    World world;
    register_types(world.types());
    const Entity entity = world.create(Health{10, 0});
    Schedule schedule;
    SystemDescription code;
    code.name = "Code";
    REQUIRE(schedule.add(code));
    History history(world, schedule);
    const auto order = [&] {
        std::string names;
        for (const System* system : schedule.systems())
            names += (names.empty() ? "" : " ") + system->description.name + (system->enabled ? "" : " (off)");
        return names;
    };
    REQUIRE(history.perform({"Add", {AddSystem{make_rule("Heal", "Health : Health.hp += 1")}}}) == "");
    schedule.tick(world);
    CHECK(world.get<Health>(entity).hp == 11);

    history.seal();
    REQUIRE(history.perform({"Change", edits_to_replace_rule(schedule, "Heal", "Hurt", "Health : Health.hp -= 2")}) ==
            "");
    schedule.tick(world);
    CHECK(world.get<Health>(entity).hp == 9);
    history.seal();
    REQUIRE(history.perform({"Move", {MoveSystem{"Hurt", 0}}}) == "");
    CHECK(order() == "Hurt Code");
    history.seal();
    REQUIRE(history.perform({"Off", {ToggleSystem{"Hurt", false}}}) == "");
    history.seal();
    REQUIRE(history.perform({"Remove", {RemoveSystem{"Hurt"}}}) == "");
    CHECK(order() == "Code");

    const char* back[] = {"Hurt (off) Code", "Hurt Code", "Code Hurt", "Code Heal", "Code"};
    for (const char* expected : back) {
        REQUIRE(history.undo() == "");
        CHECK(order() == expected);
    }
    for (int i = 0; i < 2; ++i) REQUIRE(history.redo() == "");
    schedule.tick(world);
    CHECK(world.get<Health>(entity).hp == 7);
    REQUIRE(history.undo() == "");
    schedule.tick(world);
    CHECK(world.get<Health>(entity).hp == 8);
}

TEST_CASE("Rule: one whose names are not found waits, and runs when they come", "[ecs][language][rule]") {
    World world;
    const Entity entity = world.create(Name{"one"});
    Schedule schedule;
    REQUIRE(added(world, schedule, "Heal", "Health : Health.hp += 1") == "");
    const System& heal = *schedule.find("Heal");
    CHECK(heal.waiting);
    CHECK_FALSE(heal.enabled);
    CHECK(heal.problem == "No component Health");
    schedule.tick(world);
    CHECK(heal.stats.runs == 0);
    CHECK(why_not(world, schedule, ToggleSystem{"Heal", true}) == "Heal cannot run: No component Health");

    register_types(world.types());
    world.add(entity, Health{1, 0});
    schedule.bind_anew(world);
    CHECK(heal.enabled);
    CHECK(accesses_of(world, heal) == "writes Health");
    schedule.tick(world);
    CHECK(world.get<Health>(entity).hp == 2);
}

TEST_CASE("Schedule: a system that moves keeps its times, and those that it waits for", "[ecs][schedule]") {
    World world;
    Schedule schedule;
    for (const char* name : {"A", "B", "C"}) {
        SystemDescription system;
        system.name = name;
        system.run = [](SystemContext&) {};
        if (*name == 'C') system.after = {"A"};
        REQUIRE(schedule.add(system));
    }
    schedule.tick(world);
    const auto order = [&] {
        std::string names;
        for (const System* system : schedule.systems()) names += system->description.name;
        return names;
    };
    CHECK(schedule.move("B", 0) == 1);
    CHECK(order() == "BAC");
    CHECK(schedule.position_of("B") == 0);
    CHECK(schedule.find("B")->stats.runs == 1);
    CHECK(schedule.move("C", 0) == 2);
    CHECK(order() == "BAC");  // it still waits for A
    CHECK(schedule.move("B", 99) == 1);
    CHECK(order() == "ACB");
    CHECK_FALSE(schedule.move("D", 0));
    schedule.step_system(world);
    CHECK_FALSE(schedule.move("B", 0));
}

}  // namespace rule_test
