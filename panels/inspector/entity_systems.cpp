#include "panels/inspector/entity_systems.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/why/verdict_view.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

/// A line with an icon, a name, and room at its right: where that begins. The line is an item that can be clicked.
struct SystemLine {
    ImVec2 low, high;
    bool clicked = false;
};

SystemLine begin_line(const Context& context, const ecs::System& system) {
    const Style& style = context.style;
    const float bleed = ImGui::GetStyle().WindowPadding.x / 2;
    SystemLine line;
    line.clicked = invisible_button("##system", {std::max(ImGui::GetContentRegionAvail().x, 1.0f), row_height(style)},
                                    compat::button_reached_by_keys);
    line.low = ImGui::GetItemRectMin();
    line.high = ImGui::GetItemRectMax();
    if (ImGui::IsItemHovered() || context.selection.hovered_system == system.description.name)
        ImGui::GetWindowDrawList()->AddRectFilled({line.low.x - bleed, line.low.y}, {line.high.x + bleed, line.high.y},
                                                  row_color(style.theme_name, RowState::Hovered),
                                                  std::floor(style.px(4)));
    offer_menu(context, SystemAt{system.description.name});
    return line;
}

}  // namespace

void EntitySystems::draw(const Context& context, ecs::Entity entity) {
    const auto systems = context.schedule.systems();
    if (systems.empty()) return;
    const Style& style = context.style;
    const ecs::World& world = context.world;
    const ecs::Archetype& archetype = world.archetype_of(entity);
    ImGui::Spacing();
    ImGui::Separator();
    std::size_t users = 0, silent = 0;
    std::vector<const ecs::System*> perhaps;
    for (const ecs::System* system : systems) {
        const Matched found = matched(world, system->description, archetype);
        users += found == Matched::Yes;
        if (found != Matched::NotTold) continue;
        // Who declares to read and write only what the entity lacks has nothing to do with it.
        list_uses(world, system->description, archetype, uses_);
        if (!uses_.empty()) perhaps.push_back(system);
        silent += system->description.accesses.empty();
    }
    ImGui::PushID("systems");
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 0});
    ImGui::Dummy({1, std::floor(style.px(6))});
    if (users > 0 || silent < systems.size())
        clipped_line(style.theme->quiet, phrase("Read or written by {} of {}", format_count(users),
                                                format_count(systems.size(), "system")));
    tooltip(tr("The systems whose queries the entity matches: each reads or writes it in every tick, if it is on"));
    for (const ecs::System* system : systems)
        if (matched(world, system->description, archetype) == Matched::Yes) draw_user(context, *system, archetype);
    if (!perhaps.empty()) {
        ImGui::Dummy({1, std::floor(style.px(4))});
        clipped_line(style.theme->quiet, phrase("Perhaps by {}", format_count(perhaps.size(), "system")));
        tooltip(
            tr("They do not declare their queries, so nobody knows whom they visit. What they declare to read and "
               "write is shown instead, as far as the entity has it"));
        for (const ecs::System* system : perhaps) draw_user(context, *system, archetype);
    }
    if (silent > 0) {
        ImGui::Dummy({1, std::floor(style.px(4))});
        clipped_line(style.theme->quiet, silent == systems.size()
                                             ? std::string(tr("What the systems read and write is not known"))
                                             : phrase("What {} read and write is not known",
                                                      format_count(silent, "other system", "other systems")));
        tooltip(tr("They declare neither queries nor what they read and write"));
    }
    ImGui::Dummy({1, std::floor(style.px(4))});
    draw_others(context, archetype);
    draw_explained(context, entity);
    ImGui::PopStyleVar();
    ImGui::PopID();
}

void EntitySystems::draw_user(const Context& context, const ecs::System& system, const ecs::Archetype& archetype) {
    const Style& style = context.style;
    const std::string& name = system.description.name;
    list_uses(context.world, system.description, archetype, uses_);
    ImGui::PushID(name.c_str());
    const SystemLine line = begin_line(context, system);
    if (line.clicked) explain(explained_ == name ? std::string() : name);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 color = system.enabled ? style.theme->text : style.theme->quiet;
    const float side = std::floor(style.px(16)),
                text_top = std::floor((line.low.y + line.high.y - ImGui::GetFontSize()) / 2);
    draw_icon(list, Icon::System, {line.low.x, std::floor((line.low.y + line.high.y - side) / 2)}, side,
              style.theme->quiet);
    const float left = line.low.x + side + style.px(6), mark = std::floor(style.px(8)), inner = std::floor(style.px(6));

    // "writes ■ Position", of the first; the others are a number. What is written is told before what is read.
    std::string verb, first, more;
    if (!uses_.empty()) {
        const ecs::Access access = uses_.front().access;
        const auto same = static_cast<std::size_t>(
            std::count_if(uses_.begin(), uses_.end(), [&](const auto& each) { return each.access == access; }));
        verb = access == ecs::Access::Write ? tr("writes") : tr("reads");
        first = short_name(context.world.types()[uses_.front().component].name);
        if (same > 1) more = " +" + std::to_string(same - 1);
    }
    const float name_right = left + text_width(name) + style.px(12);
    float right = line.high.x;
    if (!first.empty()) {
        const float wide = text_width(verb) + inner + mark + inner + text_width(first) + text_width(more);
        const float without_verb = wide - text_width(verb) - inner;
        const bool whole = line.high.x - wide >= name_right;
        float x = std::floor(std::max(line.high.x - (whole ? wide : without_verb), left + style.px(48)));
        right = x - style.px(8);
        if (whole) {
            list.AddText({x, text_top}, style.theme->quiet, verb.c_str());
            x += text_width(verb) + inner;
        }
        component_mark(style, context.world.types()[uses_.front().component], list,
                       {x + mark / 2, std::floor((line.low.y + line.high.y) / 2)}, mark);
        draw_text_until(list, {x + mark + inner, text_top}, line.high.x, color, first + more);
    }
    draw_text_until(list, {left, text_top}, right, color, name);
    if (tooltip_due()) {
        std::string hint = name;
        if (!system.description.description.empty())
            hint += "\n" + std::string(tr(std::string_view(system.description.description)));
        if (!system.enabled) hint += tr("\nSwitched off: it does not run");
        std::string names[2];
        for (const ecs::SystemAccess& each : uses_) {
            std::string& one = names[each.access == ecs::Access::Write];
            one += (one.empty() ? "" : ", ") + std::string(short_name(context.world.types()[each.component].name));
        }
        if (!names[1].empty()) hint += "\n" + (tr("Writes ") + names[1]);
        if (!names[0].empty()) hint += "\n" + (tr("Only reads ") + names[0]);
        if (system.description.queries.empty()) hint += "\n" + words_for_not_told(context.world, system.description);
        tooltip(hint);
    }
    ImGui::PopID();
}

void EntitySystems::draw_others(const Context& context, const ecs::Archetype& archetype) {
    const Style& style = context.style;
    std::vector<const ecs::System*> others;
    for (const ecs::System* system : context.schedule.systems())
        if (matched(context.world, system->description, archetype) == Matched::No) others.push_back(system);
    if (others.empty()) return;
    constexpr std::size_t few = 8;
    const std::size_t shown = all_ ? others.size() : std::min(others.size(), few);
    const float line = std::floor(style.px(20));
    // One link is a sentence; several share its beginning.
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                        {ImGui::GetStyle().ItemSpacing.x, std::max(0.0f, line - ImGui::GetTextLineHeight())});
    if (others.size() > 1) quiet_text(style, tr("Why not"));
    for (std::size_t i = 0; i < shown; ++i) {
        const std::string& name = others[i]->description.name;
        const std::string text = others.size() == 1 ? phrase("Why not {}?", name) : name;
        if (others.size() > 1) same_line_if_fits(text_width(text), style.px(8));
        ImGui::PushID(name.c_str());
        clipped_text(explained_ == name ? style.theme->text : style.theme->quiet, text,
                     std::max(ImGui::GetContentRegionAvail().x, 1.0f));
        offer_menu(context, SystemAt{name});
        const bool hovered = link_hovered(style);
        underline_link(style, hovered);
        if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) explain(explained_ == name ? std::string() : name);
        if (hovered) tooltip(phrase("Why {} does not visit this entity", name));
        ImGui::PopID();
    }
    if (shown < others.size()) {
        const std::string text = phrase("{} more", format_count(others.size() - shown));
        same_line_if_fits(text_width(text), style.px(8));
        quiet_text(style, text);
        const bool hovered = link_hovered(style);
        underline_link(style, hovered);
        if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) all_ = true;
    }
    ImGui::PopStyleVar();
}

void EntitySystems::draw_explained(const Context& context, ecs::Entity entity) {
    if (explained_.empty()) return;
    const ecs::System* const system = context.schedule.find(explained_);
    if (system == nullptr) return explained_.clear();
    const Style& style = context.style;
    ImGui::Dummy({1, std::floor(style.px(4))});
    ImGui::PushID("explained");
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, std::floor(style.px(4))});
    const SystemVerdict found = why_of_system(context.world, system->description, entity);
    const char* const words = found.matched == Matched::Yes  ? tr_later("{} visits this entity")
                              : found.matched == Matched::No ? tr_later("{} does not visit this entity")
                                                             : tr_later("Whom {} visits is not known");
    {
        const compat::FontScope bold(style.words_bold);
        clipped_line(style.theme->text, phrase(words, explained_));
    }
    if (std::exchange(scroll_, false)) ImGui::SetScrollHereY(0.5f);
    if (found.matched == Matched::NotTold)
        wrapped_text(style.theme->quiet, words_for_not_told(context.world, system->description));
    else
        draw_verdict(context, entity, found.verdict);
    if (!system->enabled) quiet_text(style, tr("It is switched off: it does not run"));
    ImGui::PopStyleVar();
    ImGui::PopID();
}

}  // namespace panels
