#include "panels/widgets/query_completion.hpp"

#include <algorithm>

#include "catch.hpp"

namespace query_completion_test {

using panels::Completion;
using panels::completions_at;
using panels::TextKind;

namespace {

using Words = std::vector<std::string>;

enum class Mood : std::int16_t { Calm = 0, Chasing = 3 };
struct Health {
    int hp = 100, max = 100;
};
struct Ai {
    Mood mood = Mood::Calm;
    bool awake = true;
};
struct Place {
    ecs::Vec2 at;
    ecs::Entity parent;
};
struct Boss {};

struct Scene {
    ecs::World world;

    Scene() {
        world.types()
            .add<Health>("game::Health", "How much it can take")
            .field("hp", &Health::hp, {.min = 0, .max = 100, .description = "What is left"})
            .field("max", &Health::max);
        world.types()
            .add<Ai>("game::Ai")
            .field("mood", &Ai::mood, {.names = {{"Calm", 0}, {"Chasing", 3}}})
            .field("awake", &Ai::awake);
        world.types().add<Place>("game::Place").field("at", &Place::at).field("parent", &Place::parent);
        world.types().add<Boss>("game::Boss");
    }

    /// What can stand where the bar is.
    panels::Completions at_bar(std::string text, TextKind kind = TextKind::Query) const {
        const std::size_t bar = text.find('|');
        text.erase(bar, 1);
        return completions_at(text, bar, world, kind);
    }
    Words texts(const std::string& text, TextKind kind = TextKind::Query) const {
        Words all;
        for (const Completion& item : at_bar(text, kind).items) all.push_back(item.text);
        return all;
    }
    bool offers(const std::string& text, const std::string& wanted, TextKind kind = TextKind::Query) const {
        const Words all = texts(text, kind);
        return std::find(all.begin(), all.end(), wanted) != all.end();
    }
};

}  // namespace

TEST_CASE("Query completion: components come by their letters, the best first, with their fields and what they are for",
          "[panels][query]") {
    Scene s;
    const auto found = s.at_bar("Boss & hea|");
    REQUIRE(!found.items.empty());
    CHECK(found.wanted);
    CHECK(found.from == 7);
    CHECK(found.to == 10);
    const Completion& first = found.items.front();
    CHECK(first.text == "Health");
    CHECK(first.type == "hp, max");
    CHECK(first.about == "How much it can take");
    CHECK(first.letters == std::vector<std::size_t>{0, 1, 2});
    CHECK(s.texts("Hth|").front() == "Health");
    CHECK(s.at_bar("bo|").items.front().type == "tag");
    CHECK_FALSE(s.offers("Zzz|", "Health"));
}

TEST_CASE("Query completion: behind a dot stand fields, members and what a reference leads to", "[panels][query]") {
    Scene s;
    CHECK(s.texts("Health.|") == Words{"hp", "max"});
    CHECK(s.texts("Boss & (game::Health.m|").front() == "max");
    CHECK(s.at_bar("Health.h|").items.front().type == "i32, 0 to 100");
    CHECK(s.at_bar("Health.h|").items.front().about == "What is left");
    CHECK(s.texts("Place.at.|") == Words{"x", "y"});
    CHECK(s.offers("Place.parent.|", "Health"));
    CHECK(s.texts("Place.parent.Health.|") == Words{"hp", "max"});
    CHECK(s.offers("#12v3.He|", "Health"));
    CHECK(s.texts("Health.hp.|").empty());
    CHECK(s.texts("Nothing.|").empty());
    CHECK(s.texts("Health.hp < 0.|").empty());
}

TEST_CASE("Query completion: behind a comparison with an enum stand its names", "[panels][query]") {
    Scene s;
    CHECK(s.texts("Ai.mood == |") == Words{"Calm", "Chasing"});
    CHECK(s.at_bar("Ai.mood == |").wanted);
    CHECK(s.texts("Ai.mood != ch|").front() == "Chasing");
    CHECK(s.texts("Ai.awake == t|") == Words{"true"});
    CHECK(s.offers("Place.parent == nu|", "null"));
    CHECK_FALSE(s.at_bar("Health.hp < |").wanted);
    CHECK(s.offers("Health.hp < Hea|", "Health"));
}

TEST_CASE("Query completion: functions, those of the whole world only in values", "[panels][query]") {
    Scene s;
    CHECK(s.texts("chan|").front() == "changed(");
    CHECK(s.at_bar("changed(|").wanted);
    CHECK(s.offers("changed(|", "Health"));
    CHECK_FALSE(s.offers("changed(|", "abs("));
    CHECK_FALSE(s.offers("coun|", "count("));
    CHECK(s.offers("coun|", "count(", TextKind::Value));
    CHECK(s.texts("below(|").empty());
}

TEST_CASE("Query completion: nothing is offered where only an operator can stand, nor inside of texts",
          "[panels][query]") {
    Scene s;
    for (const char* text :
         {"Boss hea|", "Health.hp 1|", "name ~ \"hea|", "12 hea|", "(Boss) hea|", "$wat|", "12v3|"}) {
        INFO(text);
        CHECK(s.texts(text).empty());
    }
    CHECK_FALSE(s.at_bar("|").wanted);
    CHECK(s.offers("|", "Health"));  // for who asks
    CHECK(s.texts("name ~ \"boss\" & hea|").front() == "Health");
    // In the middle of a word, all of it is replaced.
    const auto middle = s.at_bar("Hea|lth & Boss");
    CHECK(middle.from == 0);
    CHECK(middle.to == 6);
}

TEST_CASE("Query completion: no text and no place in it does harm", "[panels][query]") {
    Scene s;
    const std::string text = "`Health`.hp <= 0.5e3v & !(changed(Ai.mood) | \"a\\\" #12v3.Place.at.x]] [ `x .. ::a:: $b";
    for (std::size_t end = 0; end <= text.size(); ++end)
        for (std::size_t at = 0; at <= end; ++at) {
            const auto found = completions_at(text.substr(0, end), at, s.world);
            REQUIRE(found.from <= found.to);
            REQUIRE(found.to <= end);
        }
}

}  // namespace query_completion_test
