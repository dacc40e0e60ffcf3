// What stands on the screen, read back from what Dear ImGui drew. Tests of the whole program find the words and numbers
// they click on with it, wherever the layout puts them.
#pragma once

#include <string>
#include <vector>

struct ImDrawData;

namespace editor {

struct ScreenText {
    std::string text;  // a run of glyphs on one line
    float left = 0, top = 0, right = 0, bottom = 0;
};

/// In the order it was drawn; what is clipped away is left out.
std::vector<ScreenText> read_screen_text(const ImDrawData& data);

}  // namespace editor
