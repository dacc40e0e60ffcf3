#include "editor/app/window/contact_sheet.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace editor {

namespace {

constexpr int channels = 3, tile_gap = 8;

}  // namespace

void ContactSheet::add(const std::vector<std::uint8_t>& pixels, int width, int height) {
    Picture cell{{}, width / 2, height / 2};
    cell.pixels.reserve(static_cast<std::size_t>(cell.width * cell.height * channels));
    const auto at = [&](int x, int y, int channel) {
        return int{pixels[static_cast<std::size_t>((y * width + x) * channels + channel)]};
    };
    for (int y = 0; y < cell.height; ++y)
        for (int x = 0; x < cell.width; ++x)
            for (int channel = 0; channel < channels; ++channel) {
                const int sum = at(2 * x, 2 * y, channel) + at(2 * x + 1, 2 * y, channel) +
                                at(2 * x, 2 * y + 1, channel) + at(2 * x + 1, 2 * y + 1, channel);
                cell.pixels.push_back(static_cast<std::uint8_t>((sum + 2) / 4));
            }
    pictures_.push_back(std::move(cell));
}

ContactSheet::Picture ContactSheet::sheet() const {
    const std::size_t rows = (pictures_.size() + columns_ - 1) / columns_;
    std::vector<int> widths(columns_, 0), heights(rows, 0);
    for (std::size_t i = 0; i < pictures_.size(); ++i) {
        int &width = widths[i % columns_], &height = heights[i / columns_];
        width = std::max(width, pictures_[i].width);
        height = std::max(height, pictures_[i].height);
    }
    const auto whole = [](const std::vector<int>& parts) {
        return std::accumulate(parts.begin(), parts.end(), tile_gap * (static_cast<int>(parts.size()) + 1));
    };
    const int sheet_width = whole(widths), sheet_height = whole(heights);
    constexpr std::uint8_t grey = 96;
    std::vector<std::uint8_t> sheet(static_cast<std::size_t>(sheet_width * sheet_height * channels), grey);
    int top = tile_gap;
    for (std::size_t row = 0; row < rows; ++row) {
        int left = tile_gap;
        for (std::size_t column = 0; column < columns_; ++column) {
            const std::size_t i = row * columns_ + column;
            if (i >= pictures_.size()) break;
            const Picture& cell = pictures_[i];
            for (int y = 0; y < cell.height; ++y) {
                const auto from = cell.pixels.begin() + y * cell.width * channels;
                std::copy(from, from + cell.width * channels,
                          sheet.begin() + ((top + y) * sheet_width + left) * channels);
            }
            left += widths[column] + tile_gap;
        }
        top += heights[row] + tile_gap;
    }
    return {std::move(sheet), sheet_width, sheet_height};
}

}  // namespace editor
