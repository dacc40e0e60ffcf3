#include "panels/inspector/frozen_rows.hpp"

#include <algorithm>
#include <array>

#include "panels/widgets/number_kinds.hpp"

namespace panels {

namespace {

constexpr std::size_t live_column = FrozenValues::columns;

/// Whether some number of the field is greater at `to` than at `from` (sign 1), or smaller (-1).
bool moved(const ecs::Field& field, const void* from, const void* to, int sign) {
    const std::size_t floats = ecs::float_count(field.kind);
    const NumberKind* const kind = floats > 0 ? number_kind(ecs::FieldKind::F32) : number_kind(field.kind);
    const auto at = [&](const void* component, std::size_t offset) {
        return static_cast<const std::byte*>(component) + field.offset + offset;
    };
    for (std::uint32_t i = 0; i < field.count; ++i) {
        const std::size_t start = std::size_t{i} * field.element_size;
        if (field.kind == ecs::FieldKind::Struct) {
            for (const ecs::Field& member : field.fields)
                if (moved(member, at(from, start), at(to, start), sign)) return true;
            continue;
        }
        if (kind == nullptr) return false;
        const std::size_t numbers = std::max<std::size_t>(floats, 1);
        for (std::size_t n = 0; n < numbers; ++n) {
            const double a = kind->real(at(from, start + n * kind->size)),
                         b = kind->real(at(to, start + n * kind->size));
            if (sign > 0 ? b > a : b < a) return true;
        }
    }
    return false;
}

}  // namespace

bool has_in(const ecs::World& world, const FrozenValues& frozen, std::size_t column, ecs::Entity entity,
            ecs::ComponentId component) {
    if (column == live_column) return world.alive(entity) && world.has(entity, component);
    return frozen.find(column, entity, component) != nullptr;
}

const void* value_in(const ecs::World& world, const FrozenValues& frozen, std::size_t column, ecs::Entity entity,
                     ecs::ComponentId component) {
    if (column == live_column) return world.alive(entity) ? world.get(entity, component) : nullptr;
    const ecs::Value* const value = frozen.find(column, entity, component);
    return value == nullptr ? nullptr : value->data();
}

void FrozenRows::step(const ecs::World& world, const FrozenValues& frozen, std::span<const ecs::Entity> selected,
                      std::uint64_t selection_revision, FrozenChoice choice, std::size_t entities) {
    const Made now{&world, world.version(), frozen.revision(), selection_revision, choice};
    if (!passing_) {
        if (complete_ && now == made_) return;
        // What is shown meanwhile is of another world or of other values.
        if (now.world != made_.world) rows_ = {};
        made_ = now;
        passing_ = true;
        next_.clear();
        next_entity_ = 0;
        entities_.assign(selected.begin(), selected.end());
        for (std::size_t column = 0; column < live_column; ++column) {
            const auto more = frozen.entities(column);
            entities_.insert(entities_.end(), more.begin(), more.end());
        }
        std::sort(entities_.begin(), entities_.end());
        entities_.erase(std::unique(entities_.begin(), entities_.end()), entities_.end());
    }
    const std::size_t end = std::min(next_entity_ + entities, entities_.size());
    for (; next_entity_ < end; ++next_entity_) add_entity(world, frozen, entities_[next_entity_], choice);
    if (next_entity_ < entities_.size()) return;
    passing_ = false;
    complete_ = true;
    rows_.swap(next_);
    entity_count_ = entities_.size();
}

void FrozenRows::add_entity(const ecs::World& world, const FrozenValues& frozen, ecs::Entity entity,
                            FrozenChoice choice) {
    components_.clear();
    if (world.alive(entity)) {
        const auto own = world.archetype_of(entity).components();
        components_.assign(own.begin(), own.end());
    }
    for (std::size_t column = 0; column < live_column; ++column)
        for (const ecs::Value& value : frozen.values(column, entity)) components_.push_back(value.type().id);
    std::sort(components_.begin(), components_.end());
    components_.erase(std::unique(components_.begin(), components_.end()), components_.end());

    const auto counts = [&](std::size_t column) {
        return column == live_column || (frozen.taken(column) && !frozen.values(column, entity).empty());
    };
    const std::size_t entity_row = next_.size();
    next_.push_back({.entity = entity});
    for (const ecs::ComponentId component : components_) {
        const ecs::ComponentType& type = world.types()[component];
        const std::size_t component_row = next_.size();
        // A component that is there in some columns and not in others.
        std::size_t with = 0, all = 0;
        for (std::size_t column = 0; column <= live_column; ++column) {
            if (!counts(column)) continue;
            ++all;
            with += has_in(world, frozen, column, entity, component);
        }
        next_.push_back({entity, component, Row::whole, with != all});
        for (std::uint32_t field = 0; field < type.fields.size(); ++field) {
            std::array<const void*, live_column + 1> there{};
            std::size_t count = 0;
            for (std::size_t column = 0; column <= live_column; ++column)
                if (const void* value = value_in(world, frozen, column, entity, component)) there[count++] = value;
            Row row{entity, component, field, false};
            for (std::size_t i = 1; i < count; ++i)
                row.different = row.different || !ecs::field_equal(type.fields[field], there[0], there[i]);
            const bool shown = choice == FrozenChoice::All || (choice == FrozenChoice::Different && row.different) ||
                               (choice == FrozenChoice::Rising && count > 1 &&
                                moved(type.fields[field], there[0], there[count - 1], 1)) ||
                               (choice == FrozenChoice::Falling && count > 1 &&
                                moved(type.fields[field], there[0], there[count - 1], -1));
            if (shown) next_.push_back(row);
        }
        const bool own = choice == FrozenChoice::All || (choice == FrozenChoice::Different && with != all);
        if (next_.size() == component_row + 1 && !own) next_.pop_back();
    }
    if (next_.size() == entity_row + 1 && choice != FrozenChoice::All) next_.pop_back();
}

}  // namespace panels
