#include "panels/workspace/cost_panel.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "panels/base/language.hpp"
#include "panels/base/panel_costs.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

void draw_budget(const Context& context, PanelCosts& costs) {
    const Style& style = context.style;
    ImGui::AlignTextToFramePadding();
    quiet_text(style, tr("Budget of a panel"));
    tooltip(
        phrase("What one panel may take of a frame. From {} times as much on, for half a second, it is throttled: "
               "drawn in some frames only, unless a person is busy with it",
               format_count(static_cast<std::uint64_t>(PanelCosts::throttled_from))));
    constexpr std::pair<const char*, double> budgets[] = {
        {"0.10 ms", 100}, {"0.25 ms", 250}, {"0.50 ms", 500}, {"1.00 ms", 1000}, {"4.00 ms", 4000}};
    for (const auto& [label, us] : budgets) {
        next_button(label);
        if (choice(style, label, std::abs(costs.budget_us() - us) < 1)) costs.set_budget(us);
    }
}

/// The bar is full at the budget; what is beyond that is amber.
void draw_bar(const Style& style, ImVec2 at, float wide, float height, double share) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float high = std::floor(style.px(8)), top = at.y + std::floor((height - high) / 2);
    list.AddRectFilled({at.x, top}, {at.x + wide, top + high}, style.theme->raised, style.px(2));
    const float filled = std::round(wide * static_cast<float>(std::clamp(share, 0.0, 1.0)));
    if (filled < 1) return;
    list.AddRectFilled({at.x, top}, {at.x + filled, top + high}, share > 1 ? style.theme->warn : style.theme->bar,
                       std::min(style.px(2), filled / 2));
}

void draw_cost(const Context& context, const PanelCosts& costs, const PanelCosts::Cost& cost, float names) {
    const Style& style = context.style;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = row_height(style), room = ImGui::GetContentRegionAvail().x;
    ImGui::Dummy({std::max(room, 1.0f), height});
    const bool over = cost.mean_us > costs.budget_us();
    if (tooltip_due())
        tooltip(phrase("{}: {} on average over half a second, {} when it was drawn last. The budget is {}", cost.title,
                       format_micros(cost.mean_us), format_micros(cost.last_us), format_micros(costs.budget_us())) +
                (cost.throttled() ? phrase("\nThrottled: drawn in one of {} frames",
                                           format_count(static_cast<std::uint64_t>(cost.every)))
                                  : std::string()));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = std::floor(at.y + (height - ImGui::GetFontSize()) / 2);
    draw_text_until(list, {at.x, y}, at.x + names - style.px(8), style.theme->text, cost.title);
    const std::string number = format_micros(cost.mean_us);
    const float numbers = style.px(84), words = style.px(132);
    const bool with_words = room > names + numbers + words + style.px(40);
    const float bar = std::max(room - names - numbers - (with_words ? words : 0) - style.px(8), 1.0f);
    draw_bar(style, {at.x + names, at.y}, std::floor(bar), height, cost.mean_us / costs.budget_us());
    {
        const compat::FontScope mono(style.mono);
        const float right = at.x + names + bar + numbers;
        list.AddText({std::floor(right - text_width(number)), std::floor(at.y + (height - ImGui::GetFontSize()) / 2)},
                     over ? style.theme->warn : style.theme->text, number.c_str());
    }
    if (!with_words || !over) return;
    const std::string state =
        cost.throttled() ? phrase("throttled, 1 of {} frames", format_count(static_cast<std::uint64_t>(cost.every)))
                         : std::string(tr("over budget"));
    draw_text_until(list, {at.x + names + bar + numbers + style.px(12), y}, at.x + room, style.theme->warn, state);
}

}  // namespace

void CostPanel::draw(const Context& context) {
    const Style& style = context.style;
    if (context.costs == nullptr) {
        if (empty_state(style, tr("Nobody measures here"),
                        tr("A program that shows its panels in a Workbench knows what they cost"), tr("Read about it")))
            context.requests.push_back(ShowPanelRequest{"manual", "workspaces-and-looks#cost"});
        return;
    }
    PanelCosts& costs = *context.costs;
    draw_budget(context, costs);
    const double frame = costs.frame_secs();
    wrapped_text(
        style.theme->quiet,
        phrase("Panels {} of a frame, which takes {}. The rest is the simulation, the picture of the scene, the "
               "graphics driver and waiting for the screen",
               format_micros(costs.sum_us()), format_millis(frame * 1e3)));
    tooltip(
        tr("The time of the processor for drawing the panels, measured by a clock. Panels that are closed or behind "
           "another tab cost nothing"));
    ImGui::Spacing();
    float names = style.px(72);
    for (const PanelCosts::Cost& cost : costs.all()) names = std::max(names, text_width(cost.title) + style.px(16));
    names = std::min(std::floor(names), std::floor(ImGui::GetContentRegionAvail().x * 0.4f));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 0});
    for (const PanelCosts::Cost& cost : costs.all()) draw_cost(context, costs, cost, names);
    ImGui::PopStyleVar();
}

}  // namespace panels
