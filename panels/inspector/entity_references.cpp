#include "panels/inspector/entity_references.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

void EntityReferences::draw(const Context& context, ecs::Entity entity) {
    const Style& style = context.style;
    if (shown_ != entity) all_ = false;
    shown_ = entity;
    scan_.look(context.world, entity);
    if (scan_.busy(context.world) && context.stay_awake != nullptr) *context.stay_awake = true;
    ImGui::PushID("references");
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 0});
    ImGui::Dummy({1, std::floor(style.px(8))});
    if (!scan_.knows()) {
        clipped_line(style.theme->quiet, phrase("Looking for who refers to it, {}", format_percent(scan_.progress())));
    } else if (scan_.count() == 0) {
        clipped_line(style.theme->quiet, tr("Referred to by nothing"));
        tooltip(tr("No field of any entity holds this one. Children are not counted: the head has them"));
    } else {
        clipped_line(style.theme->quiet, phrase("Referred to by {}", format_count(scan_.count(), "field")));
        tooltip(tr("The fields that hold this entity. Children are not counted: the head has them"));
        constexpr std::size_t few = 8;
        const std::vector<EntityReference>& found = scan_.found();
        const std::size_t most = all_ ? found.size() : few;
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(std::min(found.size(), most)), row_height(style));
        while (clipper.Step())
            for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
                ImGui::PushID(i);
                draw_reference(context, found[static_cast<std::size_t>(i)]);
                ImGui::PopID();
            }
        clipper.End();
        if (scan_.count() > std::min(found.size(), most)) {
            const bool can_list = !all_ && found.size() > few;
            const std::size_t left = scan_.count() - std::min(found.size(), most);
            quiet_text(style, can_list ? phrase("{} more", format_count(left))
                                       : phrase("{} more, which are not listed", format_count(left)));
            if (can_list) {
                const bool hovered = link_hovered(style);
                underline_link(style, hovered);
                if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) all_ = true;
            }
        }
    }
    ImGui::PopStyleVar();
    ImGui::PopID();
}

/// "Enemy 14 … ■ MoveTarget.target"
void EntityReferences::draw_reference(const Context& context, const EntityReference& reference) {
    const Style& style = context.style;
    const ecs::World& world = context.world;
    const bool clicked = invisible_button("##reference", {ImGui::GetContentRegionAvail().x, row_height(style)},
                                          compat::button_reached_by_keys);
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const bool holds = scan_.holds(world, reference), hovered = ImGui::IsItemHovered();
    if (holds && hovered) context.selection.hovered = reference.from;
    if (holds) offer_menu(context, EntityAt{reference.from});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float bleed = ImGui::GetStyle().WindowPadding.x / 2;
    const bool marked = holds && context.selection.hovered == reference.from;
    if (hovered || marked)
        list.AddRectFilled({low.x - bleed, low.y}, {high.x + bleed, high.y},
                           row_color(style.theme_name, RowState::Hovered), std::floor(style.px(4)));
    const float side = std::floor(style.px(16)), y = std::floor((low.y + high.y - ImGui::GetFontSize()) / 2);
    draw_icon(list, Icon::Reference, {low.x, std::floor((low.y + high.y - side) / 2)}, side, style.theme->quiet);
    const float left = low.x + side + style.px(6);
    // Between two passes the world may have moved on.
    if (!holds) return draw_text_until(list, {left, y}, high.x, style.theme->quiet, tr("no longer"));
    const ecs::ComponentType& type = world.types()[reference.component];
    const std::string field =
        std::string(short_name(type.name)) + "." + scan_.handles_of(reference.component)[reference.handle].path;
    const float mark = std::floor(style.px(8)), inner = std::floor(style.px(6));
    const std::string name = name_or_id(world, reference.from);
    const float field_left = std::max(high.x - text_width(field),
                                      left + std::min(text_width(name), style.px(96)) + style.px(12) + mark + inner);
    component_mark(style, type, list, {field_left - inner - mark / 2, std::floor((low.y + high.y) / 2)}, mark);
    draw_text_until(list, {field_left, y}, high.x, style.theme->quiet, field);
    draw_text_until(list, {left, y}, field_left - inner - mark - style.px(8), style.theme->text, name);
    if (tooltip_due()) tooltip(phrase("Go to {}", ecs::label_of(world, reference.from)) + "\n" + field);
    if (clicked) context.selection.select(reference.from);
}

}  // namespace panels
