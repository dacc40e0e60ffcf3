// TextUnits lends a character of the private use area to each piece of text that a text field of Dear ImGui cannot
// hold, so that it is edited as one character and given back unharmed. Fields undo by what they hold, so what was lent
// stays lent until nothing is edited and much of the room is used. Private: panels/text_field.hpp.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace panels {

class TextUnits {
public:
    static constexpr unsigned int first = 0xe000, end = 0xf8ff;

    /// Whether a field can hold the text as it is.
    static bool plain(std::string_view text);
    /// The text for a field; nothing when it has more different pieces than can be lent.
    std::optional<std::string> lend(std::string_view text);
    /// The same for what is pasted: without control characters.
    std::string lend_pasted(std::string_view text);
    std::string take_back(std::string_view shown) const;

    /// The character that stands for one beyond U+FFFF; 0 when none is left.
    unsigned int unit_for(unsigned int character);
    /// Between fields: makes room when much is used.
    void tidy();

    unsigned int high_half = 0;  // of a typed character that came in two

private:
    unsigned int unit_for(std::string_view piece);
    bool lend(std::string_view text, bool controls, std::string& shown);

    std::vector<std::string> pieces_;
    std::unordered_map<std::string, unsigned int> units_;
};

}  // namespace panels
