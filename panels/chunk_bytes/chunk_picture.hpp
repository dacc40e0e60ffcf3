// A chunk as a picture: one pixel a byte, 64 to a line, so that the whole block is one texture of 64 x 256 however much
// lies in it. Made anew when something it shows changes; values are not among that.
#pragma once

#include "panels/base/picture.hpp"
#include "panels/chunk_bytes/chunk_in_view.hpp"

namespace panels {

/// Colour of one byte, with the opacity it is drawn with; 0 where only a pattern is drawn.
ImU32 color_of_byte(const Style& style, const ecs::Archetype& archetype, const ecs::ByteSpan& span);

class ChunkPicture {
public:
    const Picture& of(const ChunkInView& in);

private:
    /// All that the pixels depend on.
    struct Shown {
        const ecs::Archetype* archetype = nullptr;
        std::uint32_t rows = 0, block_bytes = 0;
        const Theme* theme = nullptr;
        friend bool operator==(const Shown&, const Shown&) = default;
    };
    Shown shown_;
    Picture picture_;
};

}  // namespace panels
