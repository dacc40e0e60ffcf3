#include "panels/inspector/frozen_view.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/inspector/number_box.hpp"
#include "panels/inspector/shown_value.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/number_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr const char* column_letters[FrozenValues::columns] = {"A", "B", "C"};

std::string head_of_column(const FrozenValues& frozen, std::size_t column) {
    return column == FrozenValues::columns
               ? std::string(tr("Live"))
               : phrase("{}, tick {}", std::string(column_letters[column]), format_count(frozen.tick(column)));
}

}  // namespace

void FrozenView::forget() {
    frozen_.clear();
    rows_ = {};
    open_ = false;
}

void FrozenView::draw_buttons(const Context& context) {
    const Style& style = context.style;
    std::span<const ecs::Entity> selected = context.selection.entities();
    // Who compares and selects nothing means what is compared.
    for (std::size_t column = 0; open_ && selected.empty() && column < FrozenValues::columns; ++column)
        selected = frozen_.entities(column);
    ImGui::PushID("freeze");
    ImGui::AlignTextToFramePadding();
    quiet_text(style, tr("Freeze"));
    tooltip(
        tr("Copies the values of what is selected, to compare them with what they become. They stay, even when the "
           "entities are destroyed"));
    const std::string why_not = selected.empty() ? std::string(tr("Nothing is selected")) : std::string();
    for (std::size_t column = 0; column < FrozenValues::columns; ++column) {
        const std::string hint =
            frozen_.taken(column)
                ? phrase("Has the values of tick {}. Press to freeze the present ones in their place",
                         format_count(frozen_.tick(column)))
                : phrase("Freezes the present values as column {}", std::string(column_letters[column]));
        next_button(column_letters[column], style.px(6));
        if (!choice(style, column_letters[column], frozen_.taken(column), why_not, hint)) continue;
        // A copy, because freezing may forget the list that it is given.
        frozen_.freeze(context.world, std::vector<ecs::Entity>(selected.begin(), selected.end()), column);
        open_ = true;
        ImGui::SetScrollY(0);
    }
    if (frozen_.any_taken()) {
        const char* const label = open_ ? tr("Edit values") : tr("Compare");
        next_button(label, style.px(12));
        if (button(label, {},
                   open_ ? tr("Shows the fields of the selected entity again")
                         : tr("Shows the frozen values beside the live ones")))
            open_ = !open_;
        next_button(tr("Drop"), style.px(6));
        if (button(tr("Drop"), {}, tr("Forgets the frozen values"))) forget();
    }
    ImGui::PopID();
}

void FrozenView::draw_toolbar(const Context& context) {
    const Style& style = context.style;
    constexpr std::pair<FrozenChoice, const char*> choices[] = {{FrozenChoice::All, tr_later("All")},
                                                                {FrozenChoice::Different, tr_later("Only differences")},
                                                                {FrozenChoice::Rising, tr_later("Rising")},
                                                                {FrozenChoice::Falling, tr_later("Falling")}};
    bool first = true;
    for (const auto& [which, label] : choices) {
        if (!std::exchange(first, false)) next_button(tr(label), style.px(2));
        if (choice(style, tr(label), choice_ == which)) choice_ = which;
    }
}

void FrozenView::draw(const Context& context) {
    const Style& style = context.style;
    rows_.step(context.world, frozen_, context.selection.entities(), context.selection.revision(), choice_);
    if (rows_.busy(context.world) && context.stay_awake != nullptr) *context.stay_awake = true;
    draw_buttons(context);
    if (!open_) return;
    draw_toolbar(context);
    const std::span<const FrozenRows::Row> rows = rows_.rows();
    const bool nothing = rows.empty() && rows_.complete();
    std::string text = nothing ? std::string(tr("No field is as you chose"))
                               : phrase("{} of {}", format_count(rows.size(), "row"),
                                        format_count(rows_.entity_count(), "entity", "entities"));
    text += phrase(" · frozen {}", format_bytes(frozen_.bytes()));
    wrapped_text(style.theme->quiet, text);
    if (rows_.listed() < rows_.entity_count())
        wrapped_text(style.theme->warn,
                     rows_.complete()
                         ? phrase("Only the first {} have room in the table: select fewer, or "
                                  "choose only differences",
                                  format_count(rows_.listed(), "entity", "entities"))
                         : phrase("{} compared so far", format_count(rows_.listed(), "entity", "entities")));
    int columns = 2;
    for (std::size_t column = 0; column < FrozenValues::columns; ++column) columns += frozen_.taken(column);
    constexpr ImGuiTableFlags flags = list_table_flags;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {std::floor(style.px(4)), 0});
    const bool begun = ImGui::BeginTable("frozen", columns, flags, {0, ImGui::GetContentRegionAvail().y});
    ImGui::PopStyleVar();
    if (!begun) return;
    ImGui::TableSetupScrollFreeze(1, 1);
    ImGui::TableSetupColumn(tr("Field"), ImGuiTableColumnFlags_WidthStretch, 1.2f);
    for (std::size_t column = 0; column <= FrozenValues::columns; ++column)
        if (column == FrozenValues::columns || frozen_.taken(column))
            ImGui::TableSetupColumn(head_of_column(frozen_, column).c_str(), ImGuiTableColumnFlags_WidthStretch, 1);
    header_row(style, nullptr, ~std::uint32_t{1});
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(rows.size()), row_height(style));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            ImGui::PushID(i);
            draw_row(context, rows[static_cast<std::size_t>(i)]);
            ImGui::PopID();
        }
    clipper.End();
    ImGui::EndTable();
}

void FrozenView::draw_row(const Context& context, const FrozenRows::Row& row) {
    const Style& style = context.style;
    const ecs::World& world = context.world;
    ImGui::TableNextRow(ImGuiTableRowFlags_None, row_height(style));
    ImGui::TableNextColumn();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float right = at.x + ImGui::GetContentRegionAvail().x;
    const float y = std::floor(at.y + (row_height(style) - ImGui::GetFontSize()) / 2);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (row.component == ecs::no_component) {
        ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, style.theme->raised);
        std::string name = name_or_id(world, row.entity);
        for (std::size_t column = 0; column < FrozenValues::columns && !world.alive(row.entity); ++column)
            if (frozen_.knows(column, row.entity)) name = frozen_.name(column, row.entity, world);
        if (selectable("##entity", context.selection.has(row.entity), ImGuiSelectableFlags_SpanAllColumns,
                       {0, row_height(style)}))
            context.selection.select(row.entity);
        offer_menu(context, EntityAt{row.entity});
        if (tooltip_due()) tooltip(name + "\n" + ecs::to_string(row.entity));
        draw_text_until(list, {at.x + style.px(4), y}, right, style.theme->text, name);
    } else if (row.field == FrozenRows::Row::whole) {
        const ecs::ComponentType& type = world.types()[row.component];
        component_mark(style, type, list, {at.x + style.px(12), std::floor(at.y + row_height(style) / 2)},
                       std::floor(style.px(8)));
        ImGui::Dummy({std::max(right - at.x, 1.0f), row_height(style)});
        offer_menu(context, ComponentAt{row.entity, row.component});
        const compat::FontScope bold(style.words_bold);
        draw_text_until(list, {at.x + style.px(22), y}, right, style.theme->text, short_name(type.name));
    } else {
        const ecs::ComponentType& type = world.types()[row.component];
        ImGui::Dummy({std::max(right - at.x, 1.0f), row_height(style)});
        offer_menu(context, FieldAt{row.entity, row.component, row.field});
        if (tooltip_due()) tooltip(type.name + "." + type.fields[row.field].name);
        draw_text_until(list, {at.x + style.px(22), y}, right, style.theme->quiet, type.fields[row.field].name);
    }
    draw_values(context, row);
}

void FrozenView::draw_values(const Context& context, const FrozenRows::Row& row) {
    const Style& style = context.style;
    const ecs::World& world = context.world;
    const void* first = nullptr;
    for (std::size_t column = 0; column <= FrozenValues::columns; ++column) {
        const bool live = column == FrozenValues::columns;
        if (!live && !frozen_.taken(column)) continue;
        if (!ImGui::TableNextColumn()) continue;
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float right = at.x + ImGui::GetContentRegionAvail().x, high = row_height(style);
        const auto say = [&](ImU32 color, const std::string& text, std::optional<double> number = {}) {
            ImGui::Dummy({std::max(right - at.x, 1.0f), high});
            const float room = right - at.x - style.px(4);
            if (text_width(text) > room) tooltip(text);
            const std::string shown = number ? number_that_fits(text, *number, room) : shortened(text, room);
            ImGui::GetWindowDrawList()->AddText(
                {std::floor(right - text_width(shown)), std::floor(at.y + (high - ImGui::GetFontSize()) / 2)}, color,
                shown.c_str());
        };
        if (row.component == ecs::no_component) {
            if (live && !world.alive(row.entity)) say(style.theme->error, tr("destroyed"));
            continue;
        }
        const ecs::ComponentType& type = world.types()[row.component];
        if (row.field == FrozenRows::Row::whole) {
            const bool knows = live ? world.alive(row.entity) : frozen_.knows(column, row.entity);
            if (knows && !has_in(world, frozen_, column, row.entity, row.component))
                say(style.theme->quiet, tr("lacks it"));
            continue;
        }
        const void* const value = value_in(world, frozen_, column, row.entity, row.component);
        if (value == nullptr) {
            say(style.theme->quiet, "–");
            continue;
        }
        const ecs::Field& field = type.fields[row.field];
        if (first != nullptr && !ecs::field_equal(field, first, value))
            draw_changed_bar(style, *ImGui::GetWindowDrawList(),
                             {{at.x - style.px(2), at.y + style.px(2)}, {at.x, at.y + high - style.px(2)}});
        std::string text = shown_value(world, field, value);
        // What differs looks different: with all digits, if need be.
        const NumberKind* const kind = field.count == 1 ? number_kind(field.kind) : nullptr;
        if (kind != nullptr && first != nullptr && !ecs::field_equal(field, first, value) &&
            text == shown_value(world, field, first))
            text = with_minus(kind->exact(static_cast<const std::byte*>(value) + field.offset));
        if (first == nullptr) first = value;
        const compat::FontScope mono(style.mono);
        const auto* const bytes = static_cast<const std::byte*>(value) + field.offset;
        say(style.theme->text, text, kind != nullptr ? std::optional(kind->real(bytes)) : std::nullopt);
    }
}

}  // namespace panels
