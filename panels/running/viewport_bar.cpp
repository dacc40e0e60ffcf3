// What stands above and over the picture: the bar, the strip of tools, the legend, the list of what can be created.
#include "panels/running/viewport_panel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "panels/base/keys_used.hpp"
#include "panels/base/language.hpp"
#include "panels/base/noted_places.hpp"
#include "panels/scene/arrange.hpp"
#include "panels/scene/makers.hpp"
#include "panels/scene/place_panel.hpp"
#include "panels/widgets/little_room.hpp"

namespace panels {

void ViewportPanel::draw_bar(const Context& context) {
    const Style& style = context.style;
    const bool unfolded = begin_combo("##colors", name_of(colors_), std::floor(style.px(144)));
    if (!unfolded) tooltip(std::string(tr("The colouring of the scene. ")) + explanation_of(colors_));
    if (unfolded) {
        for (int i = 0; i < scene_colors_count; ++i) {
            const auto colors = static_cast<SceneColors>(i);
            if (selectable(name_of(colors), colors == colors_)) colors_ = colors;
            tooltip(explanation_of(colors));
        }
        ImGui::EndCombo();
    }
    next_button(tr("Lasso"), style.px(4));
    if (choice(style, tr("Lasso"), lasso_, {},
               lasso_ ? tr("Dragging draws a lasso around what is to be selected; off: a frame")
                      : tr("Dragging draws a frame around what is to be selected; on: a lasso")))
        lasso_ = !lasso_;
    if (context.viewport == nullptr || !context.viewport->fields.placed()) return;
    draw_snap(context);
    if (tools_.tool == SceneTool::Paint) draw_paint(context);
}

namespace {

std::string unit_after_number(const Context& context) {
    const std::string unit = unit_of(context.world, context.viewport->fields.x);
    return unit.empty() ? unit : " " + unit;
}

/// Steps to choose from, beside the one that is set.
bool choose_step(const char* id, float width, float& step, std::span<const float> all, const std::string& unit) {
    const auto words = [&](float each) { return short_number(static_cast<double>(each)) + unit; };
    bool changed = false;
    if (!begin_combo(id, words(step), width)) return false;
    for (const float each : all)
        if (selectable(words(each).c_str(), each == step)) {
            step = each;
            changed = true;
        }
    ImGui::EndCombo();
    return changed;
}

}  // namespace

void ViewportPanel::draw_snap(const Context& context) {
    constexpr std::array<float, 9> grids{1, 2, 5, 8, 10, 16, 25, 32, 50};
    const Style& style = context.style;
    next_button(tr("Snap"), style.px(12));
    if (choice(style, tr("Snap"), tools_.snaps, {},
               tr("What is dragged stops at the grid, and in line with edges and middles of other shapes. Ctrl means "
                  "the contrary while dragging")))
        tools_.snaps = !tools_.snaps;
    const float width = std::floor(style.px(84));
    same_line_if_fits(width, style.px(4));
    choose_step("##grid", width, tools_.steps.grid, grids, unit_after_number(context));
    tooltip(tr("The distance between lines that things snap to. Rotations snap to 15°, scales to tenths"));
}

void ViewportPanel::draw_paint(const Context& context) {
    constexpr std::array<float, 8> spacings{8, 12, 16, 24, 32, 48, 64, 128};
    const Style& style = context.style;
    const std::vector<SceneMaker> makers = makers_of(context);
    if (makers.empty()) return;
    tools_.maker = std::min(tools_.maker, makers.size() - 1);
    const float maker_width = std::floor(style.px(112)), spacing_width = std::floor(style.px(84));
    same_line_if_fits(maker_width, style.px(12));
    if (begin_combo("##maker", makers[tools_.maker].name, maker_width)) {
        for (std::size_t i = 0; i < makers.size(); ++i)
            if (selectable((makers[i].name + "##" + std::to_string(i)).c_str(), i == tools_.maker)) tools_.maker = i;
        ImGui::EndCombo();
    }
    tooltip(tr("What a click or a stroke puts into the scene"));
    same_line_if_fits(spacing_width, style.px(4));
    choose_step("##spacing", spacing_width, tools_.spacing, spacings, unit_after_number(context));
    tooltip(tr("From one to the next along a stroke"));
}

/// Whose place the next click is.
void ViewportPanel::find_maker(const Context& context) {
    context.viewport->places.clear();
    const std::string wanted = std::exchange(tools_.maker_wanted, {});
    if (tools_.tool != SceneTool::Paint) return;
    const std::vector<SceneMaker> makers = makers_of(context);
    for (std::size_t i = 0; i < makers.size(); ++i)
        if (!wanted.empty() && makers[i].name == wanted) tools_.maker = i;
    if (tools_.maker < makers.size()) context.viewport->places = makers[tools_.maker].name;
}

/// What is dragged here from the Place panel.
void ViewportPanel::take_drop(const Context& context, const SceneLink& link) const {
    if (!ImGui::BeginDragDropTarget()) return;
    if (const ImGuiPayload* const payload = ImGui::AcceptDragDropPayload(maker_payload)) {
        const auto number = *static_cast<const std::size_t*>(payload->Data);
        const std::vector<SceneMaker> makers = makers_of(context);
        const ecs::Vec2 place = tools_.snapped(world_of(link, ImGui::GetMousePos()));
        if (number < makers.size()) request_make(context, makers[number], std::span(&place, 1));
    }
    ImGui::EndDragDropTarget();
}

float ViewportPanel::tool_strip_width(const Context& context, const SceneLink& link) const {
    constexpr float narrowest_px = 240, lowest_px = 180;
    const Style& style = context.style;
    const bool room = picture_.width() >= style.px(narrowest_px) && picture_.height() >= style.px(lowest_px);
    return link.fields.placed() && room ? std::floor(style.px(40)) : 0;
}

namespace {

struct StripSizes {
    float side, gap, pad;
    explicit StripSizes(const Style& style)
        : side(std::floor(style.px(24))), gap(std::floor(style.px(4))), pad(std::floor(style.px(8))) {}
};

}  // namespace

Area ViewportPanel::tool_strip(const Context& context, const SceneLink& link) const {
    if (tool_strip_width(context, link) == 0) return {};
    const StripSizes strip(context.style);
    const ImVec2 low{picture_.low.x + strip.pad - strip.gap / 2, picture_.low.y + strip.pad - strip.gap / 2};
    return {low,
            {low.x + strip.side + strip.gap, low.y + static_cast<float>(scene_tool_count) * (strip.side + strip.gap)}};
}

void ViewportPanel::draw_tool_strip(const Context& context, const SceneLink& link) {
    if (tool_strip_width(context, link) == 0) return;
    const Style& style = context.style;
    const auto [side, gap, pad] = StripSizes(style);
    const Area ground = tool_strip(context, link);
    ImVec2 at{picture_.low.x + pad, picture_.low.y + pad};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(ground.low, ground.high, faded(style.theme->scene, 0.78f), style.px(4));
    for (int i = 0; i < scene_tool_count; ++i) {
        const auto tool = static_cast<SceneTool>(i);
        const KeyCommand& command = command_of(tool);
        ImGui::SetCursorScreenPos(at);
        if (tool == tools_.tool) list.AddRectFilled(at, {at.x + side, at.y + side}, style.theme->edge, style.px(4));
        ImGui::PushID(i);
        const std::string says =
            with_keys(context, name_of(tool), command) + "\n" + std::string(tr(command.description));
        if (icon_button("##tool", style, icon_of(tool), side, says)) tools_.tool = tool;
        ImGui::PopID();
        note_place(context, command.id, {at, {at.x + side, at.y + side}});
        at.y += side + gap;
    }
}

namespace {

constexpr KeyCommand create_here{"scene.create_here", tr_later("Create here…"),
                                 tr_later("Lists what can be put into the scene at the mouse"), shift(Key::A)};
constexpr KeyCommand select_all{"scene.select_all", tr_later("Select all"),
                                tr_later("Selects all that has a place and is neither hidden nor locked"),
                                ctrl(Key::A)};

}  // namespace

std::span<const KeyCommand> scene_commands() {
    static const std::vector<KeyCommand> all = [] {
        std::vector<KeyCommand> commands(scene_tool_commands().begin(), scene_tool_commands().end());
        commands.push_back(create_here);
        commands.push_back(select_all);
        return commands;
    }();
    return all;
}

std::vector<MenuItem> ViewportPanel::create_items(const Context& context, ecs::Vec2 place) {
    // By name: the world may move on while the menu is open.
    const auto run = [place](const std::string& name) {
        return [place, name](const Context& now) {
            for (const SceneMaker& each : makers_of(now))
                if (each.name == name) return request_make(now, each, {&place, 1});
        };
    };
    std::vector<MenuItem> items;
    for (const SceneMaker& each : makers_of(context))
        items.push_back({.label = each.name, .icon = each.icon, .run = run(each.name)});
    return items;
}

std::vector<MenuItem> ViewportPanel::place_items(const Context& context) const {
    std::vector<MenuItem> makers =
        create_items(context, tools_.snapped(world_of(*context.viewport, ImGui::GetMousePos())));
    if (makers.empty()) return {};
    return {{.label = tr("Create here"),
             .command = create_here.id,
             .icon = Icon::Plus,
             .wanted = {WantedChange::Kind::Create},
             .items = std::move(makers)}};
}

void ViewportPanel::use_keys(const Context& context, SceneLink& link) {
    if (!link.focused || tools_.holds()) return;
    if (link.fields.placed() && take_command(context, create_here, false)) {
        const ImVec2 mouse = ImGui::GetMousePos(), place = picture_.contains(mouse) ? mouse : picture_.middle();
        request_menu(context, PanelAt{tr("Create here")}, create_items(context, tools_.snapped(world_of(link, place))),
                     place);
    }
    if (link.pick_inside && take_command(context, select_all, false)) {
        constexpr float far = 1e12f;  // beyond every world, and within what can be computed
        const std::array<ecs::Vec2, 4> everywhere{{{-far, -far}, {far, -far}, {far, far}, {-far, far}}};
        context.selection.select_all(link.pick_inside(everywhere));
    }
}

void ViewportPanel::draw_legend(const Context& context, const SceneLink& link) const {
    if (link.colors == SceneColors::Own) return;
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float pad = style.px(8), line = ImGui::GetTextLineHeight(), mark = std::floor(style.px(12));
    const float width = std::min(style.px(220), picture_.width() - 2 * pad - tool_strip_width(context, link));
    ImVec2 at{picture_.low.x + pad + tool_strip_width(context, link), picture_.low.y + pad};
    const auto ground = [&](float lines) {
        list.AddRectFilled({at.x - pad / 2, at.y - pad / 2}, {at.x + width + pad / 2, at.y + lines * line + pad / 2},
                           faded(theme.scene, 0.78f));
    };
    list.PushClipRect(picture_.low, picture_.high, true);
    if (link.colors == SceneColors::Archetype) {
        constexpr std::size_t most = 6;
        std::vector<ecs::ArchetypeId> largest;
        for (ecs::ArchetypeId id = 0; id < context.world.archetype_count(); ++id)
            if (context.world.archetype(id).entity_count() > 0) largest.push_back(id);
        const auto shown = static_cast<std::ptrdiff_t>(std::min(most, largest.size()));
        std::partial_sort(largest.begin(), largest.begin() + shown, largest.end(),
                          [&](ecs::ArchetypeId a, ecs::ArchetypeId b) {
                              const std::size_t of_a = context.world.archetype(a).entity_count();
                              const std::size_t of_b = context.world.archetype(b).entity_count();
                              return of_a != of_b ? of_a > of_b : a < b;
                          });
        const std::size_t more = largest.size() - static_cast<std::size_t>(shown);
        ground(static_cast<float>(shown) + (more > 0 ? 1 : 0));
        for (std::ptrdiff_t i = 0; i < shown; ++i) {
            const ecs::ArchetypeId id = largest[static_cast<std::size_t>(i)];
            list.AddRectFilled({at.x, at.y + 2}, {at.x + mark, at.y + line - 2}, color_of_archetype(style, id));
            draw_archetype_label(context, context.world.archetype(id), {at.x + mark + pad, at.y}, width - mark - pad);
            at.y += line;
        }
        if (more > 0) draw_text_until(list, at, at.x + width, theme.quiet, format_count(more, "more archetype"));
    } else if (link.colors == SceneColors::Chunk) {
        ground(1);
        draw_text_until(list, at, at.x + width, theme.quiet, tr("Each chunk has a colour"));
    } else {
        const bool by_row = link.colors == SceneColors::Row;
        const std::string first = by_row ? tr("first row") : phrase("tick {}", format_count(link.oldest_tick));
        const std::string last = by_row ? tr("last") : format_count(link.newest_tick);
        ground(2);
        const ImU32 low = color_between(style, 0), high = color_between(style, 1);
        list.AddRectFilledMultiColor(at, {at.x + width, at.y + line - 2}, low, high, high, low);
        draw_text_until(list, {at.x, at.y + line}, at.x + width, theme.quiet, first);
        draw_text_until(list, {at.x + width - ImGui::CalcTextSize(last.c_str()).x, at.y + line}, at.x + width + 1,
                        theme.quiet, last);
    }
    list.PopClipRect();
}

}  // namespace panels
