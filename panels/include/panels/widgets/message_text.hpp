// Messages on one line. What happened matters more than where the file lies: where there is little room, the folders of
// a path give way first, so that its file's name and the rest of the sentence can be read.
#pragma once

#include <string>
#include <string_view>

#include <imgui.h>

namespace panels {

/// The message with "…/" instead of the folders of each path in it.
std::string without_folders(std::string_view message);
/// As clipped_text() (widgets.hpp), but the folders go first.
void clipped_message(std::string_view message, float width);

}  // namespace panels
