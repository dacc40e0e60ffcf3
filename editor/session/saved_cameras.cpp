#include "editor/session/saved_cameras.hpp"

#include <charconv>
#include <cmath>
#include <string_view>
#include <system_error>

#include "files/json/json_text.hpp"

namespace editor {

namespace {

/// `x y zoom`; nothing when it is something else.
std::optional<CameraState> camera_from(std::string_view text) {
    CameraState camera;
    const char* at = text.data();
    const char* const end = at + text.size();
    for (float* part : {&camera.x, &camera.y, &camera.zoom}) {
        if (part != &camera.x && (at == end || *at++ != ' ')) return std::nullopt;
        const auto [next, error] = std::from_chars(at, end, *part);
        if (error != std::errc{} || !std::isfinite(*part)) return std::nullopt;
        at = next;
    }
    if (at != end || camera.zoom <= 0) return std::nullopt;
    return camera;
}

}  // namespace

SavedCameras::SavedCameras(const std::filesystem::path& folder) : kept_(folder, "views") {}

std::optional<CameraState> SavedCameras::find(const std::filesystem::path& world_file) const {
    const auto text = kept_.find(world_file, [](std::string_view each) { return camera_from(each).has_value(); });
    return text ? camera_from(*text) : std::nullopt;
}

std::string SavedCameras::remember(const std::filesystem::path& world_file, const CameraState& camera) const {
    std::string text;
    for (const float part : {camera.x, camera.y, camera.zoom}) {
        if (!text.empty()) text += ' ';
        files::append_float(text, part);
    }
    return kept_.remember(world_file, text);
}

}  // namespace editor
