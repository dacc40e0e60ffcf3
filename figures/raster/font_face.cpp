#include "figures/raster/font_face.hpp"

#include <string_view>

#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb_truetype.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace figures {

struct FontFace::Info {
    stbtt_fontinfo font{};
    float scale(double em_px) const { return stbtt_ScaleForMappingEmToPixels(&font, static_cast<float>(em_px)); }
};

FontFace::FontFace(std::vector<unsigned char> bytes) : bytes_(std::move(bytes)) {
    // stb_truetype trusts what it reads: only what at least calls itself a font gets there.
    if (bytes_.size() < 1024) return;
    const std::string_view kind(reinterpret_cast<const char*>(bytes_.data()), 4);
    if (kind != "OTTO" && kind != "true" && kind != std::string_view("\0\1\0\0", 4)) return;
    auto info = std::make_unique<Info>();
    if (stbtt_InitFont(&info->font, bytes_.data(), stbtt_GetFontOffsetForIndex(bytes_.data(), 0)) != 0)
        info_ = std::move(info);
}

FontFace::~FontFace() = default;

int FontFace::glyph_of(std::uint32_t character) const {
    return stbtt_FindGlyphIndex(&info_->font, static_cast<int>(character));
}

double FontFace::advance(int glyph, double em_px) const {
    int advance = 0, bearing = 0;
    stbtt_GetGlyphHMetrics(&info_->font, glyph, &advance, &bearing);
    return static_cast<double>(static_cast<float>(advance) * info_->scale(em_px));
}

double FontFace::kerning(int left, int right, double em_px) const {
    const int kerning = stbtt_GetGlyphKernAdvance(&info_->font, left, right);
    return static_cast<double>(static_cast<float>(kerning) * info_->scale(em_px));
}

FontFace::Bitmap FontFace::bitmap(int glyph, double em_px, double shift) const {
    const float scale = info_->scale(em_px), shift_x = static_cast<float>(shift);
    Bitmap bitmap;
    int right = 0, bottom = 0;
    stbtt_GetGlyphBitmapBoxSubpixel(&info_->font, glyph, scale, scale, shift_x, 0, &bitmap.left, &bitmap.top, &right,
                                    &bottom);
    bitmap.width = right - bitmap.left;
    bitmap.height = bottom - bitmap.top;
    if (bitmap.width <= 0 || bitmap.height <= 0) return {};
    bitmap.coverage.resize(static_cast<std::size_t>(bitmap.width) * static_cast<std::size_t>(bitmap.height));
    stbtt_MakeGlyphBitmapSubpixel(&info_->font, bitmap.coverage.data(), bitmap.width, bitmap.height, bitmap.width,
                                  scale, scale, shift_x, 0, glyph);
    return bitmap;
}

}  // namespace figures
