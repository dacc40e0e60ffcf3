// On X11 an input method (for Japanese, Chinese, accents) sees each key before the program does, and GLFW 3.3 tells the
// program of the key whether the input method keeps it or not. So we look at what Xlib answers to GLFW, and tell the
// queue of keys which ones were kept. Where GLFW calls Xlib in another way (3.4 opens it at run time) nothing is told,
// and all keys come through as before.
#pragma once

#include "editor/app/window/key_queue.hpp"

namespace editor {

/// The queue that is told, as long as it lives; null: none.
void watch_input_method(KeyQueue* keys);

}  // namespace editor
