#include "files/json/text_window.hpp"

#include <string>

#include "catch.hpp"
#include "files/support/temporary_folder.hpp"

namespace text_window_test {

using namespace files;

TEST_CASE("Text window: a text ends in an array when its last member is one", "[files][json]") {
    for (const char* const text : {"]}", "{\"a\": [1] }", "] \t\r\n } \n"}) CHECK(ends_in_array(text));
    for (const char* const text : {"", "}", " }", "]", "[]", "]}x", "{} }", "} ]", "]x}"})
        CHECK_FALSE(ends_in_array(text));
}

TEST_CASE("Text window: it moves over a long file, and its parts are the whole text", "[files][json]") {
    std::string text;
    for (int i = 0; text.size() < 1'500'000; ++i) text += std::to_string(i) + ' ';
    const TemporaryFolder folder;
    FileReader file(folder.write("long.txt", text));
    TextWindow window(file);
    CHECK(window.file_bytes() == text.size());
    CHECK_FALSE(window.at_end());
    CHECK(window.runs_short(0));
    CHECK_FALSE(window.runs_short(window.text().size()));
    std::string read;
    while (!window.at_end()) {
        CHECK(window.start() == read.size());
        const std::size_t part = window.text().size() / 3;
        read += window.text().substr(0, part);
        window.slide(part);
    }
    CHECK_FALSE(window.runs_short(0));
    read += window.text();
    CHECK((read == text));
}

}  // namespace text_window_test
