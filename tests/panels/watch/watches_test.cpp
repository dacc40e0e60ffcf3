#include "panels/watch/watches.hpp"

#include <memory>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/edit/history.hpp"
#include "panels/watch/watch_panel.hpp"

namespace watches_test {

using panels::Pin;
using panels::Severity;
using panels::Watches;

namespace {

struct Health {
    std::int32_t hp = 100;
};
struct Position {
    float x = 0, y = 0;
};
struct Enemy {};
struct Wide {
    std::uint64_t id = 0;
    std::int64_t sum = 0;
};

void register_types(ecs::World& world) {
    world.types().add<Health>("Health").field("hp", &Health::hp);
    world.types().add<Position>("Position").field("x", &Position::x).field("y", &Position::y);
    world.types().add<Enemy>("Enemy");
}

struct Game {
    ecs::World world;
    ecs::Schedule schedule;
    Watches watches;
    ecs::Entity hero, other;

    Game() {
        register_types(world);
        hero = world.create(ecs::Name{"Hero"}, Health{10}, Position{});
        other = world.create(Health{3}, Enemy{});
        REQUIRE(schedule.add({.name = "Live", .run = [this](ecs::SystemContext&) {
                                  if (world.alive(hero)) {
                                      world.get_mut<Health>(hero).hp -= 1;
                                      world.get_mut<Position>(hero).x += 0.5f;
                                  }
                              }}));
        watches.start(world, schedule);
    }
    ~Game() { watches.stop(); }

    void add(const char* text, ecs::Entity entity = {}) { REQUIRE_FALSE(watches.add_pin(text, entity)); }
    double now(std::size_t pin) const { return ecs::number_of(watches.pins()[pin].now.value()).value(); }
};

}  // namespace

TEST_CASE("Watches: 64-bit integers are kept and shown exactly", "[panels][watch][numbers]") {
    Game game;
    game.world.types().add<Wide>("Wide").field("id", &Wide::id).field("sum", &Wide::sum);
    const ecs::Entity wide = game.world.create(Wide{9007199254740993u, -9007199254740993});
    game.add("Wide.id", wide);
    game.add("Wide.sum", wide);
    game.add("max(Wide.id, Wide)");
    game.schedule.tick(game.world);
    game.world.get_mut<Wide>(wide).id = 18446744073709551615u;
    game.schedule.tick(game.world);
    const auto& pins = game.watches.pins();
    CHECK(panels::value_text(game.world, pins[0].now) == "18,446,744,073,709,551,615");
    CHECK(panels::value_text(game.world, pins[0].before) == "9,007,199,254,740,993");
    CHECK(panels::value_text(game.world, pins[1].now) == "-9,007,199,254,740,993");
    CHECK(panels::value_text(game.world, pins[2].now) == "18,446,744,073,709,551,615");
    CHECK(pins[0].curve.exact_at(1) == 9007199254740993.0L);
    CHECK(pins[0].curve.exact_at(2) == 18446744073709551615.0L);
    CHECK(pins[1].curve.exact_at(2) == -9007199254740993.0L);
    CHECK(panels::number_text_of(game.world, pins[0], pins[0].curve.exact_at(1)) == "9,007,199,254,740,993");
    CHECK(panels::number_text_of(game.world, pins[1], pins[1].curve.exact_at(1)) == "−9,007,199,254,740,993");
    CHECK(panels::csv_of(pins).find("1,9007199254740993,-9007199254740993,9007199254740993\n"
                                    "2,18446744073709551615,-9007199254740993,18446744073709551615\n") !=
          std::string::npos);
}

TEST_CASE("Watches: queries know a watch without rounding", "[panels][watch][numbers]") {
    Game game;
    game.world.types().add<Wide>("Wide").field("id", &Wide::id).field("sum", &Wide::sum);
    const ecs::Entity first = game.world.create(Wide{9007199254740993u, 1});
    game.world.create(Wide{9007199254740992u, 2});
    game.add("Wide.id", first);
    REQUIRE(game.watches.rename_pin(game.watches.pins()[0].number, "big"));
    game.watches.look();
    auto query = ecs::TextQuery::parse("Wide.id == $big");
    REQUIRE(query);
    REQUIRE_FALSE(query->bind(game.world));
    CHECK(query->count(game.world, game.watches.inputs()) == 1);
    CHECK(query->matches(game.world, first, game.watches.inputs()));
}

TEST_CASE("Watches: a pin is recorded once a tick, whoever runs the ticks", "[panels][watch]") {
    Game game;
    game.add("Health.hp", game.hero);
    game.add("Position.x * 2.0", game.hero);
    game.add("count(Health)");
    for (int i = 0; i < 5; ++i) {
        game.schedule.tick(game.world);
        for (int look = 0; look < i; ++look) game.watches.look();
    }
    const std::span<const Pin> pins = game.watches.pins();
    REQUIRE(pins[0].curve.size() == 5);
    CHECK(pins[0].curve[0] == 9);
    CHECK(pins[0].curve[4] == 5);
    CHECK(pins[0].curve.newest_tick() == 5);
    CHECK(pins[1].curve[4] == 5);
    CHECK(pins[2].curve[4] == 2);
    // Without a Schedule: the world's own tick tells.
    game.world.set_tick(7);
    game.watches.look();
    game.watches.look();
    CHECK(game.watches.pins()[0].curve.size() == 7);
}

TEST_CASE("Watches: an edit shows at once, and in the curve with the next tick", "[panels][watch]") {
    Game game;
    game.add("Health.hp", game.hero);
    game.schedule.tick(game.world);
    game.world.get_mut<Health>(game.hero).hp = 77;
    game.watches.look();
    CHECK(game.now(0) == 77);
    CHECK(game.watches.pins()[0].curve.size() == 1);
    game.schedule.tick(game.world);
    CHECK(game.watches.pins()[0].curve[1] == 76);
}

TEST_CASE("Watches: a pin of an entity that is destroyed keeps its curve", "[panels][watch]") {
    Game game;
    game.add("Health.hp", game.hero);
    game.schedule.tick(game.world);
    game.world.destroy(game.hero);
    game.world.create(Health{500});  // in its slot
    game.schedule.tick(game.world);
    const Pin& pin = game.watches.pins()[0];
    CHECK(pin.gone);
    CHECK_FALSE(pin.now);
    CHECK(pin.curve.at(1) == 9);
    CHECK(std::isnan(pin.curve.at(2)));
}

TEST_CASE("Watches: with nothing to watch, nobody listens to the schedule", "[panels][watch]") {
    Game game;
    CHECK(game.schedule.listeners().empty());
    game.add("count(Health)");
    REQUIRE(game.schedule.listeners().size() == 1);
    CHECK(game.schedule.listeners().front() == &game.watches);
    game.watches.remove_pin(game.watches.pins()[0].number);
    CHECK(game.schedule.listeners().empty());
}

TEST_CASE("Watches: a wrong text is refused with the character", "[panels][watch]") {
    Game game;
    struct Case {
        const char* text;
        ecs::Entity entity;
        const char* message;
    };
    const Case cases[] = {{"Health.hp +", game.hero, ""},
                          {"Helth.hp", game.hero, "Helth"},
                          {"Health.hp", {}, "Select the entity whose value it is"}};
    for (const Case& each : cases) {
        INFO(each.text);
        const auto error = game.watches.add_pin(each.text, each.entity);
        REQUIRE(error);
        CHECK(error->message.find(each.message) != std::string::npos);
    }
    CHECK(game.watches.pins().empty());
}

TEST_CASE("Watches: queries know pins by their names", "[panels][watch]") {
    Game game;
    game.add("Health.hp", game.hero);
    game.add("Health.hp", game.other);
    CHECK(game.watches.pins()[0].name == "hp");
    CHECK(game.watches.pins()[1].name == "hp2");
    auto query = ecs::TextQuery::parse("Health.hp < $hp");
    REQUIRE(query);
    REQUIRE(query->bind(game.world) == nullptr);
    CHECK(query->count(game.world, game.watches.inputs()) == 1);
    const std::uint64_t first = game.watches.pins()[0].number;
    CHECK_FALSE(game.watches.rename_pin(first, "hp2"));
    CHECK_FALSE(game.watches.rename_pin(first, "no name"));
    CHECK(game.watches.rename_pin(first, "boss"));
    CHECK(query->count(game.world, game.watches.inputs()) == 0);  // there is no $hp any more
    CHECK(game.watches.watch("boss") == ecs::WatchNumber(std::int64_t{10}));
}

TEST_CASE("Watches: an alert fires on the very tick, says since when, and clears", "[panels][watch]") {
    Game game;
    REQUIRE_FALSE(game.watches.add_alert("Health.hp < 8", Severity::Error, "Weak"));
    game.world.get_mut<Health>(game.other).hp = 50;
    const auto& alert = [&]() -> const panels::Alert& { return game.watches.alerts()[0]; };
    for (int tick = 0; tick < 2; ++tick) game.schedule.tick(game.world);  // hp 8
    CHECK(alert().count == 0);
    CHECK(game.watches.raised(Severity::Error) == 0);
    game.schedule.tick(game.world);  // tick 2: hp 7
    REQUIRE(alert().hits.size() == 1);
    CHECK(alert().hits[0].entity == game.hero);
    CHECK(alert().hits[0].since == 2);
    CHECK(alert().last_fired == 2);
    CHECK(game.watches.raised(Severity::Error) == 1);
    game.schedule.tick(game.world);
    CHECK(alert().hits[0].since == 2);
    CHECK(alert().fired == 1);
    game.world.get_mut<Health>(game.hero).hp = 100;
    game.schedule.tick(game.world);
    CHECK(alert().count == 0);
    CHECK(alert().hits.empty());
}

TEST_CASE("Watches: an alert is evaluated once a tick, never twice", "[panels][watch]") {
    Game game;
    REQUIRE_FALSE(game.watches.add_alert("Enemy", Severity::Note, ""));
    for (int tick = 0; tick < 3; ++tick) {
        game.schedule.tick(game.world);
        game.world.get_mut<Health>(game.other).hp += 1;
        game.watches.look();
        game.watches.look();
    }
    CHECK(game.watches.evaluations() == 3);
    game.watches.switch_alert(game.watches.alerts()[0].number, false);
    CHECK(game.watches.alerts()[0].count == 0);
    game.schedule.tick(game.world);
    CHECK(game.watches.evaluations() == 3);
}

TEST_CASE("Watches: alerts may ask what changed in the tick", "[panels][watch]") {
    Game game;
    REQUIRE_FALSE(game.watches.add_alert("changed(Health.hp)", Severity::Note, ""));
    game.schedule.tick(game.world);
    game.schedule.tick(game.world);
    REQUIRE(game.watches.alerts()[0].hits.size() == 1);
    CHECK(game.watches.alerts()[0].hits[0].entity == game.hero);
    game.schedule.set_enabled("Live", false);
    game.schedule.tick(game.world);
    CHECK(game.watches.alerts()[0].count == 0);
}

TEST_CASE("Watches: both lists are kept as text, whatever stands in them", "[panels][watch]") {
    Game game;
    game.add("Health.hp", game.hero);
    game.add("count(name == \"a;b|c\")");
    game.watches.set_plot(game.watches.pins()[0].number, 2);
    REQUIRE_FALSE(game.watches.add_alert("Enemy | Health.hp < 0", Severity::Error, "Two\nlines; or \\ more|"));
    game.watches.switch_alert(game.watches.alerts()[0].number, false);
    const std::string kept = game.watches.save();
    CHECK(kept.find('\n') == std::string::npos);

    Watches again;
    again.load(kept);
    CHECK(again.save() == kept);
    REQUIRE(again.pins().size() == 2);
    CHECK(again.pins()[0].plot == 2);
    CHECK(again.pins()[1].text == "count(name == \"a;b|c\")");
    REQUIRE(again.alerts().size() == 1);
    CHECK(again.alerts()[0].message == "Two\nlines; or \\ more|");
    CHECK_FALSE(again.alerts()[0].on);
    for (const char* broken : {"", ";", "pin|", "pin|a|b|;alert||", "\\", "alert|x|9|m|1|;", "pin|a|b|c|d|e|f|;"}) {
        Watches odd;
        odd.load(broken);
        CHECK(odd.pins().size() + odd.alerts().size() <= 1);
    }
}

TEST_CASE("Watches: in another run of the world a pin finds its entity by name", "[panels][watch]") {
    auto former = std::make_unique<Game>();
    former->add("Health.hp", former->hero);
    former->schedule.tick(former->world);
    const std::string kept = former->watches.save();
    former.reset();

    ecs::World world;
    ecs::Schedule schedule;
    register_types(world);
    for (int i = 0; i < 5; ++i) world.create();
    const ecs::Entity hero = world.create(ecs::Name{"Hero"}, Health{42});
    Watches watches;
    watches.load(kept);
    watches.start(world, schedule);
    CHECK(watches.pins()[0].entity == hero);
    CHECK(ecs::number_of(watches.pins()[0].now.value()) == 42);
    CHECK(watches.pins()[0].curve.size() == 0);
    watches.stop();
}

}  // namespace watches_test
