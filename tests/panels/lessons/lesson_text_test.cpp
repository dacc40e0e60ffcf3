#include "panels/lessons/lesson_text.hpp"

#include "catch.hpp"
#include "ecs/base/utf8.hpp"
#include "panels/support/headless.hpp"

namespace lesson_text_test {

TEST_CASE("Lesson text: English breaks at spaces, Japanese anywhere but before a closing sign", "[panels][lessons]") {
    const auto width_of = [](std::string_view part) {  // as many as characters
        return static_cast<float>(ecs::count_characters(part));
    };
    CHECK(panels::broken_into_lines("one two three", 7, width_of) == "one two \nthree");
    CHECK(panels::broken_into_lines("unbreakable", 4, width_of) == "unbreakable");
    CHECK(panels::broken_into_lines("あいうえお", 3, width_of) == "あいう\nえお");
    CHECK(panels::broken_into_lines("あいう、えお", 3, width_of) == "あい\nう、え\nお");
    CHECK(panels::broken_into_lines("あい「うえ」", 3, width_of) == "あい\n「う\nえ」");
    CHECK(panels::broken_into_lines("b に Velocity を", 6, width_of) == "b に \nVelocity \nを");
    CHECK(panels::broken_into_lines("a\nb", 9, width_of) == "a\nb");
    CHECK(panels::broken_into_lines("as “behind”", 5, width_of) == "as \n“behind”");
    CHECK(panels::broken_into_lines("あ…い", 2, width_of) == "あ…\nい");
}

}  // namespace lesson_text_test
