#include "panels/archetypes/archetype_widgets.hpp"

#include <algorithm>
#include <cmath>

#include "panels/base/archetype_names.hpp"
#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/base/value_text.hpp"
#include "panels/widgets/little_room.hpp"

namespace panels {

namespace {

constexpr std::size_t components_in_tooltip = 16;

float width_of(std::string_view text) { return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x; }

constexpr std::size_t marks_in_label = 3;  // of the components in the name, and of the others

void draw_text(ImDrawList& list, ImVec2 at, ImU32 color, std::string_view text) {
    list.AddText(at, color, text.data(), text.data() + text.size());
}

/// A line per component, as many as a tooltip has room for; `rest(type)` draws the part behind the chip.
template <class F>
void component_lines(const Context& context, const ecs::Archetype& archetype, F&& rest) {
    std::size_t shown = 0;
    for (const ecs::ComponentType* type : archetype.types()) {
        if (shown++ == components_in_tooltip) {
            const std::size_t left = archetype.types().size() - components_in_tooltip;
            return quiet_text(context.style, format_count(left, "more component"));
        }
        component_chip(context, type->id);
        rest(*type);
    }
}

}  // namespace

std::optional<ecs::ArchetypeId> archetype_in_view(const Context& context) {
    const auto picked = context.selection.archetype();
    if (picked && *picked < context.world.archetype_count()) return picked;
    const auto location = location_if_alive(context.world, context.selection.entity());
    if (location) return location->archetype;
    return std::nullopt;
}

std::optional<ecs::Location> location_if_alive(const ecs::World& world, ecs::Entity entity) {
    if (!entity || !world.alive(entity)) return std::nullopt;
    return world.location(entity);
}

float draw_archetype_label(const Context& context, const ecs::Archetype& archetype, ImVec2 at, float width) {
    const Style& style = context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float mark = std::floor(style.px(8)), mark_gap = std::floor(style.px(3)), inner = std::floor(style.px(6));
    const float gap = std::floor(style.px(10)), line = ImGui::GetTextLineHeight(), end = at.x + width;
    const auto types = archetype.types();
    const ArchetypeName name = archetype_name_of(context, archetype);
    const auto draw_marks = [&](std::size_t first, std::size_t count, float x) {
        for (std::size_t i = first; i < first + count; ++i) {
            component_mark(style, *types[name.columns[i]], list,
                           {std::floor(x + mark / 2), std::floor(at.y + line / 2)}, mark);
            x += mark + mark_gap;
        }
        return x - mark_gap;
    };
    const auto marks_width = [&](std::size_t count) {
        return count == 0 ? 0 : static_cast<float>(count) * (mark + mark_gap) - mark_gap;
    };
    // The marks of the name; then the name, which is cut when there is too little room; then the other components, as
    // far as there is room.
    const float text_width = width_of(name.text);
    std::size_t leading = std::min(name.named, marks_in_label);
    while (leading > 1 && marks_width(leading) + inner + text_width > width) --leading;
    float x = at.x;
    if (leading > 0 && mark <= width) x = draw_marks(0, leading, x) + inner;
    draw_text_until(list, {x, at.y}, end, types.empty() ? style.theme->quiet : style.theme->text, name.text);
    x += text_width;
    if (x > end) return width;
    const std::size_t rest = types.size() - name.named;
    if (rest == 0) return x - at.x;
    for (std::size_t shown = std::min(rest, marks_in_label);; --shown) {
        const std::string more = shown == rest ? std::string() : '+' + std::to_string(rest - shown);
        const float between = shown > 0 && !more.empty() ? inner : 0;
        if (x + gap + marks_width(shown) + between + width_of(more) <= end) {
            x += gap;
            if (shown > 0) x = draw_marks(name.named, shown, x);
            draw_text(list, {x + between, at.y}, style.theme->quiet, more);
            return x + between + width_of(more) - at.x;
        }
        if (shown == 0) return x - at.x;
    }
}

void archetype_label(const Context& context, const ecs::Archetype& archetype, float width) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetFrameHeight();
    const float top = std::floor((height - ImGui::GetTextLineHeight()) / 2);
    const float used = draw_archetype_label(context, archetype, {at.x, at.y + top}, width);
    ImGui::Dummy({std::max(used, 1.0f), height});
    offer_menu(context, ArchetypeAt{archetype.id()});
    if (context.selection.hovered_archetype == archetype.id() && !ImGui::IsItemHovered())
        compat::add_rect(*ImGui::GetWindowDrawList(), {at.x - context.style.px(2), at.y + context.style.px(1)},
                         {at.x + used + context.style.px(2), at.y + height - context.style.px(1)},
                         context.style.theme->text, context.style.px(3));
    if (const Tooltip shown; shown) archetype_tooltip(context, archetype);
}

void archetype_tooltip(const Context& context, const ecs::Archetype& archetype) {
    const Style& style = context.style;
    ImGui::PushTextWrapPos(tooltip_wrap());
    ImGui::TextUnformatted(archetype_name_of(context, archetype).text.c_str());
    quiet_text(style, explanation(Term::Archetype));
    ImGui::PopTextWrapPos();
    const float size_x = std::floor(style.px(220));
    component_lines(context, archetype, [&](const ecs::ComponentType& type) {
        ImGui::SameLine(std::max(size_x, ImGui::GetItemRectSize().x + ImGui::GetFontSize()));
        quiet_text(style, size_text(type));
    });
    quiet_text(style, phrase("{} a row, the 8 B of the entity's id included", format_bytes(archetype.row_bytes())));
}

void entity_tooltip(const Context& context, ecs::Entity entity) {
    const ecs::World& world = context.world;
    const Style& style = context.style;
    entity_text(context, entity);
    const ecs::Archetype& archetype = world.archetype_of(entity);
    component_lines(context, archetype, [&](const ecs::ComponentType& type) {
        const std::string value = component_text(world, type, world.get(entity, type.id));
        if (value.empty()) return;
        ImGui::SameLine();
        mono_text(style, value, style.theme->quiet);
    });
}

void select_by_click(Selection& selection, ecs::Entity entity) {
    if (ImGui::GetIO().KeyCtrl)
        selection.toggle(entity);
    else
        selection.select(entity);
}

void ArchetypeEntities::show(const Context& context, const ecs::Archetype& archetype, ImVec2 size) {
    const Style& style = context.style;
    Selection& selection = context.selection;
    if (compat::begin_child("entities", size)) {
        const float row = row_height(style);
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 0});
        const std::uint32_t capacity = std::max(archetype.layout().capacity, 1u);
        const auto location = location_if_alive(context.world, selection.entity());
        if (revision_seen_ != selection.revision()) {
            revision_seen_ = selection.revision();
            if (location && location->archetype == archetype.id()) {
                const auto at = static_cast<float>(std::size_t{location->chunk} * capacity + location->row) * row;
                const float top = ImGui::GetScrollY(), room = ImGui::GetWindowHeight();
                if (at < top || at + row > top + room) ImGui::SetScrollY(std::max(0.0f, at - room / 2));
            }
        }
        ImDrawList& list = *ImGui::GetWindowDrawList();
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(archetype.entity_count()), row);
        while (clipper.Step()) {
            for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
                const auto place = static_cast<std::size_t>(i);
                const ecs::Entity entity = archetype.chunk(place / capacity).entities()[place % capacity];
                ImGui::PushID(i);
                const ImVec2 at = ImGui::GetCursorScreenPos();
                if (selectable("##entity", selection.has(entity), ImGuiSelectableFlags_None, {0, row}))
                    select_by_click(selection, entity);
                if (ImGui::IsItemHovered()) selection.hovered = entity;
                offer_menu(context, EntityAt{entity});
                ImGui::PopID();
                const ImVec2 text_at{at.x + style.px(4), std::floor(at.y + (row - ImGui::GetTextLineHeight()) / 2)};
                const std::string label = name_or_id(context.world, entity), id = short_id(entity);
                const float end = at.x + ImGui::GetContentRegionAvail().x - style.px(4);
                const float name_end = text_at.x + width_of(label);
                draw_text_until(list, text_at, end, style.theme->text, label);
                if (name_end > end) tooltip(label);
                if (label == id) continue;
                const compat::FontScope font(style.mono);
                const float id_left = end - width_of(id);
                if (id_left > name_end + style.px(8)) draw_text(list, {id_left, text_at.y}, style.theme->quiet, id);
            }
        }
        clipper.End();
        ImGui::PopStyleVar();
    }
    ImGui::EndChild();
}

bool begin_wide_table(const char* id, const Style& style, int columns, ImGuiTableFlags flags, ImVec2 size,
                      float width_min) {
    const float room = size.x > 0 ? size.x : ImGui::GetContentRegionAvail().x + size.x;
    // The room of the vertical scroll bar is always left free, so that the columns do not move when it appears.
    const float inner = std::max(room - ImGui::GetStyle().ScrollbarSize, style.px(width_min));
    const ImGuiTableFlags all = flags | list_table_flags | ImGuiTableFlags_PadOuterX | ImGuiTableFlags_ScrollX;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {std::floor(style.px(wide_table_padding)), 0});
    const bool begun = ImGui::BeginTable(id, columns, all, size, std::floor(inner));
    ImGui::PopStyleVar();
    return begun;
}

void draw_cell_number(const Style& style, std::string_view text, ImU32 color) {
    const compat::FontScope font(style.mono);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x - width_of(text);
    const float line = std::floor((row_height(style) - ImGui::GetTextLineHeight()) / 2);
    draw_text(*ImGui::GetWindowDrawList(), {std::floor(at.x + std::max(room, 0.0f)), at.y + line}, color, text);
}

}  // namespace panels
