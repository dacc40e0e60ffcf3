#include "files/bundle/edit_text.hpp"

#include <stdexcept>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/language/rule.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/snapshot/world_order.hpp"

namespace edit_text_test {

using namespace ecs;

namespace {

struct Place {
    float x = 0, y = 0;
};
struct Link {
    Entity to;
    Entity others[2];
    std::int32_t weight = 0;
};
struct Label {
    std::string text;
};
struct Red {};
struct Raw {
    int number = 0;
};

struct Some {
    World world;
    Entity one, two;

    Some() {
        world.types().add<Place>("Place").field("x", &Place::x).field("y", &Place::y);
        world.types()
            .add<Link>("Link")
            .field("to", &Link::to)
            .field("others", &Link::others)
            .field("weight", &Link::weight);
        world.types().add<Label>("Label").field("text", &Label::text);
        world.types().add<Red>("Red");
        one = world.create(Place{1, 2}, Link{});
        two = world.create(Place{0.1f, -0.0f});
    }
    const ComponentType& type(const char* name) const { return *world.types().find(name); }
    template <class T>
    Value value(const char* name, T data) const {
        return Value::of(type(name), std::move(data));
    }
    std::string text(const Edit& edit) const {
        std::string out;
        files::append_edit(out, world, edit);
        return out;
    }
    Edit read(const std::string& edit) const {
        files::JsonReader json(edit, "edit.json");
        const files::SystemsByName systems{[](std::string_view name) -> std::optional<SystemDescription> {
                                               if (name != "Move") return std::nullopt;
                                               SystemDescription move;
                                               move.name = "Move";
                                               return move;
                                           },
                                           {"Move"}};
        Edit made = files::read_edit(json, world, systems);
        json.finish();
        return made;
    }
    std::string problem(const std::string& edit) const {
        try {
            (void)read(edit);
        } catch (const files::FileError& error) {
            return error.what();
        }
        return "";
    }
};

std::vector<Edit> one_of_each(const Some& some) {
    std::vector<Edit> edits;
    CreateEntities create;
    create.in_any_dead_slot = true;
    create.entities.push_back(
        {{}, some.one, {some.value("Label", Label{"first \"quoted\"\n狐"}), Value(some.type("Red"))}});
    create.entities.push_back({{9, 4}, handle_of_record(0), {}, true});
    create.entities.push_back(
        {{}, {}, {some.value("Link", Link{handle_of_record(1), {some.two, handle_of_record(0)}, -7})}});
    edits.emplace_back(std::move(create));
    edits.emplace_back(DestroyEntity{some.one});
    DestroyEntities destroyed{{some.one, some.two, {7, 2}, {8, 2}}};
    destroyed.taken.fresh = {some.two};
    destroyed.taken.lent = {some.one};
    destroyed.taken.displaced = {{{7, 2}, {7, 1}, true}, {{8, 2}, {8, 5}, false}};
    destroyed.taken.slot_count = 12;
    destroyed.taken.free_runs = std::vector<FreeRun>{{{5, 1}, 3}, {{11, 2}, 1}};
    destroyed.taken.system_calls = 1;
    edits.emplace_back(std::move(destroyed));
    edits.emplace_back(AddComponent{some.two, Value(some.type("Red"))});
    edits.emplace_back(RemoveComponent{some.two, some.type("Place").id});
    edits.emplace_back(SetComponent{some.one, some.value("Place", Place{0.1f, 1e30f}), {1}});
    SetField field{some.type("Place").id, 1, {some.one, some.two}, {}};
    for (const float number : {0.3f, -0.0f}) {
        const auto* const bytes = reinterpret_cast<const std::byte*>(&number);
        field.values.insert(field.values.end(), bytes, bytes + sizeof number);
    }
    edits.emplace_back(std::move(field));
    edits.emplace_back(SetParent{some.two, some.one});
    edits.emplace_back(SetParent{some.two, {}});
    edits.emplace_back(ToggleSystem{"Move", false});
    edits.emplace_back(ToggleSystem{"Move", true});
    edits.emplace_back(FitBlocks{{{2, 512}, {0, 0}}});
    edits.emplace_back(GatherBlocks{true});
    edits.emplace_back(FoldTags{{some.type("Red").id}, "Colours", {some.one}});
    edits.emplace_back(UnfoldTags{some.type("Place").id, {some.type("Red").id}});
    edits.emplace_back(AddSystem{make_rule("Rise", "Place : Place.y += 1"), 3});
    SystemDescription move;
    move.name = "Move";
    move.group = "motion";
    move.budget_us = 12.5;
    edits.emplace_back(AddSystem{move});
    edits.emplace_back(RemoveSystem{"Move"});
    edits.emplace_back(MoveSystem{"Move", 4});
    edits.emplace_back(NoteSystem{"Move", "motion", 0.25});
    const EntityRuns three(std::vector{some.one, some.two, Entity{9, 3}});
    edits.emplace_back(add_to_many(three, Value(some.type("Red"))));
    edits.emplace_back(add_to_many(three, some.value("Place", Place{0.5f, 7})));
    AddToMany each{three, std::make_shared<TakenRows::Column>(some.type("Label"), 3)};
    for (const char* const text : {"a", "b", ""}) {
        Value value = some.value("Label", Label{text});
        value.relocate_to(each.values->at(each.values->count()));
        each.values->set_count(each.values->count() + 1);
    }
    edits.emplace_back(std::move(each));
    edits.emplace_back(RemoveFromMany{some.type("Place").id, three});
    edits.emplace_back(DestroyMany{EntityRuns(std::vector{some.one, some.two, Entity{9, 3}})});
    return edits;
}

}  // namespace

TEST_CASE("Edit text: an edit of each kind is read as it was written", "[files][bundle]") {
    const Some some;
    for (const Edit& edit : one_of_each(some)) {
        const std::string text = some.text(edit);
        CAPTURE(text);
        const Edit read = some.read(text);
        CHECK(read.index() == edit.index());
        CHECK(some.text(read) == text);
        CHECK(name_of(read) == name_of(edit));
    }
}

TEST_CASE("Edit text: values, and entities that do not exist yet, come back bit by bit", "[files][bundle]") {
    const Some some;
    const std::vector<Edit> edits = one_of_each(some);
    const Edit create = some.read(some.text(edits[0]));
    const auto& records = std::get<CreateEntities>(create).entities;
    REQUIRE(records.size() == 3);
    CHECK(std::get<CreateEntities>(create).in_any_dead_slot);
    CHECK(records[0].values[0] == std::get<CreateEntities>(edits[0]).entities[0].values[0]);
    CHECK(records[1].entity == Entity{9, 4});
    CHECK(records[1].parent == handle_of_record(0));
    CHECK(records[1].kept);
    CHECK(records[2].values[0] == std::get<CreateEntities>(edits[0]).entities[2].values[0]);
    const Edit set = some.read(some.text(edits[6]));
    CHECK(std::get<SetField>(set).values == std::get<SetField>(edits[6]).values);
    const Edit destroy = some.read(some.text(edits[2]));
    const TakenHandles& taken = std::get<DestroyEntities>(destroy).taken;
    CHECK(taken.fresh == std::vector{some.two});
    CHECK(taken.lent == std::vector{some.one});
    CHECK(taken.slot_count == 12);
    CHECK(taken.system_calls == 1);
    REQUIRE(taken.free_runs);
    CHECK(*taken.free_runs == std::vector<FreeRun>{{{5, 1}, 3}, {{11, 2}, 1}});
    REQUIRE(taken.displaced.size() == 2);
    CHECK(taken.displaced[1].former == Entity{8, 5});
    CHECK(taken.displaced[0].was_free);
}

TEST_CASE("Edit text: rows that were taken come back from a text, in their order and with their children",
          "[files][bundle]") {
    Some some;
    Schedule schedule;
    std::vector<Entity> all{some.one, some.two};
    for (int i = 0; i < 40; ++i)
        all.push_back(i % 2 == 0 ? some.world.create(Place{static_cast<float>(i), 0}, Label{std::to_string(i)})
                                 : some.world.create(Red{}));
    for (std::size_t i = 4; i < all.size(); i += 3) some.world.set_parent(all[i], all[i - 3]);
    const std::uint64_t hash = state_hash(some.world);
    WorldOrder order = order_of(some.world);
    DestroyMany destroy;
    for (std::size_t i = 1; i < all.size(); i += 2) destroy.entities.push_back(all[i]);
    Edit edit = destroy;
    apply(some.world, schedule, edit);
    REQUIRE(std::holds_alternative<RestoreRows>(edit));
    const std::string text = some.text(edit);
    CAPTURE(text);
    Edit read = some.read(text);
    CHECK(some.text(read) == text);
    apply(some.world, schedule, read);
    CHECK(state_hash(some.world) == hash);
    WorldOrder after = order_of(some.world);
    order.structural_changes = after.structural_changes = 0;
    CHECK((after == order));

    // A text that was changed leads to no rows that the world could not have.
    const auto changed = [&](const std::string& from, const std::string& to) {
        std::string other = text;
        const std::size_t at = other.find(from);
        REQUIRE(at != std::string::npos);
        return some.problem(other.replace(at, from.size(), to));
    };
    using test::contains;
    CHECK_THAT(changed("\"places\": [[", "\"places\": [[900, 1], ["), contains("row"));
    std::string no_families = text.substr(0, text.find("\"families\": "));
    no_families.erase(no_families.find_last_of(','));
    CHECK_THAT(some.problem(no_families + " }"), contains("do not fit together"));
}

TEST_CASE("Edit text: what cannot be read again is not written", "[files][bundle]") {
    Some some;
    some.world.add(some.one, Raw{3});
    const ComponentType& raw = some.world.types()[some.world.id<Raw>()];
    CHECK_THROWS_AS(some.text(AddComponent{some.one, Value(raw)}), std::invalid_argument);
    CHECK_THROWS_AS(some.text(SetType{}), std::invalid_argument);
    CHECK_THROWS_AS(some.text(RemoveComponent{some.one, 900}), std::invalid_argument);
}

TEST_CASE("Edit text: messages say what is wrong with an edit", "[files][bundle]") {
    const Some some;
    using test::contains;
    CHECK_THAT(some.problem(R"({ "entity": "1v1" })"), contains("begins with its \"kind\""));
    CHECK_THAT(some.problem(R"({ "kind": "fly" })"), contains("is no kind of edit"));
    CHECK_THAT(some.problem(R"({ "kind": "type" })"), contains("no bundle has"));
    CHECK_THAT(some.problem(R"({ "kind": "add", "entity": "1v1" })"), contains("has no \"component\""));
    CHECK_THAT(some.problem(R"({ "kind": "add", "component": "Mana" })"), contains("no component is called"));
    CHECK_THAT(some.problem(R"({ "kind": "add", "component": "Red", "value": {} })"), contains("Red has no value"));
    CHECK_THAT(some.problem(R"({ "kind": "set", "value": {} })"), contains("must stand before"));
    CHECK_THAT(some.problem(R"({ "kind": "set", "component": "Place", "fields": [5] })"), contains("no field"));
    CHECK_THAT(some.problem(R"({ "kind": "reparent", "entity": "first" })"), contains("an entity like"));
    CHECK_THAT(some.problem(R"({ "kind": "reparent", "child": "1v1" })"), contains("unknown member \"child\""));
    CHECK_THAT(some.problem(R"({ "kind": "create", "entities": [{ "parent": "$4" }] })"), contains("does not create"));
    CHECK_THAT(some.problem(R"({ "kind": "set_field", "component": "Label", "field": "text" })"), contains("Label"));
    CHECK_THAT(some.problem(R"({ "kind": "set_field", "component": "Place", "field": "x", "entities": ["1v1"] })"),
               contains("one value for each"));
    CHECK_THAT(some.problem(R"({ "kind": "destroy_created", "entities": ["1v1"], "fresh": ["2v1"] })"),
               contains("did not make"));
    CHECK_THAT(some.problem(R"({ "kind": "destroy_created", "entities": ["1v1..4000000000v1"] })"),
               contains("more entities"));
    CHECK_THAT(some.problem(R"({ "kind": "add_system", "system": "Moves" })"), contains("did you mean \"Move\""));
    CHECK_THAT(
        some.problem(
            R"({ "kind": "create", "entities": [{ "values": [{ "component": "Link", "records": [[3, 1]] }] }] })"),
        contains("has no entity"));
}

}  // namespace edit_text_test
