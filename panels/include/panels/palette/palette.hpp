// The Palette is a line to type into, over everything else, with all that can be done or gone to below it: actions,
// panels, scenes, systems, components, entities. Whoever opens it gives it the items; so a program of its own can offer
// its own. Typing narrows the list, arrows move the mark, Enter runs the marked item.
//
//     ┌──────────────────────────────────┐
//     │ tosy                    3 of 214 │   what was typed
//     │ Commands                         │   a group; groups come in the order of their best items
//     │ ▌Toggle system…   turns one on   │   an item that asks for another one, in place
//     │  Step to next system   Shift+F10 │
//     └──────────────────────────────────┘
//
// Equal matches come in the order of use, then of the items. What comes late (entities of a large world) comes last,
// so nothing jumps while a person types; but what is called exactly as was typed comes first, whenever it comes.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "panels/base/icons.hpp"
#include "panels/base/panel.hpp"

namespace panels {

struct PaletteItem {
    std::string id;         // the same in every run: its use is counted under it; empty: not counted
    std::string group;      // "Commands"
    std::string label;      // "Toggle system…"
    std::string hint = {};  // quiet, behind the label
    std::string also = {};  // another text that finds it, as a whole: "12v3"
    /// More words that find it, beside those of the label and the hint: what it is called at other times.
    std::string words = {};
    std::string keys = {};  // "Ctrl+Z"
    Icon icon = Icon::Rule;
    std::string why_not = {};                            // why it cannot be run now; empty: it can
    std::function<void()> run = {};                      // after the panels drew
    std::function<std::vector<PaletteItem>()> ask = {};  // instead of run: one of these is asked for, in place
    /// Instead of run: an entity is asked for, in place.
    std::function<void(const Context&, ecs::Entity)> run_with = {};
    std::function<std::string(const Context&, ecs::Entity)> why_not_with = {};  // why it cannot be run with that one
    ecs::Entity entity = {};                                                    // of an item that is an entity
};

class Palette {
public:
    /// Opens it over these items, with a text to search. Their functions are called as long as it is open.
    void open(std::vector<PaletteItem> items, std::string_view text = {});
    void close();
    bool is_open() const { return open_; }
    /// Draws it while it is open. What a person chose is run before it returns.
    void draw(const Context& context);

    /// How often items were run, as text for settings: one `id count` a line.
    std::string save_use() const;
    void load_use(std::string_view text);

    // What it shows, for tests.

    struct Shown {
        std::size_t item = 0;              // of items()
        std::vector<std::size_t> letters;  // positions that match what was typed
    };
    const std::vector<PaletteItem>& items() const { return levels_.back().items; }
    const std::vector<Shown>& shown() const { return shown_; }
    std::size_t marked() const { return mark_; }

private:
    /// What another item asked for has a level of its own: items, or entities with run_with. Esc leads back.
    struct Level {
        std::string title;
        std::vector<PaletteItem> items;
        std::string text;
        std::size_t own_items = 0;  // entities that were found follow them
        std::function<void(const Context&, ecs::Entity)> run_with = {};
        std::function<std::string(const Context&, ecs::Entity)> why_not_with = {};
    };

    void rank();
    void push(Level level);
    void search_entities(const Context& context);
    PaletteItem entity_item(const Context& context, ecs::Entity entity) const;
    void draw_field(const Context& context, float width);
    void draw_items(const Context& context);
    void draw_item(const Context& context, std::size_t position, float width);
    void draw_footer(const Context& context);
    void choose(const Context& context, std::size_t position, bool stay);
    int use_of(const PaletteItem& item) const;

    bool open_ = false, opening_ = false, moved_ = false;
    std::vector<Level> levels_;
    std::vector<Shown> shown_;
    std::string ranked_text_;
    std::size_t mark_ = 0, matching_ = 0;
    std::map<std::string, int, std::less<>> use_;

    /// The search among entities goes on from frame to frame, so that a large world does not stop the window.
    struct EntitySearch {
        std::string text;
        std::size_t next_slot = 0;
        bool done = true;
        std::uint64_t structure = 0;
    };
    EntitySearch search_;
};

}  // namespace panels
