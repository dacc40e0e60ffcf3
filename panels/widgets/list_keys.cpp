#include "panels/widgets/list_keys.hpp"

#include <algorithm>
#include <iterator>

#include "panels/base/keys_used.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

std::optional<Key> take_list_key(const Context& context, std::initializer_list<Key> more) {
    constexpr Key always[] = {Key::Up,   Key::Down, Key::PageUp, Key::PageDown,
                              Key::Home, Key::End,  Key::Enter,  Key::Tab};
    const auto pressed = [](Key key) { return compat::key_pressed(key, key != Key::Enter); };
    const auto* key = std::find_if(std::begin(always), std::end(always), pressed);
    if (key == std::end(always)) {
        key = std::find_if(more.begin(), more.end(), pressed);
        if (key == more.end()) return std::nullopt;
    }
    if (take_key(context, *key, *key != Key::Enter)) return *key;
    return std::nullopt;
}

std::optional<std::size_t> row_after(Key key, std::optional<std::size_t> row, std::size_t count, std::size_t in_view) {
    if (count == 0) return std::nullopt;
    const auto up = [&](std::size_t by) { return row && *row > by ? *row - by : 0; };
    const auto down = [&](std::size_t by) { return row ? std::min(*row + by, count - 1) : 0; };
    switch (key) {
        case Key::Up:
            return up(1);
        case Key::Down:
            return down(1);
        case Key::PageUp:
            return up(in_view);
        case Key::PageDown:
            return down(in_view);
        case Key::Home:
            return 0;
        case Key::End:
            return count - 1;
        default:
            return std::nullopt;
    }
}

std::size_t rows_on_a_page(const Style& style, std::size_t headings) {
    const float rows = ImGui::GetWindowHeight() / row_height(style) - static_cast<float>(headings);
    return static_cast<std::size_t>(std::max(rows, 1.0f));
}

}  // namespace panels
