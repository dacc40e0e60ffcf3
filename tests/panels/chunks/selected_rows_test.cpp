#include "panels/chunks/selected_rows.hpp"

#include <algorithm>

#include "catch.hpp"

namespace selected_rows_test {

namespace {

struct Number {
    std::uint64_t value = 0;
};
struct Mark {
    std::uint64_t value = 0;
};

struct Scene {
    ecs::World world;
    panels::Selection selection;
    panels::SelectedRows selected_rows;
    std::vector<ecs::Entity> entities;

    explicit Scene(std::size_t count) {
        world.types().add<Number>("test::Number");
        world.types().add<Mark>("test::Mark");
        for (std::size_t i = 0; i < count; ++i) entities.push_back(world.create_with(std::vector{world.id<Number>()}));
    }
    /// Every selected row is where the world says, and no other row.
    bool agrees() {
        selected_rows.update(world, selection);
        std::size_t rows = 0;
        for (const panels::SelectedCell& cell : selected_rows.cells()) rows += selected_rows.rows(cell).size();
        std::size_t selected = 0;
        for (const ecs::Entity entity : selection.entities()) {
            if (!world.alive(entity)) continue;
            ++selected;
            const ecs::Location place = world.location(entity);
            const auto found = selected_rows.rows({place.archetype, place.chunk});
            if (!std::binary_search(found.begin(), found.end(), place.row)) return false;
        }
        return rows == selected;
    }
    std::size_t take_changes() {
        std::size_t count = 0;
        selected_rows.take_changes([&](const panels::ChunkCell&) { ++count; });
        return count;
    }
};

}  // namespace

TEST_CASE("Selected rows: follow selected entities that move, and forget those that are destroyed",
          "[panels][selected_rows]") {
    Scene scene(5'000);
    std::vector<ecs::Entity> some;
    for (std::size_t i = 0; i < scene.entities.size(); i += 7) some.push_back(scene.entities[i]);
    scene.selection.select_all(some);
    CHECK(scene.agrees());
    for (std::size_t i = 0; i < some.size(); i += 3) scene.world.add(some[i], scene.world.id<Mark>());
    CHECK(scene.agrees());
    for (std::size_t i = 1; i < some.size(); i += 5) scene.world.destroy(some[i]);
    CHECK(scene.agrees());
    scene.selection.select_all({scene.entities[2], scene.entities[9]});
    CHECK(scene.agrees());
    scene.selection.clear();
    CHECK(scene.agrees());
    CHECK(scene.selected_rows.cells().empty());
}

TEST_CASE("Selected rows: changes are those since they were taken last, each chunk once", "[panels][selected_rows]") {
    Scene scene(5'000);
    scene.selection.select_all({scene.entities.front(), scene.entities.back()});
    scene.selected_rows.update(scene.world, scene.selection);
    REQUIRE(scene.selected_rows.cells().size() == 2);
    CHECK(scene.selected_rows.changed());
    CHECK(scene.take_changes() == 2);
    CHECK_FALSE(scene.selected_rows.changed());
    scene.selected_rows.update(scene.world, scene.selection);
    CHECK_FALSE(scene.selected_rows.changed());

    scene.selection.select_all({scene.entities.front()});
    scene.selected_rows.update(scene.world, scene.selection);
    scene.selection.select_all({scene.entities.front(), scene.entities[1]});
    scene.selected_rows.update(scene.world, scene.selection);
    CHECK(scene.take_changes() == 2);  // another row in the first chunk, none in the last
}

}  // namespace selected_rows_test
