#include "editor/app/window/title_bar.hpp"

#if defined(__linux__)

#include <dlfcn.h>

#include <string_view>

// GLFW has these where it was built for X11; its header for them needs those of X11. Null on Wayland alone.
extern "C" {
__attribute__((weak)) void* glfwGetX11Display();
__attribute__((weak)) unsigned long glfwGetX11Window(GLFWwindow* window);
}

namespace editor {

namespace {

// libX11 is opened and not linked, as GLFW does it. These are XInternAtom and XChangeProperty.
using InternAtom = unsigned long (*)(void* display, const char* name, int only_if_exists);
using ChangeProperty = int (*)(void* display, unsigned long window, unsigned long property, unsigned long type,
                               int bits, int mode, const unsigned char* data, int count);

}  // namespace

void ask_for_title_bar(GLFWwindow* window, bool dark) {
    if (!glfwGetX11Display || !glfwGetX11Window) return;
    void* const display = glfwGetX11Display();
    void* const library = display ? dlopen("libX11.so.6", RTLD_NOW | RTLD_LOCAL) : nullptr;
    if (!library) return;
    const auto intern_atom = reinterpret_cast<InternAtom>(dlsym(library, "XInternAtom"));
    const auto change_property = reinterpret_cast<ChangeProperty>(dlsym(library, "XChangeProperty"));
    if (intern_atom && change_property) {
        constexpr int bits_a_unit = 8, replace = 0;
        const std::string_view variant = dark ? "dark" : "light";
        change_property(display, glfwGetX11Window(window), intern_atom(display, "_GTK_THEME_VARIANT", 0),
                        intern_atom(display, "UTF8_STRING", 0), bits_a_unit, replace,
                        reinterpret_cast<const unsigned char*>(variant.data()), static_cast<int>(variant.size()));
    }
    dlclose(library);  // GLFW has it open, too
}

}  // namespace editor

#else

namespace editor {

void ask_for_title_bar(GLFWwindow*, bool) {}

}  // namespace editor

#endif
