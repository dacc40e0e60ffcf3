#include "editor/app/actions/program_settings.hpp"

#include <algorithm>
#include <utility>

#include "ecs/base/assert.hpp"
#include "editor/base/language.hpp"

namespace editor {

namespace {

using panels::Desk;

const Setting own_settings[] = {
    {.name = "view.grid",
     .usual = true,
     .example = false,
     .in_menu = {.name = "view.grid",
                 .label = tr_later("Grid"),
                 .description = tr_later("Shows or hides the grid behind the scene"),
                 .shortcut = panels::shift(Key::G),
                 .begins_group = true}},
    {.name = "look.reduce_motion",
     .usual = false,
     .example = true,
     .now = [](Desk& desk) -> std::optional<SettingValue> { return desk.style().reduce_motion; },
     .take =
         [](Desk& desk, const SettingValue& value) {
             program_of(desk)->set_reduce_motion(std::get<bool>(value));
             return std::string();
         },
     .in_menu = {.name = "view.reduce_motion",
                 .label = tr_later("Reduce motion"),
                 .description = tr_later("Shows changes immediately, without fading or gliding")}},
    {.name = "tour.seen", .usual = false, .example = true},
    // Kind and address of the program that was attached to last.
    {.name = "attach.last", .usual = std::string(), .example = std::string("program 127.0.0.1:40000")},
    // Of the window, which opens with them. 0: as the screen suits it.
    {.name = "window.width",
     .usual = 0.0,
     .example = 800.0,
     .now = [](Desk& desk) -> std::optional<SettingValue> { return program_of(desk)->window_now().width; }},
    {.name = "window.height",
     .usual = 0.0,
     .example = 600.0,
     .now = [](Desk& desk) -> std::optional<SettingValue> { return program_of(desk)->window_now().height; }},
    {.name = "window.maximized",
     .usual = false,
     .example = true,
     .now = [](Desk& desk) -> std::optional<SettingValue> { return program_of(desk)->window_now().maximized; }},
};

/// What the command line says of a setting.
std::optional<SettingValue> said_of(const Setting& setting, const LookOptions& said) {
    if (setting.name == "language" && said.language) return *said.language;
    if (setting.name == "look.theme" && said.theme) return *said.theme;
    if (setting.name == "look.scale" && said.scale) return double{*said.scale};
    return std::nullopt;
}

struct WrongKind {
    std::string name;
    std::string operator()(bool) const { return phrase("\"{}\" must be true or false", name); }
    std::string operator()(double) const { return phrase("\"{}\" must be a number", name); }
    std::string operator()(const std::string&) const { return phrase("\"{}\" must be a text", name); }
    std::string operator()(const std::vector<std::string>&) const {
        return phrase("\"{}\" must be a list of texts", name);
    }
};

/// Nothing: there is no value, or one of another kind.
std::optional<SettingValue> kept_of(const Settings& settings, const Setting& setting) {
    std::optional<SettingValue> value = settings.value(setting.name);
    if (value && value->index() != setting.usual.index()) value.reset();
    return value;
}

bool is_on(Desk& desk, const Setting& flag) {
    const SettingValue value =
        flag.now != nullptr ? flag.now(desk).value_or(flag.usual) : value_of(program_of(desk)->settings(), flag.name);
    return std::get<bool>(value);
}

void flip(Desk& desk, const Setting& setting) {
    const bool on = !is_on(desk, setting);
    if (setting.take != nullptr)
        setting.take(desk, on);
    else
        program_of(desk)->settings().set(setting.name, on);
}

/// A command is a plain function, so there is one for each row.
template <std::size_t row>
Command command_of_row() {
    Command command = own_settings[row].in_menu;
    command.needs_program = true;
    command.act = [](Desk& desk) { flip(desk, own_settings[row]); };
    command.checked = [](Desk& desk) { return is_on(desk, own_settings[row]); };
    return command;
}

template <std::size_t... rows>
std::vector<Command> commands_of(std::index_sequence<rows...>) {
    std::vector<Command> commands{command_of_row<rows>()...};
    std::erase_if(commands, [](const Command& each) { return each.name.empty(); });
    return commands;
}

}  // namespace

std::span<const Setting> program_settings() {
    static const std::vector<Setting> all = [] {
        const std::span<const Setting> of_desk = panels::desk_settings();
        std::vector<Setting> rows(of_desk.begin(), of_desk.end());
        rows.insert(rows.end(), std::begin(own_settings), std::end(own_settings));
        return rows;
    }();
    return all;
}

std::span<const Command> setting_commands() {
    static const std::vector<Command> all = commands_of(std::make_index_sequence<std::size(own_settings)>());
    return all;
}

SettingValue value_of(const Settings& settings, std::string_view name) {
    const std::span<const Setting> all = program_settings();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Setting& each) { return each.name == name; });
    if (found == all.end()) {
        ecs::fail("there is no setting \"" + std::string(name) + "\"");
        return false;
    }
    return kept_of(settings, *found).value_or(found->usual);
}

std::vector<std::string> SettingsKeeper::bring(Desk& desk, const Settings& settings, const LookOptions& said) {
    std::vector<std::string> problems;
    seen_.clear();
    for (const Setting& each : program_settings()) {
        const std::optional<SettingValue> kept = kept_of(settings, each);
        std::string problem;
        if (each.take != nullptr) problem = each.take(desk, said_of(each, said).value_or(kept.value_or(each.usual)));
        if (!kept && settings.has(each.name)) problem = std::visit(WrongKind{std::string(each.name)}, each.usual);
        if (!problem.empty()) problems.push_back(std::move(problem));
        seen_.push_back(each.now != nullptr ? each.now(desk) : std::nullopt);
    }
    return problems;
}

void SettingsKeeper::keep(Desk& desk, Settings& settings) {
    for (std::size_t row = 0; row < seen_.size(); ++row) {
        const Setting& setting = program_settings()[row];
        std::optional<SettingValue> now = setting.now != nullptr ? setting.now(desk) : std::nullopt;
        if (!now || now == seen_[row]) continue;
        if (*now == setting.usual)
            settings.remove(setting.name);
        else
            settings.set(setting.name, *now);
        seen_[row] = std::move(now);
    }
}

}  // namespace editor
