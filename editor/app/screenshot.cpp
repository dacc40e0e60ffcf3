#include "screenshot.hpp"

#include "editor/atomic_file.hpp"
#include "figures/png.hpp"

namespace editor {

void write_png(const std::filesystem::path& file, const std::vector<std::uint8_t>& pixels, int width, int height) {
    write_file(file, figures::encode_png(pixels, width, height));
}

}  // namespace editor
