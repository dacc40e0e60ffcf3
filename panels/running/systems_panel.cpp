#include "panels/running/systems_panel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "panels/archetypes/archetype_widgets.hpp"
#include "panels/base/general_keys.hpp"
#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/base/waiting.hpp"
#include "panels/widgets/first_steps.hpp"

namespace panels {

namespace {

constexpr double resort_secs = 0.5;
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

float text_top(const Style& style) { return std::floor((row_height(style) - ImGui::GetTextLineHeight()) / 2); }

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

void TimeCurve::add(float secs) {
    secs_[next_] = secs;
    next_ = (next_ + 1) % length;
    size_ = std::min(size_ + 1, length);
}

float TimeCurve::highest() const {
    float highest = 0;
    for (std::size_t i = 0; i < size_; ++i) highest = std::max(highest, (*this)[i]);
    return highest;
}

SystemsPanel::SystemsPanel()
    : Panel("systems", tr_later("Systems"), DockPlace::Bottom,
            tr_later("The systems of a tick in order, with their times and components")) {}

void SystemsPanel::draw(const Context& context) {
    const Style& style = context.style;
    read_times(context);
    if (context.schedule.systems().empty()) {
        const bool known = context.known_systems != nullptr;
        const char* const hint = known
                                     ? tr("Systems make the world move: each is a function that runs every tick. This "
                                          "world has none, so it stands still")
                                     : tr("Systems make the world move: each is a function that runs every tick. This "
                                          "world has none of them");
        if (!known)
            empty_without_program(context, tr("No systems"), hint);
        else
            open_add_ |= empty_state(style, tr("No systems"), hint, tr("Add a system…"));
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
    const bool due = !by_order && context.time_secs >= sorted_at_secs_ + resort_secs;
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
    if (context.known_systems != nullptr) {
        open_add_ |= button(tr("+ Add system"),
                            context.schedule.within_tick() ? tr("Systems can only be added between two ticks") : "",
                            tr("Adds one of the systems that the program knows"));
        ImGui::SameLine();
    }
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
        colored_text(style.theme->text,
                     phrase("Within tick {}, next is {}", format_count(context.world.tick()), next->description.name));
        explain(Term::Tick);
        return;
    }
    const auto on = std::count_if(systems.begin(), systems.end(), [](const auto* system) { return system->enabled; });
    quiet_text(style, phrase("{} of {} on · last tick {}", format_count(static_cast<std::uint64_t>(on)),
                             format_count(systems.size()), format_time(last_of_all_secs_)));
    tooltip(tr("The times of all systems that are on, added up"));
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
    const std::string shown = shortened(name, room - arrow);
    const ImU32 color = system.enabled ? style.theme->text : style.theme->quiet;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float text_y = name_at.y + (ImGui::GetItemRectSize().y - ImGui::GetFontSize()) / 2;
    list.AddText({name_at.x, std::floor(text_y)}, color, shown.c_str());
    if (ImGui::IsItemHovered() || unfolded)
        draw_fold_arrow(list, {name_at.x + room - arrow / 2, std::floor(name_at.y + ImGui::GetItemRectSize().y / 2)},
                        style.px(8), unfolded, style.theme->quiet);
    if (!tooltip_due()) return;
    std::string hint(tr(std::string_view(system.description.description)));
    if (hint.empty() || shown != name) hint = name + (hint.empty() ? "" : "\n" + hint);
    if (!system.enabled) hint += tr("\nSwitched off: it does not run");
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

void SystemsPanel::draw_replay(const Context& context, std::size_t order, ImU32 color) {
    const auto systems = context.schedule.systems();
    const auto stages = context.schedule.stages();
    const bool on = stages[order] != ecs::Schedule::no_stage;
    draw_cell_number(context.style, on ? std::to_string(stages[order] + 1) : "–", color);
    ImGui::Dummy({std::max(1.0f, ImGui::GetContentRegionAvail().x), row_height(context.style)});
    if (!on || !tooltip_due()) return;
    std::string others;
    for (std::size_t i = 0; i < stages.size(); ++i)
        if (i != order && stages[i] == stages[order])
            others += (others.empty() ? "" : ", ") + systems[i]->description.name;
    if (!others.empty())
        tooltip(phrase("May run at the same time as {}", others));
    else if (systems[order]->description.parallel)
        tooltip(tr("Runs alone: its neighbours conflict with it, or wait for it"));
    else
        tooltip(tr("Runs alone: it does not declare that others may run at the same time"));
}

void SystemsPanel::draw_share(const Style& style, const ecs::System& system, ImU32 color) {
    const double share = system.enabled && mean_of_all_secs_ > 0 ? system.stats.mean_secs() / mean_of_all_secs_ : 0;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float wide = std::floor(style.px(30)), high = std::floor(style.px(8));
    const float top = at.y + std::floor((row_height(style) - high) / 2);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({at.x, top}, {at.x + wide, top + high}, style.theme->raised, style.px(2));
    const float filled = std::round(wide * static_cast<float>(share));
    if (filled > 0)
        list.AddRectFilled({at.x, top}, {at.x + filled, top + high}, style.theme->bar,
                           std::min(style.px(2), filled / 2));
    draw_cell_number(style, system.enabled && system.stats.runs > 0 ? format_percent(share) : "–", color);
}

void SystemsPanel::draw_curve(const Style& style, const ecs::System& system) {
    const TimeCurve& curve = known_[&system].curve;
    const float highest = curve.highest();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float wide = ImGui::GetContentRegionAvail().x, high = row_height(style) - style.px(8);
    if (curve.size() >= 2 && highest > 0) {
        std::array<ImVec2, TimeCurve::length> points;
        const float step = wide / static_cast<float>(TimeCurve::length - 1);
        const float first = static_cast<float>(TimeCurve::length - curve.size()) * step;
        for (std::size_t i = 0; i < curve.size(); ++i)
            points[i] = {at.x + first + static_cast<float>(i) * step,
                         at.y + style.px(4) + high * (1 - curve[i] / highest)};
        compat::add_polyline(*ImGui::GetWindowDrawList(), points.data(), static_cast<int>(curve.size()),
                             system.enabled ? style.theme->bar : style.theme->line, false, 1);
    }
    ImGui::Dummy({std::max(wide, 1.0f), high});
    if (curve.size() > 0)
        tooltip(phrase("The last {}, the longest took {}", format_count(curve.size(), "run"),
                       format_time(static_cast<double>(highest))));
}

void SystemsPanel::draw_accesses(const Context& context, const ecs::System& system, ecs::Access access) {
    const Style& style = context.style;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float end = at.x + ImGui::GetContentRegionAvail().x, top = at.y + text_top(style);
    const float mark = std::floor(style.px(8)), inner = std::floor(style.px(6));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool writes = access == ecs::Access::Write;
    const ImU32 color = writes && system.enabled ? style.theme->text : style.theme->quiet;
    std::vector<ecs::ComponentId> components;
    std::string all;
    for (const ecs::SystemAccess& one : system.description.accesses) {
        if (one.access != access || one.component >= context.world.types().size()) continue;
        components.push_back(one.component);
        all += (all.empty() ? "" : ", ") + std::string(short_name(context.world.types()[one.component].name));
    }
    if (components.empty()) {
        list.AddText({at.x, top}, style.theme->quiet, "–");
        return;
    }
    const auto width_of = [](std::string_view text) {
        return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
    };
    const float gap = std::floor(style.px(10));
    float x = at.x;
    for (std::size_t i = 0; i < components.size(); ++i) {
        // The number of the others is always shown, and before it at least the first name.
        const std::size_t left = components.size() - i;
        const float more = left == 1 ? 0 : gap + width_of('+' + std::to_string(left - 1));
        const std::string_view name = short_name(context.world.types()[components[i]].name);
        if (i > 0 && x + mark + inner + width_of(name) + more > end) {
            draw_text_until(list, {x, top}, end, style.theme->quiet, '+' + std::to_string(left));
            x = end;
            break;
        }
        component_mark(style, context.world.types()[components[i]], list,
                       {std::floor(x + mark / 2), std::floor(top + ImGui::GetTextLineHeight() / 2)}, mark);
        x += mark + inner;
        if (ImGui::IsWindowHovered() &&
            ImGui::IsMouseHoveringRect({x - mark - inner, at.y}, {x + width_of(name), at.y + row_height(style)}))
            point_at(context, ComponentAt{ecs::null_entity, components[i]});
        draw_text_until(list, {x, top}, end - more, color, name);
        x = std::min(x + width_of(name), end - more) + gap;
    }
    ImGui::Dummy({std::max(1.0f, std::min(x, end) - at.x), row_height(style)});
    if (!tooltip_due()) return;
    std::string hint = (writes ? tr("Writes ") : tr("Only reads ")) + all;
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
