#include "editor/app/chrome/png_picture.hpp"

#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace editor {

std::unique_ptr<panels::Picture> read_png(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    const std::vector<unsigned char> bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    if (bytes.empty()) return nullptr;
    constexpr int channels = 4;
    int width = 0, height = 0, in_file = 0;
    stbi_uc* pixels =
        stbi_load_from_memory(bytes.data(), static_cast<int>(bytes.size()), &width, &height, &in_file, channels);
    if (pixels == nullptr) return nullptr;
    auto picture = std::make_unique<panels::Picture>();
    picture->reset(width, height, 0);
    std::memcpy(picture->pixels.data(), pixels, picture->pixels.size() * sizeof picture->pixels[0]);
    stbi_image_free(pixels);
    return picture;
}

}  // namespace editor
