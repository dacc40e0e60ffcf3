#include "panels/changes/change_list.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "panels/archetypes/archetype_widgets.hpp"
#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/base/tick_item.hpp"
#include "panels/base/value_text.hpp"
#include "panels/widgets/first_steps.hpp"
#include "panels/widgets/little_room.hpp"

namespace panels {

namespace {

constexpr int column_count = 8;
constexpr float far_below = 1e9f;  // scrolling is limited to what there is

std::string row_text(const ecs::Location& location) {
    return format_count(location.chunk) + ":" + format_count(location.row);
}

bool has_place(const ecs::Location& location) { return location.archetype != ecs::no_archetype; }

}  // namespace

void ChangeList::draw(const Context& context) {
    const Style& style = context.style;
    rows_.update(*context.journal, context.world);
    if (rows_.behind() && context.stay_awake != nullptr) *context.stay_awake = true;
    const bool was_over = std::exchange(over_rows_, false);
    const std::uint64_t total = context.journal->total();
    if ((follow_ && !was_over) || seen_total_ > total) seen_total_ = total;
    new_changes_ = total - seen_total_;
    draw_toolbar(context);
    if (context.journal->total() == 0 && !rows_.held()) {
        empty_without_entities(context, tr("Nothing has changed yet"),
                               tr("Every entity that is created or destroyed, and every component that is added or "
                                  "removed, is listed here. Add a component in the Inspector to see its row move"));
        return;
    }
    if (rows_.size() == 0 && !rows_.behind()) {
        if (empty_state(style, tr("No change matches the filter"), tr("Other words or other kinds may find some"),
                        tr("Show all"))) {
            text_.clear();
            rows_.set_text({});
            rows_.set_kinds(JournalRows::all_kinds);
        }
        return;
    }
    draw_rows(context, was_over);
}

void ChangeList::draw_toolbar(const Context& context) {
    const Style& style = context.style;
    if (button(rows_.held() ? tr("Resume") : tr("Hold"), {},
               rows_.held() ? tr("Shows what happens now again")
                            : tr("Keeps this list as it is, while the world goes on"))) {
        if (rows_.held())
            rows_.release();
        else
            rows_.hold(*context.journal);
    }
    const float search_px = std::min(style.px(260), ImGui::GetContentRegionAvail().x);
    same_line_if_fits(search_px, -1);
    if (std::exchange(focus_filter_, false)) ImGui::SetKeyboardFocusHere();
    if (search_box("filter", style, text_, tr("Filter by entity, cause, component"), search_px)) rows_.set_text(text_);
    draw_kinds(style);
    next_button(tr("Newest"));
    const std::string_view why_not = rows_.held() ? tr("Held: resume first")
                                     : follow_    ? tr("The newest change is in view")
                                                  : "";
    if (button(tr("Newest"), why_not, tr("Goes to the newest change and follows it"))) follow_ = true;

    const ecs::Journal& journal = *context.journal;
    std::string counts = format_count(rows_.size(), "change");
    if (rows_.filtered()) counts += phrase(" of {}", format_count(rows_.size_unfiltered()));
    if (journal.dropped() > 0) counts += phrase(" · {} dropped", format_count(journal.dropped(), "older one"));
    if (rows_.held())
        counts += tr(" · held");
    else if (new_changes_ > 0)
        counts += phrase(" · +{} new", format_count(new_changes_));
    if (rows_.behind()) counts += tr(" · searching…");
    next_text(rows_.held() ? style.theme->warn : style.theme->quiet, counts, style.px(12));
    tooltip(phrase("The journal keeps the last changes and counts all of them: {} since it was attached",
                   format_count(journal.total())));
}

void ChangeList::draw_kinds(const Style& style) {
    const JournalRows::KindMask kinds = rows_.kinds();
    int shown = 0;
    std::string preview;
    for (std::size_t k = 0; k < change_kind_count; ++k) {
        if ((kinds >> k & 1u) == 0) continue;
        ++shown;
        preview = name_for_people(static_cast<ecs::ChangeKind>(k));
    }
    if (shown == static_cast<int>(change_kind_count)) preview = tr("All kinds");
    if (shown != 1 && shown != static_cast<int>(change_kind_count)) preview = phrase("{} kinds", std::to_string(shown));
    same_line_if_fits(style.px(130), -1);
    if (!begin_combo("##kinds", preview, style.px(130))) return tooltip(tr("Which kinds of changes are listed"));
    if (selectable(tr("All kinds"), false, ImGuiSelectableFlags_DontClosePopups))
        rows_.set_kinds(JournalRows::all_kinds);
    for (std::size_t k = 0; k < change_kind_count; ++k) {
        const auto kind = static_cast<ecs::ChangeKind>(k);
        bool on = (kinds >> k & 1u) != 0;
        if (checkbox(style, name_for_people(kind), on)) rows_.set_kinds(kinds ^ (1u << k));
        tooltip(explanation(kind));
    }
    ImGui::EndCombo();
}

void ChangeList::draw_rows(const Context& context, bool under_mouse) {
    const Style& style = context.style;
    if (!begin_wide_table("changes", style, column_count, ImGuiTableFlags_None, {0, 0}, 900)) return;
    constexpr ImGuiTableColumnFlags fixed = ImGuiTableColumnFlags_WidthFixed;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn(tr("Tick"), fixed, style.px(56));
    ImGui::TableSetupColumn(tr("Cause"), fixed, style.px(96));
    ImGui::TableSetupColumn(tr("What"), fixed, style.px(112));
    ImGui::TableSetupColumn(tr("Entity"), fixed, style.px(136));
    ImGui::TableSetupColumn(tr("Component"), fixed, style.px(108));
    ImGui::TableSetupColumn(tr("Archetype"), ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn(tr("Rows"), fixed, style.px(108));
    ImGui::TableSetupColumn(tr("Copied"), fixed, style.px(64));
    const char* hints[column_count] = {
        explanation(Term::Tick),
        tr("The system or the edit that made the change"),
        explanation(Term::StructuralChange),
        explanation(Term::Entity),
        tr("The component that was added (+) or removed (−), when it was a single one"),
        explanation(Term::Archetype),
        tr("Chunk and row, before and after: 3:12 is row 12 of chunk 3. Both are counted from 0"),
        tr("Bytes that were copied from one block to another, the id of the entity included"),
    };
    header_row(style, hints, 0b1000'0001);
    over_rows_ = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    follow_newest(style, under_mouse && over_rows_);

    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(rows_.size()), row_height(style));
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            ImGui::PushID(i);
            draw_change(context, rows_[static_cast<std::size_t>(i)]);
            ImGui::PopID();
        }
    }
    ImGui::EndTable();
}

void ChangeList::follow_newest(const Style& style, bool holds_still) {
    const float scroll = ImGui::GetScrollY(), end = ImGui::GetScrollMaxY();
    if (rows_.held()) {
        expected_scroll_ = scroll;
        return;
    }
    if (scroll >= end - 0.5f)
        follow_ = true;
    else if (scroll + 0.5f < expected_scroll_)
        follow_ = false;  // nobody but the person scrolls up
    if (follow_ && !holds_still) {
        ImGui::SetScrollY(far_below);
        expected_scroll_ = end;
        return;
    }
    // What the person reads stays where it is while the journal drops changes above.
    const float gone = static_cast<float>(rows_.gone_from_front()) * row_height(style);
    expected_scroll_ = std::max(0.0f, scroll - gone);
    if (gone > 0) ImGui::SetScrollY(expected_scroll_);
}

void ChangeList::draw_change(const Context& context, const ecs::StructuralChange& change) {
    const Style& style = context.style;
    const float row = row_height(style), text_top = std::floor((row - ImGui::GetTextLineHeight()) / 2);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto words = [&](std::string_view text, ImU32 color) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        draw_text_until(list, {at.x, at.y + text_top}, at.x + ImGui::GetContentRegionAvail().x, color, text);
    };
    // What was cut off of it is said on hover.
    const auto hover = [&](std::string_view text) {
        const float room = ImGui::GetContentRegionAvail().x;
        ImGui::Dummy({std::max(room, 1.0f), row});
        if (ImGui::CalcTextSize(text.data(), text.data() + text.size()).x > room) tooltip(text);
    };
    ImGui::TableNextRow(ImGuiTableRowFlags_None, row);
    const std::size_t requests_before = context.requests.size();
    bool menu_wanted = false;
    const auto next_cell = [&] {
        if (!ImGui::TableNextColumn()) return false;
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float padding = style.px(wide_table_padding), width = ImGui::GetContentRegionAvail().x;
        menu_wanted |= menu_asked_over(context, {{at.x - padding, at.y}, {at.x + width + padding, at.y + row}});
        return true;
    };
    const Selection& pointed = context.selection;
    const std::string_view cause = context.world.cause_name(change.cause);
    const bool of_archetype =
        pointed.hovered_archetype != ecs::no_archetype &&
        (change.from.archetype == pointed.hovered_archetype || change.to.archetype == pointed.hovered_archetype);
    const bool of_component =
        pointed.hovered_component != ecs::no_component && change.component == pointed.hovered_component;
    if ((change.entity && change.entity == pointed.hovered) || of_archetype || of_component ||
        (!pointed.hovered_system.empty() && cause == pointed.hovered_system))
        ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, style.theme->hover);
    if (next_cell()) draw_cell_number(style, format_count(change.tick), style.theme->quiet);
    if (next_cell()) {
        words(context.world.cause_name(change.cause), style.theme->quiet);
        hover(context.world.cause_name(change.cause));
        if (ImGui::IsItemHovered() && context.schedule.find(cause) != nullptr)
            point_at(context, SystemAt{std::string(cause)});
    }
    if (next_cell()) draw_what(context, change);
    if (next_cell() && change.entity) {
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() + text_top);
        entity_link(context, change.entity, std::max(ImGui::GetContentRegionAvail().x, 1.0f));
        if (context.world.alive(change.entity)) tooltip(tr("Click to select it"));
    }
    if (next_cell() && change.component < context.world.types().size()) {
        words(change.added ? "+" : "−", style.theme->text);
        ImGui::SetCursorPos({ImGui::GetCursorPosX() + style.px(12), ImGui::GetCursorPosY() + text_top});
        component_chip_within(context, change.component, ImGui::GetContentRegionAvail().x);
    }
    if (next_cell()) draw_archetypes(context, change);
    if (next_cell()) {
        const compat::FontScope font(style.mono);
        std::string place;
        if (has_place(change.from)) place = row_text(change.from);
        if (has_place(change.from) && has_place(change.to)) place += " > ";
        if (has_place(change.to)) place += change.entity ? row_text(change.to) : format_count(change.to.chunk);
        words(place, style.theme->quiet);
        hover(place);
    }
    if (next_cell() && change.bytes_copied > 0)
        draw_cell_number(style, format_bytes(change.bytes_copied), style.theme->text);
    // What a system did is there when its tick has ended; what an edit did is there at once.
    const std::uint64_t tick = change.tick + (context.schedule.find(cause) != nullptr ? 1 : 0);
    if (!menu_wanted) return;
    // A part of the row, such as its component, may have asked for a menu of its own.
    auto* const asked =
        context.requests.size() > requests_before ? std::get_if<OpenMenuRequest>(&context.requests.back()) : nullptr;
    if (asked != nullptr)
        asked->menu->items.push_back(tick_item(context, tick));
    else if (change.entity)
        request_menu(context, EntityAt{change.entity}, {tick_item(context, tick)});
    else
        request_menu(context, PanelAt{std::string(name_for_people(change.kind))}, {tick_item(context, tick)});
}

void ChangeList::draw_what(const Context& context, const ecs::StructuralChange& change) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float row = row_height(style), size = style.px(8);
    const ImVec2 middle{std::floor(at.x + size / 2), std::floor(at.y + row / 2)};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    switch (change.kind) {
        case ecs::ChangeKind::Created:
            draw_sign(list, Sign::Plus, middle, size, theme.good);
            break;
        case ecs::ChangeKind::Destroyed:
            draw_sign(list, Sign::Cross, middle, size, theme.error);
            break;
        case ecs::ChangeKind::Moved:
            draw_sign(list, Sign::ArrowRight, middle, size, theme.text);
            break;
        case ecs::ChangeKind::FilledHole:
            list.AddTriangleFilled({middle.x - size / 2, middle.y + size / 3},
                                   {middle.x + size / 2, middle.y + size / 3}, {middle.x, middle.y - size / 2},
                                   theme.quiet);
            break;
        case ecs::ChangeKind::ChunkMade:
        case ecs::ChangeKind::ChunkGrown:
        case ecs::ChangeKind::ChunkShrunk:
        case ecs::ChangeKind::ChunkFreed:
            compat::add_rect(list, {middle.x - size / 2, middle.y - size / 2},
                             {middle.x + size / 2, middle.y + size / 2},
                             change.kind == ecs::ChangeKind::ChunkFreed ? theme.error : theme.warn);
            break;
        case ecs::ChangeKind::Restored:
            draw_sign(list, Sign::Target, middle, size, theme.text);
            break;
    }
    ImGui::SetCursorPos({ImGui::GetCursorPosX() + style.px(14),
                         ImGui::GetCursorPosY() + std::floor((row - ImGui::GetTextLineHeight()) / 2)});
    ImGui::TextUnformatted(shortened(name_for_people(change.kind), ImGui::GetContentRegionAvail().x).c_str());
    tooltip(explanation(change.kind));
}

void ChangeList::draw_archetypes(const Context& context, const ecs::StructuralChange& change) {
    const Style& style = context.style;
    const ecs::World& world = context.world;
    const auto known = [&](const ecs::Location& location) { return location.archetype < world.archetype_count(); };
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, row = row_height(style);
    const float top = at.y + std::floor((row - ImGui::GetTextLineHeight()) / 2);
    const bool both = change.kind == ecs::ChangeKind::Moved && known(change.from) && known(change.to);
    const ecs::Location& place = known(change.to) ? change.to : change.from;
    if (!known(place)) return;
    if (both) {
        const float arrow = style.px(24), half = std::floor((width - arrow) / 2);
        const float used = draw_archetype_label(context, world.archetype(change.from.archetype), {at.x, top}, half);
        const float x = at.x + used + style.px(6);
        draw_sign(*ImGui::GetWindowDrawList(), Sign::ArrowRight, {x + style.px(5), std::floor(at.y + row / 2)},
                  style.px(8), style.theme->quiet);
        draw_archetype_label(context, world.archetype(change.to.archetype), {x + style.px(18), top},
                             at.x + width - x - style.px(18));
    } else {
        draw_archetype_label(context, world.archetype(place.archetype), {at.x, top}, width);
    }
    ImGui::Dummy({std::max(width, 1.0f), row});
    if (ImGui::IsItemHovered()) point_at(context, ArchetypeAt{place.archetype});
    if (tooltip_due()) {
        std::string text = archetype_name(world.archetype(place.archetype));
        if (both)
            text = phrase("From {}\nto {}", archetype_name(world.archetype(change.from.archetype)),
                          archetype_name(world.archetype(change.to.archetype)));
        tooltip(phrase("{}\nClick to show its chunks", text));
    }
    if (ImGui::IsItemClicked()) {
        context.selection.select_archetype(place.archetype);
        context.requests.push_back(ShowPanelRequest{"chunks"});
    }
}

}  // namespace panels
