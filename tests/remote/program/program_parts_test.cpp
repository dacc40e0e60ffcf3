// A world that is too large for one picture comes in parts. Here each part is one chunk.
#include <algorithm>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/ecs.hpp"
#include "remote/support/linked_program.hpp"

namespace program_parts_test {

namespace {

struct Place {
    float x = 0, y = 0;
};
struct Spare {
    int count = 0;
};

constexpr int many = 10'000;

struct Ended final : ecs::TickListener {
    std::size_t ticks = 0, least = many;
    void tick_ended(const ecs::World& world) override {
        ++ticks;
        least = std::min(least, world.entity_count());
    }
};

struct Both : test::LinkedProgram {
    std::vector<ecs::Entity> all;

    Both() {
        world.types().add<Place>("Place").field("x", &Place::x).field("y", &Place::y);
        world.types().add<Spare>("Spare").field("count", &Spare::count);
        for (int i = 0; i < many; ++i) all.push_back(world.create(Place{float(i), 0}));
        probe.show(world, schedule);
    }
    std::size_t seen() const { return mirror.world().entity_count(); }
    bool part_came() {
        return until([&] { return seen() > 0 && mirror.still_to_come() > 0; });
    }
};

}  // namespace

TEST_CASE("Program parts: the panels see a part at once, how much is missing is known, and ticks begin with the whole",
          "[program]") {
    Both both;
    Ended ended;
    both.shown.add_listener(ended);
    REQUIRE(both.part_came());
    CHECK_FALSE(both.owner.details_known());
    std::size_t pictures = 0;
    while (both.mirror.still_to_come() > 0) {
        // Nothing is created here, so that the sum stays.
        CHECK(both.seen() + both.mirror.still_to_come() == many);
        CHECK(ended.ticks == 0);
        const std::size_t before = both.seen();
        REQUIRE(both.until([&] { return both.seen() > before; }));
        ++pictures;
    }
    CHECK(pictures > 5);
    CHECK(both.owner.details_known());
    REQUIRE(both.equal());
    REQUIRE(both.until([&] { return ended.ticks > 3; }));
    CHECK(ended.least == many);
    both.shown.remove_listener(ended);
}

TEST_CASE("Program parts: a paused program's world is recorded, too, when all of it has come", "[program]") {
    Both both;
    both.holds = true;
    Ended ended;
    both.shown.add_listener(ended);
    REQUIRE(both.part_came());
    REQUIRE(both.control({ecs::OwnerControl::Kind::Pause}));
    REQUIRE(both.equal());
    CHECK(ended.ticks == 1);
    CHECK(ended.least == many);
    both.shown.remove_listener(ended);
}

TEST_CASE("Program parts: a child that comes before its parent finds it", "[program]") {
    Both both;
    const ecs::Entity root = both.world.create(Spare{1});  // in the last chunk
    for (int i = 0; i < 10; ++i) both.world.set_parent(both.all[static_cast<std::size_t>(i) * 900], root);
    REQUIRE(both.part_came());
    // While they wait, one goes to another parent, one to the top, and one is destroyed.
    both.world.set_parent(both.all[0], both.all[1]);
    both.world.set_parent(both.all[900], ecs::null_entity);
    both.world.destroy(both.all[1800]);
    REQUIRE(both.equal());
    CHECK(both.mirror.world().children(both.mirror.entity_of(root.bits())).size() == 7);
}

TEST_CASE("Program parts: after a lost connection a world that was seen comes as a whole", "[program]") {
    Both both;
    REQUIRE(both.equal());
    REQUIRE(both.cut());
    both.world.destroy(both.all[100]);
    both.world.destroy(both.all.back());
    both.world.remove<Place>(both.all[5'000]);
    both.world.get_mut<Place>(both.all[3]).x = -1;
    REQUIRE(both.until([&] { return both.seen() < many; }));
    // All at once.
    CHECK(both.mirror.still_to_come() == 0);
    REQUIRE(both.equal());
    CHECK(both.seen() == many - 2);
    CHECK(both.messages.empty());
}

TEST_CASE("Program parts: a connection that is lost between two parts changes nothing in what comes in the end",
          "[program]") {
    Both both;
    REQUIRE(both.part_came());
    REQUIRE(both.cut());
    both.world.destroy(both.all[7]);
    both.world.add(both.all[1'001], Spare{1});
    REQUIRE(both.equal());
}

TEST_CASE("Program parts: what changes while the rest is on its way is seen in the end", "[program]") {
    Both both;
    std::size_t next = 0;
    both.run_tick = [&] {
        both.schedule.tick();
        if (next + 3 > both.all.size()) return;
        both.world.destroy(both.all[next]);
        both.world.add(both.all[next + 1], Spare{1});
        both.world.get_mut<Place>(both.all[next + 2]).y = 1;
        both.world.create(Place{1, 1}, Spare{2});
        next += 397;
    };
    REQUIRE(both.part_came());
    REQUIRE(both.until([&] { return both.mirror.still_to_come() == 0; }));
    CHECK(next > 397);
    both.holds = true;
    REQUIRE(both.equal());
}

}  // namespace program_parts_test
