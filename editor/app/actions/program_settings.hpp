// What the editor remembers of a person: the settings of every Desk (panels/desk/setting.hpp) and its own, as one table;
// and who brings them from the file to the desk, and back. Adding a setting is one row of the table.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "editor/app/actions/action.hpp"
#include "editor/cli/command_line.hpp"
#include "editor/session/settings.hpp"
#include "panels/desk/setting.hpp"

namespace editor {

using panels::Setting;
using panels::SettingValue;

/// All of them.
std::span<const Setting> program_settings();
/// The lines in a menu of those that are on or off.
std::span<const Command> setting_commands();

/// What is kept of the setting with this name, which there must be, or else what is usual.
SettingValue value_of(const Settings& settings, std::string_view name);

class SettingsKeeper {
public:
    /// Puts into effect what the command line says, or else the file, or else what is usual. Returns for a person what
    /// in the file cannot be.
    std::vector<std::string> bring(panels::Desk& desk, const Settings& settings, const LookOptions& said);
    /// Into `settings` goes what the person changed since the last call; what the command line says stays out.
    void keep(panels::Desk& desk, Settings& settings);

private:
    std::vector<std::optional<SettingValue>> seen_;  // as they were then, in the order of the table
};

}  // namespace editor
