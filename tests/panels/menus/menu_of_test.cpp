// The menus as values: what each kind of thing offers, and why something cannot be done.
#include "panels/menus/menu_of.hpp"

#include <algorithm>

#include "catch.hpp"
#include "ecs/diagnose/describe.hpp"
#include "panels/support/headless.hpp"

namespace menu_of_test {

struct Position {
    float x = 0, y = 0;
};
struct Enemy {};
struct Owner {
    std::unique_ptr<int> owned;
};

using Labels = std::vector<std::string>;

struct Scene {
    Harness harness;
    ecs::World& world = harness.world;
    ecs::Entity ship, turret, enemy;
    std::string clipboard;

    Scene() {
        world.types().add<Position>("Position").field("x", &Position::x).field("y", &Position::y);
        world.types().add<Enemy>("Enemy");
        ship = world.create(ecs::Name{"Ship"}, Position{1, 2});
        turret = world.create(ecs::Name{"Turret"}, ecs::Parent{ship});
        enemy = world.create(Position{}, Enemy{});
        harness.add([](const panels::Context&) {});
        harness.schedule.add({.name = "First", .accesses = ecs::access<Position, const Enemy>(world)});
        harness.schedule.add({.name = "Second"});
        harness.schedule.add({.name = "Third"});
    }
    ecs::ComponentId id(const char* name) const { return world.types().find(name)->id; }
    std::vector<panels::MenuItem> menu(const panels::PointedAt& at) {
        return panels::menu_of({harness.context(), clipboard}, at);
    }
    panels::MenuItem item(const panels::PointedAt& at, std::string_view label) { return find(menu(at), label); }
    panels::MenuItem copy(const panels::PointedAt& at, std::string_view label) {
        return find(item(at, "Copy as").items, label);
    }
    static panels::MenuItem find(const std::vector<panels::MenuItem>& items, std::string_view label) {
        const auto found =
            std::find_if(items.begin(), items.end(), [&](const auto& each) { return each.label == label; });
        INFO(label);
        REQUIRE(found != items.end());
        return *found;
    }
    void run(const panels::MenuItem& item) {
        REQUIRE(item.why_not.empty());
        REQUIRE(item.run);
        item.run(harness.context());
        harness.frame();
    }
    std::string copied(const panels::MenuItem& item) {
        run(item);
        return ImGui::GetClipboardText();
    }
    panels::ByteAt byte_of(ecs::Entity entity, ecs::ByteRole role) {
        const ecs::Location at = world.location(entity);
        for (const ecs::ByteSpan& span : ecs::describe(world.archetype(at.archetype), at.chunk))
            if (span.role == role && (span.row == at.row || span.row < 0))
                return {at.archetype, at.chunk, span.offset, entity};
        FAIL("no such byte");
        return {};
    }
};

Labels labels_of(const std::vector<panels::MenuItem>& items) {
    Labels labels;
    for (const panels::MenuItem& item : items) labels.push_back(item.label);
    return labels;
}

TEST_CASE("Menus: each kind of thing has its own", "[panels][menus]") {
    Scene s;
    CHECK(labels_of(s.menu(panels::EntityAt{s.ship})) ==
          Labels{"Select", "Rename", "Duplicate", "Clipboard", "Create child", "Move out of its parent",
                 "Frame in the scene", "Show in Entities", "Show its archetype", "Show its bytes", "Why isn't this in…",
                 "Prefab", "Add component…", "Remove component", "Copy as", "Destroy"});
    CHECK(labels_of(s.item(panels::EntityAt{s.ship}, "Copy as").items) ==
          Labels{"Name", "Id", "JSON", "C++", "Query", "Link"});
    CHECK(labels_of(s.menu(panels::ComponentAt{s.ship, s.id("Position")})) ==
          Labels{"Reset to default", "Copy", "Paste value", "Remove component", "Select the 2 entities with Position",
                 "Query these entities", "Show its archetype", "Show its bytes", "Copy as"});
    CHECK(labels_of(s.menu(panels::ComponentAt{{}, s.id("Position")})) ==
          Labels{"Select the 2 entities with Position", "Query these entities", "Copy as"});
    CHECK(labels_of(s.menu(panels::FieldAt{s.ship, s.id("Position"), 0})) ==
          Labels{"Copy value", "Paste value", "Reset to default", "Negate", "Show its bytes", "Copy as",
                 "Component Position"});
    const ecs::Location at = s.world.location(s.ship);
    CHECK(labels_of(s.menu(panels::ArchetypeAt{at.archetype})) ==
          Labels{"Select its 1 entity", "Show chunks", "Show in Archetypes", "Query these entities", "Copy as"});
    CHECK(labels_of(s.menu(panels::ChunkAt{at.archetype, at.chunk})) ==
          Labels{"Look inside", "Select its 1 entity", "Copy as", "Archetype"});
    CHECK(labels_of(s.menu(panels::RowAt{at.archetype, at.chunk, at.row, s.ship})) ==
          Labels{"Select its entity", "Show its bytes", "Copy as", "Entity Ship", "Chunk 0"});
    CHECK(
        labels_of(s.menu(s.byte_of(s.enemy, ecs::ByteRole::Field))) ==
        Labels{"Select its entity", "Copy value", "Copy as", "Field x", "Component Position", "Entity #3", "Chunk 0"});
    CHECK(labels_of(s.menu(s.byte_of(s.enemy, ecs::ByteRole::Header))) == Labels{"Copy as", "Chunk 0"});
    CHECK(labels_of(s.menu(panels::SystemAt{"First"})) == Labels{"Switch off", "Step this system",
                                                                 "Run up to this system", "Run earlier", "Run later",
                                                                 "Reads and writes", "Why not the selected entity?",
                                                                 "Query these entities", "Copy as", "Remove system"});
    CHECK(s.item(panels::ComponentAt{{}, s.id("Position")}, "Query these entities").hint == "Position");
    CHECK(labels_of(s.menu(panels::PlaceAt{})) == Labels{"Create entity"});
    CHECK(labels_of(s.menu(panels::PlaceAt{{s.ship, s.enemy}})) == Labels{"Ship (#1)", "#3"});
    CHECK(labels_of(s.menu(panels::PlaceAt{{s.ship}})) == labels_of(s.menu(panels::EntityAt{s.ship})));
}

TEST_CASE("Menus: titles say what is pointed at", "[panels][menus]") {
    Scene s;
    const auto title = [&](const panels::PointedAt& at) {
        const panels::MenuTitle said = panels::title_of(s.harness.context(), at);
        return said.name + (said.more.empty() ? "" : " | " + said.more);
    };
    CHECK(title(panels::EntityAt{s.ship}) == "Ship (#1)");
    s.harness.selection.select_all({s.ship, s.enemy});
    CHECK(title(panels::EntityAt{s.ship}) == "Ship (#1) | and 1 more, which are selected");
    CHECK(title(panels::ComponentAt{s.ship, s.id("Position")}) == "Position of Ship");
    CHECK(title(panels::FieldAt{s.ship, s.id("Position"), 1}) == "Position.y of Ship");
    CHECK(title(panels::SystemAt{"First"}) == "First");
    CHECK(title(panels::PlaceAt{}) == "Nothing is here | Drag selects, the right button moves the camera");
    CHECK(title(panels::PanelAt{"Chunks"}) == "Chunks");
}

TEST_CASE("Menus: nothing can be done with an entity that is gone, and each item says so", "[panels][menus]") {
    Scene s;
    s.world.destroy(s.enemy);
    for (const panels::MenuItem& item : s.menu(panels::EntityAt{s.enemy})) {
        INFO(item.label);
        if (item.label == "Copy as") continue;
        CHECK_THAT(item.why_not, Catch::Contains("destroyed"));
    }
    CHECK(s.copied(s.copy(panels::EntityAt{s.enemy}, "Id")) == "3v1");
    CHECK(s.copy(panels::EntityAt{s.enemy}, "C++").why_not == "3v1 was destroyed");
    CHECK(s.item(panels::ComponentAt{s.enemy, s.id("Position")}, "Reset to default").why_not == "3v1 was destroyed");
}

TEST_CASE("Menus: what cannot be done says why", "[panels][menus]") {
    Scene s;
    const panels::EntityAt ship{s.ship};
    const ecs::ComponentId position = s.id("Position"), enemy = s.id("Enemy");
    CHECK(s.item(ship, "Move out of its parent").why_not == "Already at the top");
    CHECK(s.item(ship, "Frame in the scene").why_not == "The Scene panel is not there");
    CHECK(s.find(s.item(ship, "Clipboard").items, "Paste components").why_not == "The clipboard holds no text");
    CHECK(s.copy(panels::EntityAt{s.enemy}, "Name").why_not == "It has no name");
    CHECK(s.item(panels::ComponentAt{s.enemy, position}, "Reset to default").why_not == "It has its default value");
    CHECK(s.item(panels::ComponentAt{s.enemy, enemy}, "Reset to default").why_not == "A tag has no value");
    CHECK(s.item(panels::ComponentAt{s.enemy, enemy}, "Show its bytes").why_not == "A tag has no bytes");
    CHECK(s.copy(panels::ComponentAt{s.enemy, enemy}, "Value").why_not == "A tag has no value");
    CHECK(s.item(panels::ComponentAt{s.turret, position}, "Paste value").why_not == "Turret has no Position any more");
    CHECK(s.item(panels::FieldAt{s.enemy, position, 0}, "Reset to default").why_not == "It has its default value");
    s.world.set_resource(Position{});
    const ecs::Entity holder = s.world.resource_holder();
    CHECK(s.item(panels::ComponentAt{holder, s.id("ResourceHolder")}, "Remove component").why_not ==
          "The world finds its resources by this component; it stays as it is");
    s.world.add(s.ship, Owner{});
    CHECK(s.item(panels::ComponentAt{s.ship, s.world.id<Owner>()}, "Reset to default").why_not ==
          "Values of this type can't be copied");
    // Archetypes and chunks
    ecs::ArchetypeId empty = 0;
    while (s.world.archetype(empty).entity_count() > 0) ++empty;
    CHECK(s.menu(panels::ArchetypeAt{empty}).front().why_not == "No entity has exactly these components");
    CHECK(s.item(panels::ChunkAt{empty, 99}, "Look inside").why_not == "The chunk was freed");
    const ecs::Location at = s.world.location(s.enemy);
    CHECK(s.copy(panels::RowAt{at.archetype, at.chunk, at.row + 1, s.enemy}, "Hex").why_not == "The row of 3v1 moved");
    // Systems
    CHECK(s.item(panels::SystemAt{"First"}, "Run up to this system").why_not == "It runs next");
    s.harness.schedule.set_enabled("Second", false);
    CHECK(s.item(panels::SystemAt{"Second"}, "Step this system").why_not == "It is switched off");
    CHECK(s.item(panels::SystemAt{"Second"}, "Reads and writes").why_not == "It declares no components");
    s.harness.transport.why_not = "This program runs its ticks itself";
    CHECK(s.item(panels::SystemAt{"Third"}, "Step this system").why_not == "This program runs its ticks itself");
    s.harness.schedule.step_system(s.world);
    CHECK(s.item(panels::SystemAt{"Third"}, "Remove system").why_not ==
          "Systems can only be removed between two ticks");
}

TEST_CASE("Menus: keys are shown for what they would do it to", "[panels][menus]") {
    Scene s;
    CHECK(s.item(panels::EntityAt{s.ship}, "Duplicate").action.empty());
    s.harness.selection.select(s.ship);
    CHECK(s.item(panels::EntityAt{s.ship}, "Duplicate").action == "edit.duplicate");
    CHECK(s.item(panels::SystemAt{"First"}, "Step this system").action == "run.step_system");
    CHECK(s.item(panels::SystemAt{"Second"}, "Step this system").action.empty());
    for (const char* name : {"edit.rename", "edit.duplicate", "edit.destroy", "edit.create", "edit.undo", "edit.redo",
                             "view.frame_selection", "run.step_system", "workspace.fill"})
        CHECK_FALSE(s.harness.key_map.find(name)->text().empty());
}

TEST_CASE("Menus: what is done to one of several selected entities is done to all of them", "[panels][menus]") {
    Scene s;
    s.harness.selection.select_all({s.ship, s.enemy});
    s.run(s.find(s.item(panels::EntityAt{s.ship}, "Remove component").items, "Position"));
    CHECK_FALSE(s.world.has<Position>(s.ship));
    CHECK_FALSE(s.world.has<Position>(s.enemy));
    CHECK(s.harness.edit_labels() == Labels{"Remove Position from 2 entities"});
    s.run(s.item(panels::EntityAt{s.turret}, "Destroy"));
    CHECK(s.world.alive(s.ship));
    CHECK_FALSE(s.world.alive(s.turret));
    CHECK(s.copied(s.copy(panels::EntityAt{s.ship}, "Id")) == "1v1\n3v1");
    CHECK(s.copied(s.copy(panels::EntityAt{s.ship}, "Link")) == "chunkscope:entity=1v1\nchunkscope:entity=3v1");
}

TEST_CASE("Menus: pasting components sets and adds them as one step", "[panels][menus]") {
    Scene s;
    s.clipboard = s.copied(s.copy(panels::EntityAt{s.enemy}, "JSON"));
    const panels::MenuItem paste = s.find(s.item(panels::EntityAt{s.ship}, "Clipboard").items, "Paste components");
    CHECK(paste.hint == "Enemy, Position");
    s.run(paste);
    CHECK(s.world.has<Enemy>(s.ship));
    CHECK(s.world.get<Position>(s.ship).x == 0);
    CHECK(s.world.name(s.ship) == "Ship");
    CHECK(s.harness.edit_labels() == Labels{"Set 2 components of Ship"});
    REQUIRE(s.harness.history.steps().size() == 1);
    CHECK(s.harness.history.undo().empty());
    CHECK_FALSE(s.world.has<Enemy>(s.ship));
    CHECK(s.world.get<Position>(s.ship).x == 1);
}

TEST_CASE("Menus: a component is reset, pasted into and removed", "[panels][menus]") {
    Scene s;
    const panels::ComponentAt at{s.ship, s.id("Position")};
    s.clipboard = R"({ "y": 9 })";
    s.run(s.item(at, "Paste value"));
    CHECK(s.world.get<Position>(s.ship).x == 1);
    CHECK(s.world.get<Position>(s.ship).y == 9);
    s.run(s.item(at, "Reset to default"));
    CHECK(s.world.get<Position>(s.ship).x == 0);
    s.run(s.item(at, "Remove component"));
    CHECK_FALSE(s.world.has<Position>(s.ship));
    s.run(s.item(panels::ComponentAt{{}, s.id("Position")}, "Select the 1 entity with Position"));
    CHECK(s.harness.selection.entities() == std::vector{s.enemy});
}

TEST_CASE("Menus: a field is copied, pasted into and reset", "[panels][menus]") {
    Scene s;
    const panels::FieldAt at{s.ship, s.id("Position"), 1};
    CHECK(s.copied(s.item(at, "Copy value")) == "2");
    CHECK(s.copied(s.copy(at, "C++")) == "2.0f");
    CHECK(s.copied(s.copy(at, "Path")) == "Position.y");
    s.clipboard = "7.5";
    CHECK(s.item(at, "Paste value").hint == "7.5");
    s.run(s.item(at, "Paste value"));
    CHECK(s.world.get<Position>(s.ship).y == 7.5f);
    CHECK(s.harness.edit_labels().back() == "Set Position.y of Ship");
    s.run(s.item(at, "Reset to default"));
    CHECK(s.world.get<Position>(s.ship).y == 0);
    CHECK(s.world.get<Position>(s.ship).x == 1);
}

TEST_CASE("Menus: a number is watched, of a vector or a colour each of its numbers", "[panels][menus][watch]") {
    struct Body {
        float mass = 1;
        ecs::Vec3 place;
        ecs::Rgba color;
    };
    Scene s;
    const ecs::ComponentId body = s.world.types()
                                      .add<Body>("Body")
                                      .field("mass", &Body::mass)
                                      .field("place", &Body::place)
                                      .field("color", &Body::color)
                                      .id();
    s.world.add(s.ship, Body{});
    panels::Watches watches;
    watches.start(s.world, s.harness.schedule);
    panels::Context context = s.harness.context();
    context.watches = &watches;
    for (std::uint32_t field = 0; field < 3; ++field) {
        const panels::PointedAt at = panels::FieldAt{s.ship, body, field};
        const auto watch = [&] { return Scene::find(panels::menu_of({context, ""}, at), "Watch"); };
        watch().run(context);
        CHECK(watch().why_not == "It is watched already");
    }
    Labels watched;
    for (const panels::Pin& pin : watches.pins()) watched.push_back(pin.text);
    CHECK(watched == Labels{"Body.mass", "Body.place.x", "Body.place.y", "Body.place.z", "Body.color.r", "Body.color.g",
                            "Body.color.b", "Body.color.a"});
    watches.stop();
}

TEST_CASE("Menus: bytes of a row are copied and shown", "[panels][menus]") {
    Scene s;
    const panels::ByteAt at = s.byte_of(s.ship, ecs::ByteRole::Field);
    const std::string hex = s.copied(s.copy(at, "Hex"));
    CHECK(hex.find("00") != std::string::npos);
    const panels::ByteAt id = s.byte_of(s.ship, ecs::ByteRole::Entity);
    CHECK(s.copied(s.copy(id, "Hex")) == "01 00 00 00 01 00 00 00");
    CHECK(s.copied(s.copy(id, "Offset")) == "0x40");
    CHECK_THAT(s.copied(s.copy(id, "C++")), Catch::StartsWith("const std::byte bytes[] = {std::byte{0x01}, "));
    CHECK_THAT(s.copied(s.copy(id, "Address")), Catch::StartsWith("0x"));
    s.run(s.item(panels::EntityAt{s.enemy}, "Show its bytes"));
    CHECK(s.harness.selection.entity() == s.enemy);
    CHECK(s.harness.selection.chunk() == 0u);
    CHECK(std::get<panels::ShowPanelRequest>(s.harness.performed.back()).id == "chunks");
    const ecs::Location row = s.world.location(s.enemy);
    CHECK(s.copied(s.copy(panels::RowAt{row.archetype, row.chunk, row.row, s.enemy}, "Hex")) ==
          "entity id: 03 00 00 00 01 00 00 00\nPosition: 00 00 00 00 00 00 00 00");
}

TEST_CASE("Menus: a system is stepped after those before it", "[panels][menus]") {
    Scene s;
    std::string ran;
    s.harness.schedule.hook = nullptr;
    for (const char* name : {"First", "Second", "Third"}) s.harness.schedule.remove(s.world, name);
    for (const char* name : {"A", "B", "C"})
        s.harness.schedule.add({.name = name, .run = [&ran, name](ecs::SystemContext&) { ran += name; }});
    s.run(s.item(panels::SystemAt{"B"}, "Run up to this system"));
    CHECK(ran == "A");
    s.run(s.item(panels::SystemAt{"C"}, "Step this system"));
    CHECK(ran == "ABC");
    // Within the next tick, then around its end.
    s.run(s.item(panels::SystemAt{"B"}, "Step this system"));
    s.run(s.item(panels::SystemAt{"A"}, "Step this system"));
    CHECK(ran == "ABCABCA");
    s.run(s.item(panels::SystemAt{"A"}, "Switch off"));
    CHECK_FALSE(s.harness.schedule.find("A")->enabled);
}

TEST_CASE("Menus: a step of the history is gone to, and copied as a script", "[panels][menus]") {
    Scene s;
    for (const char* name : {"One", "Two", "Three"}) {
        panels::EditRequest request{std::string("Call it ") + name, {}, false, true};
        request.edits.push_back(ecs::rename(s.world, s.ship, name));
        s.harness.requests.push_back(std::move(request));
        s.harness.frame();
    }
    const auto at = [&](std::size_t step) { return panels::StepAt{step, s.harness.history.state()}; };
    CHECK(s.item(at(2), "Go to here").why_not == "This is the last step in force");
    s.run(s.item(at(0), "Go to here"));
    CHECK(s.world.name(s.ship) == "One");
    CHECK(s.item(at(1), "Go to before it").why_not == "The world is as it was before it");
    CHECK(s.item(at(1), "Go to here").action == "edit.redo");
    CHECK_THAT(s.copied(s.copy(at(2), "Edit script that does it again")), Catch::Contains(R"("name": "Three")"));
    CHECK_THAT(s.copied(s.copy(at(0), "Edit script that takes it back")), Catch::Contains(R"("name": "Ship")"));
    CHECK(s.copied(s.copy(at(1), "Label")) == "Call it Two");
    const panels::StepAt before = at(0);
    s.run(s.item(at(2), "Go to here"));
    CHECK(s.world.name(s.ship) == "Three");
    CHECK(s.item(before, "Go to here").why_not == "The history went on");
}

TEST_CASE("Menus: many entities are copied as a job, as they were when it was asked for", "[panels][menus]") {
    Scene s;
    std::vector<ecs::Entity> many{s.ship};
    for (int i = 0; i < 3'000; ++i) many.push_back(s.world.create(Position{static_cast<float>(i), 0}));
    s.harness.selection.select_all(many);
    ImGui::SetClipboardText("as before");
    panels::Context context = s.harness.context();
    context.take_snapshot = [&s] { return ecs::Snapshots(s.world).take(); };
    s.copy(panels::EntityAt{s.ship}, "JSON").run(context);
    REQUIRE(context.requests.size() == 1);
    const auto* asked = std::get_if<panels::JobRequest>(&context.requests.front());
    REQUIRE(asked);
    const panels::Job job = asked->job;
    context.requests.clear();
    CHECK(job.title == "Copying 3,001 entities as JSON");
    const std::size_t count = s.world.entity_count();
    s.world.get_mut<Position>(s.ship).x = 99;
    s.world.destroy(many.back());

    ecs::Progress progress;
    const ecs::Result<panels::JobResult> result = job.work(progress);
    REQUIRE(result);
    CHECK(progress.total() == 3'001);
    CHECK(progress.done() > 2'000);
    CHECK(ImGui::GetClipboardText() == std::string("as before"));
    result->take();
    const std::string text = ImGui::GetClipboardText();
    CHECK(text.substr(0, 2) == "[\n");
    CHECK(std::count(text.begin(), text.end(), '\n') == 3'002);
    CHECK(text.find(R"("Position": { "x": 1, "y": 2 })") != std::string::npos);
    CHECK(text.find("\"x\": 2999") != std::string::npos);
    CHECK(s.world.entity_count() == count - 1);

    ecs::Progress cancelled;
    cancelled.cancel();
    const ecs::Result<panels::JobResult> dropped = job.work(cancelled);
    CHECK((!dropped || dropped->file.empty()));  // so Jobs drops it
}

TEST_CASE("Menus: an entity says why it is not in each system, a system why not the selected entity",
          "[panels][menus][why]") {
    Scene s;
    REQUIRE(s.harness.schedule.add(ecs::make_system<Position, ecs::With<Enemy>>(s.world, "Chase", [](Position&) {})));
    const std::vector<panels::MenuItem> why = s.item(panels::EntityAt{s.ship}, "Why isn't this in…").items;
    CHECK(labels_of(why) == Labels{"First", "Second", "Third", "Chase"});
    CHECK(s.find(why, "Chase").keys == "lacks component Enemy");
    CHECK(s.find(why, "First").keys == "not known");
    CHECK(s.find(why, "First").hint.find("does not declare its queries") != std::string::npos);
    CHECK(s.find(s.item(panels::EntityAt{s.enemy}, "Why isn't this in…").items, "Chase").checked);
    s.run(s.find(why, "Chase"));
    CHECK(s.harness.selection.entity() == s.ship);
    REQUIRE(s.harness.performed.size() == 1);
    const auto& shown = std::get<panels::ShowPanelRequest>(s.harness.performed[0]);
    CHECK(shown.id == "inspector");
    CHECK(shown.part == "why Chase");

    s.run(s.item(panels::SystemAt{"Chase"}, "Why not Ship?"));
    CHECK(std::get<panels::ShowPanelRequest>(s.harness.performed.back()).part == "why Chase");
    s.harness.selection.select(s.enemy);
    CHECK(s.item(panels::SystemAt{"Chase"}, "Why it visits #3").why_not.empty());
    s.harness.selection.clear();
    CHECK(s.item(panels::SystemAt{"Chase"}, "Why not the selected entity?").why_not == "No entity is selected");
}

TEST_CASE("Menus: a step of the history leads to its tick, where earlier ticks are recorded", "[panels][menus]") {
    Scene s;
    const auto item = [&] { return s.item(panels::StepAt{0, s.harness.history.state()}, "Go to tick 3"); };
    for (int i = 0; i < 3; ++i) s.harness.schedule.tick(s.world);
    REQUIRE(s.harness.history.perform({"Rename", {ecs::rename(s.world, s.ship, "Boat")}}).empty());
    CHECK(item().why_not == "Nobody records earlier ticks here");
    s.harness.timeline.start();
    CHECK(item().why_not == "The world is at this tick");
    for (int i = 0; i < 5; ++i) s.harness.schedule.tick(s.world);
    s.run(item());
    CHECK(s.world.tick() == 3);
    CHECK(s.world.name(s.ship) == "Boat");
    CHECK(s.item(panels::StepAt{7, 99}, "Go to its tick").why_not == "The history went on");
}

}  // namespace menu_of_test
