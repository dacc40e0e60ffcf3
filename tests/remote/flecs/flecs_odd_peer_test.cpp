// Programs that send what nobody expects: names of control characters, enormous types and worlds, values that are none.
#include <chrono>
#include <cstring>
#include <string>

#include "catch.hpp"
#include "remote/flecs/flecs.hpp"
#include "remote/rpc/json_rpc.hpp"
#include "remote/support/fake_flecs.hpp"
#include "remote/support/remote_client.hpp"

namespace flecs_odd_peer_test {

using test::FakeFlecs;
using test::until;
using Json = remote::Json;

class OddFlecs : public test::RemoteClient {
public:
    ~OddFlecs() override { detach(); }

    void attach() {
        // A loaded machine, or the thread sanitizer, takes longer than the two seconds that are usual.
        RemoteClient::attach(remote::make_flecs_owner(
            {.port = fake.program->port(), .per_second = 1e6, .to_answer = std::chrono::seconds(20)}));
    }
    /// Answers the query for all entities with this text.
    void answer_pages_with(std::string text) {
        fake.instead = [text = std::move(text)](const test::Asked& asked) {
            if (!asked.target.starts_with("/query?expr=%21")) return false;
            asked.answer(text);
            return true;
        };
    }
    const ecs::ComponentType* type(std::string_view name) const { return mirror->world().types().find(name); }
    std::string all_notes() const {
        std::string all;
        for (const std::string& note : owner->notes()) all += note + "\n";
        return all;
    }
    double number(ecs::Entity entity, const char* component) const {
        double value = 0;
        const ecs::ComponentType* const of = type(component);
        REQUIRE(of != nullptr);
        REQUIRE(mirror->world().has(entity, of->id));
        std::memcpy(&value, mirror->world().get(entity, of->id), sizeof value);
        return value;
    }

    FakeFlecs fake;
};

TEST_CASE("Flecs, odd peer: names of control characters, of nothing and of brackets are shown", "[flecs]") {
    OddFlecs shown;
    Json row{{"name", std::string("\x1b]0;evil\x07red\0z\r\n\u202eabc", 22)},
             {"components", {{"Pos\x1b[2Jition", {{"x\x1b[1m", 1.0}, {"", 2.0}, {" ", 3.0}}}}},
             {"tags", {"tag\x07", "", "`", "a.b::c", "(", ")", "(,)", "(a,b", "((a,b),c)", "(no name)"}},
             {"pairs", {{"rel\x1b", {"t", 5, nullptr, "x,y"}}, {"", "target"}}}};
    Json rows = Json::array();
    for (int id = 500; id < 503; ++id) {
        row["id"] = id;
        rows.push_back(row);
    }
    shown.answer_pages_with(
        Json{{"results", rows},
             {"type_info", {{"Pos\x1b[2Jition", {{"x\x1b[1m", {"float"}}, {"", {"float"}}, {" ", {"float"}}}}}}}
            .dump());
    shown.attach();
    REQUIRE(shown.seen());
    CHECK(shown.messages.empty());
    CHECK(shown.mirror->world().entity_count() == 3);
    const ecs::ComponentType* const position = shown.type("Pos\\u001b[2Jition");
    REQUIRE(position != nullptr);
    REQUIRE(position->fields.size() == 3);
    for (const ecs::Field& field : position->fields) {
        CHECK_FALSE(field.name.empty());
        CHECK(field.name.find('\x1b') == std::string::npos);
    }
    REQUIRE(shown.type("(no name)") != nullptr);
    CHECK(shown.type("(no name) (2)") != nullptr);
    CHECK(shown.type("tag\\u0007") != nullptr);
    CHECK(shown.type("(a,b") != nullptr);
    const ecs::Entity first = shown.mirror->world().entity_at_slot(500);
    CHECK(shown.mirror->world().has(first, shown.type("(no name)")->id));
}

TEST_CASE("Flecs, odd peer: a type of 100,000 fields is one text", "[flecs]") {
    OddFlecs shown;
    // A member a line: Json would take its time.
    std::string schema, value;
    for (int i = 0; i < 100'000; ++i) {
        schema += (i == 0 ? "\"f" : ",\"f") + std::to_string(i) + "\":[\"int\"]";
        value += (i == 0 ? "\"f" : ",\"f") + std::to_string(i) + "\":1";
    }
    shown.answer_pages_with("{\"type_info\":{\"Wide\":{" + schema +
                            "}},\"results\":[{\"name\":\"Hero\",\"id\":500,\"components\":{\"Wide\":{" + value +
                            "}}}]}");
    shown.attach();
    REQUIRE(shown.seen());
    const ecs::ComponentType* const wide = shown.type("Wide");
    REQUIRE(wide != nullptr);
    REQUIRE(wide->fields.size() == 1);
    CHECK(wide->fields[0].kind == ecs::FieldKind::String);
    REQUIRE(shown.mirror->world().has(shown.named("Hero"), wide->id));
    // A world file holds no text of this length.
    const auto* const text = static_cast<const std::string*>(shown.mirror->world().get(shown.named("Hero"), wide->id));
    CHECK(text->find(" bytes of JSON: too many to show") != std::string::npos);
}

TEST_CASE("Flecs, odd peer: kinds of components beyond the most are counted", "[flecs]") {
    OddFlecs shown;
    Json tags = Json::array();
    for (int i = 0; i < 1030; ++i) tags.push_back("Tag" + std::to_string(i));
    shown.answer_pages_with(Json{{"results", Json::array({{{"name", "Hero"}, {"id", 500}, {"tags", tags}}})}}.dump());
    shown.attach();
    REQUIRE(shown.seen());
    CHECK(shown.owner->types().size() == 1024);
    CHECK(shown.all_notes().find("6 kinds of components are left out") != std::string::npos);
}

TEST_CASE("Flecs, odd peer: an answer that would take too much memory is refused before it is read", "[flecs]") {
    OddFlecs shown;
    // Just too large, so that the thread sanitizer reads it in seconds: in memory, a row takes more than 200 bytes.
    std::string rows;
    for (std::size_t row = 0; row < remote::most_json_bytes / 200; ++row) rows += "{\"id\":5},";
    shown.answer_pages_with("{\"results\":[" + rows + "{\"id\":6}]}");
    shown.attach();
    CHECK(until([&] {
        shown.mirror->update();
        return shown.mirror->lost().find("more than can be kept") != std::string::npos;
    }));
}

TEST_CASE("Flecs, odd peer: a value that Flecs cannot say hides that component, and nothing else", "[flecs]") {
    OddFlecs shown;
    const auto spoil = [&] {
        shown.fake.change([&] {
            shown.fake.odd_part = "Flagged";
            shown.fake.things[501].components["Flagged"] = {{"bits", 8}};
        });
    };
    shown.fake.odd_type = "Buffs";
    shown.fake.odd_part = "Flagged";
    const bool in_a_running_session = GENERATE(false, true);
    if (!in_a_running_session) spoil();
    shown.attach();
    if (in_a_running_session) {
        REQUIRE(shown.seen());
        spoil();
    }
    REQUIRE(until([&] {
        shown.mirror->update();
        return shown.type("Flagged (unknown)") != nullptr;
    }));
    REQUIRE(shown.seen());
    CHECK(shown.mirror->lost().empty());
    CHECK(shown.mirror->world().entity_count() == 3);
    const ecs::Entity helmet = shown.named("Helmet"), hero = shown.named("Hero");
    const ecs::ComponentType* const unknown = shown.type("Flagged (unknown)");
    CHECK(shown.mirror->world().has(helmet, unknown->id));
    CHECK_FALSE(shown.mirror->world().has(hero, unknown->id));
    CHECK(unknown->description.find("value for bitmask Buffs contains bits (8)") == 0);
    CHECK(shown.all_notes().find("Flagged is not known: value for bitmask Buffs") != std::string::npos);
    // Its other values are there, and stay up to date.
    shown.fake.change([&] { shown.fake.things[501].components["Position"]["x"] = 4.5; });
    CHECK(until([&] {
        shown.mirror->update();
        return shown.number(helmet, "Position") == 4.5;
    }));
    CHECK(shown.number(hero, "Position") == 1);

    // They can be edited; what is not known cannot.
    const ecs::ComponentType& position = *shown.type("Position");
    ecs::Value value(position, shown.mirror->world().get(helmet, position.id));
    const double wanted = 9;
    std::memcpy(value.data(), &wanted, sizeof wanted);
    ecs::HistoryStep step;
    step.label = "Edit";
    step.edits.emplace_back(ecs::SetComponent{helmet, value, {0}});
    CHECK(shown.history->perform(std::move(step)).empty());
    CHECK(shown.answered());
    CHECK(shown.messages.empty());
    CHECK(shown.fake.number(501, "Position", "x") == 9);
    CHECK(shown.mirror->why_not(ecs::RemoveComponent{helmet, unknown->id}).find("Flecs does not say") == 0);
    REQUIRE(shown.seen());
    CHECK(shown.number(helmet, "Position") == 9);
    CHECK(shown.mirror->world().has(helmet, unknown->id));
}

TEST_CASE("Flecs, odd peer: where Flecs does not say which component holds the type, it is found", "[flecs]") {
    OddFlecs shown;
    shown.fake.odd_type = "Buffs";
    shown.fake.odd_part = "Flagged";
    shown.fake.things[501].components["Flagged"] = {{"bits", 8}};
    shown.fake.things[90] = {0, "Constant", "", {{"Flagged", {{"bits", 1}}}}, {"flecs.meta.constant"}};
    // As 4.1.6 says them: without members.
    shown.fake.instead = [](const test::Asked& asked) {
        if (!asked.target.starts_with("/query?expr=flecs.core.Component")) return false;
        Json results = Json::array();
        for (const char* name : {"Buffs", "Flagged", "Health", "Position"})
            results.push_back(
                {{"name", name},
                 {"id", 80},
                 {"components", {{"flecs.core.Component", {{"size", 4}}}, {"flecs.meta.struct", nullptr}}}});
        asked.answer(Json{{"results", results}}.dump());
        return true;
    };
    shown.attach();
    REQUIRE(until([&] {
        shown.mirror->update();
        return shown.type("Flagged (unknown)") != nullptr;
    }));
    REQUIRE(shown.seen());
    CHECK(shown.type("Position (unknown)") == nullptr);
    CHECK(shown.number(shown.named("Hero"), "Position") == 1);
    CHECK(shown.all_notes().find("Flagged is not known: value for bitmask Buffs") != std::string::npos);
    CHECK(shown.all_notes().find("no values are known") == std::string::npos);
    CHECK_FALSE(shown.named("Constant"));  // parts of types stay hidden
}

TEST_CASE("Flecs, odd peer: a refusal that names no type leaves the world without values", "[flecs]") {
    OddFlecs shown;
    shown.fake.odd_type = "Unheard";
    shown.fake.odd_part = "Flagged";
    shown.fake.things[501].components["Flagged"] = {{"bits", 8}};
    shown.fake.instead = [](const test::Asked& asked) {
        if (!asked.target.starts_with("/query?expr=flecs.core.Component")) return false;
        asked.answer("{\"results\":[]}");
        return true;
    };
    shown.attach();
    REQUIRE(shown.seen());
    CHECK(shown.mirror->world().entity_count() == 3);
    CHECK(shown.type("Position (unknown)") != nullptr);
    CHECK(shown.all_notes().find("no values are known: value for bitmask Unheard") != std::string::npos);
}

}  // namespace flecs_odd_peer_test
