#include "panels/base/waiting.hpp"

#include <algorithm>
#include <cstring>

#include "ecs/types/field.hpp"

namespace panels {

namespace {

/// Calls visit(edit) for each waiting edit, in order. The effect of a waiting undo is not known yet, so only edits
/// after the last undo count.
template <class F>
void each_waiting_edit(const Context& context, F&& visit) {
    std::size_t first = 0;
    for (std::size_t i = 0; i < context.waiting.size(); ++i)
        if (std::holds_alternative<HistoryRequest>(context.waiting[i])) first = i + 1;
    for (const Request& request : context.waiting.subspan(first))
        if (const auto* edits = std::get_if<EditRequest>(&request))
            for (const ecs::Edit& edit : edits->edits) visit(edit);
}

void take_one_of_many(const Context& context, const ecs::SetField& many, ecs::Entity entity,
                      const ecs::ComponentType& type, ecs::Value& value) {
    if (many.component != type.id || many.field >= type.fields.size()) return;
    const auto found = std::find(many.entities.begin(), many.entities.end(), entity);
    const void* const live = context.world.get(entity, type.id);
    if (found == many.entities.end() || (!value && live == nullptr)) return;
    if (!value) value = ecs::Value(type, live);
    const ecs::Field& field = type.fields[many.field];
    const std::size_t size = field.size_bytes(), at = static_cast<std::size_t>(found - many.entities.begin()) * size;
    if (at + size <= many.values.size())
        std::memcpy(static_cast<std::byte*>(value.data()) + field.offset, many.values.data() + at, size);
}

}  // namespace

ecs::Value pending_value(const Context& context, ecs::Entity entity, const ecs::ComponentType& type) {
    ecs::Value value;
    each_waiting_edit(context, [&](const ecs::Edit& edit) {
        if (const auto* add = std::get_if<ecs::AddComponent>(&edit)) {
            if (add->entity == entity && add->value && add->value.type().id == type.id) value = add->value;
            return;
        }
        if (const auto* many = std::get_if<ecs::SetField>(&edit))
            return take_one_of_many(context, *many, entity, type, value);
        const auto* set = std::get_if<ecs::SetComponent>(&edit);
        if (!set || set->entity != entity || !set->value || set->value.type().id != type.id) return;
        const void* live = context.world.get(entity, type.id);
        if (set->fields.empty() || (!value && !live)) {
            value = set->value;
            return;
        }
        if (!value) value = ecs::Value(type, live);
        for (const std::uint32_t field : set->fields)
            ecs::copy_field(type.fields[field], value.data(), set->value.data());
    });
    return value;
}

bool pending_enabled(const Context& context, const ecs::System& system) {
    bool enabled = system.enabled;
    each_waiting_edit(context, [&](const ecs::Edit& edit) {
        const auto* toggle = std::get_if<ecs::ToggleSystem>(&edit);
        if (toggle && toggle->system == system.description.name) enabled = toggle->enabled;
    });
    return enabled;
}

}  // namespace panels
