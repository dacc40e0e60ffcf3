#include "ecs/base/language.hpp"

#include "catch.hpp"

namespace language_test {

using namespace ecs;

namespace {

struct Speaking {
    explicit Speaking(const Catalog& catalog) { speak(&catalog); }
    ~Speaking() { speak(nullptr); }
};

const Catalog& pirate() {
    static const Catalog catalog("pi", "Pirate",
                                 {{"Open", "Crack"},
                                  {"Open|state", "Agape"},
                                  {"{} of {}", "{1}'s {0}"},
                                  {"{} row", "{} lone plank"},
                                  {"{} rows", "{} planks"}});
    return catalog;
}

}  // namespace

TEST_CASE("Language: without a catalog a text is what stands in the code", "[language]") {
    const char* const text = "Open";
    CHECK(tr(text) == text);
    CHECK(tr_as("state", text) == text);
    CHECK(phrase("{} of {}", "one", std::string("two")) == "one of two");
    CHECK(count_phrase("2", "rows") == "2 rows");
}

TEST_CASE("Language: a catalog gives texts, and English ones where it lacks them", "[language]") {
    const Speaking speaking(pirate());
    CHECK(std::string(tr("Open")) == "Crack");
    CHECK(tr(std::string_view("Open")) == "Crack");
    CHECK(std::string(tr_as("state", "Open")) == "Agape");
    CHECK(std::string(tr_as("verb", "Open")) == "Open");
    CHECK(std::string(tr("Close")) == "Close");
    CHECK(tr(std::string_view("Close")) == "Close");
}

TEST_CASE("Language: a translation names the parts of a phrase in its own order", "[language]") {
    const Speaking speaking(pirate());
    CHECK(phrase("{} of {}", "one", "two") == "two's one");
    CHECK(count_phrase("1", "row") == "1 lone plank");
    CHECK(count_phrase("2", "rows") == "2 planks");
    CHECK(phrase("{} and {", "one") == "one and {");
    CHECK(phrase("{} {} {7} {x}", "one") == "one {} {7} {x}");
}

TEST_CASE("Language: Japanese has spaces around what is Latin, and none around Japanese", "[language]") {
    CHECK(phrase("名前 {} を {} に", "Bob", "Ann") == "名前 Bob を Ann に");
    CHECK(phrase("名前 {} を {} に", "行 3", "行 4 つ") == "名前行 3 を行 4 つに");
    CHECK(phrase("{} 個 {}", "三", "四") == "三個四");
    CHECK(phrase("move {} to {}", "行", "列") == "move 行 to 列");
}

TEST_CASE("Language: what is in English stays so on its thread", "[language]") {
    const Speaking speaking(pirate());
    {
        const InEnglish scope;
        const InEnglish inner;
        CHECK(std::string(tr("Open")) == "Open");
    }
    CHECK(std::string(tr("Open")) == "Crack");
    CHECK(spoken() == &pirate());
}

TEST_CASE("Language: a large catalog finds each of its texts", "[language]") {
    Catalog::Texts texts;
    for (int i = 0; i < 5000; ++i) texts.emplace_back("text " + std::to_string(i), "t" + std::to_string(i));
    const Catalog catalog("xx", "Test", texts);
    for (const auto& [english, text] : texts) {
        const char* const found = catalog.find(english);
        REQUIRE(found != nullptr);
        REQUIRE(text == found);
    }
    CHECK(catalog.find("text 5000") == nullptr);
    CHECK(Catalog("yy", "Empty", {}).find("text") == nullptr);
}

}  // namespace language_test
