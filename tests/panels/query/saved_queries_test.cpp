#include "panels/query/saved_queries.hpp"

#include "catch.hpp"

namespace saved_queries_test {

using panels::SavedQueries;
using panels::SavedQuery;

TEST_CASE("Saved queries: settings bring back names, texts and columns, whatever stands in them", "[panels][query]") {
    SavedQueries saved;
    saved.save({"Weak, 10 %", "Health.hp < 10 | name == \"a = b\"", {"Health.hp / 2.0", "Ai.mood"}});
    saved.save({"弱い", "Boss"});
    saved.note_recent("Position & !Velocity");
    saved.note_recent("line\nbreak");
    const std::string line = saved.save_settings();
    CHECK(line.find('\n') == std::string::npos);
    SavedQueries other;
    other.load_settings(line);
    CHECK(other.named() == saved.named());
    CHECK(other.recent() == saved.recent());
    CHECK(other.save_settings() == line);
}

TEST_CASE("Saved queries: a name is there once, and what is deleted was asked before", "[panels][query]") {
    SavedQueries saved;
    saved.save({"Weak", "Health.hp < 10"});
    saved.save({"Weak", "Health.hp < 20"});
    saved.save({"Boss", "Boss"});
    REQUIRE(saved.named().size() == 2);
    CHECK(saved.named()[0].text == "Health.hp < 20");
    CHECK(saved.why_not_rename(0, "Boss") == "There is a query Boss");
    CHECK(saved.why_not_rename(0, "") == "A query needs a name");
    CHECK(saved.why_not_rename(0, "Weak").empty());
    saved.rename(0, "Boss");
    CHECK(saved.named()[0].name == "Weak");
    saved.rename(0, "Very weak");
    CHECK(saved.named()[0].name == "Very weak");
    saved.remove(0);
    CHECK(saved.named().size() == 1);
    CHECK(saved.recent() == std::vector<std::string>{"Health.hp < 20"});
}

TEST_CASE("Saved queries: the last few that were asked are kept, each once", "[panels][query]") {
    SavedQueries saved;
    for (int i = 0; i < 20; ++i) saved.note_recent("#" + std::to_string(i + 1));
    saved.note_recent("#19");
    saved.note_recent("  ");
    REQUIRE(saved.recent().size() == SavedQueries::recent_max);
    CHECK(saved.recent()[0] == "#19");
    CHECK(saved.recent()[1] == "#20");
    CHECK(saved.recent()[2] == "#18");
}

TEST_CASE("Saved queries: settings that nobody wrote do no harm", "[panels][query]") {
    for (const char* line :
         {"saved", "saved=", "saved=,", "saved=a", "saved=%", "saved=%4,%zz", "recent=,,,", "= =", "  "}) {
        INFO(line);
        SavedQueries saved;
        saved.load_settings(line);
        SavedQueries again;
        again.load_settings(saved.save_settings());
        CHECK(again.named() == saved.named());
    }
}

}  // namespace saved_queries_test
