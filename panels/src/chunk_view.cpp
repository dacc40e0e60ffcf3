#include "panels/chunk_view.hpp"

#include <algorithm>
#include <cmath>

namespace panels {

void ChunkView::show(const Context& context, const ecs::Archetype& archetype, std::size_t chunk) {
    const ChunkInView in{context, archetype, chunk, archetype.chunk(chunk)};
    pointer_.begin(in);
    runs_ = runs_of(archetype, chunk);
    draw_bar(in);

    const Style& style = context.style;
    const ImVec2 room = ImGui::GetContentRegionAvail(), gap = ImGui::GetStyle().ItemSpacing;
    if (room.x >= style.px(600)) {
        const float side = std::floor(std::clamp(room.x * 0.36f, style.px(220), style.px(560)));
        microscope_.show(in, runs_, pointer_, {}, {room.x - side - gap.x, 0});
        ImGui::SameLine();
        rows_.show(in, pointer_, {side, 0});
    } else {
        microscope_.show(in, runs_, pointer_, {}, {0, std::floor(room.y * 0.55f)});
        rows_.show(in, pointer_, {0, 0});
    }
}

void ChunkView::draw_bar(const ChunkInView& in) {
    const bool whole = microscope_.camera().level() <= 0;
    if (button("Fit", whole ? "The whole chunk is shown. The wheel zooms, dragging moves" : "",
               "Shows the whole chunk again, as a double click beside values does"))
        microscope_.fit();
    ImGui::SameLine();
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ImGui::GetStyle().FramePadding.y);
    legend_.show(in, runs_, pointer_);
}

}  // namespace panels
