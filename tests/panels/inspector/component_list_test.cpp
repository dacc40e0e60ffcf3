#include "panels/inspector/component_list.hpp"

#include "catch.hpp"
#include "panels/inspector/inspector_panel.hpp"
#include "panels/support/owner_scene.hpp"

namespace component_list_test {

using panels::compat::Key;
using test::FakeOwner;

TEST_CASE("Component list: what a program does not let others add is grey, with its reason", "[panels][inspector]") {
    OwnerScene s({420, 520});
    const ecs::OwnerKey hero = s.owner.spawn();
    s.owner.call(hero, "Hero");
    s.owner.knows_before = [](const ecs::OwnerRequest& request) {
        const bool label =
            request.kind == ecs::OwnerRequest::Kind::Add && request.parts.front().type == FakeOwner::label;
        return label ? "no default" : "";
    };
    s.update();
    panels::InspectorPanel panel;
    s.harness.add(panel);
    s.harness.selection.select(s.mirror.entity_of(hero));
    s.harness.frames(3);
    s.harness.click_text("+ Add component");
    s.harness.hover_text("Label");
    CHECK(s.harness.says("no default"));
    s.harness.click_text("Label");
    CHECK(s.owner.asked.empty());
    s.harness.type("lab");
    s.harness.key(Key::Enter);
    s.harness.frames(2);
    CHECK(s.owner.asked.empty());
    CHECK(s.harness.refused.empty());
    s.harness.key(Key::Escape);
    s.harness.frames(2);
    s.harness.click_text("+ Add component");
    s.harness.click_text("Health");
    s.harness.frames(2);
    CHECK(s.owner.asked.size() == 1);
}

}  // namespace component_list_test
