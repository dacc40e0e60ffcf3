#include "panels/widgets/list_keys.hpp"

#include "catch.hpp"

namespace list_keys_test {

using panels::Key;
using Row = std::optional<std::size_t>;

TEST_CASE("List keys: they lead to a row, and never beyond the list", "[panels][widgets]") {
    struct Case {
        Key key;
        Row from, to;
    };
    constexpr std::size_t count = 100, in_view = 10;
    const Case cases[] = {
        {Key::Down, {}, 0}, {Key::Down, 5, 6},      {Key::Down, 99, 99},     {Key::Up, {}, 0},    {Key::Up, 5, 4},
        {Key::Up, 0, 0},    {Key::PageDown, 5, 15}, {Key::PageDown, 95, 99}, {Key::PageUp, 5, 0}, {Key::PageUp, 50, 40},
        {Key::Home, 50, 0}, {Key::End, {}, 99},     {Key::Enter, 5, {}},     {Key::Tab, 5, {}},   {Key::Left, 5, {}},
    };
    for (const Case& each : cases) {
        INFO(static_cast<int>(each.key) << " from " << (each.from ? static_cast<int>(*each.from) : -1));
        CHECK(panels::row_after(each.key, each.from, count, in_view) == each.to);
    }
    CHECK(panels::row_after(Key::Down, {}, 0, in_view) == Row());
}

}  // namespace list_keys_test
