// The window in which a person sees the keys of all commands and changes them. A press of a key cell asks for the new
// keys; what they are taken from is told first, and keys that cannot be given say why. The KeyMap is its owner's, which
// keeps it in the settings.
//
//     ┌ Keys ─────────────────────────────────────────┐
//     │ search                                         │
//     │ Edit                                           │   a place, or the menu of what works everywhere
//     │ ▌Undo   Takes back…   Ctrl+Z   none         ↺  │   ↺ only where the keys are not those of the default
//     │ Ctrl+D is "Duplicate"  [Take it over] [Cancel] │   one line, always there, so that nothing jumps
//     └────────────────────────────────────────────────┘
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "panels/base/key_map.hpp"
#include "panels/base/panel.hpp"

namespace panels {

class KeysWindow {
public:
    void open();
    void close();
    bool is_open() const { return open_; }
    void draw(const Context& context, KeyMap& map);

    // What it shows, for tests.

    struct Asked {
        std::string_view command;  // id
        std::size_t slot = 0;
    };
    /// The command whose new keys are waited for.
    const std::optional<Asked>& asked() const { return asked_; }
    /// Why the last chord cannot be given, or whose it is already; empty when there is nothing to say.
    const std::string& note() const { return note_; }

private:
    void find_rows(const KeyMap& map);
    void draw_field(const Context& context);
    void draw_rows(const Context& context, KeyMap& map, ImVec2 size);
    void draw_row(const Context& context, KeyMap& map, std::size_t position);
    void draw_cell(const Context& context, const KeyMap::Entry& entry, std::size_t slot);
    void draw_foot(const Context& context, KeyMap& map);
    void ask(std::string_view command, std::size_t slot);
    void stop_asking();
    void take(const Context& context, KeyMap& map);
    void give(KeyMap& map, bool take_over);

    bool open_ = false, opening_ = false, moved_ = false, entered_ = false;
    bool answered_ = false;  // in this frame: the key that answered presses no button besides
    std::string text_, found_text_;
    std::vector<std::size_t> rows_;  // entries of the map that match
    std::size_t mark_ = 0;
    float names_width_ = 0;
    std::optional<Asked> asked_;
    bool fresh_ = false;  // it is asked since this frame, so this frame's key is not the answer
    Chord offered_;       // it is another command's: the person is asked
    std::string note_;
    bool other_place_ = false;  // of the other command, so that both can have it
};

}  // namespace panels
