#include "files/bundle/edit_text.hpp"

#include <filesystem>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/snapshot/world_order.hpp"
#include "ecs/support/random_members.hpp"
#include "files/base/atomic_file.hpp"

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
struct Chain {
    std::int32_t length = 0;
    Link links[2];
    Entity end;
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
        StructBuilder<Link> link;
        link.field("to", &Link::to).field("others", &Link::others).field("weight", &Link::weight);
        world.types()
            .add<Chain>("Chain")
            .field("length", &Chain::length)
            .struct_field("links", &Chain::links, link)
            .field("end", &Chain::end);
        one = world.create(Place{1, 2}, Link{});
        two = world.create(Place{0.1f, -0.0f});
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

}  // namespace

TEST_CASE("Edit text: what the first bundles hold is read, and written in the same way", "[files][bundle]") {
    const Some some;
    std::set<std::size_t> kinds;
    std::istringstream lines(files::read_file(std::filesystem::path(TEST_DATA_DIR) / "edits_in_bundles.txt"));
    for (std::string line; std::getline(lines, line);) {
        CAPTURE(line);
        const Edit edit = some.read(line);
        CHECK(some.text(edit) == line);
        kinds.insert(edit.index());
    }
    CHECK(kinds.size() == 21);
}

TEST_CASE("Edit text: random edits of each kind come back with every member", "[files][bundle]") {
    Some some;
    test::RandomMembers random(some.world, {"Move"}, 30);
    random.names_records = true;
    test::each_kind([&]<class Kind>(std::type_identity<Kind>) {
        for (int i = 0; i < 100; ++i) {
            const Kind edit = random.edit<Kind>();
            if constexpr (std::is_same_v<Kind, SetType>) {
                CHECK_THROWS_AS(some.text(edit), std::invalid_argument);
            } else {
                const std::string text = some.text(edit);
                CAPTURE(text);
                const Edit read = some.read(text);
                REQUIRE(std::holds_alternative<Kind>(read));
                CHECK(test::first_other_member(edit, std::get<Kind>(read)) == "");
                CHECK(some.text(read) == text);
            }
        }
    });
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

TEST_CASE("Edit text: entities in structs within a value are named where they lie", "[files][bundle]") {
    const Some some;
    Chain chain;
    chain.links[0].to = handle_of_record(0);
    chain.links[1].others[1] = handle_of_record(1);
    chain.links[1].weight = 5;
    chain.end = some.two;
    CreateEntities create;
    create.entities.resize(2);
    create.entities[0].values.push_back(Value::of(some.world.types()[some.world.id<Chain>()], chain));
    const std::string text = some.text(create);
    const std::size_t first = offsetof(Chain, links), second = first + sizeof(Link) + offsetof(Link, others) + 8;
    CHECK_THAT(
        text, test::contains("\"records\": [[" + std::to_string(first) + ", 1], [" + std::to_string(second) + ", 2]]"));
    const Edit again = some.read(text);
    const Value& value = std::get<CreateEntities>(again).entities[0].values[0];
    const auto& read = *static_cast<const Chain*>(value.data());
    CHECK(read.links[0].to == handle_of_record(0));
    CHECK(read.links[1].others[1] == handle_of_record(1));
    CHECK(read.links[1].others[0] == null_entity);
    CHECK(read.links[1].weight == 5);
    CHECK(read.end == some.two);
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
    CHECK_THAT(some.problem(R"({ "kind": "remove", "entity": "1v1" })"), contains("has no \"component\""));
    CHECK_THAT(some.problem(R"({ "kind": "add", "component": "Mana" })"), contains("no component is called"));
    CHECK_THAT(some.problem(R"({ "kind": "add", "component": "Red", "value": {} })"), contains("Red has no value"));
    CHECK_THAT(some.problem(R"({ "kind": "set", "value": {} })"), contains("must come before"));
    CHECK_THAT(some.problem(R"({ "kind": "set", "component": "Place", "fields": [5] })"), contains("no field"));
    CHECK_THAT(some.problem(R"({ "kind": "reparent", "entity": "first" })"), contains("an entity like"));
    CHECK_THAT(some.problem(R"({ "kind": "reparent", "child": "1v1" })"), contains("unknown member \"child\""));
    CHECK_THAT(some.problem(R"({ "kind": "create", "entities": [{ "parent": "$4" }] })"), contains("does not create"));
    CHECK_THAT(some.problem(R"({ "kind": "set_field", "component": "Label", "field": "text" })"), contains("Label"));
    CHECK_THAT(some.problem(R"({ "kind": "set_field", "component": "Place", "field": "x", "entities": ["1v1"] })"),
               contains("one value for each"));
    CHECK_THAT(some.problem(R"({ "kind": "destroy_created", "entities": ["1v1"], "fresh": ["2v1"] })"),
               contains("did not make"));
    CHECK_THAT(
        some.problem(
            R"({ "kind": "destroy_created", "entities": ["7v2"], "displaced": [{ "created": "8v2", "former": "8v1" }] })"),
        contains("did not make"));
    CHECK_THAT(
        some.problem(
            R"({ "kind": "destroy_created", "entities": ["7v2"], "displaced": [{ "created": "7v2", "former": "8v1" }] })"),
        contains("did not make"));
    CHECK_THAT(
        some.problem(
            R"({ "kind": "destroy_created", "entities": ["7v2"], "slots": 16777217, "displaced": [{ "created": "7v2", "former": "7v1" }] })"),
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
