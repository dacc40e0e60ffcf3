#include "panels/lessons/lesson_view.hpp"

#include "panels/base/language.hpp"
#include "panels/lab/lab_board.hpp"
#include "panels/lessons/lesson_lines.hpp"
#include "panels/memory/layout_bar.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

using namespace ecs::lab;

namespace {

/// What stands for a column beside the bars, and its name; a box to tick when it `may_go`.
void show_column(const Style& style, const std::string& name, ImU32 color, bool first, bool may_go, bool& in) {
    const float box = style.px(14), gap = style.px(6), line = ImGui::GetFrameHeight();
    const float width = box + gap + ImGui::CalcTextSize(name.c_str()).x + (may_go ? line + gap : 0);
    if (!first) same_line_if_fits(width, style.px(16));
    ImGui::BeginGroup();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    list.AddRectFilled({at.x, at.y + (line - box) / 2}, {at.x + box, at.y + (line + box) / 2}, color);
    ImGui::Dummy({box, line});
    ImGui::SameLine(0, gap);
    if (may_go) {
        checkbox(style, name.c_str(), in);
    } else {
        ImGui::AlignTextToFramePadding();
        colored_text(style.theme->text, name);
    }
    ImGui::EndGroup();
}

}  // namespace

void LessonViewer::show_layouts(const Style& style) {
    std::vector<ecs::LayoutColumn> all = look_.columns, columns;
    all.insert(all.end(), look_.more_columns.begin(), look_.more_columns.end());
    std::vector<ImU32> colors;
    bool ids = true;
    show_column(style, tr("Entity ids, 8 B"), style.theme->n_id, true, false, ids);
    for (std::size_t i = 0; i < all.size(); ++i) {
        bool in = ticked_[i];
        show_column(style, all[i].name + ", " + format_bytes(all[i].size), style.tone(i), false,
                    !look_.more_columns.empty(), in);
        ticked_[i] = in;
        if (!in) continue;
        columns.push_back(all[i]);
        colors.push_back(style.tone(i));
    }
    ImGui::Dummy({0, style.px(8)});
    for (const ecs::LayoutRule rule : ecs::layout_rules) {
        if (look_.rule && *look_.rule != rule) continue;
        show_layout(style, ecs::lay_out(rule, columns), columns, [&](std::size_t column) { return colors[column]; });
    }
}

void LessonViewer::look(const LessonScenarios& scenarios, const Look& look) {
    steps_.leave(state_);
    look_ = look;
    map_.picks = false;
    map_.marked.clear();
    ticked_.assign(look.columns.size(), true);
    ticked_.resize(look.columns.size() + look.more_columns.size(), false);
    array_.reset();
    if (look.view == LessonView::Array) array_ = std::make_unique<PlacedArray>(look.base, look.bytes, look.count);
    pairs_.clear();
    if (look.view == LessonView::Pass) pairs_ = pairs_met(look.mode);
    const auto scenario = scenarios.find(look.scenario);
    if (!has_run() || !scenario) return;
    state_.show(scenario, look.mode, look.options, look.step.value_or(scenario->steps.size()));
    state_.kind = look.storage;
    state_.selection = {look.entity, {}, {}};
    if (look.event) steps_.seek(*look.event);
}

void LessonViewer::update(const Context& context) {
    state_.update();
    if (state_.working() && context.stay_awake != nullptr) *context.stay_awake = true;
}

bool LessonViewer::has_run() const {
    return look_.view != LessonView::None && look_.view != LessonView::Layout && look_.view != LessonView::Array &&
           look_.view != LessonView::Pass;
}

ScenarioRun* LessonViewer::run() {
    if (!has_run() || !state_.settled()) return nullptr;
    return &state_.runs()->run(state_.kind);
}

void LessonViewer::show(const Context& context, const LessonWords& words) {
    const Style& style = context.style;
    if (look_.view == LessonView::None) return;
    if (look_.view == LessonView::Layout) return show_layouts(style);
    const auto caption = [&](std::string_view word) {
        lesson_text(style.theme->quiet, words(word));
        ImGui::Dummy({0, style.px(4)});
    };
    if (array_) {
        caption("array_caption");
        return show_placed_array(style, *array_);
    }
    if (look_.view == LessonView::Pass) {
        caption("pass_caption");
        return show_pairs_met(style, pairs_);
    }
    if (look_.view == LessonView::Order) caption("order_caption");
    if (run() != nullptr) return show_run(context, words);
    if (state_.error().empty())
        quiet_text(style, words("running"));
    else
        wrapped_text(style.theme->error, state_.error());
}

void LessonViewer::show_run(const Context& context, const LessonWords& words) {
    const Style& style = context.style;
    LabRuns& runs = *state_.runs();
    if (look_.view == LessonView::Order) {
        const auto count = static_cast<float>(look_.storages.size());
        const float line = ImGui::GetTextLineHeightWithSpacing() + style.px(8);
        const float height = std::max(ImGui::GetContentRegionAvail().y / count - line, style.px(120));
        for (const StorageKind kind : look_.storages) {
            show_storage_heading(style, kind, words);
            show_touch_order(style, runs.run(kind), height);
            ImGui::Dummy({0, style.px(4)});
        }
        return;
    }
    const ScenarioRun& shown = runs.run(state_.kind);
    const bool several = look_.view == LessonView::Lines;
    if (!several) show_storage_heading(style, state_.kind, words);
    const std::string mode = words(name_of(runs.mode));
    lesson_text(style.theme->quiet, runs.steps == 0
                                        ? words("after_step_0", {{"mode", mode}})
                                        : words("after_step", {{"mode", mode},
                                                               {"step", format_count(runs.steps)},
                                                               {"what", shown.scenario().steps[runs.steps - 1].text}}));
    if (look_.view == LessonView::Fill) {
        lesson_text(style.theme->quiet, words("fill_caption"));
        return show_chunk_fill(style, shown.arena(), runs.now(state_.kind).spans);
    }
    if (look_.view != LessonView::Steps && !map_.picks) steps_.leave(state_);
    switch (look_.view) {
        case LessonView::Board:
            return show_lab_board(context, state_);
        case LessonView::Steps:
            return steps_.show(context, state_, map_);
        case LessonView::Lines:
            return show_lesson_lines(context, runs, look_.storages.empty() ? std::vector{state_.kind} : look_.storages,
                                     words);
        default:
            break;
    }
    map_.show(context, state_, map_.picks ? ByteRanges{} : runs.written[static_cast<std::size_t>(state_.kind)]);
}

}  // namespace panels
