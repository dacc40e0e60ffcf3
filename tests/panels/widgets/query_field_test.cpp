#include "panels/widgets/query_field.hpp"

#include "catch.hpp"
#include "panels/support/headless.hpp"

namespace query_field_test {

using panels::QueryField;
using panels::compat::Key;

namespace {

struct Health {
    int hp = 100, heat = 0;
};
struct Heavy {};
struct Boss {};

struct Scene {
    explicit Scene(QueryField::Takes takes = QueryField::Takes::Query) : field(takes) {
        harness.world.types()
            .add<Health>("game::Health", "How much it can take")
            .field("hp", &Health::hp)
            .field("heat", &Health::heat);
        harness.world.types().add<Heavy>("game::Heavy");
        harness.world.types().add<Boss>("game::Boss");
        harness.add([this](const panels::Context& context) {
            changes +=
                field.draw(context, "query", text, {.hint = "Ask", .is_query = is_query, .said_below = said_below}) ? 1
                                                                                                                    : 0;
            entered += field.keys().entered ? 1 : 0;
            arrows += field.keys().arrows;
            panels::input_text("##next", next);
        });
        harness.frames(2);
        harness.click_text("Ask");
    }

    Harness harness{{480, 400}};
    QueryField field;
    std::string text, next;
    bool is_query = true;
    float said_below = 0;
    int changes = 0, entered = 0, arrows = 0;
};

}  // namespace

TEST_CASE("Query field: Tab and Enter take the marked line, and the keyboard stays", "[panels][query]") {
    for (const Key key : {Key::Tab, Key::Enter}) {
        Scene s;
        s.harness.type("Boss & heal");
        REQUIRE(s.field.list_is_open());
        CHECK(s.harness.says("hp, heat"));
        CHECK(s.harness.says("How much it can take"));
        s.harness.key(key);
        s.harness.frames(3);
        CHECK(s.text == "Boss & Health");
        CHECK_FALSE(s.field.list_is_open());
        CHECK(s.entered == 0);
        CHECK(s.field.active());
        // The cursor stands behind it.
        s.harness.type(".h");
        CHECK(s.text == "Boss & Health.h");
        CHECK(s.field.list_is_open());
        s.harness.key(Key::Tab);
        s.harness.frames(2);
        CHECK(s.text == "Boss & Health.hp");
    }
}

TEST_CASE("Query field: arrows move the mark round, and a click takes a line", "[panels][query]") {
    Scene s;
    s.harness.type("hea");
    REQUIRE(s.field.completions().items.size() >= 2);
    s.harness.key(Key::Down);
    s.harness.key(Key::Tab);
    s.harness.frames(2);
    CHECK(s.text == "Heavy");
    CHECK(s.arrows == 0);
    s.harness.replace_text("hea");
    s.harness.frames(2);
    s.harness.click_text("Heavy");
    s.harness.frames(4);
    CHECK(s.text == "Heavy");
    CHECK_FALSE(s.field.list_is_open());
    s.harness.type(" & ");
    CHECK(s.text == "Heavy & ");
}

TEST_CASE("Query field: Esc closes the list and keeps what was typed", "[panels][query]") {
    Scene s;
    s.harness.type("hea");
    REQUIRE(s.field.list_is_open());
    s.harness.key(Key::Escape);
    s.harness.frames(3);
    CHECK_FALSE(s.field.list_is_open());
    CHECK(s.text == "hea");
    CHECK(s.field.active());
    // More letters open it again.
    s.harness.type("v");
    CHECK(s.text == "heav");
    CHECK(s.field.list_is_open());
}

TEST_CASE("Query field: while the list is closed, all keys are those of other fields", "[panels][query]") {
    Scene s;
    s.harness.type("12");
    REQUIRE_FALSE(s.field.list_is_open());
    s.harness.key(Key::Down);
    CHECK(s.arrows == 1);
    s.harness.key(Key::Enter);
    CHECK(s.entered == 1);
    s.harness.click_text("12");
    s.harness.key(Key::Tab);
    s.harness.frames(2);
    CHECK_FALSE(s.field.active());
    CHECK(s.text == "12");
    // A whole name needs no list.
    s.harness.click_text("12");
    s.harness.replace_text("Health");
    CHECK_FALSE(s.field.list_is_open());
}

TEST_CASE("Query field: in a filter, plain words keep arrows and Enter; Tab takes a component", "[panels][query]") {
    Scene s(QueryField::Takes::Filter);
    s.is_query = false;
    s.harness.type("hea");
    CHECK_FALSE(s.field.list_is_open());  // names are mostly meant
    s.harness.replace_text("Hea");
    REQUIRE(s.field.list_is_open());
    s.harness.key(Key::Down);
    CHECK(s.arrows == 1);
    s.harness.key(Key::Tab);
    s.harness.frames(2);
    CHECK(s.text == "Health");
    CHECK(s.entered == 0);
}

TEST_CASE("Query field: Esc leaves a query as it was written", "[panels][query]") {
    Scene s;
    s.harness.type("Health");
    REQUIRE_FALSE(s.field.list_is_open());
    s.harness.key(Key::Escape);
    s.harness.frames(3);
    CHECK_FALSE(s.field.active());
    CHECK(s.text == "Health");
}

TEST_CASE("Query field: the list leaves free what is said below the field", "[panels][query]") {
    Scene s;
    s.harness.type("hea");
    s.harness.frames(2);
    const float under_field = s.harness.need("Heavy").low.y;
    s.said_below = 60;
    s.harness.frames(2);
    CHECK(s.harness.need("Heavy").low.y == Approx(under_field + 60).margin(1));
    // It stays there while what is said comes and goes.
    s.said_below = 0;
    s.harness.frames(2);
    CHECK(s.harness.need("Heavy").low.y == Approx(under_field + 60).margin(1));
}

TEST_CASE("Query field: one name is a word for the owner, and what goes on behind it a value", "[panels][query]") {
    Scene s(QueryField::Takes::ValueOrWords);
    s.harness.type("Hea");
    CHECK_FALSE(s.field.list_is_open());
    s.harness.replace_text("2 * Hea");
    REQUIRE(s.field.list_is_open());
    s.harness.key(Key::Tab);
    CHECK(s.text == "2 * Health");
}

}  // namespace query_field_test
