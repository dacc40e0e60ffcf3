#include "panels/chunk_bytes/chunk_picture.hpp"

#include <algorithm>
#include <cmath>

#include "figures/drawing/palette.hpp"

namespace panels {

ImU32 color_of_byte(const Style& style, const ecs::Archetype& archetype, const ecs::ByteSpan& span, float dimmed) {
    const auto toned = [&](ImU32 color) { return mixed(color, style.theme->panel, dimmed); };
    switch (span.role) {
        case ecs::ByteRole::Header:
            return toned(style.theme->n_head);
        case ecs::ByteRole::Entity:
        case ecs::ByteRole::Field:
            return toned(color_of_column(style, archetype, span.column));
        case ecs::ByteRole::Unused:
            return style.theme->well;
        case ecs::ByteRole::Padding:
            break;
    }
    return 0;
}

void draw_role_pattern(const Style& style, ImDrawList& list, const Area& area, ecs::ByteRole role,
                       ecs::ComponentId component) {
    const float gap = std::max(2.0f, std::floor(style.px(4))), thin = std::max(1.0f, std::floor(style.px(1)));
    if (role == ecs::ByteRole::Padding) hatch(list, area, style.theme->edge, gap, thin);
    if (role == ecs::ByteRole::Unused) dots(list, area, style.theme->edge, gap);
    if (role == ecs::ByteRole::Field && component != ecs::no_component && figures::is_striped(component))
        stripes(list, area, style.scale);
}

const Picture& ChunkPicture::of(const ChunkInView& in, float dimmed) {
    const Shown shown{&in.archetype, in.block.rows, in.block.block_bytes, in.context.style.theme, dimmed};
    if (shown == shown_) return picture_;
    shown_ = shown;
    const std::uint32_t lines = (shown.block_bytes + BlockGrid::cache_line_bytes - 1) / BlockGrid::cache_line_bytes;
    picture_.reset(static_cast<int>(BlockGrid::cache_line_bytes), static_cast<int>(lines), 0);
    for (const ecs::ByteSpan& span : ecs::describe(in.archetype, in.position))
        std::fill_n(picture_.pixels.begin() + span.offset, span.size,
                    color_of_byte(in.context.style, in.archetype, span, dimmed));
    return picture_;
}

}  // namespace panels
