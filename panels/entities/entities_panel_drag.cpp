// The part of EntitiesPanel that moves entities: a row is dropped onto another to go below it, or between two rows to
// stand there. Keys move the selected ones among their siblings.

#include <algorithm>
#include <utility>

#include "ecs/world/sibling_order.hpp"
#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/entities/entities_panel.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

/// What moves with the entity, in the order of the list.
std::vector<ecs::Entity> moved_with(const Context& context, ecs::Entity entity) {
    std::vector<ecs::Entity> moved = context.selection.has(entity)
                                         ? topmost(context.world, context.selection.entities())
                                         : topmost(context.world, {entity});
    ecs::SiblingPlaces(context.world).sort(moved);
    return moved;
}

}  // namespace

std::optional<ecs::SiblingPlace> EntitiesPanel::place_beside(const Context& context, const EntityRow& row) const {
    if (list_.view() != EntityList::View::Tree || !context.world.alive(row.entity)) return {};
    const float low = ImGui::GetItemRectMin().y, high = ImGui::GetItemRectMax().y;
    const float edge = (high - low) / 4, mouse = ImGui::GetIO().MousePos.y;
    if (mouse < low + edge) return ecs::SiblingPlace{row.entity, false};
    if (mouse < high - edge) return {};
    // Below the row of an open node stands its first child.
    if (!list_.foldable(context.world, row) || !list_.open(row)) return ecs::SiblingPlace{row.entity, true};
    const auto children = context.world.children(row.entity);
    if (children.empty()) return {};
    const ecs::SiblingPlaces places(context.world);
    return ecs::SiblingPlace{*std::min_element(children.begin(), children.end(),
                                               [&](ecs::Entity a, ecs::Entity b) { return places.before(a, b); }),
                             false};
}

void EntitiesPanel::draw_place(const Context& context, const EntityRow& row, ecs::SiblingPlace place) const {
    const Style& style = context.style;
    const int depth = row.depth + (place.beside == row.entity ? 0 : 1);
    const bool above = place.beside == row.entity && !place.behind;
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const float y = above ? low.y : high.y, radius = style.px(4);
    const float x = low.x + style.px(4) + indent(style, static_cast<std::size_t>(depth)) - style.px(16) + radius;
    // The rows above and below would cut it.
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    list.AddCircle({x, y}, radius, style.theme->text, 0, style.px(2));
    list.AddLine({x + radius, y}, {high.x, y}, style.theme->text, style.px(2));
}

void EntitiesPanel::drag_and_drop(const Context& context, const EntityRow* row) {
    const ecs::Entity entity = row == nullptr ? ecs::null_entity : row->entity;
    if (entity && ImGui::BeginDragDropSource()) {
        dragged_ = entity;
        ImGui::SetDragDropPayload(entity_payload, &entity, sizeof entity);
        ImGui::TextUnformatted(words_for(context.world, moved_with(context, entity)).c_str());
        if (!drop_problem_.empty())
            colored_text(context.style.theme->warn, drop_problem_);
        else if (!drop_words_.empty())
            colored_text(context.style.theme->quiet, drop_words_);
        drop_problem_.clear();
        drop_words_.clear();
        ImGui::EndDragDropSource();
    }
    // Before the item is a target: that may draw.
    const std::optional<ecs::SiblingPlace> place = row == nullptr ? std::nullopt : place_beside(context, *row);
    if (!ImGui::BeginDragDropTarget()) return;
    const ImGuiPayload* payload = ImGui::GetDragDropPayload();
    if (payload != nullptr && payload->IsDataType(entity_payload)) {
        const auto dropped = *static_cast<const ecs::Entity*>(payload->Data);
        // Thousands may be selected, so this is asked again only when the answer may have changed.
        const DropQuestion question{dropped, place ? ecs::null_entity : entity,
                                    place ? place->beside : ecs::null_entity, context.selection.revision(),
                                    context.world.structure_version()};
        if (question != drop_question_) {
            drop_question_ = question;
            const std::vector<ecs::Entity> moved = moved_with(context, dropped);
            // An owner of a mirrored world keeps no order of siblings, as that is a component of ours.
            const std::string refused =
                place ? why_not(context, WantedChange{WantedChange::Kind::Make}) : std::string();
            drop_answer_ = !refused.empty() ? refused
                           : place          ? ecs::why_not_place_siblings(context.world, moved, *place)
                                            : why_not_move(context, moved, entity);
        }
        drop_problem_ = drop_answer_;
        if (drop_problem_.empty()) {
            if (place) {
                draw_place(context, *row, *place);
                const std::string beside = name_or_id(context.world, place->beside);
                drop_words_ = place->behind ? phrase("behind {}", beside) : phrase("before {}", beside);
            }
            const ImGuiDragDropFlags flags = place ? ImGuiDragDropFlags_AcceptNoDrawDefaultRect : 0;
            if (ImGui::AcceptDragDropPayload(entity_payload, flags) != nullptr) {
                if (place)
                    context.requests.push_back(PlaceSiblingsRequest{moved_with(context, dropped), *place});
                else
                    request_move(context, moved_with(context, dropped), entity);
                reveal_pending_ = true;
            }
        }
    }
    ImGui::EndDragDropTarget();
}

void EntitiesPanel::move_among_siblings(const Context& context, int direction) {
    const std::vector<ecs::Entity> moved = moved_with(context, context.selection.entity());
    if (moved.empty()) return;
    const std::vector<ecs::Entity> siblings =
        ecs::siblings_of(context.world, direction < 0 ? moved.front() : moved.back());
    const auto moves = [&](ecs::Entity each) { return std::find(moved.begin(), moved.end(), each) != moved.end(); };
    const auto from = std::find(siblings.begin(), siblings.end(), direction < 0 ? moved.front() : moved.back());
    ecs::Entity beside;
    if (direction < 0) {
        for (auto at = from; at != siblings.begin() && !beside;)
            if (--at; !moves(*at)) beside = *at;
    } else {
        for (auto at = from; at != siblings.end() && !beside; ++at)
            if (!moves(*at)) beside = *at;
    }
    if (!beside) return;
    context.requests.push_back(PlaceSiblingsRequest{moved, {beside, direction > 0}});
    reveal_pending_ = true;
}

}  // namespace panels
