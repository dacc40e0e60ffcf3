// From the window's keys to the editor's.
#pragma once

#include "editor/actions.hpp"
#include "window.hpp"

namespace editor {

/// The shortcut that was pressed; Key::None when it is none that the editor knows. Letters are those of the person's
/// keyboard layout: Ctrl+Z is where the Z is.
Shortcut shortcut_of(const KeyPress& press);

}  // namespace editor
