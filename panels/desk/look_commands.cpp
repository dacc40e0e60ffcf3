// Rows that programs put into menus where they like: files, the palette, looks, keys.
#include <algorithm>
#include <array>
#include <cmath>

#include "panels/base/general_keys.hpp"
#include "panels/base/language.hpp"
#include "panels/desk/command.hpp"
#include "panels/desk/desk.hpp"

namespace panels {

namespace {

namespace look_rows {

constexpr std::array<float, 10> scale_steps{0.75f, 0.9f, 1.0f, 1.1f, 1.25f, 1.5f, 1.75f, 2.0f, 2.5f, 3.0f};

float next_scale(float present, bool up) {
    if (up)
        return *std::find_if(scale_steps.begin(), scale_steps.end() - 1,
                             [&](float step) { return step > present + 0.01f; });
    return *std::find_if(scale_steps.rbegin(), scale_steps.rend() - 1,
                         [&](float step) { return step < present - 0.01f; });
}

void set_scale(Desk& desk, float scale) { desk.owner().set_look(desk.style().theme_name, scale); }

void change_scale(Desk& desk, bool up) { set_scale(desk, next_scale(desk.user_scale, up)); }

std::vector<CommandChoice> scales(Desk& desk) {
    std::vector<CommandChoice> choices;
    for (const int percent : {75, 100, 125, 150, 200, 250, 300}) {
        const float scale = static_cast<float>(percent) / 100;
        choices.push_back({std::to_string(percent) + " %", "", std::abs(desk.user_scale - scale) < 0.01f,
                           [&desk, scale] { set_scale(desk, scale); }});
    }
    return choices;
}

/// Each under its own name, for who does not read the present one.
std::vector<CommandChoice> languages(Desk& desk) {
    const ecs::Catalog* const present = ecs::spoken();
    std::vector<CommandChoice> choices{
        {"English", "", present == nullptr, [&desk] { desk.owner().set_language("en"); }}};
    for (const ecs::Catalog* const each : desk.owner().languages())
        choices.push_back({.label = each->name(),
                           .hint = "",
                           .checked = present == each,
                           .choose = [&desk, code = each->code()] { desk.owner().set_language(code); },
                           .why_not = desk.owner().why_not_language(*each)});
    return choices;
}

/// The name of the theme alone, as the palette has it.
constexpr const char* name_of_theme(ThemeName theme) {
    return theme == ThemeName::Dark    ? tr_later("Dark")
           : theme == ThemeName::Light ? tr_later("Light")
                                       : tr_later("High contrast");
}

template <ThemeName theme>
constexpr Command theme_row(std::string_view name, std::string_view label, std::string_view description, bool first) {
    return {.name = name,
            .label = label,
            .description = description,
            .begins_group = first,
            .needs_program = true,
            .act = [](Desk& desk) { desk.owner().set_look(theme, desk.user_scale); },
            .why_not = [](Desk& desk) { return desk.owner().why_not_theme(); },
            .palette_label = [](Desk&) { return phrase("Theme: {}", tr(name_of_theme(theme))); },
            .checked = [](Desk& desk) { return desk.style().theme_name == theme; }};
}

std::string why_not_save(Desk& desk) { return desk.owner().why_not_save(); }

// clang-format off
constexpr Command file_table[]{
    of(keys::open, {.needs_program = true, .act = [](Desk& desk) { desk.owner().do_with_file(FileAction::Open); }}),
    of(keys::save, {.begins_group = true, .needs_program = true,
     .act = [](Desk& desk) { desk.owner().do_with_file(FileAction::Save); }, .why_not = why_not_save}),
    of(keys::save_as, {.needs_program = true, .act = [](Desk& desk) { desk.owner().do_with_file(FileAction::SaveAs); }, .why_not = why_not_save}),
};

constexpr Command palette_table[]{
    of(keys::palette, {.needs_program = true, .act = [](Desk& desk) { desk.owner().open_palette({}); }}),
};

constexpr Command theme_table[]{
    theme_row<ThemeName::Dark>("view.theme_dark", tr_later("Dark theme"), tr_later("Light text on a dark background"), true),
    theme_row<ThemeName::Light>("view.theme_light", tr_later("Light theme"), tr_later("Dark text on a light background"), false),
    theme_row<ThemeName::Contrast>("view.theme_contrast", tr_later("High-contrast theme"), tr_later("The strongest contrast"), false),
};

constexpr Command text_table[]{
    {.name = "view.scale_up", .label = tr_later("Larger"), .description = tr_later("Makes text and controls larger"),
     .shortcut = ctrl(Key::Equal), .alternative = ctrl_shift(Key::Equal), .while_typing = true, .begins_group = true,
     .needs_program = true, .act = [](Desk& desk) { change_scale(desk, true); },
     .why_not = [](Desk& desk) {
         return std::string(desk.user_scale < scale_steps.back() ? "" : tr("This is the largest size"));
     }},
    {.name = "view.scale_down", .label = tr_later("Smaller"), .description = tr_later("Makes text and controls smaller"),
     .shortcut = ctrl(Key::Minus), .while_typing = true, .needs_program = true,
     .act = [](Desk& desk) { change_scale(desk, false); },
     .why_not = [](Desk& desk) {
         return std::string(desk.user_scale > scale_steps.front() ? "" : tr("This is the smallest size"));
     }},
    {.name = "view.scale_reset", .label = tr_later("Default size"),
     .description = tr_later("Gives text and controls the size that suits the screen"),
     .shortcut = ctrl(Key::Digit0), .while_typing = true, .needs_program = true,
     .act = [](Desk& desk) { set_scale(desk, 1); }},
    {.name = "view.scale", .label = tr_later("Scale"), .description = tr_later("The size of text and controls"), .needs_program = true,
     .choices = scales},
    {.name = "view.language", .label = tr_later("Language"), .description = tr_later("The language of menus, panels and messages"),
     .begins_group = true, .needs_program = true, .choices = languages},
};

constexpr Command key_table[]{
    of(keys::all_keys, {.needs_program = true, .act = [](Desk& desk) { desk.keys_window.open(); }}),
};
// clang-format on

}  // namespace look_rows

}  // namespace

std::span<const Command> file_commands() { return look_rows::file_table; }
std::span<const Command> palette_commands() { return look_rows::palette_table; }
std::span<const Command> theme_commands() { return look_rows::theme_table; }
std::span<const Command> text_commands() { return look_rows::text_table; }
std::span<const Command> key_commands() { return look_rows::key_table; }

}  // namespace panels
