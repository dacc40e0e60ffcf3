// A field for a text of the language, with a list of what can stand at its cursor. While the list is open, Tab and
// Enter take the marked line, arrows move the mark and Esc closes the list; while it is closed, all keys are those of
// other fields. It belongs to a panel, which owns the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "panels/base/panel.hpp"
#include "panels/widgets/query_completion.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

class QueryField {
public:
    /// Filter: a text that may also be plain words, for which arrows and Enter are the owner's.
    /// ValueOrWords: a value, or plain words with a list of the owner's own, beside which there is no other.
    enum class Takes : std::uint8_t { Query, Change, Filter, Value, ValueOrWords, Breakpoint };

    explicit QueryField(Takes takes) : takes_(takes) {}

    /// The next draw() gives it the keyboard.
    void take_keyboard() { focus_ = true; }
    /// The same, and opens the list of completions, as Ctrl+Space does.
    void take_keyboard_with_list() { focus_ = asked_ = true; }
    /// The same, to write on behind `text`, which is the owner's.
    void write_on(const std::string& text) {
        cursor_.put = {text, text.size()};
        focus_ = true;
    }
    struct Look {
        const char* hint = "";
        float width = 0;                           // 0: the remaining room
        std::optional<std::size_t> wrong_at = {};  // a byte of the text, which is underlined
        bool is_query = true;                      // of a Filter: whether the text was read as a query
        float said_below = 0;                      // pixels below the field that the list leaves free
    };
    /// Returns whether the text changed.
    bool draw(const Context& context, const char* id, std::string& text, const Look& look);

    /// Keys of the last draw() that the list had no use for.
    const SearchKeys& keys() const { return keys_; }
    bool active() const { return keys_.active; }
    bool list_is_open() const { return open_; }
    const Completions& completions() const { return found_; }

private:
    void find(const Context& context, const std::string& text, bool typed, const Look& look);
    void move_mark(int by);
    void take(std::string& text, const Completion& item);
    void draw_list(const Context& context, std::string& text, ImVec2 low, ImVec2 high, bool& changed);
    bool draw_item(const Style& style, const ecs::World& world, std::size_t position, float right);

    Takes takes_;
    SearchKeys keys_;
    TextCursor cursor_;
    std::size_t cursor_seen_ = 0;
    Completions found_;
    std::optional<std::size_t> mark_;  // position in the list
    float said_below_ = 0;             // the most of it while the list is open, so that it stays where it is
    bool focus_ = false, asked_ = false, open_ = false, moved_ = false, over_list_ = false;
};

}  // namespace panels
