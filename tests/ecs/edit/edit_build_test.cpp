#include "catch.hpp"
#include "ecs/edit/edit.hpp"
#include "ecs/support/edit_support.hpp"
#include "ecs/support/random_edits.hpp"

namespace edit_build_test {

using namespace ecs;
using namespace test;

namespace {

std::vector<Entity> created_by(const Edit& inverse) { return std::get<DestroyEntities>(inverse).entities; }

}  // namespace

TEST_CASE("Edit: thousands of random edits are undone and done again without a trace", "[ecs][edit]") {
    const TrackedScope scope;
    // What a state costs to look at grows with the world, so many histories are better than long ones.
    for (std::uint64_t seed = 1; seed <= 7; ++seed) {
        EditFixture f;
        std::vector<Entity> brief(30);  // so that there is a free list to begin with
        f.world.create_many(brief, {});
        for (const Entity entity : brief) f.world.destroy(entity);

        RandomEdits random(f, seed);
        std::vector<Edit> done;
        std::vector<State> states{f.state()};
        while (done.size() < 600) {
            Edit edit = random.next();
            if (!fits(f.world, f.schedule, edit)) continue;
            f.apply(edit);
            done.push_back(std::move(edit));
            states.push_back(f.state());
        }
        for (int round = 0; round < 2; ++round) {
            for (std::size_t i = done.size(); i-- > 0;) {
                REQUIRE(f.why_not(done[i]).empty());
                f.apply(done[i]);
                REQUIRE(f.state() == states[i]);
            }
            for (std::size_t i = 0; i < done.size(); ++i) {
                REQUIRE(f.why_not(done[i]).empty());
                f.apply(done[i]);
                REQUIRE(f.state() == states[i + 1]);
            }
        }
        REQUIRE(apply_all_backwards(f.world, f.schedule, done).why.empty());
        CHECK(f.state() == states.front());
        REQUIRE(apply_all(f.world, f.schedule, done).why.empty());
        CHECK(f.state() == states.back());
        for (const Edit& edit : done) release(f.world, edit);
        for (std::uint32_t slot = 1; slot < f.world.slot_count(); ++slot)
            for (std::uint32_t generation = 1; generation < 12; ++generation)
                REQUIRE_FALSE(f.world.entity_index().parked({slot, generation}));
    }
    CHECK(scope.clean());
}

TEST_CASE("Edit: a copied subtree lists parents first and has all values", "[ecs][edit]") {
    const EditFixture f;
    const std::vector<EntityRecord> records = copy_subtree(f.world, f.player);
    REQUIRE(records.size() == 3);
    CHECK(records[0].entity == f.player);
    CHECK(records[0].parent == null_entity);
    CHECK(records[0].values.size() == 4);
    CHECK(records[1].entity == f.child);
    CHECK(records[1].parent == f.player);
    CHECK(records[1].values.size() == 2);  // Label and the tag Frozen; Parent is not a value
    CHECK(records[2].entity == f.grandchild);
    CHECK(copy_subtree(f.world, {77, 1}).empty());
}

TEST_CASE("Edit: values that cannot be copied are left out of a copy", "[ecs][edit]") {
    EditFixture f;
    f.world.add(f.other, Unique{std::make_unique<int>(1)});
    Edit edit = duplicate(f.world, {f.other});
    f.apply(edit);
    const Entity copy = created_by(edit).at(0);
    CHECK(f.world.get<Health>(copy).hp == 9);
    CHECK_FALSE(f.world.has<Unique>(copy));
}

TEST_CASE("Edit: a duplicate stands beside its original and refers to itself", "[ecs][edit]") {
    EditFixture f;
    const Entity outside = f.world.create();
    f.world.add(f.child, Link{f.grandchild, 5, {f.child, outside, null_entity}});
    Chain chain;
    chain.links[1].many[2] = f.child;
    chain.links[0].one = f.player;
    chain.end = f.grandchild;
    f.world.add(f.grandchild, chain);

    Edit edit = duplicate(f.world, {f.child});
    f.apply(edit);
    const std::vector<Entity> made = created_by(edit);
    REQUIRE(made.size() == 2);
    CHECK(f.world.parent(made[0]) == f.player);
    CHECK(f.world.parent(made[1]) == made[0]);
    const Link& link = f.world.get<Link>(made[0]);
    CHECK(link.one == made[1]);
    CHECK(link.number == 5);
    CHECK(link.many[0] == made[0]);
    CHECK(link.many[1] == outside);
    CHECK(link.many[2] == null_entity);
    const Chain& copied = f.world.get<Chain>(made[1]);
    CHECK(copied.links[1].many[2] == made[0]);
    CHECK(copied.links[0].one == f.player);  // not copied: still the original
    CHECK(copied.end == made[1]);
    CHECK(f.world.get<Link>(f.child).one == f.grandchild);  // the original is as it was
    CHECK(f.world.get<Label>(made[0]).text == "child");
    CHECK(f.world.has<Frozen>(made[0]));
}

TEST_CASE("Edit: what is selected twice, or below another selected entity, is duplicated once", "[ecs][edit]") {
    EditFixture f;
    Edit edit = duplicate(f.world, {f.grandchild, f.other, f.player, f.child, f.other, {77, 1}});
    CHECK(std::get<CreateEntities>(edit).entities.size() == 4);
    const std::size_t before = f.world.entity_count();
    f.apply(edit);
    CHECK(f.world.entity_count() == before + 4);
    CHECK(f.world.parent(created_by(edit)[1]) == null_entity);
    CHECK(f.world.name(created_by(edit)[1]) == "Player");
}

TEST_CASE("Edit: references across duplicated roots point inside the copy", "[ecs][edit]") {
    EditFixture f;
    f.world.add(f.other, Link{f.player, 0, {}});
    f.world.add(f.player, Link{f.other, 0, {}});
    Edit edit = duplicate(f.world, {f.other, f.player});
    f.apply(edit);
    const std::vector<Entity> made = created_by(edit);
    REQUIRE(made.size() == 4);
    CHECK(f.world.get<Link>(made[0]).one == made[1]);
    CHECK(f.world.get<Link>(made[1]).one == made[0]);
}

TEST_CASE("Edit: renaming sets, adds or removes the name", "[ecs][edit]") {
    EditFixture f;
    Edit edit = rename(f.world, f.player, "Hero");
    CHECK(std::holds_alternative<SetComponent>(edit));
    f.apply(edit);
    CHECK(f.world.name(f.player) == "Hero");
    edit = rename(f.world, f.other, "Box");
    CHECK(std::holds_alternative<AddComponent>(edit));
    f.apply(edit);
    CHECK(f.world.find_by_name("Box") == f.other);
    edit = rename(f.world, f.other, "");
    f.apply(edit);
    CHECK_FALSE(f.world.has<Name>(f.other));
}

TEST_CASE("Edit: says what it does", "[ecs][edit]") {
    const EditFixture f;
    const std::vector<std::pair<Edit, std::string>> rows{
        {CreateEntities{{{{}, {}, {}}}}, "Create entity"},
        {CreateEntities{{{{13, 1}, {}, {}}}}, "Create 13v1"},
        {CreateEntities{{{{}, {}, {f.value(Name{"Lamp"})}}}}, "Create Lamp"},
        {CreateEntities{{{{}, {}, {}}, {{}, {}, {}}}}, "Create 2 entities"},
        {DestroyEntity{f.player}, "Destroy Player"},
        {DestroyEntity{f.other}, "Destroy 4v1"},
        {DestroyEntities{{f.player}}, "Destroy Player"},
        {DestroyEntities{{f.player, f.other}}, "Destroy 2 entities"},
        {AddComponent{f.player, f.tag<Enemy>()}, "Add Enemy to Player"},
        {RemoveComponent{f.player, f.world.id<Health>()}, "Remove Health from Player"},
        {SetComponent{f.player, f.value(Position{}), {}}, "Set Position of Player"},
        {SetComponent{f.player, f.value(Position{}), {1}}, "Set Position.y of Player"},
        {SetComponent{f.player, f.value(Position{}), {0, 1}}, "Set Position of Player"},
        {rename(f.world, f.player, "Hero"), "Rename Player to Hero"},
        {rename(f.world, f.other, "Box"), "Name 4v1 Box"},
        {rename(f.world, f.player, ""), "Remove Name from Player"},
        {SetParent{f.other, f.player}, "Move 4v1 below Player"},
        {SetParent{f.child, {}}, "Move 2v1 to the top"},
        {ToggleSystem{"Movement", false}, "Switch Movement off"},
        {ToggleSystem{"Movement", true}, "Switch Movement on"},
        {NoteSystem{"Movement", "Physics", 20}, "Note something about system Movement"},
        {NoteSystem{"", "", 20}, "Give ticks a budget"},
        {NoteSystem{}, "Take the budget of ticks away"},
    };
    for (const auto& [edit, sentence] : rows) CHECK(describe_edit(f.world, edit) == sentence);
    CHECK(label_of(f.world, f.player) == "Player (1v1)");
    CHECK(label_of(f.world, f.other) == "4v1");
}

}  // namespace edit_build_test
