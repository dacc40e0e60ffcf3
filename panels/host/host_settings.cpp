// What a Host keeps between two runs of its program, as one text.
#include <optional>
#include <utility>

#include "panels/host/host_parts.hpp"

namespace panels {

namespace {

std::string value_of(const SettingsMap& settings, std::string_view name) {
    const auto found = settings.find(name);
    return found == settings.end() ? std::string() : found->second;
}

}  // namespace

std::string Host::save_settings() const {
    SettingsMap kept = parts_->settings;  // what a panel has that was not added yet
    desk_.workbench.save([&](std::string_view name, std::string value) { kept[std::string(name)] = std::move(value); });
    std::string open_ids;
    for (const auto& panel : panels())
        if (panel->open) (open_ids += open_ids.empty() ? "" : " ") += panel->id();
    kept["panels.open"] = open_ids;
    for (const Setting& each : all_settings())
        if (const auto now = each.now(const_cast<Desk&>(desk_)))  // which only looks
            kept[std::string(each.text_name)] = to_text(*now);
    return to_settings_text(kept);
}

std::string Host::load_settings(std::string_view text) {
    const SettingsMap kept = from_settings_text(text);
    if (kept.empty()) return {};
    parts_->settings = kept;
    std::string problem = read_places();
    for (const Setting& each : all_settings()) {
        const std::string written = value_of(kept, each.text_name);
        const std::optional<SettingValue> value = from_text(written, each.usual);
        std::string refused;
        if (value)
            refused = take(each, *value);
        else if (!written.empty())
            refused = "\"" + written.substr(0, 40) + "\" is not a number";
        if (!refused.empty()) problem = std::string(each.text_name) + ": " + refused;
    }
    return problem;
}

std::vector<Setting> Host::all_settings() {
    const std::span<const Setting> of_desk = desk_settings();
    std::vector<Setting> all(of_desk.begin(), of_desk.end());
    all.push_back({.name = "visible",
                   .usual = true,
                   .example = false,
                   .now = [](Desk& desk) -> std::optional<SettingValue> { return Parts::host_of(desk).visible; },
                   .take =
                       [](Desk& desk, const SettingValue& value) {
                           Parts::host_of(desk).visible = std::get<bool>(value);
                           return std::string();
                       }});
    return all;
}

std::string Host::take(const Setting& setting, const SettingValue& value) {
    const auto* const lines = std::get_if<std::vector<std::string>>(&value);
    if (lines == nullptr) return setting.take(desk_, value);
    // A command may be of a panel that is added later: that is no problem.
    std::vector<std::string> of_known;
    for (const std::string& line : *lines)
        if (desk_.key_map.find(std::string_view(line).substr(0, line.find(':'))) != nullptr) of_known.push_back(line);
    std::string problem = setting.take(desk_, of_known);
    setting.take(desk_, value);
    return problem;
}

/// Again when there are other panels than before.
std::string Host::read_places() {
    if (parts_->settings.empty()) return {};
    const SettingsMap& kept = parts_->settings;
    if (kept.count("panels.open") != 0) {
        const std::string ids = " " + value_of(kept, "panels.open") + " ";
        for (const auto& panel : panels())
            panel->open = ids.find(" " + std::string(panel->id()) + " ") != std::string::npos;
    }
    return desk_.workbench.load([&](std::string_view name) { return value_of(kept, name); });
}

}  // namespace panels
