// From the window's keys to the editor's.
#pragma once

#include "editor/app/actions/shortcut.hpp"
#include "editor/app/window/window.hpp"

namespace editor {

/// The shortcut that was pressed; Key::None when it is none that the editor knows. Letters are those of the person's
/// keyboard layout: Ctrl+Z is where the Z is.
Shortcut shortcut_of(const KeyPress& press);
/// The key at that place of the keyboard, called as on a US one: games are steered by places.
Key place_of(const KeyPress& press);
/// GLFW's number of a letter or an arrow.
int glfw_key_of(Key place);

}  // namespace editor
