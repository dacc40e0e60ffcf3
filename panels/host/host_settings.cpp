// What a Host keeps between two runs of its program, as one text.
#include <algorithm>
#include <charconv>
#include <utility>

#include "panels/host/host.hpp"
#include "panels/host/settings_text.hpp"

namespace panels {

namespace {

constexpr std::pair<std::string_view, ThemeName> kept_themes[] = {
    {"dark", ThemeName::Dark}, {"light", ThemeName::Light}, {"contrast", ThemeName::Contrast}};

std::string value_of(const SettingsMap& settings, std::string_view name) {
    const auto found = settings.find(name);
    return found == settings.end() ? std::string() : found->second;
}

}  // namespace

std::string Host::save_settings() const {
    SettingsMap kept = from_settings_text(settings_);  // what a panel has that was not added yet
    desk_.workbench.save([&](std::string_view name, std::string value) { kept[std::string(name)] = std::move(value); });
    std::string open_ids;
    for (const auto& panel : panels())
        if (panel->open) (open_ids += open_ids.empty() ? "" : " ") += panel->id();
    kept["panels.open"] = open_ids;
    for (const auto& [name, theme] : kept_themes)
        if (theme == style_.theme_name) kept["look.theme"] = name;
    kept["look.percent"] = std::to_string(static_cast<int>(scale_ * 100 + 0.5f));
    if (ecs::spoken() != nullptr) kept["language"] = ecs::spoken()->code();
    std::string keys;
    for (const std::string& line : desk_.key_map.save()) keys += (keys.empty() ? "" : "\n") + line;
    kept["keys"] = keys;
    kept["palette.use"] = desk_.palette.save_use();
    kept["visible"] = visible ? "yes" : "no";
    return to_settings_text(kept);
}

std::string Host::load_settings(std::string_view text) {
    const SettingsMap kept = from_settings_text(text);
    if (kept.empty()) return {};
    settings_ = text;
    std::string problem = read_places();
    const std::string theme = value_of(kept, "look.theme"), percent = value_of(kept, "look.percent");
    for (const auto& [name, each] : kept_themes)
        if (theme == name) set_theme(each);
    int read = 0;
    const auto parsed = std::from_chars(percent.data(), percent.data() + percent.size(), read);
    if (parsed.ec == std::errc() && parsed.ptr == percent.data() + percent.size())
        set_scale(static_cast<float>(read) / 100);
    else if (!percent.empty())
        problem = "look.percent: \"" + percent.substr(0, 40) + "\" is not a number";
    if (const std::string refused = read_keys(value_of(kept, "keys")); !refused.empty()) problem = refused;
    if (const std::string code = value_of(kept, "language"); !code.empty()) set_language(code);
    desk_.palette.load_use(value_of(kept, "palette.use"));
    if (const std::string shows = value_of(kept, "visible"); !shows.empty()) visible = shows != "no";
    return problem;
}

std::string Host::read_keys(std::string_view text) {
    std::vector<std::string> lines, of_known;
    while (!text.empty()) {
        lines.emplace_back(text.substr(0, text.find('\n')));
        text.remove_prefix(std::min(lines.back().size() + 1, text.size()));
        const std::string_view line = lines.back();
        if (desk_.key_map.find(line.substr(0, line.find(':'))) != nullptr) of_known.push_back(lines.back());
    }
    // A command may be of a panel that is added later: that is no problem.
    const std::vector<std::string> problems = desk_.key_map.load(of_known);
    (void)desk_.key_map.load(lines);
    return problems.empty() ? std::string() : "keys: " + problems.front();
}

/// Again when there are other panels than before.
std::string Host::read_places() {
    if (settings_.empty()) return {};
    const SettingsMap kept = from_settings_text(settings_);
    if (kept.count("panels.open") != 0) {
        const std::string ids = " " + value_of(kept, "panels.open") + " ";
        for (const auto& panel : panels())
            panel->open = ids.find(" " + std::string(panel->id()) + " ") != std::string::npos;
    }
    return desk_.workbench.load([&](std::string_view name) { return value_of(kept, name); });
}

}  // namespace panels
