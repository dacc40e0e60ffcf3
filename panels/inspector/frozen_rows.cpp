#include "panels/inspector/frozen_rows.hpp"

#include <algorithm>
#include <array>
#include <iterator>

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
    return frozen.has(column, entity, component);
}

const void* value_in(const ecs::World& world, const FrozenValues& frozen, std::size_t column, ecs::Entity entity,
                     ecs::ComponentId component) {
    if (column == live_column) return world.alive(entity) ? world.get(entity, component) : nullptr;
    return frozen.find(column, entity, component);
}

void FrozenRows::step(const ecs::World& world, const FrozenValues& frozen, std::span<const ecs::Entity> selected,
                      std::uint64_t selection_revision, FrozenChoice choice, std::size_t entities) {
    const Made now{&world, world.version(), frozen.revision(), selection_revision, choice};
    // Whoever chose something else waits for it; what a tick changes is looked at bit by bit.
    const bool other = now.world != made_.world || now.frozen != made_.frozen || now.selection != made_.selection ||
                       now.choice != made_.choice;
    if (passing_ && other) passing_ = false;
    if (!passing_) {
        if (complete_ && now == made_) return;
        if (other) {
            rows_ = {};
            complete_ = false;
        }
        if (now.world != made_.world || now.frozen != made_.frozen || now.selection != made_.selection)
            collect(frozen, selected);
        made_ = now;
        passing_ = true;
        next_.clear();
        next_entity_ = 0;
    }
    const auto deadline = std::chrono::steady_clock::now() + (complete_ ? background_slice : asked_for_slice);
    do {
        const std::size_t end = std::min(next_entity_ + entities, entities_.size());
        for (; next_entity_ < end && next_.size() < most_rows; ++next_entity_)
            add_entity(world, frozen, entities_[next_entity_], choice);
        if (next_entity_ < entities_.size() && next_.size() < most_rows) continue;
        passing_ = false;
        complete_ = true;
        rows_.swap(next_);
        listed_ = next_entity_;
        return;
    } while (std::chrono::steady_clock::now() < deadline);
}

/// Who is compared: whoever is selected or frozen, in order of the handles.
void FrozenRows::collect(const FrozenValues& frozen, std::span<const ecs::Entity> selected) {
    entities_.assign(selected.begin(), selected.end());
    std::sort(entities_.begin(), entities_.end());
    std::vector<ecs::Entity> both;
    for (std::size_t column = 0; column < live_column; ++column) {
        const auto more = frozen.entities(column);
        if (more.empty()) continue;
        both.clear();
        both.reserve(entities_.size() + more.size());
        std::set_union(entities_.begin(), entities_.end(), more.begin(), more.end(), std::back_inserter(both));
        entities_.swap(both);
    }
    entities_.erase(std::unique(entities_.begin(), entities_.end()), entities_.end());
}

void FrozenRows::add_entity(const ecs::World& world, const FrozenValues& frozen, ecs::Entity entity,
                            FrozenChoice choice) {
    components_.clear();
    if (world.alive(entity)) {
        const auto own = world.archetype_of(entity).components();
        components_.assign(own.begin(), own.end());
    }
    for (std::size_t column = 0; column < live_column; ++column)
        for (const ecs::ComponentId component : frozen.components(column, entity)) components_.push_back(component);
    std::sort(components_.begin(), components_.end());
    components_.erase(std::unique(components_.begin(), components_.end()), components_.end());

    const auto counts = [&](std::size_t column) {
        return column == live_column || (frozen.taken(column) && frozen.knows(column, entity));
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
