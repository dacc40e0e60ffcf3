#include "panels/manual/scaled_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace panels {

const Picture& ScaledPicture::in_width(const Picture& source, int width) {
    if (source.width <= 0 || source.height <= 0 || width == source.width) return source;
    if (source_ == source.id && picture_.width == width) return picture_;
    source_ = source.id;
    const double scale = static_cast<double>(source.width) / width;
    const int height = std::max(static_cast<int>(std::lround(source.height / scale)), 1);
    picture_.reset(width, height, 0);
    // Each pixel is the mean of the part of the source that it covers, or of the four that it lies between.
    const double half = std::max(scale, 1.0) / 2;
    struct Part {
        int first;
        std::vector<double> shares;
    };
    const auto part_of = [&](int at, int limit) {
        const double middle = (at + 0.5) * scale;
        Part part{std::max(static_cast<int>(std::floor(middle - half)), 0), {}};
        const int last = std::min(static_cast<int>(std::ceil(middle + half)), limit);
        double sum = 0;
        for (int i = part.first; i < last; ++i) {
            const double share = std::min(i + 1.0, middle + half) - std::max(static_cast<double>(i), middle - half);
            part.shares.push_back(std::max(share, 0.0));
            sum += part.shares.back();
        }
        for (double& share : part.shares) share /= std::max(sum, 1e-9);
        return part;
    };
    std::vector<Part> columns;
    for (int x = 0; x < width; ++x) columns.push_back(part_of(x, source.width));
    for (int y = 0; y < height; ++y) {
        const Part rows = part_of(y, source.height);
        std::uint32_t* out = picture_.row(y);
        for (int x = 0; x < width; ++x) {
            const Part& across = columns[static_cast<std::size_t>(x)];
            std::array<double, 4> sum{};
            for (std::size_t row = 0; row < rows.shares.size(); ++row) {
                const std::uint32_t* in = source.pixels.data() +
                                          static_cast<std::size_t>(rows.first + static_cast<int>(row)) *
                                              static_cast<std::size_t>(source.width) +
                                          static_cast<std::size_t>(across.first);
                for (std::size_t column = 0; column < across.shares.size(); ++column)
                    for (std::size_t channel = 0; channel < 4; ++channel)
                        sum[channel] += rows.shares[row] * across.shares[column] * (in[column] >> (channel * 8) & 255u);
            }
            out[x] = 0;
            for (std::size_t channel = 0; channel < 4; ++channel)
                out[x] |= static_cast<std::uint32_t>(std::lround(sum[channel])) << (channel * 8);
        }
    }
    return picture_;
}

}  // namespace panels
