#include "catch.hpp"
#include "editor/app/window/window.hpp"

namespace first_window_size_test {

using editor::first_window_size;
using editor::WindowSize;

TEST_CASE("Window: the first one takes two thirds of the screen, and what panels need as far as there is room",
          "[app][window]") {
    CHECK(first_window_size({3840, 2120}, 1) == WindowSize{2560, 1413});
    CHECK(first_window_size({3840, 2120}, 2) == WindowSize{2560, 1600});
    CHECK(first_window_size({1920, 1053}, 1) == WindowSize{1280, 800});
    CHECK(first_window_size({2560, 1573}, 2) == WindowSize{2560, 1573});
    CHECK(first_window_size({1400, 900}, 1) == WindowSize{1280, 800});
    CHECK(first_window_size({1024, 600}, 1) == WindowSize{1024, 600});
    CHECK(first_window_size({0, 0}, 1) == WindowSize{1280, 800});  // nobody knows
    CHECK(first_window_size({1920, 1080}, 0) == WindowSize{1280, 800});
}

}  // namespace first_window_size_test
