#include <atomic>
#include <chrono>
#include <cstring>
#include <string>

#include "catch.hpp"
#include "remote/flecs/flecs.hpp"
#include "remote/flecs/flecs_edits.hpp"
#include "remote/support/fake_flecs.hpp"
#include "remote/support/remote_client.hpp"

namespace flecs_owner_test {

using test::FakeFlecs;
using test::until;
using Json = remote::Json;

/// A fake program and the mirror that shows it.
class Shown : public test::RemoteClient {
public:
    explicit Shown(std::chrono::milliseconds to_answer = std::chrono::seconds(20),
                   std::chrono::steady_clock::time_point (*clock)() = std::chrono::steady_clock::now) {
        attach(remote::make_flecs_owner(
            {.port = fake.program->port(), .per_second = 1e6, .to_answer = to_answer, .clock = clock}));
    }
    ~Shown() override { detach(); }

    [[nodiscard]] bool seen() {
        return RemoteClient::seen() && test::go_on([this] { turn(); }, [this] { return !schedule.systems().empty(); });
    }
    const ecs::ComponentType& type(const char* name) const {
        const ecs::ComponentType* const found = mirror->world().types().find(name);
        REQUIRE(found != nullptr);
        return *found;
    }
    double value(ecs::Entity entity, const char* component, const char* field) const {
        const ecs::ComponentType& of = type(component);
        const ecs::Field& found = *of.find_field(field);
        double number = 0;
        const auto* at = static_cast<const std::byte*>(mirror->world().get(entity, of.id)) + found.offset;
        if (found.kind == ecs::FieldKind::F64) std::memcpy(&number, at, sizeof number);
        if (found.kind == ecs::FieldKind::F32) {
            float small = 0;
            std::memcpy(&small, at, sizeof small);
            number = static_cast<double>(small);
        }
        return number;
    }
    void set(ecs::Entity entity, const char* component, const char* field, double number) {
        const ecs::ComponentType& of = type(component);
        ecs::Value value(of, mirror->world().get(entity, of.id));
        const auto at = static_cast<std::uint32_t>(of.find_field(field) - of.fields.data());
        auto* const place = static_cast<std::byte*>(value.data()) + of.fields[at].offset;
        if (of.fields[at].kind == ecs::FieldKind::F64) std::memcpy(place, &number, sizeof number);
        perform(ecs::SetComponent{entity, std::move(value), {at}});
    }

    FakeFlecs fake;
};

TEST_CASE("Flecs owner: entities, names, places and values are shown, numbers of 64 bits whole", "[flecs]") {
    Shown shown;
    CHECK(shown.seen());
    CHECK(shown.owner->name() == "Flecs 4.1.6");
    CHECK(shown.mirror->world().entity_count() == 3);
    const ecs::Entity hero = shown.named("Hero"), helmet = shown.named("Helmet");
    CHECK(ecs::to_string(hero) == "500v1");
    CHECK(shown.mirror->world().parent(helmet) == hero);
    CHECK(shown.value(hero, "Position", "y") == 2);
    const ecs::Entity third{502, 4};
    REQUIRE(shown.mirror->world().alive(third));
    const ecs::ComponentType& numbers = shown.type("Numbers");
    const auto* const bytes = static_cast<const std::byte*>(shown.mirror->world().get(third, numbers.id));
    std::int64_t wide = 0;
    std::uint64_t widest = 0;
    std::memcpy(&wide, bytes + numbers.find_field("wide")->offset, sizeof wide);
    std::memcpy(&widest, bytes + numbers.find_field("widest")->offset, sizeof widest);
    CHECK(wide == -9007199254740993);
    CHECK(widest == 18446744073709551615u);
    CHECK(shown.fake.crashed.empty());
}

TEST_CASE("Flecs owner: an unsigned number of 64 bits is written whole, and undone", "[flecs]") {
    Shown shown;
    CHECK(shown.seen());
    const ecs::ComponentType& numbers = shown.type("Numbers");
    const ecs::Field& field = *numbers.find_field("widest");
    const ecs::Entity third{502, 4};
    REQUIRE(shown.mirror->world().alive(third));
    const auto stored = [&] {
        const remote::Json value = shown.fake.get(502).components["Numbers"]["widest"];
        return value.is_string() ? value.get<std::string>() : value.dump();
    };
    ecs::Value value(numbers, shown.mirror->world().get(third, numbers.id));
    const std::uint64_t wanted = 18446744073709551613u;
    std::memcpy(static_cast<std::byte*>(value.data()) + field.offset, &wanted, sizeof wanted);
    const auto position = static_cast<std::uint32_t>(&field - numbers.fields.data());
    shown.perform(ecs::SetComponent{third, std::move(value), {position}});
    CHECK(shown.answered());
    CHECK(stored() == "18446744073709551613");
    CHECK(shown.history->undo().empty());
    CHECK(shown.answered());
    CHECK(stored() == "18446744073709551615");
    CHECK(shown.messages.empty());
}

TEST_CASE("Flecs owner: statistics are asked only where the program keeps them", "[flecs]") {
    Shown shown;
    SECTION("it does not") {
        CHECK(shown.seen());
        CHECK(shown.fake.program->count("/stats") == 0);
        CHECK(shown.owner->notes().size() == 1);
    }
    SECTION("it does") {
        shown.fake.change([&] { shown.fake.stats = true; });
        CHECK(shown.seen());
        CHECK(until([&] {
            shown.turn();
            return shown.fake.program->count("/stats/pipeline") > 0;
        }));
        CHECK(shown.fake.program->count("/stats/world") == 0);
    }
    SECTION("it does, and its time stands still") {
        shown.fake.change([&] {
            shown.fake.stats = true;
            shown.fake.instead = [](const test::Asked& asked) {
                if (!asked.target.starts_with("/entity/flecs/core/World")) return false;
                asked.answer(R"x({"parent":"flecs.core","name":"World","id":259,"components":{
                    "flecs.core.BuildInfo":{"version":"4.1.6","version_major":4,"version_minor":1,"version_patch":6},
                    "(flecs.stats.WorldStats,flecs.stats.Period1s)":null,
                    "flecs.stats.WorldSummary":{"uptime":5,"time_scale":0}}})x");
                return true;
            };
        });
        CHECK(shown.seen());
        REQUIRE_FALSE(shown.owner->notes().empty());
        CHECK_THAT(shown.owner->notes().back(), test::contains("stands still: its scale is 0"));
    }
    CHECK(shown.fake.crashed.empty());
}

TEST_CASE("Flecs owner: a field that a person sets is written, read back, and undone", "[flecs]") {
    Shown shown;
    CHECK(shown.seen());
    const ecs::Entity hero = shown.named("Hero");
    shown.set(hero, "Position", "x", 7.5);
    CHECK(shown.answered());
    CHECK(shown.fake.number(500, "Position", "x") == 7.5);
    CHECK(shown.fake.number(500, "Position", "y") == 2);
    CHECK(shown.history->undo().empty());
    CHECK(shown.answered());
    CHECK(shown.fake.number(500, "Position", "x") == 1);
    CHECK(shown.messages.empty());
}

TEST_CASE("Flecs owner: an answer from before a write does not undo what is shown", "[flecs]") {
    Shown shown;
    shown.fake.stale = true;
    CHECK(shown.seen());
    const ecs::Entity hero = shown.named("Hero");
    shown.set(hero, "Position", "x", 7.5);
    CHECK(shown.answered());
    CHECK(shown.value(hero, "Position", "x") == 7.5);
    // Nothing that was asked before may be heard now.
    const std::uint64_t rounds = shown.owner->rounds();
    bool always = true;
    CHECK(until([&] {
        shown.turn();
        always = always && shown.value(hero, "Position", "x") == 7.5;
        return shown.owner->rounds() > rounds + 3;
    }));
    CHECK(always);
}

TEST_CASE("Flecs owner: writes go one after the other, in their order", "[flecs]") {
    Shown shown;
    CHECK(shown.seen());
    const ecs::Entity hero = shown.named("Hero");
    for (int i = 0; i < 8; ++i) shown.set(hero, "Position", "x", 10 + i);
    CHECK(shown.answered());
    CHECK(shown.fake.number(500, "Position", "x") == 17);
    CHECK(shown.messages.empty());
}

namespace {

remote::FlecsOrders::Asked order_of(ecs::OwnerRequest::Kind kind, ecs::OwnerKey key, double x = 0) {
    remote::FlecsOrders::Asked asked;
    asked.order.kind = kind;
    asked.order.key = key;
    asked.order.parts = {{"Position", {{"x", x}}}};
    return asked;
}

}  // namespace

TEST_CASE("Flecs owner: values of different entities are written at the same time", "[flecs]") {
    FakeFlecs fake;
    fake.finds_by_ids = GENERATE(true, false);
    fake.looks_together = 2;  // no look is answered before the other one came
    remote::FlecsOrders orders;
    orders.add(order_of(ecs::OwnerRequest::Kind::Set, 500, 9));
    orders.add(order_of(ecs::OwnerRequest::Kind::Set, 501, 8));
    std::vector<remote::FlecsOutcome> outcomes;
    remote::Link link({.port = fake.program->port(), .per_second = 1e6, .to_answer = std::chrono::seconds(20)});
    link.post(remote::LinkPriority::Edit, {}, [&](remote::Line& line) -> remote::Link::Delivery {
        return [&outcomes, made = carry_out(orders.take(), line)] { outcomes = made; };
    });
    REQUIRE(until([&] { return link.deliver() > 0; }));
    REQUIRE(outcomes.size() == 2);
    for (const remote::FlecsOutcome& each : outcomes) {
        CHECK(each.reply.outcome == ecs::OwnerReply::Outcome::Done);
        CHECK(each.row.has_value());
    }
    CHECK(fake.number(500, "Position", "x") == 9);
    CHECK(fake.number(501, "Position", "x") == 8);
    // One look before, one after; where Flecs does not answer that, each looks for itself.
    CHECK(fake.program->count("/query") == 2);
    CHECK(fake.program->count("GET /entity") == (fake.finds_by_ids ? 0 : 4));
    CHECK(fake.program->count("PUT /component") == 2);
}

TEST_CASE("Flecs owner: one of several that is gone is refused, and the others are written", "[flecs]") {
    FakeFlecs fake;
    remote::FlecsOrders orders;
    for (const ecs::OwnerKey key : {500u, 9999u, 501u}) orders.add(order_of(ecs::OwnerRequest::Kind::Set, key, 5));
    std::vector<remote::FlecsOutcome> outcomes;
    remote::Link link({.port = fake.program->port(), .per_second = 1e6, .to_answer = std::chrono::seconds(20)});
    link.post(remote::LinkPriority::Edit, {}, [&](remote::Line& line) -> remote::Link::Delivery {
        return [&outcomes, made = carry_out(orders.take(), line)] { outcomes = made; };
    });
    REQUIRE(until([&] { return link.deliver() > 0; }));
    REQUIRE(outcomes.size() == 3);
    CHECK(outcomes[0].reply.outcome == ecs::OwnerReply::Outcome::Done);
    CHECK(outcomes[1].reply.why == "the entity is gone");
    CHECK(outcomes[2].reply.outcome == ecs::OwnerReply::Outcome::Done);
    CHECK(fake.number(500, "Position", "x") == 5);
    CHECK(fake.number(501, "Position", "x") == 5);
}

TEST_CASE("Flecs owner: only what has no order among itself is carried out at the same time", "[flecs]") {
    using enum ecs::OwnerRequest::Kind;
    remote::FlecsOrders orders;
    const auto taken = [&] {
        std::string keys;
        for (const auto& each : orders.take()) keys += std::to_string(each.order.key) + " ";
        return keys;
    };
    CHECK(taken().empty());
    for (const auto& [kind, key] : std::initializer_list<std::pair<ecs::OwnerRequest::Kind, ecs::OwnerKey>>{
             {Set, 1}, {Add, 2}, {Remove, 3}, {Set, 2}, {Set, 4}, {Destroy, 5}, {Destroy, 6}, {Set, 7}, {Create, 8}})
        orders.add(order_of(kind, key));
    auto later = order_of(Set, 9);
    later.breaks = 1;  // of another connection
    orders.add(order_of(Set, 10));
    orders.add(std::move(later));
    for (const char* wanted : {"1 2 3 ", "2 4 ", "5 ", "6 ", "7 ", "8 ", "10 ", "9 ", ""}) CHECK(taken() == wanted);
    for (ecs::OwnerKey key = 1; key <= 20; ++key) orders.add(order_of(Set, key));
    CHECK(orders.take().size() == remote::FlecsOrders::most_at_once);
    CHECK(orders.take().size() == 4);
}

TEST_CASE("Flecs owner: 200 for nonsense is noticed, and the step is taken back", "[flecs]") {
    Shown shown;
    CHECK(shown.seen());
    shown.fake.change([&] { shown.fake.ignores_writes = true; });
    const ecs::Entity hero = shown.named("Hero");
    shown.set(hero, "Position", "x", 7.5);
    CHECK(shown.answered());
    CHECK(shown.messages.find("the program said yes, and nothing changed") != std::string::npos);
    CHECK(shown.value(hero, "Position", "x") == 1);
    CHECK_FALSE(shown.history->can_undo());
}

TEST_CASE("Flecs owner: what it refuses is told in its own words, without colours", "[flecs]") {
    Shown shown;
    CHECK(shown.seen());
    shown.fake.change([&] { shown.fake.refuses_values = true; });
    shown.set(shown.named("Hero"), "Position", "x", 7.5);
    CHECK(shown.answered());
    CHECK(shown.messages.find("cannot parse\n  > here") != std::string::npos);
    CHECK(shown.messages.find('\x1b') == std::string::npos);
}

TEST_CASE("Flecs owner: two documents in one body are an error with a text", "[flecs]") {
    Shown shown;
    CHECK(shown.seen());
    shown.fake.change([&] { shown.fake.two_documents = true; });
    shown.set(shown.named("Hero"), "Position", "x", 7.5);
    CHECK(shown.answered());
    CHECK(shown.messages.find("is no such thing") != std::string::npos);
}

TEST_CASE("Flecs owner: a write that was carried out and never answered counts as done", "[flecs]") {
    Shown shown;
    CHECK(shown.seen());
    const ecs::Entity hero = shown.named("Hero");
    shown.fake.change([&] { shown.fake.late_writes = 1; });
    shown.set(hero, "Position", "x", 7.5);
    CHECK(shown.answered());
    CHECK(shown.messages.empty());
    CHECK(shown.fake.number(500, "Position", "x") == 7.5);
    // An entity that was made without an answer is made once.
    shown.fake.change([&] { shown.fake.late_writes = 1; });
    ecs::CreateEntities create;
    create.entities.emplace_back();
    create.entities.back().values.push_back(ecs::Value(shown.type("Position")));
    shown.perform(std::move(create));
    CHECK(shown.answered());
    CHECK(shown.seen());
    CHECK(shown.messages.empty());
    CHECK(shown.mirror->world().entity_count() == 4);
    shown.fake.change([&] { CHECK(shown.fake.things.size() == 4); });
}

TEST_CASE("Flecs owner: an id that another entity has now is not written to", "[flecs]") {
    Shown shown;
    CHECK(shown.seen());
    const ecs::Entity hero = shown.named("Hero");
    shown.fake.change([&] {
        shown.fake.things[500].version = 1;
        shown.fake.things[500].name = "Other";
    });
    shown.perform(ecs::DestroyEntity{hero});
    CHECK(shown.answered());
    CHECK(shown.fake.has(500));
    CHECK(shown.seen());
    CHECK_FALSE(shown.mirror->world().alive(hero));
    // Slot 500 waits for the one that an undo would bring back.
    CHECK(shown.named("Other"));
}

TEST_CASE("Flecs owner: entities that come and go are followed, over many pages, too", "[flecs]") {
    Shown shown;
    shown.fake.change([&] {
        for (std::uint64_t id = 1000; id < 3500; ++id) shown.fake.things[id] = {};
    });
    CHECK(shown.seen());
    CHECK(shown.mirror->world().entity_count() == 2503);
    shown.fake.change([&] {
        for (std::uint64_t id = 1000; id < 2000; ++id) shown.fake.things.erase(id);
        shown.fake.things[5000].name = "Late";
    });
    CHECK(until([&] {
        shown.turn();
        return shown.mirror->world().entity_count() == 1504 && shown.named("Late");
    }));
}

TEST_CASE("Flecs owner: while the program answers quickly, one request asks for more", "[flecs]") {
    const auto at_once = [] { return std::chrono::steady_clock::time_point{}; };  // each answer, on any machine
    Shown shown(std::chrono::seconds(20), at_once);
    std::atomic<bool> more = false;
    shown.fake.change([&] {
        for (std::uint64_t id = 1000; id < 6000; ++id) shown.fake.things[id] = {};
        shown.fake.instead = [&more](const test::Asked& asked) {
            if (asked.target.find("limit=4000&offset=1000") != std::string::npos) more = true;
            return false;
        };
    });
    CHECK(until([&] {
        shown.turn();
        return more && shown.mirror->world().entity_count() == 5003;
    }));
}

TEST_CASE("Flecs owner: creating, placing, naming, adding and destroying reach the program, and are undone",
          "[flecs]") {
    Shown shown;
    CHECK(shown.seen());
    const ecs::Entity hero = shown.named("Hero");
    ecs::CreateEntities create;
    create.entities.emplace_back();
    create.entities.back().values.push_back(
        ecs::Value::of(shown.mirror->world().types()[shown.mirror->world().name_id()], ecs::Name{"Child"}));
    create.entities.back().values.push_back(ecs::Value(shown.type("Position")));
    create.entities.back().parent = hero;
    shown.perform(std::move(create));
    CHECK(shown.answered());
    CHECK(shown.messages.empty());
    CHECK(shown.fake.get(700).parent == "Hero");
    CHECK(shown.fake.get(700).name == "Child");
    const ecs::Entity child = shown.named("Child");
    shown.perform(ecs::AddComponent{child, ecs::Value(shown.type("Player"))});
    shown.perform(ecs::rename(shown.mirror->world(), child, "Renamed"));
    shown.perform(ecs::SetParent{child, {}});
    CHECK(shown.answered());
    CHECK(shown.fake.get(700).name == "Renamed");
    CHECK(shown.fake.get(700).parent.empty());
    CHECK(shown.fake.get(700).tags == std::vector<std::string>{"Player"});
    for (int i = 0; i < 4; ++i) CHECK(shown.history->undo().empty());
    CHECK(shown.answered());
    CHECK_FALSE(shown.fake.has(700));
    CHECK(shown.messages.empty());
}

TEST_CASE("Flecs owner: two of one name and circles of parents, which end a program, are never asked for", "[flecs]") {
    Shown shown;
    CHECK(shown.seen());
    shown.fake.change([&] { shown.fake.things[503].name = "Second"; });
    CHECK(shown.seen());
    shown.perform(ecs::rename(shown.mirror->world(), shown.named("Second"), "Hero"));
    CHECK(shown.answered());
    CHECK(shown.messages.find("there is a Hero already") != std::string::npos);
    CHECK(shown.fake.get(503).name == "Second");
    // The tree has changed in the program, and nobody here knows yet.
    shown.fake.change([&] { shown.fake.things[500].parent = "Second"; });
    shown.perform(ecs::SetParent{shown.named("Second"), shown.named("Hero")});
    CHECK(shown.answered());
    CHECK(shown.messages.find("an entity cannot be below itself") != std::string::npos);
    CHECK(shown.fake.crashed.empty());
    CHECK(shown.fake.program->count("PUT /component/%23503?component=%28flecs.core.ChildOf") == 0);
}

TEST_CASE("Flecs owner: systems are listed and switched, but for those that carry the connection", "[flecs]") {
    Shown shown;
    CHECK(shown.seen());
    REQUIRE(shown.schedule.find("Move") != nullptr);
    shown.perform(ecs::ToggleSystem{"Move", false});
    CHECK(shown.answered());
    shown.fake.change([&] { CHECK(shown.fake.systems[600].tags == std::vector<std::string>{"flecs.core.Disabled"}); });
    CHECK(shown.history->undo().empty());
    CHECK(shown.answered());
    shown.fake.change([&] { CHECK(shown.fake.systems[600].tags.empty()); });
    CHECK(shown.mirror->why_not(ecs::ToggleSystem{"flecs.rest.DequeueRest", false}) ==
          "the program answers through this system: nobody could switch it on again");
}

TEST_CASE("Flecs owner: a program that breaks off, drips, lies or goes is lost, kept, and found again", "[flecs]") {
    const int way = GENERATE(0, 1, 2, 3, 4, 5);
    std::atomic<bool> bad = true;  // the program looks at it as long as it runs
    Shown shown(std::chrono::milliseconds(300));
    CHECK(shown.seen());
    shown.fake.change([&] {
        shown.fake.instead = [&, way](const test::Asked& asked) {
            if (!bad) return false;
            if (way == 0) asked.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"results\":[");
            if (way == 1)
                for (int i = 0; bad && i < 1000 && asked.send("H"); ++i) test::drip();
            if (way == 2) asked.send("garbage without end");
            if (way == 3) asked.answer("{\"results\":7}");
            if (way == 4) asked.send("HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n");
            return true;
        };
    });
    if (way == 5) shown.fake.program->end();
    CHECK(until([&] {
        shown.turn();
        return !shown.mirror->lost().empty();
    }));
    CHECK(shown.mirror->world().entity_count() == 3);
    CHECK_FALSE(shown.mirror->why_not(ecs::DestroyEntity{shown.named("Hero")}).empty());
    bad = false;
    if (way == 5) shown.fake.program->begin_again();
    shown.fake.change([&] { shown.fake.things.erase(502); });
    CHECK(until([&] {
        shown.turn();
        return shown.mirror->lost().empty() && shown.mirror->world().entity_count() == 2;
    }));
    // The types are those that they were.
    CHECK(shown.mirror->world().types().find("Position (2)") == nullptr);
}

TEST_CASE("Flecs owner: no edit reaches a program that was started again since the last look", "[flecs]") {
    Shown shown;
    shown.fake.change([&] { shown.fake.stats = true; });
    CHECK(shown.seen());
    const ecs::Entity hero = shown.named("Hero");
    REQUIRE(shown.mirror->world().alive(hero));
    shown.fake.change([&] { shown.fake.uptime = 1; });
    const std::size_t written = shown.fake.program->count("PUT");
    shown.set(hero, "Position", "x", 5000);
    CHECK(until([&] {
        shown.turn();
        return !shown.messages.empty();
    }));
    CHECK(shown.fake.program->count("PUT") == written);
    CHECK(shown.messages.find("refused") != std::string::npos);
    CHECK(shown.messages.find("the program was started again") != std::string::npos);
}

TEST_CASE("Flecs owner: what was edited is not undone in a program that was started again", "[flecs]") {
    enum Way { TellsAge, TellsNothing, Unnoticed, IsTheSame };
    const Way way = GENERATE(TellsAge, TellsNothing, Unnoticed, IsTheSame);
    Shown shown;
    shown.fake.change([&] {
        shown.fake.stats = way != TellsNothing;
        shown.fake.things[502].components["Position"] = {{"x", 57.0}, {"y", 0.0}};
    });
    CHECK(shown.seen());
    const ecs::Entity before{502, 4}, hero = shown.named("Hero");
    REQUIRE(shown.mirror->world().alive(before));
    const std::uint64_t run = shown.mirror->run();
    shown.set(before, "Position", "x", 5000);
    CHECK(shown.answered());
    CHECK(shown.fake.number(502, "Position", "x") == 5000);

    const bool breaks = way != Unnoticed, same = way == IsTheSame;
    if (breaks) {
        shown.fake.program->end();
        CHECK(until([&] {
            shown.turn();
            return !shown.mirror->lost().empty();
        }));
    }
    shown.fake.change([&] {
        shown.fake.uptime = same ? 100'000 : 1;
        if (!same) shown.fake.things[502].components["Position"]["x"] = 206.0;
    });
    if (breaks) shown.fake.program->begin_again();
    CHECK(until([&] {
        shown.turn();
        return shown.mirror->lost().empty() && (same || shown.mirror->run() != run);
    }));
    CHECK(shown.seen());
    CHECK(shown.mirror->world().alive(before) == same);
    CHECK(shown.named("Hero") == hero);  // by its name
    const std::size_t written = shown.fake.program->count("PUT");
    CHECK(shown.history->undo().empty() == same);
    CHECK(shown.answered());
    CHECK(shown.fake.number(502, "Position", "x") == (same ? 57 : 206));
    if (!same) CHECK(shown.fake.program->count("PUT") == written);
    CHECK(shown.mirror->world().types().find("Position (2)") == nullptr);
}

TEST_CASE("Flecs owner: what is hidden is counted, and shown when a person wants", "[flecs]") {
    Shown shown;
    shown.fake.change([&] {
        shown.fake.modules[800] = {0, "game", "", {}, {"flecs.core.Module"}};
        shown.fake.modules[801] = {0, "Position", "game", {{"flecs.core.Component", {{"size", 8}}}}, {}};
        // What lies below them is as good as any other; a constant of an enum is not.
        shown.fake.things[810] = {0, "Tree", "game.Position", {{"Position", {{"x", 1.0}, {"y", 2.0}}}}, {}};
        shown.fake.things[811] = {0, "Red", "game.Team", {{"(flecs.core.constant,flecs.meta.i32)", 0}}, {}};
    });
    CHECK(shown.seen());
    CHECK(until([&] {
        shown.turn();
        return shown.owner->hidden() == 3;
    }));
    CHECK(shown.mirror->world().entity_count() == 4);
    CHECK(shown.named("Tree"));
    CHECK_FALSE(shown.named("Red"));
    CHECK(shown.fake.program->count("Module%28self") == 0);

    shown.mirror->show_hidden(true);
    CHECK(until([&] {
        shown.turn();
        return shown.named("game") && shown.named("Red");
    }));
    CHECK(shown.mirror->world().parent(shown.named("Tree")) == shown.named("Position"));
    shown.mirror->show_hidden(false);
    CHECK(until([&] {
        shown.turn();
        return shown.mirror->world().entity_count() == 4;
    }));
}

TEST_CASE("Flecs owner: Flecs 3 and what is no Flecs are told apart", "[flecs]") {
    test::FakeProgram old([](const test::Asked& asked) { asked.answer("{\"path\":\"flecs.core.World\",\"ids\":[]}"); });
    test::FakeProgram other([](const test::Asked& asked) { asked.answer("<html>", 404); });
    const std::atomic<bool> stop = false;
    std::string why;
    CHECK(remote::flecs_at({.port = old.port()}, stop, why).empty());
    CHECK(why == "this is Flecs 3, which speaks another protocol; version 4.0 or later is needed");
    CHECK(remote::flecs_at({.port = other.port()}, stop, why).empty());
    CHECK(why == "what answers there is no Flecs program");
}

}  // namespace flecs_owner_test
