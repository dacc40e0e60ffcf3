#include "panels/base/wanted_change.hpp"

#include "catch.hpp"
#include "panels/entities/entities_panel.hpp"
#include "panels/inspector/inspector_panel.hpp"
#include "panels/running/systems_panel.hpp"
#include "panels/support/pool_owner.hpp"

namespace wanted_change_test {

using panels::WantedChange;
using pool_test::PoolOwner;
using pool_test::PoolScene;

namespace {

std::string why_not(PoolScene& s, WantedChange::Kind kind, ecs::OwnerKey key = 100,
                    std::uint32_t type = PoolOwner::position) {
    return panels::why_not(s.harness.context(),
                           WantedChange{kind, s.entity(key), s.mirror->component_of(type), "Move"});
}

}  // namespace

TEST_CASE("WantedChange: in a world of our own everything is possible", "[panels][wish]") {
    Harness harness;
    for (int kind = 0; kind <= static_cast<int>(WantedChange::Kind::Make); ++kind)
        CHECK(panels::why_not(harness.context(), WantedChange{static_cast<WantedChange::Kind>(kind)}).empty());
}

TEST_CASE("WantedChange: what the owner cannot do, it says why not", "[panels][wish]") {
    PoolScene s(10);
    CHECK(why_not(s, WantedChange::Kind::Set).empty());
    CHECK(why_not(s, WantedChange::Kind::Remove).empty());
    CHECK(why_not(s, WantedChange::Kind::Add, 101, PoolOwner::health).empty());
    CHECK_THAT(why_not(s, WantedChange::Kind::Make), test::contains("Fake has its own types, systems and memory"));

    using Ability = ecs::OwnerAbility;
    const std::pair<WantedChange::Kind, Ability> abilities[] = {
        {WantedChange::Kind::Create, Ability::Create},    {WantedChange::Kind::Destroy, Ability::Destroy},
        {WantedChange::Kind::Add, Ability::AddComponent}, {WantedChange::Kind::Remove, Ability::RemoveComponent},
        {WantedChange::Kind::Set, Ability::SetValue},     {WantedChange::Kind::Move, Ability::SetParent},
        {WantedChange::Kind::Rename, Ability::Rename},
    };
    for (const auto& [kind, ability] : abilities) {
        CAPTURE(static_cast<int>(kind));
        s.owner.cannot = [missing = ability](Ability asked) { return std::string(asked == missing ? "not this" : ""); };
        for (const auto& [other, unused] : abilities) CHECK((why_not(s, other) == "not this") == (other == kind));
    }
    // Of any system, as of all in a group.
    const auto why_not_switch_any = [&] {
        return panels::why_not(s.harness.context(), WantedChange{WantedChange::Kind::Switch});
    };
    CHECK(why_not_switch_any().empty());
    s.owner.cannot = [](Ability asked) { return std::string(asked == Ability::SwitchSystem ? "not this" : ""); };
    CHECK(why_not_switch_any() == "not this");
    s.owner.cannot = {};
    s.owner.gone = "the program ended";
    s.mirror->update();
    CHECK(why_not(s, WantedChange::Kind::Set) == "the program ended");
}

TEST_CASE("WantedChange: fields that the owner keeps to itself are greyed in the Inspector", "[panels][wish]") {
    PoolScene s(10, {420, 520});
    panels::InspectorPanel panel;
    s.harness.add(panel);
    s.harness.selection.select(s.entity(100));
    s.harness.frames(3);
    const auto drag = [&] {
        const ImVec2 at = s.harness.need("0.00").middle();
        s.harness.drag(at, {at.x + 40, at.y});
        s.harness.frames(2);
    };
    drag();
    CHECK(s.owner.get<pool_test::Pair>(100, PoolOwner::position).x != 0);
    while (s.harness.history.can_undo()) REQUIRE(s.harness.history.undo() == "");

    s.owner.cannot = [](ecs::OwnerAbility asked) {
        return std::string(asked == ecs::OwnerAbility::SetValue       ? "values are fixed here"
                           : asked == ecs::OwnerAbility::AddComponent ? "no additions here"
                           : asked == ecs::OwnerAbility::Rename       ? "no names here"
                                                                      : "");
    };
    s.harness.frames(2);
    const std::size_t asked = s.owner.asked.size();
    drag();
    CHECK(s.owner.asked.size() == asked);
    s.harness.hover_text("+ Add component");
    CHECK(s.harness.says("no additions here"));
}

TEST_CASE("WantedChange: menus grey what the owner refuses, with the reason", "[panels][wish]") {
    PoolScene s(10, {420, 520});
    panels::EntitiesPanel panel;
    s.harness.add(panel);
    s.owner.cannot = [](ecs::OwnerAbility asked) {
        return std::string(asked == ecs::OwnerAbility::Destroy ? "nothing dies here" : "");
    };
    s.harness.frames(3);
    s.harness.click_text("#", 2, 1);
    s.harness.frames(2);
    REQUIRE(s.harness.says("Destroy"));
    const std::size_t before = s.owner.things.size();
    s.harness.hover_text("Destroy");
    CHECK(s.harness.says("nothing dies here"));
    s.harness.click_text("Destroy");
    CHECK(s.owner.things.size() == before);
}

TEST_CASE("WantedChange: an entity that waits for an answer carries a mark", "[panels][wish]") {
    PoolScene s(10, {420, 520});
    panels::InspectorPanel panel;
    s.harness.add(panel);
    s.harness.selection.select(s.entity(100));
    s.harness.frames(2);
    CHECK_FALSE(s.mirror->waits(s.entity(100)));
    s.owner.late = true;
    REQUIRE(s.harness.history
                .perform({"Remove", {ecs::RemoveComponent{s.entity(100), s.mirror->component_of(PoolOwner::health)}}})
                .empty());
    s.mirror->update();
    s.harness.frames(2);
    CHECK(s.mirror->waits(s.entity(100)));
    s.owner.answer_now();
    s.mirror->update();
    CHECK_FALSE(s.mirror->waits(s.entity(100)));
}

TEST_CASE("WantedChange: systems of the owner are switched only where it lets a person", "[panels][wish]") {
    PoolScene s(10, {520, 420});
    ecs::OwnerSystem move, fixed;
    move.name = "Move";
    fixed.name = "Fixed";
    fixed.why_not_switch = "the engine needs it";
    s.owner.running = {move, fixed};
    s.mirror->show_systems(s.harness.schedule);
    s.mirror->update();
    CHECK(why_not(s, WantedChange::Kind::Switch).empty());
    CHECK_THAT(
        panels::why_not(s.harness.context(), WantedChange{WantedChange::Kind::Switch, {}, ecs::no_component, "Fixed"}),
        test::contains("the engine needs it"));
    panels::SystemsPanel panel;
    s.harness.add(panel);
    s.harness.frames(3);
    s.harness.hover_text("+ Rule");
    CHECK(s.harness.says("Fake has its own types, systems and memory"));
    s.harness.click_text("Fixed", 0, 1);
    s.harness.frames(2);
    s.harness.hover_text("Switch off");
    CHECK(s.harness.says("the engine needs it"));
}

TEST_CASE("WantedChange: what an entity inherits stands below its own components", "[panels][wish]") {
    PoolScene s(10, {420, 620});
    s.owner.call(101, "Prefab");
    s.owner.from_others = {{PoolOwner::label, 101}};
    s.mirror->update();
    panels::InspectorPanel panel;
    s.harness.add(panel);
    s.harness.selection.select(s.entity(100));
    s.harness.frames(3);
    CHECK(s.harness.says("Label from Prefab"));
    s.harness.click_text("Label from Prefab");
    CHECK(s.harness.selection.entity() == s.entity(101));
}

TEST_CASE("WantedChange: when the owner is lost, panels say why and stay readable", "[panels][wish]") {
    PoolScene s(10, {420, 520});
    panels::EntitiesPanel panel;
    s.harness.add(panel);
    s.harness.frames(2);
    CHECK_FALSE(s.harness.says("says nothing any more"));
    s.owner.gone = "the connection broke";
    s.mirror->update();
    s.harness.frames(2);
    CHECK(s.harness.says("Fake says nothing any more: the connection broke"));
    CHECK(s.harness.says("#102"));
    s.owner.gone.clear();
    s.mirror->update();
    s.harness.frames(2);
    CHECK_FALSE(s.harness.says("says nothing any more"));
}

}  // namespace wanted_change_test
