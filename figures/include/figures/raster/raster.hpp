// A Drawing as pixels, without a GPU: the same drawing, theme, scale and fonts give the same pixels on every machine.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/base/progress.hpp"
#include "figures/drawing/drawing.hpp"

namespace figures {

/// Rows from the top, three bytes a pixel: red, green, blue.
struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> pixels;

    Color at(int x, int y) const;
};

/// Contents of font files (TrueType or OpenType); empty where there is no such file.
struct FontFiles {
    std::vector<unsigned char> words, bold, mono;
    std::vector<std::vector<unsigned char>> fallbacks;  // for characters that the others do not have, in order
    /// Puts the characters of a line in the order of their places, joined where their script does so; null: as they
    /// come.
    std::string (*lay_out)(std::string_view line) = nullptr;
};

/// The fonts that texts are drawn with.
class Typefaces {
public:
    explicit Typefaces(FontFiles files);
    ~Typefaces();
    Typefaces(Typefaces&&) noexcept;
    Typefaces& operator=(Typefaces&&) noexcept;

    /// Whether any text can be drawn at all.
    bool usable() const;

private:
    friend class Canvas;
    struct Faces;
    std::unique_ptr<Faces> faces_;
};

/// `scale` is pixels a unit of the drawing. The typefaces must be usable. `progress` may be null; it is advanced by
/// one for each shape, and once it is cancelled, the rest is not drawn.
Image rasterize(const Drawing& drawing, Theme theme, double scale, const Typefaces& typefaces,
                ecs::Progress* progress = nullptr);
/// How many steps that are.
std::uint64_t steps_to_rasterize(const Drawing& drawing);

}  // namespace figures
