#include "ecs/edit/sibling_edits.hpp"

#include <algorithm>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/world/sibling_order.hpp"

namespace sibling_edits_test {

using namespace ecs;

namespace {

using Entities = std::vector<Entity>;

struct Siblings {
    World world;
    Schedule schedule;
    Entity parent;
    Entities all;

    explicit Siblings(std::size_t count) : parent(world.create()) {
        REQUIRE(register_sibling_order(world.types()).empty());
        for (std::size_t i = 0; i < count; ++i) all.push_back(world.create(Parent{parent}));
    }
    std::vector<Edit> place(const Entities& moved, SiblingPlace place) {
        REQUIRE(why_not_place_siblings(world, moved, place).empty());
        std::vector<Edit> edits = place_siblings(world, moved, place);
        REQUIRE(apply_all(world, schedule, edits).why.empty());
        return edits;
    }
    Entities order() const { return siblings_of(world, all.front()); }
};

/// What should come of it, by hand.
Entities placed(Entities order, const Entities& moved, SiblingPlace place) {
    Entities result;
    for (const Entity each : order) {
        const bool goes = std::find(moved.begin(), moved.end(), each) != moved.end();
        if (each == place.beside && !place.behind) result.insert(result.end(), moved.begin(), moved.end());
        if (!goes) result.push_back(each);
        if (each == place.beside && place.behind) result.insert(result.end(), moved.begin(), moved.end());
    }
    return result;
}

}  // namespace

TEST_CASE("Sibling edits: one entity goes before or behind another and nothing else changes", "[ecs][siblings]") {
    Siblings s(4);
    const Entities all = s.all;
    std::vector<Edit> edits = s.place({all[3]}, {all[1], false});
    CHECK(edits.size() == 1);
    CHECK(s.order() == Entities{all[0], all[3], all[1], all[2]});
    s.place({all[0]}, {all[2], true});
    CHECK(s.order() == Entities{all[3], all[1], all[2], all[0]});
    CHECK_FALSE(s.world.has<SiblingOrder>(all[1]));
}

TEST_CASE("Sibling edits: 400 random moves do what a list does, and undoing them all leaves no trace",
          "[ecs][siblings]") {
    Siblings s(12);
    const std::uint64_t before = state_hash(s.world);
    Random random(5);
    const auto any = [&] { return s.all[random.below(static_cast<std::uint32_t>(s.all.size()))]; };
    std::vector<std::vector<Edit>> done;
    for (int i = 0; i < 400; ++i) {
        Entities moved{any()};
        for (const Entity more : {any(), any()})
            if (std::find(moved.begin(), moved.end(), more) == moved.end()) moved.push_back(more);
        const SiblingPlace place{any(), random.below(2) == 0};
        const Entities expected = placed(s.order(), moved, place);
        done.push_back(s.place(moved, place));
        REQUIRE(s.order() == expected);
    }
    for (; !done.empty(); done.pop_back()) REQUIRE(apply_all_backwards(s.world, s.schedule, done.back()).why.empty());
    CHECK(state_hash(s.world) == before);
}

TEST_CASE("Sibling edits: where no number is left between two, all get new ones", "[ecs][siblings]") {
    Siblings s(3);
    std::size_t renumbered = 0;
    // Each move halves the room behind the first.
    for (int i = 0; i < 200; ++i) {
        const Entities order = s.order();
        if (s.place({order[2]}, {order[1], false}).size() > 1) ++renumbered;
        REQUIRE(s.order() == Entities{order[0], order[2], order[1]});
    }
    CHECK(renumbered > 0);
    CHECK(renumbered < 10);
}

TEST_CASE("Sibling edits: what comes from elsewhere goes below the parent of its neighbours", "[ecs][siblings]") {
    Siblings s(2);
    const Entity stranger = s.world.create(), top = s.world.create();
    s.place({stranger}, {s.all[1], false});
    CHECK(s.world.parent(stranger) == s.parent);
    CHECK(s.order() == Entities{s.all[0], stranger, s.all[1]});
    s.place({stranger}, {top, true});
    CHECK_FALSE(s.world.parent(stranger));
    CHECK(siblings_of(s.world, top) == Entities{s.parent, top, stranger});
    CHECK(place_siblings(s.world, {stranger}, {top, true}).empty());
}

TEST_CASE("Sibling edits: nothing goes below itself, and the reason names both", "[ecs][siblings]") {
    Siblings s(2);
    CHECK(why_not_place_siblings(s.world, {s.parent}, {s.all[0], true}) ==
          label_of(s.world, s.all[0]) + " is below " + label_of(s.world, s.parent));
    CHECK_FALSE(why_not_place_siblings(s.world, {}, {s.all[0], true}).empty());
    const Entity gone = s.world.create();
    s.world.destroy(gone);
    CHECK(why_not_place_siblings(s.world, {gone}, {s.all[0], true}) == to_string(gone) + " was destroyed");
}

}  // namespace sibling_edits_test
