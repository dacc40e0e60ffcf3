#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <string>

#include "catch.hpp"
#include "remote/bevy/bevy.hpp"
#include "remote/support/fake_bevy.hpp"
#include "remote/support/remote_client.hpp"

namespace bevy_owner_test {

using test::FakeBevy;
using test::until;
using Json = remote::Json;

class ShownBevy : public test::RemoteClient {
public:
    explicit ShownBevy(int minor, std::chrono::milliseconds to_answer = std::chrono::seconds(20)) : fake(minor) {
        attach(remote::make_bevy_owner({.port = fake.program->port(), .per_second = 1e6, .to_answer = to_answer}));
    }
    ~ShownBevy() override { detach(); }

    const ecs::ComponentType& type(const char* name) const {
        const ecs::ComponentType* const found = mirror->world().types().find(name);
        REQUIRE(found != nullptr);
        return *found;
    }
    ecs::Vec3 place(ecs::Entity entity) const {
        ecs::Vec3 found;
        const ecs::ComponentType& of = type("Transform");
        std::memcpy(
            &found,
            static_cast<const std::byte*>(mirror->world().get(entity, of.id)) + of.find_field("translation")->offset,
            sizeof found);
        return found;
    }
    void move(ecs::Entity entity, ecs::Vec3 to) {
        const ecs::ComponentType& of = type("Transform");
        ecs::Value value(of, mirror->world().get(entity, of.id));
        const ecs::Field* const field = of.find_field("translation");
        std::memcpy(static_cast<std::byte*>(value.data()) + field->offset, &to, sizeof to);
        perform(ecs::SetComponent{entity, std::move(value), {static_cast<std::uint32_t>(field - of.fields.data())}});
    }

    FakeBevy fake;
};

TEST_CASE("Bevy owner: every version is asked in its own words, and shown with names, places and ids", "[bevy]") {
    for (int minor = 15; minor <= 20; ++minor) {
        INFO("0." << minor);
        ShownBevy shown(minor);
        CHECK(shown.seen());
        CHECK(shown.owner->name() == (minor == 15 ? "Bevy 0.15" : "Bevy 0." + std::to_string(minor) + ".0"));
        const ecs::Entity hero = shown.named("Hero"), child = shown.named("Child");
        CHECK(ecs::to_string(hero) == "11v1");
        CHECK(shown.mirror->world().parent(child) == hero);
        shown.fake.change([&] {
            CHECK(shown.fake.wrong.empty());
            CHECK(shown.fake.crashed.empty());
            CHECK((shown.fake.lists_sought == 0) == (minor >= 17));
        });
    }
}

TEST_CASE("Bevy owner: the shape of a value decides where the schema says another", "[bevy]") {
    ShownBevy shown(19);
    CHECK(shown.seen());
    using ecs::FieldKind;
    CHECK(shown.type("Transform").find_field("translation")->kind == FieldKind::Vec3);
    CHECK(shown.type("Transform").find_field("rotation")->kind == FieldKind::Vec4);
    CHECK(shown.type("Transform").fields[0].name == "translation");
    CHECK(shown.type("Lives").fields[0].kind == FieldKind::U8);
    CHECK(shown.type("Mood").fields[0].kind == FieldKind::Enum);
    CHECK(shown.type("Hit").fields[0].kind == FieldKind::String);
    CHECK(shown.type("Marker").is_tag());
    CHECK(shown.place(shown.named("Hero")) == ecs::Vec3{1, 2, 3});
}

TEST_CASE("Bevy owner: two types that end alike have their whole paths", "[bevy]") {
    ShownBevy shown(15);
    shown.fake.change([&] {
        shown.fake.more_paths = {"foo::Objective", "bar::Objective", "solo::Only"};
        shown.fake.things[shown.fake.hero]["foo::Objective"] = FakeBevy::Json{{"done", true}};
        shown.fake.things[shown.fake.hero]["bar::Objective"] = FakeBevy::Json{{"done", false}};
        shown.fake.things[shown.fake.hero]["solo::Only"] = 3;
    });
    CHECK(shown.seen());
    CHECK(shown.mirror->world().types().find("Objective") == nullptr);
    CHECK(shown.mirror->world().types().find("foo::Objective") != nullptr);
    CHECK(shown.mirror->world().types().find("bar::Objective") != nullptr);
    CHECK(shown.mirror->world().types().find("Only") != nullptr);
}

TEST_CASE("Bevy owner: what was edited is not undone in a program that was started again", "[bevy]") {
    const bool same = GENERATE(false, true);
    ShownBevy shown(19);
    CHECK(shown.seen());
    const ecs::Entity hero = shown.named("Hero");
    const std::uint64_t run = shown.mirror->run();
    shown.move(hero, {5, 6, 7});
    CHECK(shown.answered());
    shown.fake.program->end();
    CHECK(until([&] {
        shown.turn();
        return !shown.mirror->lost().empty();
    }));
    shown.fake.change([&] {
        shown.fake.age_secs = same ? 100'000 : 0;
        if (!same) shown.fake.things[shown.fake.hero][FakeBevy::transform]["translation"] = {8.0, 8.0, 8.0};
    });
    shown.fake.program->begin_again();
    CHECK(until([&] {
        shown.turn();
        return shown.mirror->lost().empty();
    }));
    CHECK((shown.mirror->run() == run) == same);
    CHECK(shown.named("Hero") == hero);
    const std::string why = shown.history->undo();
    INFO(why << shown.messages);
    CHECK(why.empty() == same);
    CHECK(shown.answered());
    CHECK(shown.fake.get(shown.fake.hero, FakeBevy::transform)["translation"][0] == (same ? 1.0 : 8.0));
}

TEST_CASE("Bevy owner: no edit reaches a program that was started again since the last look", "[bevy]") {
    ShownBevy shown(19);
    CHECK(shown.seen());
    shown.fake.change([&] {
        shown.fake.age_secs = 1;
        shown.fake.things[shown.fake.hero][FakeBevy::transform]["translation"] = {8.0, 8.0, 8.0};
    });
    shown.move(shown.named("Hero"), {5, 6, 7});
    CHECK(until([&] {
        shown.turn();
        return !shown.messages.empty();
    }));
    CHECK(shown.fake.get(shown.fake.hero, FakeBevy::transform)["translation"][0] == 8.0);
    CHECK(shown.messages.find("refused") != std::string::npos);
    CHECK(shown.messages.find("the program was started again") != std::string::npos);
}

TEST_CASE("Bevy owner: a field is set by inserting the whole value, and undone", "[bevy]") {
    for (const int minor : {15, 16, 17, 19}) {
        INFO("0." << minor);
        ShownBevy shown(minor);
        CHECK(shown.seen());
        const ecs::Entity hero = shown.named("Hero");
        if (minor == 15) {
            // Without a schema only what values look like is known; that is enough to show them.
            CHECK(shown.mirror->world().has(hero, shown.type("Transform").id));
            continue;
        }
        // Other fields go on meanwhile, and stay as they are.
        shown.fake.change([&] { shown.fake.things[shown.fake.hero][FakeBevy::transform]["scale"] = {2.0, 2.0, 2.0}; });
        shown.move(hero, {7, 8, 9});
        CHECK(shown.answered());
        const Json value = shown.fake.get(shown.fake.hero, FakeBevy::transform);
        CHECK(value["translation"] == Json({7.0, 8.0, 9.0}));
        CHECK(value["scale"] == Json({2.0, 2.0, 2.0}));
        CHECK(shown.history->undo().empty());
        CHECK(shown.answered());
        CHECK(shown.fake.get(shown.fake.hero, FakeBevy::transform)["translation"] == Json({1.0, 2.0, 3.0}));
        CHECK(shown.messages.empty());
        shown.fake.change([&] {
            CHECK(shown.fake.wrong.empty());
            CHECK(shown.fake.crashed.empty());
        });
    }
}

TEST_CASE("Bevy owner: the smallest change of a large number is sent", "[bevy][numbers]") {
    ShownBevy shown(18);
    shown.fake.more_paths = {"game::Far"};
    shown.fake.more_schemas["game::Far"] = {{"kind", "TupleStruct"},
                                            {"reflectTypes", {"Component"}},
                                            {"prefixItems", Json::array({Json{{"type", {{"$ref", "#/$defs/f64"}}}}})}};
    shown.fake.change([&] { shown.fake.things[shown.fake.hero]["game::Far"] = 1000000.0; });
    REQUIRE(shown.seen());
    const ecs::ComponentType& far = shown.type("Far");
    ecs::Value value(far);
    const double wanted = 1000000.5;
    std::memcpy(value.data(), &wanted, sizeof wanted);
    shown.perform(ecs::SetComponent{shown.named("Hero"), std::move(value), {0}});
    REQUIRE(shown.answered());
    CHECK(shown.fake.get(shown.fake.hero, "game::Far") == 1000000.5);
}

TEST_CASE("Bevy owner: a component that is called another name in Rust is removed and added", "[bevy]") {
    ShownBevy shown(18);
    shown.fake.change([&] { shown.fake.rust_names["game::Marker"] = "game::hidden::Marker"; });
    REQUIRE(shown.seen());
    const ecs::Entity hero = shown.named("Hero");
    shown.perform(ecs::RemoveComponent{hero, shown.type("Marker").id});
    CHECK(shown.answered());
    CHECK(shown.fake.get(shown.fake.hero, "game::Marker").is_null());
    CHECK(shown.history->undo().empty());
    CHECK(shown.answered());
    CHECK(shown.fake.get(shown.fake.hero, "game::Marker") == Json::object());
    CHECK(shown.mirror->world().has(hero, shown.type("Marker").id));
    CHECK(shown.messages.empty());
}

TEST_CASE("Bevy owner: before 0.17, values that the program cannot deserialize are changed, and not made", "[bevy]") {
    for (const int minor : {16, 17}) {
        INFO("0." << minor);
        ShownBevy shown(minor);
        CHECK(shown.seen());
        const ecs::Entity hero = shown.named("Hero");
        const ecs::ComponentType& lives = shown.type("Lives");
        const auto set = [&](int number) {
            ecs::Value value(lives, shown.mirror->world().get(hero, lives.id));
            *static_cast<std::uint8_t*>(value.data()) = static_cast<std::uint8_t>(number);
            shown.perform(ecs::SetComponent{hero, std::move(value), {0}});
            CHECK(shown.answered());
        };
        set(5);
        CHECK(shown.fake.get(shown.fake.hero, "game::Lives") == 5);
        CHECK(shown.history->undo().empty());
        CHECK(shown.answered());
        CHECK(shown.fake.get(shown.fake.hero, "game::Lives") == 3);
        CHECK(shown.messages.empty());
        shown.move(hero, {5, 6, 7});
        CHECK(shown.answered());
        CHECK(shown.fake.get(shown.fake.hero, FakeBevy::transform)["translation"] == Json::array({5.0, 6.0, 7.0}));
        CHECK(shown.messages.empty());

        const auto why_not = [&](const char* type, ecs::OwnerRequest::Kind kind) {
            const ecs::ComponentType& of = shown.type(type);
            const auto types = shown.owner->types();
            ecs::OwnerRequest request{.kind = kind, .key = shown.fake.hero};
            const auto place =
                std::find_if(types.begin(), types.end(), [&](const auto& each) { return each.name == type; });
            request.parts.push_back({static_cast<std::uint32_t>(place - types.begin()), ecs::Value(of)});
            return shown.owner->why_not(request);
        };
        using Kind = ecs::OwnerRequest::Kind;
        for (const Kind kind : {Kind::Add, Kind::Create}) {
            if (minor == 16) CHECK_THAT(why_not("Lives", kind), test::contains("Deserialize"));
            if (minor == 17) CHECK(why_not("Lives", kind).empty());
            CHECK(why_not("Transform", kind).empty());
        }
        shown.fake.change([&] {
            CHECK(shown.fake.wrong.empty());
            CHECK(shown.fake.crashed.empty());
        });
    }
}

TEST_CASE("Bevy owner: kinds of events are counted, and listed when a person wants them", "[bevy]") {
    FakeBevy::Json alarm{{"kind", "Struct"}, {"reflectTypes", {"Event"}}};
    for (const int minor : {17, 19}) {
        INFO("0." << minor);
        ShownBevy shown(minor);
        shown.fake.change([&] {
            shown.fake.more_schemas["game::Alarm"] = alarm;
            shown.fake.more_schemas["game::Fire"] = alarm;
        });
        CHECK(shown.seen());
        CHECK(until([&] {
            shown.turn();
            return shown.owner->details_known();
        }));
        const std::size_t resources = 1, events = minor >= 18 ? 2 : 0;
        CHECK(shown.owner->hidden() == resources + events);
        CHECK_FALSE(shown.named("Alarm"));
        shown.owner->show_hidden(true);
        CHECK(shown.seen());
        if (events == 0) {
            CHECK_FALSE(shown.named("Alarm"));
            continue;
        }
        const ecs::Entity fire = shown.named("Fire");
        REQUIRE(fire);
        CHECK(shown.mirror->world().has(fire, shown.type("Event").id));
        // Nothing of it can be changed, and nothing else becomes one.
        using Kind = ecs::OwnerRequest::Kind;
        const ecs::OwnerKey event = shown.mirror->key_of(fire), hero = shown.mirror->key_of(shown.named("Hero"));
        const auto why_not = [&](const ecs::OwnerRequest& request) { return shown.owner->why_not(request); };
        CHECK_THAT(why_not({.kind = Kind::Destroy, .key = event}), test::contains("kind of event"));
        CHECK_THAT(why_not({.kind = Kind::Rename, .key = event}), test::contains("kind of event"));
        CHECK_THAT(why_not({.kind = Kind::SetParent, .key = hero, .parent = event}),
                   test::contains("nothing below it"));
        ecs::OwnerRequest add{.kind = Kind::Add, .key = hero};
        const auto types = shown.owner->types();
        const auto tag = std::find_if(types.begin(), types.end(),
                                      [](const ecs::ComponentType& type) { return type.name == "Event"; });
        add.parts.push_back({static_cast<std::uint32_t>(tag - types.begin()), {}});
        CHECK_THAT(why_not(add), test::contains("kinds of events"));
        shown.owner->show_hidden(false);
        CHECK(until([&] {
            shown.turn();
            return !shown.mirror->world().alive(fire);
        }));
        shown.fake.change([&] { CHECK(shown.fake.wrong.empty()); });
    }
}

TEST_CASE("Bevy owner: resources are shown when a person wants them, and their values are changed", "[bevy]") {
    for (const int minor : {16, 19}) {
        INFO("0." << minor);
        ShownBevy shown(minor);
        shown.fake.change([&] {
            shown.fake.resources["game::Pace"] = {{"speed", 1.5}, {"count", 7}};
            shown.fake.more_schemas["game::Pace"] = {
                {"kind", "Struct"},
                {"reflectTypes", {"Resource"}},
                {"required", {"speed", "count"}},
                {"properties",
                 {{"speed", {{"type", {{"$ref", "#/$defs/f64"}}}}}, {"count", {{"type", {{"$ref", "#/$defs/u32"}}}}}}}};
        });
        REQUIRE(until([&] {
            shown.turn();
            return shown.owner->details_known();
        }));
        CHECK(shown.owner->hidden() == 2);  // its time is one
        CHECK(shown.owner->why_not_show_hidden().empty());
        CHECK_FALSE(shown.named("Pace"));

        shown.owner->show_hidden(true);
        REQUIRE(until([&] {
            shown.turn();
            return static_cast<bool>(shown.named("Pace"));
        }));
        const ecs::Entity pace = shown.named("Pace");
        const ecs::ComponentType& type = shown.type("Pace");
        const ecs::Field* const speed = type.find_field("speed");
        REQUIRE(speed != nullptr);
        CHECK(speed->kind == ecs::FieldKind::F64);
        CHECK(type.find_field("count")->kind == ecs::FieldKind::U32);
        ecs::Value value(type, shown.mirror->world().get(pace, type.id));
        const double wanted = 2.5;
        std::memcpy(static_cast<std::byte*>(value.data()) + speed->offset, &wanted, sizeof wanted);
        shown.fake.change([&] { shown.fake.resources["game::Pace"]["count"] = 8; });  // which goes on meanwhile
        shown.perform(
            ecs::SetComponent{pace, std::move(value), {static_cast<std::uint32_t>(speed - type.fields.data())}});
        CHECK(shown.answered());
        const auto in_program = [&](const char* field) {
            const std::lock_guard lock(shown.fake.mutex);
            return shown.fake.resources["game::Pace"][field];
        };
        CHECK(in_program("speed") == 2.5);
        CHECK(in_program("count") == 8);
        CHECK(shown.history->undo().empty());
        CHECK(shown.answered());
        CHECK(in_program("speed") == 1.5);
        CHECK(shown.messages.empty());

        // It is no entity: nothing else can be done with it.
        ecs::OwnerRequest destroy;
        destroy.kind = ecs::OwnerRequest::Kind::Destroy;
        destroy.key = shown.mirror->key_of(pace);
        CHECK_THAT(shown.owner->why_not(destroy), test::contains("resource of the program"));
        ecs::OwnerRequest below;
        below.kind = ecs::OwnerRequest::Kind::SetParent;
        below.key = shown.fake.hero;
        below.parent = destroy.key;
        CHECK_THAT(shown.owner->why_not(below), test::contains("nothing below it"));

        shown.owner->show_hidden(false);
        CHECK(until([&] {
            shown.turn();
            return !shown.named("Pace");
        }));
        shown.fake.change([&] {
            CHECK(shown.fake.wrong.empty());
            CHECK(shown.fake.crashed.empty());
        });
    }
}

TEST_CASE("Bevy owner: nothing that could end the program is sent to an entity that is gone", "[bevy]") {
    ShownBevy shown(18);
    CHECK(shown.seen());
    const ecs::Entity hero = shown.named("Hero"), child = shown.named("Child");
    shown.fake.change([&] { shown.fake.things.clear(); });
    shown.move(hero, {7, 8, 9});
    shown.perform(ecs::SetParent{child, {}});
    CHECK(shown.answered());
    CHECK(shown.messages.find("the entity is gone") != std::string::npos);
    shown.fake.change([&] { CHECK(shown.fake.crashed.empty()); });
}

TEST_CASE("Bevy owner: a component that nobody outside can make is refused beforehand", "[bevy]") {
    ShownBevy shown(19);
    CHECK(shown.seen());
    shown.fake.change([&] { shown.fake.things[shown.fake.child]["game::Sealed"] = {{"inside", {1, 2}}}; });
    CHECK(shown.seen());
    const ecs::Edit edit = ecs::AddComponent{shown.named("Hero"), ecs::Value(shown.type("Sealed"))};
    CHECK(shown.mirror->why_not(edit) == "Sealed has parts that nobody outside can make, and no default");
    CHECK(shown.mirror->why_not(ecs::AddComponent{shown.named("Child"), ecs::Value(shown.type("Marker"))}).empty());
}

TEST_CASE("Bevy owner: creating, naming, placing, removing and destroying reach the program, and are undone",
          "[bevy]") {
    ShownBevy shown(17);
    CHECK(shown.seen());
    const ecs::Entity hero = shown.named("Hero");
    ecs::CreateEntities create;
    create.entities.emplace_back();
    create.entities.back().values.push_back(ecs::Value(shown.type("Mood")));
    create.entities.back().parent = hero;
    shown.perform(std::move(create));
    CHECK(shown.answered());
    const std::uint64_t made = shown.fake.id(50);
    CHECK(shown.fake.get(made, "game::Mood") == "Calm");
    CHECK(shown.fake.get(made, shown.fake.parent_path()) == shown.fake.hero);
    const ecs::Entity entity = shown.mirror->entity_of(made);
    shown.perform(ecs::rename(shown.mirror->world(), entity, "Made"));
    shown.perform(ecs::SetParent{entity, {}});
    shown.perform(ecs::RemoveComponent{entity, shown.type("Mood").id});
    CHECK(shown.answered());
    CHECK(shown.fake.get(made, shown.fake.name_path()) == "Made");
    CHECK(shown.fake.get(made, shown.fake.parent_path()).is_null());
    CHECK(shown.fake.get(made, "game::Mood").is_null());
    for (int i = 0; i < 4; ++i) CHECK(shown.history->undo().empty());
    CHECK(shown.answered());
    shown.fake.change([&] { CHECK(shown.fake.things.size() == 2); });
    CHECK(shown.messages.empty());
}

TEST_CASE("Bevy owner: a call that was carried out and never answered counts as done, once", "[bevy]") {
    ShownBevy shown(18);
    CHECK(shown.seen());
    shown.fake.change([&] { shown.fake.late_writes = 1; });
    shown.move(shown.named("Hero"), {7, 8, 9});
    CHECK(shown.answered());
    CHECK(shown.fake.get(shown.fake.hero, FakeBevy::transform)["translation"] == Json({7.0, 8.0, 9.0}));
    shown.fake.change([&] { shown.fake.late_writes = 1; });
    ecs::CreateEntities create;
    create.entities.emplace_back();
    create.entities.back().values.push_back(ecs::Value(shown.type("Mood")));
    shown.perform(std::move(create));
    CHECK(shown.answered());
    shown.fake.change([&] { CHECK(shown.fake.things.size() == 3); });
    CHECK(shown.messages.empty());
}

TEST_CASE("Bevy owner: an answer of null that changed nothing is noticed, and the step is taken back", "[bevy]") {
    ShownBevy shown(18);
    CHECK(shown.seen());
    shown.fake.change([&] { shown.fake.ignores_writes = true; });
    const ecs::Entity hero = shown.named("Hero");
    shown.move(hero, {7, 8, 9});
    CHECK(shown.answered());
    CHECK(shown.messages.find("the program said yes, and nothing changed") != std::string::npos);
    CHECK(shown.place(hero) == ecs::Vec3{1, 2, 3});
}

TEST_CASE("Bevy owner: what comes back after it was destroyed is known by its new id", "[bevy]") {
    ShownBevy shown(18);
    CHECK(shown.seen());
    ecs::CreateEntities create;
    create.entities.emplace_back();
    create.entities.back().values.push_back(ecs::Value(shown.type("Mood")));
    shown.perform(std::move(create));
    CHECK(shown.answered());
    const auto made = [&] { return shown.mirror->entity_of(shown.fake.id(shown.fake.next_index - 1)); };
    const ecs::Entity entity = made();
    REQUIRE(shown.mirror->world().alive(entity));
    CHECK(shown.seen());
    const ecs::Entity first = shown.mirror->id_there(entity);
    shown.messages.clear();
    shown.perform(ecs::DestroyEntity{entity});
    CHECK(shown.answered());
    CHECK(shown.history->undo().empty());
    CHECK(shown.answered());
    CHECK(until([&] {
        shown.turn();
        return !shown.messages.empty();
    }));
    const ecs::Entity now = shown.mirror->id_there(entity);
    CHECK(now);
    CHECK(now != first);
    CHECK(shown.messages.find("again: its id is " + ecs::to_string(now) + " now") != std::string::npos);
    CHECK(made() == entity);  // the history still means it
}

TEST_CASE("Bevy owner: virtual time is a system that stands still when it is switched off", "[bevy]") {
    ShownBevy shown(19);
    CHECK(until([&] {
        shown.turn();
        return shown.schedule.find("virtual time") != nullptr && shown.schedule.find("game::move_hero") != nullptr;
    }));
    CHECK(shown.schedule.find("game::move_hero")->description.accesses.size() == 1);
    shown.perform(ecs::ToggleSystem{"virtual time", false});
    CHECK(shown.answered());
    shown.fake.change([&] { CHECK(shown.fake.paused); });
    CHECK(shown.history->undo().empty());
    CHECK(shown.answered());
    shown.fake.change([&] { CHECK_FALSE(shown.fake.paused); });
    CHECK_FALSE(shown.mirror->why_not(ecs::ToggleSystem{"game::move_hero", false}).empty());
}

TEST_CASE("Bevy owner: a program that breaks off, lies or goes is lost, kept, and found again", "[bevy]") {
    const int way = GENERATE(0, 1, 2, 3);
    std::atomic<bool> bad = true;  // the program looks at it as long as it runs
    ShownBevy shown(18, std::chrono::milliseconds(300));
    CHECK(shown.seen());
    shown.fake.change([&] {
        shown.fake.instead = [&, way](const test::Asked& asked) {
            if (!bad) return false;
            if (way == 0) asked.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{");
            if (way == 1) asked.answer("{\"result\":\"a text\"}");
            if (way == 2) asked.answer("no JSON at all");
            return true;
        };
    });
    if (way == 3) shown.fake.program->end();
    CHECK(until([&] {
        shown.turn();
        return !shown.mirror->lost().empty();
    }));
    CHECK(shown.mirror->world().entity_count() == 2);
    bad = false;
    if (way == 3) shown.fake.program->begin_again();
    shown.fake.change([&] { shown.fake.things.erase(shown.fake.child); });
    CHECK(until([&] {
        shown.turn();
        return shown.mirror->lost().empty() && shown.mirror->world().entity_count() == 1;
    }));
}

}  // namespace bevy_owner_test
