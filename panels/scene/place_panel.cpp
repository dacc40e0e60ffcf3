#include "panels/scene/place_panel.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>

#include "ecs/prefab/prefab_edits.hpp"
#include "ecs/prefab/prefabs.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/prefab/prefab_requests.hpp"
#include "panels/scene/makers.hpp"
#include "panels/widgets/first_steps.hpp"
#include "panels/widgets/little_room.hpp"

namespace panels {

namespace {

std::uint64_t bits_of(ecs::Entity entity) {
    return (static_cast<std::uint64_t>(entity.generation) << 32) | entity.index;
}

}  // namespace

void PlacePanel::draw(const Context& context) {
    if (context.viewport == nullptr)
        return empty_without_program(context, tr("There is no scene to place things in"),
                                     tr("This program draws no picture of its world"));
    const std::vector<SceneMaker> makers = makers_of(context);
    if (makers.empty())
        return empty_but_for(context, tr("Nothing can have a place yet"),
                             tr("The scene is drawn from a component with a position; choose which"),
                             tr("Show the scene"), "scene");
    count_instances(context);
    const bool late = structure_seen_ != context.world.structure_version();
    if (late && context.stay_awake != nullptr) *context.stay_awake = true;
    draw_shapes(context, makers);
    draw_prefabs(context, makers);
}

void PlacePanel::count_instances(const Context& context) {
    const ecs::World& world = context.world;
    if (world_ == &world && structure_seen_ == world.structure_version()) return;
    if (world_ == &world && context.time_secs < next_count_secs_) return;
    const auto start = std::chrono::steady_clock::now();
    world_ = &world;
    structure_seen_ = world.structure_version();
    placed_.clear();
    const ecs::Prefabs prefabs(world);
    if (prefabs.any())
        prefabs.each_part([&](ecs::Entity part, ecs::Entity source) {
            if (prefabs.is_prefab(source) && !prefabs.in_prefab(part)) ++placed_[bits_of(source)];
        });
    // At most a hundredth of the time, however many instances come and go.
    constexpr double share = 0.01;
    next_count_secs_ =
        context.time_secs + std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / share;
}

void PlacePanel::draw_shapes(const Context& context, std::span<const SceneMaker> makers) {
    const Style& style = context.style;
    const auto is_prefab = [](const SceneMaker& maker) { return maker.icon == Icon::Prefab; };
    const auto shapes = static_cast<std::size_t>(
        std::count_if(makers.begin(), makers.end(), [&](auto& each) { return !is_prefab(each); }));
    if (shapes == 0) return;
    quiet_text(style, tr("Shapes"));
    const char* const how = tr("click or drag");
    if (ImGui::GetContentRegionAvail().x > text_width(tr("Shapes")) + text_width(how) + style.px(16)) {
        ImGui::SameLine();
        number_text(style, how, style.theme->faint);
    }
    const float gap = std::floor(style.px(4)), room = ImGui::GetContentRegionAvail().x;
    const float least = std::floor(style.px(44));
    const auto in_row = std::clamp<std::size_t>(static_cast<std::size_t>((room + gap) / (least + gap)), 1,
                                                std::max<std::size_t>(shapes, 1));
    const float columns = static_cast<float>(in_row);
    const float width = std::floor((room - gap * (columns - 1)) / columns);
    // Names stand below the icons where all of them have room; else they come on hover.
    const bool named = std::all_of(makers.begin(), makers.end(), [&](const SceneMaker& each) {
        return is_prefab(each) || text_width(each.name) + style.px(8) <= width;
    });
    const ImVec2 size{width, std::floor(style.px(named ? 52 : 32))};
    std::size_t shown = 0;
    for (std::size_t i = 0; i < makers.size(); ++i) {
        if (is_prefab(makers[i])) continue;
        if (shown++ % in_row != 0) ImGui::SameLine(0, gap);
        draw_tile(context, makers, i, size);
    }
    ImGui::Dummy({0, style.px(4)});
}

void PlacePanel::draw_tile(const Context& context, std::span<const SceneMaker> makers, std::size_t number,
                           ImVec2 size) {
    const Style& style = context.style;
    const SceneMaker& maker = makers[number];
    ImGui::PushID(static_cast<int>(number));
    const bool clicked = invisible_button("##tile", size, compat::button_reached_by_keys);
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const bool hovered = ImGui::IsItemHovered(), chosen = context.viewport->places == maker.name;
    tooltip(phrase("Each click in the scene places one: {}", maker.name));
    offer(context, makers, number, clicked);
    ImGui::PopID();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Theme& theme = *style.theme;
    list.AddRectFilled(low, high, chosen || hovered ? theme.hover : theme.raised, style.px(3));
    if (chosen) list.AddRect(low, high, theme.accent, style.px(3));
    const float icon = std::floor(style.px(16));
    draw_icon(list, maker.icon, {std::floor((low.x + high.x - icon) / 2), low.y + std::floor(style.px(8))}, icon,
              theme.text);
    if (size.y < style.px(40)) return;
    const std::string name = shortened(maker.name, size.x - style.px(4));
    list.AddText(
        {std::floor((low.x + high.x - text_width(name)) / 2), std::floor(high.y - ImGui::GetFontSize() - style.px(6))},
        theme.text, name.c_str());
}

void PlacePanel::draw_prefabs(const Context& context, std::span<const SceneMaker> makers) {
    const Style& style = context.style;
    ImGui::AlignTextToFramePadding();
    quiet_text(style, tr("Prefabs"));
    const std::string label = std::string("+ ") + tr("From selection");
    const ecs::Entity selected = context.selection.entity();
    const std::string why_not =
        selected ? ecs::why_not_make_prefab(context.world, selected) : std::string(tr("Nothing is selected"));
    same_line_if_fits(button_width(label), style.px(8));
    const float left = ImGui::GetContentRegionAvail().x - button_width(label);
    if (left > 0) ImGui::SetCursorPosX(std::floor(ImGui::GetCursorPosX() + left));
    if (button(label.c_str(), why_not,
               tr("Makes a prefab of what is selected, with all below it, which becomes its first instance")))
        request_make_prefab(context, selected);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 0});
    bool any = false;
    for (std::size_t i = 0; i < makers.size(); ++i) {
        if (makers[i].icon != Icon::Prefab) continue;
        any = true;
        draw_prefab_row(context, makers, i);
    }
    ImGui::PopStyleVar();
    if (!any)
        wrapped_text(style.theme->quiet, tr("A prefab is a subtree that can be placed many times. What you change in "
                                            "it changes in all places"));
}

void PlacePanel::draw_prefab_row(const Context& context, std::span<const SceneMaker> makers, std::size_t number) {
    const Style& style = context.style;
    const SceneMaker& maker = makers[number];
    const float height = row_height(style), icon = std::floor(style.px(16));
    ImGui::PushID(static_cast<int>(number));
    const bool clicked = selectable("##prefab", context.viewport->places == maker.name, 0, {0, height});
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    tooltip(phrase("Each click in the scene places one: {}", maker.name));
    offer_menu(context, EntityAt{maker.prefab});
    offer(context, makers, number, clicked);
    ImGui::PopID();
    const auto found = placed_.find(bits_of(maker.prefab));
    const std::string count =
        found == placed_.end() ? std::string(tr("none placed")) : phrase("{} placed", format_count(found->second));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_icon(list, Icon::Prefab, {low.x + style.px(4), std::floor((low.y + high.y - icon) / 2)}, icon,
              style.theme->quiet);
    const float y = std::floor((low.y + high.y - ImGui::GetFontSize()) / 2);
    const float right = high.x - style.px(4) - text_width(count);
    draw_text_until(list, {low.x + style.px(26), y}, right - style.px(8), style.theme->text, maker.name);
    list.AddText({right, y}, style.theme->quiet, count.c_str());
}

void PlacePanel::offer(const Context& context, std::span<const SceneMaker> makers, std::size_t number,
                       bool clicked) const {
    const SceneMaker& maker = makers[number];
    if (ImGui::BeginDragDropSource()) {
        ImGui::SetDragDropPayload(maker_payload, &number, sizeof number);
        ImGui::TextUnformatted(maker.name.c_str());
        ImGui::EndDragDropSource();
        return;
    }
    if (clicked)
        context.requests.push_back(ShowPanelRequest{.id = "scene", .part = std::string(place_part) + maker.name});
}

}  // namespace panels
