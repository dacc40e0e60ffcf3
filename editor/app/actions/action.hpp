// An Action is one thing that a person can ask the editor for by menu or key: a row of a table, with the functions that
// do it. Menus are made from the tables, and so are the list of keys and the key rule. Adding an action is one row in
// one of the *_actions.cpp files.
//
//     ActionHost      whoever has a world to act on: the program, or a test of panels
//     ActionProgram   what only the whole program can do: windows, files, looks
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/base/language.hpp"
#include "editor/app/actions/shortcut.hpp"
#include "editor/document/document.hpp"
#include "panels/base/key_map.hpp"
#include "panels/base/panel.hpp"
#include "panels/running/tick_question.hpp"
#include "panels/workspace/workbench.hpp"

namespace editor {

/// What actions ask of the program.
class ActionProgram {
public:
    virtual ~ActionProgram() = default;

    virtual Document& document() = 0;
    virtual const Settings& settings() const = 0;
    /// Of a recent file; null: there is none.
    virtual const panels::Picture* recent_picture(const std::filesystem::path& file) = 0;
    virtual void quit() = 0;
    /// Whether other programs can ask and change the world that is open.
    virtual bool serving() const = 0;
    virtual void set_serving(bool serve) = 0;
    /// Whether the world that is open is that of a program that runs.
    virtual bool attached() const = 0;
    virtual void ask_what_to_attach_to() = 0;
    virtual void detach() = 0;
    virtual void ask_for_name() = 0;  // of the selected entity
    /// Stops the world, and asks for what else a bundle needs; not `whole`: for how many seconds, too.
    virtual void save_bundle(bool whole) = 0;

    virtual void frame_selection() = 0;
    virtual void frame_all() = 0;
    virtual bool& show_grid() = 0;
    virtual bool& show_drawn_from() = 0;

    virtual panels::ThemeName theme() const = 0;
    virtual void set_theme(panels::ThemeName theme) = 0;
    virtual bool reduces_motion() const = 0;
    virtual void set_reduce_motion(bool reduce) = 0;
    /// The size of text and controls that the person chose; 1 suits the screen.
    virtual float user_scale() const = 0;
    virtual void set_user_scale(float scale) = 0;

    /// Of the interface: all but English.
    virtual std::span<const ecs::Catalog* const> languages() const = 0;
    /// "en", or the code of one of them.
    virtual void set_language(const std::string& code) = 0;

    virtual panels::Workbench& workbench() = 0;
    virtual void ask_for_workspace_name() = 0;
    /// With this text in its field.
    virtual void open_palette(std::string_view text = {}) = 0;

    /// Of the transport: which tick to go to, how many to run.
    virtual panels::TickQuestion& tick_question() = 0;

    virtual void show_manual() = 0;
    virtual void start_tour() = 0;
    virtual std::string why_no_tour() const = 0;  // empty: it can start
    virtual void show_keys() = 0;
    virtual void show_panel_keys() = 0;
    virtual void enter_menu_bar() = 0;
    virtual void show_about() = 0;
    virtual bool& show_messages() = 0;
};

/// Where an action is carried out.
struct ActionHost {
    panels::Context context;           // actions on the world push requests, as panels do
    ActionProgram* program = nullptr;  // null in tests of panels: actions that need it are not there
};

/// One line of a submenu.
struct ActionChoice {
    std::string label, hint;
    bool checked = false;
    std::function<void()> choose;
    const panels::Picture* picture = nullptr;  // stands before the label
};

struct Action {
    std::string_view name = {};         // stable, for scripts and settings: "edit.undo"
    std::string_view label = {};        // of the menu item: "Undo"
    std::string_view description = {};  // one line, for hover and the list of keys
    Shortcut shortcut = {};             // by default: which it is now, the key map says
    Shortcut alternative = {};          // second way to the same
    bool while_typing = false;          // the shortcut works in a text field, too
    bool begins_group = false;          // a line stands above it in the menu
    bool needs_program = false;
    void (*act)(ActionHost&) = nullptr;
    /// Empty when it can be done now, else the reason for a person. Null: always.
    std::string (*why_not)(ActionHost&) = nullptr;
    std::string (*label_now)(ActionHost&) = nullptr;  // "Undo Set hp of Player"; null: label
    bool (*checked)(ActionHost&) = nullptr;           // null: no
    /// A submenu with these lines instead of act; null: none. `inline_choices`: they stand in the menu itself.
    std::vector<ActionChoice> (*choices)(ActionHost&) = nullptr;
    bool inline_choices = false;
};

struct Menu {
    std::string_view label;
    std::span<const Action> actions;
};

/// In the order of the menu bar.
std::span<const Menu> all_menus();

/// Null when there is none with this name.
const Action* find_action(std::string_view name);
/// The action that this shortcut stands for, or null. The map has the actions and maybe commands of panels.
const Action* action_for(const panels::KeyMap& map, const Shortcut& shortcut);
/// Adds every action that can have a key, under the names of the menus.
void add_actions(panels::KeyMap& map);
/// The keys of the action now, as a menu shows them; empty when it has none.
std::string keys_of(const Action& action, const panels::Context& context);

/// Empty when the action can be done now, else the reason for a person.
std::string why_not(const Action& action, ActionHost& host);
/// What the menu calls it now.
std::string label_of(const Action& action, ActionHost& host);

}  // namespace editor
