#include "remote/replica/replica.hpp"

#include <string>

#include "catch.hpp"

namespace replica_test {

using remote::Json;
using remote::Replica;
using remote::SeenEntity;

const remote::EntityWords words{[](const Json&) { return ecs::Entity(); }, [](ecs::Entity) { return Json(); }};

remote::TypeShape health() {
    remote::Shape hp;
    hp.form = remote::Shape::Form::Number;
    hp.name = "hp";
    hp.kind = ecs::FieldKind::I32;
    remote::TypeShape shape;
    shape.name = shape.path = "Health";
    shape.members = {hp};
    return shape;
}

/// What changed since the last time, in words.
std::string told(Replica& replica) {
    ecs::Pull pull;
    pull.clear(0);
    replica.fill(pull);
    std::string text;
    for (const ecs::OwnerKey key : pull.destroyed) text += " gone " + std::to_string(key);
    for (const auto& each : pull.created) text += " new " + std::to_string(each.key);
    for (const auto& each : pull.removed)
        text += " lost " + std::to_string(each.type) + " of " + std::to_string(each.key);
    for (const auto& column : pull.columns)
        for (std::size_t i = 0; i < column.keys.size(); ++i)
            text += " has " + std::to_string(column.type) + " of " + std::to_string(column.keys[i]) +
                    (column.values.empty() ? std::string()
                                           : "=" + std::to_string(*static_cast<const std::int32_t*>(column.values[i])));
    for (const auto& each : pull.moved)
        text += " moved " + std::to_string(each.key) +
                (each.parent == ecs::no_owner_key ? " up" : " below " + std::to_string(each.parent));
    for (const auto& each : pull.named) text += " named " + std::to_string(each.key) + " " + each.name;
    return text.empty() ? text : text.substr(1);
}

TEST_CASE("Replica: only what became different is told", "[replica]") {
    Replica replica;
    const std::uint32_t type = replica.add_type(health());
    const Json ten{{"hp", 10}}, nine{{"hp", 9}};
    const auto round = [&](const Json* value, const char* name, ecs::OwnerKey parent = ecs::no_owner_key) {
        replica.begin_round();
        replica.see({1, {1, 1}, "One", ecs::no_owner_key, {}}, words);
        SeenEntity two{2, {2, 1}, name, parent, {}};
        if (value != nullptr) two.parts.emplace_back(type, value);
        replica.see(two, words);
        replica.end_round(true);
        return told(replica);
    };
    CHECK(round(&ten, "Two") == "new 1 new 2 has 0 of 2=10 named 2 Two named 1 One");
    CHECK(round(&ten, "Two").empty());
    CHECK(round(&nine, "Two") == "has 0 of 2=9");
    CHECK(round(&nine, "Zwei", 1) == "moved 2 below 1 named 2 Zwei");
    CHECK(round(nullptr, "Zwei", 1) == "lost 0 of 2");
    CHECK(round(&nine, "", ecs::no_owner_key) == "has 0 of 2=9 moved 2 up named 2 ");
}

TEST_CASE("Replica: who is missing is gone at once in one piece, and after two rounds in several", "[replica]") {
    Replica replica;
    const auto round = [&](bool with_two, bool one_piece) {
        replica.begin_round();
        replica.see({1, {}, {}, ecs::no_owner_key, {}}, words);
        if (with_two) replica.see({2, {}, {}, ecs::no_owner_key, {}}, words);
        replica.end_round(one_piece);
        return told(replica);
    };
    (void)round(true, true);
    CHECK(round(false, true) == "gone 2");
    (void)round(true, false);
    CHECK(round(false, false).empty());
    CHECK(round(false, false) == "gone 2");
    CHECK(round(true, false) == "new 2");
    CHECK(round(false, false).empty());
    CHECK(round(true, false).empty());
}

TEST_CASE("Replica: who is asked for again is said whole, or as gone", "[replica]") {
    Replica replica;
    const std::uint32_t type = replica.add_type(health()), other = replica.add_type({.name = "Tag", .path = "Tag"});
    const Json ten{{"hp", 10}};
    replica.begin_round();
    replica.see({1, {1, 1}, "One", ecs::no_owner_key, {{type, &ten}}}, words);
    replica.end_round(true);
    (void)told(replica);
    const ecs::OwnerKey keys[]{1, 9};
    replica.send_again(keys);
    CHECK(told(replica) == "gone 9 new 1 lost " + std::to_string(other) + " of 1 has 0 of 1=10 moved 1 up named 1 One");
}

TEST_CASE("Replica: of another program nothing of before is known", "[replica]") {
    Replica replica;
    CHECK(replica.add_type(health()) == 0);
    replica.begin_round();
    replica.see({1, {1, 1}, "One", ecs::no_owner_key, {}}, words);
    replica.forget_all();
    CHECK(replica.find_type("Health") == Replica::no_type);
    CHECK(replica.types().empty());
    CHECK(replica.size() == 0);
    CHECK(told(replica).empty());
    remote::TypeShape changed = health();
    changed.members[0].name = "life";
    CHECK(replica.add_type(changed) == 0);
    CHECK(replica.types()[0].name == "Health");
}

TEST_CASE("Replica: values that do not fit are counted, and the last one stays", "[replica]") {
    Replica replica;
    const std::uint32_t type = replica.add_type(health());
    const Json ten{{"hp", 10}}, wrong{{"hp", "many"}};
    for (const Json* value : {&ten, &wrong}) {
        replica.begin_round();
        replica.see({1, {1, 1}, {}, ecs::no_owner_key, {{type, value}}}, words);
        replica.end_round(true);
    }
    CHECK(told(replica) == "new 1 has 0 of 1=10");
    CHECK(replica.misfits() == 1);
    CHECK(replica.misfits_note() == "1 values were not as their types say; the first is Health of #1");
}

}  // namespace replica_test
