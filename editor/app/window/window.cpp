#include "editor/app/window/window.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <glad/gl.h>
// After glad, which defines what GLFW would include.
#include <GLFW/glfw3.h>

#include "editor/app/window/input_method.hpp"

namespace editor {

namespace {

constexpr int smallest_width = 640, smallest_height = 400;

[[noreturn]] void give_up() {
    const char* reason = nullptr;
    glfwGetError(&reason);
    const std::string sentence = std::string("cannot open a window (") + (reason ? reason : "GLFW gives no reason") +
                                 "); a display with OpenGL 3.3 is needed, or xvfb-run on a machine without one";
    glfwTerminate();
    throw std::runtime_error(sentence);
}

/// What all screens together can show, in the units of windows. Larger windows take memory that nobody sees.
struct Room {
    int width = 0, height = 0;
};
Room room_on_screens() {
    int count = 0;
    GLFWmonitor** const monitors = glfwGetMonitors(&count);
    int left = 0, top = 0, right = 0, bottom = 0;
    for (int i = 0; i < count; ++i) {
        const GLFWvidmode* const mode = glfwGetVideoMode(monitors[i]);
        if (mode == nullptr) continue;
        int x = 0, y = 0;
        glfwGetMonitorPos(monitors[i], &x, &y);
        left = std::min(left, x), top = std::min(top, y);
        right = std::max(right, x + mode->width), bottom = std::max(bottom, y + mode->height);
    }
    return {right - left, bottom - top};
}

/// As the primary monitor has it; the usual size where there is none.
WindowSize first_size_here() {
    GLFWmonitor* const monitor = glfwGetPrimaryMonitor();
    if (monitor == nullptr) return {WindowOptions().width, WindowOptions().height};
    int x = 0, y = 0;
    WindowSize room;
    glfwGetMonitorWorkarea(monitor, &x, &y, &room.width, &room.height);
    float scale = 1, scale_y = 1;
    glfwGetMonitorContentScale(monitor, &scale, &scale_y);
    bool in_pixels = true;  // where a window is measured otherwise, the desktop makes it larger itself
#ifdef __APPLE__
    in_pixels = false;
#endif
#ifdef GLFW_PLATFORM_WAYLAND
    in_pixels = in_pixels && glfwGetPlatform() != GLFW_PLATFORM_WAYLAND;
#endif
    return first_window_size(room, in_pixels ? scale : 1);
}

}  // namespace

WindowSize first_window_size(WindowSize room, float content_scale) {
    const WindowOptions usual;
    const auto one = [&](int all, int least) {
        const int needed = static_cast<int>(static_cast<float>(least) * std::max(content_scale, 1.0f));
        return std::max(std::min(std::max(all * 2 / 3, needed), all > 0 ? all : needed), 1);
    };
    return {one(room.width, usual.width), one(room.height, usual.height)};
}

Window::Window(const WindowOptions& options) {
    if (!glfwInit()) give_up();
    const WindowSize size =
        options.width > 0 && options.height > 0 ? WindowSize{options.width, options.height} : first_size_here();
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_VISIBLE, options.visible ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHint(GLFW_MAXIMIZED, options.maximized ? GLFW_TRUE : GLFW_FALSE);
    // By this name the desktop finds the icon and the desktop file.
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "chunkscope");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "chunkscope");
#ifdef GLFW_WAYLAND_APP_ID
    glfwWindowHintString(GLFW_WAYLAND_APP_ID, "chunkscope");
#endif
    int width = size.width, height = size.height;
    if (const Room room = room_on_screens(); options.visible && room.width > 0 && room.height > 0) {
        width = std::min(width, std::max(room.width, smallest_width));
        height = std::min(height, std::max(room.height, smallest_height));
    }
    window_ = glfwCreateWindow(width, height, "Chunkscope", nullptr, nullptr);
    if (!window_) give_up();
    glfwMakeContextCurrent(window_);
    if (gladLoadGL(glfwGetProcAddress) == 0) {
        glfwDestroyWindow(window_);
        glfwTerminate();
        throw std::runtime_error("cannot load OpenGL; a driver for OpenGL 3.3 is needed, such as Mesa's");
    }
    glfwSwapInterval(options.visible ? 1 : 0);
    glfwSetWindowSizeLimits(window_, smallest_width, smallest_height, GLFW_DONT_CARE, GLFW_DONT_CARE);
    glfwSetWindowUserPointer(window_, this);
    visible_ = options.visible;
    watch_input();
    measure();
}

Window::~Window() {
    watch_input_method(nullptr);
    glfwDestroyWindow(window_);
    glfwTerminate();
}

Window& Window::of(GLFWwindow* window) { return *static_cast<Window*>(glfwGetWindowUserPointer(window)); }

// Dear ImGui's back end, which is set up later, calls these in turn.
void Window::watch_input() {
    glfwSetKeyCallback(window_, [](GLFWwindow* w, int key, int scancode, int action, int modifiers) {
        of(w).input_came_ = true;
        if (action != GLFW_REPEAT) ++of(w).input_counts_.keys;
        if (action == GLFW_PRESS && key != GLFW_KEY_UNKNOWN) of(w).taps_.push_back({key, modifiers});
        if (action != GLFW_RELEASE) of(w).key_presses_.push_back({key, scancode, modifiers, action == GLFW_REPEAT});
    });
    glfwSetCharCallback(window_, [](GLFWwindow* w, unsigned) {
        of(w).input_came_ = true;
        ++of(w).input_counts_.characters;
    });
    glfwSetCursorPosCallback(window_, [](GLFWwindow* w, double x, double y) {
        of(w).input_came_ = true;
        of(w).mouse_x_ = static_cast<float>(x);
        of(w).mouse_y_ = static_cast<float>(y);
    });
    glfwSetCursorEnterCallback(window_, [](GLFWwindow* w, int) { of(w).input_came_ = true; });
    glfwSetMouseButtonCallback(window_, [](GLFWwindow* w, int button, int action, int) {
        of(w).input_came_ = true;
        ++of(w).input_counts_.buttons;
        of(w).button_changes_.push_back({button, action == GLFW_PRESS, of(w).mouse_x_, of(w).mouse_y_});
    });
    glfwSetScrollCallback(window_, [](GLFWwindow* w, double, double) {
        of(w).input_came_ = true;
        ++of(w).input_counts_.wheel;
    });
    glfwSetDropCallback(window_, [](GLFWwindow* w, int count, const char** paths) {
        of(w).dropped_files_.assign(paths, paths + count);
        of(w).input_came_ = true;
    });
    glfwSetWindowFocusCallback(window_, [](GLFWwindow* w, int) { of(w).input_came_ = true; });
    glfwSetWindowCloseCallback(window_, [](GLFWwindow* w) { of(w).input_came_ = true; });
    glfwSetWindowRefreshCallback(window_, [](GLFWwindow* w) { of(w).input_came_ = true; });
    const auto resized = [](GLFWwindow* w, int, int) {
        of(w).measure();
        of(w).input_came_ = true;
    };
    glfwSetWindowSizeCallback(window_, resized);
    glfwSetFramebufferSizeCallback(window_, resized);
    glfwSetWindowContentScaleCallback(window_, [](GLFWwindow* w, float, float) {
        of(w).measure();
        of(w).input_came_ = true;
    });
}

void Window::let_keys_wait(void (*typed)(unsigned int)) {
    typed_ = typed;
    keyed_ = glfwSetKeyCallback(window_, [](GLFWwindow* w, int key, int scancode, int action, int modifiers) {
        of(w).input_came_ = true;
        of(w).keys_.push({key, scancode, action, modifiers});
    });
    glfwSetCharCallback(window_, [](GLFWwindow* w, unsigned character) {
        of(w).input_came_ = true;
        of(w).keys_.push({.character = character});
    });
    watch_input_method(&keys_);
}

void Window::let_keys_through(KeysFor wanted) {
    for (const KeyEvent& event : keys_.take(wanted)) {
        if (event.character == 0) {
            keyed_(window_, event.key, event.scancode, event.action, event.modifiers);
            continue;
        }
        ++input_counts_.characters;
        typed_(event.character);
    }
}

void Window::measure() {
    glfwGetWindowSize(window_, &width_, &height_);
    glfwGetFramebufferSize(window_, &framebuffer_width_, &framebuffer_height_);
    float x = 1, y = 1;
    glfwGetWindowContentScale(window_, &x, &y);
    // Where window coordinates are not pixels (macOS, Wayland), the desktop itself makes things larger.
    const float pixels_per_unit = width_ > 0 ? static_cast<float>(framebuffer_width_) / static_cast<float>(width_) : 1;
    content_scale_ = pixels_per_unit > 1 ? 1 : (x > 0 ? x : 1);
}

bool Window::close_requested() const { return glfwWindowShouldClose(window_) != 0; }
void Window::forget_close_request() { glfwSetWindowShouldClose(window_, GLFW_FALSE); }

void Window::set_title(const std::string& title) {
    if (title == title_) return;
    title_ = title;
    glfwSetWindowTitle(window_, title.c_str());
}

void Window::swap() { glfwSwapBuffers(window_); }
void Window::poll() { glfwPollEvents(); }
void Window::wait(double timeout_secs) { glfwWaitEventsTimeout(timeout_secs); }
void Window::wake() { glfwPostEmptyEvent(); }
bool Window::take_input() { return std::exchange(input_came_, false) || keys_waiting() > 0; }

bool Window::key_down(int glfw_key) const { return glfwGetKey(window_, glfw_key) == GLFW_PRESS; }
std::vector<KeyPress> Window::take_key_presses() { return std::exchange(key_presses_, {}); }
std::vector<std::string> Window::take_dropped_files() { return std::exchange(dropped_files_, {}); }
std::vector<ButtonChange> Window::take_button_changes() { return std::exchange(button_changes_, {}); }
std::vector<Window::Tap> Window::take_taps() { return std::exchange(taps_, {}); }
bool Window::maximized() const { return glfwGetWindowAttrib(window_, GLFW_MAXIMIZED) != 0; }
void Window::ask_for_attention() {
    if (focused()) return;
    glfwRequestWindowAttention(window_);
    ++attention_asked_;
}

bool Window::focused() const { return glfwGetWindowAttrib(window_, GLFW_FOCUSED) != 0; }

double Window::refresh_rate() const {
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
    return mode && mode->refreshRate > 0 ? mode->refreshRate : 60.0;
}

}  // namespace editor
