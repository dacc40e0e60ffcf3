#include "editor/session/saved_cameras.hpp"

#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>

#include "editor/session/settings.hpp"
#include "files/json/json_text.hpp"

namespace editor {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view list_name = "views";

/// One file has one name here, whatever it was called when it was opened.
std::string key_of(const fs::path& world_file) {
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(fs::absolute(world_file, error), error);
    return (error ? world_file : whole).string();
}

/// `x y zoom FILE`
std::string entry_of(const std::string& key, const CameraState& camera) {
    std::string entry;
    for (const float part : {camera.x, camera.y, camera.zoom}) {
        files::append_float(entry, part);
        entry += ' ';
    }
    return entry + key;
}

std::optional<std::pair<CameraState, std::string>> parse(const std::string& entry) {
    CameraState camera;
    const char* at = entry.data();
    const char* const end = at + entry.size();
    for (float* part : {&camera.x, &camera.y, &camera.zoom}) {
        const auto [next, error] = std::from_chars(at, end, *part);
        if (error != std::errc{} || next == end || *next != ' ' || !std::isfinite(*part)) return std::nullopt;
        at = next + 1;
    }
    if (camera.zoom <= 0) return std::nullopt;
    return std::pair(camera, std::string(at, end));
}

}  // namespace

SavedCameras::SavedCameras(fs::path folder) : file_(folder.empty() ? fs::path() : folder / "views.json") {}

std::optional<CameraState> SavedCameras::find(const fs::path& world_file) const {
    if (file_.empty() || world_file.empty()) return {};
    const std::string key = key_of(world_file);
    for (const std::string& entry : Settings(file_).list(list_name))
        if (const auto saved = parse(entry); saved && saved->second == key) return saved->first;
    return {};
}

std::string SavedCameras::remember(const fs::path& world_file, const CameraState& camera) const {
    if (file_.empty() || world_file.empty()) return {};
    const std::string key = key_of(world_file);
    Settings kept(file_);
    std::vector<std::string> entries{entry_of(key, camera)};
    for (std::string& entry : kept.list(list_name)) {
        const auto saved = parse(entry);
        if (saved && saved->second != key && entries.size() < most) entries.push_back(std::move(entry));
    }
    kept.set_list(list_name, std::move(entries));
    return kept.save();
}

}  // namespace editor
