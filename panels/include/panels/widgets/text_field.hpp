// The one field that a person types text into. It keeps every byte of what it is given: characters that this build of
// Dear ImGui cannot hold (beyond U+FFFF where its characters have 16 bits), control characters, NUL, and bytes that are
// no UTF-8 at all. Each of those counts as one character: the cursor steps over it, Backspace takes it as a whole.
//
// While ImGui edits, such a piece is lent a character of the private use area; see text_units.hpp.
#pragma once

#include <string>

#include <imgui.h>

namespace panels {

struct TextField {
    const char* id;
    std::string& text;
    const char* hint = "";
    ImGuiInputTextFlags flags = 0;
    bool* tabbed = nullptr;  // set when Tab was pressed, which then does not go to the next field
    int* arrows = nullptr;   // counts how often Down was pressed, less how often Up was; they then do nothing else
};
/// Returns what ImGui::InputText does: whether it changed, or with EnterReturnsTrue whether Enter was pressed.
bool text_field(const TextField& field);

/// Hands a typed character to Dear ImGui. Windowing back ends call this instead of ImGuiIO::AddInputCharacter, which
/// loses what lies beyond U+FFFF.
void type_character(unsigned int character);

}  // namespace panels
