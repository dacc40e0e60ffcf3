#include "panels/desk/languages.hpp"

#include "catch.hpp"
#include "ecs/language/text_change.hpp"
#include "ecs/language/text_query.hpp"
#include "ecs/language/why.hpp"
#include "panels/host/host.hpp"

namespace languages_test {

using namespace panels;

namespace {

struct Health {
    std::int32_t hp = 0;
};

}  // namespace

TEST_CASE("Languages: those of the library can be read, and have a name of their own", "[panels][language]") {
    REQUIRE(!built_in_languages().empty());
    for (const ecs::Catalog& each : built_in_languages()) {
        CHECK(each.code() != each.name());
        CHECK(each.texts().size() > 1000);
        CHECK(built_in_language(each.code()) == &each);
    }
    CHECK(built_in_language("en") == nullptr);
}

TEST_CASE("Languages: a file is a flat object of texts, and anything else is refused", "[panels][language]") {
    const auto catalog =
        read_catalog(R"({"": "Pirate", "Open": "Crack", "Close": "Shut", "Save": ""})", "pi", "pi.json");
    REQUIRE(catalog);
    CHECK(catalog->code() == "pi");
    CHECK(catalog->name() == "Pirate");
    CHECK(catalog->texts().size() == 2);
    CHECK(std::string(catalog->find("Open")) == "Crack");
    CHECK(catalog->find("Save") == nullptr);  // is not translated yet
    for (const char* const bad : {"", "[]", R"({"Open": 1})", R"({"Open": {"a": "b"}})", R"({"Open": "Crack"} x)"}) {
        INFO(bad);
        const auto refused = read_catalog(bad, "pi", "pi.json");
        CHECK_FALSE(refused);
        CHECK(refused.error().find("pi.json") != std::string::npos);
    }
}

TEST_CASE("Languages: a Host speaks one that is built in, and keeps it", "[panels][language][host]") {
    ecs::World world;
    Host host(world);
    host.set_language("tlh");
    CHECK(ecs::spoken() == nullptr);
    host.set_language("ja");
    REQUIRE(ecs::spoken() == built_in_language("ja"));
    const std::string kept = host.save_settings();
    host.set_language("en");
    CHECK(ecs::spoken() == nullptr);
    CHECK(host.load_settings(kept).empty());
    CHECK(ecs::spoken() == built_in_language("ja"));
    ecs::speak(nullptr);
}

TEST_CASE("Languages: what is wrong with a query or a change is said in Japanese", "[panels][language]") {
    ecs::World world;
    world.types().add<Health>("Health").field("hp", &Health::hp, {.min = 0, .max = 100});
    const ecs::Entity entity = world.create(Health{20});
    ecs::speak(built_in_language("ja"));
    const auto problem = [&](const char* text) {
        auto query = ecs::TextQuery::parse(text);
        if (!query) return query.error().message;
        const ecs::TextError* const error = query->bind(world);
        return error ? error->message : std::string();
    };
    CHECK(problem("Health &") == "ここにコンポーネントか \"(\" が必要です");
    CHECK(problem("Health.hp < \"x\"") == "整数が必要ですが、テキストがあります");
    CHECK(problem("Health.hp < 3 4") == "\"&\" か \"|\"、または終わりが必要ですが、\"4\" があります");
    CHECK(problem("max(1) < 1") == "max が取るのは値 2〜16 個です");
    CHECK(problem("Helth") == "Helth というコンポーネントはありません（Health のことですか）");
    CHECK(problem("Health.hp < 10").empty());

    auto query = ecs::TextQuery::parse("Health.hp < 10");
    REQUIRE_FALSE(query->bind(world));
    CHECK(ecs::why(world, *query, entity).nearest_miss == "Health.hp は 20 ですが、10 未満でなければなりません");
    auto change = ecs::TextChange::parse("Health : Health.hp = 120");
    REQUIRE(change);
    REQUIRE_FALSE(change->bind(world));
    CHECK(change->plan(world).error == "1v1 の Health.hp が 120 になります。これは 100 以下でなければなりません");
    ecs::speak(nullptr);
    CHECK(problem("Helth") == "No component Helth (did you mean Health?)");
}

}  // namespace languages_test
