#include "panels/entities/entities_panel.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "ecs/language/text_query.hpp"
#include "ecs/mirror/mirror.hpp"
#include "panels/base/general_keys.hpp"
#include "panels/base/language.hpp"
#include "panels/base/lies_in_pointed.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/base/script_layout.hpp"
#include "panels/base/shown_id.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/watch/watches.hpp"
#include "panels/widgets/drag_scroll.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr float indent_px = 16;  // of a level

/// The text of a short id, without heap memory.
struct IdText {
    char text[24];
    explicit IdText(ecs::Entity entity) { std::snprintf(text, sizeof text, "#%u", entity.index); }
};

}  // namespace

void EntitiesPanel::draw(const Context& context) {
    follow_world(context);
    known_prefabs_.emplace(context.world);
    draw_prefab_bar(context);
    follow_prefab(context);
    note_engine(context);
    draw_top(context);
    list_.watches = context.watches;
    list_.update(context.world);
    if (list_.busy(context.world) && context.stay_awake != nullptr) *context.stay_awake = true;
    use_filter_keys(context);
    follow_selection(context);
    draw_chips(context);
    const float above_counts = ImGui::GetCursorPosY();
    draw_counts(context);
    draw_left_out(context);
    said_px_ = filter_wrong_at_ ? ImGui::GetCursorPosY() - above_counts : 0;
    prefabs_.draw(context);
    if (list_.rows().empty()) return draw_nothing(context);
    draw_rows(context);
    draw_hidden(context);
    draw_engine(context);
}

void EntitiesPanel::follow_world(const Context& context) {
    const ecs::World& world = context.world;
    const bool other_world = world_ != &world || world.version() < world_version_;
    world_ = &world;
    world_version_ = world.version();
    if (other_world) {
        list_.reset();
        renaming_ = *rename_wanted_ = dragged_ = anchor_ = ecs::null_entity;
        group_mark_.reset();
        reveal_pending_ = true;
    }
    // A filter that is not understood says so in the language that is spoken.
    const std::uint64_t types = ecs::types_fingerprint(world.types());
    if (other_world || types_seen_ != types || language_ != ecs::spoken()) {
        types_seen_ = types;
        language_ = ecs::spoken();
        if (other_world) list_.set_filter({});
        if (!filter_text_.empty() || hides_internal_ || hides_engine_ || only_prefab_) take_filter(world);
    }
}

void EntitiesPanel::follow_prefab(const Context& context) {
    if (std::exchange(only_prefab_, context.selection.opened_prefab()) == context.selection.opened_prefab()) return;
    take_filter(context.world);
    reveal_pending_ = true;
    // What the prefab is made of is what it was opened for.
    if (const auto children = context.world.children(only_prefab_); !children.empty())
        list_.reveal(context.world, children.front());
}

void EntitiesPanel::follow_selection(const Context& context) {
    // Also to what was changed back while it is selected.
    const bool flashes =
        std::exchange(flash_seen_, context.selection.flash.number()) != context.selection.flash.number();
    if (revision_seen_ != context.selection.revision() ||
        (flashes && context.selection.flash.has(context.selection.entity()))) {
        revision_seen_ = context.selection.revision();
        reveal_pending_ = true;
        group_mark_.reset();
        put_back_.reset();
    }
    if (!reveal_pending_) return;
    const ecs::Entity entity = context.selection.entity();
    list_.reveal(context.world, entity);
    const std::size_t row = entity ? list_.row_of(entity) : EntityList::no_row;
    if (row != EntityList::no_row) scroll_to_row_ = row;
    // An entity created in this frame enters the list in one of the next frames.
    reveal_pending_ = row == EntityList::no_row && context.world.alive(entity) && !list_.up_to_date();
}

/// Notes that this panel changed the selection, so that it does not scroll to it.
void EntitiesPanel::select_by_panel(const Context& context) {
    revision_seen_ = context.selection.revision();
    group_mark_.reset();
    put_back_.reset();
}

void EntitiesPanel::draw_top(const Context& context) {
    const Style& style = context.style;
    const float spacing = ImGui::GetStyle().ItemSpacing.x;
    const float create_width = button_width(tr("+ Create"));
    const float search_width = ImGui::GetContentRegionAvail().x - create_width - spacing;
    const bool is_query = list_.filter().is_query() || filter_wrong_at_;
    if (field_.draw(context, "filter", filter_text_,
                    {.hint = tr("Filter: name, id, query"),
                     .width = std::max(search_width, style.px(80)),
                     .wrong_at = filter_wrong_at_,
                     .is_query = is_query,
                     .said_below = said_px_})) {
        take_filter(context.world);
        put_back_.reset();
        filter_mark_ = 0;
        take_first_ = false;
    }
    if (ImGui::IsMouseHoveringRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax()) && !field_.active())
        tooltip(EntityFilter::explanation());
    ImGui::SameLine(0, spacing);
    if (button(tr("+ Create"), why_not(context, WantedChange{WantedChange::Kind::Create}),
               with_keys(context, tr("Create an entity at the top of the tree"), keys::create)))
        request_create(context);
}

void EntitiesPanel::take_filter(const ecs::World& world) {
    EntityFilter filter(filter_text_, world, hides_internal_);
    filter_problem_ = filter.problem();
    filter_wrong_at_ = filter.wrong_at();
    if (filter_wrong_at_) return;
    if (only_prefab_) filter.show_only_prefab(world, only_prefab_);
    if (hides_engine_) filter.hide_engine();
    list_.set_filter(std::move(filter));
    applied_text_ = filter_text_;
}

void EntitiesPanel::draw_counts(const Context& context) {
    const Style& style = context.style;
    const std::size_t total = context.world.entity_count();
    std::string text;
    if (list_.filter().empty()) {
        // Under the title of the panel, so a language may leave the noun out, for which there is little room.
        text = ecs::fill_phrase(total == 1 ? tr_as("list", "{} entity") : tr_as("list", "{} entities"),
                                {format_count(total)});
    } else {
        text =
            phrase("{} of {}", format_count(list_.hit_count(context.world)), format_count(total, "entity", "entities"));
        if (list_.searching()) text += phrase(", {} searched", format_percent(static_cast<double>(list_.progress())));
    }
    const float width = view_choice_width();
    const float text_room = ImGui::GetContentRegionAvail().x - width - ImGui::GetStyle().ItemSpacing.x;
    ImGui::AlignTextToFramePadding();
    if (ImGui::CalcTextSize(text.c_str()).x <= text_room) {
        quiet_text(style, text);
        explain(Term::Entity);
    } else {
        // The buttons stay whole; the tooltip has the full text.
        ImGui::PushStyleColor(ImGuiCol_Text, style.theme->quiet);
        clipped_text(text, std::max(text_room, 1.0f));
        ImGui::PopStyleColor();
    }

    ImGui::SameLine();
    const float room = ImGui::GetContentRegionAvail().x - width;
    if (room > 0) ImGui::SetCursorPosX(std::floor(ImGui::GetCursorPosX() + room));
    draw_view_choice(context, width);
    // With an empty list, the problem stands in the list instead.
    if (!filter_problem_.empty() && !list_.rows().empty()) {
        wrapped_text(style.theme->warn, filter_problem_);
        if (filter_wrong_at_) quiet_text(style, tr("The list stays as it was"));
    }

    const ecs::Entity selected = context.selection.entity();
    const bool hidden = !list_.filter().empty() && context.world.alive(selected) && list_.up_to_date() &&
                        !list_.filter().matches(context.world, selected) && !list_.is_above_hit(selected);
    if (!hidden) return;
    wrapped_text(style.theme->quiet,
                 phrase("{} is selected, but the filter hides it", name_or_id(context.world, selected)));
}

void EntitiesPanel::draw_nothing(const Context& context) {
    rows_drawn_ = 0;
    draw_engine(context);
    if (list_.searching()) return;
    if (hides_engine_ && !says_hidden() && context.world.entity_count() > 0) return;
    if (!list_.filter().empty() && context.world.entity_count() > 0) {
        draw_hidden(context);
        // Where a part of the text was not understood, nobody can say that nothing matches.
        const bool wrong = !filter_problem_.empty();
        const std::string what = wrong ? filter_problem_ : std::string(tr("No entity matches"));
        const char* const can = tr(
            "The filter finds names (turret), ids (12v3, #12), components (c:Health, !c:Frozen), and what a query asks "
            "for (Enemy & Health.hp < 10)");
        if (empty_state(context.style, what, wrong ? can : tr("Hover the filter to see what it understands"),
                        tr("Clear the filter")))
            clear_filter(context.world);
        return;
    }
    const bool scene = context.viewport != nullptr;
    if (empty_state(context.style, tr("No entities yet"),
                    scene ? tr("What you create appears here and in the inspector; in the scene, once it has a place")
                          : tr("What you create appears here and in the inspector"),
                    tr("Create an entity")))
        request_create(context);
}

void EntitiesPanel::draw_rows(const Context& context) {
    const Style& style = context.style;
    const float row = row_height(style);
    // The lines of what is hidden.
    const float below = ImGui::GetFrameHeightWithSpacing() * static_cast<float>(says_hidden() + says_engine());
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    begin_rows({0, -below});

    char widest[24];
    std::snprintf(widest, sizeof widest, "#%zu", context.world.slot_count());
    {
        const compat::FontScope font(style.mono);
        id_width_ = ImGui::CalcTextSize(widest).x;
    }
    if (const ecs::Entity wanted = std::exchange(*rename_wanted_, ecs::null_entity)) start_rename(context, wanted);
    if (ImGui::IsWindowFocused() && !ImGui::IsAnyItemActive()) handle_keys(context);
    if (scroll_to_row_) {
        const float top = static_cast<float>(*scroll_to_row_) * row;
        // Without the bar that scrolls sideways.
        const float view = ImGui::GetWindowContentRegionMax().y - ImGui::GetWindowContentRegionMin().y;
        if (top < ImGui::GetScrollY())
            ImGui::SetScrollY(std::max(0.0f, top - row));
        else if (top + row > ImGui::GetScrollY() + view)
            ImGui::SetScrollY(top + row * 2 - view);
        scroll_to_row_.reset();
    }
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) dragged_ = ecs::null_entity;
    scroll_for_drag(context, entity_payload);

    rows_drawn_ = 0;
    const int count = static_cast<int>(list_.rows().size());
    ImGuiListClipper clipper;
    clipper.Begin(count, row);
    // The dragged row draws the tooltip of the drag, in view or not.
    const std::size_t dragged_row = dragged_ ? list_.row_of(dragged_) : EntityList::no_row;
    if (dragged_row != EntityList::no_row)
        compat::include_rows(clipper, static_cast<int>(dragged_row), static_cast<int>(dragged_row) + 1);
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd && i < static_cast<int>(list_.rows().size()); ++i)
            draw_row(context, static_cast<std::size_t>(i));
    clipper.End();

    // The room below the last row: a click deselects, a drop moves to the top.
    const float left_below = std::max(ImGui::GetContentRegionAvail().y, row);
    invisible_button("below", {std::max(ImGui::GetContentRegionAvail().x, 1.0f), left_below});
    if (ImGui::IsItemClicked()) context.selection.clear();
    drag_and_drop(context, nullptr);

    ImGui::EndChild();
    ImGui::PopStyleVar();
}

void EntitiesPanel::begin_rows(ImVec2 size) {
    if (std::exchange(focus_rows_, false)) ImGui::SetNextWindowFocus();
    // A longer list, or another panel width, is another matter; rows that come into view only make it wider.
    if (const std::size_t shown = list_.rows().size(); shown != list_shown_) {
        list_shown_ = shown;
        name_width_ = 0;
    }
    const bool wide = name_width_ > seen_width_;
    if (wide) ImGui::SetNextWindowContentSize({name_width_, 0});
    compat::begin_child("rows", size, false,
                        ImGuiWindowFlags_NoNavInputs | (wide ? ImGuiWindowFlags_HorizontalScrollbar : 0));
    const float scrollbar = ImGui::GetScrollMaxY() > 0 ? ImGui::GetStyle().ScrollbarSize : 0;
    seen_width_ = ImGui::GetWindowWidth() - scrollbar;
}

float EntitiesPanel::most_indent(const Style& style) const {
    constexpr float least_levels = 3, room_for_names_px = 160;
    return std::max(seen_width_ - style.px(room_for_names_px), style.px(indent_px) * least_levels);
}

float EntitiesPanel::indent(const Style& style, std::size_t depth) const {
    if (list_.view() == EntityList::View::Flat) return 0;
    const float step = style.px(indent_px), most = most_indent(style);
    const float all = step * static_cast<float>(depth);
    // From there on a level is only just seen, for a while.
    constexpr float slower = 8;
    return step + std::floor(all <= most ? all : most + std::min((all - most) / slower, step));
}

void EntitiesPanel::draw_level(const Style& style, std::size_t depth, ImVec2 low, ImVec2 high, float left) const {
    if (list_.view() != EntityList::View::Tree || style.px(indent_px) * static_cast<float>(depth) <= most_indent(style))
        return;
    const std::string level = format_count(depth + 1);
    const compat::FontScope font(style.mono_small);
    const float at = ImGui::GetWindowPos().x + style.px(4), end = at + text_width(level);
    if (end > left) return;  // the name is scrolled to where the number would be
    const ImVec2 place{at, std::floor((low.y + high.y - ImGui::GetFontSize()) / 2)};
    ImGui::GetWindowDrawList()->AddText(place, style.theme->quiet, level.c_str());
    if (ImGui::IsMouseHoveringRect({at, low.y}, {end, high.y}) && tooltip_due())
        tooltip(phrase("Level {} of the tree", level));
}

void EntitiesPanel::draw_row(const Context& context, std::size_t position) {
    ++rows_drawn_;
    const Style& style = context.style;
    const EntityRow row = list_.rows()[position];
    if (row.is_group()) return draw_group(context, position);
    const bool selected = context.selection.has(row.entity);
    const bool alive = context.world.alive(row.entity);
    const bool foldable = alive && list_.foldable(context.world, row);

    // While a list of groups is made, an entity may stand in the group that it left, too.
    ImGui::PushID(static_cast<int>(row.group));
    ImGui::PushID(static_cast<int>(row.entity.index));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImGuiSelectableFlags flags = ImGuiSelectableFlags_AllowDoubleClick | compat::selectable_allow_overlap;
    const bool clicked = selectable("##row", selected, flags, {0, row_height(style)});
    // What stands at the right stays there while names scroll sideways.
    const ImVec2 low = ImGui::GetItemRectMin(), high{ImGui::GetWindowPos().x + seen_width_, ImGui::GetItemRectMax().y};
    const bool hovered = ImGui::IsItemHovered();
    const float arrow_room = style.px(16);
    const float left = at.x + style.px(4) + indent(style, row.depth);
    const float mouse_x = ImGui::GetIO().MousePos.x;
    const bool on_arrow = foldable && mouse_x >= left - arrow_room && mouse_x < left;

    if (hovered && alive) context.selection.hovered = row.entity;
    const bool on_id = mouse_x >= high.x - id_width_ - style.px(8);
    if (hovered && on_id && tooltip_due())
        tooltip(id_words(context, row.entity) + "\n" + explanation(Term::Generation));
    if (menu_asked(context)) {
        if (!selected) {
            context.selection.select(row.entity);
            select_by_panel(context);
        }
        anchor_ = row.entity;
        ask_for_menu(context, row.entity);
    }
    drag_and_drop(context, &row);

    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (const float flash = context.selection.flash.strength(context.time_secs);
        flash > 0 && context.selection.flash.has(row.entity)) {
        draw_flash(context, {low, high}, flash);
    }
    const bool marked = field_.keys().active && !filter_text_.empty() && position == filter_mark_;
    if (marked) compat::add_rect(list, low, {high.x - 1, high.y - 1}, style.theme->text);
    if (context.selection.hovered == row.entity && !hovered)
        compat::add_rect(list, low, {high.x - 1, high.y - 1}, style.theme->text);
    else if (alive && !hovered && lies_in_pointed(context, row.entity))
        list.AddRectFilled(low, {low.x + std::max(style.px(2), 1.0f), high.y}, style.theme->text);
    draw_level(style, row.depth, low, high, left - arrow_room);
    if (foldable)
        draw_fold_arrow(list, {std::floor(left - arrow_room / 2), std::floor((low.y + high.y) / 2)}, style.px(8),
                        list_.open(row.entity), hovered && on_arrow ? style.theme->text : style.theme->quiet);
    if (renaming_ == row.entity && alive)
        draw_rename(context, row.entity, low, high, left);
    else
        draw_row_text(context, row, low, high, left);
    ImGui::PopID();
    ImGui::PopID();

    // After all rows are drawn, because this may change the rows.
    if (!clicked || !alive) return;
    if (on_arrow)
        list_.set_open(context.world, position, !list_.open(row.entity));
    else if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
        start_rename(context, row.entity);
    else
        click_row(context, position);
}

void EntitiesPanel::draw_row_text(const Context& context, const EntityRow& row, ImVec2 low, ImVec2 high, float left) {
    const Style& style = context.style;
    const ecs::World& world = context.world;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const IdText id(shown_id(context, row.entity));
    const bool alive = world.alive(row.entity);
    const bool on_panel = !context.selection.has(row.entity) && !ImGui::IsItemHovered();
    const ImU32 quiet_color = on_panel ? style.theme->quiet : style.theme->quiet_sel;
    const std::string_view name = alive ? world.name(row.entity) : std::string_view(tr("destroyed"));
    const std::string drawn_name = laid_out(std::string(name));
    const float font_size = ImGui::GetFontSize();
    const float text_y = std::floor((low.y + high.y - font_size) / 2);
    float right = high.x - style.px(4);

    // People look for names: where name and id do not fit, the id is dropped.
    constexpr std::size_t longest_measured = 256;
    const std::string_view measured = std::string_view(drawn_name).substr(0, longest_measured);
    const float whole_name = ImGui::CalcTextSize(measured.data(), measured.data() + measured.size()).x;
    const bool room_for_id = right - left - id_width_ - style.px(8) >= std::min(whole_name, style.px(120));
    if (!name.empty() && room_for_id) {
        const compat::FontScope font(style.mono);
        const float width = ImGui::CalcTextSize(id.text).x;
        list.AddText({right - width, text_y}, quiet_color, id.text);
        right -= std::max(id_width_, width) + style.px(8);
    } else if (name.empty()) {
        right -= id_width_ + style.px(8);
    }

    // What the owner has not answered yet may be taken back.
    if (context.mirror != nullptr && context.mirror->waits(row.entity)) {
        const float side = std::floor(style.px(12));
        right -= side;
        draw_icon(list, Icon::Clock, {std::floor(right), std::floor((low.y + high.y - side) / 2)}, side,
                  style.theme->warn);
        right -= style.px(4);
    }

    // What is marked in the scene, before the components: it says why a shape is not seen.
    const SceneMarks* const marked = alive && context.viewport != nullptr ? &context.viewport->marks : nullptr;
    const bool hidden = marked != nullptr && marked->hides(world, row.entity);
    const bool locked = marked != nullptr && marked->locks(world, row.entity);
    const float icon = std::floor(style.px(16));
    for (const auto& [on, sign] : {std::pair(locked, Icon::Lock), std::pair(hidden, Icon::Hidden)}) {
        if (!on) continue;
        right -= icon;
        draw_icon(list, sign, {std::floor(right), std::floor((low.y + high.y - icon) / 2)}, icon, quiet_color);
        right -= style.px(4);
    }

    constexpr std::size_t marks = 5;
    const float mark = std::floor(style.px(8)), step = std::floor(style.px(11));
    const float room_of_marks = step * static_cast<float>(marks) + style.px(4);
    // They go before any letter of the name does.
    const bool room_for_marks =
        seen_width_ > style.px(220) && room_for_id && right - left - room_of_marks >= whole_name + style.px(20);
    if (alive && room_for_marks) {
        const auto components = world.archetype_of(row.entity).components();
        std::size_t drawn = 0;
        for (auto it = components.rbegin(); it != components.rend() && drawn < marks; ++it) {
            if (*it == world.name_id() || *it == world.parent_id()) continue;
            component_mark(style, world.types()[*it], list,
                           {std::floor(right - mark / 2), std::floor((low.y + high.y) / 2)}, mark);
            right -= step;
            ++drawn;
        }
        right -= style.px(4);
    }

    // What no system runs on is quieter than what runs, except where only it is shown.
    const ecs::Prefabs& prefabs = *known_prefabs_;
    const bool of_prefab = alive && prefabs.in_prefab(row.entity);
    const bool quiet = !alive || !row.hit || (of_prefab && !only_prefab_);
    if (alive && (of_prefab ? prefabs.is_prefab(row.entity) : prefabs.is_instance(row.entity))) {
        const float side = std::floor(style.px(14));
        if (left + side + style.px(24) < right) {
            draw_icon(list, Icon::Prefab, {left, std::floor((low.y + high.y - side) / 2)}, side, quiet_color);
            left += side + style.px(4);
        }
        // An instance has the same icon, so a prefab says that it is one.
        if (of_prefab) right = draw_prefab_chip(style, low, high, left + std::min(whole_name, style.px(80)), right);
    }
    // How wide the list must be for the whole name.
    name_width_ = std::max(name_width_, std::floor(left - low.x + whole_name + high.x - right));
    const ImU32 color = quiet ? quiet_color : style.theme->text;
    const ImVec4 clip{left, low.y, std::max(right, left), high.y};
    if (name.empty()) {
        const compat::FontScope font(style.mono);
        list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {left, text_y}, color, id.text, nullptr, 0, &clip);
        return;
    }
    found_letters_.clear();
    if (row.hit && alive && drawn_name == name) list_.filter().find_in(name, found_letters_);
    for (std::size_t i = 0; i < found_letters_.size();) {
        const std::size_t first = found_letters_[i];
        std::size_t after = first + 1;
        for (++i; i < found_letters_.size() && found_letters_[i] == after; ++i) ++after;
        const float before = ImGui::CalcTextSize(name.data(), name.data() + first).x;
        const float end = std::min(left + ImGui::CalcTextSize(name.data(), name.data() + after).x, clip.z);
        if (left + before < end)
            list.AddRectFilled({left + before, text_y + font_size}, {end, text_y + font_size + 1}, style.theme->text);
    }
    draw_text_until(list, {left, text_y}, clip.z, color, drawn_name);
}

float EntitiesPanel::draw_prefab_chip(const Style& style, ImVec2 low, ImVec2 high, float from, float right) {
    const char* const text = tr("Prefab");
    const float pad = std::floor(style.px(4)), width = text_width(text) + pad * 2;
    if (right - width < from + style.px(4)) return right;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float high_px = ImGui::GetFontSize() + std::floor(style.px(2));
    const ImVec2 at{std::floor(right - width), std::floor((low.y + high.y - high_px) / 2)};
    compat::add_rect(list, at, {std::floor(right), at.y + high_px}, style.theme->quiet);
    list.AddText({at.x + pad, std::floor((low.y + high.y - ImGui::GetFontSize()) / 2)}, style.theme->quiet, text);
    return at.x - style.px(4);
}

/// The next matching row from `from` on (inclusive); no_row when there is none.
std::size_t EntitiesPanel::next_hit(std::size_t from, int direction) const {
    const auto& rows = list_.rows();
    for (std::size_t row = from; row < rows.size(); row += static_cast<std::size_t>(direction))
        if (rows[row].hit) return row;
    return EntityList::no_row;
}

// The keyboard stays in the filter while its arrows choose among the matches. Enter selects one and moves on to the
// list.
void EntitiesPanel::use_filter_keys(const Context& context) {
    if (filter_text_.empty()) {
        if (field_.keys().arrows > 0 || field_.keys().entered) focus_rows_ = true;
        return;
    }
    if (const std::size_t hit = next_hit(std::min(filter_mark_, list_.rows().size()), 1); hit != EntityList::no_row)
        filter_mark_ = hit;
    for (int left = field_.keys().arrows; left != 0; left += left > 0 ? -1 : 1) {
        const int direction = left > 0 ? 1 : -1;
        const std::size_t hit = next_hit(filter_mark_ + static_cast<std::size_t>(direction), direction);
        if (hit == EntityList::no_row) break;
        filter_mark_ = hit;
        scroll_to_row_ = hit;
    }
    take_first_ = (take_first_ || field_.keys().entered) && (!list_.rows().empty() || list_.searching());
    if (!take_first_ || filter_mark_ >= list_.rows().size() || !list_.rows()[filter_mark_].hit) return;
    take_first_ = false;
    anchor_ = list_.rows()[filter_mark_].entity;
    context.selection.select(anchor_);
    select_by_panel(context);
    scroll_to_row_ = filter_mark_;
    focus_rows_ = true;
}

void EntitiesPanel::start_rename(const Context& context, ecs::Entity entity) {
    if (!context.world.alive(entity)) return;
    renaming_ = entity;
    new_name_ = context.world.name(entity);
    rename_started_ = false;
}

void EntitiesPanel::draw_rename(const Context& context, ecs::Entity entity, ImVec2 low, ImVec2 high, float left) {
    const ImVec2 after = ImGui::GetCursorScreenPos();
    const float indent = left - ImGui::GetStyle().FramePadding.x;
    ImGui::SetCursorScreenPos({indent, low.y});
    ImGui::SetNextItemWidth(high.x - indent);
    const bool first_frame = !rename_started_;
    if (first_frame) ImGui::SetKeyboardFocusHere();
    rename_started_ = true;
    const bool entered = input_text("##name", new_name_, tr("Name (empty: none)"),
                                    ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    const bool left_it = ImGui::IsItemDeactivated();
    ImGui::SetCursorScreenPos(after);
    ImGui::Dummy({0, 0});
    if (!entered && !left_it) return;
    const bool cancelled = compat::key_pressed(compat::Key::Escape, false);
    renaming_ = ecs::null_entity;
    if (!cancelled) request_rename(context, entity, new_name_);
}

}  // namespace panels
