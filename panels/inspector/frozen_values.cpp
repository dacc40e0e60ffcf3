#include "panels/inspector/frozen_values.hpp"

#include <algorithm>

#include "panels/widgets/widgets.hpp"

namespace panels {

void FrozenValues::freeze(const ecs::World& world, std::span<const ecs::Entity> entities, std::size_t column) {
    Column made;
    made.taken = true;
    made.tick = world.tick();
    made.entities.assign(entities.begin(), entities.end());
    std::erase_if(made.entities, [&](ecs::Entity entity) { return !world.alive(entity); });
    std::sort(made.entities.begin(), made.entities.end());
    made.entities.erase(std::unique(made.entities.begin(), made.entities.end()), made.entities.end());
    if (made.entities.size() > most_entities) made.entities.resize(most_entities);
    for (const ecs::Entity entity : made.entities) {
        for (const ecs::ComponentType* type : world.archetype_of(entity).types()) {
            if (!type->copyable()) continue;
            if (type->is_tag())
                made.values.emplace_back(*type);
            else
                made.values.emplace_back(*type, world.get(entity, type->id));
        }
        made.ends.push_back(made.values.size());
    }
    columns_[column] = std::move(made);
    ++revision_;
}

bool FrozenValues::any_taken() const {
    return std::any_of(columns_.begin(), columns_.end(), [](const Column& column) { return column.taken; });
}

std::span<const ecs::Value> FrozenValues::values(std::size_t column, ecs::Entity entity) const {
    const Column& from = columns_[column];
    const auto found = std::lower_bound(from.entities.begin(), from.entities.end(), entity);
    if (found == from.entities.end() || *found != entity) return {};
    const auto position = static_cast<std::size_t>(found - from.entities.begin());
    const std::size_t first = position == 0 ? 0 : from.ends[position - 1];
    return std::span<const ecs::Value>(from.values).subspan(first, from.ends[position] - first);
}

const ecs::Value* FrozenValues::find(std::size_t column, ecs::Entity entity, ecs::ComponentId component) const {
    for (const ecs::Value& value : values(column, entity))
        if (value.type().id == component) return &value;
    return nullptr;
}

std::string FrozenValues::name(std::size_t column, ecs::Entity entity, const ecs::World& world) const {
    const ecs::Value* const value = find(column, entity, world.name_id());
    const std::string name = value == nullptr ? "" : static_cast<const ecs::Name*>(value->data())->value;
    return name.empty() ? ecs::to_string(entity) : one_line(name, 64);
}

}  // namespace panels
