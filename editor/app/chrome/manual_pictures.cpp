#include "editor/app/chrome/manual_pictures.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "editor/app/chrome/png_picture.hpp"
#include "editor/base/font_files.hpp"

namespace editor {

namespace {

/// Null when there is no such file, or no picture in it.
std::unique_ptr<panels::Picture> read_manual_picture(const std::string& name) {
    for (const char* folder : {"manual", "../share/chunkscope/manual"})
        if (auto picture = read_png(program_folder() / folder / (name + ".png"))) return picture;
    return nullptr;
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
