// Settings as one text: a line for each, `name=value`. What would end the line stands as `\n`, a backslash as two.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace panels {

using SettingsMap = std::map<std::string, std::string, std::less<>>;

std::string to_settings_text(const SettingsMap& settings);
/// Leaves out lines that are none.
SettingsMap from_settings_text(std::string_view text);

}  // namespace panels
