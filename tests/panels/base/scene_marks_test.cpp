#include "panels/base/scene_marks.hpp"

#include "catch.hpp"

namespace scene_marks_test {

using Entities = std::vector<ecs::Entity>;

TEST_CASE("SceneMarks: what stands below a marked entity is marked with it", "[panels][scene]") {
    ecs::World world;
    const ecs::Entity ship = world.create(), gun = world.create(), other = world.create();
    world.set_parent(gun, ship);
    panels::SceneMarks marks;
    const auto revision = marks.revision();
    marks.set_hidden(Entities{ship}, true);
    CHECK(marks.revision() > revision);
    CHECK(marks.hidden(ship));
    CHECK_FALSE(marks.hidden(gun));
    CHECK(marks.hides(world, gun));
    CHECK_FALSE(marks.hides(world, other));
    CHECK_FALSE(marks.locks(world, gun));
    marks.set_hidden(Entities{ship, other}, false);
    CHECK_FALSE(marks.hides(world, gun));
}

TEST_CASE("SceneMarks: marking what is marked changes nothing", "[panels][scene]") {
    panels::SceneMarks marks;
    marks.set_locked(Entities{{3, 1}, {1, 1}, {3, 1}}, true);
    CHECK(std::vector(marks.all_locked().begin(), marks.all_locked().end()) == Entities{{1, 1}, {3, 1}});
    const auto revision = marks.revision();
    marks.set_locked(Entities{{1, 1}}, true);
    marks.show_all();
    CHECK(marks.revision() == revision);
    marks.unlock_all();
    CHECK(marks.revision() > revision);
    CHECK(marks.all_locked().empty());
}

}  // namespace scene_marks_test
