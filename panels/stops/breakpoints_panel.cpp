#include "panels/stops/breakpoints_panel.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ecs/mirror/mirror.hpp"
#include "panels/base/general_keys.hpp"
#include "panels/base/owner_clock.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/widgets/example_words.hpp"
#include "panels/widgets/first_steps.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr double count_every_secs = 0.25;

/// Its names are those of another world. The list is the program's, and each world takes what is about it.
bool is_of_another_world(const ecs::Breakpoint& breakpoint) {
    return breakpoint.error && ecs::parse_breakpoint(breakpoint.text);
}

/// "3 hits, tick 1,352 after Target"
std::string state_of(const ecs::Breakpoint& breakpoint) {
    if (breakpoint.error && breakpoint.kind == ecs::BreakpointKind::System) return tr("cannot stop there");
    if (is_of_another_world(breakpoint)) return tr("not for this world");
    if (breakpoint.error) return tr("not understood");
    if (!breakpoint.enabled && breakpoint.hits == 0) return tr("off");
    if (!breakpoint.last) return format_count(breakpoint.hits, "hit", "hits");
    const ecs::BreakpointHit& last = *breakpoint.last;
    const std::string hits = format_count(breakpoint.hits, "hit", "hits"), tick = format_count(last.tick);
    if (breakpoint.hits == 0) return phrase("tick {}", tick);  // which ran again
    if (last.kind == ecs::BreakpointKind::System || last.writer_name.empty()) return phrase("{}, tick {}", hits, tick);
    return phrase("{}, tick {} after {}", hits, tick, last.writer_name);
}

}  // namespace

void BreakpointsPanel::connect_debugger(Debugger& debugger) {
    debugger_ = &debugger;
    if (!settings_.empty()) load_settings(std::string(settings_));
}

std::string BreakpointsPanel::save_settings() const { return debugger_ == nullptr ? settings_ : debugger_->save(); }

void BreakpointsPanel::load_settings(std::string_view text) {
    settings_ = text;
    if (debugger_ == nullptr) return;
    debugger_->load(text);
    settings_.clear();
}

void BreakpointsPanel::draw(const Context& context) {
    rows_drawn_ = 0;
    if (context.debugger == nullptr)
        return empty_without_program(context, tr("Nobody keeps breakpoints here"),
                                     tr("A program that shows this panel lends it a list of breakpoints"));
    if (debugger_ != context.debugger) connect_debugger(*context.debugger);
    draw_new(context);
    draw_stop(context);
    draw_list(context);
}

void BreakpointsPanel::draw_stop(const Context& context) {
    const ecs::BreakpointHit* const hit = context.debugger->stopped();
    if (hit == nullptr) return;
    const Style& style = context.style;
    // The values stand at the end of the sentence: where it is narrow, it takes more lines.
    const std::string& why_not = context.transport.why_not;
    const bool only_view = view_stands_still(context);
    std::string text = stop_text(context.world, *hit);
    if (only_view)
        text += ". " + (context.mirror->lost().empty()
                            ? phrase("{} runs on; only this view of it stands still", context.mirror->owner().name())
                            : context.mirror->lost());
    const float wide = ImGui::GetContentRegionAvail().x, wrap = std::max(wide - style.px(14), style.px(80));
    const std::string lines = with_line_breaks(text, wrap);
    const float words = ImGui::CalcTextSize(lines.c_str(), nullptr, false, wrap).y;
    const float line = std::max(row_height(style), std::ceil(words + style.px(6)));
    const float high = line + style.px(2) + ImGui::GetFrameHeight();
    if (ImGui::BeginChild("stop", {0, std::floor(high + style.px(8))}, false, ImGuiWindowFlags_NoScrollbar)) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImDrawList& list = *ImGui::GetWindowDrawList();
        list.AddRectFilled(at, {at.x + style.px(2), at.y + high}, style.theme->error);
        list.AddText(ImGui::GetFont(), ImGui::GetFontSize(),
                     {at.x + style.px(10), std::floor(at.y + (line - words) / 2)}, style.theme->text, lines.c_str(),
                     nullptr, wrap);
        if (invisible_button("##what", {wide, line}) && context.world.alive(hit->entity))
            context.selection.select(hit->entity);
        if (ImGui::IsItemHovered() && hit->entity) context.selection.hovered = hit->entity;
        tooltip(text);
        ImGui::SetCursorScreenPos({at.x + style.px(10), at.y + line + style.px(2)});
        if (only_view) {
            if (primary_button(style, tr("Go on"), {},
                               with_keys(context, tr("Follows the program again"), keys::play_or_pause)))
                context.requests.push_back(GoOnRequest{});
            return ImGui::EndChild();
        }
        if (primary_button(style, tr("Go on"), why_not, with_keys(context, tr("Play"), keys::play_or_pause)))
            context.requests.push_back(TransportRequest{.kind = TransportRequest::Kind::Play});
        ImGui::SameLine();
        if (button(tr("Step system"), why_not_step_system(context),
                   with_keys(context, tr("Step one system"), keys::step_system)))
            context.requests.push_back(TransportRequest{.kind = TransportRequest::Kind::StepSystem});
        ImGui::SameLine();
        if (button(tr("Step tick"), why_not, with_keys(context, tr("Step one tick"), keys::step_tick)))
            context.requests.push_back(TransportRequest{.kind = TransportRequest::Kind::StepTick});
    }
    ImGui::EndChild();
}

void BreakpointsPanel::read_text(const Context& context) {
    error_.reset();
    query_.reset();
    query_text_ = text_;
    counted_secs_ = -1;
    if (text_.empty()) return;
    ecs::TextResult<ecs::BreakpointText> parsed = ecs::parse_breakpoint(text_);
    if (!parsed) {
        error_ = parsed.error();
        return;
    }
    if (parsed->kind == ecs::BreakpointKind::Change) {
        const auto field = ecs::find_field_of(context.world, *parsed);
        if (!field) {
            error_ = field.error();
            return;
        }
    }
    if (parsed->kind == ecs::BreakpointKind::System && context.schedule.find(parsed->system) == nullptr)
        error_ = ecs::error_at(text_, text_.find('"'), phrase("No system is called {}", parsed->system));
    if (parsed->kind == ecs::BreakpointKind::System && context.mirror != nullptr &&
        !context.debugger->breakpoints().checked_elsewhere())
        error_ = ecs::error_at(text_, 0, ecs::why_no_system_stops(context.mirror->owner().name()));
    begins_ = parsed->kind == ecs::BreakpointKind::Holds;
    if (!parsed->has_query) return;
    query_.emplace(parsed->syntax);
    if (const ecs::TextError* const problem = query_->bind(context.world)) {
        error_ = *problem;
        query_.reset();
    }
}

void BreakpointsPanel::draw_new(const Context& context) {
    const Style& style = context.style;
    const bool editing = editing_ != ecs::no_breakpoint;
    const char* const label = editing ? tr("Change") : tr("Add");
    const float spacing = ImGui::GetStyle().ItemSpacing.x;
    const float room = ImGui::CalcTextSize(label).x + style.px(20) + spacing;
    const ExampleWords words = example_words(context.world);
    const std::string hint = phrase("{} < 0, on added({})…", words.number, words.component);
    if (field_.draw(context, "##new", text_,
                    {.hint = hint.c_str(),
                     .width = std::max(ImGui::GetContentRegionAvail().x - room, style.px(80)),
                     .wrong_at = error_ ? std::optional<std::size_t>(error_->offset) : std::nullopt}) ||
        query_text_ != text_)
        read_text(context);
    const bool entered = field_.keys().entered && !field_.list_is_open();
    if (entered) field_.take_keyboard();  // to mend it, or for the next one
    ImGui::SameLine();
    std::string why_not;
    if (text_.empty()) why_not = tr("Type what the simulation is to stop at");
    if (error_) why_not = error_->message;
    if ((button((std::string(label) + "###add").c_str(), why_not,
                tr("The simulation stops behind the system that makes it true")) ||
         (entered && !text_.empty())) &&
        why_not.empty()) {
        ecs::Breakpoints& breakpoints = context.debugger->breakpoints();
        if (editing)
            breakpoints.set_text(editing_, text_);
        else
            (void)breakpoints.add(text_);
        editing_ = ecs::no_breakpoint;
        text_.clear();
        read_text(context);
    }
    if (error_ && !field_.list_is_open()) {
        mono_text(style, ecs::caret_under(text_, *error_), style.theme->error);
        wrapped_text(style.theme->error, error_->message);
    } else if (query_) {
        // The world is asked a few times a second; a query over a large one takes a while.
        if (counted_secs_ < 0 || context.time_secs - counted_secs_ >= count_every_secs) {
            counted_secs_ = context.time_secs;
            matches_ = query_->needs_baseline() ? 0 : query_->count(context.world);
        }
        const std::string now = format_count(matches_, "entity", "entities");
        wrapped_text(style.theme->quiet, begins_ && matches_ > 0
                                             ? phrase("Matches {} now, and stops when another one begins to", now)
                                             : phrase("Matches {} now", now));
    }
}

void BreakpointsPanel::draw_list(const Context& context) {
    const std::span<const ecs::Breakpoint> all = context.debugger->breakpoints().all();
    if (all.empty()) {
        if (empty_state(
                context.style, tr("No breakpoints"),
                tr("A breakpoint stops the simulation between two systems: when a condition begins to hold, when "
                   "an entity comes or goes, when a value changes, or before a system. The guilty system, the "
                   "entity, and the value before and after are shown"),
                tr("Type a breakpoint")))
            field_.take_keyboard_with_list();
        return;
    }
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                        {ImGui::GetStyle().ItemSpacing.x, 0});  // rows as the clipper has them
    if (ImGui::BeginChild("breakpoints")) {
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(all.size()), row_height(context.style));
        const std::size_t count = all.size();
        while (clipper.Step())
            for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
                // A click may take one out of the list.
                const std::span<const ecs::Breakpoint> now = context.debugger->breakpoints().all();
                if (now.size() == count) draw_row(context, now[static_cast<std::size_t>(i)]);
            }
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
}

void BreakpointsPanel::draw_row(const Context& context, const ecs::Breakpoint& breakpoint) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    const ecs::BreakpointId id = breakpoint.id;
    ++rows_drawn_;
    ImGui::PushID(static_cast<int>(id));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float high = row_height(style), wide = ImGui::GetContentRegionAvail().x;
    const float y = std::floor(at.y + (high - ImGui::GetTextLineHeight()) / 2);
    bool enabled = breakpoint.enabled;
    ImGui::SetCursorScreenPos({at.x, std::floor(at.y + (high - ImGui::GetFrameHeight()) / 2)});
    const bool switched = checkbox(style, "##on", enabled);
    tooltip(enabled ? tr("Switch off") : tr("Switch on"));
    const float left = std::floor(at.x + ImGui::GetFrameHeight() + style.px(4));
    ImGui::SetCursorScreenPos({left, at.y});
    const ecs::BreakpointHit* const stopped = context.debugger->stopped();
    const bool here = stopped != nullptr && stopped->breakpoint == id;
    const bool clicked = selectable("##row", here, ImGuiSelectableFlags_AllowDoubleClick, {0, high});
    if (clicked && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        editing_ = id;
        text_ = breakpoint.text;
        read_text(context);
        field_.write_on(text_);
    } else if (clicked && breakpoint.last && context.world.alive(breakpoint.last->entity)) {
        context.selection.select(breakpoint.last->entity);
    }
    if (ImGui::IsItemHovered() && tooltip_due()) {
        std::string words = breakpoint.text;
        if (breakpoint.error) words += "\n" + breakpoint.error->message;
        if (breakpoint.last) words += "\n" + stop_text(context.world, *breakpoint.last);
        if (breakpoint.hits == 0 && breakpoint.enabled && breakpoint.kind == ecs::BreakpointKind::Holds)
            words += tr("\nIt stops when an entity begins to match, not as long as one does");
        if (breakpoint.times > 1) words += "\n" + phrase("Stops every {} times", format_count(breakpoint.times));
        tooltip(words);
    }
    ask_for_row_menu(context, breakpoint);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool foreign = is_of_another_world(breakpoint), wrong = breakpoint.error && !foreign;
    const ImVec2 dot{std::floor(left + style.px(8)), std::floor(at.y + high / 2)};
    if (breakpoint.enabled && !breakpoint.error)
        list.AddCircleFilled(dot, style.px(4), theme.error);
    else
        list.AddCircle(dot, style.px(4), foreign ? theme.quiet : wrong ? theme.warn : theme.error, 0, style.px(1.5f));
    // The text goes first; the tooltip has all of what happened.
    const std::string text = one_line(breakpoint.text);
    float text_width = 0;
    {
        const compat::FontScope font(style.mono);
        text_width = ImGui::CalcTextSize(text.c_str()).x;
    }
    const float beside = at.x + wide - left - style.px(20) - text_width - style.px(12);
    const float state_room = std::floor(std::max(beside, wide * 0.25f));
    const std::string state =
        first_that_fits({state_of(breakpoint),
                         breakpoint.hits > 0 ? format_count(breakpoint.hits, "hit", "hits") : state_of(breakpoint)},
                        state_room);
    const float state_width = std::min(ImGui::CalcTextSize(state.c_str()).x, state_room);
    const float state_left = at.x + wide - state_width - style.px(4);
    {
        const compat::FontScope font(style.mono);
        const float text_y = std::floor(at.y + (high - ImGui::GetTextLineHeight()) / 2);
        draw_text_until(list, {left + style.px(20), text_y}, state_left - style.px(8),
                        breakpoint.enabled && !foreign ? theme.text : theme.quiet, text);
    }
    draw_text_until(list, {state_left, y}, at.x + wide, wrong ? theme.error : theme.quiet, state);
    ImGui::PopID();
    if (switched) context.debugger->breakpoints().set_enabled(id, enabled);
}

void BreakpointsPanel::ask_for_row_menu(const Context& context, const ecs::Breakpoint& breakpoint) {
    if (!menu_asked(context)) return;
    const ecs::BreakpointId id = breakpoint.id;
    const bool has_entity = breakpoint.last && context.world.alive(breakpoint.last->entity);
    std::vector<MenuItem> items;
    items.push_back({.label = breakpoint.enabled ? tr("Switch off") : tr("Switch on"),
                     .icon = Icon::Eye,
                     .run = [id, on = breakpoint.enabled](const Context& now) {
                         now.debugger->breakpoints().set_enabled(id, !on);
                     }});
    items.push_back({.label = tr("Change…"), .run = [this, id](const Context& now) {
                         const ecs::Breakpoint* const found = now.debugger->breakpoints().find(id);
                         if (found == nullptr) return;
                         editing_ = id;
                         text_ = found->text;
                         field_.write_on(text_);
                     }});
    items.push_back({.label = tr("Select the entity of the last hit"),
                     .icon = Icon::Select,
                     .why_not = has_entity ? "" : tr("There is none, or it is gone"),
                     .run = [entity = has_entity ? breakpoint.last->entity : ecs::Entity{}](const Context& now) {
                         if (now.world.alive(entity)) now.selection.select(entity);
                     }});
    items.push_back({.label = tr("Begin counting anew"),
                     .why_not = breakpoint.hits == 0 ? tr("It was not hit yet") : "",
                     .run = [id](const Context& now) { now.debugger->breakpoints().forget_hits(id); }});
    items.push_back({.label = tr("Copy the text"),
                     .run = [text = breakpoint.text](const Context&) { ImGui::SetClipboardText(text.c_str()); }});
    items.push_back({.label = tr("Remove"), .icon = Icon::Close, .begins_group = true, .run = [id](const Context& now) {
                         now.debugger->breakpoints().remove(id);
                     }});
    items.push_back({.label = tr("Remove all breakpoints"),
                     .run = [](const Context& now) { now.debugger->breakpoints().clear(); }});
    request_menu(context, PanelAt{breakpoint.text}, std::move(items));
}

}  // namespace panels
