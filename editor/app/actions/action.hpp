// The actions are the commands of the editor's menus: the tables of every Desk (panels/desk/command.hpp), and what only
// the whole program can do, in actions.cpp. Menus are made from the tables, and so are the list of keys and the key rule.
// Adding an action is one row.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ecs/base/language.hpp"
#include "editor/document/document.hpp"
#include "panels/base/chord.hpp"
#include "panels/base/key_map.hpp"
#include "panels/desk/command.hpp"
#include "panels/desk/desk.hpp"

namespace editor {

using panels::Command;
using panels::CommandChoice;
using Menu = panels::CommandMenu;

// The editor's shortcuts are the chords that panels know, too
using panels::Key;
using panels::key_count;
using panels::name_of;
using Shortcut = panels::Chord;

struct WindowNow {
    std::optional<double> width = {}, height = {};  // nothing: it is maximized or minimized
    bool maximized = false;
};

/// Windows that a menu shows and hides.
enum class Extra { Messages, DrawnFrom };

/// What actions ask of the program, beside what every owner of a Desk can do.
class ActionProgram : public panels::DeskOwner {
public:
    virtual Document& document() = 0;
    virtual Settings& settings() = 0;
    virtual WindowNow window_now() const = 0;
    /// Of a recent file; null: there is none.
    virtual const panels::Picture* recent_picture(const std::filesystem::path& file) = 0;
    virtual Flow quit() = 0;
    /// Whether other programs can ask and change the world that is open.
    virtual bool serving() const = 0;
    virtual void set_serving(bool serve) = 0;
    /// Asks which running program's world to show.
    virtual void ask_what_to_attach() = 0;
    /// Stops the world, and asks for what else a bundle needs; not `whole`: for how many seconds, too.
    virtual Flow save_bundle(bool whole) = 0;

    /// Moves the camera to what is selected, or so that `all` is in sight.
    virtual void frame_scene(bool all) = 0;
    virtual void set_reduce_motion(bool reduce) = 0;

    virtual void start_tour() = 0;
    virtual void show_panel_keys() = 0;
    virtual void enter_menu_bar() = 0;
    virtual void show_about() = 0;
    virtual bool& shows(Extra what) = 0;
};

/// The program around the desk; null in tests of panels: actions that need it cannot be done.
ActionProgram* program_of(panels::Desk& desk);

/// In the order of the menu bar.
std::span<const Menu> all_menus();

/// Null when there is none with this name.
const Command* find_action(std::string_view name);
/// The action that this shortcut stands for, or null. The map has the actions and maybe commands of panels.
const Command* action_for(const panels::KeyMap& map, const Shortcut& shortcut);
/// Adds every action that can have a key, under the names of the menus.
void add_actions(panels::KeyMap& map);

/// Empty when the action can be done now, else the reason for a person.
std::string why_not(const Command& action, panels::Desk& desk);

}  // namespace editor
