// Every panel that has nothing to show says what it is for, and has the first step as a button.
#include <functional>
#include <map>
#include <set>
#include <string>

#include "catch.hpp"
#include "ecs/world/journal.hpp"
#include "panels/lab/lab_source.hpp"
#include "panels/lessons/all_panels_with_lab.hpp"
#include "panels/stops/debugger.hpp"
#include "panels/support/headless.hpp"
#include "panels/watch/recording.hpp"

namespace empty_states_test {

namespace {

using namespace panels;

/// A program that lends its panels all that they may need.
struct Lending {
    Lending() {
        known.make = [](std::string_view) { return ecs::SystemDescription{}; };
        known.all.push_back({"Movement", "Moves things"});
        link.texture = 1;
        harness.lend(&panels::Context::known_systems, &known);
        harness.viewport = &link;
        harness.lend(&panels::Context::journal, &journal);
        harness.lend(&panels::Context::lab, &lab);
        harness.lend(&panels::Context::watches, &watches);
        harness.lend(&panels::Context::recording, &recording);
        debugger.start(harness.world, harness.schedule, harness.history, watches);
        harness.lend(&panels::Context::debugger, &debugger);
        harness.keep_authored_world();
        harness.world.observe(&journal);
    }
    ~Lending() {
        debugger.stop();
        harness.world.observe(nullptr);
    }

    Harness harness{{420, 420}};
    ecs::Journal journal;
    KnownSystems known;
    SceneLink link;
    LabSource lab;
    Watches watches;
    Recording recording;
    Debugger debugger;
};

std::unique_ptr<Panel> panel_called(std::string_view id) {
    for (auto& panel : make_all_panels_with_lab())
        if (panel->id() == id) return std::move(panel);
    return nullptr;
}

const EditRequest* created(const Request& request) {
    const auto* edit = std::get_if<EditRequest>(&request);
    return edit != nullptr && edit->label == "Create entity" ? edit : nullptr;
}
bool shows(const Request& request, std::string_view id) {
    const auto* show = std::get_if<ShowPanelRequest>(&request);
    return show != nullptr && show->id == id;
}

/// What stands on the button of an empty panel; empty: the panel has something to show in every world.
const std::map<std::string, std::string> steps_in_empty_world = {
    {"entities", "Create an entity"},
    {"scene", "Create an entity"},
    {"place", "Show the scene"},
    {"inspector", "Create an entity"},
    {"archetypes", "Create an entity"},
    {"chunks", "Create an entity"},
    {"moves", "Create an entity"},
    {"history", "Create an entity"},
    {"query", "Create an entity"},
    {"bulk_edit", "Create an entity"},
    {"systems", "Add a system"},
    {"schedule", "Show systems"},
    {"layout", "Add a component"},
    {"watch", "Type a watch"},
    {"breakpoints", "Type a breakpoint"},
    {"step", "Show systems"},
    {"plot", "Show watches"},
    {"lessons", "What it needs"},
    {"lesson_picture", "What it needs"},
    {"lab", ""},
    {"doctor", ""},
    {"compare", "Play"},
    {"timeline", "What it needs"},
    {"cost", "Read about it"},
    {"manual", ""},
};
/// The same where the program lends nothing but its world.
const std::map<std::string, std::string> steps_without_program = {
    {"scene", "What it needs"},   {"place", "What it needs"},    {"moves", "What it needs"},
    {"lessons", "What it needs"}, {"lab", "What it needs"},      {"watch", "What it needs"},
    {"plot", "What it needs"},    {"compare", "What it needs"},  {"breakpoints", "What it needs"},
    {"step", "What it needs"},    {"timeline", "What it needs"},
};

}  // namespace

TEST_CASE("Empty states: in an empty world, every panel without content offers the first step", "[panels][empty]") {
    std::set<std::string> ids;
    for (const auto& each : make_all_panels_with_lab()) {
        INFO(each->id());
        const auto step = steps_in_empty_world.find(each->id());
        REQUIRE(step != steps_in_empty_world.end());
        ids.insert(each->id());
        if (step->second.empty()) continue;
        Lending scene;
        const auto panel = panel_called(each->id());
        scene.harness.add(*panel);
        scene.harness.frames(3);
        INFO(scene.harness.screen());
        REQUIRE(scene.harness.says(step->second));
        const std::string before = scene.harness.screen();
        scene.harness.click_text(step->second);
        scene.harness.frames(2);
        // It does something: a request, something else to see, or a field that takes what is typed now.
        const bool asked = !scene.harness.performed.empty();
        CHECK((asked || scene.harness.screen() != before || ImGui::GetIO().WantTextInput));
        if (step->second == "Create an entity") {
            REQUIRE(asked);
            CHECK(created(scene.harness.performed.front()) != nullptr);
            CHECK(scene.harness.world.entity_count() == 1);
            CHECK_FALSE(scene.harness.says("Create an entity"));
        }
    }
    CHECK(ids.size() == steps_in_empty_world.size());
}

TEST_CASE("Empty states: a panel that the program lends nothing leads to the manual", "[panels][empty]") {
    for (const auto& [id, step] : steps_without_program) {
        INFO(id);
        Harness harness({420, 420});
        const auto panel = panel_called(id);
        REQUIRE(panel != nullptr);
        harness.add(*panel);
        harness.frames(3);
        INFO(harness.screen());
        harness.click_text(step);
        REQUIRE(!harness.performed.empty());
        CHECK(shows(harness.performed.back(), "manual"));
    }
}

TEST_CASE("Empty states: without systems of the program, the first step is a rule", "[panels][empty]") {
    Harness harness({420, 420});
    const auto panel = panel_called("systems");
    harness.add(*panel);
    harness.frames(3);
    CHECK_FALSE(harness.says("In every tick"));
    harness.click_text("Add a rule");
    harness.frames(3);
    INFO(harness.screen());
    CHECK(harness.says("In every tick"));
}

TEST_CASE("Empty states: without a selection, the Inspector selects the first entity", "[panels][empty]") {
    Harness harness({420, 420});
    const ecs::Entity gone = harness.world.create(ecs::Name{"Gone"});
    const ecs::Entity first = harness.world.create(ecs::Name{"First"});
    harness.world.destroy(gone);
    const auto panel = panel_called("inspector");
    harness.add(*panel);
    harness.frames(2);
    harness.click_text("Select the first entity");
    CHECK(harness.selection.entity() == first);
    // One that is destroyed offers to let go of it.
    harness.world.destroy(first);
    harness.frames(2);
    harness.click_text("Select nothing");
    CHECK_FALSE(harness.selection.entity());
}

TEST_CASE("Empty states: a calm world that is paused offers to play", "[panels][empty]") {
    Lending scene;
    scene.harness.world.create(ecs::Name{"Calm"});
    const auto panel = panel_called("moves");
    scene.harness.add(*panel);
    scene.harness.frames(2);
    scene.harness.click_text("Traffic");
    scene.harness.frames(2);
    INFO(scene.harness.screen());
    if (scene.harness.says("Nothing moves")) {
        scene.harness.click_text("Play");
        REQUIRE(!scene.harness.performed.empty());
        CHECK(std::get<TransportRequest>(scene.harness.performed.back()).kind == TransportRequest::Kind::Play);
    }
    CHECK(scene.harness.says("Traffic"));
}

}  // namespace empty_states_test
