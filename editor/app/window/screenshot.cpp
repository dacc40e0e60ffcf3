#include "editor/app/window/screenshot.hpp"

#include "editor/base/atomic_file.hpp"
#include "figures/raster/png.hpp"

namespace editor {

void write_png(const std::filesystem::path& file, const std::vector<std::uint8_t>& pixels, int width, int height) {
    write_file(file, figures::encode_png(pixels, width, height));
}

}  // namespace editor
