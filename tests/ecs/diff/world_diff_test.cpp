#include "ecs/diff/world_diff.hpp"
#include "catch.hpp"
#include "ecs/diff/diff_edits.hpp"
#include "ecs/diff/diff_world.hpp"
#include "ecs/diff/strangers.hpp"

namespace world_diff_test {

using namespace ecs;
using namespace diff_world;

namespace {

/// "12v3 Health.hp", "+12v3", "-12v3".
std::vector<std::string> words(const WorldDiff& found, const World& before) {
    std::vector<std::string> list;
    for (const DiffEntry& entry : found.entries) {
        const std::string id = to_string(entry.entity);
        if (entry.kind == DiffKind::EntityAdded)
            list.push_back("+" + id);
        else if (entry.kind == DiffKind::EntityRemoved)
            list.push_back("-" + id);
        else
            list.push_back(id + " " + path_of(found, before, entry));
    }
    std::sort(list.begin(), list.end());
    return list;
}

/// The same from two contents, without any of the code that is tested.
std::vector<std::string> expected(const Content& before, const Content& after) {
    std::vector<std::string> list;
    for (const auto& each_before : before) {
        const Entity entity = each_before.first;
        const Fields& fields = each_before.second;
        const auto found = after.find(entity);
        if (found == after.end()) {
            list.push_back("-" + to_string(entity));
            continue;
        }
        const Fields& others = found->second;
        const auto changed = [&](const std::string& path) {
            const bool was = fields.count(path) != 0, is = others.count(path) != 0;
            return was != is || (was && fields.at(path) != others.at(path));
        };
        std::map<std::string, bool> paths;
        for (const auto& each : fields) paths[each.first] = true;
        for (const auto& each : others) paths[each.first] = true;
        for (const auto& each : paths) {
            const std::string component = each.first.substr(0, each.first.find('.'));
            const bool came_or_went = component != each.first && (fields.count(component) != others.count(component));
            if (!came_or_went && changed(each.first)) list.push_back(to_string(entity) + " " + each.first);
        }
    }
    for (const auto& each : after)
        if (before.count(each.first) == 0) list.push_back("+" + to_string(each.first));
    std::sort(list.begin(), list.end());
    return list;
}

}  // namespace

TEST_CASE("WorldDiff: finds what a comparison of all fields as text finds, in random worlds", "[diff]") {
    std::size_t differences = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        RandomWorld before(seed), after(seed, seed % 2 == 0);
        Changer(before.world, seed + 1000).change(seed % 12);
        Changer(after.world, seed + 2000).change(seed % 15);
        const WorldDiff found = diff(before.world, after.world);
        INFO("seed " << seed);
        REQUIRE(words(found, before.world) == expected(content_of(before.world), content_of(after.world)));
        differences += found.entries.size();
    }
    CHECK(differences > 2000);
}

TEST_CASE("WorldDiff: a world does not differ from itself, nor from its twin", "[diff]") {
    RandomWorld one(5), twin(5, true);
    CHECK(diff(one.world, one.world).empty());
    CHECK(diff(one.world, twin.world).empty());
}

TEST_CASE("WorldDiff: floats differ by their bits", "[diff]") {
    World before, after;
    test::register_types(before);
    test::register_types(after);
    const Entity entity = before.create(test::Position{0.0f, std::nanf(""), 1});
    after.create(test::Position{-0.0f, std::nanf(""), 1});
    CHECK(words(diff(before, after), before) == std::vector<std::string>{to_string(entity) + " Position.x"});
}

TEST_CASE("WorldDiff: fields of types with other layouts are compared by name", "[diff]") {
    World before, after;
    const auto add = [](World& world, std::vector<const char*> names) {
        ComponentType type;
        type.name = "Lamp";
        for (const char* name : names) {
            Field field;
            field.name = name;
            type.fields.push_back(field);
        }
        return *world.types().add_at_run_time(type);
    };
    const ComponentId old_lamp = add(before, {"reach", "height"}), new_lamp = add(after, {"colour", "height", "reach"});
    const Entity entity = before.create_with(std::array{old_lamp});
    after.create_with(std::array{new_lamp});
    static_cast<float*>(before.get_mut(entity, old_lamp))[0] = 7;
    static_cast<float*>(after.get_mut(entity, new_lamp))[2] = 8;
    const WorldDiff found = diff(before, after);
    CHECK(words(found, before) == std::vector<std::string>{"1v1 Lamp.reach"});
    const auto lamp =
        std::find_if(found.types.begin(), found.types.end(), [](const DiffType& type) { return type.name == "Lamp"; });
    REQUIRE(lamp != found.types.end());
    CHECK_FALSE(lamp->same_layout);
    CHECK_FALSE(lamp->difference.empty());
}

TEST_CASE("WorldDiff: a comparison in parts finds the same, and skips millions of unused slots", "[diff]") {
    RandomWorld before(9), after(9);
    Changer(after.world, 10).change(20);
    after.world.create_at({50'000'000, 1});
    const WorldDiff whole = diff(before.world, after.world);
    WorldComparison comparison(before.world, after.world);
    std::size_t parts = 1;
    for (double last = 0; !comparison.go_on(3); ++parts) {
        CHECK(comparison.progress() > last);
        last = comparison.progress();
    }
    CHECK(comparison.progress() == 1.0);
    CHECK(parts < 40);
    CHECK(comparison.found().entries == whole.entries);
    CHECK(whole.entries.back().entity == Entity{50'000'000, 1});
}

TEST_CASE("World diff: one handle for two entities is told from one entity that was changed", "[diff]") {
    RandomWorld ours(5), theirs(5);
    for (RandomWorld* each : {&ours, &theirs})
        for (std::uint32_t slot = 100; slot < 105; ++slot) {
            REQUIRE(each->world.create_at({slot, 1}));
            each->world.add({slot, 1}, test::Health{1});
            each->world.add({slot, 1}, Name{"Lamp"});
        }
    const Entity old{101, 1}, last{104, 1}, circle{105, 1}, renamed{106, 1}, moved{107, 1}, other{108, 1};
    for (RandomWorld* each : {&ours, &theirs})
        for (const Entity entity : {circle, renamed, moved, other}) REQUIRE(each->world.create_at(entity));
    const auto set = [](World& world, Entity entity, const char* name, int hp) {
        world.add(entity, Name{name});
        world.add(entity, test::Health{hp});
    };
    set(theirs.world, old, "Buoy", 7);  // before one that is the same in both: it is old
    set(ours.world, circle, "Circle", 1), set(theirs.world, circle, "Square", 2);
    set(ours.world, renamed, "Door", 1), set(theirs.world, renamed, "Gate", 1);
    set(ours.world, moved, "Cat", 1), set(theirs.world, moved, "Cat", 2);
    ours.world.add(other, test::Health{1}), theirs.world.add(other, test::Frozen{});
    ours.world.add(last, test::Chain{{}, circle}), theirs.world.add(last, test::Chain{{}, circle});
    const WorldDiff found = diff(ours.world, theirs.world);
    const std::unordered_set<Entity> strangers = strangers_in(found, ours.world, theirs.world);
    CHECK(strangers == std::unordered_set{circle, other});

    ecs::PairedComparison pairs(ours.world, theirs.world, ecs::Makers::Two);
    while (!pairs.go_on(7)) CHECK(pairs.progress() < 1);
    CHECK(pairs.strangers() == strangers);
    const WorldDiff two = pairs.take();
    CHECK(two.added == 1 + 1);
    CHECK(two.removed == 1 + 1);
    const std::vector<std::string> told = words(two, ours.world);
    for (const char* const each : {"+105v1", "-105v1", "104v1 Chain.end", "106v1 name", "107v1 Health.hp"})
        CHECK(std::count(told.begin(), told.end(), each) == 1);

    // Both are there after taking it over, under two handles.
    auto edits = edits_of(two, ours.world, theirs.world,
                          std::vector<std::uint32_t>{static_cast<std::uint32_t>(
                              std::find_if(two.entries.begin(), two.entries.end(),
                                           [&](const DiffEntry& entry) {
                                               return entry.kind == DiffKind::EntityAdded && entry.entity == circle;
                                           }) -
                              two.entries.begin())},
                          {{circle, {200, 1}}});
    REQUIRE(edits);
    REQUIRE(apply_all(ours.world, ours.schedule, *edits).why.empty());
    CHECK(ours.world.name(circle) == "Circle");
    CHECK(ours.world.name({200, 1}) == "Square");
}

TEST_CASE("World diff: with the world from which both came, what both created is two unless it is equal", "[diff]") {
    RandomWorld base(5), ours(5), theirs(5);
    const Entity old{90, 1}, circle{100, 1}, twin{101, 1}, below{102, 1};
    for (RandomWorld* each : {&base, &ours, &theirs}) REQUIRE(each->world.create_at(old));
    for (RandomWorld* each : {&ours, &theirs}) {
        for (const Entity entity : {circle, twin, below}) REQUIRE(each->world.create_at(entity));
        each->world.add(twin, Name{"Twin"});
        each->world.add(circle, Name{"Rock"});  // of one name and one component: no guess tells these apart
        REQUIRE(each->world.set_parent(below, circle));
    }
    ours.world.add(circle, test::Health{1}), theirs.world.add(circle, test::Health{2});
    ours.world.add(old, Name{"Door"}), theirs.world.add(old, Name{"Gate"});
    ours.world.add(old, test::Health{1}), theirs.world.add(old, test::Health{2});
    ecs::PairedComparison pairs(ours.world, theirs.world, ecs::Makers::Two, &base.world);
    while (!pairs.go_on(7)) continue;
    CHECK(pairs.strangers() == std::unordered_set{circle, below});  // its parent is another one in each world
    const WorldDiff found = pairs.take();
    CHECK(found.added == 2);
    CHECK(found.removed == 2);
    CHECK(found.changed == 1);
    const std::vector<std::string> told = words(found, ours.world);
    for (const char* const each : {"+100v1", "-100v1", "+102v1", "-102v1", "90v1 name", "90v1 Health.hp"})
        CHECK(std::count(told.begin(), told.end(), each) == 1);

    ecs::PairedComparison guessed(ours.world, theirs.world, ecs::Makers::Two);
    while (!guessed.go_on(7)) continue;
    CHECK_FALSE(guessed.strangers().contains(circle));
}

}  // namespace world_diff_test
