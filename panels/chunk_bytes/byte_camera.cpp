#include "panels/chunk_bytes/byte_camera.hpp"

#include <cmath>

namespace panels {

namespace {

constexpr float notch_factor = 1.25f;
constexpr float nearest_byte = 60, nearest_line = 46, nearest_gap = 56;  // px at scale 1: large enough for hex and
                                                                         // value
constexpr float strip_gap = 10;                                          // between strips, when the whole block is
                                                                         // shown

bool same(const Area& a, const Area& b) {
    return a.low.x == b.low.x && a.low.y == b.low.y && a.high.x == b.high.x && a.high.y == b.high.y;
}

float between(float low, float high, float share) { return low * std::pow(high / low, share); }

}  // namespace

void ByteCamera::look_at(std::uint32_t block_bytes, const Area& canvas, const Style& style) {
    const bool other = block_bytes != grid_.block_bytes;
    if (!other && same(canvas, canvas_)) return;
    const ImVec2 middle = canvas_.middle();
    const Spot spot = other ? Spot{} : spot_at(middle);
    canvas_ = canvas;
    whole_ =
        BlockGrid::whole(block_bytes, {canvas.width(), canvas.height()}, style.px(strip_gap), style.px(nearest_gap));
    nearest_byte_px_ = std::max(whole_.byte_px, style.px(nearest_byte));
    nearest_line_px_ = std::max(whole_.line_px, style.px(nearest_line));
    nearest_gap_px_ = style.px(nearest_gap);
    if (other || level_ <= 0) return fit();
    update_grid();
    put(spot, canvas_.middle());
}

void ByteCamera::fit() {
    level_ = 0;
    update_grid();
    grid_.origin = canvas_.low;
}

void ByteCamera::zoom(float notches, ImVec2 around) {
    const Spot spot = spot_at(around);
    const float range = std::max(nearest_byte_px_ / whole_.byte_px, nearest_line_px_ / whole_.line_px);
    if (range <= 1) return;
    level_ = std::clamp(level_ + notches * std::log(notch_factor) / std::log(range), 0.0f, 1.0f);
    update_grid();
    put(spot, around);
}

void ByteCamera::pan(ImVec2 by) {
    grid_.origin.x += by.x;
    grid_.origin.y += by.y;
    keep_in_view();
}

void ByteCamera::go_to(std::uint32_t byte) {
    level_ = 1;
    update_grid();
    const ImVec2 at = grid_.place_of(byte), middle = canvas_.middle();
    pan({middle.x - at.x, middle.y - at.y});
}

ByteRange ByteCamera::bytes_in_view() const {
    const auto strip_at = [&](float x) {
        const float along = (x - grid_.origin.x) / grid_.pitch();
        return static_cast<std::uint32_t>(std::clamp(along, 0.0f, static_cast<float>(grid_.strip_count() - 1)));
    };
    const auto line_at = [&](float y) {
        const float down = (y - grid_.origin.y) / grid_.line_px;
        return static_cast<std::uint32_t>(std::clamp(down, 0.0f, static_cast<float>(grid_.lines_per_strip - 1)));
    };
    // One pixel inside the far edges: a line that only touches them is not in canvas.
    const std::uint32_t first = strip_at(canvas_.low.x) * grid_.lines_per_strip + line_at(canvas_.low.y);
    const std::uint32_t last = strip_at(canvas_.high.x - 1) * grid_.lines_per_strip + line_at(canvas_.high.y - 1);
    return {first * grid_.bytes_per_line, std::min((last + 1) * grid_.bytes_per_line, grid_.block_bytes)};
}

ByteCamera::Spot ByteCamera::spot_at(ImVec2 place) const {
    Spot spot;
    const float along = (place.x - grid_.origin.x) / grid_.pitch();
    const float last = static_cast<float>(grid_.strip_count() - 1);
    spot.strip = static_cast<std::uint32_t>(std::clamp(std::floor(along), 0.0f, last));
    const float inside = place.x - grid_.origin.x - static_cast<float>(spot.strip) * grid_.pitch();
    spot.in_gap = grid_.gap_px > 0 ? std::clamp(inside / grid_.gap_px, 0.0f, 1.0f) : 0;
    spot.in_strip = std::max(inside - grid_.gap_px, 0.0f) / grid_.strip_width();
    spot.down = (place.y - grid_.origin.y) / grid_.line_px;
    return spot;
}

void ByteCamera::put(const Spot& spot, ImVec2 place) {
    const float inside = spot.in_gap * grid_.gap_px + spot.in_strip * grid_.strip_width();
    grid_.origin.x = place.x - static_cast<float>(spot.strip) * grid_.pitch() - inside;
    grid_.origin.y = place.y - spot.down * grid_.line_px;
    keep_in_view();
}

void ByteCamera::update_grid() {
    const ImVec2 origin = grid_.origin;
    grid_ = whole_;
    grid_.origin = origin;
    grid_.byte_px = between(whole_.byte_px, nearest_byte_px_, level_);
    grid_.line_px = between(whole_.line_px, nearest_line_px_, level_);
    grid_.gap_px = whole_.gap_px + (nearest_gap_px_ - whole_.gap_px) * level_;
}

void ByteCamera::keep_in_view() {
    const ImVec2 size = grid_.size();
    const auto keep = [](float origin, float low, float high, float length) {
        return length <= high - low ? low : std::clamp(origin, high - length, low);
    };
    grid_.origin.x = keep(grid_.origin.x, canvas_.low.x, canvas_.high.x, size.x);
    grid_.origin.y = keep(grid_.origin.y, canvas_.low.y, canvas_.high.y, size.y);
}

}  // namespace panels
