#include "panels/query/query_panel.hpp"

#include <algorithm>

#include "catch.hpp"
#include "figures/drawing/value_text.hpp"
#include "panels/support/headless.hpp"

namespace query_panel_test {

using panels::QueryPanel;
using panels::compat::Key;
using Entities = std::vector<ecs::Entity>;
using Texts = std::vector<std::string>;

namespace {

struct Health {
    int hp = 0, max = 100;
};
struct Speed {
    float value = 0;
};
struct Frozen {};

struct Scene {
    Harness harness{{640, 480}};
    QueryPanel panel;
    ecs::World& world = harness.world;
    ecs::Entity ship, rock, boss;

    Scene() {
        world.types()
            .add<Health>("game::Health")
            .field("hp", &Health::hp, {.min = 0, .max = 100})
            .field("max", &Health::max);
        world.types().add<Speed>("game::Speed").field("value", &Speed::value);
        world.types().add<Frozen>("game::Frozen");
        ship = world.create(ecs::Name{"Ship"}, Health{30}, Speed{1.5f});
        rock = world.create(ecs::Name{"Rock"}, Health{10}, Frozen{});
        boss = world.create(ecs::Name{"Boss"}, Health{90}, Speed{4});
        world.create(ecs::Name{"Wind"});
        harness.add(panel);
        harness.frames(3);
    }
    void ask(std::string_view text) {
        harness.click_text("A query, such as");
        harness.type(text);
        harness.frames(3);
    }
    void show(const std::string& text) {
        panel.show_part(text);
        harness.frames(4);
    }
    Entities rows() const { return panel.table().rows(); }
    std::string clipboard() { return ImGui::GetClipboardText(); }
};

}  // namespace

TEST_CASE("Query: what is typed is asked, with a column for each field of the components", "[panels][query]") {
    Scene s;
    s.ask("Health.hp < 50");
    INFO(s.harness.screen());
    CHECK(s.rows() == Entities{s.ship, s.rock});
    CHECK(s.panel.column_texts() == Texts{"Health.hp", "Health.max"});
    CHECK(s.harness.says("2 of 4 entities · 2 of"));
    CHECK(s.harness.says("Ship"));
    CHECK(s.harness.says("30"));
    CHECK_FALSE(s.harness.says("Boss"));
    // It is kept up to date.
    s.world.get_mut<Health>(s.boss).hp = 49;
    s.harness.frames(3);
    CHECK(s.rows() == Entities{s.ship, s.rock, s.boss});
}

TEST_CASE("Query: the fields that are asked about stand first", "[panels][query]") {
    Scene s;
    s.show("Health.hp < 50");
    CHECK(s.panel.column_texts() == Texts{"Health.hp", "Health.max"});
    s.show("Health.max > 0");
    CHECK(s.panel.column_texts() == Texts{"Health.max", "Health.hp"});
}

TEST_CASE("Query: an error is said below the text, and the last rows stay", "[panels][query]") {
    Scene s;
    s.ask("Health");
    REQUIRE(s.rows().size() == 3);
    s.harness.click_text("Health");
    s.harness.replace_text("Health.hp <");
    s.harness.frames(3);
    INFO(s.harness.screen());
    CHECK(s.harness.says("3 matches, as before"));
    CHECK(s.harness.says("Ship"));
    CHECK(s.rows().size() == 3);
    s.harness.replace_text("Helth");
    s.harness.frames(3);
    CHECK(s.harness.says("did you mean Health?"));
}

TEST_CASE("Query: without a query, examples of the world's own components are a click away", "[panels][query]") {
    Scene s;
    INFO(s.harness.screen());
    const auto examples = panels::query_examples(s.world);
    REQUIRE(examples.size() == 3);
    for (const panels::QueryExample& example : examples) {
        INFO(example.text);
        auto query = ecs::TextQuery::parse(example.text);
        REQUIRE(query);
        CHECK(query->bind(s.world) == nullptr);
        CHECK(query->count(s.world) > 0);
        CHECK(s.harness.says(example.text));
    }
    s.harness.click_text(examples[1].text);
    s.harness.frames(3);
    CHECK(s.panel.table().query() != nullptr);
    CHECK_FALSE(s.rows().empty());
}

TEST_CASE("Query: a click on a heading sorts, again turns round, again goes back to the ids", "[panels][query]") {
    Scene s;
    s.show("Health");
    REQUIRE(s.rows() == Entities{s.ship, s.rock, s.boss});
    s.harness.click_text("Health.hp");
    s.harness.frames(3);
    CHECK(s.rows() == Entities{s.rock, s.ship, s.boss});
    s.harness.click_text("Health.hp");
    s.harness.frames(3);
    CHECK(s.rows() == Entities{s.boss, s.ship, s.rock});
    s.harness.click_text("Health.hp");
    s.harness.frames(3);
    CHECK(s.rows() == Entities{s.ship, s.rock, s.boss});
    s.harness.click_text("Entity");
    s.harness.frames(3);
    CHECK(s.rows() == Entities{s.boss, s.rock, s.ship});
}

TEST_CASE("Query: rows select their entities, by mouse and by keys", "[panels][query]") {
    Scene s;
    s.show("Health");
    s.harness.click_text("Ship");
    CHECK(s.harness.selection.entities() == Entities{s.ship});
    s.harness.hold(true);
    s.harness.click_text("Boss");
    s.harness.hold(false);
    CHECK(s.harness.selection.entities() == Entities{s.ship, s.boss});
    s.harness.hold(false, true);
    s.harness.click_text("Ship");
    s.harness.hold(false);
    CHECK(s.harness.selection.entities() == Entities{s.boss, s.rock, s.ship});
    s.harness.click_text("Rock");
    s.harness.key(Key::Down);
    CHECK(s.harness.selection.entity() == s.boss);
    s.harness.key(Key::Home);
    CHECK(s.harness.selection.entity() == s.ship);
    s.harness.hold(false, true);
    s.harness.key(Key::End);
    s.harness.hold(false);
    CHECK(s.harness.selection.entities() == Entities{s.ship, s.rock, s.boss});
    s.harness.key(Key::Tab);
    s.harness.frames(2);
    CHECK(s.panel.field().active());
}

TEST_CASE("Query: the menu selects all matches, and copies rows, query and command", "[panels][query]") {
    Scene s;
    s.show("Health.hp < 50");
    const auto more = [&] { s.harness.click({628, s.harness.need("Saved").middle().y}); };
    more();
    s.harness.frames(2);
    INFO(s.harness.screen());
    s.harness.click_text("Select all 2 matches");
    CHECK(s.harness.selection.entities() == Entities{s.ship, s.rock});
    more();
    s.harness.click_text("Copy selected rows as CSV");
    CHECK(s.clipboard() == "entity,name,Health.hp,Health.max\n" + ecs::to_string(s.ship) + ",Ship,30,100\n" +
                               ecs::to_string(s.rock) + ",Rock,10,100\n");
    more();
    s.harness.click_text("Export as CSV");
    REQUIRE(!s.harness.performed.empty());
    const auto* const request = std::get_if<panels::ExportTextRequest>(&s.harness.performed.back());
    REQUIRE(request != nullptr);
    CHECK(request->name == "query.csv");
    ecs::Progress progress;
    const auto text = request->make(progress);
    REQUIRE(text);
    CHECK(*text == s.clipboard());
}

TEST_CASE("Query: columns are chosen among all fields, and written as values", "[panels][query]") {
    Scene s;
    s.show("Frozen");
    CHECK(s.panel.column_texts().empty());
    s.harness.click_text("Columns");
    s.harness.frames(2);
    s.harness.type("speed");
    s.harness.key(Key::Enter);
    s.harness.frames(2);
    CHECK(s.panel.column_texts() == Texts{"Speed.value"});
    s.harness.click_text("Columns");
    s.harness.frames(2);
    s.harness.click_text("Columns");
    s.harness.frames(2);
    s.harness.type("Health.hp / 4.0");
    s.harness.click_text("Add Health.hp / 4.0");
    s.harness.frames(3);
    INFO(s.harness.screen());
    CHECK(s.panel.column_texts() == Texts{"Speed.value", "Health.hp / 4.0"});
    CHECK(s.harness.says("2.500"));
    // Another query keeps them, and so do settings.
    s.show("Health");
    CHECK(s.panel.column_texts() == Texts{"Health.hp", "Health.max", "Speed.value", "Health.hp / 4.0"});
    QueryPanel other;
    other.load_settings(s.panel.save_settings());
    Harness harness;
    CHECK(other.save_settings() == s.panel.save_settings());
}

TEST_CASE("Query: a query is saved under a name, applied, renamed and deleted", "[panels][query]") {
    Scene s;
    s.show("Health.hp < 50");
    s.harness.click_text("Saved");
    s.harness.frames(2);
    s.harness.type("Weak");  // the field has the keyboard
    s.harness.key(Key::Enter);
    s.harness.frames(2);
    INFO(s.harness.screen());
    REQUIRE(s.panel.saved().named().size() == 1);
    CHECK(s.panel.saved().named()[0].name == "Weak");
    // The palette offers it.
    const auto parts = s.panel.named_parts();
    REQUIRE(!parts.empty());
    CHECK(parts[0].part == "Health.hp < 50");
    CHECK(parts[0].label == "Query Weak");
    s.harness.click({620, 470});
    s.show("Frozen");
    CHECK(s.rows() == Entities{s.rock});
    s.harness.click_text("Saved");
    s.harness.frames(2);
    s.harness.click_text("Weak");
    s.harness.frames(4);
    CHECK(s.rows() == Entities{s.ship, s.rock});
    s.harness.click_text("Saved");
    s.harness.frames(2);
    s.harness.click_text("Rename");
    s.harness.frames(2);
    s.harness.replace_text("Feeble");
    s.harness.key(Key::Enter);
    s.harness.frames(2);
    CHECK(s.panel.saved().named()[0].name == "Feeble");
}

TEST_CASE("Query: a query that came from elsewhere is asked, and kept among those asked before", "[panels][query]") {
    Scene s;
    s.show("Speed.value > 2");
    CHECK(s.rows() == Entities{s.boss});
    CHECK(s.panel.saved().recent() == Texts{"Speed.value > 2"});
    QueryPanel other;
    other.load_settings(s.panel.save_settings());
    Harness harness;
    CHECK(other.saved().recent() == Texts{"Speed.value > 2"});
}

TEST_CASE("Query: it draws only the rows in view", "[panels][query]") {
    Scene s;
    for (int i = 0; i < 5000; ++i) s.world.create(Health{i});
    s.show("Health");
    while (!s.panel.table().up_to_date()) s.harness.frame();
    s.harness.frame();
    CHECK(s.rows().size() == 5003);
    CHECK(s.panel.rows_drawn() > 5);
    CHECK(s.panel.rows_drawn() < 40);
}

TEST_CASE("Query panel: a query of another world is told quietly, until somebody types", "[panels][query_panel]") {
    Scene former;
    former.world.types().add<ecs::Vec2>("game::Wind");
    former.show("Wind");
    const std::string kept = former.panel.save_settings();

    Scene s;
    s.panel.load_settings(kept);
    s.harness.frames(4);
    CHECK(s.harness.says("Not for this world: "));
    s.show("Wimd");
    CHECK_FALSE(s.harness.says("Not for this world: "));
}

}  // namespace query_panel_test
