#include "panels/inspector/reference_scan.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "panels/support/inspector_scene.hpp"

namespace reference_scan_test {

using namespace inspector_scene;
using panels::EntityReference;
using panels::ReferenceScan;

namespace {

struct Aim {
    ecs::Entity target;
    std::int32_t noise = 0;
};
struct Crew {
    ecs::Entity seats[3];
};

void add_types(ecs::World& world) {
    world.types().add<Aim>("Aim").field("target", &Aim::target).field("noise", &Aim::noise);
    world.types().add<Crew>("Crew").field("seats", &Crew::seats);
}

/// Looks until it knows.
void look(ReferenceScan& scan, const ecs::World& world, ecs::Entity target) {
    do scan.step(world, target);
    while (!scan.knows());
}

}  // namespace

TEST_CASE("References: it finds exactly the fields that hold the entity, after random changes", "[panels][inspector]") {
    ecs::World world;
    add_types(world);
    ecs::Random random(3);
    std::vector<ecs::Entity> all;
    const auto some = [&] { return all[random.below(static_cast<std::uint32_t>(all.size()))]; };
    for (int i = 0; i < 300; ++i) {
        all.push_back(world.create());
        if (random.below(2) == 0) world.add(all.back(), Aim{some()});
        if (random.below(3) == 0) world.add(all.back(), Crew{{some(), some(), ecs::null_entity}});
    }
    ReferenceScan scan;
    for (int round = 0; round < 300; ++round) {
        if (ecs::Entity it = some(); world.has<Aim>(it))
            world.get_mut<Aim>(it).target = some();
        else
            world.add(it, Aim{some()});
        if (ecs::Entity it = some(); world.has<Crew>(it)) world.get_mut<Crew>(it).seats[2] = some();
        const ecs::Entity target = some();
        look(scan, world, target);
        std::vector<EntityReference> expected;
        for (const ecs::Entity entity : all) {
            if (const auto* aim = world.find<Aim>(entity); aim != nullptr && aim->target == target)
                expected.push_back({entity, world.id<Aim>(), 0});
            if (const auto* crew = world.find<Crew>(entity))
                for (std::uint32_t seat = 0; seat < 3; ++seat)
                    if (crew->seats[seat] == target) expected.push_back({entity, world.id<Crew>(), seat});
        }
        REQUIRE(scan.count() == expected.size());
        REQUIRE(scan.found() == expected);
        for (const EntityReference& each : scan.found()) REQUIRE(scan.holds(world, each));
    }
    CHECK(scan.handles_of(world.id<Crew>())[1].path == "seats[1]");
}

TEST_CASE("References: it looks again only when a field that could hold the entity was written",
          "[panels][inspector]") {
    ecs::World world;
    add_types(world);
    const ecs::Entity target = world.create(Health{}), other = world.create(Aim{});
    ReferenceScan scan;
    look(scan, world, target);
    CHECK(scan.count() == 0);
    world.get_mut<Aim>(other).target = target;
    scan.step(world, target);
    CHECK(scan.count() == 1);
    world.destroy(other);
    CHECK_FALSE(scan.holds(world, scan.found().front()));
    scan.step(world, target);
    CHECK(scan.count() == 0);
    const std::size_t before = allocation_count();
    for (int i = 0; i < 100; ++i) {
        world.get_mut<Health>(target).hp = i;
        scan.step(world, target);
    }
    CHECK(allocation_count() == before);
    // An archetype that is new has fields that nobody looked at.
    world.create(Health{}, Aim{target});
    scan.step(world, target);
    CHECK(scan.count() == 1);
}

TEST_CASE("References: a large world is looked through in parts, and parents do not count", "[panels][inspector]") {
    ecs::World world;
    add_types(world);
    const ecs::Entity target = world.create(Health{});
    world.create(ecs::Parent{target});
    for (int i = 0; i < 3000; ++i) world.create(Aim{i % 2 == 0 ? target : ecs::null_entity});
    ReferenceScan scan;
    int steps = 0;
    double last = -1;
    while (!scan.knows()) {
        scan.step(world, target, 500);
        CHECK(scan.progress() >= last);
        last = scan.progress();
        ++steps;
    }
    CHECK(last == 1);
    CHECK(steps >= 6);
    CHECK(scan.count() == 1500);
    CHECK(scan.found().size() == ReferenceScan::kept);
}

TEST_CASE("Inspector: its foot lists who refers to the entity, and a click goes there", "[panels][inspector]") {
    Scene s;
    add_types(s.world);
    s.harness.frames(2);
    CHECK(s.harness.says("Referred to by nothing"));
    const ecs::Entity hunter = s.world.create(ecs::Name{"Hunter"}, Aim{s.hero});
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("Referred to by 1 field"));
    CHECK(s.harness.says("Aim.target"));
    s.harness.move_to(s.harness.need("Hunter").middle());
    s.harness.frame();
    CHECK(s.harness.selection.hovered == hunter);
    s.harness.click_text("Hunter");
    CHECK(s.harness.selection.entity() == hunter);
}

TEST_CASE("Inspector: 50 jumps back and forward lead to where each list was scrolled", "[panels][inspector]") {
    Scene s;
    Harness small({300, 260});
    panels::InspectorPanel panel;
    small.add(panel);
    std::vector<ecs::Entity> all;
    std::vector<std::string> first_line;
    for (int i = 0; i < 51; ++i) {
        // Lists of different heights.
        all.push_back(small.world.create(ecs::Name{"Entity " + std::to_string(i)}, Health{}));
        if (i % 2 == 0) small.world.add(all.back(), Aim{});
        if (i % 3 == 0) small.world.add(all.back(), Crew{});
    }
    small.move_to({150, 200});
    std::vector<float> tops;
    const auto top = [&] { return small.need("Add component").low.y; };
    for (int i = 0; i < 51; ++i) {
        small.selection.select(all[static_cast<std::size_t>(i)]);
        small.frames(4);
        small.wheel(i % 2 == 0 ? -1.0f : 0.5f);
        small.frames(4);
        tops.push_back(top());
    }
    CHECK(*std::min_element(tops.begin(), tops.end()) < *std::max_element(tops.begin(), tops.end()));
    for (std::size_t i = 50; i-- > 0;) {
        REQUIRE(small.selection.can_go_back(small.world));
        small.selection.go_back(small.world);
        small.frames(5);
        REQUIRE(small.selection.entity() == all[i]);
        CHECK(top() == Approx(tops[i]).margin(1));
    }
    for (std::size_t i = 1; i < 51; ++i) {
        small.selection.go_forward(small.world);
        small.frames(5);
        REQUIRE(small.selection.entity() == all[i]);
        CHECK(top() == Approx(tops[i]).margin(1));
    }
}

TEST_CASE("References: a look goes on for a part of the frame, however many rows that are", "[panels][inspector]") {
    ecs::World world;
    add_types(world);
    std::vector<ecs::Entity> all(100'000);
    world.create_many(all, std::array{world.id<Aim>()});
    world.get_mut<Aim>(all.back()).target = all.front();
    ReferenceScan scan;
    scan.look(world, all.front(), std::chrono::hours(1));
    CHECK(scan.knows());
    CHECK(scan.count() == 1);
    // Without any time it still gets on.
    std::size_t looks = 0;
    do scan.look(world, all[1], std::chrono::microseconds(0));
    while (++looks < 1000 && !scan.knows());
    CHECK(scan.knows());
    CHECK(looks >= all.size() / ReferenceScan::rows_a_look);
}

}  // namespace reference_scan_test
