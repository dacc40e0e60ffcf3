#include "panels/palette/palette.hpp"

#include "catch.hpp"
#include "ecs/base/language.hpp"
#include "panels/base/link.hpp"
#include "panels/palette/world_items.hpp"
#include "panels/support/headless.hpp"

namespace palette_test {

using panels::Icon;
using panels::Palette;
using panels::PaletteItem;
using Key = panels::compat::Key;

namespace {

struct Screen {
    Harness harness{{900, 700}};
    Palette palette;
    std::vector<std::string> ran;

    Screen() {
        harness.add_windows([this](const panels::Context& context) { palette.draw(context); });
    }
    PaletteItem item(std::string group, std::string label, std::string why_not = {}) {
        return {.id = label,
                .group = std::move(group),
                .label = label,
                .icon = Icon::Rule,
                .why_not = std::move(why_not),
                .run = [this, label] { ran.push_back(label); }};
    }
    std::vector<PaletteItem> some() {
        std::vector<PaletteItem> items{item("Commands", "Undo", "There is nothing to undo"), item("Commands", "Redo"),
                                       item("Commands", "Play"), item("Panels", "Go to Layout"),
                                       item("Panels", "Go to Chunks")};
        PaletteItem asks = item("Commands", "Toggle system…");
        asks.ask = [this] { return std::vector<PaletteItem>{item("Systems", "Movement"), item("Systems", "Orbit")}; };
        items.push_back(asks);
        return items;
    }
    void open() {
        palette.open(some());
        harness.frames(4);
    }
    /// Instead of what stands in the field.
    void type(std::string_view text) {
        harness.frames(4);
        harness.replace_text(text);
        harness.frames(3);
    }
    std::vector<std::string> labels() const {
        std::vector<std::string> all;
        for (const auto& each : palette.shown()) all.push_back(palette.items()[each.item].label);
        return all;
    }
};

}  // namespace

TEST_CASE("Palette: in another language, the English id finds an item, too", "[panels][palette][language]") {
    Screen screen;
    PaletteItem undo = screen.item("Commands", "Annuler");
    undo.id = "edit.undo";
    screen.palette.open({undo});
    screen.harness.frames(4);
    screen.harness.type("undo");
    CHECK(screen.labels().empty());
    const ecs::Catalog french("fr", "Français", {});
    ecs::speak(&french);
    screen.type("undo ");
    ecs::speak(nullptr);
    CHECK(screen.labels() == std::vector<std::string>{"Annuler"});
}

TEST_CASE("Palette: typing narrows, Enter runs what is marked, and it closes", "[panels][palette]") {
    Screen screen;
    screen.open();
    CHECK(screen.labels().size() == 6);
    screen.harness.type("lay");
    screen.harness.frames(2);
    CHECK(screen.labels() == std::vector<std::string>{"Go to Layout", "Play"});
    CHECK(screen.harness.says("2 of 6"));
    screen.harness.key(Key::Down);
    screen.harness.key(Key::Enter);
    screen.harness.frames(2);
    CHECK(screen.ran == std::vector<std::string>{"Play"});
    CHECK_FALSE(screen.palette.is_open());
    CHECK_FALSE(screen.harness.says("Go to Layout"));
}

TEST_CASE("Palette: the mark goes around, a click runs, Esc and a click beside it leave", "[panels][palette]") {
    Screen screen;
    screen.open();
    screen.harness.key(Key::Up);
    CHECK(screen.palette.marked() == 5);
    screen.harness.key(Key::Down);
    CHECK(screen.palette.marked() == 0);
    screen.harness.click_text("Go to Chunks");
    CHECK(screen.ran == std::vector<std::string>{"Go to Chunks"});
    screen.open();
    screen.harness.key(Key::Escape);
    CHECK_FALSE(screen.palette.is_open());
    screen.open();
    screen.harness.click({5, 690});
    CHECK_FALSE(screen.palette.is_open());
    CHECK(screen.ran.size() == 1);
}

TEST_CASE("Palette: what cannot be done is listed last, with the reason, and is not run", "[panels][palette]") {
    Screen screen;
    screen.open();
    screen.type("do");
    screen.harness.frames(2);
    CHECK(screen.labels().front() == "Redo");
    CHECK(screen.harness.says("There is nothing to undo"));
    screen.harness.click_text("Undo");
    CHECK(screen.ran.empty());
    CHECK(screen.palette.is_open());
}

TEST_CASE("Palette: an item asks for its argument in place, and Esc leads back", "[panels][palette]") {
    Screen screen;
    screen.open();
    screen.type("toggle");
    screen.harness.frames(2);
    screen.harness.key(Key::Enter);
    screen.harness.frames(3);
    CHECK(screen.labels() == std::vector<std::string>{"Movement", "Orbit"});
    screen.harness.key(Key::Escape);
    CHECK(screen.palette.is_open());
    CHECK(screen.labels() == std::vector<std::string>{"Toggle system…"});
    screen.harness.frames(2);
    screen.harness.key(Key::Enter);
    screen.harness.frames(3);
    screen.harness.type("orb");
    screen.harness.key(Key::Enter);
    CHECK(screen.ran == std::vector<std::string>{"Orbit"});
    CHECK_FALSE(screen.palette.is_open());
}

TEST_CASE("Palette: Ctrl+Enter runs and stays", "[panels][palette]") {
    Screen screen;
    screen.open();
    screen.type("redo");
    screen.harness.frames(2);
    screen.harness.hold(true);
    screen.harness.key(Key::Enter);
    screen.harness.hold(false);
    screen.harness.frames(2);
    CHECK(screen.ran == std::vector<std::string>{"Redo"});
    CHECK(screen.palette.is_open());
}

TEST_CASE("Palette: of equal matches the one that was used more comes first, in the next run, too",
          "[panels][palette]") {
    Screen screen;
    screen.open();
    screen.type("Go to");
    screen.harness.frames(2);
    CHECK(screen.labels() == std::vector<std::string>{"Go to Layout", "Go to Chunks"});
    screen.harness.click_text("Go to Chunks");
    screen.open();
    screen.type("Go to");
    CHECK(screen.labels().front() == "Go to Chunks");
    Screen next;
    next.palette.load_use(screen.palette.save_use() + "nonsense\n-1 -1\nalso 99999999999999999999\n 7\n");
    next.open();
    next.type("Go to");
    CHECK(next.labels().front() == "Go to Chunks");
}

TEST_CASE("Palette: entities are found by name and id, after everything else", "[panels][palette]") {
    Screen screen;
    ecs::World& world = screen.harness.world;
    for (int i = 0; i < 200; ++i) world.create(ecs::Name{("Playmate " + std::to_string(i)).c_str()});
    const ecs::Entity last = world.create(ecs::Name{"Playwright"});
    screen.open();
    screen.type("play");
    screen.harness.frames(3);
    CHECK(screen.labels().front() == "Play");
    CHECK(screen.labels().size() == 41);  // as many entities as a person reads
    screen.type("@playwr");
    screen.harness.frames(3);
    CHECK(screen.labels() == std::vector<std::string>{"Playwright"});
    screen.harness.key(Key::Enter);
    CHECK(screen.harness.selection.entity() == last);
    CHECK(std::holds_alternative<panels::FrameEntityRequest>(screen.harness.performed.back()));

    for (const std::string& id : {ecs::to_string(last), "#" + std::to_string(last.index)}) {
        screen.open();
        screen.type(id);
        screen.harness.frames(3);
        CHECK(screen.labels() == std::vector<std::string>{"Playwright"});
        screen.harness.key(Key::Escape);
    }
    const ecs::Entity nameless = world.create();
    screen.open();
    screen.type("#" + std::to_string(nameless.index));
    screen.harness.frames(3);
    CHECK(screen.labels() == std::vector<std::string>{"#" + std::to_string(nameless.index)});
}

TEST_CASE("Palette: a link leads to its entity", "[panels][palette]") {
    Screen screen;
    screen.harness.world.create(ecs::Name{"Ship"});
    const ecs::Entity rock = screen.harness.world.create(ecs::Name{"Rock"});
    screen.open();
    screen.type(panels::link_to(rock));
    CHECK(screen.labels() == std::vector<std::string>{"Rock"});
    screen.harness.key(Key::Enter);
    screen.harness.frames(2);
    CHECK(screen.harness.selection.entity() == rock);
}

TEST_CASE("Palette: a million entities are searched a part in each frame", "[panels][palette]") {
    Screen screen;
    ecs::World& world = screen.harness.world;
    for (int i = 0; i < 1'000'000; ++i) world.create();
    world.create(ecs::Name{"Needle"});
    screen.open();
    screen.harness.replace_text("needle");
    CHECK(screen.labels().empty());
    CHECK(screen.harness.says("Looking among the entities"));
    screen.harness.frames(24);
    CHECK(screen.labels() == std::vector<std::string>{"Needle"});
}

TEST_CASE("Palette: without items and without a match it says so", "[panels][palette]") {
    Screen screen;
    screen.palette.open({});
    screen.harness.frames(3);
    CHECK(screen.harness.says("Nothing is called like this"));
    screen.harness.key(Key::Enter);
    screen.type("zzzz");
    screen.harness.frames(2);
    screen.harness.key(Key::Down);
    CHECK(screen.palette.is_open());
}

TEST_CASE("Palette: a world offers its panels, systems and components", "[panels][palette]") {
    Screen screen;
    ecs::World& world = screen.harness.world;
    struct Speed {
        float value = 0;
    };
    world.types().add<Speed>("Speed").field("value", &Speed::value);
    const ecs::Entity fast = world.create(Speed{1});
    screen.harness.schedule.add({.name = "Run", .run = [](ecs::SystemContext&) {}});
    panels::Workbench workbench(panels::make_all_panels);
    std::vector<PaletteItem> items;
    panels::add_panel_items(items, workbench);
    panels::add_system_items(items, screen.harness.context());
    panels::add_component_items(
        items, screen.harness.context(),
        [&workbench](std::string_view id, std::string_view part) { workbench.focus_panel(id, part); });
    screen.palette.open(items);
    screen.type("toggle system run");
    screen.harness.frames(4);
    screen.harness.key(Key::Enter);
    CHECK_FALSE(screen.harness.schedule.systems()[0]->enabled);

    screen.palette.open(items);
    screen.type("Component Speed");
    screen.harness.frames(4);
    screen.harness.key(Key::Enter);
    CHECK(screen.harness.selection.archetype() == world.location(fast).archetype);
    CHECK(workbench.open("archetypes"));
}

TEST_CASE("Palette: a panel by its name comes into the present workspace", "[panels][palette]") {
    Screen screen;
    panels::Workbench workbench(panels::make_all_panels);
    std::vector<PaletteItem> items;
    panels::add_panel_items(items, workbench);
    const std::string before = workbench.workspaces().current().id;
    for (const char* const name : {"go to doctor", "go to bulk edit and fill", "go to layout"}) {
        screen.palette.open(items);
        screen.type(name);
        screen.harness.frames(4);
        screen.harness.key(Key::Enter);
        CHECK(workbench.workspaces().current().id == before);
    }
    CHECK(workbench.open("doctor"));
    CHECK(workbench.open("layout"));
    CHECK(workbench.asked_for() == "layout");
}

TEST_CASE("Palette: the selected entity is moved below one that is asked for", "[panels][palette]") {
    Screen screen;
    ecs::World& world = screen.harness.world;
    const ecs::Entity tank = world.create(ecs::Name{"Tank"}), turret = world.create(ecs::Name{"Turret"});
    screen.harness.selection.select(turret);
    std::vector<PaletteItem> items;
    panels::add_entity_items(items, screen.harness.context());
    screen.palette.open(std::move(items));
    screen.harness.frames(4);
    screen.harness.key(Key::Enter);
    screen.harness.frames(4);
    CHECK(screen.labels() == std::vector<std::string>{"Tank", "Turret"});
    CHECK(screen.harness.says("An entity can't be its own parent"));
    screen.harness.type("ta");
    screen.harness.frames(3);
    CHECK(screen.labels() == std::vector<std::string>{"Tank"});
    screen.harness.key(Key::Enter);
    screen.harness.frames(2);
    CHECK_FALSE(screen.palette.is_open());
    CHECK(world.parent(turret) == tank);
    CHECK(screen.harness.selection.entity() == turret);
}

TEST_CASE("Palette: Esc leads from the entities that were asked for back to the question", "[panels][palette]") {
    Screen screen;
    screen.harness.selection.select(screen.harness.world.create(ecs::Name{"Tank"}));
    std::vector<PaletteItem> items{screen.item("Commands", "Play")};
    panels::add_entity_items(items, screen.harness.context());
    screen.palette.open(std::move(items));
    screen.type("move");
    screen.harness.key(Key::Enter);
    screen.harness.frames(4);
    CHECK(screen.labels() == std::vector<std::string>{"Tank"});
    screen.harness.key(Key::Enter);  // it cannot be its own parent
    screen.harness.frames(2);
    CHECK(screen.palette.is_open());
    screen.harness.key(Key::Escape);
    screen.harness.frames(3);
    CHECK(screen.labels() == std::vector<std::string>{"Move below…"});
}

TEST_CASE("Palette: an entity that is called exactly as was typed comes before commands that match",
          "[panels][palette]") {
    Screen s;
    const ecs::Entity light = s.harness.world.create(ecs::Name{"L20"});
    s.harness.world.create(ecs::Name{"L201"});
    std::vector<PaletteItem> items{s.item("Settings", "Scale: 200 %, larger"), s.item("Settings", "Scale: 120 %")};
    items[0].label = "Look: scale 200 %";
    s.palette.open(items);
    s.type("L20");
    REQUIRE(s.labels().size() >= 3);
    CHECK(s.labels()[0] == "L20");
    CHECK(s.labels()[1] == "Look: scale 200 %");  // not in the place of what is there at once
    CHECK(s.labels().back() == "L201");
    s.harness.key(Key::Enter);
    s.harness.frames(2);
    CHECK(s.ran.empty());
    CHECK(s.harness.selection.entity() == light);

    // Part of a name comes behind the commands, as before.
    s.palette.open(items);
    s.type("L2");
    REQUIRE_FALSE(s.labels().empty());
    CHECK(s.labels()[0] == "Look: scale 200 %");
}

TEST_CASE("Palette: words find an item in any order, also those of its hint and of its other label",
          "[panels][palette]") {
    Screen screen;
    PaletteItem back = screen.item("Commands", "Step one system back");
    back.hint = "Runs the last system back";
    PaletteItem play = screen.item("Commands", "Pause");
    play.words = "Play or pause";
    screen.palette.open(
        {screen.item("Commands", "Undo"), back, play, screen.item("Manual", "Nobody has a cast system")});
    screen.harness.frames(4);
    const std::string label = back.label;
    for (const char* const typed : {"back system", "system one step", "run last back", "last system"}) {
        screen.type(typed);
        INFO(typed);
        REQUIRE_FALSE(screen.labels().empty());
        CHECK(screen.labels().front() == label);
    }
    screen.type("play or pause");
    CHECK(screen.labels() == std::vector<std::string>{"Pause"});
}

TEST_CASE("Palette: what is selected gets a component by its name, and loses it", "[panels][palette]") {
    Screen screen;
    ecs::World& world = screen.harness.world;
    struct Frozen {};
    world.types().add<Frozen>("Frozen");
    const ecs::Entity one = world.create(ecs::Name{"One"}), two = world.create(ecs::Name{"Two"});
    const auto open = [&] {
        screen.harness.frames(2);
        std::vector<PaletteItem> items;
        panels::add_component_items(items, screen.harness.context(), [](std::string_view, std::string_view) {});
        screen.palette.open(std::move(items));
        screen.harness.frames(4);
    };
    const auto of = [&](std::string_view label) {
        for (const PaletteItem& each : screen.palette.items())
            if (each.label == label) return each;
        return PaletteItem{};
    };
    open();
    CHECK(of("Add component Frozen").why_not == "No entity is selected");
    screen.harness.key(Key::Escape);
    screen.harness.selection.select(one);
    screen.harness.selection.toggle(two);
    open();
    CHECK(of("Remove component Frozen").why_not == "Nothing that is selected has it");
    screen.harness.type("add frozen");
    screen.harness.frames(3);
    REQUIRE_FALSE(screen.labels().empty());
    CHECK(screen.labels().front() == "Add component Frozen");
    CHECK(screen.harness.says("2 selected entities"));
    screen.harness.key(Key::Enter);
    screen.harness.frames(3);
    CHECK(world.has<Frozen>(one));
    CHECK(world.has<Frozen>(two));
    open();
    CHECK(of("Add component Frozen").why_not == "All that are selected have it");
    screen.harness.type("frozen remove");
    screen.harness.frames(3);
    screen.harness.key(Key::Enter);
    screen.harness.frames(3);
    CHECK_FALSE(world.has<Frozen>(one));
    CHECK_FALSE(world.has<Frozen>(two));
}

}  // namespace palette_test
