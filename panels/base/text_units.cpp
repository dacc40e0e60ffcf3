#include "panels/base/text_units.hpp"

#include <imgui.h>

#include "ecs/base/utf8.hpp"

namespace panels {

namespace {

constexpr bool holds_all_characters = sizeof(ImWchar) > 2;
constexpr std::size_t much = 2500;

bool control(unsigned int character) { return character < 0x20 || (character >= 0x7f && character < 0xa0); }

/// Whether a field can hold the character as it is.
bool held(unsigned int character) {
    if (character >= TextUnits::first && character <= TextUnits::end) return false;
    return holds_all_characters || character <= 0xffff;
}

}  // namespace

bool TextUnits::plain(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        if (ecs::utf8_length(text.substr(at, 4)) == 0) return false;
        const unsigned int character = ecs::next_character(text, at);
        if (control(character) || !held(character)) return false;
    }
    return true;
}

bool TextUnits::lend(std::string_view text, bool controls, std::string& shown) {
    for (std::size_t at = 0; at < text.size();) {
        const bool whole = ecs::utf8_length(text.substr(at, 4)) != 0;
        const std::size_t start = at;
        const unsigned int character = ecs::next_character(text, at);
        const std::string_view piece = text.substr(start, at - start);
        if (whole && control(character) && !controls) continue;
        if (whole && held(character) && !control(character)) {
            shown += piece;
            continue;
        }
        const unsigned int pictograph = whole ? stand_in_for(character) : 0;
        const unsigned int unit = pictograph != 0 ? pictograph : unit_for(piece);
        if (unit == 0) return false;
        ecs::append_utf8(shown, unit);
    }
    return true;
}

std::optional<std::string> TextUnits::lend(std::string_view text) {
    std::string shown;
    if (!lend(text, true, shown)) return std::nullopt;
    return shown;
}

std::string TextUnits::lend_pasted(std::string_view text) {
    std::string shown;
    lend(text, false, shown);
    return shown;
}

std::string TextUnits::take_back(std::string_view shown) const {
    std::string text;
    for (std::size_t at = 0; at < shown.size();) {
        const std::size_t start = at;
        const unsigned int character = ecs::next_character(shown, at);
        if (character >= first_piece && character - first_piece < pieces_.size())
            text += pieces_[character - first_piece];
        else if (!holds_all_characters && character >= first_stand_in && character < end_of_stand_ins)
            ecs::append_utf8(text, first_pictograph + (character - first_stand_in));
        else
            text += shown.substr(start, at - start);
    }
    return text;
}

unsigned int TextUnits::unit_for(unsigned int character) {
    if (const unsigned int pictograph = stand_in_for(character)) return pictograph;
    std::string piece;
    ecs::append_utf8(piece, character);
    return held(character) ? character : unit_for(std::string_view(piece));
}

unsigned int TextUnits::unit_for(std::string_view piece) {
    const auto [found, fresh] = units_.try_emplace(std::string(piece), 0);
    if (!fresh) return found->second;
    if (first_piece + pieces_.size() > end) {
        units_.erase(found);
        return 0;
    }
    pieces_.emplace_back(piece);
    return found->second = first_piece + static_cast<unsigned int>(pieces_.size()) - 1;
}

void TextUnits::tidy() {
    if (pieces_.size() < much) return;
    pieces_.clear();
    units_.clear();
}

}  // namespace panels
