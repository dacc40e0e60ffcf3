// How names in any script are drawn. Dear ImGui draws the characters of a text as they come, from left to right:
// Arabic letters have to be joined, and words from right to left turned around, before. A program that can do that
// installs how; panels draw names and values through laid_out(). What is compared, copied or edited stays as it is.
#pragma once

#include <string>
#include <string_view>

namespace panels {

/// Gives the characters of one line in the order in which they stand from left to right, joined where their script
/// joins them.
using ScriptLayout = std::string (*)(std::string_view line);

/// For all windows of the program; null draws characters as they come, which is how a program begins.
void install_script_layout(ScriptLayout layout);

/// The line as Dear ImGui has to draw it. Where its characters end at U+FFFF, pictographs are in the place that
/// stand_in_for() says, if a layout is installed: such a program brings the glyphs, too. Plain text costs no
/// allocation. Do not lay out what is laid out.
std::string laid_out(std::string line);

/// Whether the layout changes the order of the line's characters, or joins them.
bool needs_layout(std::string_view line);

/// Emoji and their neighbours, U+1F000 to U+1FBFF, stand in the private use area where Dear ImGui's characters have 16
/// bits. 0: the character is none of them.
unsigned int stand_in_for(unsigned int character);
inline constexpr unsigned int first_pictograph = 0x1f000, end_of_pictographs = 0x1fc00, first_stand_in = 0xe000,
                              end_of_stand_ins = first_stand_in + (end_of_pictographs - first_pictograph);

}  // namespace panels
