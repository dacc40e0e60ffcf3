// Programs that send what nobody expects, and programs that answer late.
#include <chrono>
#include <string>

#include "catch.hpp"
#include "remote/bevy/bevy.hpp"
#include "remote/support/fake_bevy.hpp"
#include "remote/support/remote_client.hpp"

namespace bevy_odd_peer_test {

using test::FakeBevy;
using test::until;
using Json = remote::Json;

class OddBevy : public test::RemoteClient {
public:
    ~OddBevy() override { detach(); }

    void attach(std::chrono::milliseconds to_answer = std::chrono::seconds(20)) {
        RemoteClient::attach(
            remote::make_bevy_owner({.port = fake.program->port(), .per_second = 1e6, .to_answer = to_answer}));
    }
    const ecs::ComponentType* type(std::string_view name) const { return mirror->world().types().find(name); }
    std::string text(ecs::Entity entity, const ecs::ComponentType& of) const {
        return *static_cast<const std::string*>(mirror->world().get(entity, of.id));
    }
    void create() {
        ecs::CreateEntities made;
        made.entities.emplace_back();
        made.entities.back().values.emplace_back(*type("Marker"));
        perform(std::move(made));
    }
    int spawns() {
        int count = 0;
        fake.change([&] { count = fake.spawns; });
        return count;
    }

    FakeBevy fake{18};
};

TEST_CASE("Bevy, odd peer: names of control characters and of nothing are shown", "[bevy]") {
    OddBevy shown;
    shown.fake.change([&] {
        auto& thing = shown.fake.things[shown.fake.id(20)];
        thing[shown.fake.name_path()] = std::string("\x1b]0;x\x07\0", 7);
        thing["game::\x1bP"] = {{"x", 1}};
        thing[""] = {{"x", 1}};
        thing["a`b"] = 5;
        thing["game::Pos"] = {{"x", "NaN"}, {"y", {1, 2}}};
        for (const char* path : {"game::\x1bP", "", "a`b", "game::Pos"})
            shown.fake.more_schemas[path] = {{"kind", "Opaque"}, {"reflectTypes", {"Component"}}};
    });
    shown.attach();
    REQUIRE(shown.seen());
    CHECK(shown.messages.empty());
    CHECK(shown.mirror->world().entity_count() == 3);
    CHECK(shown.type("(no name)") != nullptr);
    CHECK(shown.type("a`b") != nullptr);
    CHECK(shown.type("\\u001bP") != nullptr);
}

TEST_CASE("Bevy, odd peer: types that hold each other twice are not taken apart without an end", "[bevy]") {
    OddBevy shown;
    const auto to = [](int i) { return Json{{"type", {{"$ref", "#/$defs/game::T" + std::to_string(i)}}}}; };
    shown.fake.change([&] {
        for (int i = 0; i < 20; ++i)
            shown.fake.more_schemas["game::T" + std::to_string(i)] = {
                {"kind", "Struct"},
                {"reflectTypes", {"Component", "Default"}},
                {"required", {"a", "b"}},
                {"properties", {{"a", to(i + 1)}, {"b", to(i + 1)}}}};
        shown.fake.things[shown.fake.hero]["game::T0"] = {{"a", {{"a", 1}, {"b", 2}}}, {"b", 3}};
    });
    shown.attach();
    REQUIRE(shown.seen());
    const ecs::ComponentType* const type = shown.type("T0");
    REQUIRE(type != nullptr);
    CHECK(shown.mirror->world().has(shown.named("Hero"), type->id));
}

TEST_CASE("Bevy, odd peer: kinds of components beyond the most are counted", "[bevy]") {
    OddBevy shown;
    shown.fake.change([&] {
        for (int i = 0; i < 2100; ++i) {
            const std::string path = "game::Tag" + std::to_string(i);
            shown.fake.more_schemas[path] = {{"kind", "Struct"}, {"reflectTypes", {"Component"}}};
            shown.fake.things[shown.fake.hero][path] = Json::object();
        }
    });
    shown.attach();
    REQUIRE(shown.seen());
    CHECK(shown.owner->types().size() == 2048);
    std::string all;
    for (const std::string& note : shown.owner->notes()) all += note + "\n";
    CHECK(all.find(" kinds of components are left out") != std::string::npos);
}

TEST_CASE("Bevy, odd peer: a variant that nobody described keeps its text", "[bevy]") {
    OddBevy shown;
    const bool from_the_first = GENERATE(true, false);
    if (from_the_first) shown.fake.things[shown.fake.hero]["game::Mood"] = "Confused";
    shown.attach();
    REQUIRE(shown.seen());
    shown.fake.change([&] { shown.fake.things[shown.fake.hero]["game::Mood"] = "Confused"; });
    const auto confused = [&]() -> const ecs::ComponentType* {
        for (const char* name : {"Mood", "Mood (as text)"})
            if (const ecs::ComponentType* const type = shown.type(name);
                type != nullptr && type->fields[0].kind == ecs::FieldKind::String &&
                shown.mirror->world().has(shown.named("Hero"), type->id))
                return type;
        return nullptr;
    };
    REQUIRE(until([&] {
        shown.turn();
        return confused() != nullptr;
    }));
    const ecs::ComponentType& mood = *confused();
    CHECK(shown.text(shown.named("Hero"), mood) == "Confused");
    // It is written as a text, too.
    ecs::Value value(mood);
    *static_cast<std::string*>(value.data()) = "Angry";
    shown.perform(ecs::SetComponent{shown.named("Hero"), value, {0}});
    CHECK(until([&] {
        shown.turn();
        return shown.mirror->unanswered() == 0;
    }));
    CHECK(shown.fake.get(shown.fake.hero, "game::Mood") == "Angry");
}

TEST_CASE("Bevy: a text that is no JSON is never sent", "[bevy]") {
    OddBevy shown;
    shown.attach();
    REQUIRE(shown.seen());
    const ecs::ComponentType& hit = *shown.type("Hit");
    const ecs::Entity hero = shown.named("Hero");
    REQUIRE(shown.text(hero, hit) == "{\"At\":[1,2]}");
    ecs::Value value(hit);
    for (const char* text : {"{\"At\":[1,", "N", ""}) {
        *static_cast<std::string*>(value.data()) = text;
        CHECK(shown.mirror->why_not(ecs::SetComponent{hero, value, {0}}).find("is not valid JSON: see character ") !=
              std::string::npos);
        shown.perform(ecs::SetComponent{hero, value, {0}});
        shown.turn();
        CHECK(shown.messages.find("is not valid JSON") != std::string::npos);
        CHECK(shown.fake.get(shown.fake.hero, "game::Hit") == Json{{"At", {1, 2}}});
        CHECK(shown.text(hero, hit) == "{\"At\":[1,2]}");
    }
    *static_cast<std::string*>(value.data()) = "\"None\"";
    CHECK(shown.mirror->why_not(ecs::SetComponent{hero, value, {0}}).empty());
}

TEST_CASE("Bevy: a whole number that the program keeps as a float is told", "[bevy][numbers]") {
    OddBevy shown;
    shown.fake.things[shown.fake.hero]["game::Hit"] = Json{{"At", {16777216.0, 2.0}}};
    // As an f32 inside of an enum, of which the schema says nothing.
    shown.fake.instead = [&](const test::Asked& asked) {
        const Json message = Json::parse(asked.body, nullptr, false);
        if (!message.is_object() || message["method"] != "world.insert_components") return false;
        Json value = message["params"]["components"]["game::Hit"];
        for (Json& each : value["At"]) each = static_cast<double>(static_cast<float>(each.get<double>()));
        shown.fake.things[shown.fake.hero]["game::Hit"] = std::move(value);
        asked.answer(Json{{"jsonrpc", "2.0"}, {"id", message["id"]}, {"result", nullptr}}.dump());
        return true;
    };
    shown.attach();
    REQUIRE(shown.seen());
    const ecs::ComponentType& hit = *shown.type("Hit");
    const auto set = [&](const char* text) {
        shown.messages.clear();
        ecs::Value value(hit);
        *static_cast<std::string*>(value.data()) = text;
        shown.perform(ecs::SetComponent{shown.named("Hero"), value, {0}});
        CHECK(until([&] {
            shown.turn();
            return shown.mirror->unanswered() == 0;
        }));
        shown.turn();
    };
    set("{\"At\":[33554435,3]}");
    CHECK(shown.messages.find("did \"Edit\", but 33554435 became 33554436.0 (At[0])") != std::string::npos);
    set("{\"At\":[16777218,7]}");
    CHECK(shown.messages.empty());
    CHECK(shown.fake.get(shown.fake.hero, "game::Hit") == Json{{"At", {16777218.0, 7.0}}});
}

TEST_CASE("Bevy: a creation that is answered late is asked once", "[bevy]") {
    OddBevy shown;
    shown.fake.holds_spawns = true;
    shown.attach(std::chrono::milliseconds(300));
    REQUIRE(shown.seen());
    const std::size_t before = shown.mirror->world().entity_count();
    SECTION("it is carried out later") {
        shown.create();
        CHECK(until([&] {
            shown.turn();
            return shown.spawns() > 0;
        }));
        REQUIRE(shown.seen());
        REQUIRE(shown.seen());
        CHECK(shown.mirror->unanswered() == 1);
        shown.fake.spawn_held();
        CHECK(until([&] {
            shown.turn();
            return shown.mirror->unanswered() == 0;
        }));
        REQUIRE(shown.seen());
        CHECK(shown.messages.empty());
        CHECK(shown.mirror->world().entity_count() == before + 1);
    }
    SECTION("it never is") {
        shown.create();
        CHECK(until([&] {
            shown.turn();
            return !shown.messages.empty();
        }));
        CAPTURE(shown.messages);
        CHECK(shown.messages.find("not asked a second time") != std::string::npos);
        CHECK(shown.mirror->world().entity_count() == before);
    }
    CHECK(shown.spawns() == 1);
}

}  // namespace bevy_odd_peer_test
