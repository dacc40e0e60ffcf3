#include "panels/history/history_panel.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "panels/base/pointed_at.hpp"
#include "panels/history/step_words.hpp"
#include "panels/menus/copied_text.hpp"
#include "panels/widgets/first_steps.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr std::size_t mib = std::size_t{1} << 20;
constexpr std::size_t limits_mib[] = {16, 64, 256, 1024};
constexpr std::size_t least_limit = mib, most_limit = std::size_t{64} << 30;

/// Icon, label, and small words at the right.
void draw_row_words(const Style& style, ImVec2 low, ImVec2 high, Icon icon, std::string_view label,
                    std::string_view right_words, bool undone, bool present) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float icon_size = style.px(16), y = std::floor((low.y + high.y - ImGui::GetFontSize()) / 2);
    const ImU32 color = undone ? style.theme->quiet : style.theme->text;
    draw_icon(list, icon, {low.x + style.px(6), std::floor((low.y + high.y - icon_size) / 2)}, icon_size,
              undone ? style.theme->faint : style.theme->quiet);
    float right = high.x - style.px(8);
    {
        const compat::FontScope font(style.small);
        const float width = right_words.empty()
                                ? 0
                                : ImGui::CalcTextSize(right_words.data(), right_words.data() + right_words.size()).x;
        const float left = std::floor(right - width);
        if (left > low.x + style.px(120)) {
            list.AddText({left, std::floor((low.y + high.y - ImGui::GetFontSize()) / 2)}, style.theme->quiet,
                         right_words.data(), right_words.data() + right_words.size());
            right = left - style.px(8);
        }
    }
    const compat::FontScope font(present ? style.words_bold : style.words);
    draw_text_until(list, {low.x + style.px(28), y}, right, color, label);
}

/// The ground and the bar of the state in which the world is.
void draw_present(const Style& style, ImVec2 low, ImVec2 high) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, high, style.theme->raised);
    list.AddRectFilled(low, {low.x + std::max(std::floor(style.px(2)), 1.0f), high.y}, style.theme->text);
}

}  // namespace

std::string HistoryPanel::save_settings() const {
    return std::string(shows_script_ ? "script" : "steps") +
           (*wanted_limit_ ? " " + std::to_string(**wanted_limit_) : std::string());
}

void HistoryPanel::load_settings(std::string_view line) {
    shows_script_ = line.starts_with("script");
    wanted_limit_->reset();
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos) return;
    const std::string_view number = line.substr(space + 1);
    std::size_t bytes = 0;
    const auto read = std::from_chars(number.data(), number.data() + number.size(), bytes);
    if (read.ec == std::errc() && bytes >= least_limit && bytes <= most_limit) *wanted_limit_ = bytes;
}

void HistoryPanel::draw(const Context& context) {
    rows_drawn_ = 0;
    const HistoryState& history = context.history;
    if (*wanted_limit_ && history.memory_limit != 0 && history.memory_limit != **wanted_limit_)
        context.requests.push_back(HistoryLimitRequest{**wanted_limit_});
    if (history.all.empty() && !shows_script_ && history.forgotten == 0) {
        if (empty_state(context.style, tr("Nothing was changed yet"),
                        tr("Each change that you make is listed here as a step. A click on a step goes back to it"),
                        tr("Create an entity")))
            context.requests.push_back(create_request(context.world));
        return;
    }
    draw_head(context);
    const float foot = ImGui::GetTextLineHeightWithSpacing() + context.style.px(2);
    draw_steps(context, std::max(ImGui::GetContentRegionAvail().y - foot, row_height(context.style)));
    draw_foot(context);
}

void HistoryPanel::draw_head(const Context& context) {
    const Style& style = context.style;
    const HistoryState& history = context.history;
    if (choice(style, tr("Steps"), !shows_script_, {}, tr("What you did, step by step"))) shows_script_ = false;
    ImGui::SameLine(0, 0);
    if (choice(style, tr("Script"), shows_script_, {}, tr("The same steps as an edit script"))) shows_script_ = true;
    const float side = ImGui::GetFrameHeight(), gap = style.px(4);
    const float left = ImGui::GetContentRegionMax().x - 3 * side - 2 * gap;
    ImGui::SameLine(0, gap);
    ImGui::SetCursorPosX(std::max(left, ImGui::GetCursorPosX()));
    if (icon_button("##undo", style, Icon::Undo, side,
                    history.can_undo ? phrase("Undo: {}", history.undo_label) : std::string(tr("Undo")),
                    history.can_undo ? "" : tr("There is nothing to undo")))
        context.requests.push_back(HistoryRequest{.undo = true});
    ImGui::SameLine(0, gap);
    if (icon_button("##redo", style, Icon::Redo, side,
                    history.can_redo ? phrase("Redo: {}", history.redo_label) : std::string(tr("Redo")),
                    history.can_redo ? "" : tr("There is nothing to redo")))
        context.requests.push_back(HistoryRequest{.undo = false});
    ImGui::SameLine(0, gap);
    if (icon_button("##menu", style, Icon::More, side, tr("How much the history may remember"))) ask_for_menu(context);
    if (shows_script_) draw_script_head(context);
}

void HistoryPanel::ask_for_menu(const Context& context) {
    std::vector<MenuItem> items;
    for (const std::size_t each : limits_mib)
        items.push_back({.label = phrase("Remember at most {}", format_bytes(each * mib)),
                         .hint = tr("The oldest steps are forgotten first"),
                         .checked = context.history.memory_limit == each * mib,
                         .run = [each, wanted = wanted_limit_](const Context&) { *wanted = each * mib; }});
    request_menu(context, PanelAt{}, std::move(items), below_last_item());
}

void HistoryPanel::draw_steps(const Context& context, float height) {
    const HistoryState& history = context.history;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 0});
    ImGui::BeginChild("##steps", {0, height});
    const float row = row_height(context.style);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(history.all.size()) + 1, row);
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            ++rows_drawn_;
            ImGui::PushID(i);
            if (i == 0)
                draw_start(context);
            else
                draw_step(context, static_cast<std::size_t>(i) - 1);
            ImGui::PopID();
        }
    clipper.End();
    // The present state stays in view when it changes.
    if (state_seen_ != history.state) {
        state_seen_ = history.state;
        const float at = static_cast<float>(history.steps) * row, top = ImGui::GetScrollY();
        if (at < top || at + row > top + ImGui::GetWindowHeight())
            ImGui::SetScrollY(std::max(at - ImGui::GetWindowHeight() / 2, 0.0f));
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
}

void HistoryPanel::draw_start(const Context& context) {
    const Style& style = context.style;
    const HistoryState& history = context.history;
    const bool present = history.steps == 0;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = std::max(ImGui::GetContentRegionAvail().x, 1.0f), height = row_height(style);
    if (present) draw_present(style, at, {at.x + width, at.y + height});
    if (selectable("##start", false, 0, {0, height}) && !present)
        context.requests.push_back(HistoryRequest{.only_at = history.state, .go_to = 0});
    if (tooltip_due())
        tooltip(history.forgotten > 0
                    ? tr("The world before the oldest step that is still remembered. A click undoes all steps")
                    : tr("The world before the first change. A click undoes all steps"));
    draw_row_words(style, at, {at.x + width, at.y + height}, Icon::Circle,
                   history.forgotten > 0
                       ? phrase("After {}", format_count(history.forgotten, "forgotten step", "forgotten steps"))
                       : std::string(tr("Before the first change")),
                   present ? tr("now") : "", false, present);
}

void HistoryPanel::draw_step(const Context& context, std::size_t position) {
    const Style& style = context.style;
    const HistoryState& history = context.history;
    const ecs::HistoryStep& step = history.all[position];
    const bool present = position + 1 == history.steps, undone = position >= history.steps;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = std::max(ImGui::GetContentRegionAvail().x, 1.0f), height = row_height(style);
    const ImVec2 high{at.x + width, at.y + height};
    if (present) draw_present(style, at, high);
    if (selectable("##step", false, 0, {0, height}) && !present)
        context.requests.push_back(HistoryRequest{.only_at = history.state, .go_to = position + 1});
    offer_menu(context, StepAt{position, history.state});
    const std::string entities = step.entities > 0 ? format_count(step.entities, "entity", "entities") : std::string();
    if (tooltip_due()) {
        std::string text = step.label;
        for (const std::string& line : changes_of_step(context.world, step, 8))
            if (line != step.label) text += "\n" + line;
        text += "\n" + phrase("At tick {}", format_count(step.tick)) + (entities.empty() ? "" : ", " + entities) +
                ", " + format_bytes(step.bytes);
        text += std::string("\n") + (present  ? tr("The world is as it was after this step")
                                     : undone ? tr("Undone. A click does it again, and what stands above it")
                                              : tr("A click undoes what stands below it"));
        tooltip(text);
    }
    if (shows_script_) return draw_script_row(context, position);
    std::string right = present ? tr("now") : undone ? tr("undone") : "";
    const std::string numbers =
        (entities.empty() ? std::string() : entities + " · ") + phrase("tick {}", format_count(step.tick));
    if (width > style.px(360)) right = right.empty() ? numbers : numbers + " · " + right;
    draw_row_words(style, at, high, icon_of_step(step), step.label, right, undone, present);
}

void HistoryPanel::draw_foot(const Context& context) const {
    const HistoryState& history = context.history;
    const bool full = history.bytes > history.memory_limit;
    std::string text = format_count(history.all.size(), "step", "steps");
    if (history.memory_limit > 0)
        text += " · " + phrase("{} of {}", format_bytes(history.bytes), format_bytes(history.memory_limit));
    if (history.forgotten > 0) text += " · " + phrase("{} forgotten", format_count(history.forgotten));
    clipped_line(full ? context.style.theme->warn : context.style.theme->quiet, text);
    if (tooltip_due())
        tooltip(full ? tr("The last step alone holds more than the limit. It stays, so that you can undo it")
                     : tr("What the steps hold in memory, and what they may hold. The oldest are forgotten first"));
}

}  // namespace panels
