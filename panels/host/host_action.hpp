// What a person can do in a Host by menu, by key and in the palette. One list has all of it (Host::actions), from which
// the menus and the palette are made. Its commands stand in the Host's KeyMap, which says what keys they have.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "panels/base/key_map.hpp"
#include "panels/base/language.hpp"
#include "panels/palette/palette.hpp"

namespace panels {

/// Hides the Host and shows it, whoever has the keyboard. Its key is Host::toggle_key.
inline constexpr KeyCommand host_toggle{
    "host.toggle", tr_later("Hide or show"),
    tr_later("Also while the game has the keyboard; no other key has an effect then")};

struct HostAction {
    const KeyCommand* command = nullptr;  // whose keys it has; null: none
    std::string id = {};                  // the same in every run, as PaletteItem::id; empty: that of the command
    const char* menu = "";                // in which it stands
    std::string label = {};               // of the menu item
    std::string hint = {};                // one line about it
    std::string keys = {};                // those of the command now
    std::string why_not = {};             // empty: it can be done now
    std::function<void()> run = {};
    bool checked = false, begins_group = false;
    bool repeats = false;            // while the key is held
    bool in_palette = true;          // else the palette has a better item for it
    std::string palette_label = {};  // empty: label
};

PaletteItem item_of(HostAction action);

}  // namespace panels
