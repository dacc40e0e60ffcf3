// The part of EntitiesPanel that keeps a large world quiet: how the entities are grouped, the headers of groups, the
// chips of the filter, and the line that says how much it hides.

#include <algorithm>
#include <cmath>
#include <utility>

#include "ecs/mirror/engine_entities.hpp"
#include "ecs/mirror/mirror.hpp"
#include "panels/base/archetype_names.hpp"
#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/entities/entities_panel.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

using View = EntityList::View;

struct ViewChoice {
    View view;
    const char* setting;
    const char* label;
    const char* hint;
};
constexpr ViewChoice view_choices[] = {
    {View::Flat, "flat", tr_later("Flat"), tr_later("No groups: all entities, in the order of their ids")},
    {View::Tree, "tree", tr_later("Tree"), tr_later("Grouped by parent: entities below their parents")},
    {View::ByArchetype, "archetype", tr_later("Archetypes"),
     tr_later("Grouped by archetype, in the order of their rows")},
    {View::ByName, "name", tr_later("Names"),
     tr_later("Grouped by the beginning of the name: Enemy 1 and Enemy 2 are of the group Enemy")},
};

constexpr const char* hide_internal_setting = "hide-internal";

const ViewChoice& choice_of(View view) {
    return *std::find_if(std::begin(view_choices), std::end(view_choices),
                         [&](const ViewChoice& each) { return each.view == view; });
}

/// On the line of the one before, or on the next; `most` is the width of a line. Returns whether it was pressed.
bool chip(const Style& style, const std::string& text, bool first, float most) {
    const float cross = style.px(8), high = std::floor(style.px(20)), pad = std::floor(style.px(8));
    const std::string label = shortened(text, std::max(std::min(style.px(180), most - pad * 3 - cross), 1.0f));
    const float width = std::min(std::floor(text_width(label) + pad * 3 + cross), most);
    if (!first) same_line_if_fits(width, style.px(4));
    const bool pressed = invisible_button("chip", {width, high});
    const ImVec2 low = ImGui::GetItemRectMin(), far = ImGui::GetItemRectMax();
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_frame(list, low, far, hovered, ImGui::IsItemActive());
    list.AddText({low.x + pad, std::floor((low.y + far.y - ImGui::GetFontSize()) / 2)}, style.theme->text,
                 label.c_str());
    draw_sign(list, Sign::Cross, {std::floor(far.x - pad - cross / 2), std::floor((low.y + far.y) / 2)}, cross,
              hovered ? style.theme->text : style.theme->quiet);
    return pressed;
}

}  // namespace

std::string EntitiesPanel::save_settings() const {
    std::string text = choice_of(list_.view()).setting;
    if (hides_internal_) text += std::string(" ") + hide_internal_setting;
    return text;
}

void EntitiesPanel::load_settings(std::string_view text) {
    const std::string_view view = text.substr(0, text.find(' '));
    list_.set_view(View::Tree);
    for (const ViewChoice& each : view_choices)
        if (view == each.setting) list_.set_view(each.view);
    hides_internal_ = text.size() > view.size() && text.substr(view.size() + 1) == hide_internal_setting;
    world_ = nullptr;  // the next frame makes the filter for its world
}

float EntitiesPanel::view_choice_width() const {
    const auto wide = [](const ViewChoice& each) {
        return std::floor(text_width(tr(each.label)) + ImGui::GetFrameHeight() + ImGui::GetStyle().FramePadding.x * 3);
    };
    float widest = 0;
    for (const ViewChoice& each : view_choices) widest = std::max(widest, wide(each));
    // In a narrow panel only the present word has room, beside the count.
    return widest <= ImGui::GetContentRegionAvail().x * 0.45f ? widest : wide(choice_of(list_.view()));
}

void EntitiesPanel::draw_view_choice(const Context& context, float width) {
    const ViewChoice& present = choice_of(list_.view());
    const bool unfolded = begin_combo("##group", tr(present.label), width);
    if (!unfolded) {
        tooltip(std::string(tr(present.hint)) + "\n" + tr("Choose how entities are grouped, and hide internal ones"));
        return;
    }
    quiet_text(context.style, tr("Group by"));
    const auto line = [&](View view, const char* label) {
        if (selectable(label, list_.view() == view)) {
            list_.set_view(view);
            group_mark_.reset();
            reveal_pending_ = true;
        }
        tooltip(tr(choice_of(view).hint));
    };
    line(View::Flat, tr("Nothing (flat)"));
    line(View::Tree, tr("Parent (tree)"));
    line(View::ByArchetype, tr("Archetype"));
    line(View::ByName, tr("Beginning of the name"));
    ImGui::Separator();
    bool hide = hides_internal_;
    if (checkbox(context.style, tr("Hide internal"), hide)) change_filter(context.world, filter_text_, hide);
    tooltip(tr("Entities whose name begins with _ or . and those with a component that is called Internal"));
    ImGui::EndCombo();
}

void EntitiesPanel::change_filter(const ecs::World& world, std::string text, bool hides_internal) {
    filter_text_ = std::move(text);
    hides_internal_ = hides_internal;
    take_filter(world);
}

void EntitiesPanel::draw_chips(const Context& context) {
    if (list_.filter().empty() && !put_back_) return;
    const Style& style = context.style;
    const Taken before{applied_text_, hides_internal_};
    std::optional<Taken> then;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {style.px(4), style.px(4)});
    const float most = std::max(ImGui::GetContentRegionAvail().x, 1.0f);
    bool first = true;
    const auto draw_one = [&](const std::string& text, const char* hint) {
        const bool pressed = chip(style, text, std::exchange(first, false), most);
        tooltip(hint);
        return pressed;
    };
    if (hides_internal_ && draw_one(tr("Hide internal"), tr("Show internal entities, too")))
        then = {applied_text_, false};
    std::vector<std::string> parts = parts_of_filter(applied_text_, context.world.types());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        if (draw_one(parts[i], tr("Take this part of the filter away"))) {
            auto others = parts;
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
            then = {join_filter(others, list_.filter().is_query()), hides_internal_};
        }
        ImGui::PopID();
    }
    if (put_back_) {
        if (!first) same_line_if_fits(button_width(tr("Put back")), style.px(4));
        if (small_button(style, tr("Put back"))) {
            const Taken taken = *std::exchange(put_back_, std::nullopt);
            change_filter(context.world, taken.text, taken.hides_internal);
        }
        tooltip(tr("Filters as before the last click"));
    }
    ImGui::PopStyleVar();
    if (!then) return;
    change_filter(context.world, then->text, then->hides_internal);
    put_back_ = before;
}

void EntitiesPanel::draw_hidden(const Context& context) {
    // Beside an open prefab there is the bar that says so.
    if (!says_hidden()) return;
    const Style& style = context.style;
    const std::size_t of_engine = hides_engine_ ? engine_count_ : 0;
    const std::size_t total = context.world.entity_count() - std::min(of_engine, context.world.entity_count());
    const std::size_t hidden = total - std::min(list_.hit_count(context.world), total);
    ImGui::AlignTextToFramePadding();
    const char* const show = tr("Show");
    const float room = ImGui::GetContentRegionAvail().x - button_width(show) - style.px(8);
    const std::string text = list_.searching() ? phrase("{} not searched or hidden ·", format_count(hidden))
                                               : phrase("{} hidden ·", format_count(hidden));
    clipped_text(style.theme->quiet, text, std::max(room, 1.0f));
    ImGui::SameLine(0, style.px(4));
    to_middle_of_frame(style);
    if (!small_button(style, show)) return;
    const Taken before{applied_text_, hides_internal_};
    clear_filter(context.world);
    put_back_ = before;
}

void EntitiesPanel::note_engine(const Context& context) {
    if (context.mirror == nullptr) {
        engine_count_ = 0;
    } else if (std::exchange(engine_seen_, context.world.structure_version()) != context.world.structure_version()) {
        engine_count_ = ecs::has_types_of_bevy(context.world) ? ecs::count_of_engine(context.world) : 0;
    }
    list_.set_engine_last(engine_count_ > 0);
    const bool hides = says_engine() && !shows_engine_;
    if (std::exchange(hides_engine_, hides) != hides) take_filter(context.world);
}

void EntitiesPanel::draw_engine(const Context& context) {
    if (!says_engine()) return;
    const Style& style = context.style;
    const char* const change = shows_engine_ ? tr("Hide") : tr("Show");
    ImGui::AlignTextToFramePadding();
    const float room = ImGui::GetContentRegionAvail().x - button_width(change) - style.px(8);
    clipped_text(style.theme->quiet, phrase("{} of the engine ·", format_count(engine_count_)), room);
    tooltip(tr("Without a name, and without components of the program's own: observers, schedules and the like"));
    ImGui::SameLine(0, style.px(4));
    to_middle_of_frame(style);
    ImGui::PushID("engine");
    if (small_button(style, change)) shows_engine_ = !shows_engine_;
    ImGui::PopID();
}

void EntitiesPanel::draw_left_out(const Context& context) {
    const ecs::Owner* const owner = context.mirror == nullptr ? nullptr : &context.mirror->owner();
    if (owner == nullptr || owner->hidden() == 0 || !owner->why_not_show_hidden().empty()) return;
    const Style& style = context.style;
    const bool shown = owner->shows_hidden();
    const char* const change = shown ? tr("Hide") : tr("Show");
    ImGui::AlignTextToFramePadding();
    const float room = ImGui::GetContentRegionAvail().x - button_width(change) - style.px(8);
    const std::string text = shown ? phrase("{} shown ·", format_count(owner->hidden()))
                                   : phrase("{} hidden ·", format_count(owner->hidden()));
    clipped_text(style.theme->quiet, text, std::max(room, 1.0f));
    tooltip(tr("What is rarely looked for: modules, components, systems, members and constants of types, resources"));
    ImGui::SameLine(0, style.px(4));
    to_middle_of_frame(style);
    ImGui::PushID("left out");
    if (small_button(style, change)) context.requests.push_back(ShowHiddenRequest{!shown});
    ImGui::PopID();
}

void EntitiesPanel::draw_group(const Context& context, std::size_t position) {
    ++rows_drawn_;
    const Style& style = context.style;
    const EntityRow row = list_.rows()[position];
    const bool by_archetype = list_.view() == View::ByArchetype;
    const ecs::Archetype* const archetype =
        by_archetype && row.group < context.world.archetype_count() ? &context.world.archetype(row.group) : nullptr;

    ImGui::PushID("group");
    ImGui::PushID(static_cast<int>(row.group));
    const bool marked = group_mark_ == row.group;
    const bool clicked = selectable("##row", marked, compat::selectable_allow_overlap, {0, row_height(style)});
    const ImVec2 low = ImGui::GetItemRectMin(), high{ImGui::GetWindowPos().x + seen_width_, ImGui::GetItemRectMax().y};
    const bool hovered = ImGui::IsItemHovered();
    if (archetype) offer_menu(context, ArchetypeAt{row.group});
    ImGui::PopID();
    ImGui::PopID();

    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Selection& pointed = context.selection;
    const bool holds_pointed = archetype && context.world.alive(pointed.hovered) &&
                               context.world.location(pointed.hovered).archetype == row.group;
    const bool has_pointed =
        archetype && pointed.hovered_component != ecs::no_component && archetype->has(pointed.hovered_component);
    if (archetype && !hovered && (pointed.hovered_archetype == row.group || holds_pointed || has_pointed))
        compat::add_rect(list, low, {high.x - 1, high.y - 1}, style.theme->text);
    const float middle = std::floor((low.y + high.y) / 2);
    const float text_y = std::floor((low.y + high.y - ImGui::GetFontSize()) / 2);
    const ImU32 quiet = marked || hovered ? style.theme->quiet_sel : style.theme->quiet;
    draw_fold_arrow(list, {std::floor(low.x + style.px(12)), middle}, style.px(8), list_.open(row),
                    hovered ? style.theme->text : style.theme->quiet);
    // Without a filter an archetype knows it at any time; the list may be of some frames ago.
    const std::size_t count =
        archetype && list_.filter().empty() ? archetype->entity_count() : list_.groups().count(row.group);
    const std::string number = format_count(count);
    float right = high.x - style.px(4);
    {
        const compat::FontScope font(style.mono);
        right -= text_width(number);
        list.AddText({right, text_y}, quiet, number.c_str());
    }
    const std::string_view name = list_.groups().name(row.group);
    std::string text;
    if (archetype)
        text = archetype_name_of(context, *archetype).text;
    else if (!name.empty())
        text = one_line(name, 64);
    else
        text = row.group == EntityGroups::without_name ? tr("without a name") : tr("other names");
    const bool has_name = archetype || !name.empty();
    draw_text_until(list, {low.x + style.px(20), text_y}, right - style.px(8), has_name ? style.theme->text : quiet,
                    text);
    if (!clicked) return;
    group_mark_ = row.group;
    list_.set_open(context.world, position, !list_.open(row));
}

std::size_t EntitiesPanel::present_row(const Context& context) const {
    const auto& rows = list_.rows();
    if (group_mark_) {
        const auto found = std::find_if(rows.begin(), rows.end(), [&](const EntityRow& row) {
            return row.is_group() && row.group == *group_mark_;
        });
        if (found != rows.end()) return static_cast<std::size_t>(found - rows.begin());
    }
    return list_.row_of(context.selection.entity());
}

}  // namespace panels
