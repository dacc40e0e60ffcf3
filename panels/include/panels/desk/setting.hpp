// A Setting is one thing that a program remembers of a person: a row of a table with its name, what it is at first, and
// how it is read and put into effect. Files of settings, menus and tests follow from the tables. Adding a setting is one
// row: here if every Desk has it, else in editor/app/actions/program_settings.cpp or panels/host/host_settings.cpp.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "panels/desk/command.hpp"

namespace panels {

using SettingValue = std::variant<bool, double, std::string, std::vector<std::string>>;

struct Setting {
    std::string_view name;  // in files; never changes
    SettingValue usual;     // until a person chooses another
    SettingValue example;   // another one, for tests
    /// The value in effect. Nothing: it is unknown at the moment, and the file keeps its own. A null function: the file
    /// holds the value in effect, and those who need it read it there.
    std::optional<SettingValue> (*now)(Desk&) = nullptr;
    /// Puts a value of the kind of `usual` into effect. Returns for a person what cannot be. Null: nothing to be done.
    std::string (*take)(Desk&, const SettingValue&) = nullptr;
    std::string_view text_name = name;  // in the text of a Host, where numbers are in percent
    Command in_menu = {};               // of a flag: its line in a menu, without what it does; no name: it has none
};

/// Those of every Desk: language, looks, keys, the use of the palette.
std::span<const Setting> desk_settings();

}  // namespace panels
