// The groups of the Systems panel: a line above the systems of a group that follow each other, which folds them,
// switches all of the group, and takes systems that are dropped on it.
#include <algorithm>
#include <cmath>

#include "ecs/edit/system_order.hpp"
#include "panels/archetypes/archetype_widgets.hpp"
#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/base/waiting.hpp"
#include "panels/running/systems_panel.hpp"

namespace panels {

void SystemsPanel::sum_groups(const Context& context) {
    groups_.clear();
    std::string_view before;
    for (const ecs::System* system : context.schedule.systems()) {
        const std::string_view name = system->description.group;
        const bool goes_on = name == before;
        before = name;
        if (name.empty()) continue;
        auto found =
            std::find_if(groups_.begin(), groups_.end(), [&](const GroupSum& each) { return each.name == name; });
        if (found == groups_.end()) found = groups_.insert(groups_.end(), GroupSum{.name = name});
        ++found->systems;
        if (!goes_on) ++found->places;
        if (!pending_enabled(context, *system)) continue;
        ++found->on;
        found->last_secs += system->stats.last_secs;
        found->mean_secs += times_.of(*system).summary.mean_secs;
    }
}

const SystemsPanel::GroupSum* SystemsPanel::group_named(std::string_view name) const {
    const auto found =
        std::find_if(groups_.begin(), groups_.end(), [&](const GroupSum& each) { return each.name == name; });
    return found == groups_.end() ? nullptr : &*found;
}

void SystemsPanel::draw_group(const Context& context, std::size_t order) {
    const Style& style = context.style;
    const std::string group = context.schedule.systems()[order]->description.group;
    const GroupSum* const sum = group_named(group);
    if (sum == nullptr) return;
    ImGui::TableNextRow(ImGuiTableRowFlags_None, row_height(style));
    ImGui::PushID("group");
    ImGui::PushID(static_cast<int>(order));
    const bool folded = folded_.contains(group);
    ImGui::TableSetColumnIndex(static_cast<int>(Column::Name));
    bool on = sum->on > 0;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ImGui::GetStyle().FramePadding.x, style.px(2)});
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + std::floor((row_height(style) - ImGui::GetFrameHeight()) / 2));
    const std::string& first = context.schedule.systems()[order]->description.name;
    const std::string why_fixed =
        why_not(context, WantedChange{WantedChange::Kind::Switch, {}, ecs::no_component, first});
    ImGui::BeginDisabled(!why_fixed.empty());
    const bool changed = checkbox(style, "##on", on, sum->on > 0 && sum->on < sum->systems);
    ImGui::EndDisabled();
    ImGui::PopStyleVar();
    const bool switches_on = sum->on < sum->systems;
    if (changed) switch_group(context, group, switches_on);
    tooltip(!why_fixed.empty() ? why_fixed
            : switches_on      ? phrase("Switch all of {} on", group)
                               : phrase("Switch all of {} off", group));
    ImGui::SameLine(0, style.px(6));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = std::max(ImGui::GetContentRegionAvail().x, 1.0f);
    if (invisible_button("##name", {room, std::floor(style.px(20))}, compat::button_reached_by_keys)) {
        if (folded)
            folded_.erase(group);
        else
            folded_.insert(group);
    }
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    if (ImGui::IsItemHovered()) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, style.theme->hover);
    if (menu_asked(context)) request_group_menu(context, group);
    std::string hint = phrase("{} of {} on", format_count(sum->on), format_count(sum->systems, "system"));
    if (sum->places > 1)
        hint += "\n" + phrase("They run at {} places; the times are those of all",
                              format_count(static_cast<std::uint64_t>(sum->places)));
    tooltip(hint);
    take_dropped_on_group(context, group, order);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float middle = std::floor((low.y + high.y) / 2), arrow = std::floor(style.px(14));
    draw_fold_arrow(list, {at.x + arrow / 2, middle}, style.px(8), !folded, style.theme->quiet);
    {
        const compat::FontScope bold(style.words_bold);
        const std::string count = folded ? "  " + format_count(sum->systems) : std::string();
        draw_text_until(list, {at.x + arrow + style.px(4), std::floor(middle - ImGui::GetFontSize() / 2)}, high.x,
                        sum->on > 0 ? style.theme->text : style.theme->quiet, group + count);
    }
    const auto number = [&](Column column, const std::string& text) {
        if (ImGui::TableSetColumnIndex(static_cast<int>(column))) draw_cell_number(style, text, style.theme->quiet);
    };
    number(Column::Last, format_time(sum->last_secs));
    number(Column::Mean, format_time(sum->mean_secs));
    const double all = times_.mean_of_all_secs();
    number(Column::Share, all > 0 ? format_percent(sum->mean_secs / all) : "–");
    ImGui::PopID();
    ImGui::PopID();
}

void SystemsPanel::switch_group(const Context& context, const std::string& group, bool enabled) const {
    EditRequest request{.label = enabled ? phrase("Switch group {} on", group) : phrase("Switch group {} off", group),
                        .edits = {},
                        .ends_gesture = true};
    for (const ecs::System* system : context.schedule.systems())
        if (system->description.group == group && system->enabled != enabled && !(enabled && system->waiting))
            request.edits.emplace_back(ecs::ToggleSystem{system->description.name, enabled});
    if (!request.edits.empty()) context.requests.emplace_back(std::move(request));
}

void SystemsPanel::request_group_menu(const Context& context, const std::string& group) {
    const GroupSum* const sum = group_named(group);
    if (sum == nullptr) return;
    std::vector<MenuItem> items;
    for (const bool enabled : {true, false})
        items.push_back({.label = enabled ? tr("Switch all on") : tr("Switch all off"),
                         .icon = Icon::Eye,
                         .why_not = (enabled ? sum->on == sum->systems : sum->on == 0)
                                        ? (enabled ? tr("All of them are on") : tr("All of them are off"))
                                        : "",
                         .wanted = {WantedChange::Kind::Switch},
                         .run = [this, group, enabled](const Context& now) { switch_group(now, group, enabled); }});
    items.push_back({.label = tr("Rename group…"),
                     .wanted = {WantedChange::Kind::Make},
                     .begins_group = true,
                     .run = [this, group](const Context&) { note_.open_for_group(group); }});
    items.push_back({.label = tr("Dissolve group"),
                     .icon = Icon::Close,
                     .wanted = {WantedChange::Kind::Make},
                     .hint = tr("Its systems stay, and belong to no group"),
                     .run = [group](const Context& now) {
                         EditRequest request{
                             .label = phrase("Dissolve group {}", group), .edits = {}, .ends_gesture = true};
                         for (const ecs::System* system : now.schedule.systems())
                             if (system->description.group == group)
                                 request.edits.emplace_back(
                                     ecs::NoteSystem{system->description.name, {}, system->description.budget_us});
                         if (!request.edits.empty()) now.requests.emplace_back(std::move(request));
                     }});
    request_menu(context, PanelAt{group}, std::move(items));
}

/// A system that is dropped on the line of a group belongs to it, and runs before the first of its systems here, if it
/// may.
void SystemsPanel::take_dropped_on_group(const Context& context, const std::string& group, std::size_t order) {
    if (!ImGui::BeginDragDropTarget()) return;
    if (const ImGuiPayload* const payload =
            ImGui::AcceptDragDropPayload("system", ImGuiDragDropFlags_AcceptBeforeDelivery)) {
        const std::string moved(static_cast<const char*>(payload->Data), static_cast<std::size_t>(payload->DataSize));
        why_no_drop_.clear();
        const ecs::System* const system = context.schedule.find(moved);
        if (payload->IsDelivery() && system != nullptr) {
            EditRequest request{
                .label = phrase("Put {} into group {}", moved, group), .edits = {}, .ends_gesture = true};
            if (system->description.group != group)
                request.edits.emplace_back(ecs::NoteSystem{moved, group, system->description.budget_us});
            const std::string& first = context.schedule.systems()[order]->description.name;
            if (first != moved && ecs::why_not_beside(context.schedule, moved, first, false).empty())
                request.edits.emplace_back(ecs::move_beside(context.schedule, moved, first, false));
            if (!request.edits.empty()) context.requests.emplace_back(std::move(request));
        }
    }
    ImGui::EndDragDropTarget();
}

std::vector<MenuItem> SystemsPanel::note_items(const std::string& system) {
    return {{.label = tr("Group and budget…"),
             .wanted = {WantedChange::Kind::Make},
             .hint = tr("Puts the system into a group with a name, and says how long it may take"),
             .run = [this, system](const Context& now) {
                 if (const ecs::System* its = now.schedule.find(system)) note_.open_for(*its);
             }}};
}

}  // namespace panels
