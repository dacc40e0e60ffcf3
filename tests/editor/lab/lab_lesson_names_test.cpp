// Lessons call storages and modes by their names: the number of an article stands behind a name, once in a lesson.
#include <array>
#include <functional>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "ecs/lab/storages/storage.hpp"
#include "editor/lab/lab_lesson.hpp"
#include "lab/support/storage_numbers.hpp"

namespace lab_lesson_names_test {

using namespace ecs::lab;
using nlohmann::json;

namespace {

constexpr std::array languages{Language::English, Language::Japanese};

Words lesson_words_of_program() { return editor::read_lesson_words(editor::built_in_lesson_words(), "words"); }

std::string title_in(const Words& words, StorageKind kind, Language language) {
    return words.at("title_" + std::string(name_of(kind))).in(language);
}

/// Every text of the file in one language, with those of knobs and of what is done by hand.
void each_text(const json& value, Language language, const std::function<void(const std::string&)>& visit) {
    const char* key = language == Language::English ? "en" : "ja";
    if (value.is_object() && value.contains("en") && value.contains("ja")) return visit(value[key]);
    if (value.is_structured())
        for (const json& each : value) each_text(each, language, visit);
}

/// Without what is filled in: `{repaired}` is a number.
std::string without_values(std::string text) {
    for (std::size_t open = text.find('{'); open != std::string::npos; open = text.find('{', open))
        text.erase(open, text.find('}', open) + 1 - open);
    return text;
}

std::size_t count_of(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

}  // namespace

TEST_CASE("Lesson names: a number that stands alone is found", "[editor][lesson]") {
    const std::vector<std::string> names{"Columns ("};
    CHECK(test::bare_storage_numbers("storage 002 does it", names).size() == 1);
    CHECK(test::bare_storage_numbers("002", names).size() == 1);
    CHECK(test::bare_storage_numbers("as 001.", names).size() == 1);
    CHECK(test::bare_storage_numbers("Options (002)", names).size() == 1);
    CHECK(test::bare_storage_numbers("Columns (002), 1,000 rows, 0x1002, 0.002, 002-L1", names).empty());
}

TEST_CASE("Lesson names: the words have the titles of the storages and of the modes", "[editor][lesson]") {
    const Words words = lesson_words_of_program();
    for (const StorageKind kind : storage_kinds) CHECK(title_in(words, kind, Language::English) == title_of(kind));
    for (const Mode mode : {Mode::Faithful, Mode::Repaired})
        CHECK(words.at(std::string(name_of(mode))).english == title_of(mode));
}

TEST_CASE("Lesson names: no text calls a storage by its number alone, and the number comes once", "[editor][lesson]") {
    const Words words = lesson_words_of_program();
    for (const editor::BuiltInLesson& lesson : editor::built_in_lessons()) {
        const json file = json::parse(lesson.text);
        for (const Language language : languages) {
            std::string all;
            each_text(file, language, [&](const std::string& text) { all += text + "\n"; });
            CAPTURE(lesson.id, language == Language::English);
            std::vector<std::string> names;
            for (const StorageKind kind : storage_kinds) {
                const bool english = language == Language::English;
                names.push_back(title_in(words, kind, language) + (english ? " (" : "（"));
                const std::string number = names.back() + std::string(name_of(kind)) + (english ? ")" : "）");
                CAPTURE(number);
                CHECK(count_of(all, number) <= 1);
            }
            CHECK(test::bare_storage_numbers(all, names) == std::vector<std::string>{});
        }
    }
}

TEST_CASE("Lesson names: no text has the words of the command line for a mode", "[editor][lesson]") {
    for (const editor::BuiltInLesson& lesson : editor::built_in_lessons())
        each_text(json::parse(lesson.text), Language::English, [&](const std::string& text) {
            CAPTURE(lesson.id, text);
            for (const char* word : {"aithful", "epaired", "eckon"})
                CHECK(without_values(text).find(word) == std::string::npos);
        });
}

}  // namespace lab_lesson_names_test
