// A search field above the choices that match. Typing narrows and ranks them, the arrows move the mark, Enter takes
// the marked choice. Every popup with a search uses it, so all rank alike: names before other texts about a choice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "panels/base/style.hpp"

namespace panels {

/// How well a choice matches the typed word, best first.
enum class Match : std::uint8_t { Name, NameStart, WordStart, NamePart, NameLetters, Elsewhere, None };

/// `word` is in lower case; `elsewhere` has other texts about the choice: fields, a description. An empty word
/// matches everything equally.
Match match_of(std::string_view word, std::string_view name, std::span<const std::string_view> elsewhere = {});

class SearchList {
public:
    /// Empties the field. The next draw_field() takes the keyboard.
    void open();
    /// Esc in it closes the popup that it is in.
    void draw_field(const Style& style, float width, const char* hint);
    /// In place of draw_field(): what a field of the caller's has, and the keys that were pressed in it.
    void follow(std::string_view text, int arrows, bool entered);
    /// Call it once a frame, after draw_field(): returns which of `count` choices match, best first. Equal matches
    /// stay in order. `present` is marked as long as nothing is typed.
    const std::vector<std::size_t>& rank(std::size_t count,
                                         const std::function<Match(std::size_t choice, std::string_view word)>& match,
                                         std::optional<std::size_t> present = {});
    /// Whether the choice at this position of rank() is marked. Scrolls to it when the mark has moved. Call it right
    /// before drawing.
    bool marked(std::size_t position);
    /// Whether Enter was pressed on it in this frame.
    bool taken(std::size_t position) const { return entered_ && mark_ == position; }
    const std::string& text() const { return text_; }

private:
    std::string text_, ranked_text_;
    std::vector<std::size_t> ranked_;
    std::optional<std::size_t> mark_;  // position in ranked_
    int arrows_ = 0;
    bool opening_ = false, entered_ = false, fresh_ = false, moved_ = false;
};

}  // namespace panels
