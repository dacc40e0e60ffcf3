#include "panels/lesson_view.hpp"

#include <algorithm>
#include <cmath>

#include "panels/lab_board.hpp"
#include "panels/lab_lines.hpp"
#include "panels/layout_calculator.hpp"
#include "panels/patterns.hpp"
#include "panels/widgets.hpp"

namespace panels {

using namespace ecs::lab;

namespace {

/// The block of 16 KiB as a bar: header, ids, columns, padding and slack.
void draw_layout_bar(const Style& style, const ecs::RuledLayout& layout) {
    const float width = std::max(ImGui::GetContentRegionAvail().x, 1.0f), height = std::floor(style.px(26));
    const ImVec2 low = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width, height});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto area = [&](std::uint64_t begin, std::uint64_t end) {
        const auto x = [&](std::uint64_t byte) {
            return std::floor(low.x + width * static_cast<float>(byte) / static_cast<float>(layout.block_bytes));
        };
        return Area{{x(begin), low.y}, {std::max(x(end), x(begin) + 1), low.y + height}};
    };
    if (layout.header_bytes > 0) {
        const Area header = area(0, layout.header_bytes);
        list.AddRectFilled(header.low, header.high, style.theme->quiet_text);
    }
    std::uint32_t end = layout.header_bytes;
    for (const ecs::RuledLayout::Place& place : layout.places) {
        if (place.padding > 0) hatch(list, area(end, place.begin), style.theme->quiet_text, style.px(4));
        const bool ids = place.column == ecs::RuledLayout::entity_ids;
        const Area column = area(place.begin, place.end);
        if (place.end > place.begin)
            list.AddRectFilled(column.low, column.high,
                               ids ? style.theme->line : style.color_of(static_cast<ecs::ComponentId>(place.column)));
        end = place.end;
    }
    if (layout.slack > 0) dots(list, area(end, layout.block_bytes), style.theme->quiet_text, style.px(5));
    compat::add_rect(list, low, {low.x + width, low.y + height}, style.theme->line);
}

void show_layouts(const Style& style, const Look& look) {
    const std::vector<ecs::LayoutColumn>& columns = look.columns;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto key = [&](const std::string& name, ImU32 color, bool first) {
        const float box = style.px(14), gap = style.px(6), width = box + gap + ImGui::CalcTextSize(name.c_str()).x;
        if (!first) same_line_if_fits(width, style.px(16));
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float line = ImGui::GetTextLineHeight();
        list.AddRectFilled({at.x, at.y + (line - box) / 2}, {at.x + box, at.y + (line + box) / 2}, color);
        ImGui::Dummy({width, line});
        list.AddText({at.x + box + gap, at.y}, style.theme->text, name.c_str());
    };
    key("Entity ids, 8 B", style.theme->line, true);
    for (std::size_t i = 0; i < columns.size(); ++i)
        key(columns[i].name + ", " + format_bytes(columns[i].size), style.color_of(static_cast<ecs::ComponentId>(i)),
            false);
    ImGui::Dummy({0, style.px(8)});
    for (const ecs::LayoutRule rule : ecs::layout_rules) {
        if (look.rule && *look.rule != rule) continue;
        const ecs::RuledLayout layout = ecs::lay_out(rule, columns);
        colored_text(style.theme->text, rule_title(rule));
        tooltip(ecs::explanation_of(rule));
        ImGui::SameLine();
        mono_text(style, format_count(layout.capacity, "row"),
                  layout.capacity == 0 ? style.theme->error : style.theme->accent);
        ImGui::SameLine();
        const bool ours = rule == ecs::LayoutRule::Ours;
        badge(style, ours ? Badge::Exact : Badge::Simulated,
              ours ? "What the storage does with these columns" : "Computed by the rule; no storage here works by it");
        draw_layout_bar(style, layout);
        wrapped_text(style.theme->quiet_text, ecs::why_no_more(layout, columns));
        ImGui::Dummy({0, style.px(8)});
    }
}

}  // namespace

void LessonViewer::look(const LessonScenarios& scenarios, const Look& look) {
    steps_.leave(state_);
    look_ = look;
    map_.picks = false;
    map_.marked.clear();
    const auto scenario = scenarios.find(look.scenario);
    if (look.view == LessonView::None || look.view == LessonView::Layout || !scenario) return;
    state_.show(scenario, look.mode, look.options, look.step.value_or(scenario->steps.size()));
    state_.kind = look.storage;
    state_.selection = {look.entity, {}, {}};
    if (look.event) steps_.seek(*look.event);
}

void LessonViewer::update(const Context& context) {
    state_.update();
    if (state_.working() && context.stay_awake != nullptr) *context.stay_awake = true;
}

ScenarioRun* LessonViewer::run() {
    if (look_.view == LessonView::None || look_.view == LessonView::Layout || !state_.settled()) return nullptr;
    return &state_.runs()->run(state_.kind);
}

void LessonViewer::show(const Context& context, std::string_view waiting) {
    const Style& style = context.style;
    if (look_.view == LessonView::None) return;
    if (look_.view == LessonView::Layout) return show_layouts(style, look_);
    if (run() == nullptr) {
        if (state_.error().empty())
            quiet_text(style, waiting);
        else
            wrapped_text(style.theme->error, state_.error());
        return;
    }
    LabRuns& runs = *state_.runs();
    const ScenarioRun& shown = runs.run(state_.kind);
    colored_text(style.theme->text, std::string(name_of(state_.kind)) + "  " + std::string(title_of(state_.kind)));
    ImGui::SameLine();
    quiet_text(style, std::string(name_of(runs.mode)) + ", after step " + format_count(runs.steps) +
                          (runs.steps > 0 ? ": " + shown.scenario().steps[runs.steps - 1].text : std::string()));
    if (look_.view != LessonView::Steps && !map_.picks) steps_.leave(state_);
    switch (look_.view) {
        case LessonView::Board:
            return show_lab_board(context, state_);
        case LessonView::Steps:
            return steps_.show(context, state_, map_);
        case LessonView::Lines:
            return show_lab_lines(context, runs, state_.kind);
        default:
            break;
    }
    map_.show(context, state_, map_.picks ? ByteRanges{} : runs.written[static_cast<std::size_t>(state_.kind)]);
}

}  // namespace panels
