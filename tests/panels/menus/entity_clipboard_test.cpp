// Entities go through the clipboard as text of world files, into the same world or another one (A19).
#include "panels/menus/entity_clipboard.hpp"

#include <map>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/prefab/overrides.hpp"
#include "ecs/prefab/prefab_edits.hpp"
#include "ecs/world/prefab_types.hpp"
#include "panels/menus/pasted.hpp"
#include "panels/support/headless.hpp"

namespace entity_clipboard_test {

namespace {

struct Aim {
    ecs::Entity first;
    ecs::Entity more[2];
    std::int32_t number = 0;
};

void register_types(ecs::World& world) {
    world.types().add<Aim>("Aim").field("first", &Aim::first).field("more", &Aim::more).field("number", &Aim::number);
}

struct Bench {
    Harness harness;
    ecs::World& world = harness.world;

    Bench() { register_types(world); }
    std::string copied(const std::vector<ecs::Entity>& entities) {
        const auto text = panels::text_of_entities(world, entities);
        REQUIRE(text);
        return *text;
    }
    /// What was selected after pasting.
    std::vector<ecs::Entity> paste(const std::string& text, ecs::Entity parent = ecs::null_entity) {
        panels::paste_entities(harness.context(), text, parent);
        harness.frame();
        return harness.selection.entities();
    }
    std::string problem(std::string_view text) const { return panels::pasted_entities(world, text).error(); }
};

}  // namespace

TEST_CASE("Entity clipboard: a parent with 20 children is pasted once, and references stay inside",
          "[panels][menus][clipboard]") {
    Bench b;
    const ecs::Entity door = b.world.create(ecs::Name{"Door"});
    const ecs::Entity ship = b.world.create(ecs::Name{"Ship"}, Aim{});
    std::vector<ecs::Entity> crew;
    for (int i = 0; i < 20; ++i) crew.push_back(b.world.create(ecs::Parent{ship}, Aim{ship, {door, ship}, i}));
    b.world.get_mut<Aim>(ship).first = crew[7];
    const std::size_t before = b.world.entity_count();

    const std::vector<ecs::Entity> pasted = b.paste(b.copied({ship, crew[3], crew[4]}));
    REQUIRE(pasted.size() == 1);
    const ecs::Entity copy = pasted.front();
    CHECK(copy != ship);
    CHECK(b.world.entity_count() == before + 21);
    CHECK(b.world.name(copy) == "Ship 2");
    REQUIRE(b.world.children(copy).size() == 20);
    CHECK(b.world.children(ship).size() == 20);
    for (const ecs::Entity child : b.world.children(copy)) {
        CHECK(b.world.get<Aim>(child).first == copy);
        CHECK(b.world.get<Aim>(child).more[1] == copy);
        CHECK(b.world.get<Aim>(child).more[0] == door);
    }
    CHECK(b.world.parent(b.world.get<Aim>(copy).first) == copy);
    CHECK(b.world.get<Aim>(b.world.get<Aim>(copy).first).number == 7);
    REQUIRE(b.harness.history.steps().size() == 1);
    CHECK(b.harness.history.steps()[0].label == "Paste 21 entities");
    CHECK(b.harness.told.empty());
    CHECK(b.harness.history.undo().empty());
    CHECK(b.world.entity_count() == before);
}

TEST_CASE("Entity clipboard: in another world, references to others lead only to who has the same id and name",
          "[panels][menus][clipboard]") {
    Bench here, there;
    const ecs::Entity door = here.world.create(ecs::Name{"Door"}), key = here.world.create(ecs::Name{"Key"});
    const ecs::Entity ship = here.world.create(ecs::Name{"Ship"}, Aim{door, {key, ecs::null_entity}, 3});
    there.world.create(ecs::Name{"Door"});
    there.world.create(ecs::Name{"Stranger"});
    const std::vector<ecs::Entity> pasted = there.paste(here.copied({ship}));
    REQUIRE(pasted.size() == 1);
    CHECK(there.world.name(pasted.front()) == "Ship");
    CHECK(there.world.get<Aim>(pasted.front()).first == door);
    CHECK_FALSE(there.world.get<Aim>(pasted.front()).more[0]);
    CHECK(there.world.get<Aim>(pasted.front()).number == 3);
}

TEST_CASE("Entity clipboard: what was cut comes back as it was, under the same name", "[panels][menus][clipboard]") {
    Bench b;
    const ecs::Entity ship = b.world.create(ecs::Name{"Ship"}, Aim{});
    const ecs::Entity child = b.world.create(ecs::Parent{ship}, Aim{ship, {}, 5});
    const std::string text = b.copied({ship});
    b.world.destroy(child);
    b.world.destroy(ship);
    const std::vector<ecs::Entity> pasted = b.paste(text);
    REQUIRE(pasted.size() == 1);
    CHECK(b.world.name(pasted.front()) == "Ship");
    REQUIRE(b.world.children(pasted.front()).size() == 1);
    CHECK(b.world.get<Aim>(b.world.children(pasted.front()).front()).first == pasted.front());
}

TEST_CASE("Entity clipboard: texts of an editor are read in any order, and pasted below an entity",
          "[panels][menus][clipboard]") {
    Bench b;
    const ecs::Entity home = b.world.create(ecs::Name{"Home"});
    const auto pasted = b.paste(R"([
        { "name": "Child", "id": "9v9", "parent": "5v5", "components": { "Aim": { "first": "5v5" } } },
        { "id": "5v5", "components": { "Aim": { "number": 4 } } } ])",
                                home);
    REQUIRE(pasted.size() == 1);
    CHECK(b.world.parent(pasted.front()) == home);
    const ecs::Entity child = b.world.find_by_name("Child");
    REQUIRE(child);
    CHECK(b.world.parent(child) == pasted.front());
    CHECK(b.world.get<Aim>(child).first == pasted.front());
    CHECK(b.paste(R"({ "name": "Alone" })").size() == 1);
    CHECK(b.world.find_by_name("Alone"));
    // Below each other: one of them loses its parent.
    CHECK(b.paste(R"([{ "id": "1v9", "parent": "2v9" }, { "id": "2v9", "parent": "1v9" }])").size() == 1);
}

TEST_CASE("Entity clipboard: what is no entity is refused with the reason", "[panels][menus][clipboard]") {
    Bench b;
    CHECK(b.problem("") == "The clipboard holds no text");
    const std::string rest = "\". Entities can be pasted here, and values over a field of the Inspector";
    CHECK(b.problem(" hello world\n") == "The clipboard holds \"hello world" + rest);
    CHECK(b.problem("{}") == "The clipboard holds \"{}" + rest);
    CHECK(b.problem("[]") == "The clipboard holds \"[]" + rest);
    CHECK(b.problem(R"({ "Aim": { "number": 3 } })") ==
          "The clipboard holds components: Aim. Paste components, in the menu of an entity, puts them there");
    CHECK(b.problem(R"([{ "id": "1v1" }, { "id": "1v1" }])") == "The clipboard has 1v1 twice");
    CHECK(b.problem(R"({ "components": { "Nose": {} } })") == "No component of this world is called Nose");
    CHECK(b.problem(R"({ "components": { "Aim": { "number": "x" } } })").find("number") != std::string::npos);
    CHECK(b.problem("[{").find("The clipboard: ") == 0);
}

TEST_CASE("Entity clipboard: the components of a copied entity can be pasted onto another one",
          "[panels][menus][clipboard]") {
    Bench b;
    const ecs::Entity ship = b.world.create(ecs::Name{"Ship"}, Aim{{}, {}, 8});
    const auto values = panels::pasted_components(b.world, b.copied({ship}));
    INFO(values.error());
    REQUIRE(values);
    REQUIRE(values->size() == 1);
    CHECK(static_cast<const Aim*>(values->front().data())->number == 8);
}

TEST_CASE("Entity clipboard: a world that lacks the components gets them, and says so", "[panels][menus][clipboard]") {
    Bench here;
    const ecs::Entity ship = here.world.create(ecs::Name{"Ship"});
    here.world.add(ship, Aim{ship, {}, 41});
    Harness there;
    const auto paste = [&](const std::string& text) {
        panels::paste_entities(there.context(), text, ecs::null_entity);
        there.frame();
        return there.selection.entities();
    };
    const std::string text = here.copied({ship});
    CHECK(panels::pasted_entities(there.world, text).error().empty());
    const std::vector<ecs::Entity> pasted = paste(text);
    REQUIRE(pasted.size() == 1);
    const ecs::ComponentType* const type = there.world.types().find("Aim");
    REQUIRE(type != nullptr);
    REQUIRE(there.world.has(pasted.front(), type->id));
    const auto& aim = *static_cast<const Aim*>(there.world.get(pasted.front(), type->id));
    CHECK(aim.number == 41);
    CHECK(aim.first == pasted.front());
    CHECK(there.told == std::vector<std::string>{"This world lacked these components, which came along: Aim"});
    // One step, with what came along.
    REQUIRE(there.history.steps().size() == 1);
    CHECK(there.history.steps()[0].label == "Paste 1 entity");
    CHECK(there.history.steps()[0].entities == 1);
    // The next one finds them.
    CHECK(paste(text).size() == 1);
    CHECK(there.told.size() == 1);
    REQUIRE(there.history.undo().empty());
    CHECK(there.world.types().find("Aim") != nullptr);
    for (int round = 0; round < 2; ++round) {
        REQUIRE(there.history.undo().empty());
        CHECK(there.world.entity_count() == 0);
        CHECK(there.world.types().find("Aim") == nullptr);
        REQUIRE(there.history.redo().empty());
        CHECK(there.world.entity_count() == 1);
        CHECK(there.world.types().find("Aim") != nullptr);
    }

    // What cannot be made at run time is named.
    const std::string odd = R"({ "entities": [{ "id": "1v1", "components": { "int": { "x": 1 } } }],
                                 "components": { "int": { "fields": { "x": "i32" } } } })";
    CHECK(panels::pasted_entities(there.world, odd).error().find("called int, and it cannot be made here: ") !=
          std::string::npos);
}

TEST_CASE("Entity clipboard: an instance brings its prefab along, once", "[panels][menus][clipboard]") {
    Bench here;
    const ecs::Entity turret = here.world.create(ecs::Name{"Turret"}, Aim{{}, {}, 7});
    const ecs::Entity gun = here.world.create(ecs::Name{"Gun"}, ecs::Parent{turret});
    here.world.get_mut<Aim>(turret).first = gun;
    REQUIRE(ecs::register_prefab_types(here.world.types()).empty());
    auto made = ecs::make_prefab(here.world, turret);
    REQUIRE(made);
    REQUIRE(here.harness.history.perform({"Make a prefab", std::move(*made)}).empty());
    const ecs::Entity prefab = ecs::Prefabs(here.world).all().front();
    const std::string text = here.copied({turret});

    // In its own world it stays an instance of the same prefab.
    const std::vector<ecs::Entity> beside = here.paste(text);
    REQUIRE(beside.size() == 1);
    CHECK(ecs::Prefabs(here.world).source_of(beside.front()) == prefab);
    CHECK(ecs::Prefabs(here.world).all().size() == 1);

    Harness there;
    there.world.create(ecs::Name{"Turret"});  // of the same name, and of the same id perhaps, but no prefab
    for (int round = 1; round <= 2; ++round) {
        panels::paste_entities(there.context(), text, ecs::null_entity);
        there.frame();
        REQUIRE(there.selection.entities().size() == 1);
        const ecs::Prefabs prefabs(there.world);
        const std::vector<ecs::Entity> all = prefabs.all();
        REQUIRE(all.size() == 1);
        CHECK(there.world.name(all.front()) == "Turret");
        const ecs::Entity instance = there.selection.entity();
        CHECK(prefabs.source_of(instance) == all.front());
        REQUIRE(there.world.children(instance).size() == 1);
        CHECK(prefabs.source_of(there.world.children(instance).front()) == there.world.children(all.front()).front());
        CHECK(ecs::overrides(there.world, instance, ecs::default_placing(there.world.types())).empty());
        CHECK(there.told.size() == 2);
    }
    CHECK(there.told.back() == "This world lacked these prefabs, which came along: Turret");
    // Each paste is one step, the first one with component and prefab.
    REQUIRE(there.history.steps().size() == 2);
    REQUIRE(there.history.undo().empty());
    REQUIRE(there.history.undo().empty());
    CHECK(there.world.entity_count() == 1);
    CHECK(ecs::Prefabs(there.world).all().empty());
    CHECK(there.world.types().find("Aim") == nullptr);
    REQUIRE(there.history.redo().empty());
    CHECK(ecs::Prefabs(there.world).all().size() == 1);
    // A prefab of that name with other children is another one.
    Harness other;
    const ecs::Entity plain = other.world.create(ecs::Name{"Turret"});
    REQUIRE(ecs::register_prefab_types(other.world.types()).empty());
    auto another = ecs::make_prefab(other.world, plain);
    REQUIRE(another);
    REQUIRE(other.history.perform({"Make a prefab", std::move(*another)}).empty());
    panels::paste_entities(other.context(), text, ecs::null_entity);
    other.frame();
    CHECK(ecs::Prefabs(other.world).all().size() == 2);
    CHECK(other.told.back() == "Another prefab called Turret was here, with other children. Both stay");
}

TEST_CASE("Entity clipboard: references and parents that do not come along are counted and told",
          "[panels][menus][clipboard]") {
    Bench here;
    const ecs::Entity fleet = here.world.create(ecs::Name{"Fleet"}), door = here.world.create(ecs::Name{"Door"});
    const ecs::Entity gone = here.world.create(ecs::Name{"Gone"});
    const ecs::Entity ship = here.world.create(ecs::Name{"Ship"}, ecs::Parent{fleet}, Aim{door, {gone, fleet}, 1});
    const ecs::Entity boat = here.world.create(ecs::Name{"Boat"}, ecs::Parent{ship}, Aim{ship, {}, 2});
    here.world.destroy(gone);
    const std::string one = here.copied({boat}), both = here.copied({ship});
    // In their own world nothing is dropped.
    (void)here.paste(both);
    CHECK(here.harness.told.empty());

    Bench there;
    (void)there.paste(both);
    CHECK(there.harness.told == std::vector<std::string>{"2 references to entities that were not copied are empty",
                                                         "1 entity is at the top, because its parent was not copied"});
    there.harness.told.clear();
    (void)there.paste(one, there.world.create(ecs::Name{"Harbour"}));
    CHECK(there.harness.told == std::vector<std::string>{"1 reference to an entity that was not copied is empty"});
    CHECK(there.harness.history.steps().size() == 2);
}

TEST_CASE("Entity clipboard: references of random forests, pasted and duplicated, equal brute force",
          "[panels][menus][clipboard]") {
    ecs::Random random(19);
    for (int round = 0; round < 150; ++round) {
        Bench b;
        std::vector<ecs::Entity> all;
        const std::uint32_t count = 2 + random.below(30);
        for (std::uint32_t i = 0; i < count; ++i) {
            all.push_back(b.world.create(Aim{{}, {}, static_cast<std::int32_t>(i)}));
            if (i > 0 && random.below(3) > 0) (void)b.world.set_parent(all[i], all[random.below(i)]);
        }
        const auto any = [&] { return random.below(4) == 0 ? ecs::null_entity : all[random.below(count)]; };
        for (const ecs::Entity entity : all) {
            Aim& aim = b.world.get_mut<Aim>(entity);
            aim.first = any();
            aim.more[0] = any();
            aim.more[1] = any();
        }
        std::vector<ecs::Entity> chosen;
        for (const ecs::Entity entity : all)
            if (random.below(3) == 0) chosen.push_back(entity);
        if (chosen.empty()) chosen.push_back(all.back());
        // Who is copied: the chosen, and all below them.
        const auto inside = [&](ecs::Entity entity) {
            for (ecs::Entity at = entity; at; at = b.world.parent(at))
                if (std::find(chosen.begin(), chosen.end(), at) != chosen.end()) return true;
            return false;
        };
        if (round % 2 == 0) {
            (void)b.paste(b.copied(chosen));
        } else {
            std::vector<ecs::Edit> edits{ecs::duplicate(b.world, chosen)};
            REQUIRE(b.harness.history.perform({"Duplicate", std::move(edits)}).empty());
        }
        // A copy has the number of its original, and only there is it another entity.
        std::map<std::int32_t, ecs::Entity> copies;
        for (std::size_t slot = 0; slot < b.world.slot_count(); ++slot) {
            const ecs::Entity entity = b.world.entity_at_slot(slot);
            if (!entity || std::find(all.begin(), all.end(), entity) != all.end()) continue;
            CHECK(copies.emplace(b.world.get<Aim>(entity).number, entity).second);
        }
        const auto wanted = [&](ecs::Entity original) {
            return original && inside(original) ? copies.at(b.world.get<Aim>(original).number) : original;
        };
        INFO("round " << round);
        CHECK(copies.size() ==
              static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](auto e) { return inside(e); })));
        for (const auto& [number, copy] : copies) {
            const ecs::Entity original = all[static_cast<std::size_t>(number)];
            const Aim &was = b.world.get<Aim>(original), &is = b.world.get<Aim>(copy);
            CHECK(is.first == wanted(was.first));
            CHECK(is.more[0] == wanted(was.more[0]));
            CHECK(is.more[1] == wanted(was.more[1]));
            CHECK(b.world.parent(copy) == wanted(b.world.parent(original)));
        }
    }
}

}  // namespace entity_clipboard_test
