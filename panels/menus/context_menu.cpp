#include "panels/menus/context_menu.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "panels/base/key_map.hpp"
#include "panels/base/language.hpp"
#include "panels/base/main_area.hpp"
#include "panels/inspector/component_list.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/menus/menu_of.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr const char* menu_popup = "##context menu";
constexpr const char* name_popup = "##context menu, name";
constexpr const char* component_popup = "##context menu, components";

constexpr float icon_px = 16, icon_gap_px = 6, title_px = 280;

/// Spaces as wide as an icon, which is drawn over them: Dear ImGui aligns labels, keys and arrows by themselves.
std::string room_for_icon(const Style& style) {
    const float wide = style.px(icon_px + icon_gap_px), space = std::max(ImGui::CalcTextSize(" ").x, 1.0f);
    return std::string(static_cast<std::size_t>(std::ceil(wide / space)), ' ');
}

/// A popup stays where it opened, but not beyond the edge of the screen.
void keep_on_screen() {
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    const Area screen = main_area();
    const ImVec2 inside{std::max(screen.low.x, std::min(at.x, screen.high.x - size.x)),
                        std::max(screen.low.y, std::min(at.y, screen.high.y - size.y))};
    if (inside.x != at.x || inside.y != at.y) ImGui::SetWindowPos(inside);
}

/// The menu with what only the panel has.
std::vector<MenuItem> with_own(std::vector<MenuItem> menu, const std::vector<MenuItem>& own) {
    std::vector<MenuItem> first;
    for (const MenuItem& each : own) {
        const auto same =
            std::find_if(menu.begin(), menu.end(), [&](const MenuItem& item) { return item.label == each.label; });
        if (same == menu.end()) {
            first.push_back(each);
        } else if (!each.run && each.items.empty()) {
            same->keys = each.keys;
        } else {
            const std::string why_not = std::move(same->why_not);
            const std::string_view action = same->action;
            const WantedChange wanted = std::move(same->wanted);
            *same = each;
            if (same->wanted.kind == WantedChange::Kind::Nothing) same->wanted = wanted;
            if (same->why_not.empty()) same->why_not = why_not;
            if (same->action.empty()) same->action = action;
        }
    }
    if (first.empty()) return menu;
    if (!menu.empty()) menu.front().begins_group = true;
    first.insert(first.end(), std::make_move_iterator(menu.begin()), std::make_move_iterator(menu.end()));
    return first;
}

std::string keys_of(const Context& context, const MenuItem& item) {
    const std::string_view command = item.action.empty() ? item.command : item.action;
    if (!item.keys.empty() || command.empty() || context.key_map == nullptr) return item.keys;
    const KeyMap::Entry* const entry = context.key_map->find(command);
    return entry != nullptr ? to_string(entry->chords[0]) : std::string();
}

}  // namespace

struct ContextMenu::Open {
    MenuRequest request;
    std::string clipboard;
    const ecs::World* world = nullptr;
    MenuItem::Opens shows = MenuItem::Opens::Nothing;  // Nothing: the menu
    bool opening = true;                               // the popup is to be opened
    ImVec2 at;                                         // where the menu stood
    // Of what the menu asks for
    std::vector<ecs::Entity> entities;
    std::string name;
    ComponentList components;
};

ContextMenu::ContextMenu() = default;
ContextMenu::~ContextMenu() = default;

void ContextMenu::close() { open_.reset(); }

void ContextMenu::take_requests(const Context& context) {
    const auto first = std::stable_partition(context.requests.begin(), context.requests.end(), [](const Request& each) {
        return !std::holds_alternative<OpenMenuRequest>(each);
    });
    if (first == context.requests.end()) return;
    open_ = std::make_unique<Open>();
    open_->request = std::move(*std::get<OpenMenuRequest>(context.requests.back()).menu);
    open_->world = &context.world;
    // Once: another program is asked for it, which may be slow.
    if (const char* const text = ImGui::GetClipboardText()) open_->clipboard = text;
    context.requests.erase(first, context.requests.end());
    if (open_->request.at_once.empty()) return;
    for (const MenuItem& item : menu_of({context, open_->clipboard}, open_->request.at)) {
        if (item.command != open_->request.at_once || !why_not(context, item).empty() || !item.run) continue;
        open_.reset();
        return item.run(context);
    }
}

void ContextMenu::draw(const Context& context) {
    take_requests(context);
    if (open_ != nullptr && open_->world != &context.world) open_.reset();
    if (open_ == nullptr) return;
    const Style& style = context.style;
    // Rows of 24 px.
    const float between = row_height(style) - std::floor(ImGui::GetTextLineHeight());
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {style.px(8), std::max(between, 0.0f)});
    switch (open_->shows) {
        case MenuItem::Opens::Nothing:
            draw_menu(context);
            break;
        case MenuItem::Opens::NameField:
            draw_name_field(context);
            break;
        case MenuItem::Opens::ComponentList:
            draw_component_list(context);
            break;
    }
    ImGui::PopStyleVar();
}

void ContextMenu::draw_menu(const Context& context) {
    Open& open = *open_;
    if (std::exchange(open.opening, false)) {
        ImGui::OpenPopup(menu_popup);
        if (open.request.place) ImGui::SetNextWindowPos(*open.request.place, ImGuiCond_Always);
    }
    if (!ImGui::BeginPopup(menu_popup, ImGuiWindowFlags_NoSavedSettings)) return open_.reset();
    if (open.request.place) keep_on_screen();
    open.at = ImGui::GetWindowPos();
    const MenuTitle title = title_of(context, open.request.at);
    if (!title.name.empty()) clipped_text(title.name, context.style.px(title_px));
    if (!title.more.empty()) clipped_text(context.style.theme->quiet, title.more, context.style.px(title_px));
    if (!title.name.empty()) ImGui::Separator();
    draw_items(context, with_own(menu_of({context, open.clipboard}, open.request.at), open.request.items));
    ImGui::EndPopup();
}

void ContextMenu::draw_items(const Context& context, const std::vector<MenuItem>& items) {
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].begins_group && i > 0) ImGui::Separator();
        ImGui::PushID(static_cast<int>(i));
        draw_item(context, items[i]);
        ImGui::PopID();
    }
}

void ContextMenu::draw_item(const Context& context, const MenuItem& item) {
    const Style& style = context.style;
    const std::string reason = why_not(context, item);
    const bool enabled = reason.empty();
    const std::string keys = keys_of(context, item), label = room_for_icon(style) + label_text(item.label);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float line = ImGui::GetTextLineHeight();
    const ImU32 ink = enabled ? style.theme->quiet : style.theme->faint;
    const auto draw_own_icon = [&](ImU32 color) {
        const auto icon = item.checked ? std::optional(Icon::Check) : item.icon;
        const float side = std::floor(style.px(icon_px));
        if (icon) draw_icon(list, *icon, {at.x, std::round(at.y + (line - side) / 2)}, side, color);
    };
    if (!item.items.empty()) {
        const bool open = ImGui::BeginMenu(label.c_str(), enabled);
        draw_own_icon(ink);
        if (!open) {
            tooltip(enabled ? item.hint : reason);
            return;
        }
        draw_items(context, item.items);
        ImGui::EndMenu();
        return;
    }
    // The keys are drawn here, flush right; Dear ImGui only leaves room for them.
    ImGui::PushStyleColor(ImGuiCol_TextDisabled, 0);
    const bool chosen = ImGui::MenuItem(label.c_str(), keys.empty() ? nullptr : keys.c_str(), false, enabled);
    ImGui::PopStyleColor();
    const bool hovered = enabled && ImGui::IsItemHovered();
    const ImU32 color = hovered ? style.theme->quiet_sel : ink;
    draw_own_icon(color);
    if (!keys.empty()) {
        const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
        list.AddText({std::floor(right - ImGui::CalcTextSize(keys.c_str()).x), at.y}, color, keys.c_str());
    }
    tooltip(enabled ? item.hint : reason);
    if (!chosen) return;
    if (item.run) item.run(context);
    if (item.opens == MenuItem::Opens::Nothing) return;
    Open& open = *open_;
    open.shows = item.opens;
    open.opening = true;
    // A name is that of one entity; components are for all that are meant.
    open.entities = item.opens == MenuItem::Opens::NameField ? std::vector{item.opens_for}
                                                             : entities_meant(context.selection, item.opens_for);
}

void ContextMenu::draw_name_field(const Context& context) {
    Open& open = *open_;
    const ecs::Entity entity = open.entities.front();
    const bool opening = std::exchange(open.opening, false);
    if (opening) {
        open.name = context.world.name(entity);
        ImGui::OpenPopup(name_popup);
    }
    ImGui::SetNextWindowPos(open.at, ImGuiCond_Appearing);
    if (!context.world.alive(entity) || !ImGui::BeginPopup(name_popup, ImGuiWindowFlags_NoSavedSettings))
        return open_.reset();
    clipped_text(context.style.theme->quiet, phrase("Rename {}", name_or_id(context.world, entity)),
                 context.style.px(title_px));
    if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(context.style.px(title_px));
    const bool entered = input_text("##name", open.name, tr("Name (empty: none)"),
                                    ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    keep_on_screen();
    if (entered) {
        request_rename(context, entity, open.name);
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
}

void ContextMenu::draw_component_list(const Context& context) {
    Open& open = *open_;
    if (std::exchange(open.opening, false)) {
        open.components.open();
        ImGui::OpenPopup(component_popup);
    }
    ImGui::SetNextWindowPos(open.at, ImGuiCond_Appearing);
    std::erase_if(open.entities, [&](ecs::Entity each) { return !context.world.alive(each); });
    if (open.entities.empty() || !ImGui::BeginPopup(component_popup, ImGuiWindowFlags_NoSavedSettings))
        return open_.reset();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {context.style.px(8), context.style.px(4)});
    if (open.components.draw(context, open.entities)) ImGui::CloseCurrentPopup();
    ImGui::PopStyleVar();
    keep_on_screen();
    ImGui::EndPopup();
}

}  // namespace panels
