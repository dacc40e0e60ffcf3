#include "ecs/edit/edit.hpp"

#include "catch.hpp"
#include "ecs/support/edit_support.hpp"

namespace edit_test {

using namespace ecs;
using namespace test;

namespace {

struct Kind {
    std::string what;
    std::function<Edit(const EditFixture&)> make;
};

std::vector<Kind> one_of_every_kind() {
    return {
        {"create with the next free handle",
         [](const EditFixture& f) {
             CreateEntities edit;
             edit.entities.push_back({{}, f.player, {f.value(Name{"Lamp"}), f.value(Tracked(5)), f.tag<Enemy>()}});
             edit.entities.push_back({{}, handle_of_record(0), {f.value(Link{handle_of_record(0), 1, {}})}});
             return edit;
         }},
        {"create with a handle beyond the others",
         [](const EditFixture& f) {
             return CreateEntities{{{{40, 3}, {}, {f.value(Health{1})}}, {{}, {40, 3}, {}}}};
         }},
        {"create with a free handle that is not the next",
         [](const EditFixture& f) {
             const Entity first = f.world.entity_index().free_list().front();
             return CreateEntities{{{{first.index, first.generation + 4}, {}, {f.value(Health{1})}}, {{}, {}, {}}}};
         }},
        {"destroy one", [](const EditFixture& f) { return DestroyEntity{f.other}; }},
        {"destroy a tree", [](const EditFixture& f) { return DestroyEntity{f.player}; }},
        {"destroy several",
         [](const EditFixture& f) {
             return DestroyEntities{{f.other, f.child, f.grandchild}};
         }},
        {"destroy many",
         [](const EditFixture& f) {
             return DestroyMany{EntityRuns(std::vector{f.other, f.player, f.child})};
         }},
        {"add",
         [](const EditFixture& f) {
             return AddComponent{f.other, f.value(Tracked(8))};
         }},
        {"add a tag",
         [](const EditFixture& f) {
             return AddComponent{f.player, f.tag<Enemy>()};
         }},
        {"remove",
         [](const EditFixture& f) {
             return RemoveComponent{f.player, f.world.id<Tracked>()};
         }},
        {"add to many",
         [](const EditFixture& f) {
             return add_to_many(EntityRuns(std::vector{f.other, f.child}), f.value(Tracked(8)));
         }},
        {"add a tag to many",
         [](const EditFixture& f) {
             return add_to_many(EntityRuns(std::vector{f.other, f.player}), f.tag<Enemy>());
         }},
        {"remove from many",
         [](const EditFixture& f) {
             return RemoveFromMany{f.world.id<Tracked>(), EntityRuns(std::vector{f.player})};
         }},
        {"remove a tag",
         [](const EditFixture& f) {
             return RemoveComponent{f.child, f.world.id<Frozen>()};
         }},
        {"set",
         [](const EditFixture& f) {
             return SetComponent{f.child, f.value(Label{"set"}), {}};
         }},
        {"set one field",
         [](const EditFixture& f) {
             return SetComponent{f.player, f.value(Position{9, 9, 9}), {1}};
         }},
        {"set one field of many",
         [](const EditFixture& f) {
             const float values[] = {5};
             const auto* bytes = reinterpret_cast<const std::byte*>(values);
             return SetField{f.world.id<Position>(), 1, {f.player}, {bytes, bytes + sizeof values}};
         }},
        {"set a tag",
         [](const EditFixture& f) {
             return SetComponent{f.child, f.tag<Frozen>(), {}};
         }},
        {"rename", [](const EditFixture& f) { return rename(f.world, f.player, "Hero"); }},
        {"name", [](const EditFixture& f) { return rename(f.world, f.other, "Other"); }},
        {"take the name away", [](const EditFixture& f) { return rename(f.world, f.player, ""); }},
        {"move below another",
         [](const EditFixture& f) {
             return SetParent{f.child, f.other};
         }},
        {"move to the top",
         [](const EditFixture& f) {
             return SetParent{f.grandchild, {}};
         }},
        {"switch",
         [](const EditFixture&) {
             return ToggleSystem{"Movement", false};
         }},
        {"move a system",
         [](const EditFixture&) {
             return MoveSystem{"Movement", 1};
         }},
        {"note about a system",
         [](const EditFixture&) {
             return NoteSystem{"Movement", "Physics", 20};
         }},
        {"note about ticks",
         [](const EditFixture&) {
             return NoteSystem{{}, {}, 40};
         }},
        {"add a system",
         [](const EditFixture&) {
             SystemDescription system;
             system.name = "Added";
             return AddSystem{std::move(system)};
         }},
        {"remove a system", [](const EditFixture&) { return RemoveSystem{"Movement"}; }},
        {"make a component",
         [](const EditFixture&) {
             SetType edit;
             edit.to->name = "Lamp";
             return edit;
         }},
        {"duplicate",
         [](const EditFixture& f) {
             return duplicate(f.world, {f.player, f.other});
         }},
    };
}

}  // namespace

TEST_CASE("Edit: every kind applied twice changes nothing, three times is applied once", "[ecs][edit]") {
    const TrackedScope scope;
    for (const bool with_free_slots : {true, false}) {
        for (const Kind& kind : one_of_every_kind()) {
            if (!with_free_slots && kind.what.find("not the next") != std::string::npos) continue;
            EditFixture f;
            if (with_free_slots) {
                std::vector<Entity> brief(6);
                f.world.create_many(brief, {});
                for (const std::size_t i : {2u, 0u, 5u, 1u}) f.world.destroy(brief[i]);
            }
            INFO(kind.what);
            const State before = f.state();
            Edit edit = kind.make(f);
            REQUIRE(f.why_not(edit).empty());
            f.apply(edit);
            const State after = f.state();
            if (kind.what != "set a tag") CHECK_FALSE(after == before);
            for (int i = 0; i < 3; ++i) {
                REQUIRE(f.why_not(edit).empty());
                f.apply(edit);
                CHECK(f.state() == before);
                REQUIRE(f.why_not(edit).empty());
                f.apply(edit);
                CHECK(f.state() == after);
            }
            release(f.world, edit);
        }
    }
    CHECK(scope.clean());
}

TEST_CASE("Edit: what does not fit is refused with a sentence for a person", "[ecs][edit]") {
    EditFixture f;
    World elsewhere;
    register_types(elsewhere);
    const Entity gone = f.world.create();
    f.world.destroy(gone);
    const Edit with_parent_gone = CreateEntities{{{{}, gone, {f.value(Name{"Lamp"})}}}};
    const std::vector<std::pair<Edit, std::string>> rows{
        {DestroyEntity{gone}, "5v1 is gone"},
        {DestroyEntity{}, "no entity was given"},
        {DestroyEntities{{f.player}}, "Player (1v1) has got a child since: 2v1"},
        {DestroyEntities{{f.other, f.other}}, "4v1 would be destroyed twice"},
        {DestroyMany{EntityRuns(std::vector{f.other, f.other})}, "4v1 would be destroyed twice"},
        {DestroyMany{EntityRuns(std::vector{f.player, gone})}, "5v1 is gone"},
        {DestroyEntities{{f.other, gone}}, "5v1 is gone"},
        {AddComponent{f.player, f.value(Health{})}, "Player (1v1) already has Health"},
        {AddComponent{gone, f.value(Health{})}, "5v1 is gone"},
        {AddComponent{f.player, {}}, "no value was given"},
        {AddComponent{f.player, f.value(Parent{})},
         "Parent of Player (1v1) changes when it is moved below another entity"},
        {AddComponent{f.player, Value(elsewhere.types()[elsewhere.id<Enemy>()])},
         "Enemy is a component of another world"},
        {RemoveComponent{f.other, f.world.id<Label>()}, "4v1 has no Label"},
        {RemoveComponent{f.other, 1000}, "no component was given"},
        {RemoveComponent{f.child, f.world.parent_id()}, "Parent of 2v1 changes when it is moved below another entity"},
        {SetComponent{f.other, f.value(Label{}), {}}, "4v1 has no Label"},
        {SetComponent{f.other, f.value(Health{}), {1}}, "Health has no field number 1"},
        {SetField{f.world.id<Health>(), 0, {f.child}, std::vector<std::byte>(4)}, "2v1 has no Health"},
        {SetField{f.world.id<Health>(), 0, {f.other}, {}}, "there must be one value for each entity"},
        {SetField{f.world.id<Health>(), 7, {}, {}}, "Health has no field number 7"},
        {SetField{f.world.id<Label>(), 0, {f.child}, {}}, "Label.text holds text, which is set one by one"},
        {SetComponent{f.child, f.value(Parent{}), {}}, "Parent of 2v1 changes when it is moved below another entity"},
        {SetParent{f.player, f.player}, "Player (1v1) cannot be below itself"},
        {SetParent{f.player, f.child}, "Player (1v1) cannot be below its own child 2v1"},
        {SetParent{f.player, f.grandchild}, "Player (1v1) cannot be below 3v1, which is below it"},
        {SetParent{f.player, gone}, "5v1 is gone"},
        {SetParent{gone, f.player}, "5v1 is gone"},
        {ToggleSystem{"Movment", true}, "there is no system named Movment; did you mean Movement?"},
        {ToggleSystem{"Gravity", true}, "there is no system named Gravity"},
        {with_parent_gone, "5v1, the parent of Lamp, is gone"},
        {CreateEntities{{{f.player, {}, {}}}}, "Player (1v1) exists already"},
        {CreateEntities{{{gone, {}, {f.value(Name{"Lamp"})}}}}, "Lamp (5v1) cannot be created: its id was used before"},
        {CreateEntities{{{{0, 1}, {}, {}}}}, "there can be no entity " + to_string({0, 1})},
        {CreateEntities{{{{9, 1}, {}, {}}, {{9, 2}, {}, {}}}}, "9v2 would be created twice"},
        {CreateEntities{{{{9, 1}, {10, 1}, {}}, {{10, 1}, {}, {}}}}, "10v1, the parent of 9v1, is gone"},
        {CreateEntities{{{{}, handle_of_record(0), {}}}}, "the parent of the new entity must stand before it"},
        {CreateEntities{{{{}, {}, {f.value(Health{}), f.value(Health{})}}}}, "the new entity has Health twice"},
        {CreateEntities{{{{}, {}, {f.value(Parent{})}}}}, "the new entity has its parent among its components"},
    };
    const State before = f.state();
    for (const auto& [edit, sentence] : rows) {
        CHECK(f.why_not(edit) == sentence);
        CHECK_FALSE(fits(f.world, f.schedule, edit));
        Edit refused = edit;
        const FailuresThrow failures;
        CHECK_THROWS_WITH(f.apply(refused), contains(sentence));
    }
    CHECK(f.state() == before);
}

TEST_CASE("Edit: a set of one field leaves the others what the world has by then", "[ecs][edit]") {
    EditFixture f;
    Edit edit = SetComponent{f.player, f.value(Position{9, 9, 9}), {0, 2}};
    f.apply(edit);
    CHECK(f.world.get<Position>(f.player) == Position{9, 2, 9});
    f.world.get_mut<Position>(f.player).y = 50;
    f.apply(edit);
    CHECK(f.world.get<Position>(f.player) == Position{1, 50, 3});
    f.apply(edit);
    CHECK(f.world.get<Position>(f.player) == Position{9, 50, 9});
}

TEST_CASE("Edit: values that cannot be copied come back when their entity does", "[ecs][edit]") {
    EditFixture f;
    f.world.add(f.child, Unique{std::make_unique<int>(42)});
    const int* address = f.world.get<Unique>(f.child).pointer.get();
    Edit destroy = DestroyEntity{f.player};
    f.apply(destroy);
    CHECK_FALSE(f.world.alive(f.child));
    f.apply(destroy);
    CHECK(f.world.get<Unique>(f.child).pointer.get() == address);
    Edit remove = RemoveComponent{f.child, f.world.id<Unique>()};
    f.apply(remove);
    f.apply(remove);
    CHECK(f.world.get<Unique>(f.child).pointer.get() == address);
}

TEST_CASE("Edit: a destroyed entity keeps its slot until the edit is released", "[ecs][edit]") {
    EditFixture f;
    Edit edit = DestroyEntity{f.other};
    f.apply(edit);
    CHECK(f.world.create().index != f.other.index);
    CHECK(f.world.entity_index().parked(f.other));
    f.apply(edit);
    CHECK(f.world.get<Health>(f.other).hp == 9);
    f.apply(edit);
    release(f.world, edit);
    CHECK_FALSE(f.world.entity_index().parked(f.other));
    const Entity next = f.world.create();
    CHECK(next.index == f.other.index);
    CHECK(next.generation == f.other.generation + 1);
    CHECK(f.why_not(edit) == "4v1 cannot come back: its id was used again since");
}

TEST_CASE("Edit: releasing frees only the handles that were kept for that edit", "[ecs][edit]") {
    EditFixture f;
    Edit destroy = DestroyEntity{f.other};
    f.apply(destroy);
    // A script that makes the same handle again borrows the slot from the edit above.
    Edit again = CreateEntities{{{f.other, {}, {f.value(Health{1})}}}};
    f.apply(again);
    CHECK(f.world.get<Health>(f.other).hp == 1);
    CHECK(f.why_not(destroy) == "4v1 exists already");
    f.apply(again);
    release(f.world, again);
    REQUIRE(f.why_not(destroy).empty());
    f.apply(destroy);
    CHECK(f.world.get<Health>(f.other).hp == 9);

    Edit create = CreateEntities{{{{}, {}, {}}}};
    f.apply(create);
    release(f.world, create);  // applied: nothing to free
    CHECK(f.world.entity_count() == 5);
}

TEST_CASE("Edit: once a system ran, handles of undone creations are not handed out again", "[ecs][edit]") {
    EditFixture f;
    const Entity next = f.world.entity_index().next();
    Edit edit = CreateEntities{{{{}, {}, {f.value(Health{3})}}}};
    f.apply(edit);
    REQUIRE(f.world.alive(next));
    f.schedule.tick(f.world);  // may have stored the handle anywhere
    f.apply(edit);
    CHECK(f.world.create() != next);
    CHECK(f.world.entity_index().parked(next));
    REQUIRE(f.why_not(edit).empty());
    f.apply(edit);
    CHECK(f.world.get<Health>(next).hp == 3);
    f.apply(edit);
    release(f.world, edit);
    CHECK(f.world.create() == Entity{next.index, next.generation + 1});
}

TEST_CASE("Edit: undoing after the world moved on takes what is there by then, or says why not", "[ecs][edit]") {
    EditFixture f;
    Edit create = CreateEntities{{{{20, 1}, {}, {f.value(Health{3})}}, {{21, 1}, {20, 1}, {f.value(Tracked(4))}}}};
    f.apply(create);
    // The running world turns the two around.
    f.world.set_parent({21, 1}, null_entity);
    f.world.set_parent({20, 1}, {21, 1});
    f.world.get_mut<Health>({20, 1}).hp = 33;
    f.world.add({21, 1}, Label{"late"});
    f.apply(create);
    CHECK_FALSE(f.world.alive({20, 1}));
    CHECK_FALSE(f.world.alive({21, 1}));
    REQUIRE(f.why_not(create).empty());
    f.apply(create);
    CHECK(f.world.get<Health>({20, 1}).hp == 33);
    CHECK(f.world.get<Label>({21, 1}).text == "late");
    CHECK(f.world.parent({20, 1}) == Entity{21, 1});

    const Entity late = f.world.create(Parent{Entity{20, 1}}, Name{"Late"});
    CHECK(f.why_not(create) == "20v1 has got a child since: Late (5v1)");
    f.world.destroy(late);
    f.world.destroy({20, 1});
    CHECK(f.why_not(create) == "20v1 is gone");

    Edit destroy = DestroyEntity{f.grandchild};
    f.apply(destroy);
    f.world.destroy(f.child);
    CHECK(f.why_not(destroy) == "2v1, the parent of 3v1, is gone");
}

TEST_CASE("Edit: apply_all is all or nothing, in both directions", "[ecs][edit]") {
    const TrackedScope scope;
    {
        EditFixture f;
        const State before = f.state();
        const auto make = [&] {
            std::vector<Edit> edits;
            edits.emplace_back(CreateEntities{{{{}, f.player, {f.value(Tracked(3))}}}});
            edits.emplace_back(DestroyEntity{f.child});
            edits.emplace_back(AddComponent{f.other, f.value(Label{"x"})});
            edits.emplace_back(SetComponent{f.other, f.value(Health{1}), {}});
            edits.emplace_back(SetComponent{f.other, f.value(Health{2}), {}});
            edits.emplace_back(ToggleSystem{"Movement", false});
            return edits;
        };
        std::vector<Edit> edits = make();
        edits.emplace_back(AddComponent{f.child, f.value(Label{"x"})});  // destroyed by then
        edits.emplace_back(DestroyEntity{f.player});
        const ApplyFailure failure = apply_all(f.world, f.schedule, edits);
        CHECK(failure.position == 6);
        CHECK(failure.why == "2v1 is gone");
        CHECK(f.state() == before);

        edits = make();
        CHECK(apply_all(f.world, f.schedule, edits).why.empty());
        const State after = f.state();
        CHECK_FALSE(after == before);
        f.world.remove<Label>(f.other);  // now the third edit cannot be taken back
        const State moved_on = f.state();
        const ApplyFailure backwards = apply_all_backwards(f.world, f.schedule, edits);
        CHECK(backwards.position == 2);
        CHECK(backwards.why == "4v1 has no Label");
        CHECK(f.state() == moved_on);
        f.world.add(f.other, Label{"x"});
        CHECK(apply_all_backwards(f.world, f.schedule, edits).why.empty());
        CHECK(f.state() == before);
        CHECK(apply_all(f.world, f.schedule, edits).why.empty());
        CHECK(f.state() == after);
    }
    CHECK(scope.clean());
}

TEST_CASE("Edit: the journal puts the changes of edits down to them", "[ecs][edit]") {
    EditFixture f;
    Journal journal;
    f.world.observe(&journal);
    for (const Kind& kind : one_of_every_kind()) {
        if (kind.what.find("not the next") != std::string::npos) continue;
        Edit edit = kind.make(f);
        f.apply(edit);
        f.apply(edit);
    }
    std::vector<std::string> seen;
    for (std::size_t i = 0; i < journal.size(); ++i) {
        const std::string cause(f.world.cause_name(journal[i].cause));
        CHECK(cause.substr(0, 6) == "edit: ");
        if (journal[i].kind == ChangeKind::Created) CHECK(cause == "edit: create");
        if (journal[i].kind == ChangeKind::Destroyed) CHECK(cause == "edit: destroy");
    }
    CHECK(journal.size() > 20);
    journal.clear();
    f.world.create();
    CHECK(journal[0].cause == 0);
    f.world.observe(nullptr);
}

TEST_CASE("Edit: is refused while a query iterates", "[ecs][edit]") {
    EditFixture f;
    Edit edit = DestroyEntity{f.other};
    const FailuresThrow failures;
    const IterationGuard guard(f.world);
    CHECK_THROWS_WITH(f.apply(edit), contains("while a query iterates"));
    CHECK(f.world.alive(f.other));
}

}  // namespace edit_test
