#include "editor/session/kept_by_file.hpp"

#include <system_error>
#include <utility>
#include <vector>

#include "editor/session/settings.hpp"

namespace editor {

namespace {

namespace fs = std::filesystem;

}  // namespace

std::string place_of(const fs::path& world_file) {
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(fs::absolute(world_file, error), error);
    return (error ? world_file : whole).string();
}

KeptByFile::KeptByFile(const fs::path& folder, std::string_view name)
    : file_(folder.empty() ? fs::path() : folder / (std::string(name) + ".json")), name_(name) {}

std::optional<std::string> KeptByFile::find(const fs::path& world_file, const Accepts& accepts) const {
    return world_file.empty() ? std::nullopt : find_place(place_of(world_file), accepts);
}

std::string KeptByFile::remember(const fs::path& world_file, std::string_view text) const {
    return world_file.empty() ? std::string() : remember_place(place_of(world_file), text);
}

std::optional<std::string> KeptByFile::find_place(std::string_view place, const Accepts& accepts) const {
    if (file_.empty() || place.empty()) return std::nullopt;
    const std::string ending = " " + std::string(place);
    for (const std::string& entry : Settings(file_).list(name_)) {
        if (!entry.ends_with(ending)) continue;
        std::string text = entry.substr(0, entry.size() - ending.size());
        if (accepts(text)) return text;
    }
    return std::nullopt;
}

std::string KeptByFile::remember_place(std::string_view place, std::string_view text) const {
    if (file_.empty() || place.empty()) return {};
    const std::string ending = " " + std::string(place);
    Settings kept(file_);
    std::vector<std::string> entries;
    if (!text.empty()) entries.push_back(std::string(text) + ending);
    for (std::string& entry : kept.list(name_))
        if (!entry.ends_with(ending) && entries.size() < most) entries.push_back(std::move(entry));
    kept.set_list(name_, std::move(entries));
    return kept.save();
}

}  // namespace editor
