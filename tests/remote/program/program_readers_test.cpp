// Several clients of one program: the first one controls it, the others read.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/ecs.hpp"
#include "ecs/mirror/owner_model.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/test_types.hpp"
#include "remote/support/linked_program.hpp"

namespace program_readers_test {

namespace {

using Control = ecs::OwnerControl;

struct Count {
    std::int32_t ticks = 0;
};

/// A program that counts its ticks in an entity while it does not hold, and its clients. The one that comes first is connected at once.
struct Several : test::RelayedProgram {
    ecs::Entity counter;
    std::vector<std::unique_ptr<test::ProgramClient>> clients;

    Several() : RelayedProgram(false) {
        world.types().add<Count>("Count").field("ticks", &Count::ticks);
        counter = world.create(ecs::Name{"Counter"}, Count{});
        schedule.system<Count>("Tick", [](Count& count) { ++count.ticks; });
        probe.show(world, schedule);
        holds = true;
        another();
        REQUIRE(until([&] { return all_show(); }));
    }
    test::ProgramClient& first() { return *clients.front(); }
    test::ProgramClient& another() {
        clients.push_back(
            std::make_unique<test::ProgramClient>(remote::LinkOptions{.port = probe.port(), .token = probe.token()}));
        return *clients.back();
    }
    bool until(const std::function<bool()>& done) {
        return test::go_on(
            [this] {
                run();
                for (const auto& each : clients) each->update();
            },
            done);
    }
    bool shows(const test::ProgramClient& client) const {
        return client.mirror.lost().empty() && client.owner.clock() != nullptr &&
               ecs::state_hash(client.mirror.world()) == ecs::state_hash(world);
    }
    bool all_show() const {
        return std::all_of(clients.begin(), clients.end(), [&](const auto& each) { return shows(*each); });
    }
};

/// With another world, which has one entity.
struct TwoWorlds : Several {
    ecs::World other;

    TwoWorlds() {
        other.types().add<Count>("Count").field("ticks", &Count::ticks);
        other.create(ecs::Name{"Other"}, Count{});
        probe.hide();
        probe.show("ours", world, schedule);
        probe.show("other", other);
    }
    ~TwoWorlds() { probe.hide(); }
};

bool controls(const test::ProgramClient& client) {
    return client.mirror.lost().empty() && client.owner.clock() != nullptr &&
           client.owner.clock()->why_not_control.empty();
}

}  // namespace

TEST_CASE("Program readers: a second client sees each tick, and is told why it can change and control nothing",
          "[program]") {
    Several several;
    test::ProgramClient& second = several.another();
    for (int tick = 0; tick < 100; ++tick) {
        several.world.create(Count{tick});
        REQUIRE(several.until([&] { return several.all_show(); }));
    }
    CHECK(controls(several.first()));
    several.probe.log("a line for both");
    const auto has_line = [](test::ProgramClient& client) {
        const probe::LogLines lines = client.owner.take_log();
        return lines.lines.size() == 1 && lines.lines[0].text == "a line for both";
    };
    bool first_has = false, second_has = false;
    CHECK(several.until([&] {
        first_has = first_has || has_line(several.first());
        second_has = second_has || has_line(second);
        return first_has && second_has;
    }));
    const std::string why = "another editor controls this program: here it can only be read";
    CHECK(second.owner.why_not(ecs::OwnerAbility::Destroy) == why);
    CHECK(second.owner.why_not(ecs::OwnerAbility::SeeMemory).empty());
    CHECK(second.mirror.control({.kind = Control::Kind::Pause}) == why);
    const ecs::Entity shown = second.mirror.world().find_by_name("Counter");
    CHECK(second.mirror.why_not(ecs::DestroyEntity{shown}).find(why) != std::string::npos);
    (void)second.history.perform({"Destroy", {ecs::DestroyEntity{shown}}});
    REQUIRE(several.until([&] { return second.mirror.unanswered() == 0 && several.all_show(); }));
    // Its breakpoints stop its own view only.
    REQUIRE(several.until([&] { return second.owner.breakpoints() == nullptr; }));
    CHECK(several.first().owner.breakpoints() != nullptr);
    several.holds = false;
    REQUIRE(several.until([&] { return several.world.get<Count>(several.counter).ticks > 10; }));
    several.holds = true;
    // The first one still changes it, and pauses it for both.
    const ecs::Entity there = several.first().mirror.world().find_by_name("Counter");
    REQUIRE(several.first().history.perform({"Destroy", {ecs::DestroyEntity{there}}}).empty());
    REQUIRE(several.until([&] { return several.all_show() && !several.world.alive(several.counter); }));
    REQUIRE(several.first().control({.kind = Control::Kind::Pause}));
    REQUIRE(several.until([&] { return second.owner.clock()->paused; }));
}

TEST_CASE("Program readers: when the first client goes, the program goes on, and another one controls it",
          "[program]") {
    Several several;
    test::ProgramClient& second = several.another();
    REQUIRE(several.until([&] { return several.all_show(); }));
    test::ProgramClient& third = several.another();
    REQUIRE(several.until([&] { return several.all_show(); }));
    REQUIRE(several.first().control({.kind = Control::Kind::Pause}));
    REQUIRE(several.until([&] { return second.owner.clock()->paused && third.owner.clock()->paused; }));
    const ecs::Entity shown = second.mirror.world().find_by_name("Counter");
    const std::uint64_t run = second.mirror.run();
    several.clients.erase(several.clients.begin());
    REQUIRE(several.until([&] { return controls(second) != controls(third) && several.all_show(); }));
    CHECK_FALSE(second.owner.clock()->paused);
    CHECK(second.mirror.world().find_by_name("Counter") == shown);
    CHECK(second.mirror.run() == run);
    test::ProgramClient& now = controls(second) ? second : third;
    REQUIRE(now.control({.kind = Control::Kind::Pause}));
    REQUIRE(several.until([&] { return second.owner.clock()->paused && third.owner.clock()->paused; }));
    REQUIRE(now.history.perform({"Destroy", {ecs::DestroyEntity{now.mirror.world().find_by_name("Counter")}}}).empty());
    REQUIRE(several.until([&] { return !several.world.alive(several.counter) && several.all_show(); }));
}

TEST_CASE("Program readers: a world of another library is read as well, and the first client chooses the world",
          "[program]") {
    Several several;
    test::FakeOwner other;
    ecs::Random random(3);
    several.probe.hide();
    several.probe.show("ours", several.world, several.schedule);
    several.probe.show("other", other);
    test::ProgramClient& first = several.first();
    test::ProgramClient& second = several.another();
    REQUIRE(several.until([&] { return first.owner.worlds() != nullptr && second.owner.worlds() != nullptr; }));
    first.mirror.show_world("other");
    for (int tick = 0; tick < 200; ++tick) {
        test::run_owner(other, random);
        REQUIRE(several.until([&] {
            return first.owner.worlds()->shown == 1 && second.owner.worlds()->shown == 1 &&
                   test::difference(first.mirror, other).empty() &&
                   ecs::state_hash(second.mirror.world()) == ecs::state_hash(first.mirror.world());
        }));
    }
    CHECK(second.owner.name() == first.owner.name());
    CHECK(test::difference(second.mirror, other) == "");
    // Who becomes the first keeps its entities.
    const std::uint64_t run = second.mirror.run();
    several.clients.erase(several.clients.begin());
    REQUIRE(several.until([&] { return controls(second); }));
    CHECK(second.mirror.run() == run);
    test::run_owner(other, random);
    REQUIRE(several.until([&] { return test::difference(second.mirror, other).empty(); }));
    // Handles of another run do not come back, so these are not equal to the world's.
    const auto both_show_ours = [&] {
        return std::all_of(several.clients.begin(), several.clients.end(), [](const auto& each) {
            const ecs::World& shown = each->mirror.world();
            return shown.entity_count() == 1 && shown.find_by_name("Counter");
        });
    };
    // Somebody who comes when all have gone begins with the first world.
    several.clients.clear();
    REQUIRE(several.until([&] { return !several.probe.connected(); }));
    several.another();
    test::ProgramClient& third = several.another();
    REQUIRE(several.until(both_show_ours));
    // The other world may go.
    several.probe.hide("other");
    other.forget();
    REQUIRE(several.until([&] { return both_show_ours() && third.owner.worlds()->names.size() == 1; }));
}

TEST_CASE("Program readers: each looks at the world that it chooses, whatever the others look at",
          "[program][worlds]") {
    Several several;
    test::FakeOwner other;
    ecs::World third_world;
    ecs::Schedule third_schedule;
    ecs::Random random(5);
    third_world.types().add<Count>("Count").field("ticks", &Count::ticks);
    third_world.create(ecs::Name{"Third"}, Count{});
    const auto show_all = [&] {
        several.probe.show("ours", several.world, several.schedule);
        several.probe.show("other", other);
        several.probe.show("third", third_world, third_schedule);
    };
    several.probe.hide();
    show_all();
    for (int i = 0; i < 2; ++i) several.another();
    // What each of them shows, by the name of the world that it wants.
    const std::vector<std::string> names{"ours", "other", "third"};
    const auto shows = [&](test::ProgramClient& client, const std::string& name) {
        const ecs::OwnerWorlds* const worlds = client.owner.worlds();
        if (!client.mirror.lost().empty() || worlds == nullptr || worlds->shown >= worlds->names.size() ||
            worlds->names[worlds->shown] != name)
            return false;
        if (name == "other") return test::difference(client.mirror, other).empty();
        const ecs::World& world = name == "ours" ? several.world : third_world;
        const ecs::World& shown = client.mirror.world();
        const auto sum = [](const ecs::World& of, ecs::ComponentId id) {
            std::int64_t all = 0;
            for (const ecs::Entity each : test::entities_of(of))
                if (of.has(each, id)) all += static_cast<const Count*>(of.get(each, id))->ticks + 1;
            return all;
        };
        const ecs::ComponentType* const count = shown.types().find("Count");
        return count != nullptr && shown.entity_count() == world.entity_count() &&
               sum(shown, count->id) == sum(world, world.types().find("Count")->id);
    };
    std::vector<std::string> wanted(3, "ours");
    for (int round = 0; round < 120; ++round) {
        const std::size_t who = random.next() % 3;
        wanted[who] = names[random.next() % 3];
        several.clients[who]->mirror.show_world(wanted[who]);
        if (round % 20 == 19) {  // they come back under their names
            several.probe.hide(names[random.next() % 3]);
            several.run();
            show_all();
        }
        const auto all_fit = [&] {
            for (std::size_t i = 0; i < 3; ++i)
                if (!shows(*several.clients[i], wanted[i])) return false;
            return true;
        };
        for (int tick = 0; tick < 3; ++tick) {
            test::run_owner(other, random);
            several.world.create(Count{static_cast<std::int32_t>(random.next() % 100)});
            third_world.create(Count{static_cast<std::int32_t>(random.next() % 100)});
            INFO(round << ' ' << wanted[0] << ' ' << wanted[1] << ' ' << wanted[2]);
            REQUIRE(several.until(all_fit));
        }
    }
    // Only the first one controls, and it is its world that stands still.
    CHECK(controls(several.first()));
    for (std::size_t i = 1; i < 3; ++i) CHECK_FALSE(controls(*several.clients[i]));
    // Who becomes the first still sees its own world.
    test::ProgramClient& second = *several.clients[1];
    second.mirror.show_world("third");
    REQUIRE(several.until([&] { return shows(second, "third"); }));
    several.clients.erase(several.clients.begin() + 2);
    several.clients.erase(several.clients.begin());
    REQUIRE(several.until([&] { return controls(second) && shows(second, "third"); }));
    several.probe.hide();
    other.forget();
}

TEST_CASE("Program readers: an owner that is shown under two names is read and watched under both",
          "[program][worlds]") {
    Several several;
    std::optional<test::FakeOwner> place;  // of two owners, one after the other
    test::FakeOwner& owner = place.emplace();
    ecs::Random random(9);
    several.probe.hide();
    several.probe.show("a", owner);
    several.probe.show("b", owner);
    test::ProgramClient &first = several.first(), &second = several.another();
    second.mirror.show_world("a");
    const auto both_show = [&] {
        return several.until([&] {
            return test::difference(first.mirror, owner).empty() && test::difference(second.mirror, owner).empty();
        });
    };
    for (int tick = 0; tick < 20; ++tick) {
        test::run_owner(owner, random);
        REQUIRE(both_show());
    }
    first.owner.breakpoints()->want({{.id = 1, .text = "Health.hp < -1000", .enabled = true}});
    second.mirror.show_world("b");
    REQUIRE(both_show());
    several.probe.hide("b");
    for (int tick = 0; tick < 20; ++tick) {
        test::run_owner(owner, random);
        REQUIRE(both_show());
    }
    // Hidden as a whole it may go, and nothing of it is left for another owner at its place.
    several.probe.show("b", owner);
    REQUIRE(both_show());
    several.probe.hide();
    place.emplace().spawn();
    several.probe.show("a", owner);
    several.probe.show("b", owner);
    REQUIRE(both_show());
    several.probe.hide();
    owner.forget();
}

TEST_CASE("Program readers: a new one sees no other world before the one that it wants", "[program][worlds]") {
    TwoWorlds several;
    for (int i = 0; i < 5; ++i) {
        test::ProgramClient reader({.port = several.probe.port(), .world = "other", .token = several.probe.token()});
        // The program ticks before the reader has said what it wants.
        for (int tick = 0; tick < 20; ++tick) several.run();
        REQUIRE(several.until([&] {
            reader.update();
            REQUIRE_FALSE(reader.mirror.world().find_by_name("Counter"));
            return static_cast<bool>(reader.mirror.world().find_by_name("Other"));
        }));
    }
    several.probe.hide();
}

TEST_CASE("Program readers: one whose world goes sees that of the first one, until its own is there again",
          "[program][worlds]") {
    TwoWorlds several;
    test::ProgramClient& second = several.another();
    second.mirror.show_world("other");
    const auto sees = [&](const char* name) {
        return several.until([&] { return second.mirror.world().find_by_name(name) != ecs::null_entity; });
    };
    REQUIRE(sees("Other"));
    several.probe.hide("other");
    REQUIRE(sees("Counter"));
    several.probe.show("other", several.other);
    REQUIRE(sees("Other"));
    several.probe.hide();
    REQUIRE(several.until([&] { return second.mirror.lost().find("shows no world now") != std::string::npos; }));
}

TEST_CASE("Program readers: clients that come, go and are slow do not disturb the others", "[program]") {
    Several several;
    ecs::Random random(11);
    std::vector<ecs::Entity> made;
    for (int round = 0; round < 60; ++round) {
        if (several.clients.size() < 5 && random.next() % 2 == 0)
            several.another();
        else if (several.clients.size() > 1 && random.next() % 3 == 0)
            several.clients.erase(several.clients.begin() +
                                  static_cast<std::ptrdiff_t>(random.next() % several.clients.size()));
        for (int i = 0; i < 30; ++i) {
            if (!made.empty() && random.next() % 2 == 0) {
                several.world.destroy(made.back());
                made.pop_back();
            } else {
                made.push_back(several.world.create(Count{i}));
            }
            several.run();
            several.clients.back()->update();  // the others do not take in what they get
        }
        REQUIRE(several.until([&] { return several.all_show(); }));
    }
}

TEST_CASE("Program readers: one client too many is told so, and comes in when there is room", "[program]") {
    Several several;
    for (int i = 0; i < 7; ++i) several.another();
    REQUIRE(several.until([&] { return several.all_show(); }));
    test::ProgramClient& ninth = several.another();
    REQUIRE(several.until(
        [&] { return ninth.mirror.lost().find("as many editors as possible are connected") != std::string::npos; }));
    several.clients.erase(several.clients.begin() + 3);
    CHECK(several.until([&] { return several.all_show(); }));
}

}  // namespace program_readers_test
