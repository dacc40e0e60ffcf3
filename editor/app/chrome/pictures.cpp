#include "editor/app/chrome/pictures.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include "editor/base/font_files.hpp"
#include "figures/raster/png.hpp"
#include "files/base/atomic_file.hpp"
#include "files/base/file_error.hpp"

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

namespace fs = std::filesystem;

namespace {

/// Null when there is no such file, or no picture in it.
std::unique_ptr<panels::Picture> read_png(const fs::path& file) {
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

std::unique_ptr<panels::Picture> read_manual_picture(const std::string& name) {
    for (const char* folder : {"manual", "../share/chunkscope/manual"})
        if (auto picture = read_png(program_folder() / folder / (name + ".png"))) return picture;
    return nullptr;
}

/// FNV-1a: the same in each run of the program.
std::string name_of_picture(const fs::path& file) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : file.string()) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    char digits[16];
    const auto end = std::to_chars(std::begin(digits), std::end(digits), hash, 16).ptr;
    return std::string(digits, end) + ".png";
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

fs::path RecentPictures::place_of(const fs::path& file) const { return folder_ / name_of_picture(file); }

void RecentPictures::keep(const fs::path& file, const std::vector<std::uint8_t>& pixels, int width, int height,
                          const std::vector<fs::path>& recent) {
    if (folder_.empty()) return;
    std::error_code error;
    fs::create_directories(folder_, error);
    read_.clear();
    try {
        files::write_file(place_of(file), figures::encode_png(pixels, width, height));
    } catch (const files::FileError&) {
        return;  // a full disk: the file stands in the menu without a picture
    }
    std::vector<std::string> wanted{name_of_picture(file)};
    for (const fs::path& each : recent) wanted.push_back(name_of_picture(each));
    std::vector<fs::path> gone;
    for (fs::directory_iterator at(folder_, error), end; !error && at != end; at.increment(error))
        if (std::find(wanted.begin(), wanted.end(), at->path().filename().string()) == wanted.end())
            gone.push_back(at->path());
    for (const fs::path& each : gone) fs::remove(each, error);
}

const panels::Picture* RecentPictures::find(const fs::path& file) {
    if (folder_.empty()) return nullptr;
    auto found = read_.find(file);
    if (found == read_.end()) found = read_.emplace(file, read_png(place_of(file))).first;
    return found->second.get();
}

}  // namespace editor
