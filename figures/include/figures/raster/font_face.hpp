// A FontFace owns the bytes of one font file and renders its glyphs as pixel coverage.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace figures {

class FontFace {
public:
    /// Not usable when `bytes` is not a font.
    explicit FontFace(std::vector<unsigned char> bytes);
    ~FontFace();
    FontFace(const FontFace&) = delete;
    FontFace& operator=(const FontFace&) = delete;

    bool usable() const { return info_ != nullptr; }
    /// The file.
    std::span<unsigned char> bytes() { return bytes_; }
    /// 0: no glyph for this character.
    int glyph_of(std::uint32_t character) const;
    /// In pixels, for a text of size 1 that is `em_px` pixels high.
    double advance(int glyph, double em_px) const;
    double kerning(int left, int right, double em_px) const;

    struct Bitmap {
        int left = 0, top = 0, width = 0, height = 0;  // from the pen's whole pixel, y downwards
        std::vector<std::uint8_t> coverage;
    };
    /// `shift` is the fraction of a pixel by which the pen is further right.
    Bitmap bitmap(int glyph, double em_px, double shift) const;

private:
    struct Info;
    std::vector<unsigned char> bytes_;
    std::unique_ptr<Info> info_;
};

}  // namespace figures
