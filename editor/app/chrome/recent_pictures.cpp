#include "editor/app/chrome/recent_pictures.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <system_error>

#include "editor/app/chrome/png_picture.hpp"
#include "figures/raster/png.hpp"
#include "files/base/atomic_file.hpp"
#include "files/base/file_error.hpp"

namespace editor {

namespace fs = std::filesystem;

namespace {

/// FNV-1a: the same in each run of the program.
std::string name_of_picture(const fs::path& file) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : file.string()) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    char digits[16];
    const auto end = std::to_chars(std::begin(digits), std::end(digits), hash, 16).ptr;
    return std::string(digits, end) + ".png";
}

}  // namespace

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
