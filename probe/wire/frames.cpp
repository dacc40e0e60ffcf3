#include "probe/wire/frames.hpp"

#include <cstddef>

namespace probe {

std::size_t begin_frame(ByteWriter& to, FrameKind kind) {
    const std::size_t begin = to.size();
    to.number(std::uint32_t{0});
    to.number(kind);
    return begin;
}

void end_frame(ByteWriter& to, std::size_t begin) {
    to.set(begin, static_cast<std::uint32_t>(to.size() - begin - frame_head_bytes));
}

bool FrameReader::take_in(std::span<const std::byte> piece) {
    if (read_ > bytes_.size() / 2) {
        bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(read_));
        read_ = 0;
    }
    bytes_.insert(bytes_.end(), piece.begin(), piece.end());
    // Each frame is judged by its head, before its body has come.
    std::size_t at = read_;
    while (bytes_.size() - at >= frame_head_bytes) {
        ByteReader head{std::span(bytes_).subspan(at, frame_head_bytes)};
        const std::size_t length = head.number<std::uint32_t>();
        if (length > most_bytes_) return false;
        head.choice<FrameKind>(frame_kind_count);
        if (!head.fine()) return false;
        if (bytes_.size() - at - frame_head_bytes < length) break;
        at += frame_head_bytes + length;
    }
    return true;
}

std::optional<Frame> FrameReader::next() {
    const std::span<const std::byte> left = std::span(bytes_).subspan(read_);
    if (left.size() < frame_head_bytes) return std::nullopt;
    ByteReader head(left.first(frame_head_bytes));
    const std::size_t length = head.number<std::uint32_t>();
    if (left.size() - frame_head_bytes < length) return std::nullopt;
    const std::span<const std::byte> body = left.subspan(frame_head_bytes, length);
    read_ += frame_head_bytes + length;
    return Frame{head.choice<FrameKind>(frame_kind_count), {body.begin(), body.end()}};
}

}  // namespace probe
