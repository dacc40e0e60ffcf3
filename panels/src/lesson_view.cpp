#include "panels/lesson_view.hpp"

#include "panels/lab_board.hpp"
#include "panels/lab_lines.hpp"
#include "panels/layout_bar.hpp"
#include "panels/widgets.hpp"

namespace panels {

using namespace ecs::lab;

namespace {

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
        show_layout(style, ecs::lay_out(rule, columns), columns,
                    [&](std::size_t column) { return style.color_of(static_cast<ecs::ComponentId>(column)); });
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
