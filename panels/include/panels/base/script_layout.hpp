// Names in Arabic, Hebrew and other scripts. Dear ImGui draws the characters of a text in their order in memory, from
// left to right. So Arabic letters must be joined, and words from right to left must be reversed, before a text is
// drawn. A program with a library for that installs a ScriptLayout. Panels draw names and values through laid_out().
// Texts are compared, copied and edited as they were.
#pragma once

#include <string>
#include <string_view>

namespace panels {

/// Returns the characters of one line in the order in which they are drawn from left to right, with joined letters.
using ScriptLayout = std::string (*)(std::string_view line);

/// For all windows of the program. Null, the default, draws characters in their order in memory.
void install_script_layout(ScriptLayout layout);

/// The line as Dear ImGui must draw it. If a layout is installed and ImWchar has 16 bits, emoji become the characters
/// that stand_in_for() returns, for which the program has glyphs. ASCII text costs no allocation. Lay out a text only
/// once.
std::string laid_out(std::string line);

/// Whether the layout changes the order of the line's characters, or joins them.
bool needs_layout(std::string_view line);

/// For U+1F000 to U+1FBFF (emoji and other pictographs): the character of the private use area that is drawn in its
/// place where ImWchar has 16 bits. 0 for all other characters.
unsigned int stand_in_for(unsigned int character);
inline constexpr unsigned int first_pictograph = 0x1f000, end_of_pictographs = 0x1fc00, first_stand_in = 0xe000,
                              end_of_stand_ins = first_stand_in + (end_of_pictographs - first_pictograph);

}  // namespace panels
