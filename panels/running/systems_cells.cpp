// The cells of the Systems panel that are more than a number: stage, share, times, accesses.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>
#include "panels/archetypes/archetype_widgets.hpp"
#include "panels/base/general_keys.hpp"
#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/base/waiting.hpp"
#include "panels/running/systems_panel.hpp"
#include "panels/widgets/first_steps.hpp"

namespace panels {

namespace {

float text_top(const Style& style) { return std::floor((row_height(style) - ImGui::GetTextLineHeight()) / 2); }

}  // namespace

void SystemsPanel::draw_replay(const Context& context, std::size_t order, ImU32 color) {
    const auto systems = context.schedule.systems();
    const auto stages = context.schedule.stages();
    const bool on = stages[order] != ecs::Schedule::no_stage;
    draw_cell_number(context.style, on ? std::to_string(stages[order] + 1) : "–", color);
    ImGui::Dummy({std::max(1.0f, ImGui::GetContentRegionAvail().x), row_height(context.style)});
    if (!on || !tooltip_due()) return;
    std::string others;
    for (std::size_t i = 0; i < stages.size(); ++i)
        if (i != order && stages[i] == stages[order])
            others += (others.empty() ? "" : ", ") + systems[i]->description.name;
    if (!others.empty())
        tooltip(phrase("May run at the same time as {}", others));
    else if (systems[order]->description.parallel)
        tooltip(tr("Runs alone: its neighbours conflict with it, or wait for it"));
    else
        tooltip(tr("Runs alone: it does not declare that others may run at the same time"));
}

void SystemsPanel::draw_share(const Style& style, const ecs::System& system, ImU32 color) {
    const double all = times_.mean_of_all_secs();
    const double share = system.enabled && all > 0 ? times_.of(system).summary.mean_secs / all : 0;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float wide = std::floor(style.px(30)), high = std::floor(style.px(8));
    const float top = at.y + std::floor((row_height(style) - high) / 2);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({at.x, top}, {at.x + wide, top + high}, style.theme->raised, style.px(2));
    const float filled = std::round(wide * static_cast<float>(share));
    if (filled > 0)
        list.AddRectFilled({at.x, top}, {at.x + filled, top + high}, style.theme->bar,
                           std::min(style.px(2), filled / 2));
    draw_cell_number(style, system.enabled && system.stats.runs > 0 ? format_percent(share) : "–", color);
}

void SystemsPanel::draw_curve(const Style& style, const ecs::System& system) {
    constexpr std::size_t most = 64;
    const TimeCurve& curve = times_.of(system).curve;
    const std::size_t count = std::min(curve.size(), most);
    const float highest = curve.highest(most);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float wide = ImGui::GetContentRegionAvail().x, high = row_height(style) - style.px(8);
    if (count >= 2 && highest > 0) {
        std::array<ImVec2, most> points;
        const float step = wide / static_cast<float>(most - 1);
        const float first = static_cast<float>(most - count) * step;
        for (std::size_t i = 0; i < count; ++i)
            points[i] = {at.x + first + static_cast<float>(i) * step,
                         at.y + style.px(4) + high * (1 - curve[curve.size() - count + i] / highest)};
        compat::add_polyline(*ImGui::GetWindowDrawList(), points.data(), static_cast<int>(count),
                             system.enabled ? style.theme->bar : style.theme->line, false, 1);
    }
    ImGui::Dummy({std::max(wide, 1.0f), high});
    if (count > 0)
        tooltip(phrase("The last {}, the longest took {}", format_count(count, "run"),
                       format_time(static_cast<double>(highest))));
}

/// The budget, and how often it was exceeded. A click changes it.
void SystemsPanel::draw_budget(const Context& context, const ecs::System& system) {
    const Style& style = context.style;
    const double budget_secs = system.description.budget_us * 1e-6;
    const SystemTimes::OfSystem& known = times_.of(system);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool over_now =
        budget_secs > 0 && system.enabled && system.stats.runs > 0 && system.stats.last_secs > budget_secs;
    std::string text = budget_secs > 0 ? format_budget(system.description.budget_us) : "–";
    const ImU32 quiet = style.theme->quiet;
    const ImU32 color = known.summary.over > 0 && system.enabled ? style.theme->warn : quiet;
    if (budget_secs > 0 && known.summary.over > 0) text += " " + format_count(known.summary.over) + "×";
    if (over_now) {
        const float side = std::floor(style.px(12));
        draw_icon(*ImGui::GetWindowDrawList(), Icon::Warning, {at.x, at.y + std::floor((row_height(style) - side) / 2)},
                  side, style.theme->warn);
    }
    draw_cell_number(style, text, color);
    const float wide = std::max(1.0f, ImGui::GetContentRegionAvail().x);
    if (invisible_button("##budget", {wide, row_height(style)})) note_.open_for(system);
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (!tooltip_due()) return;
    if (budget_secs == 0) return tooltip(tr("No budget. Click to say how long a run may take"));
    tooltip(phrase("{} of the last {} took longer than {}. Click to change the budget",
                   format_count(known.summary.over), format_count(known.summary.count, "run"),
                   format_budget(system.description.budget_us)));
}

void SystemsPanel::draw_accesses(const Context& context, const ecs::System& system, ecs::Access access) {
    const Style& style = context.style;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float end = at.x + ImGui::GetContentRegionAvail().x, top = at.y + text_top(style);
    const float mark = std::floor(style.px(8)), inner = std::floor(style.px(6));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool writes = access == ecs::Access::Write;
    const ImU32 color = writes && system.enabled ? style.theme->text : style.theme->quiet;
    std::vector<ecs::ComponentId> components;
    std::string all;
    for (const ecs::SystemAccess& one : system.description.accesses) {
        if (one.access != access || one.component >= context.world.types().size()) continue;
        components.push_back(one.component);
        all += (all.empty() ? "" : ", ") + std::string(short_name(context.world.types()[one.component].name));
    }
    if (components.empty()) {
        list.AddText({at.x, top}, style.theme->quiet, "–");
        return;
    }
    const auto width_of = [](std::string_view text) {
        return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
    };
    const float gap = std::floor(style.px(10));
    float x = at.x;
    for (std::size_t i = 0; i < components.size(); ++i) {
        // The number of the others is always shown, and before it at least the first name.
        const std::size_t left = components.size() - i;
        const float more = left == 1 ? 0 : gap + width_of('+' + std::to_string(left - 1));
        const std::string_view name = short_name(context.world.types()[components[i]].name);
        if (i > 0 && x + mark + inner + width_of(name) + more > end) {
            draw_text_until(list, {x, top}, end, style.theme->quiet, '+' + std::to_string(left));
            x = end;
            break;
        }
        component_mark(style, context.world.types()[components[i]], list,
                       {std::floor(x + mark / 2), std::floor(top + ImGui::GetTextLineHeight() / 2)}, mark);
        x += mark + inner;
        if (ImGui::IsWindowHovered() &&
            ImGui::IsMouseHoveringRect({x - mark - inner, at.y}, {x + width_of(name), at.y + row_height(style)}))
            point_at(context, ComponentAt{ecs::null_entity, components[i]});
        draw_text_until(list, {x, top}, end - more, color, name);
        x = std::min(x + width_of(name), end - more) + gap;
    }
    ImGui::Dummy({std::max(1.0f, std::min(x, end) - at.x), row_height(style)});
    if (!tooltip_due()) return;
    std::string hint = (writes ? tr("Writes ") : tr("Only reads ")) + all;
    const std::vector<std::string> conflicts = context.schedule.conflicts(system);
    if (!conflicts.empty()) {
        hint += tr("\nMust not run at the same time as ");
        for (std::size_t i = 0; i < conflicts.size(); ++i) hint += (i > 0 ? ", " : "") + conflicts[i];
    }
    tooltip(hint);
}

}  // namespace panels
