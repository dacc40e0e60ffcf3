// The second view of the History panel: the steps as lines of an edit script.
#include <algorithm>
#include <cmath>

#include "ecs/edit/edit_facts.hpp"
#include "panels/history/history_panel.hpp"
#include "panels/menus/copied_text.hpp"
#include "panels/menus/cpp_edits.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

void HistoryPanel::draw_script_head(const Context& context) {
    const HistoryState& history = context.history;
    const auto done = history.all.first(history.steps);
    const bool whole = std::all_of(done.begin(), done.end(), [](const auto& step) { return step.repeatable; });
    const char* const none = done.empty() ? tr("No step is in force") : "";
    const std::string left_out =
        whole ? "" : std::string("\n") + tr("Steps with values that cannot be copied are left out");
    if (button(tr("Copy as JSON"), none,
               tr("All steps in force as one script, for chunkscope edit --script") + left_out))
        ImGui::SetClipboardText(script_of_steps(context.world, done).c_str());
    next_button(tr("Copy as C++"));
    if (button(tr("Copy as C++"), none, tr("All steps in force as calls of ecs::World") + left_out)) {
        std::string text;
        for (const ecs::HistoryStep& step : done)
            if (step.repeatable)
                text += "// " + one_line(step.label) + "\n" + cpp_of_edits(context.world, ecs::forward_edits(step));
        ImGui::SetClipboardText(text.c_str());
    }
    next_button(tr("Run from clipboard"));
    if (button(tr("Run from clipboard"), {}, tr("Executes the edit script in the clipboard as one step")))
        run_clipboard(context);
    if (!problem_->empty()) wrapped_text(context.style.theme->error, *problem_);
}

void HistoryPanel::run_clipboard(const Context& context) const {
    const char* const text = ImGui::GetClipboardText();
    context.requests.push_back(RunScriptRequest{
        .text = text != nullptr ? text : "",
        .name = "clipboard",
        .done = [problem = problem_](const std::string& what) { *problem = what; },
    });
}

void HistoryPanel::draw_script_row(const Context& context, std::size_t position) const {
    const Style& style = context.style;
    const ecs::HistoryStep& step = context.history.all[position];
    const bool undone = position >= context.history.steps;
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    // Each entity that is created, or that an edit of many is about, is one.
    const std::vector<ecs::Edit>& forward = ecs::forward_edits(step);
    const std::size_t edits =
        std::max(ecs::count_of_edits(forward), step.kind == "create" ? step.entities : std::size_t{0});
    std::string line = first_script_line(context.world, step);
    if (line.empty()) line = tr("A value of it cannot be copied");
    if (edits > 1) line += "  " + phrase("and {} more", format_count(edits - 1));
    const compat::FontScope font(style.mono_small);
    draw_text_until(*ImGui::GetWindowDrawList(),
                    {low.x + style.px(8), std::floor((low.y + high.y - ImGui::GetFontSize()) / 2)},
                    high.x - style.px(8), undone ? style.theme->quiet : style.theme->text, one_line(line));
}

}  // namespace panels
