// What a person changes in a program over Flecs.
#include "remote/flecs/flecs_edits.hpp"

#include <chrono>
#include <cstring>
#include <string>

#include "catch.hpp"
#include "remote/flecs/flecs.hpp"
#include "remote/support/shown_flecs.hpp"

namespace flecs_edits_test {

using test::FakeFlecs;
using test::until;
using Json = remote::Json;
using Shown = test::ShownFlecs;

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

}  // namespace flecs_edits_test
