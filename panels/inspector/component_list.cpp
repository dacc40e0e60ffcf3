#include "panels/inspector/component_list.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "panels/base/language.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/widgets/structural_cost.hpp"
#include "panels/widgets/widgets.hpp"
#include "panels/widgets/wrapped_lines.hpp"

namespace panels {

namespace {

/// A line in the list of components to add. Returns whether it was chosen, which it cannot be if `why_not` has a text.
bool draw_type_choice(const Context& context, ecs::Entity entity, const ecs::ComponentType& type, bool marked,
                      const std::string& why_not) {
    const Style& style = context.style;
    const float left_px = style.px(24), size = ImGui::GetFontSize(), above = style.px(4);
    const WrappedLines about(tr(std::string_view(type.description)),
                             ImGui::GetContentRegionAvail().x - left_px - style.px(4));
    const float lines = type.description.empty() ? 0 : about.height() + style.px(2);
    const float height = std::floor(std::max(above + size + lines + above, style.px(24)));
    ImGui::BeginDisabled(!why_not.empty());
    const bool chosen = selectable("##type", marked, ImGuiSelectableFlags_None, {0, height});
    ImGui::EndDisabled();
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = low.x + left_px, top = low.y + above;
    component_mark(style, type, list, {low.x + style.px(12), std::floor(top + size / 2)}, std::floor(style.px(8)));
    const std::string bytes = size_text(type);
    const float bytes_width = ImGui::CalcTextSize(bytes.c_str()).x;
    list.AddText({high.x - bytes_width - style.px(4), top}, style.theme->quiet, bytes.c_str());
    draw_text_until(list, {left, top}, high.x - bytes_width - style.px(8),
                    why_not.empty() ? style.theme->text : style.theme->quiet, type.name);
    about.draw(list, {left, top + size + style.px(2)}, style.theme->quiet);
    if (!why_not.empty()) {
        tooltip(why_not);
    } else if (tooltip_due()) {
        const std::string whole = type.description.empty()
                                      ? type.name
                                      : type.name + "\n" + std::string(tr(std::string_view(type.description)));
        cost_tooltip(context, whole, ecs::cost_of_adding(context.world, entity, type.id));
    }
    return chosen;
}

}  // namespace

void ComponentList::list(const Context& context, std::span<const ecs::Entity> entities) {
    const ecs::World& world = context.world;
    // Of many entities, only once: their archetypes are few, but each of them must be looked up.
    constexpr std::size_t listed_each_frame = 64;
    if (listed_ && entities.size() > listed_each_frame) return;
    listed_ = true;
    std::set<ecs::ArchetypeId> archetypes;
    for (const ecs::Entity entity : entities)
        if (world.alive(entity)) archetypes.insert(world.location(entity).archetype);
    lacking_.clear();
    for (ecs::ComponentId id = 0; id < world.types().size(); ++id) {
        const bool lacks = std::any_of(archetypes.begin(), archetypes.end(),
                                       [&](ecs::ArchetypeId archetype) { return !world.archetype(archetype).has(id); });
        if (lacks && id != world.parent_id() && !world.types()[id].retired) lacking_.push_back(id);
    }
}

bool ComponentList::draw(const Context& context, std::span<const ecs::Entity> entities) {
    const Style& style = context.style;
    list(context, entities);
    search_.draw_field(style, style.px(284), tr("Find a component"));
    const ecs::TypeRegistry& types = context.world.types();
    const std::vector<std::size_t>& ranked =
        search_.rank(lacking_.size(), [&](std::size_t choice, std::string_view word) {
            const ecs::ComponentType& type = types[lacking_[choice]];
            std::vector<std::string_view> elsewhere{type.name};
            for (const ecs::Field& field : type.fields) elsewhere.push_back(field.name);
            elsewhere.push_back(type.description);
            return match_of(word, short_name(type.name), elsewhere);
        });

    bool chosen = false;
    compat::begin_child("types", {style.px(284), style.px(320)});
    for (std::size_t position = 0; position < ranked.size() && !chosen; ++position) {
        const ecs::ComponentType& type = types[lacking_[ranked[position]]];
        ImGui::PushID(static_cast<int>(type.id));
        const std::string why_not = why_not_change(context, entities.front(), type, WantedChange::Kind::Add);
        const bool clicked = draw_type_choice(context, entities.front(), type, search_.marked(position), why_not);
        ImGui::PopID();
        if ((!clicked && !search_.taken(position)) || !why_not.empty()) continue;
        request_add(context, entities, type.id);
        chosen = true;
    }
    if (lacking_.empty())
        quiet_text(style, entities.size() == 1 ? tr("The entity has every registered component")
                                               : tr("All of them have every registered component"));
    else if (ranked.empty())
        quiet_text(style, phrase("None of {} matches", format_count(lacking_.size(), "component")));
    ImGui::EndChild();
    return chosen;
}

}  // namespace panels
