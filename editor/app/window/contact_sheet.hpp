// A ContactSheet is many pictures on one, each at half its size, so that a person can look over them at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace editor {

class ContactSheet {
public:
    /// So many pictures stand in a row.
    explicit ContactSheet(std::size_t columns) : columns_(columns) {}

    /// The next one, from left to right. `pixels` are RGB, top row first; an odd last row or column is left out.
    void add(const std::vector<std::uint8_t>& pixels, int width, int height);
    struct Picture {
        std::vector<std::uint8_t> pixels;  // RGB, top row first
        int width = 0, height = 0;
    };
    /// All of them. Columns are as wide as their widest picture, rows as high as their highest.
    Picture sheet() const;

private:
    std::size_t columns_;
    std::vector<Picture> pictures_;
};

}  // namespace editor
