#include "panels/running/systems_panel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "ecs/mirror/mirror.hpp"
#include "ecs/world/observers.hpp"
#include "panels/archetypes/archetype_widgets.hpp"
#include "panels/base/general_keys.hpp"
#include "panels/base/language.hpp"
#include "panels/base/owner_clock.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/base/waiting.hpp"
#include "panels/running/schedule_model.hpp"
#include "panels/widgets/drag_scroll.hpp"
#include "panels/widgets/first_steps.hpp"

namespace panels {

namespace {

/// Where it has no room, "time_system" says more of "bevy_time::time_system" than "bevy_ti…".
std::string shortened_path(const std::string& name, float room) {
    std::string shown = shortened(name, room);
    std::size_t behind = name.rfind("::", name.find('<'));
    // "main::{{closure}}"
    if (behind != std::string::npos && behind > 0 && name.compare(behind + 2, 2, "{{") == 0)
        behind = name.rfind("::", behind - 1);
    return shown == name || behind == std::string::npos ? shown : shortened(name.substr(behind + 2), room);
}

}  // namespace

SystemsPanel::SystemsPanel()
    : Panel("systems", tr_later("Systems"), DockPlace::Bottom,
            tr_later("The systems of a tick in order, with their times and components")) {}

void SystemsPanel::draw(const Context& context) {
    const Style& style = context.style;
    times_.read(context.schedule, context.world.tick());
    if (!times_.settled() && context.stay_awake != nullptr) *context.stay_awake = true;
    rules_.draw(context);
    note_.draw(context);
    const ecs::Observers* const hooks = context.world.find_observers();
    if (context.schedule.systems().empty() && (hooks == nullptr || hooks->hook_count() == 0)) {
        const bool known = context.known_systems != nullptr;
        const char* const hint = known
                                     ? tr("Systems make the world move: each is a function that runs every tick. This "
                                          "world has no systems, so nothing moves")
                                     : tr("Systems make the world move: each is a function that runs every tick. This "
                                          "world has no systems");
        if (context.mirror != nullptr) {
            const std::string& lost = context.mirror->lost();
            const std::string why =
                lost.empty() ? context.mirror->owner().why_not(ecs::OwnerAbility::SeeSystems) : lost;
            (void)empty_state(style, tr("No systems"), why.empty() ? tr("The owner of this world has none") : why);
        } else if (context.schedule.of_zones()) {
            (void)empty_state(style, tr("No systems"),
                              tr("This program runs its world in a loop of its own. Its parts are listed here when the "
                                 "program makes each of them an ecs::Zone"));
        } else if (known)
            open_add_ |= empty_state(style, tr("No systems"), hint, tr("Add a system…"));
        else if (empty_state(style, tr("No systems"), hint, tr("Add a rule…")))
            rules_.open_new({});
        return draw_add(context);
    }
    draw_toolbar(context);
    draw_add(context);

    const auto systems = context.schedule.systems();
    const bool any_budget =
        std::any_of(systems.begin(), systems.end(), [](const auto* each) { return each->description.budget_us > 0; });
    constexpr ImGuiTableFlags flags = ImGuiTableFlags_Sortable | ImGuiTableFlags_SortTristate;
    const float room = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize) / style.scale;
    const std::uint32_t shown = shown_columns_ = columns_.shown(room, any_budget);
    if (!begin_wide_table("systems", style, system_column_count, flags, {0, 0}, columns_.least_width())) return;
    ImGui::TableSetupScrollFreeze(2, 1);
    const char* hints[system_column_count];
    std::uint32_t right_aligned = 0;
    for (int i = 0; i < system_column_count; ++i) {
        const auto column = static_cast<Column>(i);
        const SystemColumnLook& look = look_of(column);
        const ImGuiTableColumnFlags left_out = (shown >> i & 1u) != 0 ? 0 : ImGuiTableColumnFlags_Disabled;
        const bool stretches = (look.flags & ImGuiTableColumnFlags_WidthStretch) != 0;
        ImGui::TableSetupColumn(tr(look.title), look.flags | left_out, stretches ? look.width : style.px(look.width));
        hints[i] = hint_of(column);
        if (look.right_aligned) right_aligned |= 1u << i;
    }
    header_row(style, hints, right_aligned);
    if (ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs(); specs != nullptr && specs->SpecsDirty) {
        sort_column_ = specs->SpecsCount > 0 ? static_cast<Column>(specs->Specs[0].ColumnIndex) : Column::Order;
        descending_ = specs->SpecsCount > 0 && specs->Specs[0].SortDirection == ImGuiSortDirection_Descending;
        sorted_ = false;
        specs->SpecsDirty = false;
    }
    sort_systems(context);
    sum_groups(context);
    make_rows(context);

    if (ImGui::IsWindowHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) shown_system_.clear();
    focused_.clear();
    if (ImGui::GetDragDropPayload() == nullptr) why_no_drop_.clear();
    draw_rows(context);
    draw_hooks(context);
    scroll_for_drag(context, "system");
    ImGui::EndTable();
    take_keys(context);
}

void SystemsPanel::draw_toolbar(const Context& context) {
    const Style& style = context.style;
    const ecs::System* next = context.schedule.next_system();
    const auto systems = context.schedule.systems();
    const bool any_on = std::any_of(systems.begin(), systems.end(), [](const auto* system) { return system->enabled; });
    std::string hint = with_keys(
        context, context.transport.playing ? tr("Pauses, then runs one system") : tr("Runs one system, then waits"),
        keys::step_system);
    if (next != nullptr) hint += phrase(". Next: {}", next->description.name);
    const std::string why_not = any_on ? why_not_step_system(context) : std::string(tr("All systems are switched off"));
    if (button(tr("Step system"), why_not, hint))
        context.requests.push_back(TransportRequest{.kind = TransportRequest::Kind::StepSystem});
    ImGui::SameLine();
    draw_add_buttons(context);
    if (icon_button("##columns", style, Icon::More, std::floor(style.px(24)), tr("Columns and budgets"), {}, true)) {
        MenuItem columns{.label = tr("Columns")};
        columns.items = columns_.menu(shown_columns_);
        request_menu(context, PanelAt{},
                     {std::move(columns),
                      {.label = tr("Budget of a tick…"),
                       .hint = tr("How long all systems of a tick may take together"),
                       .run = [this](const Context& now) { note_.open_for_ticks(now.schedule); }},
                      {.label = tr("Show the schedule"),
                       .hint = tr("What ran on which thread, which systems conflict, and what waits for what"),
                       .begins_group = true,
                       .run = [](const Context& now) { now.requests.push_back(ShowPanelRequest{"schedule"}); }}},
                     below_last_item());
    }
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    if (context.schedule.within_tick() && next != nullptr) {
        const std::string whole =
            phrase("Within tick {}, next is {}", format_count(context.world.tick()), next->description.name);
        clipped_line(style.theme->text,
                     first_that_fits({whole, phrase("Next: {}", next->description.name), "→ " + next->description.name},
                                     ImGui::GetContentRegionAvail().x));
        explain(Term::Tick);
        return;
    }
    draw_last_tick(context);
}

void SystemsPanel::draw_last_tick(const Context& context) {
    const Style& style = context.style;
    const auto systems = context.schedule.systems();
    const auto on = std::count_if(systems.begin(), systems.end(), [](const auto* system) { return system->enabled; });
    const std::string count =
        phrase("{} of {} on", format_count(static_cast<std::uint64_t>(on)), format_count(systems.size()));
    const double budget_us = context.schedule.budget_us, last_secs = times_.last_of_all_secs();
    const bool over = budget_us > 0 && last_secs * 1e6 > budget_us;
    const TimeSummary& ticks = times_.ticks().summary;
    std::string time = format_time(last_secs);
    if (budget_us > 0) time = phrase("{} of {}", time, format_budget(budget_us));
    std::string whole = phrase("{} · last tick {}", count, time);
    if (budget_us > 0 && ticks.over > 0) whole += phrase(" · {}× over", format_count(ticks.over));
    const std::string shown =
        first_that_fits({whole, phrase("{} · {}", count, time), count,
                         format_count(static_cast<std::uint64_t>(on)) + "/" + format_count(systems.size())},
                        ImGui::GetContentRegionAvail().x);
    clipped_line(over ? style.theme->warn : style.theme->quiet, shown);
    if (!tooltip_due()) return;
    std::string hint = (shown == whole ? "" : whole + "\n") + tr("The times of all systems that are on, added up");
    if (ticks.count > 0)
        hint +=
            "\n" + phrase("The last {}: mean {}, least {}, most {}, 95 % at most {}", format_count(ticks.count, "tick"),
                          format_time(ticks.mean_secs), format_time(ticks.least_secs), format_time(ticks.most_secs),
                          format_time(ticks.most_of_95_secs));
    if (budget_us > 0)
        hint += "\n" + phrase("{} of them took longer than {}", format_count(ticks.over), format_budget(budget_us));
    tooltip(hint);
}

void SystemsPanel::draw_add_buttons(const Context& context) {
    const std::string fixed = why_not(context, WantedChange{WantedChange::Kind::Arrange});
    if (context.known_systems != nullptr) {
        open_add_ |= button(tr("+ System"),
                            !fixed.empty()                   ? fixed
                            : context.schedule.within_tick() ? tr("Systems can only be added between two ticks")
                                                             : "",
                            tr("Adds one of the systems that the program knows"));
        ImGui::SameLine();
    }
    if (button(tr("+ Rule"),
               !fixed.empty()                   ? fixed
               : context.schedule.within_tick() ? tr("Rules can only be added between two ticks")
                                                : "",
               tr("A change that is made in every tick: a system without a compiler")))
        rules_.open_new({});
    ImGui::SameLine();
}

void SystemsPanel::draw_add(const Context& context) {
    if (context.known_systems == nullptr) return;
    const Style& style = context.style;
    if (std::exchange(open_add_, false)) {
        search_.open();
        ImGui::OpenPopup("add system");
    }
    if (!ImGui::BeginPopup("add system")) return;
    search_.draw_field(style, style.px(320), tr("Find a system"));
    std::vector<const KnownSystems::System*> absent;
    for (const KnownSystems::System& each : context.known_systems->all)
        if (context.schedule.find(each.name) == nullptr) absent.push_back(&each);
    const std::vector<std::size_t>& ranked =
        search_.rank(absent.size(), [&](std::size_t choice, std::string_view word) {
            const std::string_view elsewhere[] = {absent[choice]->description};
            return match_of(word, absent[choice]->name, elsewhere);
        });
    const KnownSystems::System* chosen = nullptr;
    compat::begin_child("systems", {style.px(320), style.px(280)});
    for (std::size_t position = 0; position < ranked.size(); ++position) {
        const KnownSystems::System& each = *absent[ranked[position]];
        ImGui::PushID(static_cast<int>(ranked[position]));
        const bool clicked =
            selectable("##system", search_.marked(position), ImGuiSelectableFlags_None, {0, style.px(40)});
        const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
        tooltip(tr(std::string_view(each.description)));
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float left = low.x + style.px(4), top = low.y + style.px(3);
        draw_text_until(list, {left, top}, high.x, style.theme->text, each.name);
        draw_text_until(list, {left, top + ImGui::GetFontSize() + style.px(2)}, high.x, style.theme->quiet,
                        tr(std::string_view(each.description)));
        ImGui::PopID();
        if (clicked || search_.taken(position)) chosen = &each;
    }
    if (ranked.empty())
        quiet_text(style, absent.empty() ? tr("This world has all of them") : tr("None of them matches"));
    ImGui::EndChild();
    if (chosen != nullptr) {
        EditRequest request{phrase("Add system {}", std::string(chosen->name)), {}};
        request.edits.emplace_back(ecs::AddSystem{context.known_systems->make(chosen->name)});
        context.requests.emplace_back(std::move(request));
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
}

void SystemsPanel::draw_phase(const Context& context, ecs::Phase phase) {
    ImGui::TableNextRow(ImGuiTableRowFlags_None, row_height(context.style));
    ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, context.style.theme->raised);
    ImGui::TableSetColumnIndex(static_cast<int>(Column::Name));
    ImGui::AlignTextToFramePadding();
    quiet_text(context.style, name_for_people(phase));
    explain(Term::Phase);
}

void SystemsPanel::draw_system(const Context& context, std::size_t order) {
    const Style& style = context.style;
    const ecs::System& system = *context.schedule.systems()[order];
    const ecs::SystemStats& stats = system.stats;
    const SystemMark mark = mark_of(context, system.description.name);
    const ImU32 color = system.enabled ? style.theme->text : style.theme->quiet;
    ImGui::TableNextRow(ImGuiTableRowFlags_None, row_height(style));
    if (mark.any()) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, style.theme->hover);
    if (shown_system_ == system.description.name) {
        ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, style.theme->sel);
        if (std::exchange(scrolls_, false)) ImGui::SetScrollHereY();
    }
    ImGui::PushID(static_cast<int>(order));
    const std::string& system_name = system.description.name;
    const bool marked = context.selection.hovered_system == system_name;
    bool menu_wanted = false, pointed = false;
    const auto next_cell = [&] {
        if (!ImGui::TableNextColumn()) return false;
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float padding = style.px(wide_table_padding), width = ImGui::GetContentRegionAvail().x;
        const Area cell{{at.x - padding, at.y}, {at.x + width + padding, at.y + row_height(style)}};
        menu_wanted |= menu_asked_over(context, cell);
        pointed |= ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(cell.low, cell.high);
        return true;
    };
    const auto number = [&](const std::string& text) {
        if (next_cell()) draw_cell_number(style, text, color);
    };
    number(std::to_string(order + 1));
    next_cell();
    draw_name(context, system, mark);
    if (next_cell()) draw_replay(context, order, color);
    const bool ran = stats.runs > 0;
    const TimeSummary& summary = times_.of(system).summary;
    const bool over =
        system.enabled && system.description.budget_us > 0 && stats.last_secs * 1e6 > system.description.budget_us;
    if (next_cell())
        draw_cell_number(style, ran ? format_time(stats.last_secs) : "–", ran && over ? style.theme->warn : color);
    for (const double secs : {summary.mean_secs, summary.least_secs, summary.most_secs, summary.most_of_95_secs})
        number(summary.count > 0 ? format_time(secs) : "–");
    if (next_cell()) draw_share(style, system, color);
    if (next_cell()) draw_curve(style, system);
    if (next_cell()) draw_budget(context, system);
    // Nobody counts what a zone visits.
    number(ran && !context.schedule.of_zones() ? format_count(stats.entities_visited) : "–");
    number(ran ? format_count(stats.structural_changes) : "–");
    if (next_cell()) draw_accesses(context, system, ecs::Access::Read);
    if (next_cell()) draw_accesses(context, system, ecs::Access::Write);
    if (menu_wanted) request_menu(context, SystemAt{system_name}, note_items(system_name));
    if (pointed) point_at(context, SystemAt{system_name});
    if (pointed || marked) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, style.theme->hover);
    if (unfolded_ == system.description.name) draw_details(context, system);
    ImGui::PopID();
}

void SystemsPanel::draw_name(const Context& context, const ecs::System& system, const SystemMark& mark) {
    const Style& style = context.style;
    const std::string& name = system.description.name;
    bool enabled = pending_enabled(context, system);
    // What belongs to a group stands below its name.
    if (sort_column_ == Column::Order && !system.description.group.empty())
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::floor(style.px(18)));
    // The box is as high as the row; otherwise the row would grow.
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ImGui::GetStyle().FramePadding.x, style.px(2)});
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + std::floor((row_height(style) - ImGui::GetFrameHeight()) / 2));
    const std::string why_fixed =
        why_not(context, WantedChange{WantedChange::Kind::Switch, {}, ecs::no_component, name});
    ImGui::BeginDisabled(!why_fixed.empty());
    const bool changed = checkbox(style, "##on", enabled);
    ImGui::EndDisabled();
    ImGui::PopStyleVar();
    if (changed) {
        EditRequest request;
        request.label = enabled ? phrase("Switch {} on", name) : phrase("Switch {} off", name);
        request.edits.push_back(ecs::ToggleSystem{name, enabled});
        context.requests.push_back(std::move(request));
    }
    tooltip(!why_fixed.empty() ? why_fixed : enabled ? phrase("Switch {} off", name) : phrase("Switch {} on", name));
    ImGui::SameLine(0, style.px(6));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float middle = std::floor(at.y + ImGui::GetFrameHeight() / 2 - style.px(2));
    const float marked_px = draw_system_mark(*ImGui::GetWindowDrawList(), style, {at.x, middle}, mark);
    ImGui::SetCursorScreenPos({at.x + marked_px, at.y});
    // The name unfolds what the system visits.
    const ImVec2 name_at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x, arrow = std::floor(style.px(14));
    const bool unfolded = unfolded_ == name;
    if (invisible_button("##name", {std::max(room, 1.0f), std::floor(style.px(20))}, compat::button_reached_by_keys)) {
        unfolded_ = unfolded ? std::string() : name;
        details_at_secs_ = -1;
        all_details_ = false;
    }
    if (ImGui::IsItemFocused()) focused_ = name;
    take_dragged(context, system);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float text_y = name_at.y + (ImGui::GetItemRectSize().y - ImGui::GetFontSize()) / 2;
    float text_x = name_at.x;
    if (!system.description.rule.empty() || !system.problem.empty()) {
        const float side = std::floor(style.px(12));
        const bool stopped = !system.problem.empty();
        draw_icon(list, stopped ? Icon::Warning : Icon::Rule,
                  {text_x, std::floor(name_at.y + (ImGui::GetItemRectSize().y - side) / 2)}, side,
                  stopped ? style.theme->warn : style.theme->quiet);
        text_x += side + std::floor(style.px(5));
    }
    const std::string shown = shortened_path(name, room - arrow - (text_x - name_at.x));
    const ImU32 color = system.enabled ? style.theme->text : style.theme->quiet;
    list.AddText({text_x, std::floor(text_y)}, color, shown.c_str());
    if (ImGui::IsItemHovered() || unfolded)
        draw_fold_arrow(list, {name_at.x + room - arrow / 2, std::floor(name_at.y + ImGui::GetItemRectSize().y / 2)},
                        style.px(8), unfolded, style.theme->quiet);
    if (!tooltip_due()) return;
    std::string hint(tr(std::string_view(system.description.description)));
    if (hint.empty() || shown != name) hint = name + (hint.empty() ? "" : "\n" + hint);
    if (!system.description.rule.empty()) hint += "\n" + system.description.rule;
    if (!system.problem.empty())
        hint +=
            "\n" + (system.waiting ? phrase("It waits: {}", system.problem) : phrase("It stopped: {}", system.problem));
    else if (!system.enabled)
        hint += tr("\nSwitched off: it does not run");
    hint += words_of(context, mark);
    if (!system.description.group.empty()) hint += "\n" + phrase("In group {}", system.description.group);
    hint += '\n' + format_count(system.stats.runs, "run");
    if (system.stats.runs > 0)
        hint += phrase(", from {} to {}", format_time(system.stats.min_secs), format_time(system.stats.max_secs));
    if (system.stats.skipped_commands > 0)
        hint += phrase("\n{} skipped so far, because their entities were gone",
                       format_count(system.stats.skipped_commands, "command"));
    const std::vector<std::string> conflicts = context.schedule.conflicts(system);
    if (!conflicts.empty()) {
        hint += tr("\nMust not run at the same time as ");
        for (std::size_t i = 0; i < conflicts.size(); ++i) hint += (i > 0 ? ", " : "") + conflicts[i];
    }
    tooltip(hint);
}

std::string SystemsPanel::format_time(double secs) const {
    char text[48];
    if (times_.in_millis()) {
        std::snprintf(text, sizeof text, "%.3f ms", secs * 1e3);
        return text;
    }
    // In hundredths of a microsecond, with commas between the thousands.
    const auto hundredths = static_cast<std::uint64_t>(std::llround(secs * 1e8));
    std::snprintf(text, sizeof text, "%s.%02u µs", format_count(hundredths / 100).c_str(),
                  static_cast<unsigned>(hundredths % 100));
    return text;
}

}  // namespace panels
