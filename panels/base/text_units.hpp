// TextUnits replaces each piece of text that a text field of Dear ImGui cannot hold by a character of the private use
// area. The field edits the piece as one character and gives it back unharmed. Fields undo with their own content, so
// a replacement stays valid until nothing is edited and much of the private use area is taken. Private:
// panels/widgets/text_field.hpp.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "panels/base/script_layout.hpp"

namespace panels {

class TextUnits {
public:
    static constexpr unsigned int first = 0xe000, end = 0xf8ff;
    /// Below are the pictographs, which are drawn: see stand_in_for().
    static constexpr unsigned int first_piece = end_of_stand_ins;

    /// Whether a field can hold the text as it is.
    static bool plain(std::string_view text);
    /// The text for a field; nothing when it has more different pieces than free characters.
    std::optional<std::string> lend(std::string_view text);
    /// The same for pasted text, without control characters.
    std::string lend_pasted(std::string_view text);
    std::string take_back(std::string_view shown) const;

    /// The replacement for a character beyond U+FFFF; 0 when none is left.
    unsigned int unit_for(unsigned int character);
    /// Call it between fields: frees replacements when many are taken.
    void tidy();

    unsigned int high_half = 0;  // first half of a typed character that came in two

private:
    unsigned int unit_for(std::string_view piece);
    bool lend(std::string_view text, bool controls, std::string& shown);

    std::vector<std::string> pieces_;
    std::unordered_map<std::string, unsigned int> units_;
};

}  // namespace panels
