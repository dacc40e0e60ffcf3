// The part of the Watch panel about alerts.
#include <algorithm>
#include <array>
#include <cmath>

#include "panels/base/pointed_at.hpp"
#include "panels/watch/recording.hpp"
#include "panels/watch/watch_panel.hpp"
#include "panels/widgets/example_words.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

Icon icon_of(Severity severity) {
    return severity == Severity::Error ? Icon::Error : severity == Severity::Warning ? Icon::Warning : Icon::Hint;
}

constexpr std::array severities{Severity::Note, Severity::Warning, Severity::Error};

}  // namespace

ImU32 color_of(const Style& style, Severity severity) {
    const Theme& theme = *style.theme;
    return severity == Severity::Error ? theme.error : severity == Severity::Warning ? theme.warn : theme.text;
}

const char* word_of(Severity severity) {
    return severity == Severity::Error ? tr("Error") : severity == Severity::Warning ? tr("Warning") : tr("Note");
}

void WatchPanel::draw_new_alert(const Context& context) {
    const Style& style = context.style;
    const float spacing = ImGui::GetStyle().ItemSpacing.x;
    const float severity_width = style.px(92);
    const float room = std::max(ImGui::GetContentRegionAvail().x - severity_width - 2 * spacing, 80.0f);
    bool entered = draw_entry(context, new_alert_, (example_words(context.world).number + " < 0").c_str(),
                              std::floor(room * 0.55f));
    tooltip(tr("A query. In each tick, entities that match it are told. Enter adds the alert"));
    ImGui::SameLine();
    ImGui::SetNextItemWidth(std::floor(room * 0.45f));
    entered |= input_text("##message", message_, tr("Message"), ImGuiInputTextFlags_EnterReturnsTrue);
    tooltip(tr("What the alert says; empty: the query itself"));
    ImGui::SameLine();
    if (ImGui::Button((std::string(word_of(severity_)) + "###severity").c_str(), {severity_width, 0}))
        severity_ = severities[(static_cast<std::size_t>(severity_) + 1) % severities.size()];
    tooltip(tr("How bad it is: a note, a warning or an error. Click for the next"));
    if (entered && !new_alert_.text.empty()) {
        new_alert_.error = context.watches->add_alert(new_alert_.text, severity_, message_);
        if (!new_alert_.error) {
            new_alert_.text.clear();
            message_.clear();
        }
        to_field_ = true;  // to mend it, or for the next one
    }
    draw_error(context, new_alert_);
}

void WatchPanel::draw_alerts(const Context& context) {
    const std::span<const Alert> alerts = context.watches->alerts();
    if (alerts.empty()) {
        if (empty_state(context.style, tr("No alerts"),
                        tr("An alert is a query that is asked in each tick. What matches is told in that very tick, "
                           "also while this panel is closed"),
                        tr("Type an alert")))
            to_field_ = true;
        return;
    }
    if (ImGui::BeginChild("alerts")) {
        const std::uint64_t revision = context.watches->revision();
        for (const Alert& alert : alerts) {
            draw_alert(context, alert);
            if (context.watches->revision() != revision) break;
        }
    }
    ImGui::EndChild();
}

void WatchPanel::draw_alert(const Context& context, const Alert& alert) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    const std::uint64_t number = alert.number;
    ImGui::PushID(static_cast<int>(number));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float high = row_height(style), wide = ImGui::GetContentRegionAvail().x;
    const bool unfolded = open_alert_ == number;
    if (selectable("##alert", false, 0, {0, high})) open_alert_ = unfolded ? 0 : number;
    ++rows_drawn_;
    if (menu_asked(context)) {
        std::vector<MenuItem> items;
        items.push_back(
            {.label = alert.on ? tr("Switch off") : tr("Switch on"),
             .icon = Icon::Eye,
             .run = [number, on = alert.on](const Context& now) { now.watches->switch_alert(number, !on); }});
        items.push_back({.label = tr("Select its entities"),
                         .icon = Icon::Select,
                         .why_not = alert.hits.empty() ? tr("Nothing matches now") : "",
                         .run = [number](const Context& now) {
                             for (const Alert& each : now.watches->alerts()) {
                                 if (each.number != number) continue;
                                 std::vector<ecs::Entity> found;
                                 for (const Alert::Hit& hit : each.hits) found.push_back(hit.entity);
                                 now.selection.select_all(std::move(found));
                             }
                         }});
        items.push_back({.label = tr("Copy the query"),
                         .run = [text = alert.text](const Context&) { ImGui::SetClipboardText(text.c_str()); }});
        items.push_back(
            {.label = tr("Remove"), .icon = Icon::Close, .begins_group = true, .run = [number](const Context& now) {
                 now.watches->remove_alert(number);
             }});
        request_menu(context, PanelAt{alert.text}, std::move(items));
    }
    const bool raised = alert.count > 0;
    const bool foreign = !alert.problem.message.empty() && ecs::TextQuery::parse(alert.text);
    const bool wrong = !alert.problem.message.empty() && !foreign;
    if (ImGui::IsItemHovered() && tooltip_due()) {
        std::string words = std::string(word_of(alert.severity)) + ": " + alert.text;
        if (foreign || wrong) words += "\n" + alert.problem.message;
        if (alert.fired > 0)
            words += "\n" + phrase("Raised {} times, last in tick {}", format_count(alert.fired),
                                   format_count(alert.last_fired));
        tooltip(words);
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = std::floor(at.y + (high - ImGui::GetTextLineHeight()) / 2);
    draw_fold_arrow(list, {at.x + style.px(8), std::floor(at.y + high / 2)}, style.px(8), unfolded, theme.quiet);
    const ImU32 ink = wrong ? theme.error : raised ? color_of(style, alert.severity) : theme.quiet;
    draw_icon(list, wrong ? Icon::Error : icon_of(alert.severity), {at.x + style.px(18), at.y + style.px(4)},
              style.px(16), ink);
    const std::string state = wrong       ? std::string(tr("not understood"))
                              : foreign   ? std::string(tr("not for this world"))
                              : !alert.on ? std::string(tr("off"))
                              : raised    ? format_count(alert.count, "entity", "entities")
                                          : std::string(tr("all quiet"));
    const float state_left = at.x + wide - ImGui::CalcTextSize(state.c_str()).x - style.px(4);
    draw_text_until(list, {at.x + style.px(40), y}, state_left - style.px(8), alert.on ? theme.text : theme.quiet,
                    one_line(alert.message.empty() ? alert.text : alert.message));
    list.AddText({state_left, y}, ink, state.c_str());

    if (unfolded) {
        ImGui::Indent(style.px(40));
        if (alert.hits.empty()) quiet_text(style, tr("Nothing matches now"));
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(alert.hits.size()), row_height(style));
        while (clipper.Step())
            for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
                const Alert::Hit& hit = alert.hits[static_cast<std::size_t>(i)];
                ImGui::PushID(i);
                const ImVec2 line = ImGui::GetCursorScreenPos();
                if (selectable("##hit", context.selection.has(hit.entity), 0, {0, row_height(style)}))
                    context.selection.select(hit.entity);
                if (ImGui::IsItemHovered()) context.selection.hovered = hit.entity;
                offer_menu(context, EntityAt{hit.entity});
                const std::string since = phrase("since tick {}", format_count(hit.since));
                const float text_y = std::floor(line.y + (row_height(style) - ImGui::GetTextLineHeight()) / 2);
                const float since_left = at.x + wide - ImGui::CalcTextSize(since.c_str()).x - style.px(4);
                draw_text_until(list, {line.x + style.px(4), text_y}, since_left - style.px(8), theme.text,
                                name_and_id(context.world, hit.entity));
                list.AddText({since_left, text_y}, theme.quiet, since.c_str());
                ImGui::PopID();
            }
        if (alert.count > alert.hits.size())
            quiet_text(style, phrase("{} more are not listed", format_count(alert.count - alert.hits.size())));
        ImGui::Unindent(style.px(40));
    }
    ImGui::PopID();
}

}  // namespace panels
