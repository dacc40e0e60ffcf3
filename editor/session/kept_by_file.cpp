#include "editor/session/kept_by_file.hpp"

#include <system_error>
#include <utility>
#include <vector>

#include "editor/session/settings.hpp"

namespace editor {

namespace {

namespace fs = std::filesystem;

/// How entries about this file end. One file has one name here, whatever it was called when it was opened.
std::string ending_of(const fs::path& world_file) {
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(fs::absolute(world_file, error), error);
    return ' ' + (error ? world_file : whole).string();
}

}  // namespace

KeptByFile::KeptByFile(const fs::path& folder, std::string_view name)
    : file_(folder.empty() ? fs::path() : folder / (std::string(name) + ".json")), name_(name) {}

std::optional<std::string> KeptByFile::find(const fs::path& world_file,
                                            const std::function<bool(std::string_view text)>& accepts) const {
    if (file_.empty() || world_file.empty()) return std::nullopt;
    const std::string ending = ending_of(world_file);
    for (const std::string& entry : Settings(file_).list(name_)) {
        if (!entry.ends_with(ending)) continue;
        std::string text = entry.substr(0, entry.size() - ending.size());
        if (accepts(text)) return text;
    }
    return std::nullopt;
}

std::string KeptByFile::remember(const fs::path& world_file, std::string_view text) const {
    if (file_.empty() || world_file.empty()) return {};
    const std::string ending = ending_of(world_file);
    Settings kept(file_);
    std::vector<std::string> entries;
    if (!text.empty()) entries.push_back(std::string(text) + ending);
    for (std::string& entry : kept.list(name_))
        if (!entry.ends_with(ending) && entries.size() < most) entries.push_back(std::move(entry));
    kept.set_list(name_, std::move(entries));
    return kept.save();
}

}  // namespace editor
