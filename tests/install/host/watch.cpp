// Stands between the program of README.md and GLFW: ends it after some frames, and keeps the last as a picture in the
// file that CHUNKSCOPE_PICTURE names. Fails when the picture has hardly anything in it.
#include <GLFW/glfw3.h>

#include <cstdio>
#include <cstdlib>
#include <set>
#include <vector>

namespace {

constexpr int frames_to_draw = 120;
int frames = 0;

void look() {
    int viewport[4] = {};
    glGetIntegerv(GL_VIEWPORT, viewport);
    const int width = viewport[2], height = viewport[3];
    std::vector<unsigned char> pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
    if (const char* name = std::getenv("CHUNKSCOPE_PICTURE")) {
        if (std::FILE* file = std::fopen(name, "wb")) {
            std::fprintf(file, "P6 %d %d 255\n", width, height);
            const auto row = static_cast<std::size_t>(width) * 3;
            for (int y = height - 1; y >= 0; --y)
                std::fwrite(pixels.data() + static_cast<std::size_t>(y) * row, 1, row, file);
            std::fclose(file);
        }
    }
    std::set<unsigned> colors;
    for (std::size_t i = 0; i + 2 < pixels.size(); i += 3)
        colors.insert(static_cast<unsigned>(pixels[i]) << 16 | static_cast<unsigned>(pixels[i + 1]) << 8 |
                      pixels[i + 2]);
    std::printf("%d frames, %zu colours\n", frames, colors.size());
    if (colors.size() < 50) std::exit(3);
}

}  // namespace

extern "C" {
int __wrap_glfwWindowShouldClose(GLFWwindow*) { return frames >= frames_to_draw; }
void __real_glfwSwapBuffers(GLFWwindow* window);
void __wrap_glfwSwapBuffers(GLFWwindow* window) {
    if (++frames == frames_to_draw) look();
    __real_glfwSwapBuffers(window);
}
}
