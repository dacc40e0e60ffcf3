#include "probe/wire/frames.hpp"

#include <vector>

#include "catch.hpp"

namespace frames_test {

namespace {

probe::ByteWriter frame_of(probe::FrameKind kind, std::size_t bytes) {
    probe::ByteWriter writer;
    const std::size_t begin = probe::begin_frame(writer, kind);
    for (std::size_t i = 0; i < bytes; ++i) writer.number(static_cast<std::uint8_t>(i));
    probe::end_frame(writer, begin);
    return writer;
}

}  // namespace

TEST_CASE("Frames: come out whole and in order, in whatever pieces they come", "[wire]") {
    std::vector<std::byte> bytes;
    for (const std::size_t size : {std::size_t{3}, std::size_t{0}, std::size_t{1000}}) {
        const probe::ByteWriter frame = frame_of(probe::FrameKind::Picture, size);
        bytes.insert(bytes.end(), frame.bytes().begin(), frame.bytes().end());
    }
    for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, bytes.size()}) {
        probe::FrameReader reader(1000);
        std::vector<std::size_t> sizes;
        for (std::size_t at = 0; at < bytes.size(); at += piece) {
            REQUIRE(reader.take_in(std::span(bytes).subspan(at, std::min(piece, bytes.size() - at))));
            while (const auto frame = reader.next()) {
                CHECK(frame->kind == probe::FrameKind::Picture);
                sizes.push_back(frame->body.size());
            }
        }
        CHECK(sizes == std::vector<std::size_t>{3, 0, 1000});
    }
}

TEST_CASE("Frames: a longer one than is allowed, or one of no kind, is refused by its head", "[wire]") {
    probe::FrameReader reader(10);
    CHECK_FALSE(reader.take_in(frame_of(probe::FrameKind::Hello, 11).bytes().first(probe::frame_head_bytes)));
    probe::FrameReader other(10);
    CHECK_FALSE(other.take_in(frame_of(static_cast<probe::FrameKind>(probe::frame_kind_count), 1).bytes()));
}

}  // namespace frames_test
