// The KeyMap says which keys run which command: the one place for menus, tooltips, lists of keys, and for those
// that ask whether a command's key was pressed. The program owns it, fills it once with the commands of its panels and
// with its own, and keeps in its settings what a person changed.
//
//     place     the id of the panel in which the command works; empty: everywhere. A panel's command comes first
//     chords    up to two for a command. No two commands that work in the same place have the same one, unless a
//               file of settings says so; then the first of them has it
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "panels/base/chord.hpp"

namespace panels {

class Panel;

/// A command that a key can run. The texts must live as long as the map: they are constants.
struct KeyCommand {
    std::string_view id;           // stable, for settings: "edit.undo"
    std::string_view name;         // "Undo"
    std::string_view description;  // one line
    Chord key = {}, alternative = {};
    bool while_typing = false;  // works in a text field, too
};

class KeyMap {
public:
    static constexpr std::size_t slots = 2;
    using Chords = std::array<Chord, slots>;

    struct Entry {
        KeyCommand command;
        std::string place;  // id of a panel, or empty
        std::string group;  // what the list of keys calls the place: "Edit", "Moves"
        Chords chords;      // as they are now

        Chords defaults() const { return {command.key, command.alternative}; }
        bool changed() const { return chords != defaults(); }
        /// `Ctrl+K, Ctrl+P`; empty when it has no key.
        std::string text() const;
    };

    void add(const KeyCommand& command, std::string_view group, std::string_view place = {});
    /// Adds what the panels declare: Panel::commands().
    void add_panels(std::span<const std::unique_ptr<Panel>> panels);

    const std::vector<Entry>& entries() const { return entries_; }
    /// Null when there is no such command.
    const Entry* find(std::string_view id) const;
    /// The command of the chord while that panel has the focus; null: nothing.
    const Entry* command_for(const Chord& chord, std::string_view panel = {}) const;

    // Changes

    /// Empty when the command can have this chord, else the reason for a person. Other commands are not considered.
    std::string why_not(std::string_view id, const Chord& chord) const;
    /// The command that has this chord already in a place where this one works, too; null: none.
    const Entry* rival_of(std::string_view id, const Chord& chord) const;
    /// Gives the command that chord; none takes it away.
    void set(std::string_view id, std::size_t slot, const Chord& chord);
    /// The same, and takes it from every other command that works in the same place.
    void take_over(std::string_view id, std::size_t slot, const Chord& chord);
    void reset(std::string_view id);
    void reset_all();
    bool any_changed() const;

    // Settings: one line for each command that differs from its default, `edit.undo: Ctrl+U, F8`

    /// Returns for a person what could not be understood. Those lines are kept, and written again.
    std::vector<std::string> load(const std::vector<std::string>& lines);
    std::vector<std::string> save() const;

private:
    Entry* find_entry(std::string_view id);

    std::vector<Entry> entries_;
    std::vector<std::string> not_understood_;
};

struct Context;

/// The keys of the command now: `Ctrl+K`; empty when it has none. Without a map those that it has by default.
std::string keys_text(const Context& context, const KeyCommand& command);
/// `Play (Space)`; only `Play` when the command has no key.
std::string with_keys(const Context& context, std::string_view text, const KeyCommand& command);

}  // namespace panels
