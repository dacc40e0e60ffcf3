// A Framebuffer is a picture that is drawn to instead of the window, and shown as a texture. It has depths, for who
// enables their test.
#pragma once

#include <cstdint>
#include <vector>

namespace editor {

class Framebuffer {
public:
    Framebuffer() = default;
    ~Framebuffer();
    Framebuffer(const Framebuffer&) = delete;
    Framebuffer& operator=(const Framebuffer&) = delete;

    /// Makes the picture this large; what was drawn is lost when the size changes.
    void resize(int width, int height);
    /// From now on everything is drawn here.
    void bind() const;
    /// From now on everything is drawn to the window again.
    static void bind_window(int width, int height);

    unsigned texture() const { return texture_; }
    int width() const { return width_; }
    int height() const { return height_; }

private:
    unsigned framebuffer_ = 0, texture_ = 0, depths_ = 0;
    int width_ = 0, height_ = 0;
};

/// RGB rows, top row first, of whatever is bound for reading.
std::vector<std::uint8_t> read_pixels(int width, int height);

}  // namespace editor
