#include "panels/base/selection.hpp"

#include <algorithm>

#include "catch.hpp"

namespace selection_test {

using panels::Selection;

namespace {
constexpr ecs::Entity first{1, 1}, second{2, 1}, third{3, 1};

/// A world in which {1, 1} to {1000, 1} live.
struct Lives {
    ecs::World world;
    Lives() {
        for (int i = 0; i < 1000; ++i) world.create();
    }
};
using Entities = std::vector<ecs::Entity>;
}  // namespace

TEST_CASE("Selection: the entity shown is the one selected last", "[panels][selection]") {
    Selection selection;
    CHECK_FALSE(selection.entity());

    selection.select(first);
    selection.toggle(second);
    CHECK(selection.entity() == second);
    CHECK(selection.entities() == Entities{first, second});
    CHECK(selection.has(first));
    CHECK_FALSE(selection.has(third));

    selection.toggle(second);
    CHECK(selection.entity() == first);
    CHECK_FALSE(selection.has(second));

    selection.clear();
    CHECK(selection.entities().empty());
}

TEST_CASE("Selection: a handle of another generation is another entity", "[panels][selection]") {
    Selection selection;
    selection.select({3, 4});
    CHECK(selection.has({3, 4}));
    CHECK_FALSE(selection.has({3, 5}));
}

TEST_CASE("Selection: back and forward go through what was selected", "[panels][selection]") {
    Lives lives;
    Selection selection;
    CHECK_FALSE(selection.can_go_back(lives.world));
    selection.select(first);
    selection.select(second);
    selection.select_all({first, third});

    selection.go_back(lives.world);
    CHECK(selection.entities() == Entities{second});
    selection.go_back(lives.world);
    CHECK(selection.entities() == Entities{first});
    selection.go_forward(lives.world);
    CHECK(selection.entities() == Entities{second});
    CHECK(selection.can_go_forward(lives.world));

    SECTION("selecting anew forgets the way forward") {
        selection.select(third);
        CHECK_FALSE(selection.can_go_forward(lives.world));
        selection.go_back(lives.world);
        CHECK(selection.entities() == Entities{second});
    }
    SECTION("selecting the same again is no step") {
        selection.select(second);
        CHECK(selection.can_go_forward(lives.world));
    }
}

TEST_CASE("Selection: fifty jumps are walked back exactly", "[panels][selection]") {
    Lives lives;
    Selection selection;
    for (std::uint32_t i = 1; i <= 50; ++i) selection.select({i, 1});
    for (std::uint32_t i = 49; i >= 1; --i) {
        selection.go_back(lives.world);
        CHECK(selection.entity() == ecs::Entity{i, 1});
    }
    CHECK_FALSE(selection.can_go_back(lives.world));
    selection.go_back(lives.world);
    CHECK(selection.entity() == ecs::Entity{1, 1});
}

TEST_CASE("Selection: back does not stop where nothing was selected, nor at what is gone", "[panels][selection]") {
    Lives lives;
    Selection selection;
    selection.select(first);
    selection.clear();
    CHECK(selection.can_go_back(lives.world));
    selection.go_back(lives.world);
    CHECK(selection.entity() == first);
    CHECK_FALSE(selection.can_go_back(lives.world));

    selection.select(second);
    selection.clear();
    selection.select(third);
    selection.go_back(lives.world);
    CHECK(selection.entity() == second);
    selection.go_back(lives.world);
    CHECK(selection.entity() == first);
    lives.world.destroy(second);
    selection.go_forward(lives.world);
    CHECK(selection.entity() == third);
    lives.world.destroy(first);
    CHECK_FALSE(selection.can_go_back(lives.world));
}

TEST_CASE("Selection: the memory of steps is limited", "[panels][selection]") {
    Lives lives;
    Selection selection;
    for (std::uint32_t i = 1; i <= 1000; ++i) selection.select({i, 1});
    std::size_t steps = 0;
    for (; selection.can_go_back(lives.world); ++steps) selection.go_back(lives.world);
    CHECK(steps >= 100);
    CHECK(steps < 1000);
    CHECK(selection.entity() == ecs::Entity{static_cast<std::uint32_t>(1000 - steps), 1});
}

TEST_CASE("Selection: every selecting raises the revision", "[panels][selection]") {
    Lives lives;
    Selection selection;
    std::size_t before = selection.revision();
    const auto raised = [&] { return std::exchange(before, selection.revision()) < selection.revision(); };
    selection.select(first);
    CHECK(raised());
    selection.select(first);
    CHECK(raised());
    selection.toggle(second);
    CHECK(raised());
    selection.go_back(lives.world);
    CHECK(raised());
    selection.select_archetype(3);
    CHECK_FALSE(raised());
}

TEST_CASE("Selection: another archetype is another set of chunks", "[panels][selection]") {
    Selection selection;
    selection.select_chunk(2, 5);
    CHECK(selection.archetype() == 2u);
    CHECK(selection.chunk() == 5u);
    selection.select_archetype(2);
    CHECK(selection.chunk() == 5u);
    selection.select_archetype(3);
    CHECK_FALSE(selection.chunk());
}

TEST_CASE("Selection: a large selection is listed once, however often somebody goes back to it",
          "[panels][selection]") {
    Lives lives;
    for (int i = 0; i < 49'000; ++i) lives.world.create();
    Entities all;
    for (std::uint32_t slot = 1; slot <= 50'000; ++slot) all.push_back({slot, 1});
    Selection selection;
    selection.select_all(all);
    const ecs::Entity* const list = selection.entities().data();
    CHECK(selection.has_just(all));
    for (int round = 0; round < 3; ++round) {
        selection.select(first);
        CHECK_FALSE(selection.has_just(all));
        CHECK(selection.entities() == Entities{first});
        while (selection.entities().size() == 1) selection.go_back(lives.world);
        CHECK(selection.entities().data() == list);
        CHECK(selection.has({50'000, 1}));
    }
    // In whatever order they were selected.
    std::reverse(all.begin(), all.end());
    selection.select_all(all);
    CHECK(selection.entity() == first);
    std::reverse(all.begin(), all.end());
    CHECK(selection.has_just(all));
    // As archetypes have them: runs in order, of different lengths.
    for (const std::size_t runs : {2u, 3u, 7u, 64u, 65u, 200u}) {
        Entities mixed;
        for (std::size_t run = 0; run < runs; ++run)
            for (std::size_t i = run; i < all.size(); i += runs) mixed.push_back(all[i]);
        selection.select_all(mixed);
        CHECK(selection.has_just(all));
        CHECK(selection.entities() == mixed);
    }
}

TEST_CASE("Selection: one that died as a whole is passed over once all of it was looked at", "[panels][selection]") {
    Lives lives;
    for (int i = 0; i < 49'000; ++i) lives.world.create();
    Entities all;
    for (std::uint32_t slot = 2; slot <= 50'000; ++slot) all.push_back({slot, 1});
    Selection selection;
    selection.select_all(all);
    selection.select(first);
    CHECK(selection.can_go_back(lives.world));
    lives.world.destroy_many(all);
    // A part of it is looked at in each frame.
    int asked = 1;
    while (selection.can_go_back(lives.world)) REQUIRE(++asked < 20);
    CHECK(asked > 2);
    CHECK_FALSE(selection.can_go_back(lives.world));
    // One that lives is enough.
    const ecs::Entity back = all[20'000];
    lives.world.create_at({back.index, 2});
    CHECK_FALSE(selection.can_go_back(lives.world));
}

}  // namespace selection_test
