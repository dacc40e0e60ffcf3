#include "panels/running/systems_panel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "ecs/world/observers.hpp"
#include "panels/archetypes/archetype_widgets.hpp"
#include "panels/base/general_keys.hpp"
#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/base/waiting.hpp"
#include "panels/widgets/first_steps.hpp"

namespace panels {

namespace {

constexpr double resort_systems_secs = 0.5;
constexpr double millis_from_secs = 0.010;  // a system that takes this long switches the column to milliseconds

constexpr ImGuiTableColumnFlags fixed_width = ImGuiTableColumnFlags_WidthFixed;
constexpr ImGuiTableColumnFlags number_column = fixed_width | ImGuiTableColumnFlags_PreferSortDescending;
constexpr ImGuiTableColumnFlags plain_column = fixed_width | ImGuiTableColumnFlags_NoSort;
constexpr ImGuiTableColumnFlags wide_column = ImGuiTableColumnFlags_WidthStretch | ImGuiTableColumnFlags_NoSort;

struct ColumnLook {
    const char* title;
    ImGuiTableColumnFlags flags;
    float width;  // at scale 1; of a column that stretches its share
    float least;  // at scale 1
    int rank;     // the columns with the lowest ranks stay where the room is small
};
constexpr std::array<ColumnLook, SystemsPanel::column_count> column_looks{{
    {"#", fixed_width, 28, 28, 8},
    {tr_later("System"), wide_column, 1.2f, 110, 0},
    {tr_later("Stage"), plain_column, 50, 50, 9},
    {tr_later("Last"), number_column, 76, 76, 7},
    {tr_later("Mean"), number_column, 76, 76, 1},
    {tr_later("Share"), number_column, 76, 76, 2},
    {tr_later("Times"), plain_column, 64, 64, 3},
    {tr_later("Entities"), number_column, 68, 68, 4},
    {tr_later("Changes"), number_column, 68, 68, 10},
    {tr_later("Reads"), wide_column, 1, 70, 6},
    {tr_later("Writes"), wide_column, 1, 70, 5},
}};
constexpr float width_of_all = 950;
constexpr std::uint32_t every_column = (1u << SystemsPanel::column_count) - 1;

/// A bit for each column; `room` at scale 1. Columns go whole, from the highest rank on.
std::uint32_t columns_that_fit(float room) {
    constexpr float padding = 2 * wide_table_padding;
    std::uint32_t shown = 0;
    float used = 0;
    for (int rank = 0; rank < SystemsPanel::column_count; ++rank) {
        const auto look = std::find_if(column_looks.begin(), column_looks.end(),
                                       [&](const ColumnLook& each) { return each.rank == rank; });
        used += look->least + padding;
        if (used > room && rank > 0) break;
        shown |= 1u << (look - column_looks.begin());
    }
    return shown;
}

const char* name_for_people(ecs::Phase phase) {
    switch (phase) {
        case ecs::Phase::PreUpdate:
            return tr("Before the update");
        case ecs::Phase::Update:
            return tr("Update");
        case ecs::Phase::PostUpdate:
            return tr("After the update");
    }
    return "";
}

}  // namespace

SystemsPanel::SystemsPanel()
    : Panel("systems", tr_later("Systems"), DockPlace::Bottom,
            tr_later("The systems of a tick in order, with their times and components")) {}

void SystemsPanel::draw(const Context& context) {
    const Style& style = context.style;
    read_times(context);
    rules_.draw(context);
    const ecs::Observers* const hooks = context.world.find_observers();
    if (context.schedule.systems().empty() && (hooks == nullptr || hooks->hook_count() == 0)) {
        const bool known = context.known_systems != nullptr;
        const char* const hint = known
                                     ? tr("Systems make the world move: each is a function that runs every tick. This "
                                          "world has none, so it stands still")
                                     : tr("Systems make the world move: each is a function that runs every tick. This "
                                          "world has none of them");
        if (known)
            open_add_ |= empty_state(style, tr("No systems"), hint, tr("Add a system…"));
        else if (empty_state(style, tr("No systems"), hint, tr("Add a rule…")))
            rules_.open_new({});
        return draw_add(context);
    }
    draw_toolbar(context);
    draw_add(context);

    constexpr ImGuiTableFlags flags = ImGuiTableFlags_Sortable | ImGuiTableFlags_SortTristate;
    const float room = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize) / style.scale;
    const std::uint32_t shown = all_columns_ ? every_column : columns_that_fit(room);
    if (!begin_wide_table("systems", style, column_count, flags, {0, 0}, all_columns_ ? width_of_all : 0)) return;
    ImGui::TableSetupScrollFreeze(2, 1);
    for (int i = 0; i < column_count; ++i) {
        const ColumnLook& look = column_looks[static_cast<std::size_t>(i)];
        const ImGuiTableColumnFlags left_out = (shown >> i & 1u) != 0 ? 0 : ImGuiTableColumnFlags_Disabled;
        const bool stretches = (look.flags & ImGuiTableColumnFlags_WidthStretch) != 0;
        ImGui::TableSetupColumn(tr(look.title), look.flags | left_out, stretches ? look.width : style.px(look.width));
    }
    const char* hints[column_count] = {
        tr("The order in which systems run. Click other columns to sort by them, a third time to come back to the "
           "order"),
        explanation(Term::System),
        tr("Systems that follow each other and do not conflict share a stage: they run at the same time, on several "
           "cores. The result equals running them in order"),
        tr("How long the last run took"),
        tr("How long a run took on average, since the system was added"),
        tr("Share in the mean time of all systems that are on"),
        tr("The last 64 runs; the highest of them reaches the top"),
        tr("How many entities the last run visited"),
        explanation(Term::StructuralChange),
        tr("Components that the system only reads"),
        tr("Components that the system writes. Two systems that write the same, or of which one reads what the other "
           "writes, must not run at the same time"),
    };
    header_row(style, hints, 0b001'1011'1101);
    if (ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs(); specs != nullptr && specs->SpecsDirty) {
        sort_column_ = specs->SpecsCount > 0 ? static_cast<Column>(specs->Specs[0].ColumnIndex) : Column::Order;
        descending_ = specs->SpecsCount > 0 && specs->Specs[0].SortDirection == ImGuiSortDirection_Descending;
        sorted_ = false;
        specs->SpecsDirty = false;
    }
    sort_rows(context);

    const auto systems = context.schedule.systems();
    if (ImGui::IsWindowHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) shown_system_.clear();
    if (sort_column_ == Column::Order) {
        // With the lines that name the phases in between; schedules are short enough for a walk.
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            const ecs::Phase phase = systems[rows_[i]]->description.phase;
            if (i == 0 || systems[rows_[i - 1]]->description.phase != phase) draw_phase(context, phase);
            draw_system(context, rows_[i]);
        }
    } else {
        for (std::size_t order : rows_) draw_system(context, order);
    }
    draw_hooks(context);
    ImGui::EndTable();
}

void SystemsPanel::read_times(const Context& context) {
    const auto systems = context.schedule.systems();
    if (known_.size() > systems.size()) known_.clear();  // another schedule
    mean_of_all_secs_ = last_of_all_secs_ = 0;
    in_millis_ = false;
    for (const ecs::System* system : systems) {
        Known& known = known_[system];
        const ecs::SystemStats& stats = system->stats;
        if (stats.runs < known.runs) known = {};
        if (stats.runs > known.runs) known.curve.add(static_cast<float>(stats.last_secs));
        known.runs = stats.runs;
        in_millis_ = in_millis_ || stats.mean_secs() >= millis_from_secs;
        if (!system->enabled) continue;
        mean_of_all_secs_ += stats.mean_secs();
        last_of_all_secs_ += stats.last_secs;
    }
}

void SystemsPanel::sort_rows(const Context& context) {
    const auto systems = context.schedule.systems();
    const bool by_order = sort_column_ == Column::Order;
    const bool due = !by_order && context.time_secs >= sorted_at_secs_ + resort_systems_secs;
    if (sorted_ && rows_.size() == systems.size() && !due) return;
    sorted_ = true;
    sorted_at_secs_ = context.time_secs;
    rows_.resize(systems.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i] = i;
    const auto number_of = [&](std::size_t order) {
        const ecs::SystemStats& stats = systems[order]->stats;
        switch (sort_column_) {
            case Column::Last:
                return stats.last_secs;
            case Column::Mean:
                return stats.mean_secs();
            case Column::Share:
                return systems[order]->enabled ? stats.mean_secs() : 0;
            case Column::Visited:
                return static_cast<double>(stats.entities_visited);
            case Column::Changes:
                return static_cast<double>(stats.structural_changes);
            default:
                return static_cast<double>(order);
        }
    };
    if (by_order && !descending_) return;
    std::stable_sort(rows_.begin(), rows_.end(), [&](std::size_t a, std::size_t b) {
        return descending_ ? number_of(b) < number_of(a) : number_of(a) < number_of(b);
    });
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
    const std::string_view why_not =
        any_on ? std::string_view(context.transport.why_not) : tr("All systems are switched off");
    if (button(tr("Step system"), why_not, hint))
        context.requests.push_back(TransportRequest{.kind = TransportRequest::Kind::StepSystem});
    ImGui::SameLine();
    draw_add_buttons(context);
    if (icon_button("##columns", style, Icon::More, std::floor(style.px(24)), tr("Columns"), {}, true))
        request_menu(context, PanelAt{},
                     {{.label = tr("All columns"),
                       .hint = tr("Also those that the panel has no room for; the table scrolls sideways then"),
                       .checked = all_columns_,
                       .run = [this](const Context&) { all_columns_ = !all_columns_; }}},
                     below_last_item());
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    if (context.schedule.within_tick() && next != nullptr) {
        const std::string whole =
            phrase("Within tick {}, next is {}", format_count(context.world.tick()), next->description.name);
        clipped_line(style.theme->text, first_that_fits({whole, phrase("Next: {}", next->description.name)},
                                                        ImGui::GetContentRegionAvail().x));
        explain(Term::Tick);
        return;
    }
    const auto on = std::count_if(systems.begin(), systems.end(), [](const auto* system) { return system->enabled; });
    const std::string count =
        phrase("{} of {} on", format_count(static_cast<std::uint64_t>(on)), format_count(systems.size()));
    const std::string time = format_time(last_of_all_secs_);
    const std::string whole = phrase("{} · last tick {}", count, time);
    const std::string shown =
        first_that_fits({whole, phrase("{} · {}", count, time), count}, ImGui::GetContentRegionAvail().x);
    clipped_line(style.theme->quiet, shown);
    tooltip((shown == whole ? "" : whole + "\n") + tr("The times of all systems that are on, added up"));
}

void SystemsPanel::draw_add_buttons(const Context& context) {
    if (context.known_systems != nullptr) {
        open_add_ |= button(tr("+ System"),
                            context.schedule.within_tick() ? tr("Systems can only be added between two ticks") : "",
                            tr("Adds one of the systems that the program knows"));
        ImGui::SameLine();
    }
    if (button(tr("+ Rule"), context.schedule.within_tick() ? tr("Rules can only be added between two ticks") : "",
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
    const bool next = context.schedule.within_tick() && context.schedule.next_system() == &system;
    const ImU32 color = system.enabled ? style.theme->text : style.theme->quiet;
    ImGui::TableNextRow(ImGuiTableRowFlags_None, row_height(style));
    if (next) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, style.theme->hover);
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
    draw_name(context, system, next);
    if (next_cell()) draw_replay(context, order, color);
    const bool ran = stats.runs > 0;
    number(ran ? format_time(stats.last_secs) : "–");
    number(ran ? format_time(stats.mean_secs()) : "–");
    if (next_cell()) draw_share(style, system, color);
    if (next_cell()) draw_curve(style, system);
    number(ran ? format_count(stats.entities_visited) : "–");
    number(ran ? format_count(stats.structural_changes) : "–");
    if (next_cell()) draw_accesses(context, system, ecs::Access::Read);
    if (next_cell()) draw_accesses(context, system, ecs::Access::Write);
    if (menu_wanted) request_menu(context, SystemAt{system_name});
    if (pointed) point_at(context, SystemAt{system_name});
    if (pointed || marked) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, style.theme->hover);
    if (unfolded_ == system.description.name) draw_details(context, system);
    ImGui::PopID();
}

void SystemsPanel::draw_name(const Context& context, const ecs::System& system, bool next) {
    const Style& style = context.style;
    const std::string& name = system.description.name;
    bool enabled = pending_enabled(context, system);
    // The box is as high as the row; otherwise the row would grow.
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ImGui::GetStyle().FramePadding.x, style.px(2)});
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + std::floor((row_height(style) - ImGui::GetFrameHeight()) / 2));
    const bool changed = checkbox(style, "##on", enabled);
    ImGui::PopStyleVar();
    if (changed) {
        EditRequest request;
        request.label = enabled ? phrase("Switch {} on", name) : phrase("Switch {} off", name);
        request.edits.push_back(ecs::ToggleSystem{name, enabled});
        context.requests.push_back(std::move(request));
    }
    tooltip(enabled ? phrase("Switch {} off", name) : phrase("Switch {} on", name));
    ImGui::SameLine(0, style.px(6));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    float x = at.x;
    if (next) {
        const float size = style.px(9), middle = std::floor(at.y + ImGui::GetFrameHeight() / 2 - style.px(2));
        draw_sign(*ImGui::GetWindowDrawList(), Sign::ArrowRight, {x + size / 2, middle}, size, style.theme->text);
        x += size + style.px(5);
        ImGui::SetCursorScreenPos({x, at.y});
    }
    // The name unfolds what the system visits.
    const ImVec2 name_at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x, arrow = std::floor(style.px(14));
    const bool unfolded = unfolded_ == name;
    if (invisible_button("##name", {std::max(room, 1.0f), std::floor(style.px(20))}, compat::button_reached_by_keys)) {
        unfolded_ = unfolded ? std::string() : name;
        details_at_secs_ = -1;
        all_details_ = false;
    }
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
    const std::string shown = shortened(name, room - arrow - (text_x - name_at.x));
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
    if (next) hint += tr("\nRuns next");
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
    if (in_millis_) {
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
