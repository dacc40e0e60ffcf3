// Pictures from PNG files.
#pragma once

#include <filesystem>
#include <memory>

#include "panels/base/picture.hpp"

namespace editor {

/// Null when there is no such file, or no picture in it.
std::unique_ptr<panels::Picture> read_png(const std::filesystem::path& file);

}  // namespace editor
