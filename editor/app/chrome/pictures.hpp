// Pictures from PNG files: those of the manual, and one of the scene for each recent file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <vector>

#include "panels/base/panel.hpp"
#include "panels/base/picture.hpp"

namespace editor {

/// The files of docs/manual/pictures, which lie beside the program. Each is read when it is first shown. One that is not
/// there costs looks: its caption stands alone.
panels::ManualPictures make_manual_pictures();

/// A small picture of the scene for each recent file, so that a person finds it again. They are PNG files in a folder of
/// the settings, one a file, and go when the file is not a recent one any more. A picture that cannot be written or read
/// is none.
class RecentPictures {
public:
    /// An empty folder keeps none.
    explicit RecentPictures(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// `pixels` are RGB rows, the top one first. Pictures of files that are not among `recent` go.
    void keep(const std::filesystem::path& file, const std::vector<std::uint8_t>& pixels, int width, int height,
              const std::vector<std::filesystem::path>& recent);
    /// Null when there is none. Valid until the next keep().
    const panels::Picture* find(const std::filesystem::path& file);

    std::filesystem::path due;  // the file of which the App keeps a picture once its world is there; empty: none

private:
    std::filesystem::path place_of(const std::filesystem::path& file) const;

    std::filesystem::path folder_;
    std::map<std::filesystem::path, std::unique_ptr<panels::Picture>> read_;  // null: there is none
};

}  // namespace editor
