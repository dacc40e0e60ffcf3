// Arabic and Hebrew for programs that draw characters one by one from left to right.
#pragma once

#include <string>
#include <string_view>

namespace editor {

/// The characters of one line in the order in which the screen shows them, from left to right, Arabic letters joined
/// (Unicode's bidirectional algorithm, by FriBidi). Other text is returned as it is; so is every text on a machine
/// without FriBidi, and a line of more than 16 KiB.
std::string visual_order(std::string_view line);
/// Whether this machine has FriBidi.
bool knows_visual_order();

}  // namespace editor
