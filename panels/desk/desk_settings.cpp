#include <algorithm>

#include "panels/base/language.hpp"
#include "panels/desk/desk.hpp"
#include "panels/desk/setting.hpp"

namespace panels {

namespace {

constexpr std::pair<std::string_view, ThemeName> theme_settings[] = {
    {"dark", ThemeName::Dark}, {"light", ThemeName::Light}, {"contrast", ThemeName::Contrast}};

std::optional<SettingValue> theme_now(Desk& desk) {
    for (const auto& [name, theme] : theme_settings)
        if (theme == desk.style().theme_name) return std::string(name);
    return std::nullopt;
}

std::string take_theme(Desk& desk, const SettingValue& value) {
    for (const auto& [name, theme] : theme_settings)
        if (name == std::get<std::string>(value)) desk.owner().set_look(theme, desk.user_scale);
    return {};
}

std::string take_keys(Desk& desk, const SettingValue& value) {
    std::string text;
    for (const std::string& problem : desk.key_map.load(std::get<std::vector<std::string>>(value)))
        text += (text.empty() ? "" : "; ") + problem;
    return text;
}

}  // namespace

std::span<const Setting> desk_settings() {
    using Lines = std::vector<std::string>;
    // The language is first: what is told of the others is said in it.
    static const Setting table[] = {
        {.name = "language",
         .usual = std::string(),  // that of the environment, or of the program
         .example = std::string("ja"),
         .now = [](Desk&) -> std::optional<SettingValue> { return ecs::spoken() ? ecs::spoken()->code() : "en"; },
         .take =
             [](Desk& desk, const SettingValue& value) {
                 desk.owner().set_language(std::get<std::string>(value));
                 return std::string();
             }},
        {.name = "look.theme",
         .usual = std::string("dark"),
         .example = std::string("light"),
         .now = theme_now,
         .take = take_theme},
        {.name = "look.scale",
         .usual = 1.0,
         .example = 1.25,
         .now = [](Desk& desk) -> std::optional<SettingValue> { return double{desk.user_scale}; },
         .take =
             [](Desk& desk, const SettingValue& value) {
                 desk.owner().set_look(desk.style().theme_name,
                                       static_cast<float>(std::clamp(std::get<double>(value), 0.5, 4.0)));
                 return std::string();
             },
         .text_name = "look.percent"},
        {.name = "keys",
         .usual = Lines(),
         .example = Lines{"edit.undo: Ctrl+U"},
         .now = [](Desk& desk) -> std::optional<SettingValue> { return desk.key_map.save(); },
         .take = take_keys},
        {.name = "palette.use",
         .usual = std::string(),
         .example = std::string("edit.undo 3\n"),
         .now = [](Desk& desk) -> std::optional<SettingValue> { return desk.palette.save_use(); },
         .take =
             [](Desk& desk, const SettingValue& value) {
                 desk.palette.load_use(std::get<std::string>(value));
                 return std::string();
             }},
    };
    return table;
}

}  // namespace panels
