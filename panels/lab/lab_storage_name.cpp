#include "panels/lab/lab_storage_name.hpp"

#include "panels/base/language.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

using namespace ecs::lab;

void storage_name(const Style& style, StorageKind kind, float width) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width, ImGui::GetTextLineHeight()});
    draw_storage_name(style, *ImGui::GetWindowDrawList(), at, at.x + width, kind);
}

void storage_name_beside_frame(const Style& style, StorageKind kind, float width) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width, ImGui::GetFrameHeight()});
    draw_storage_name(style, *ImGui::GetWindowDrawList(), {at.x, at.y + ImGui::GetStyle().FramePadding.y}, at.x + width,
                      kind);
}

void draw_storage_name(const Style& style, ImDrawList& list, ImVec2 at, float right, StorageKind kind) {
    const std::string name(tr(title_of(kind))), origin(tr(origin_of(kind)));
    draw_text_until(list, at, right, style.theme->text, name);
    const float from = at.x + ImGui::CalcTextSize(name.c_str()).x + style.px(8);
    if (from + ImGui::CalcTextSize(origin.c_str()).x <= right)
        draw_text_until(list, {from, at.y}, right, style.theme->quiet, origin);
}

}  // namespace panels
