// A Picture is drawn pixel by pixel, where rectangles would be too many. The program lends a PictureStore through the
// Context, which shows the picture as a texture without smoothing. The panel owns the picture and increases its
// revision whenever pixels change. If rows have revisions, only changed rows are uploaded.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace panels {

struct Picture {
    Picture() = default;
    Picture(const Picture&) = delete;  // the store identifies it by its id
    Picture& operator=(const Picture&) = delete;

    int width = 0, height = 0;
    std::vector<std::uint32_t> pixels;         // IM_COL32, RGBA8; the top row first, width x height
    std::uint64_t revision = 0;                // grows whenever pixels change
    std::vector<std::uint64_t> row_revisions;  // revision of each row's last change; empty: unknown, upload all;
                                               // 0: never painted, so nobody draws it
    const std::uint64_t id = next_id();        // unique in the program

    /// Sets the size, with all pixels in one colour.
    void reset(int new_width, int new_height, std::uint32_t color);
    /// Sets the size, without painted rows. Unlike reset(), this costs nothing per pixel.
    void resize(int new_width, int new_height);
    /// Marks the rows [first, last) as changed.
    void touch(int first, int last);
    std::uint32_t* row(int y) {
        return pixels.data() + static_cast<std::ptrdiff_t>(y) * static_cast<std::ptrdiff_t>(width);
    }

private:
    static std::uint64_t next_id();
};

class PictureStore {
public:
    virtual ~PictureStore() = default;
    /// The texture of the picture, uploaded if its revision is new; 0: none. Valid for this frame.
    virtual std::uintptr_t texture_of(const Picture& picture) = 0;
};

inline void Picture::reset(int new_width, int new_height, std::uint32_t color) {
    width = std::max(new_width, 0);
    height = std::max(new_height, 0);
    pixels.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), color);
    row_revisions.assign(static_cast<std::size_t>(height), ++revision);
}

inline void Picture::resize(int new_width, int new_height) {
    width = std::max(new_width, 0);
    height = std::max(new_height, 0);
    pixels.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    row_revisions.assign(static_cast<std::size_t>(height), 0);
    ++revision;
}

inline void Picture::touch(int first, int last) {
    ++revision;
    for (int y = std::max(first, 0); y < std::min(last, height); ++y)
        row_revisions[static_cast<std::size_t>(y)] = revision;
}

inline std::uint64_t Picture::next_id() {
    static std::uint64_t last = 0;
    return ++last;
}

}  // namespace panels
