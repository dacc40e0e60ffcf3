// The title bar belongs to the desktop; a program can ask for a dark or a light one.
#pragma once

struct GLFWwindow;

namespace editor {

/// Asks desktops on X11, by the property that GNOME, Cinnamon, MATE and Xfce read. Others choose by themselves: Wayland
/// and macOS follow the desktop's own setting.
void ask_for_title_bar(GLFWwindow* window, bool dark);

}  // namespace editor
