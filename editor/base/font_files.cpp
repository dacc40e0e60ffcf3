#include "editor/base/font_files.hpp"

#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

namespace editor {

namespace fs = std::filesystem;

namespace {

fs::path find_font(const char* name) {
    const fs::path beside = program_folder();
    // An editor that somebody else built has no fonts beside it: there the system's own serve, where Debian has them.
    const fs::path system = "/usr/share/fonts";
    for (const fs::path& folder :
         {beside / "fonts", beside / "../share/chunkscope/fonts", system / "opentype/inter",
          system / "truetype/jetbrains-mono", system / "truetype/droid", system / "truetype/nanum",
          system / "truetype/dejavu", system / "truetype/ancient-scripts"}) {
        std::error_code unreadable;
        if (fs::is_regular_file(folder / name, unreadable)) return folder / name;
    }
    return {};
}

}  // namespace

fs::path program_folder() {
    std::error_code unknown;
    const fs::path program = fs::read_symlink("/proc/self/exe", unknown);
    return unknown ? fs::current_path(unknown) : program.parent_path();
}

bool has_font(const char* name) { return !find_font(name).empty(); }

std::vector<unsigned char> read_font(const char* name) {
    std::ifstream file(find_font(name), std::ios::binary);
    std::vector<unsigned char> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (bytes.size() < 1024) return {};
    const std::string_view kind(reinterpret_cast<const char*>(bytes.data()), 4);
    if (kind != "OTTO" && kind != "true" && kind != std::string_view("\0\1\0\0", 4)) return {};
    return bytes;
}

}  // namespace editor
