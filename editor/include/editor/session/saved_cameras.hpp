// What a person last looked at in each world file. It is kept in the program's own folder of that person and not in the
// file, which others share: looking around does not change the file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "editor/session/kept_by_file.hpp"
#include "editor/session/session.hpp"

namespace editor {

class SavedCameras {
public:
    static constexpr std::size_t most = KeptByFile::most;

    /// `folder` is state_folder(); empty: nothing is remembered.
    explicit SavedCameras(const std::filesystem::path& folder);

    /// Nothing when the file was never looked at, or was forgotten.
    std::optional<CameraState> find(const std::filesystem::path& world_file) const;
    /// Returns the reason for a person when it can't be kept. Other windows may do the same.
    std::string remember(const std::filesystem::path& world_file, const CameraState& camera) const;

private:
    KeptByFile kept_;
};

}  // namespace editor
