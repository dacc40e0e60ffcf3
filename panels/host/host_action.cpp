#include "panels/host/host_action.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "panels/base/keys_used.hpp"
#include "panels/palette/world_items.hpp"

namespace panels {

namespace {

using compat::Key;

constexpr std::array<std::pair<std::string_view, Key>, 14> key_names{{{"Space", Key::Space},
                                                                      {"F10", Key::F10},
                                                                      {"F11", Key::F11},
                                                                      {"[", Key::LeftBracket},
                                                                      {"]", Key::RightBracket},
                                                                      {"Z", Key::Z},
                                                                      {"Y", Key::Y},
                                                                      {"O", Key::O},
                                                                      {"S", Key::S},
                                                                      {"K", Key::K},
                                                                      {"1", Key::Digit1},
                                                                      {"2", Key::Digit2},
                                                                      {"3", Key::Digit3},
                                                                      {"4", Key::Digit4}}};

struct KeysOf {
    Key key;
    bool ctrl = false, shift = false;
};

std::optional<KeysOf> parse_keys(std::string_view keys) {
    KeysOf parsed{Key::Space};
    const auto take = [&](std::string_view word) {
        if (!keys.starts_with(word)) return false;
        keys.remove_prefix(word.size());
        return true;
    };
    parsed.ctrl = take("Ctrl+");
    parsed.shift = take("Shift+");
    const auto found =
        std::find_if(key_names.begin(), key_names.end(), [&](const auto& each) { return each.first == keys; });
    if (found == key_names.end()) return std::nullopt;
    parsed.key = found->second;
    return parsed;
}

}  // namespace

PaletteItem item_of(HostAction action) {
    const MenuKind& kind = kind_of_menu(action.menu);
    return {.id = std::move(action.id),
            .group = kind.group,
            .label = action.palette_label.empty() ? std::move(action.label) : std::move(action.palette_label),
            .hint = action.checked ? "as it is now" : std::move(action.hint),
            .keys = std::move(action.keys),
            .icon = kind.icon,
            .why_not = std::move(action.why_not),
            .run = std::move(action.run)};
}

bool are_keys(std::string_view keys) { return parse_keys(keys).has_value(); }

bool any_action_key_pressed() {
    return std::any_of(key_names.begin(), key_names.end(),
                       [](const auto& each) { return compat::key_pressed(each.second); });
}

bool take_keys(const Context& context, std::string_view keys, bool repeat) {
    const std::optional<KeysOf> parsed = parse_keys(keys);
    const ImGuiIO& io = ImGui::GetIO();
    if (!parsed || io.KeyAlt || parsed->ctrl != io.KeyCtrl || parsed->shift != io.KeyShift) return false;
    return parsed->ctrl ? compat::key_pressed(parsed->key, repeat) : take_key(context, parsed->key, repeat);
}

}  // namespace panels
