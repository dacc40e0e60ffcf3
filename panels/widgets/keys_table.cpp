#include "panels/widgets/keys_table.hpp"

#include <algorithm>

#include "panels/widgets/widgets.hpp"

namespace panels {

void keys_table(const Style& style, const std::vector<KeyLine>& lines) {
    const ImVec2 room = ImGui::GetIO().DisplaySize;
    const float height = std::min(style.px(520), room.y - style.px(160));
    if (!ImGui::BeginTable("keys", 3, ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg,
                           {std::min(style.px(840), room.x - style.px(64)), height}))
        return;
    ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, style.px(170));
    ImGui::TableSetupColumn("action", ImGuiTableColumnFlags_WidthFixed, style.px(150));
    ImGui::TableSetupColumn("description", ImGuiTableColumnFlags_WidthStretch);
    for (const KeyLine& line : lines) {
        begin_row(style);
        mono_text(style, line.keys);
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(line.label.c_str());
        ImGui::TableNextColumn();
        quiet_text(style, line.description);
    }
    ImGui::EndTable();
}

}  // namespace panels
