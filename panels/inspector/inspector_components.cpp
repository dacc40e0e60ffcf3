// The components of the inspected entity, and the list of components that can be added.
#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "panels/base/keys_used.hpp"
#include "panels/base/language.hpp"
#include "panels/base/noted_places.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/base/waiting.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/inspector/field_keys.hpp"
#include "panels/inspector/inspector_panel.hpp"
#include "panels/inspector/reference_scan.hpp"
#include "panels/widgets/key_caps.hpp"
#include "panels/widgets/structural_cost.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr KeyCommand remove_component{"inspector.remove_component", tr_later("Remove component"),
                                      tr_later("Removes the component whose head the keyboard is at"),
                                      plain(Key::Delete)};
constexpr KeyCommand follow_reference{"inspector.follow_reference", tr_later("Follow the reference"),
                                      tr_later("Selects the first entity that a field refers to"), plain(Key::J)};
constexpr KeyCommand add_component{"inspector.add_component", tr_later("Add component"),
                                   tr_later("Lists the components that the entity can get"), shift(Key::A)};
constexpr KeyCommand inspector_commands[] = {add_component,     remove_component,  follow_reference,
                                             keys::copy_value,  keys::paste_value, keys::default_value,
                                             keys::negate_value};

/// Does to what is under the mouse what its menu has, by the menu's keys.
void do_by_key(const Context& context, const PointedAt& at, bool under_mouse) {
    if (!under_mouse || ImGui::IsAnyItemActive()) return;
    for (const KeyCommand& command : {keys::copy_value, keys::paste_value, keys::default_value, keys::negate_value})
        if (take_command(context, command, false))
            context.requests.push_back(
                OpenMenuRequest{std::make_shared<MenuRequest>(MenuRequest{.at = at, .at_once = command.id})});
}

/// Of the component whose head was the last item.
bool removal_by_key(const Context& context, std::string_view why_not) {
    return ImGui::IsItemFocused() && ImGui::GetIO().NavVisible && take_command(context, remove_component, false) &&
           why_not.empty();
}

}  // namespace

std::span<const KeyCommand> InspectorPanel::commands() const { return inspector_commands; }

void InspectorPanel::follow_by_key(const Context& context, ecs::Entity entity) {
    if (!take_command(context, follow_reference, false)) return;
    if (const ecs::Entity target = first_reference(context.world, entity)) context.selection.select(target);
}

bool InspectorPanel::draw_component_head(const Context& context, ecs::Entity entity, const ecs::ComponentType& type) {
    const Style& style = context.style;
    const bool foldable = !type.is_tag();
    const bool folded = folded_.contains(type.name);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = row_height(style), width = ImGui::GetContentRegionAvail().x;

    compat::begin_overlapped_item();
    const bool clicked = invisible_button("##head", {std::max(width, 1.0f), height}, compat::button_reached_by_keys);
    compat::end_overlapped_item();
    const bool hovered = ImGui::IsItemHovered();
    if (hovered) point_at(context, ComponentAt{entity, type.id});
    do_by_key(context, ComponentAt{entity, type.id}, hovered);
    const bool marked = context.selection.hovered_component == type.id;
    const ImVec2 after = ImGui::GetCursorScreenPos();
    const std::string why_not = why_not_change(context, entity, type, WantedChange::Kind::Remove);
    if (menu_asked(context))
        request_menu(context, ComponentAt{entity, type.id},
                     {{.label = tr(remove_component_label), .keys = keys_text(context, remove_component)}});
    const bool removes_by_key = removal_by_key(context, why_not);
    if (hovered && tooltip_due()) {
        std::string hint = type.name;
        if (!type.description.empty()) hint += "\n" + std::string(tr(std::string_view(type.description)));
        if (type.opaque_json)
            hint += "\n" + std::string(explanation(Term::OpaqueType));
        else if (type.made_at_run_time)
            hint += "\n" + std::string(explanation(Term::RunTimeType));
        if (type.hidden_bytes > 0)
            hint += "\n" + phrase("{} that no field describes", format_bytes(type.hidden_bytes));
        else if (type.is_tag())
            hint += "\n" + std::string(explanation(Term::Tag));
        tooltip(hint);
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float bleed = ImGui::GetStyle().WindowPadding.x / 2;
    Flash& flash = context.selection.flash;
    if (const float strength = flash.strength(context.time_secs);
        strength > 0 && flash.has(entity) && flash.has(type.id))
        draw_flash(context, {{at.x - bleed, at.y}, {at.x + width + bleed, at.y + height}}, strength);
    if ((hovered && foldable) || marked)
        list.AddRectFilled({at.x - bleed, at.y}, {at.x + width + bleed, at.y + height},
                           ImGui::GetColorU32(ImGuiCol_HeaderHovered), std::floor(style.px(4)));
    const float middle = std::floor(at.y + height / 2);
    if (foldable) draw_fold_arrow(list, {at.x + style.px(4), middle}, style.px(8), !folded, style.theme->quiet);
    component_mark(style, type, list, {at.x + style.px(16), middle}, std::floor(style.px(8)));
    if (!many_ && prefab_.added(type.id))
        PrefabMarks::draw_bar(style, {std::floor(at.x + style.px(22)), std::floor(at.y + style.px(2))},
                              height - std::floor(style.px(4)));
    const float y = std::floor(at.y + (height - ImGui::GetFontSize()) / 2);
    const float remove_side = style.px(20), name_left = at.x + style.px(28);
    const std::string_view name = short_name(type.name);
    const std::string size = size_text(type);
    // The cross stands where the size is otherwise, so that nothing moves under the mouse.
    const bool over = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(at, {at.x + width, at.y + height});
    {
        const compat::FontScope mono(type.is_tag() ? nullptr : style.mono);
        const float size_y = std::floor(at.y + (height - ImGui::GetFontSize()) / 2);
        float size_left = at.x + width - style.px(4) - ImGui::CalcTextSize(size.c_str()).x;
        const compat::FontScope bold(style.words_bold);
        // Without room for both, the size is dropped in favour of the name.
        const float name_right = name_left + ImGui::CalcTextSize(name.data(), name.data() + name.size()).x;
        const bool both = name_right + style.px(8) <= std::min(size_left, at.x + width - remove_side - style.px(4));
        draw_text_until(list, {name_left, y}, at.x + width - (over ? remove_side + style.px(4) : 0), style.theme->text,
                        name);
        const compat::FontScope again(type.is_tag() ? style.words : style.mono);
        if (both && !over) list.AddText({size_left, size_y}, style.theme->quiet, size.c_str());
    }

    ImGui::SetCursorScreenPos({at.x + width - remove_side, std::floor(at.y + (height - remove_side) / 2)});
    bool removes = false;
    if (over) {
        removes = sign_button("##remove", style, Sign::Cross, {}, why_not);
    } else {
        removes = invisible_button("##remove", {remove_side, remove_side});
    }
    // At once: ImGui's timer restarts in each frame where one item covers another.
    if (tooltip_due() && why_not.empty())
        cost_tooltip(context, phrase("Remove {}", std::string(short_name(type.name))),
                     ecs::cost_of_removing(context.world, entity, type.id));
    if (removes || removes_by_key) request_remove(context, meant(context, entity), type.id);
    ImGui::SetCursorScreenPos(after);
    if (clicked && foldable) {
        if (folded)
            folded_.erase(type.name);
        else
            folded_.insert(type.name);
    }
    return foldable && !folded;
}

void InspectorPanel::draw_component(const Context& context, ecs::Entity entity, ecs::ComponentId component) {
    const ecs::ComponentType& type = context.world.types()[component];
    listed_.push_back(component);
    ImGui::PushID(static_cast<int>(component));
    const Style& style = context.style;
    const float half_gap = std::floor(style.px(2));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, std::floor(style.px(4))});
    if (draw_component_head(context, entity, type)) {
        const float indent = std::floor(style.px(28));
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() - half_gap);
        ImGui::Indent(indent);
        const ImVec2 low = ImGui::GetCursorScreenPos();
        draw_fields(context, entity, type);
        // A name is no value that changes.
        if (type.id != context.world.name_id() && !std::exchange(values_noted_, true))
            note_place(context, "inspector.values",
                       {low, {low.x + ImGui::GetContentRegionAvail().x, ImGui::GetCursorScreenPos().y - half_gap}});
        ImGui::Unindent(indent);
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() + half_gap);
    }
    ImGui::PopStyleVar();
    ImGui::PopID();
}

void InspectorPanel::draw_fields(const Context& context, ecs::Entity entity, const ecs::ComponentType& type) {
    const void* live = context.world.get(entity, type.id);
    if (type.fields.empty())
        return quiet_text(context.style, phrase("{} that no field describes", format_bytes(type.size)));

    const ecs::Value waiting = type.copyable() ? pending_value(context, entity, type) : ecs::Value();
    if (waiting) live = waiting.data();
    Seen* seen = type.copyable() ? &look_at(context, type, live) : nullptr;
    FieldTarget target{live, nullptr, {}, seen != nullptr && !many_ ? seen->former.data() : nullptr};
    const struct {
        const ManyValues& values;
        ecs::ComponentId component;
        const void* base;
    } colored{values_, type.id, seen != nullptr ? seen->value.data() : live};
    if (many_) {
        target.mixed = values_.mixed(type.id);
        target.colors = [&colored](const void* at) {
            const auto offset = static_cast<const std::byte*>(at) - static_cast<const std::byte*>(colored.base);
            return colored.values.colors(colored.component, static_cast<std::size_t>(offset));
        };
    }
    if (const std::string& why_not = why_read_only_ = why_not_change(context, entity, type); !why_not.empty())
        target.why_read_only = why_not;
    else if (type.opaque_json)
        target.why_read_only = tr("This type is unknown, so its value is kept as it was read");
    else if (seen == nullptr)
        target.why_read_only = tr("Values of this type can't be copied, so they can't be edited here");
    else
        target.read = target.write = seen->value.data();
    if (seen != nullptr) {
        target.entity = entity;
        target.whole = &seen->value;
    }

    const struct {
        const Context& context;
        ecs::Entity entity;
        const ecs::ComponentType& type;
    } shown{context, entity, type};
    // Of one reference only: larger functions would take memory in each frame.
    target.offer_menu = [&shown](const ecs::Field& field, const Area& area) {
        const auto position = static_cast<std::uint32_t>(&field - shown.type.fields.data());
        if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(area.low, area.high))
            shown.context.selection.hovered_component = shown.type.id;
        do_by_key(shown.context, FieldAt{shown.entity, shown.type.id, position},
                  ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(area.low, area.high));
        if (!menu_asked_over(shown.context, area)) return;
        request_menu(shown.context, FieldAt{shown.entity, shown.type.id, position});
    };

    // Fields of 20 px, 4 apart: rows of 24.
    const float high = std::floor(context.style.px(20));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        {ImGui::GetStyle().FramePadding.x, std::max(0.0f, (high - ImGui::GetFontSize()) / 2)});
    const std::span<const ecs::Field> fields = type.fields;
    for (std::size_t i = 0; i < fields.size();) {
        const std::size_t count = fields_in_row(fields.subspan(i));
        const ImVec2 row = ImGui::GetCursorScreenPos();
        const float right = row.x + ImGui::GetContentRegionAvail().x;
        const float writers = FieldWriters::room(context);
        editor_.overridden = false;
        for (std::size_t n = 0; n < count && !many_; ++n)
            editor_.overridden |= prefab_.overridden(type.id, static_cast<std::uint32_t>(i + n));
        editor_.right_gap = writers + (editor_.overridden ? PrefabMarks::room(context.style) : 0);
        if (editor_.overridden) PrefabMarks::draw_bar(context.style, {row.x - context.style.px(7), row.y}, high);
        for (std::size_t n = 0; n < editor_.mark_strength.size(); ++n)
            editor_.mark_strength[n] =
                seen != nullptr ? mark_strength(context, *seen, i + std::min(n, count - 1)) : 1.0f;
        if (const auto changed = field_row(context, editor_, fields.subspan(i, count), target))
            change_field(context, entity, seen->value, static_cast<std::uint32_t>(i + *changed));
        if (!many_) writers_.draw(context, entity, type, fields.subspan(i, count), {row, {right, row.y + high}});
        if (editor_.overridden)
            prefab_.draw_revert(context, type.id, static_cast<std::uint32_t>(i), count,
                                {right - writers - context.style.px(20), row.y});
        i += count;
    }
    editor_.overridden = false;
    for (FieldChange& change : editor_.sweep.take()) {
        const auto offset = static_cast<const std::byte*>(change.at) - static_cast<std::byte*>(seen->value.data());
        const auto holds = [&](const ecs::Field& field) {
            const auto from = static_cast<std::ptrdiff_t>(field.offset);
            return offset >= from && offset < from + static_cast<std::ptrdiff_t>(field.size_bytes());
        };
        const auto field = std::find_if(fields.begin(), fields.end(), holds);
        editor_.change = std::move(change);
        change_field(context, entity, seen->value, static_cast<std::uint32_t>(field - fields.begin()));
    }
    ImGui::PopStyleVar();
}

void InspectorPanel::join_sweep(const Context& context, std::size_t first) {
    const std::size_t written = editor_.sweep.end_frame();
    if (written == 0) return;
    EditRequest all;
    for (std::size_t i = first; i < context.requests.size(); ++i) {
        auto* edit = std::get_if<EditRequest>(&context.requests[i]);
        if (edit == nullptr) return;
        std::move(edit->edits.begin(), edit->edits.end(), std::back_inserter(all.edits));
    }
    context.requests.erase(context.requests.begin() + static_cast<std::ptrdiff_t>(first), context.requests.end());
    all.label = phrase("Set {} of {}", format_count(written, "field", "fields"),
                       many_ ? format_count(context.selection.entities().size(), "entity", "entities")
                             : name_or_id(context.world, context.selection.entity()));
    all.ends_gesture = true;
    if (!all.edits.empty()) context.requests.push_back(std::move(all));
}

void InspectorPanel::draw_add(const Context& context, ecs::Entity entity) {
    const Style& style = context.style;
    ImGui::Spacing();
    // New types are the world's own business; an owner has those that it has.
    const std::string why_not_add = why_not(context, WantedChange{WantedChange::Kind::Add});
    const bool pressed = button(tr("+ Add component"), why_not_add,
                                with_keys(context, tr(add_component.description), add_component), {-1, 0});
    const std::string keys = keys_text(context, add_component);
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const float caps = key_caps_width(style, keys);
    if (!keys.empty() && high.x - low.x > caps + style.px(180))
        draw_key_caps(
            *ImGui::GetWindowDrawList(), style,
            {std::floor(high.x - caps - style.px(8)), std::floor((low.y + high.y - key_cap_height(style)) / 2)}, keys);
    if (pressed || (take_command(context, add_component, false) && why_not_add.empty())) {
        components_.open();
        ImGui::OpenPopup("add component");
    }
    ImGui::SetNextWindowSizeConstraints({style.px(300), 0}, {style.px(420), style.px(420)});
    if (!ImGui::BeginPopup("add component")) return;
    bool done = components_.draw(context, meant(context, entity));
    if (button(tr("New component…"), why_not(context, WantedChange{WantedChange::Kind::Make}),
               tr("Makes a type of your own, with its fields"))) {
        types_.open_new(meant(context, entity));
        done = true;
    }
    if (done) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
}

}  // namespace panels
