#include "figures/raster/raster.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "ecs/base/utf8.hpp"
#include "figures/drawing/pattern_grid.hpp"
#include "figures/raster/font_face.hpp"

namespace figures {

struct Typefaces::Faces {
    FontFace words, bold, mono;
    std::vector<std::unique_ptr<FontFace>> fallbacks;
    std::string (*lay_out)(std::string_view line);
};

Typefaces::Typefaces(FontFiles files)
    : faces_(new Faces{FontFace(std::move(files.words)),
                       FontFace(std::move(files.bold)),
                       FontFace(std::move(files.mono)),
                       {},
                       files.lay_out}) {
    for (auto& file : files.fallbacks) {
        auto face = std::make_unique<FontFace>(std::move(file));
        if (face->usable()) faces_->fallbacks.push_back(std::move(face));
    }
}
Typefaces::~Typefaces() = default;
Typefaces::Typefaces(Typefaces&&) noexcept = default;
Typefaces& Typefaces::operator=(Typefaces&&) noexcept = default;

bool Typefaces::usable() const {
    return faces_->words.usable() || faces_->bold.usable() || faces_->mono.usable() || !faces_->fallbacks.empty();
}

Color Image::at(int x, int y) const {
    const std::size_t i =
        (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)) * 3;
    return {pixels[i], pixels[i + 1], pixels[i + 2]};
}

/// Draws shapes into an image. The sides of boxes stand on whole pixels, so that neighbours join without a seam;
/// patterns, slanting lines and letters are smoothed by how much of a pixel they cover.
class Canvas {
public:
    Canvas(const Drawing& drawing, Theme theme, double scale, const Typefaces& typefaces)
        : palette_(palette_of(theme)), scale_(scale), faces_(*typefaces.faces_) {
        image_.width = std::max(static_cast<int>(std::lround(drawing.width * scale)), 1);
        image_.height = std::max(static_cast<int>(std::lround(drawing.height * scale)), 1);
        image_.pixels.resize(static_cast<std::size_t>(image_.width) * static_cast<std::size_t>(image_.height) * 3);
        fill(0, 0, drawing.width, drawing.height, {{Tone::Paper}});
    }

    void draw(const Box& box) {
        const double right = box.x + box.width, bottom = box.y + box.height;
        if (box.fill.ground) fill(box.x, box.y, right, bottom, box.fill);
        if (!box.edge) return;
        const Fill edge{box.edge};
        upright(box.x, box.y, bottom, box.edge_width, edge);
        upright(right, box.y, bottom, box.edge_width, edge);
        level(box.x, right, box.y, box.edge_width, edge);
        level(box.x, right, bottom, box.edge_width, edge);
    }

    void draw(const Line& line) {
        const double half = line.width / 2, dx = line.x2 - line.x1, dy = line.y2 - line.y1;
        if (dx == 0)
            return upright(line.x1, std::min(line.y1, line.y2), std::max(line.y1, line.y2), line.width, {line.ink});
        if (dy == 0)
            return level(std::min(line.x1, line.x2), std::max(line.x1, line.x2), line.y1, line.width, {line.ink});
        const Color color = color_of(line.ink, palette_);
        const double length = std::sqrt(dx * dx + dy * dy);
        each_pixel({whole(std::min(line.x1, line.x2) - half) - 1, whole(std::min(line.y1, line.y2) - half) - 1,
                    whole(std::max(line.x1, line.x2) + half) + 1, whole(std::max(line.y1, line.y2) + half) + 1},
                   [&](int x, int y, double at_x, double at_y) {
                       const double along = ((at_x - line.x1) * dx + (at_y - line.y1) * dy) / length;
                       const double aside = std::abs((at_x - line.x1) * dy - (at_y - line.y1) * dx) / length;
                       const double beyond = std::max(std::max(-along, along - length), 0.0);
                       blend(x, y, color, inside(half - aside) * inside(0.5 / scale_ - beyond));
                   });
    }

    void draw(const Text& text) {
        const double em = text.size * scale_;
        double pen = text.x * scale_;
        const double base = std::round(text.y * scale_);
        if (text.anchor != Anchor::Left) {
            const double width = set(text, em, [](const FontFace&, int, double) {});
            pen -= text.anchor == Anchor::Right ? width : width / 2;
        }
        const Color color = color_of(text.ink, palette_);
        set(text, em, [&](const FontFace& face, int glyph, double offset) {
            // Quarters of a pixel keep the rhythm of the letters; the base line stands on a whole one.
            const double at = std::round((pen + offset) * 4) / 4, whole = std::floor(at);
            const FontFace::Bitmap bitmap = face.bitmap(glyph, em, at - whole);
            for (int row = 0; row < bitmap.height; ++row)
                for (int column = 0; column < bitmap.width; ++column) {
                    const auto i = static_cast<std::size_t>(row) * static_cast<std::size_t>(bitmap.width) +
                                   static_cast<std::size_t>(column);
                    blend(static_cast<int>(whole) + bitmap.left + column, static_cast<int>(base) + bitmap.top + row,
                          color, bitmap.coverage[i] / 255.0);
                }
        });
    }

    Image take() { return std::move(image_); }

private:
    /// How much of a pixel is covered when an edge is so far (in units of the drawing) inside of the shape.
    double inside(double distance) const { return std::clamp(0.5 + distance * scale_, 0.0, 1.0); }

    struct Pixels {
        int left = 0, top = 0, right = 0, bottom = 0;
    };
    /// Calls `visit(x, y, middle of the pixel in the drawing)` for those that lie in the image.
    template <class F>
    void each_pixel(const Pixels& area, F&& visit) {
        const int right = std::min(area.right, image_.width), bottom = std::min(area.bottom, image_.height);
        for (int y = std::max(area.top, 0); y < bottom; ++y)
            for (int x = std::max(area.left, 0); x < right; ++x) visit(x, y, (x + 0.5) / scale_, (y + 0.5) / scale_);
    }
    int whole(double at) const { return static_cast<int>(std::lround(at * scale_)); }

    void fill(double left, double top, double right, double bottom, const Fill& fill) {
        paint({whole(left), whole(top), whole(right), whole(bottom)}, fill);
    }
    /// Lines are never thinner than a pixel.
    void upright(double x, double top, double bottom, double width, const Fill& fill) {
        const int wide = std::max(whole(width), 1), left = whole(x) - wide / 2;
        paint({left, whole(top) - wide / 2, left + wide, whole(bottom) + wide - wide / 2}, fill);
    }
    void level(double left, double right, double y, double width, const Fill& fill) {
        const int tall = std::max(whole(width), 1), top = whole(y) - tall / 2;
        paint({whole(left) - tall / 2, top, whole(right) + tall - tall / 2, top + tall}, fill);
    }

    void paint(const Pixels& area, const Fill& fill) {
        const Color ground = color_of(fill.ground, palette_), lines = color_of(fill.lines, palette_);
        each_pixel(area, [&](int x, int y, double at_x, double at_y) {
            blend(x, y, ground, 1);
            if (fill.pattern != Pattern::Solid) blend(x, y, lines, pattern_share(fill.pattern, at_x, at_y));
        });
    }

    double pattern_share(Pattern pattern, double x, double y) const {
        const auto in_tile = [](double at) { return at - std::floor(at / pattern_gap) * pattern_gap; };
        const auto from_middle = [&](double at) { return std::abs(in_tile(at) - pattern_gap / 2); };
        constexpr double root_of_two = 1.41421356237309504880;
        switch (pattern) {
            case Pattern::Solid:
                break;
            case Pattern::Hatch:
                return inside(pattern_stroke / 2 - from_middle(x + y + pattern_gap / 2) / root_of_two);
            case Pattern::Dots: {
                const double dx = from_middle(x), dy = from_middle(y);
                return inside(dot_radius - std::sqrt(dx * dx + dy * dy));
            }
            case Pattern::Uprights:
                return inside(pattern_stroke / 2 - from_middle(x));
            case Pattern::Rungs:
                return inside(pattern_stroke / 2 - from_middle(y));
            case Pattern::Crosses: {
                const double dx = from_middle(x), dy = from_middle(y);
                return std::max(dx, dy) > cross_radius ? 0
                                                       : inside(pattern_stroke / 2 - std::abs(dx - dy) / root_of_two);
            }
            case Pattern::Stripes:
                return inside(pattern_gap / 4 / root_of_two - from_middle(x + y + pattern_gap / 2) / root_of_two);
        }
        return 0;
    }

    void blend(int x, int y, Color color, double share) {
        if (share <= 0 || x < 0 || y < 0 || x >= image_.width || y >= image_.height) return;
        std::uint8_t* pixel = &image_.pixels[(static_cast<std::size_t>(y) * static_cast<std::size_t>(image_.width) +
                                              static_cast<std::size_t>(x)) *
                                             3];
        const auto mix = [share](std::uint8_t below, std::uint8_t above) {
            return static_cast<std::uint8_t>(std::lround(below + (above - below) * std::min(share, 1.0)));
        };
        pixel[0] = mix(pixel[0], color.r);
        pixel[1] = mix(pixel[1], color.g);
        pixel[2] = mix(pixel[2], color.b);
    }

    /// The face asked for if it has the character, else the first other one that does.
    const FontFace* face_for(std::uint32_t character, Face wanted) const {
        const FontFace* own = wanted == Face::Words  ? &faces_.words
                              : wanted == Face::Bold ? &faces_.bold
                                                     : &faces_.mono;
        const FontFace* usable = nullptr;
        const auto has = [&](const FontFace& face) {
            if (!face.usable()) return false;
            if (!usable) usable = &face;
            return face.glyph_of(character) != 0;
        };
        if (has(*own)) return own;
        for (const auto& face : faces_.fallbacks)
            if (has(*face)) return face.get();
        for (const FontFace* face : {&faces_.words, &faces_.bold, &faces_.mono})
            if (has(*face)) return face;
        return usable;
    }

    /// Calls `visit(face, glyph, where the pen stands)` for each character; returns the width of the text in pixels.
    template <class F>
    double set(const Text& text, double em, F&& visit) const {
        double pen = 0;
        const FontFace* before = nullptr;
        int glyph_before = 0;
        const std::string drawn = faces_.lay_out ? faces_.lay_out(text.words) : text.words;
        for (std::size_t at = 0; at < drawn.size();) {
            const std::uint32_t character = ecs::next_character(drawn, at);
            const FontFace* face = face_for(character, text.face);
            if (!face) return pen;
            const int glyph = face->glyph_of(character);
            if (face == before) pen += face->kerning(glyph_before, glyph, em);
            visit(*face, glyph, pen);
            pen += face->advance(glyph, em);
            before = face;
            glyph_before = glyph;
        }
        return pen;
    }

    const Palette& palette_;
    double scale_;
    const Typefaces::Faces& faces_;
    Image image_;
};

std::uint64_t steps_to_rasterize(const Drawing& drawing) {
    std::uint64_t shapes = 0;
    for (const Group& group : drawing.groups) shapes += group.shapes.size();
    return shapes;
}

Image rasterize(const Drawing& drawing, Theme theme, double scale, const Typefaces& typefaces,
                ecs::Progress* progress) {
    Canvas canvas(drawing, theme, scale, typefaces);
    std::uint64_t drawn = progress != nullptr ? progress->done() : 0;
    for (const Group& group : drawing.groups)
        for (const Shape& shape : group.shapes) {
            if (progress != nullptr && progress->cancelled()) return canvas.take();
            std::visit([&](const auto& kind) { canvas.draw(kind); }, shape);
            if (progress != nullptr) progress->advance_to(++drawn);
        }
    return canvas.take();
}

}  // namespace figures
