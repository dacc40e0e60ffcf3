// The Inspector while several entities are selected: what they have in common, and edits of all of them.
#include "panels/base/language.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/inspector/inspector_panel.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

std::span<const ecs::Entity> InspectorPanel::meant(const Context& context, const ecs::Entity& entity) const {
    return many_ ? std::span<const ecs::Entity>(context.selection.entities()) : std::span(&entity, 1);
}

void InspectorPanel::draw_many(const Context& context, ecs::Entity entity) {
    const Style& style = context.style;
    values_.look(context.world, context.selection.entities(), context.selection.revision());
    if (values_.busy(context.world) && context.stay_awake != nullptr) *context.stay_awake = true;
    {
        const compat::FontScope bold(style.words_bold);
        colored_text(style.theme->text, format_count(context.selection.entities().size(), "entity", "entities"));
    }
    if (!values_.known()) {
        quiet_text(style, phrase("Looking at all of them… {}", format_percent(values_.progress())));
        return;
    }
    const std::size_t gone = context.selection.entities().size() - values_.alive();
    std::string words = phrase("of {}. Edits change all of them", format_count(values_.archetypes(), "archetype"));
    if (gone > 0) words += ". " + phrase("{} of them were destroyed", format_count(gone));
    wrapped_text(style.theme->quiet, words);
    ImGui::Spacing();
    for (const ecs::ComponentId component : values_.common())
        if (context.world.has(entity, component)) draw_component(context, entity, component);
    if (listed_.empty()) quiet_text(style, tr("They have no component in common"));
    draw_partial(context);
}

void InspectorPanel::draw_partial(const Context& context) {
    if (values_.partial().empty()) return;
    std::string names;
    for (const ManyValues::Partial& each : values_.partial()) {
        if (!names.empty()) names += ", ";
        names += std::string(short_name(context.world.types()[each.component].name)) + " (" +
                 format_count(each.entities) + ")";
    }
    ImGui::Spacing();
    wrapped_text(context.style.theme->quiet, phrase("Only some have {}", names));
}

void InspectorPanel::change_field(const Context& context, ecs::Entity entity, const ecs::Value& value,
                                  std::uint32_t field) {
    if (!many_) return request_set_field(context, entity, value, field);
    const FieldChange& change = editor_.change;
    std::string problem = many_edits_.request(context, context.selection.entities(), value, field, change);
    if (!problem.empty()) return editor_.refuse(std::move(problem));
    if (change.how != FieldChange::How::Set) return;
    const auto offset = static_cast<const std::byte*>(change.at) - static_cast<const std::byte*>(value.data());
    values_.set_alike(value.type().id, static_cast<std::size_t>(offset), change.size);
}

}  // namespace panels
