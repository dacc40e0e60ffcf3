// A Command is one thing that a person can ask for by menu, key or palette: a row of a table, with the functions that do
// it. The editor and a Host make their menus, palettes and keys from the same tables, and add rows of their own. Adding
// a command is one row in one of the *_commands.cpp files.
#pragma once

#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "panels/base/key_map.hpp"
#include "panels/base/picture.hpp"
#include "panels/palette/palette.hpp"
#include "panels/palette/world_items.hpp"

namespace panels {

class Desk;

/// One line of a submenu.
struct CommandChoice {
    std::string label, hint;
    bool checked = false;
    std::function<void()> choose;
    const Picture* picture = nullptr;  // before the label
    std::string why_not = {};          // why it cannot be chosen now; empty: it can
};

struct Command {
    std::string_view name = {};             // stable, for scripts and settings: "edit.undo"
    std::string_view label = {};            // of the menu item: "Undo"
    std::string_view description = {};      // one line, for hover and the list of keys
    Chord shortcut = {}, alternative = {};  // by default: which it is now, the key map says
    bool while_typing = false;              // the shortcut works in a text field, too
    bool begins_group = false;              // a line is above it in the menu
    bool repeats = false;                   // while its key is held, in a Host
    bool needs_program = false;             // a Desk alone, as in tests of panels, cannot do it
    void (*act)(Desk&) = nullptr;
    /// Empty when it can be done now, else the reason for a person. Null: always.
    std::string (*why_not)(Desk&) = nullptr;
    std::string (*label_now)(Desk&) = nullptr;      // "Undo Set hp of Player"; null: label
    std::string (*palette_label)(Desk&) = nullptr;  // null: as the menu has it
    bool (*checked)(Desk&) = nullptr;               // null: no
    /// A submenu with these lines instead of act; null: none. `inline_choices`: the lines are in the menu itself.
    std::vector<CommandChoice> (*choices)(Desk&) = nullptr;
    bool inline_choices = false;
    /// Whether a Host has it, where the editor may show it grey. Null: always.
    bool (*offered)(Desk&) = nullptr;
};

struct CommandMenu {
    std::string_view label;
    std::vector<Command> commands;
};

/// A row for a command that panels know, too: its texts and keys are in panels/base/general_keys.hpp.
constexpr Command of(const KeyCommand& known, Command row) {
    row.name = known.id;
    row.label = known.name;
    row.description = known.description;
    row.shortcut = known.key;
    row.alternative = known.alternative;
    row.while_typing = known.while_typing;
    return row;
}

// The tables of the menus that every Desk has, and rows for other menus

std::span<const Command> edit_commands();
std::span<const Command> run_commands();
std::span<const Command> workspace_commands();  // the last row is the list of panels
std::span<const Command> file_commands();       // open, save, save as
std::span<const Command> palette_commands();
std::span<const Command> theme_commands();
std::span<const Command> text_commands();  // size and language
std::span<const Command> key_commands();

/// Several tables as one.
std::vector<Command> joined(std::initializer_list<std::span<const Command>> tables);

KeyCommand key_command_of(const Command& command);
/// Adds every command that can have a key, under the name of the menu.
void add_commands(KeyMap& map, std::string_view menu, std::span<const Command> commands);
/// Empty when the command can be done now, else the reason for a person.
std::string why_not(const Command& command, Desk& desk);
/// What the menu calls it now.
std::string label_of(const Command& command, Desk& desk);

/// Into the Dear ImGui menu that is open. What is chosen is to be called after the menus were drawn: it may replace the
/// world that the rest of them is about.
void draw_commands(std::span<const Command> commands, Desk& desk, std::function<void()>& chosen);
/// Commands of a menu in the palette. Valid until the Desk shows another world, and as long as the commands.
void add_command_items(std::vector<PaletteItem>& items, std::string_view menu, std::span<const Command> commands,
                       Desk& desk);
/// And what every program over a world has.
void add_world_items(std::vector<PaletteItem>& items, Desk& desk, const GoToPanel& go_to);

}  // namespace panels
