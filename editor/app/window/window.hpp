// The Window is the program's window on the desktop and its OpenGL 3.3 context, which is current as long as it lives.
// Only one can exist at a time, because GLFW is initialised and ended with it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "editor/app/window/key_queue.hpp"

struct GLFWwindow;

namespace editor {

struct WindowSize {
    int width = 0, height = 0;
    friend bool operator==(const WindowSize&, const WindowSize&) = default;
};
/// For a window that nobody has given a size: two thirds of the room that the desktop leaves, but not less than panels
/// need at this scale, as far as there is room.
WindowSize first_window_size(WindowSize room, float content_scale);

struct WindowOptions {
    int width = 1280, height = 800;  // 0: as large as first_window_size() says
    bool visible = true;             // a hidden one is for screenshots
    bool maximized = false;
};

/// A key that went down, or repeats, with GLFW's numbers.
struct KeyPress {
    int key = 0, scancode = 0, modifiers = 0;
    bool repeat = false;
};

/// A button of the mouse that went down or up, and where.
struct ButtonChange {
    int button = 0;
    bool down = false;
    float x = 0, y = 0;
};

/// What came from the keyboard and the mouse since the window opened.
struct InputCounts {
    std::uint64_t keys = 0, buttons = 0;  // that went down or up; repeats do not count
    std::uint64_t characters = 0;
    std::uint64_t wheel = 0;  // turns
};

class Window {
public:
    /// Throws std::runtime_error with a sentence for a person when there is no display or no OpenGL 3.3.
    explicit Window(const WindowOptions& options);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    GLFWwindow* handle() const { return window_; }
    bool close_requested() const;
    void forget_close_request();

    void set_title(const std::string& title);
    void swap();
    /// Handles the input that is there.
    void poll();
    /// Whether a person sees it.
    bool visible() const { return visible_; }
    /// Sleeps until there is input, or for so long. Whether there was input shows in take_input().
    void wait(double timeout_secs);
    /// Ends wait(), from any thread, as long as there is a window.
    static void wake();
    /// Whether anything came from the desktop since the last call: a key, the mouse, a resize, an exposed window.
    bool take_input();
    bool key_down(int glfw_key) const;
    /// The keys that went down since the last call, of those that were let through.
    std::vector<KeyPress> take_key_presses();
    /// Keys and characters wait from now on until they are let through. Then whoever asked GLFW for keys gets them;
    /// typed characters go to `typed` only.
    void let_keys_wait(void (*typed)(unsigned int character));
    /// For the frame that begins.
    void let_keys_through(KeysFor wanted);
    std::size_t keys_waiting() const { return keys_.waiting(); }
    /// The same without repeats, for whoever else wants to know.
    struct Tap {
        int key = 0, modifiers = 0;  // GLFW's numbers; the modifiers that were down when the key went down
    };
    std::vector<Tap> take_taps();

    /// What the mouse's buttons did since the last call.
    std::vector<ButtonChange> take_button_changes();

    /// Paths of the files that were dragged onto the window since the last call.
    std::vector<std::string> take_dropped_files();

    const InputCounts& input_counts() const { return input_counts_; }

    int width() const { return width_; }
    int height() const { return height_; }
    int framebuffer_width() const { return framebuffer_width_; }
    int framebuffer_height() const { return framebuffer_height_; }
    bool minimized() const { return framebuffer_width_ == 0 || framebuffer_height_ == 0; }
    bool maximized() const;
    /// Lets the desktop mark the window as one that waits for the person, unless it has the keyboard.
    void ask_for_attention();
    /// How often that was asked for.
    std::uint64_t attention_asked() const { return attention_asked_; }
    bool focused() const;
    /// How large the desktop wants things to be; 1 on an ordinary display.
    float content_scale() const { return content_scale_; }
    /// Pictures a second of the display it is on; 60 when that is unknown.
    double refresh_rate() const;

private:
    static Window& of(GLFWwindow* window);
    void watch_input();
    void measure();

    GLFWwindow* window_ = nullptr;
    std::string title_;
    bool visible_ = false;
    bool input_came_ = true;
    InputCounts input_counts_;
    std::vector<KeyPress> key_presses_;
    std::vector<Tap> taps_;
    KeyQueue keys_;
    void (*keyed_)(GLFWwindow*, int, int, int, int) = nullptr;
    void (*typed_)(unsigned int) = nullptr;
    std::vector<ButtonChange> button_changes_;
    std::vector<std::string> dropped_files_;
    float mouse_x_ = 0, mouse_y_ = 0;  // as told last: by now it may be elsewhere
    int width_ = 0, height_ = 0, framebuffer_width_ = 0, framebuffer_height_ = 0;
    float content_scale_ = 1;
    std::uint64_t attention_asked_ = 0;
};

}  // namespace editor
