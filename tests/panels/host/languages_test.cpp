#include "panels/host/languages.hpp"

#include "catch.hpp"
#include "panels/host/host.hpp"

namespace languages_test {

using namespace panels;

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
    const auto catalog = read_catalog(R"({"": "Pirate", "Open": "Crack", "Close": "Shut"})", "pi", "pi.json");
    REQUIRE(catalog);
    CHECK(catalog->code() == "pi");
    CHECK(catalog->name() == "Pirate");
    CHECK(catalog->texts().size() == 2);
    CHECK(std::string(catalog->find("Open")) == "Crack");
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

}  // namespace languages_test
