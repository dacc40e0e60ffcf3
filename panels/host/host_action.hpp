// What a person can do in a Host by menu, by key and in the palette. One list has all of it (Host::actions), from which
// the menus, the keys and the palette are made.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "panels/palette/palette.hpp"

namespace panels {

struct HostAction {
    std::string id;            // the same in every run, as PaletteItem::id
    const char* menu = "";     // in which it stands
    std::string label = {};    // of the menu item
    std::string hint = {};     // one line about it
    std::string keys = {};     // "Ctrl+Shift+Z"
    std::string or_keys = {};  // which do the same
    std::string why_not = {};  // empty: it can be done now
    std::function<void()> run = {};
    bool checked = false, begins_group = false;
    bool repeats = false;            // while the key is held
    bool while_typing = false;       // the key works in a text field, too
    bool in_palette = true;          // else the palette has a better item for it
    std::string palette_label = {};  // empty: label
};

PaletteItem item_of(HostAction action);

/// Whether these keys, "Ctrl+Shift+Z", were just pressed and no panel had a use for them. They are then used.
bool take_keys(const Context& context, std::string_view keys, bool repeat);
/// Whether take_keys() knows them.
bool are_keys(std::string_view keys);
/// Whether any key went down that could belong to an action; costs nothing else.
bool any_action_key_pressed();

}  // namespace panels
