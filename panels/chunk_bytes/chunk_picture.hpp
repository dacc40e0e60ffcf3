// A chunk as a picture: one pixel per byte, 64 per line, so a block of 16 KiB is one texture of 64 x 256. Repainted
// when something that it shows changes; it does not show values.
#pragma once

#include "panels/base/picture.hpp"
#include "panels/chunk_bytes/chunk_in_view.hpp"

namespace panels {

/// Colour of one byte, `dimmed` of the way towards the panel; 0 for bytes that only have a pattern.
ImU32 color_of_byte(const Style& style, const ecs::Archetype& archetype, const ecs::ByteSpan& span, float dimmed = 0);
/// The pattern over bytes of a role, where it has one; `component` is of fields only.
void draw_role_pattern(const Style& style, ImDrawList& list, const Area& area, ecs::ByteRole role,
                       ecs::ComponentId component = ecs::no_component);

class ChunkPicture {
public:
    const Picture& of(const ChunkInView& in, float dimmed = 0);

private:
    /// Everything that the pixels depend on.
    struct Shown {
        const ecs::Archetype* archetype = nullptr;
        std::uint32_t rows = 0, block_bytes = 0;
        const Theme* theme = nullptr;
        float dimmed = 0;
        friend bool operator==(const Shown&, const Shown&) = default;
    };
    Shown shown_;
    Picture picture_;
};

}  // namespace panels
