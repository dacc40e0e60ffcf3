#include "panels/timeline/timeline_panel.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ecs/snapshot/left_out.hpp"
#include "ecs/timeline/timeline.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/base/timeline_request.hpp"
#include "panels/running/transport_bar.hpp"
#include "panels/timeline/timeline_words.hpp"
#include "panels/widgets/first_steps.hpp"
#include "panels/widgets/list_cells.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

using TimelineKind = TimelineRequest::Kind;

void ask(const Context& context, TimelineRequest request) { context.requests.push_back(std::move(request)); }

}  // namespace

void TimelinePanel::draw(const Context& context) {
    rows_drawn_ = 0;
    if (context.timeline == nullptr || !context.timeline->recording()) {
        empty_without_program(context, tr("Nobody records earlier ticks here"),
                              tr("A program that records each tick can go back to it"));
        return;
    }
    draw_head(context);
    draw_divergence(context);
    if (context.timeline->branches().size() > 1) draw_branches(context);
    draw_marks(context);
}

void TimelinePanel::draw_head(const Context& context) {
    const Style& style = context.style;
    const ecs::Timeline& timeline = *context.timeline;
    const ecs::TimelineStats stats = timeline.stats();
    ImGui::AlignTextToFramePadding();
    colored_text(style.theme->text, words_of_length(context));
    ImGui::SameLine(0, style.px(12));
    quiet_text(style, phrase("{} of {}", format_bytes(stats.bytes), format_bytes(timeline.options().cap_bytes)));
    tooltip(words_about(stats, timeline.first_tick()));
    const bool past = !timeline.at_now();
    const auto room_for = [&](const char* label) {
        return ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x;
    };
    if (past) {
        same_line_if_fits(room_for(tr("Back to now")), style.px(12));
        if (button(tr("Back to now"), {}, tr("The newest tick of this branch")))
            ask(context, {.kind = TimelineKind::ReturnToNow});
    }
    same_line_if_fits(style.px(160), style.px(12));
    ImGui::SetNextItemWidth(std::max(ImGui::GetContentRegionAvail().x, style.px(80)));
    if (std::exchange(writes_note_, false)) ImGui::SetKeyboardFocusHere();
    if (text_field({.id = "##note",
                    .text = note_,
                    .hint = tr("Note at this tick"),
                    .flags = ImGuiInputTextFlags_EnterReturnsTrue}) &&
        !note_.empty())
        ask(context, {.kind = TimelineKind::Mark, .name = std::exchange(note_, {})});
}

void TimelinePanel::draw_divergence(const Context& context) {
    if (const std::string names = ecs::left_out_text(context.world); !names.empty())
        wrapped_text(context.style.theme->quiet,
                     phrase("{} cannot be copied: it does not go back in time, and replays may differ", names));
    const std::optional<ecs::Divergence>& found = context.timeline->divergence();
    if (!found) return;
    wrapped_text(context.style.theme->warn, found->sentence);
}

void TimelinePanel::draw_branches(const Context& context) {
    const Style& style = context.style;
    const std::vector<const ecs::TimeBranch*> branches = context.timeline->branches();
    constexpr std::size_t most_rows = 6;
    const float high = row_height(style) * static_cast<float>(std::min(branches.size(), most_rows) + 1) + style.px(12);
    if (!ImGui::BeginTable("branches", 4, list_table_flags, {0, high})) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn(tr("Branch"), ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn(tr("Leaves at"), ImGuiTableColumnFlags_WidthFixed, style.px(68));
    ImGui::TableSetupColumn(tr("Ends at"), ImGuiTableColumnFlags_WidthFixed, style.px(68));
    ImGui::TableSetupColumn(tr("Marks"), ImGuiTableColumnFlags_WidthFixed, style.px(52));
    const char* const hints[] = {tr("A line of time. Click one to go to its end"),
                                 tr("The tick where it leaves the branch that it began on"), tr("Its newest tick"),
                                 tr("Edits, bursts, alerts and what else happened on it")};
    header_row(style, hints, 0b1110);
    for (const ecs::TimeBranch* branch : branches) draw_branch(context, *branch);
    ImGui::EndTable();
}

void TimelinePanel::draw_branch(const Context& context, const ecs::TimeBranch& branch) {
    const Style& style = context.style;
    const bool present = branch.id == context.timeline->branch();
    begin_row(style);
    ImGui::PushID(static_cast<int>(branch.id));
    if (*renaming_ && (*renaming_)->branch == branch.id) {
        draw_rename(context);
    } else {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float room = ImGui::GetContentRegionAvail().x;
        const bool clicked =
            selectable("##branch", present, ImGuiSelectableFlags_SpanAllColumns, {0, row_height(style)});
        if (menu_asked(context)) ask_for_menu(context, branch);
        if (tooltip_due()) {
            const ecs::TimeBranch* parent = branch.parent ? context.timeline->find(*branch.parent) : nullptr;
            tooltip(present  ? std::string(tr("The branch in use. Right click to rename it"))
                    : parent ? phrase("It left {} at tick {}. Click to go to its end", parent->name,
                                      format_count(branch.fork_tick))
                             : std::string(tr("Click to go to its end")));
        }
        draw_text_until(*ImGui::GetWindowDrawList(),
                        {at.x + style.px(6), at.y + std::floor((row_height(style) - ImGui::GetFontSize()) / 2)},
                        at.x + room, style.theme->text, branch.name);
        if (clicked && !present) ask(context, {.kind = TimelineKind::Switch, .branch = branch.id});
    }
    text_cell(style, style.theme->quiet, branch.parent ? format_count(branch.fork_tick) : "–", true);
    text_cell(style, style.theme->text, format_count(branch.last_tick), true);
    text_cell(style, style.theme->quiet, format_count(branch.marks.size()), true);
    ImGui::PopID();
}

void TimelinePanel::draw_rename(const Context& context) {
    Renaming& renaming = **renaming_;
    ImGui::SetNextItemWidth(-1);
    if (!std::exchange(renaming.started, true)) ImGui::SetKeyboardFocusHere();
    const bool entered =
        text_field({.id = "##name",
                    .text = renaming.name,
                    .flags = ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll});
    const bool left = ImGui::IsItemDeactivated();
    if (entered && !renaming.name.empty())
        ask(context, {.kind = TimelineKind::Rename, .branch = renaming.branch, .name = renaming.name});
    if (entered || left) renaming_->reset();
}

void TimelinePanel::ask_for_menu(const Context& context, const ecs::TimeBranch& branch) {
    const ecs::BranchId id = branch.id;
    const bool present = id == context.timeline->branch();
    std::vector<MenuItem> items;
    items.push_back({.label = tr("Go to its end"),
                     .why_not = present && context.timeline->at_now() ? tr("The world is there") : "",
                     .run = [id](const Context& now) { ask(now, {.kind = TimelineKind::Switch, .branch = id}); }});
    items.push_back({.label = tr("Compare with the world in view"),
                     .why_not = present ? tr("It is the branch in view") : "",
                     .hint = tr("At the same tick, or at its end if that comes first"),
                     .run = [id](const Context& now) {
                         now.requests.push_back(
                             ShowPanelRequest{.id = "compare", .part = "branch:" + std::to_string(id)});
                     }});
    items.push_back({.label = tr("Rename"), .run = [renaming = renaming_, id, name = branch.name](const Context&) {
                         *renaming = Renaming{id, name, false};
                     }});
    items.push_back({.label = tr("Delete"),
                     .why_not = present ? tr("It is in use") : "",
                     .hint = tr("Branches that left it later keep what is their own"),
                     .run = [id](const Context& now) { ask(now, {.kind = TimelineKind::Remove, .branch = id}); }});
    request_menu(context, PanelAt{}, std::move(items));
}

void TimelinePanel::read_marks(const Context& context) {
    const ecs::Timeline& timeline = *context.timeline;
    std::uint64_t now = timeline.branch() + 1;
    const ecs::TimeBranch* branch = timeline.find(timeline.branch());
    for (const ecs::TimeBranch* each = branch; each != nullptr;
         each = each->parent ? timeline.find(*each->parent) : nullptr)
        now = now * 1'000'003 + each->marks.size() + each->dropped_marks + each->fork_tick;
    if (std::exchange(marks_of_, now) == now) return;
    marks_.clear();
    std::uint64_t until = timeline.last_tick();
    for (const ecs::TimeBranch* each = branch; each != nullptr;) {
        for (std::size_t i = each->marks.size(); i-- > 0;)
            if (each->marks[i].tick <= until) marks_.push_back({each->id, i});
        if (!each->parent) break;
        until = std::min(until, each->fork_tick);
        each = timeline.find(*each->parent);
    }
}

void TimelinePanel::draw_marks(const Context& context) {
    const Style& style = context.style;
    read_marks(context);
    if (marks_.empty()) {
        writes_note_ |= empty_state(style, tr("Nothing is marked yet"),
                                    tr("Edits, alerts, breakpoints and bursts of structural changes stand here with "
                                       "their ticks, and so do your "
                                       "notes. Press and drag on the line of time to go to an earlier tick"),
                                    tr("Write a note"));
        return;
    }
    if (!ImGui::BeginTable("marks", 3, list_table_flags, ImGui::GetContentRegionAvail())) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn(tr("Tick"), ImGuiTableColumnFlags_WidthFixed, style.px(88));
    ImGui::TableSetupColumn(tr("What"), ImGuiTableColumnFlags_WidthFixed, style.px(96));
    ImGui::TableSetupColumn(tr("Details"), ImGuiTableColumnFlags_WidthStretch);
    const char* const hints[] = {tr("When it happened. Click a row to go there"), nullptr, nullptr};
    header_row(style, hints, 0b001);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(marks_.size()), row_height(style));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            ++rows_drawn_;
            const MarkAt& at = marks_[static_cast<std::size_t>(i)];
            const ecs::TimeBranch* const branch = context.timeline->find(at.branch);
            if (branch == nullptr || at.number >= branch->marks.size()) continue;
            const ecs::TimeMark& mark = branch->marks[at.number];
            ImGui::PushID(i);
            begin_row(style);
            const bool here = mark.tick == context.world.tick();
            if (selectable("##mark", here, ImGuiSelectableFlags_SpanAllColumns, {0, row_height(style)}))
                request_seek(context, mark.tick);
            ImGui::SameLine(0, 0);
            number_text(style, format_count(mark.tick));
            const bool bad = mark.kind == ecs::MarkKind::Breakpoint || mark.kind == ecs::MarkKind::Diverged;
            text_cell(style, bad ? style.theme->error : style.theme->quiet, name_of(mark.kind), false);
            text_cell(style, style.theme->text, mark.text, false);
            ImGui::PopID();
        }
    clipper.End();
    ImGui::EndTable();
}

}  // namespace panels
