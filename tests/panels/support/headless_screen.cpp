// What stands on a Harness's screen.
#include <algorithm>

#include "catch.hpp"
#include "panels/support/headless.hpp"

const std::vector<DrawnText>& Harness::texts() const {
    if (!read_) {
        const ImDrawData* data = ImGui::GetDrawData();
        read_ = data == nullptr ? std::vector<DrawnText>{} : reader_.read(*data);
    }
    return *read_;
}

std::optional<DrawnText> Harness::find(std::string_view text, std::size_t nth) const {
    for (const DrawnText& run : texts())
        for (std::size_t at = run.text.find(text); at != std::string::npos; at = run.text.find(text, at + 1))
            if (nth-- == 0) return run.part(at, text.size());
    return std::nullopt;
}

std::string Harness::screen() const {
    std::string all;
    for (const DrawnText& drawn : texts()) all += drawn.text + '\n';
    return all;
}

DrawnText Harness::need(std::string_view text, std::size_t nth) const {
    const std::optional<DrawnText> found = find(text, nth);
    INFO("looking for \"" << text << "\" on this screen:\n" << screen());
    REQUIRE(found);
    return *found;
}

namespace {

/// On which side of the line from a to b the place lies; 0 on the line.
float side(ImVec2 a, ImVec2 b, ImVec2 place) { return (b.x - a.x) * (place.y - a.y) - (b.y - a.y) * (place.x - a.x); }

bool within(const ImDrawVert* const (&corners)[3], ImVec2 place) {
    const float area = side(corners[0]->pos, corners[1]->pos, corners[2]->pos);
    if (area == 0) return false;
    for (int i = 0; i < 3; ++i)
        if (side(corners[i]->pos, corners[(i + 1) % 3]->pos, place) * area < 0) return false;
    return true;
}

}  // namespace

bool Harness::covered(ImVec2 place, ImU32 color) const {
    const auto of_color = [&](const ImDrawVert* corner) { return ((corner->col ^ color) & ~IM_COL32_A_MASK) == 0; };
    const ImDrawData* data = ImGui::GetDrawData();
    for (int i = 0; data != nullptr && i < data->CmdListsCount; ++i) {
        const ImDrawList& list = *data->CmdLists[i];
        for (const ImDrawCmd& command : list.CmdBuffer) {
            const ImVec4& clip = command.ClipRect;
            const bool clipped = place.x < clip.x || place.x >= clip.z || place.y < clip.y || place.y >= clip.w;
            if (command.UserCallback != nullptr || clipped) continue;
            for (unsigned int at = 0; at + 3 <= command.ElemCount; at += 3) {
                const ImDrawIdx* indices = list.IdxBuffer.Data + command.IdxOffset + at;
                const ImDrawVert* const first = list.VtxBuffer.Data + command.VtxOffset;
                const ImDrawVert* const corners[3] = {first + indices[0], first + indices[1], first + indices[2]};
                const bool seen = std::any_of(corners, corners + 3, [](const ImDrawVert* corner) {
                    return (corner->col & IM_COL32_A_MASK) != 0;
                });
                if (seen && std::all_of(corners, corners + 3, of_color) && within(corners, place)) return true;
            }
        }
    }
    return false;
}

std::size_t Harness::vertex_count() const {
    const ImDrawData* data = ImGui::GetDrawData();
    return data == nullptr ? 0 : static_cast<std::size_t>(data->TotalVtxCount);
}
