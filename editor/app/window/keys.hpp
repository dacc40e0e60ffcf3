// From the window's keys to the editor's.
#pragma once

#include "editor/app/actions/action.hpp"
#include "editor/app/window/window.hpp"

namespace editor {

/// The shortcut that was pressed; Key::None when it is none that the editor knows. Letters and signs are those of the
/// person's keyboard layout: Ctrl+Z is where the Z is.
Shortcut shortcut_of(const KeyPress& press);
/// The key at that place of the keyboard, called as on a US one: games are steered by places.
Key place_of(const KeyPress& press);
/// What the key at a place of a US keyboard is called where the layout prints `sign` on it (null: nothing). A layout of
/// other letters (Greek, Cyrillic) keeps the places.
Key key_printed(Key place, const char* sign);
/// GLFW's number of a letter or an arrow.
int glfw_key_of(Key place);

}  // namespace editor
