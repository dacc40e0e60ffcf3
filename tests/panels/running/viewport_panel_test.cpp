#include "panels/running/viewport_panel.hpp"

#include <cmath>

#include "catch.hpp"
#include "panels/support/headless.hpp"

namespace viewport_panel_test {

using panels::Camera;
using panels::TransportRequest;
using panels::ViewportPanel;

namespace {

struct Disc {
    float x = 0, y = 0, radius = 10;
};

/// Two discs that lie one over the other in the middle of the in_picture, and one apart.
struct Scene {
    Harness harness{{800, 600}};
    ViewportPanel panel;
    panels::SceneLink link;
    ecs::World& world = harness.world;
    ecs::Entity behind, front, apart;
    int picks = 0;

    Scene() {
        world.types().add<Disc>("Disc").field("x", &Disc::x).field("y", &Disc::y).field("radius", &Disc::radius);
        behind = world.create(ecs::Name{"Behind"}, Disc{400, 300, 20});
        front = world.create(ecs::Name{"Front"}, Disc{405, 300, 20});
        apart = world.create(ecs::Name{"Apart"}, Disc{500, 350, 12});
        link.texture = 1;
        link.camera = {400, 300, 1};
        link.hint = "WASD moves the player";
        link.pick = [this](ecs::Vec2 at) {
            ++picks;
            std::vector<ecs::Entity> found;
            for (ecs::Entity entity : {apart, front, behind}) {
                const Disc* disc = world.find<Disc>(entity);
                if (disc && std::hypot(at.x - disc->x, at.y - disc->y) <= disc->radius) found.push_back(entity);
            }
            return found;
        };
        link.bounds = [this](ecs::Entity entity) -> std::optional<ecs::Vec3> {
            const Disc* disc = world.find<Disc>(entity);
            if (!disc) return std::nullopt;
            return ecs::Vec3{disc->x, disc->y, disc->radius};
        };
        harness.viewport = &link;
        harness.add(panel);
        harness.frames(3);
    }
    /// Where a world point is on the screen.
    ImVec2 place_of(float x, float y) const {
        const panels::Area& picture = panel.picture();
        const ecs::Vec2 in_picture = link.camera.picture_from_world({x, y}, picture.width(), picture.height());
        return {picture.low.x + in_picture.x, picture.low.y + in_picture.y};
    }
    ecs::Vec2 world_at(ImVec2 place) const {
        const panels::Area& picture = panel.picture();
        return link.camera.world_from_picture({place.x - picture.low.x, place.y - picture.low.y}, picture.width(),
                                              picture.height());
    }
};

}  // namespace

TEST_CASE("Viewport: the line about keys says what the key that plays does now", "[panels][viewport]") {
    Scene s;
    CHECK(s.harness.says("Space plays"));
    CHECK(s.harness.says("WASD moves the player"));
    s.harness.transport.playing = true;
    s.harness.frames(2);
    CHECK(s.harness.says("Space pauses"));
    CHECK_FALSE(s.harness.says("Space plays"));
    s.harness.transport.why_not = "This world is run by others";
    s.harness.frames(2);
    CHECK_FALSE(s.harness.says("Space"));
    CHECK(s.harness.says("WASD moves the player"));
}

TEST_CASE("Camera: zooming keeps what is under the cursor, within limits", "[panels][viewport]") {
    const Camera before{100, 50, 2};
    const ecs::Vec2 in_picture{333, 77};
    for (const float factor : {0.5f, 1.15f, 3.0f}) {
        const Camera after = panels::zoomed_around(before, in_picture, factor, 800, 600);
        CHECK(after.zoom == Approx(before.zoom * factor));
        CHECK(after.world_from_picture(in_picture, 800, 600).x ==
              Approx(before.world_from_picture(in_picture, 800, 600).x));
        CHECK(after.world_from_picture(in_picture, 800, 600).y ==
              Approx(before.world_from_picture(in_picture, 800, 600).y));
    }
    CHECK(panels::zoomed_around(before, in_picture, 1e9f, 800, 600).zoom == panels::zoom_max);
    CHECK(panels::zoomed_around(before, in_picture, 1e-9f, 800, 600).zoom == panels::zoom_min);
    CHECK(panels::panned({10, 20, 2}, {30, -8}) == Camera{-5, 24, 2});
}

TEST_CASE("Picking: the topmost, and at the same place the one behind", "[panels][viewport]") {
    const ecs::Entity a{1, 1}, b{2, 1}, c{3, 1};
    CHECK(panels::pick_next({}, a, true) == ecs::null_entity);
    CHECK(panels::pick_next({a, b, c}, b, false) == a);
    CHECK(panels::pick_next({a, b, c}, a, true) == b);
    CHECK(panels::pick_next({a, b, c}, b, true) == c);
    CHECK(panels::pick_next({a, b, c}, c, true) == a);
    CHECK(panels::pick_next({a, b}, c, true) == a);
}

TEST_CASE("Viewport: it says what it has room for, and that keys go to the scene", "[panels][viewport]") {
    Scene s;
    CHECK(s.link.width_px > 700);
    CHECK(s.link.height_px > 500);
    CHECK_FALSE(s.link.hovered);
    s.harness.click(s.place_of(300, 200));
    CHECK(s.link.hovered);
    CHECK(s.link.focused);
    CHECK(s.harness.says("WASD moves the player"));
}

TEST_CASE("Viewport: a click picks, again the one behind, and beside selects none", "[panels][viewport]") {
    Scene s;
    const ImVec2 both = s.place_of(402, 300);
    s.harness.click(both);
    CHECK(s.harness.selection.entity() == s.front);
    s.harness.click(both);
    CHECK(s.harness.selection.entity() == s.behind);
    s.harness.click(both);
    CHECK(s.harness.selection.entity() == s.front);
    s.harness.click(s.place_of(500, 350));
    CHECK(s.harness.selection.entity() == s.apart);
    s.harness.click(s.place_of(250, 150));
    CHECK_FALSE(s.harness.selection.entity());
}

TEST_CASE("Viewport: a click with Ctrl adds and takes out", "[panels][viewport]") {
    Scene s;
    s.harness.click(s.place_of(500, 350));
    s.harness.hold(true);
    s.harness.click(s.place_of(402, 300));
    CHECK(s.harness.selection.entities() == std::vector<ecs::Entity>{s.apart, s.front});
    s.harness.click(s.place_of(402, 300));
    CHECK(s.harness.selection.entities() == std::vector<ecs::Entity>{s.apart});
    s.harness.hold(false);
}

TEST_CASE("Viewport: the wheel zooms around the cursor", "[panels][viewport]") {
    Scene s;
    const ImVec2 place{610, 222};
    s.harness.move_to(place);
    const ecs::Vec2 before = s.world_at(place);
    s.harness.wheel(3);
    CHECK(s.link.camera.zoom > 1.4f);
    CHECK(s.world_at(place).x == Approx(before.x).margin(0.01));
    CHECK(s.world_at(place).y == Approx(before.y).margin(0.01));
}

TEST_CASE("Viewport: dragging with the middle or right button moves the camera with the mouse", "[panels][viewport]") {
    for (const int button : {1, 2}) {
        Scene s;
        const ImVec2 from{300, 300}, to{380, 250};
        s.harness.move_to(from);
        const ecs::Vec2 held = s.world_at(from);
        s.harness.press(button);
        for (int i = 1; i <= 8; ++i)
            s.harness.move_to({from.x + static_cast<float>(i) * 10, from.y - static_cast<float>(i) * 6.25f});
        s.harness.release(button);
        s.harness.frames(2);
        // The first pixels decide that it is a drag and no click.
        CHECK(std::abs(s.world_at(to).x - held.x) <= 12);
        CHECK(std::abs(s.world_at(to).y - held.y) <= 8);
        CHECK(s.link.camera.x < 340);
        CHECK(s.link.camera.zoom == 1);
        CHECK_FALSE(s.harness.says("Nothing is here"));
    }
}

TEST_CASE("Viewport: the entity under a resting mouse is named, and asked for once", "[panels][viewport]") {
    Scene s;
    s.harness.move_to(s.place_of(500, 350));
    CHECK_FALSE(s.harness.selection.hovered);
    s.harness.frames(10);
    CHECK(s.harness.selection.hovered == s.apart);
    s.harness.frames(50);
    CHECK(s.harness.says("Apart"));
    CHECK(s.picks == 1);
    s.harness.frames(100);
    CHECK(s.picks == 1);

    s.world.get_mut<Disc>(s.apart).x = 100;
    s.harness.frames(2);
    CHECK_FALSE(s.harness.selection.hovered);
}

TEST_CASE("Viewport: what is selected is outlined where it is", "[panels][viewport]") {
    Scene s;
    // A little outside of what it looks like: 4 px.
    const auto outlined = [&](float x, float y, float radius) {
        s.harness.frames(2);
        return s.harness.covered(s.place_of(x, y - radius - 4), s.harness.style.theme->accent) &&
               s.harness.covered(s.place_of(x, y + radius + 4), s.harness.style.theme->accent) &&
               !s.harness.covered(s.place_of(x, y), s.harness.style.theme->accent);
    };
    CHECK_FALSE(outlined(500, 350, 12));
    s.harness.selection.select(s.apart);
    CHECK(outlined(500, 350, 12));
    CHECK_FALSE(outlined(400, 300, 20));
    s.world.get_mut<Disc>(s.apart).x = 450;
    CHECK(outlined(450, 350, 12));
    CHECK_FALSE(outlined(500, 350, 12));
    s.world.get_mut<Disc>(s.apart).x = 1e6f;
    CHECK_FALSE(outlined(450, 350, 12));
}

TEST_CASE("Viewport: a right click offers what can be done there", "[panels][viewport]") {
    Scene s;
    s.harness.click(s.place_of(500, 350), 1);
    s.harness.click_text("Frame in the scene");
    REQUIRE_FALSE(s.harness.performed.empty());
    const auto* frame = std::get_if<panels::FrameEntityRequest>(&s.harness.performed.back());
    REQUIRE(frame);
    CHECK(frame->entity == s.apart);
    // Of several, each has a menu in the menu; where none is, one can be created.
    s.harness.click(s.place_of(402, 300), 1);
    CHECK(s.harness.says("2 entities are here"));
    s.harness.click(s.place_of(700, 500), 1);
    CHECK(s.harness.says("Nothing is here"));
    s.harness.click_text("Create entity");
    CHECK(s.harness.edit_labels() == std::vector<std::string>{"Create entity"});
}

TEST_CASE("Viewport: without a picture or a scene it says why", "[panels][viewport]") {
    Scene s;
    s.link.texture = 0;
    s.link.width_px = 0;
    s.harness.frames(2);
    CHECK(s.harness.says("No picture yet"));
    CHECK(s.link.width_px > 700);
    s.harness.viewport = nullptr;
    s.harness.frames(2);
    CHECK(s.harness.says("There is no scene to show"));
}

namespace {

/// Lends the panel what the editor knows: which discs have their middle inside a polygon.
void lend_insides(Scene& s) {
    s.link.pick_inside = [&s](std::span<const ecs::Vec2> corners) {
        std::vector<ecs::Entity> found;
        for (const ecs::Entity entity : {s.behind, s.front, s.apart}) {
            const Disc& disc = s.world.get<Disc>(entity);
            bool odd = false;
            for (std::size_t i = 0, j = corners.size() - 1; i < corners.size(); j = i++) {
                const ecs::Vec2 a = corners[i], b = corners[j];
                if ((a.y > disc.y) != (b.y > disc.y) && disc.x < (b.x - a.x) * (disc.y - a.y) / (b.y - a.y) + a.x)
                    odd = !odd;
            }
            if (odd) found.push_back(entity);
        }
        return found;
    };
}

}  // namespace

TEST_CASE("Viewport: a frame drawn with the mouse selects what it encloses, with Ctrl in addition",
          "[panels][viewport]") {
    Scene s;
    lend_insides(s);
    s.harness.drag(s.place_of(380, 280), s.place_of(430, 320));
    CHECK(s.harness.selection.entities() == std::vector<ecs::Entity>{s.behind, s.front});

    s.harness.hold(true);
    s.harness.drag(s.place_of(480, 330), s.place_of(520, 370));
    s.harness.hold(false);
    CHECK(s.harness.selection.entities() == std::vector<ecs::Entity>{s.behind, s.front, s.apart});

    s.harness.drag(s.place_of(100, 100), s.place_of(150, 150));
    CHECK(s.harness.selection.entities().empty());
    s.harness.click(s.place_of(500, 350));
    CHECK(s.harness.selection.entity() == s.apart);
}

TEST_CASE("Viewport: a lasso selects what lies inside, not what its frame would", "[panels][viewport]") {
    Scene s;
    lend_insides(s);
    s.harness.click_text("Lasso");
    // An L around the two in the middle that leaves out the one at the lower right, which its frame would have.
    const ecs::Vec2 corners[] = {{370, 270}, {530, 270}, {530, 290}, {440, 320}, {420, 400}, {370, 400}};
    s.harness.move_to(s.place_of(corners[0].x, corners[0].y));
    s.harness.press();
    for (const ecs::Vec2 corner : corners) s.harness.move_to(s.place_of(corner.x, corner.y));
    s.harness.release();
    s.harness.frame();
    CHECK(s.harness.selection.entities() == std::vector<ecs::Entity>{s.behind, s.front});

    SECTION("Esc gives it up") {
        s.harness.move_to(s.place_of(100, 100));
        s.harness.press();
        s.harness.move_to(s.place_of(600, 100));
        s.harness.move_to(s.place_of(600, 500));
        s.harness.key(panels::compat::Key::Escape);
        s.harness.release();
        s.harness.frame();
        CHECK(s.harness.selection.entities() == std::vector<ecs::Entity>{s.behind, s.front});
    }
}

TEST_CASE("Viewport: what the scene is coloured by is chosen here, explained and kept", "[panels][viewport]") {
    Scene s;
    CHECK(s.link.colors == panels::SceneColors::Own);
    s.harness.click_text("Entity colours");
    s.harness.frames(2);
    s.harness.click_text("By archetype");
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.link.colors == panels::SceneColors::Archetype);
    CHECK(s.harness.says("Disc"));  // the legend names the archetypes
    CHECK(s.panel.save_settings() == "colors=1");

    ViewportPanel other;
    other.load_settings("colors=4 lasso");
    CHECK(other.save_settings() == "colors=4 lasso");
    other.load_settings("colors=77");
    CHECK(other.save_settings().empty());

    s.harness.click_text("By archetype");
    s.harness.frames(2);
    s.link.oldest_tick = 12;
    s.link.newest_tick = 3456;
    s.harness.click_text("By age");
    s.harness.frames(2);
    CHECK(s.harness.says("tick 12"));
    CHECK(s.harness.says("3,456"));
}

}  // namespace viewport_panel_test
