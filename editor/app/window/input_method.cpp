#include "editor/app/window/input_method.hpp"

#if defined(__linux__)

#include <dlfcn.h>

namespace editor {

namespace {

KeyQueue* told_keys = nullptr;  // Xlib has no place for a pointer of ours

}  // namespace

void watch_input_method(KeyQueue* keys) { told_keys = keys; }

namespace {

// Xlib's XKeyEvent up to the key, without its header, whose macros have common words as names.
struct XKeyHead {
    int type;
    unsigned long serial;
    int send_event;
    void* display;
    unsigned long window, root, subwindow, time;
    int x, y, x_root, y_root;
    unsigned int state, keycode;
};
constexpr int x_key_press = 2;

int ask_input_method(void* event, unsigned long window) {
    using Filter = int (*)(void*, unsigned long);
    static const auto filter = reinterpret_cast<Filter>(dlsym(RTLD_NEXT, "XFilterEvent"));
    if (filter == nullptr) return 0;
    // An input method may clear the event.
    const auto press = *static_cast<const XKeyHead*>(event);
    const int kept = filter(event, window);
    // What it writes comes as a press without a key.
    if (press.type == x_key_press && press.keycode != 0 && told_keys != nullptr)
        told_keys->passed_input_method(static_cast<int>(press.keycode), press.time, kept != 0);
    return kept;
}

}  // namespace

}  // namespace editor

// GLFW calls this one, as the program's functions come before those of a library.
extern "C" __attribute__((visibility("default"))) int XFilterEvent(void* event, unsigned long window);
extern "C" int XFilterEvent(void* event, unsigned long window) { return editor::ask_input_method(event, window); }

#else

namespace editor {

void watch_input_method(KeyQueue*) {}

}  // namespace editor

#endif
