// Settings as one text: a line for each, `name=value`. What would end the line stands as `\n`, a backslash as two.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "panels/desk/setting.hpp"

namespace panels {

using SettingsMap = std::map<std::string, std::string, std::less<>>;

std::string to_settings_text(const SettingsMap& settings);
/// Leaves out lines that are none.
SettingsMap from_settings_text(std::string_view text);

/// A value in such a text: "yes", percent, or lines.
std::string to_text(const SettingValue& value);
/// A value of the kind of `usual`; nothing: the text says none.
std::optional<SettingValue> from_text(std::string_view text, const SettingValue& usual);

}  // namespace panels
