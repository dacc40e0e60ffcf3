#include "editor/app/chrome/manual_pictures.hpp"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "editor/base/font_files.hpp"

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

namespace {

std::vector<unsigned char> manual_picture_file(const std::string& name) {
    for (const char* folder : {"manual", "../share/chunkscope/manual"}) {
        std::ifstream file(program_folder() / folder / (name + ".png"), std::ios::binary);
        if (file) return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    }
    return {};
}

/// Empty when there is no such file, or no picture in it.
std::unique_ptr<panels::Picture> read_manual_picture(const std::string& name) {
    const std::vector<unsigned char> file = manual_picture_file(name);
    if (file.empty()) return nullptr;
    constexpr int channels = 4;
    int width = 0, height = 0, in_file = 0;
    stbi_uc* pixels =
        stbi_load_from_memory(file.data(), static_cast<int>(file.size()), &width, &height, &in_file, channels);
    if (pixels == nullptr) return nullptr;
    auto picture = std::make_unique<panels::Picture>();
    picture->reset(width, height, 0);
    std::memcpy(picture->pixels.data(), pixels, picture->pixels.size() * sizeof picture->pixels[0]);
    stbi_image_free(pixels);
    return picture;
}

}  // namespace

panels::ManualPictures make_manual_pictures() {
    using Read = std::map<std::string, std::unique_ptr<panels::Picture>, std::less<>>;
    return {[read = std::make_shared<Read>()](std::string_view name, panels::ThemeName theme) {
        const std::string file = std::string(name) + (theme == panels::ThemeName::Light ? "-light" : "");
        auto found = read->find(file);
        if (found == read->end()) found = read->emplace(file, read_manual_picture(file)).first;
        return static_cast<const panels::Picture*>(found->second.get());
    }};
}

}  // namespace editor
