// The only text field of the program. It keeps every byte of its text: characters that this build of Dear ImGui
// cannot hold (beyond U+FFFF where its characters have 16 bits), control characters, NUL, and bytes that are not
// UTF-8. Each of those counts as one character: the cursor steps over it, Backspace removes it as a whole.
//
// While ImGui edits, a character of the private use area replaces such a piece; see text_units.hpp.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <imgui.h>

namespace panels {

/// The cursor of a field that something completes.
struct TextCursor {
    std::optional<std::size_t> at;  // a byte of the text; nothing while the field has not the keyboard, has a
                                    // selection, or holds characters that something else replaces
    struct Text {
        std::string text;
        std::size_t cursor = 0;
    };
    std::optional<Text> put;  // what the field holds as soon as it has the keyboard
};

struct TextField {
    const char* id;
    std::string& text;
    const char* hint = "";
    ImGuiInputTextFlags flags = 0;
    bool* tabbed = nullptr;  // set when Tab was pressed; Tab then does not go to the next field
    int* arrows = nullptr;   // receives presses of Down minus presses of Up; the arrows then do nothing else
    TextCursor* cursor = nullptr;
};
/// Returns the result of ImGui::InputText: whether the text changed, or with EnterReturnsTrue whether Enter was
/// pressed.
bool text_field(const TextField& field);

/// Passes a typed character to Dear ImGui. Windowing back ends call this instead of ImGuiIO::AddInputCharacter, which
/// loses characters beyond U+FFFF.
void type_character(unsigned int character);

}  // namespace panels
