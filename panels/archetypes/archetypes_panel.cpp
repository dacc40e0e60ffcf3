#include "panels/archetypes/archetypes_panel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "panels/base/archetype_names.hpp"
#include "panels/base/language.hpp"
#include "panels/base/patterns.hpp"
#include "panels/base/value_text.hpp"
#include "panels/pools/as_if.hpp"
#include "panels/widgets/export_menu.hpp"
#include "panels/widgets/first_steps.hpp"
#include "panels/widgets/little_room.hpp"

namespace panels {

namespace {

constexpr const char* view_names[] = {tr_later("Table"), tr_later("History"), tr_later("Treemap"),
                                      tr_later("Occupancy")};
constexpr const char* view_settings[] = {"table", "history", "treemap", "occupancy"};
constexpr const char* view_hints[] = {
    tr_later("Every archetype with its numbers"),
    tr_later("The same with each number over time"),
    tr_later("Memory as areas: solid is in use, dotted is waste"),
    tr_later("How full the chunks are"),
};

constexpr const char* archetype_column_hints[archetype_column_count] = {
    nullptr,  // Archetype: the term itself
    tr_later("Entities that have exactly these components"),
    tr_later("Chunks: blocks of memory that hold the rows"),
    nullptr,  // Full chunk: the term Capacity
    nullptr,  // Block fill: the term
    tr_later("Bytes: memory of all chunks, used or not"),
    tr_later("Waste: bytes of the chunks that hold no row: padding and rows not in use"),
    tr_later("Bytes of memory for each entity, waste included"),
};

constexpr float column_widths[archetype_column_count] = {0, 68, 60, 84, 84, 66, 66, 68};
constexpr float table_width_px = 746;  // with every column
/// Columns that a narrow table leaves out, in this order; the tooltip of a row still has them.
constexpr int columns_left_out[] = {
    static_cast<int>(ArchetypeColumn::BytesPerEntity), static_cast<int>(ArchetypeColumn::Capacity),
    static_cast<int>(ArchetypeColumn::Waste), static_cast<int>(ArchetypeColumn::Chunks)};

/// One bit for each column that a table of this width (at scale 1) leaves out, and the width that its columns then
/// need.
struct LeftOut {
    std::uint32_t columns = 0;
    float width_px = table_width_px;
};
LeftOut left_out(float room_px) {
    LeftOut out;
    for (const int column : columns_left_out) {
        if (room_px >= out.width_px) break;
        out.columns |= 1u << column;
        out.width_px -= column_widths[column] + 2 * wide_table_padding;
    }
    return out;
}

}  // namespace

ArchetypesPanel::ArchetypesPanel()
    : Panel("archetypes", tr_later("Archetypes"), DockPlace::Bottom,
            tr_later("The sets of components in this world, and their memory")) {}

std::string ArchetypesPanel::save_settings() const {
    std::string line = table_.hide_empty() ? "hide_empty" : "";
    if (!show_pools_) line.append(line.empty() ? "" : " ").append("as_archetypes");
    if (view_ != View::Table) line.append(line.empty() ? "" : " ").append(view_settings[static_cast<int>(view_)]);
    return line;
}

void ArchetypesPanel::load_settings(std::string_view line) {
    table_.set_hide_empty(line.find("hide_empty") != std::string_view::npos);
    show_pools_ = line.find("as_archetypes") == std::string_view::npos;
    view_ = View::Table;
    for (int view = 0; view < static_cast<int>(std::size(view_settings)); ++view)
        if (line.find(view_settings[view]) != std::string_view::npos) view_ = static_cast<View>(view);
}

bool ArchetypesPanel::draw_owner_pools(const Context& context) {
    if (context.mirror == nullptr) return false;
    const Style& style = context.style;
    PoolMemory& memory = pool_memory_of(context, own_pool_memory_);
    if (show_pools_)
        memory.update(context.mirror, context.time_secs);
    else
        memory.update_once(context.mirror, context.time_secs);
    if (on_its_way_line(context, memory)) return true;
    if (!memory.known()) {
        as_if_line(context);
        return false;
    }
    if (choice(style, title_of(*memory.kind()), show_pools_, {},
               phrase("What {} really has in memory", context.mirror->owner().name())))
        show_pools_ = true;
    const char* const copy = copy_title_of(*memory.kind());
    next_button(copy, style.px(4));
    if (choice(style, copy, !show_pools_, {},
               tr("The copy that this program keeps, in archetypes and chunks: what such a storage would make of it")))
        show_pools_ = false;
    if (!show_pools_) {
        as_if_line(context);
        return false;
    }
    const float width = std::floor(std::min(style.px(240), ImGui::GetWindowWidth() / 2));
    same_line_if_fits(width, style.px(16));
    if (std::exchange(focus_filter_, false)) ImGui::SetKeyboardFocusHere();
    search_box("pools", style, pools_.filter, tr("Search by name"), width);
    const PoolFacts& sums = memory.sums();
    next_text(style.theme->quiet, phrase("{}, {} wasted", format_bytes(sums.bytes), format_bytes(sums.wasted())));
    pools_.show(context, memory);
    return true;
}

void ArchetypesPanel::draw(const Context& context) {
    if (draw_owner_pools(context)) return;
    const Style& style = context.style;
    table_.keep_order(over_rows_);
    over_rows_ = false;
    table_.leave_out_empty(context.mirror != nullptr);
    table_.update(context.world, context.time_secs);
    if (table_.busy(context.world) && context.stay_awake != nullptr) *context.stay_awake = true;
    recorder_ = &recorder_for(context);
    // Who has no component has an archetype, too. What is empty after others lived there is worth a look.
    if (context.world.archetype_count() <= 1 && context.world.entity_count() == 0) {
        empty_without_entities(context, tr("No archetypes yet"),
                               tr("Each set of components that entities have is listed here, with its memory"));
        return;
    }

    const auto in_view = archetype_in_view(context);
    if (in_view != shown_) {
        shown_ = in_view;
        scroll_to_shown_ = true;
    }
    draw_toolbar(context);

    const ImVec2 room = ImGui::GetContentRegionAvail(), gap = ImGui::GetStyle().ItemSpacing;
    const float side = std::floor(std::clamp(room.x * 0.17f, style.px(130), style.px(260)));
    const float scroll_bar = ImGui::GetStyle().ScrollbarSize;
    const bool beside = room.x - side - gap.x - scroll_bar >= style.px(table_width_px);
    const bool below = !beside && room.y >= style.px(240);
    const float entities_high = std::floor(room.y * 0.38f);
    const ImVec2 size{beside ? room.x - side - gap.x : room.x, below ? room.y - entities_high - gap.y : room.y};
    axis_ = TickAxis::of(recorder_->each());
    if (view_ == View::Table || view_ == View::History) {
        draw_table(context, size);
    } else {
        if (compat::begin_child("view", size)) {
            const ImVec2 inside = ImGui::GetContentRegionAvail();
            if (view_ == View::Treemap)
                treemap_.show(context, table_, inside);
            else
                occupancy_.show(context, table_, inside);
        }
        ImGui::EndChild();
    }
    // Where only one fits, the table stays, because the chunks of an archetype also list its entities.
    if (beside) ImGui::SameLine();
    if (beside || below) draw_entities(context, {beside ? side : 0, beside ? 0 : entities_high});
}

const ArchetypeRecorder& ArchetypesPanel::recorder_for(const Context& context) {
    if (context.archetypes != nullptr) return *context.archetypes;
    // A visible panel is drawn in every frame; a second without a frame means that it was hidden.
    constexpr double pause_secs = 1;
    const double now = context.time_secs;
    own_recorder_.sample(context.world, now < recorded_at_secs_ || now > recorded_at_secs_ + pause_secs);
    recorded_at_secs_ = now;
    return own_recorder_;
}

void ArchetypesPanel::draw_hide_empty(const Context& context) {
    const Style& style = context.style;
    same_line_if_fits(ImGui::GetFrameHeight() + style.px(8) + ImGui::CalcTextSize(tr("Hide empty")).x, style.px(8));
    bool hide = table_.hide_empty();
    if (checkbox(style, tr("Hide empty"), hide)) table_.set_hide_empty(hide);
    tooltip(tr("Empty archetypes stay: the world keeps them for later entities"));
}

void ArchetypesPanel::draw_toolbar(const Context& context) {
    const Style& style = context.style;
    for (int view = 0; view < static_cast<int>(std::size(view_names)); ++view) {
        if (view > 0) next_button(tr(view_names[view]), style.px(4));
        if (choice(style, tr(view_names[view]), static_cast<int>(view_) == view, {}, tr(view_hints[view])))
            view_ = static_cast<View>(view);
    }
    const float filter_width = std::floor(std::min(style.px(240), ImGui::GetWindowWidth() / 2));
    same_line_if_fits(filter_width, style.px(16));
    if (std::exchange(focus_filter_, false)) ImGui::SetKeyboardFocusHere();
    if (search_box("filter", style, filter_, tr("Filter by component"), filter_width)) table_.set_filter(filter_);
    tooltip(tr("Parts of component names that an archetype must have; !Name for those it must not have"));
    if (context.mirror == nullptr) draw_hide_empty(context);
    next_button(export_label());
    const ecs::ArchetypeId shown = archetype_in_view(context).value_or(ecs::no_archetype);
    export_menu(context, std::array<figures::FigureRequest, 4>{{{figures::FigureKind::Archetypes},
                                                                {figures::FigureKind::Treemap},
                                                                {figures::FigureKind::Histogram},
                                                                {figures::FigureKind::Table, shown}}});

    // The panel always says what it hides.
    if (table_.filtered_out() > 0) {
        next_text(style.theme->quiet, phrase("{} hidden by the filter –", format_count(table_.filtered_out())));
        next_button(tr("show"), style.px(4));
        if (small_button(style, tr("show##filtered"))) {
            filter_.clear();
            table_.set_filter({});
        }
    }
    if (context.mirror != nullptr) return;  // of a copy, nothing is exact, and what is empty is not the program's
    if (table_.hidden_empty() > 0) {
        next_text(style.theme->quiet, phrase("{} hidden –", format_count(table_.hidden_empty())));
        next_button(tr("show"), style.px(4));
        if (small_button(style, tr("show##empty"))) table_.set_hide_empty(false);
    }
    same_line_if_fits(badge_width(style, Badge::Exact), style.px(8));
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ImGui::GetStyle().FramePadding.y);
    badge(style, Badge::Exact,
          tr("Read from each archetype in this frame; the sum of bytes equals the bytes handed out by the allocator"));
}

float ArchetypesPanel::row_px(const Style& style) const {
    return view_ == View::History ? std::floor(style.px(44)) : row_height(style);
}

void ArchetypesPanel::draw_table(const Context& context, ImVec2 size) {
    const Style& style = context.style;
    const LeftOut out = left_out((size.x - ImGui::GetStyle().ScrollbarSize) / style.scale);
    if (!begin_wide_table("archetypes", style, archetype_column_count, ImGuiTableFlags_Sortable, size, out.width_px))
        return;
    constexpr ImGuiTableColumnFlags number =
        ImGuiTableColumnFlags_WidthFixed | ImGuiTableColumnFlags_PreferSortDescending;
    constexpr const char* names[archetype_column_count] = {
        tr_later("Archetype"),  tr_later("Entities"), tr_later("Chunks"), tr_later("Full chunk"),
        tr_later("Block fill"), tr_later("Bytes"),    tr_later("Waste"),  tr_later("B/entity")};
    for (int column = 0; column < archetype_column_count; ++column) {
        const bool first = column == 0, entities = column == 1;
        const ImGuiTableColumnFlags flags = (first ? ImGuiTableColumnFlags_WidthStretch : number) |
                                            (entities ? ImGuiTableColumnFlags_DefaultSort : 0) |
                                            ((out.columns >> column & 1u) != 0 ? ImGuiTableColumnFlags_Disabled : 0);
        ImGui::TableSetupColumn(tr(names[column]), flags, first ? 0 : style.px(column_widths[column]));
    }
    ImGui::TableSetupScrollFreeze(1, 2);
    const char* hints[archetype_column_count];
    std::copy(std::begin(archetype_column_hints), std::end(archetype_column_hints), hints);
    hints[0] = explanation(Term::Archetype);
    hints[static_cast<int>(ArchetypeColumn::Capacity)] = explanation(Term::Capacity);
    hints[static_cast<int>(ArchetypeColumn::Fill)] = explanation(Term::Fill);
    header_row(style, hints, 0b1111'1110);
    if (ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs(); specs != nullptr && specs->SpecsDirty) {
        if (specs->SpecsCount > 0)
            table_.set_sort(static_cast<ArchetypeColumn>(specs->Specs[0].ColumnIndex),
                            specs->Specs[0].SortDirection == ImGuiSortDirection_Descending);
        specs->SpecsDirty = false;
    }
    draw_totals(context);

    const std::vector<ecs::ArchetypeId>& order = table_.order();
    const float row = row_px(style);
    if (scroll_to_shown_ && shown_) {
        const auto found = std::find(order.begin(), order.end(), *shown_);
        const float at = static_cast<float>(found - order.begin()) * row;
        const float top = ImGui::GetScrollY(), visible = ImGui::GetWindowHeight() - 3 * row;
        if (found != order.end() && (at < top || at > top + visible))
            ImGui::SetScrollY(std::max(0.0f, at - visible / 2));
        scroll_to_shown_ = false;
    }
    over_rows_ = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(order.size()), row);
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
            draw_row(context, context.world.archetype(order[static_cast<std::size_t>(i)]));
    if (order.empty() && table_.up_to_date()) {
        begin_row(style);
        quiet_text(style,
                   table_.filtered_out() > 0 ? tr("No archetype matches the filter") : tr("All archetypes are empty"));
    }
    ImGui::EndTable();
}

void ArchetypesPanel::draw_totals(const Context& context) {
    const Style& style = context.style;
    ImGui::TableNextRow(ImGuiTableRowFlags_None, row_px(style));
    ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, style.theme->raised);
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    ArchetypeFacts all = table_.totals();
    all.entities = context.world.entity_count();
    // Of a mirrored world, the empty ones are none of the program's.
    const std::string label =
        phrase("All {}", context.mirror == nullptr ? archetypes_text(table_.known(), table_.empty())
                                                   : archetypes_text(table_.known() - table_.empty(), 0));
    const std::string shown = shortened(label, ImGui::GetContentRegionAvail().x);
    quiet_text(style, shown);
    const ecs::BlockPool& blocks = context.world.blocks();
    tooltip(phrase("{}The allocator has given out {} in blocks for chunks, and holds {} of the system's memory",
                   (shown == label ? "" : label + "\n"), format_bytes_exact(blocks.bytes_in_use()),
                   format_bytes_exact(blocks.bytes_reserved())));
    draw_facts(style, all, style.theme->quiet, recorder_->sums(), 0);
}

void ArchetypesPanel::draw_row(const Context& context, const ecs::Archetype& archetype) {
    const Style& style = context.style;
    const float row = row_px(style);
    ImGui::TableNextRow(ImGuiTableRowFlags_None, row);
    ImGui::TableNextColumn();
    ImGui::PushID(static_cast<int>(archetype.id()));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const bool picked = context.selection.archetype() == archetype.id();
    if (selectable("##archetype", picked, ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowDoubleClick,
                   {0, row})) {
        context.selection.select_archetype(archetype.id());
        shown_ = archetype.id();
        if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) context.requests.push_back(ShowPanelRequest{"chunks"});
    }
    const bool over_name = ImGui::GetMousePos().x < at.x + width;
    if (over_name) draw_row_tooltip(context, archetype);
    offer_menu(context, ArchetypeAt{archetype.id()});
    const auto pointed = location_if_alive(context.world, context.selection.hovered);
    if (!ImGui::IsItemHovered() &&
        (context.selection.hovered_archetype == archetype.id() || (pointed && pointed->archetype == archetype.id())))
        ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, style.theme->hover);
    ImGui::PopID();

    const auto location = location_if_alive(context.world, context.selection.entity());
    const bool has_selected = location && location->archetype == archetype.id();
    const float line = std::floor((row - ImGui::GetTextLineHeight()) / 2);
    if (has_selected) {
        const float left = at.x - std::floor(style.px(wide_table_padding));
        ImGui::GetWindowDrawList()->AddRectFilled({left, at.y + 2}, {left + style.px(3), at.y + row - 2},
                                                  style.theme->accent);
    }
    draw_archetype_label(context, archetype, {at.x, at.y + line}, width);
    const ArchetypeFacts facts = facts_of(archetype);
    const ImU32 quiet = picked ? style.theme->quiet_sel : style.theme->quiet;
    draw_facts(style, facts, facts.entities == 0 ? quiet : style.theme->text, recorder_->each(), archetype.id());
}

void ArchetypesPanel::draw_row_tooltip(const Context& context, const ecs::Archetype& archetype) const {
    const Tooltip shown;
    if (!shown) return;
    const Style& style = context.style;
    const ArchetypeFacts facts = facts_of(archetype);
    archetype_tooltip(context, archetype);
    quiet_text(style, phrase("{}, {} of it waste", format_bytes_exact(facts.bytes), format_bytes_exact(facts.waste())));
    if (archetype.full_capacity() > 0)
        quiet_text(style, phrase("{} of {} in use of what is allocated; a full-size chunk holds {}",
                                 format_count(facts.entities), format_count(facts.room, "row"),
                                 format_count(archetype.full_capacity())));
    if (facts.entities > 0)
        quiet_text(style, phrase("{} an entity", number_text_of(facts, ArchetypeColumn::BytesPerEntity)));
    const auto location = location_if_alive(context.world, context.selection.entity());
    if (location && location->archetype == archetype.id())
        colored_text(style.theme->text, tr("The selected entity is one of these"));
}

void ArchetypesPanel::draw_facts(const Style& style, const ArchetypeFacts& facts, ImU32 color,
                                 const ArchetypeHistory& history, ecs::ArchetypeId id) {
    for (int i = 1; i < archetype_column_count; ++i) {
        const auto column = static_cast<ArchetypeColumn>(i);
        if (!ImGui::TableNextColumn()) continue;
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = std::floor(ImGui::GetContentRegionAvail().x);
        if (column == ArchetypeColumn::Fill)
            draw_fill(style, facts, color);
        else
            draw_cell_number(style, number_text_of(facts, column), color);
        if (view_ != View::History || column == ArchetypeColumn::Capacity) continue;
        const float top = at.y + row_height(style) - std::floor(style.px(2));
        draw_sparkline(style, history, id, column, axis_,
                       {{at.x, top}, {at.x + width, at.y + row_px(style) - std::floor(style.px(4))}});
    }
}

void ArchetypesPanel::draw_fill(const Style& style, const ArchetypeFacts& facts, ImU32 color) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float row = row_height(style), bar = std::floor(style.px(36)), high = std::floor(style.px(8));
    const float top = at.y + std::floor((row - high) / 2);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Area whole{{at.x, top}, {at.x + bar, top + high}};
    if (facts.entities == 0) {
        // The unused part is dotted, like unused bytes everywhere.
        if (facts.chunks > 0) dots(list, whole, style.theme->quiet, std::floor(style.px(3)));
    } else {
        list.AddRectFilled(whole.low, whole.high, style.theme->raised, style.px(2));
        const float filled = std::floor(bar * static_cast<float>(facts.fill()) + 0.5f);
        if (filled > 0)
            list.AddRectFilled(whole.low, {at.x + filled, top + high}, style.theme->bar,
                               std::min(style.px(2), filled / 2));
    }
    draw_cell_number(style, number_text_of(facts, ArchetypeColumn::Fill), color);
}

void ArchetypesPanel::draw_entities(const Context& context, ImVec2 size) {
    const Style& style = context.style;
    if (compat::begin_child("side", size)) {
        const auto in_view = archetype_in_view(context);
        if (!in_view) {
            if (empty_state(style, tr("No archetype selected"),
                            tr("Click one to see its entities here and its chunks in Chunks"),
                            tr("Select the first")) &&
                !table_.order().empty())
                context.selection.select_archetype(table_.order().front());
        } else {
            const ecs::Archetype& archetype = context.world.archetype(*in_view);
            ImGui::AlignTextToFramePadding();
            clipped_line(style.theme->quiet,
                         phrase("{} of", format_count(archetype.entity_count(), "entity", "entities")));
            same_line_if_fits(style.px(48), -1);
            archetype_label(context, archetype, ImGui::GetContentRegionAvail().x);
            if (archetype.entity_count() == 0) {
                if (empty_state(style, tr("No entities"), tr("None has exactly these components now"),
                                tr("Select none")))
                    context.selection.select_archetype(std::nullopt);
            } else
                entities_.show(context, archetype, {0, 0});
        }
    }
    ImGui::EndChild();
}

}  // namespace panels
