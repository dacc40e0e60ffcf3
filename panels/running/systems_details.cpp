// The rows below an unfolded system: the archetypes that it visits, and those that miss by one component. And those
// below all systems: the hooks of components.
#include <algorithm>
#include <cmath>

#include "ecs/edit/system_order.hpp"
#include "ecs/world/observers.hpp"
#include "panels/archetypes/archetype_widgets.hpp"
#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/base/rule_part.hpp"
#include "panels/running/systems_panel.hpp"
#include "panels/widgets/little_room.hpp"

namespace panels {

namespace {

constexpr double details_secs = 0.25;    // between two looks at all archetypes
constexpr std::size_t details_few = 16;  // rows of each kind, until somebody asks for all

/// A row across all columns. Returns whether it was clicked.
bool whole_row(const Style& style, const char* id, bool selected, bool clickable) {
    ImGui::TableNextRow(ImGuiTableRowFlags_None, row_height(style));
    ImGui::TableSetColumnIndex(1);  // that of the names, which is always there
    if (!clickable) {
        ImGui::Dummy({1, row_height(style)});
        return false;
    }
    return selectable(id, selected, ImGuiSelectableFlags_SpanAllColumns, {0, row_height(style)});
}

/// What is drawn while it lives may reach over all columns of the row.
class AcrossColumns {
public:
    AcrossColumns() {
        const ImVec2 at = ImGui::GetWindowPos();
        right_ = at.x + ImGui::GetWindowWidth() - ImGui::GetStyle().ScrollbarSize;
        const float upper = ImGui::GetWindowDrawList()->GetClipRectMin().y;
        const float lower = ImGui::GetWindowDrawList()->GetClipRectMax().y;
        ImGui::GetWindowDrawList()->PushClipRect({at.x, upper}, {right_, lower}, false);
    }
    ~AcrossColumns() { ImGui::GetWindowDrawList()->PopClipRect(); }
    AcrossColumns(const AcrossColumns&) = delete;
    AcrossColumns& operator=(const AcrossColumns&) = delete;

    float right() const { return right_; }

private:
    float right_ = 0;
};

}  // namespace

namespace {

std::string words_of_hook(ecs::ObservedKind kind, const std::string& component) {
    switch (kind) {
        case ecs::ObservedKind::Added:
            return phrase("{} was added", component);
        case ecs::ObservedKind::Removed:
            return phrase("{} was removed", component);
        case ecs::ObservedKind::Set:
            return phrase("{} was set", component);
    }
    return {};
}

const char* hint_of(ecs::ObservedKind kind) {
    switch (kind) {
        case ecs::ObservedKind::Added:
            return tr("Runs when an entity got the component");
        case ecs::ObservedKind::Removed:
            return tr("Runs when an entity lost the component");
        case ecs::ObservedKind::Set:
            return tr("Runs when the value of the component is another one");
    }
    return "";
}

}  // namespace

void SystemsPanel::show_part(std::string_view part) {
    if (part.starts_with(rule_part)) return rules_.open(std::string(part.substr(rule_part.size())));
    if (part.starts_with(new_rule_part)) return rules_.open_new(std::string(part.substr(new_rule_part.size())));
    shown_system_ = part;
    scrolls_ = true;
}

std::vector<Panel::NamedPart> SystemsPanel::named_parts() const {
    return {{part_for_new_rule({}), tr("Add rule…"), tr("a change that is made in every tick")}};
}

/// The change of a rule, and why it does not run. A click changes it.
void SystemsPanel::draw_rule(const Context& context, const ecs::System& system) {
    const Style& style = context.style;
    const bool clicked = whole_row(style, "##rule", false, true);
    tooltip(tr("Click to change the rule"));
    // The row begins left of the column of the names, where its text stands.
    const ImVec2 at{ImGui::GetCursorScreenPos().x, ImGui::GetItemRectMin().y};
    {
        const AcrossColumns across;
        const float y = std::floor(at.y + (row_height(style) - ImGui::GetFontSize()) / 2);
        draw_text_until(*ImGui::GetWindowDrawList(), {at.x + style.px(22), y}, across.right(), style.theme->text,
                        system.description.rule);
    }
    if (clicked) rules_.open(system.description.name);
    if (system.problem.empty()) return;
    whole_row(style, "##problem", false, false);
    const ImVec2 below = ImGui::GetItemRectMin();
    const AcrossColumns across;
    const float y = std::floor(below.y + (row_height(style) - ImGui::GetFontSize()) / 2);
    draw_text_until(*ImGui::GetWindowDrawList(), {below.x + style.px(22), y}, across.right(), style.theme->warn,
                    system.waiting ? phrase("It waits: {}", system.problem) : phrase("It stopped: {}", system.problem));
}

/// A row may be dragged over another one: the system then runs just before that, or just after it.
void SystemsPanel::take_dragged(const Context& context, const ecs::System& system) {
    const std::string& name = system.description.name;
    if (ImGui::BeginDragDropSource()) {
        ImGui::SetDragDropPayload("system", name.data(), name.size());
        ImGui::TextUnformatted(name.c_str());
        if (!why_no_drop_.empty()) colored_text(context.style.theme->error, why_no_drop_);
        ImGui::EndDragDropSource();
    }
    if (sort_column_ != Column::Order || !ImGui::BeginDragDropTarget()) return;
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const bool after = ImGui::GetMousePos().y > (low.y + high.y) / 2;
    const ImGuiPayload* const payload = ImGui::AcceptDragDropPayload(
        "system", ImGuiDragDropFlags_AcceptBeforeDelivery | ImGuiDragDropFlags_AcceptNoDrawDefaultRect);
    if (payload != nullptr) {
        const std::string moved(static_cast<const char*>(payload->Data), static_cast<std::size_t>(payload->DataSize));
        const std::string why_not =
            moved == name ? std::string() : ecs::why_not_beside(context.schedule, moved, name, after);
        const float y = after ? high.y : low.y;
        why_no_drop_ = why_not;
        if (moved != name)
            ImGui::GetWindowDrawList()->AddLine(
                {low.x, y}, {high.x, y}, why_not.empty() ? context.style.theme->accent : context.style.theme->error,
                context.style.px(2));
        if (payload->IsDelivery() && moved != name && why_not.empty()) {
            EditRequest request{phrase("Move system {}", moved), {}};
            request.edits.emplace_back(ecs::move_beside(context.schedule, moved, name, after));
            // It stands among the others of a group, so it is one of them.
            const ecs::SystemDescription& its = context.schedule.find(moved)->description;
            if (its.group != system.description.group)
                request.edits.emplace_back(ecs::NoteSystem{moved, system.description.group, its.budget_us});
            request.ends_gesture = true;
            context.requests.emplace_back(std::move(request));
        }
    }
    ImGui::EndDragDropTarget();
}

void SystemsPanel::draw_hooks(const Context& context) {
    const ecs::Observers* const observers = context.world.find_observers();
    if (observers == nullptr || observers->hook_count() == 0) return;
    const Style& style = context.style;
    ImGui::TableNextRow(ImGuiTableRowFlags_None, row_height(style));
    ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, style.theme->raised);
    ImGui::TableSetColumnIndex(1);
    ImGui::AlignTextToFramePadding();
    {
        const AcrossColumns across;
        quiet_text(style, tr("Hooks, between two stages"));
    }
    tooltip(
        tr("A hook is a function of the program that runs when entities got a component, lost it, or when its "
           "value changed"));
    int number = 0;
    for (const ecs::Observers::Description& hook : observers->descriptions()) {
        ImGui::PushID("hook");
        ImGui::PushID(number++);
        const ecs::ComponentType& type = context.world.types()[hook.component];
        whole_row(style, "##hook", false, true);
        const ImVec2 low = ImGui::GetItemRectMin();
        const bool hovered = ImGui::IsItemHovered();
        offer_menu(context, ComponentAt{ecs::null_entity, hook.component});
        if (hovered) point_at(context, SystemAt{hook.name});
        if (tooltip_due())
            tooltip(hook.name + "\n" + hint_of(hook.kind) + "\n" +
                    tr("It was registered under this name, which the journal has as the cause of what it changes"));
        const bool pointed =
            context.selection.hovered_component == hook.component || context.selection.hovered_system == hook.name;
        if (pointed) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, style.theme->hover);
        const AcrossColumns across;
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float y = std::floor(low.y + (row_height(style) - ImGui::GetFontSize()) / 2);
        const float left = std::max(low.x, ImGui::GetWindowPos().x) + style.px(22);
        const std::string calls = format_count(hook.calls, "call");
        const float calls_left = across.right() - style.px(8) - text_width(calls);
        list.AddText({calls_left, y}, style.theme->quiet, calls.c_str());
        const float end = calls_left - style.px(12), middle = std::floor(left + (end - left) * 0.45f);
        draw_text_until(list, {left, y}, middle - style.px(8), style.theme->text, hook.name);
        component_mark(style, type, list, {middle + style.px(4), std::floor(low.y + row_height(style) / 2)},
                       std::floor(style.px(8)));
        draw_text_until(list, {middle + style.px(14), y}, end, style.theme->quiet,
                        words_of_hook(hook.kind, std::string(short_name(type.name))));
        ImGui::PopID();
        ImGui::PopID();
    }
}

bool SystemsPanel::draw_words_row(const Context& context, std::string_view words) {
    const Style& style = context.style;
    whole_row(style, "##words", false, false);
    const ImVec2 at = ImGui::GetItemRectMin();
    const AcrossColumns across;
    const float y = std::floor(at.y + (row_height(style) - ImGui::GetFontSize()) / 2);
    draw_text_until(*ImGui::GetWindowDrawList(), {at.x + style.px(22), y}, across.right(), style.theme->quiet, words);
    const bool over =
        ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(at, {across.right(), at.y + row_height(style)}, false);
    return over && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
}

void SystemsPanel::draw_archetype_row(const Context& context, ecs::ArchetypeId id, std::size_t entities,
                                      const ecs::NearArchetype* near) {
    const Style& style = context.style;
    const ecs::Archetype& archetype = context.world.archetype(id);
    ImGui::PushID(static_cast<int>(id));
    if (near != nullptr) ImGui::PushID(static_cast<int>(near->component));
    if (whole_row(style, "##archetype", context.selection.archetype() == id, true))
        context.selection.select_archetype(id);
    const ImVec2 row_low = ImGui::GetItemRectMin();
    if (context.selection.hovered_archetype == id)
        ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, style.theme->hover);
    offer_menu(context, ArchetypeAt{id});
    if (const Tooltip shown; shown) archetype_tooltip(context, archetype);
    {
        const AcrossColumns across;
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float y = std::floor(row_low.y + (row_height(style) - ImGui::GetFontSize()) / 2);
        const float begin = std::max(row_low.x, ImGui::GetWindowPos().x) + style.px(44);
        const std::string count = format_count(entities, "entity", "entities");
        const float count_left = across.right() - style.px(8) - text_width(count);
        const float room = count_left - begin - style.px(12);
        const float used = draw_archetype_label(context, archetype, {begin, y},
                                                near != nullptr ? std::min(room, style.px(220)) : room);
        if (near != nullptr) {
            const ecs::ComponentType& type = context.world.types()[near->component];
            const std::string miss = near->lacks ? phrase("lacks component {}", std::string(short_name(type.name)))
                                                 : phrase("has {}", std::string(short_name(type.name)));
            const float miss_left = begin + std::max(used, std::min(room * 0.5f, style.px(220))) + style.px(12);
            draw_text_until(list, {miss_left, y}, count_left - style.px(8), style.theme->error, miss);
        }
        list.AddText({count_left, y}, style.theme->quiet, count.c_str());
    }
    if (near != nullptr) ImGui::PopID();
    ImGui::PopID();
}

void SystemsPanel::draw_details(const Context& context, const ecs::System& system) {
    const ecs::World& world = context.world;
    if (details_at_secs_ < 0 || context.time_secs >= details_at_secs_ + details_secs ||
        context.time_secs < details_at_secs_) {
        details_ = archetypes_of_system(world, system.description);
        details_at_secs_ = context.time_secs;
    }
    ImGui::PushID("details");
    if (!system.description.rule.empty()) draw_rule(context, system);
    if (system.description.queries.empty()) {
        draw_words_row(context, words_for_not_told(world, system.description));
        return ImGui::PopID();
    }
    // Edits and ticks since then may have emptied what was found; archetypes never go.
    draw_words_row(context, details_.visited.empty()
                                ? std::string(tr("It visits no entity"))
                                : phrase("Visits {} in {}", format_count(details_.entities, "entity", "entities"),
                                         format_count(details_.visited.size(), "archetype")));
    const std::size_t most = all_details_ ? std::max(details_.visited.size(), details_.near.size()) : details_few;
    for (std::size_t i = 0; i < std::min(details_.visited.size(), most); ++i)
        draw_archetype_row(context, details_.visited[i].archetype, details_.visited[i].entities, nullptr);
    if (!details_.near.empty())
        draw_words_row(context, phrase("{} by one component",
                                       format_count(details_.near.size(), "archetype misses", "archetypes miss")));
    for (std::size_t i = 0; i < std::min(details_.near.size(), most); ++i)
        draw_archetype_row(context, details_.near[i].archetype, details_.near[i].entities, &details_.near[i]);
    if (std::max(details_.visited.size(), details_.near.size()) > most && draw_words_row(context, tr("Show all…")))
        all_details_ = true;
    ImGui::PopID();
}

}  // namespace panels
