#include "editor/app/window/screenshot.hpp"

#include "figures/raster/png.hpp"
#include "files/base/atomic_file.hpp"

namespace editor {

void write_png(const std::filesystem::path& file, const std::vector<std::uint8_t>& pixels, int width, int height) {
    files::write_file(file, figures::encode_png(pixels, width, height));
}

}  // namespace editor
