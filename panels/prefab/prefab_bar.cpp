#include "panels/prefab/prefab_bar.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

void draw_prefab_bar(const Context& context) {
    const ecs::Entity prefab = context.selection.opened_prefab();
    if (!prefab) return;
    const ecs::Prefabs prefabs(context.world);
    if (!prefabs.is_prefab(prefab)) return context.selection.open_prefab(context.world, ecs::null_entity);
    const Style& style = context.style;
    ImGui::PushID("prefab bar");
    const float back = button_width(tr("Back")), gap = style.px(8);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float side = std::floor(style.px(16));
    draw_icon(*ImGui::GetWindowDrawList(), Icon::Prefab,
              {at.x, std::floor(at.y + (ImGui::GetFrameHeight() - side) / 2)}, side, style.theme->text);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + side + style.px(6));
    ImGui::AlignTextToFramePadding();
    const std::string name = name_or_id(context.world, prefab);
    const float room = std::max(ImGui::GetContentRegionAvail().x - back - gap, style.px(40));
    clipped_text(style.theme->text,
                 first_that_fits({phrase("Editing prefab {}", name), phrase("Prefab {}", name), name}, room), room);
    tooltip(
        tr("The list and the scene show only prefabs now. What is changed here changes in all instances, except "
           "where they differ"));
    ImGui::SameLine();
    ImGui::SetCursorPosX(
        std::max(ImGui::GetCursorPosX(), ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - back));
    if (button(tr("Back"), {}, tr("Show the world again"))) open_prefab(context, ecs::null_entity);
    ImGui::PopID();
}

void PrefabSection::look(const ecs::World& world) {
    if (world_ == &world && structure_ == world.structure_version()) return;
    world_ = &world;
    structure_ = world.structure_version();
    prefabs_ = ecs::Prefabs(world).all();
}

void PrefabSection::draw(const Context& context) {
    constexpr std::size_t prefabs_in_view = 5;
    look(context.world);
    if (prefabs_.empty() || context.selection.opened_prefab()) return;
    const Style& style = context.style;
    const bool unfolded = fold_row(style, phrase("Prefabs  {}", format_count(prefabs_.size())), true);
    tooltip(tr("What instances are made from. No system runs on a prefab"));
    if (!unfolded) return;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 0});
    const float height = row_height(style) * static_cast<float>(std::min(prefabs_.size(), prefabs_in_view));
    compat::begin_child("prefabs", {0, height}, false, ImGuiWindowFlags_NoNavInputs);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(prefabs_.size()), row_height(style));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
            draw_row(context, prefabs_[static_cast<std::size_t>(i)]);
    clipper.End();
    ImGui::EndChild();
    ImGui::PopStyleVar();
    ImGui::Separator();
}

void PrefabSection::draw_row(const Context& context, ecs::Entity prefab) {
    if (!context.world.alive(prefab)) return;
    const Style& style = context.style;
    ImGui::PushID(static_cast<int>(prefab.index));
    const bool clicked =
        selectable("##prefab", context.selection.has(prefab),
                   ImGuiSelectableFlags_AllowDoubleClick | compat::selectable_allow_overlap, {0, row_height(style)});
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax(), after = ImGui::GetCursorScreenPos();
    if (ImGui::IsItemHovered()) context.selection.hovered = prefab;
    offer_menu(context, EntityAt{prefab});
    if (clicked) {
        context.selection.select(prefab);
        if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) open_prefab(context, prefab);
    }
    const bool over = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(low, high);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float side = std::floor(style.px(16)), button_side = style.px(20), middle = (low.y + high.y) / 2;
    draw_icon(list, Icon::Prefab, {low.x + style.px(16), std::floor(middle - side / 2)}, side,
              context.selection.has(prefab) ? style.theme->quiet_sel : style.theme->quiet);
    draw_text_until(list, {low.x + style.px(38), std::floor(middle - ImGui::GetFontSize() / 2)},
                    high.x - (over ? button_side + style.px(8) : style.px(4)), style.theme->text,
                    name_or_id(context.world, prefab));
    ImGui::SetCursorScreenPos({high.x - button_side - style.px(4), std::floor(middle - button_side / 2)});
    if (over &&
        icon_button("##place", style, Icon::Plus, button_side, tr("Create an instance in the middle of the scene")))
        request_place(context, prefab);
    ImGui::SetCursorScreenPos(after);
    ImGui::PopID();
}

}  // namespace panels
