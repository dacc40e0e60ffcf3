// A field to search with above the choices that it leaves: typing narrows and ranks them, the arrows move the mark,
// Enter takes what is marked. Every popup that searches is one of these, so that all of them rank alike: names before
// whatever else is said of a choice.
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

/// How well a choice answers what was typed, best first.
enum class Match : std::uint8_t { Name, NameStart, WordStart, NamePart, NameLetters, Elsewhere, None };

/// `word` is in lower case; `elsewhere` is what else is said of the choice: fields, a description. An empty word
/// matches everything alike.
Match match_of(std::string_view word, std::string_view name, std::span<const std::string_view> elsewhere = {});

class SearchList {
public:
    /// Empties the field. The next draw_field() takes the keyboard.
    void open();
    void draw_field(const Style& style, float width, const char* hint);
    /// Call once a frame, after draw_field(): which of `count` choices match, the best first. Equals stay in order.
    /// `present` is marked as long as nothing is typed.
    const std::vector<std::size_t>& rank(std::size_t count,
                                         const std::function<Match(std::size_t choice, std::string_view word)>& match,
                                         std::optional<std::size_t> present = {});
    /// Of a position in what rank() returned. Scrolls there when the mark has moved; call right before it is drawn.
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
