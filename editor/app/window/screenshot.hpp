// Writing what stands in a framebuffer as a PNG file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace editor {

/// `pixels` are RGB, top row first. All or nothing, as write_file() does it. Throws FileError.
void write_png(const std::filesystem::path& file, const std::vector<std::uint8_t>& pixels, int width, int height);

}  // namespace editor
