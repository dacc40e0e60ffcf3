#include "panels/scene/placements.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include "panels/inspector/entity_edits.hpp"

namespace panels {

namespace {

bool has_place(const ecs::World& world, const SceneFields& fields, ecs::Entity entity) {
    return world.has(entity, fields.x.component) && world.has(entity, fields.y.component);
}

/// The field of the component that the path leads into; nothing when it is none that an edit can set by bytes.
std::optional<std::uint32_t> field_with(const ecs::ComponentType& type, const ecs::FieldPath& path) {
    for (std::uint32_t i = 0; i < type.fields.size(); ++i) {
        const ecs::Field& field = type.fields[i];
        if (path.offset >= field.offset && path.offset < field.offset + field.size_bytes() && is_trivial(field))
            return i;
    }
    return std::nullopt;
}

}  // namespace

double number_of(const ecs::World& world, const ecs::FieldPath& path, ecs::Entity entity, double absent) {
    const void* component = path.exists() ? world.get(entity, path.component) : nullptr;
    return component == nullptr ? absent : ecs::read_number(path, component);
}

std::string unit_of(const ecs::World& world, const ecs::FieldPath& path) {
    if (!path.exists()) return {};
    for (const ecs::Field& field : world.types()[path.component].fields)
        if (path.offset >= field.offset && path.offset < field.offset + field.size_bytes()) return field.unit;
    return {};
}

std::optional<ecs::Vec2> middle_of(const ecs::World& world, const SceneFields& fields,
                                   std::span<const ecs::Entity> entities) {
    if (!fields.placed()) return std::nullopt;
    constexpr double far = std::numeric_limits<double>::infinity();
    double left = far, top = far, right = -far, bottom = -far;
    // Entities that were selected together mostly share an archetype, so its columns are looked up seldom.
    ecs::ArchetypeId known = ecs::no_archetype;
    int x_column = ecs::no_column, y_column = ecs::no_column;
    const std::size_t x_size = world.types()[fields.x.component].size, y_size = world.types()[fields.y.component].size;
    for (const ecs::Entity entity : entities) {
        if (!world.alive(entity)) continue;
        const ecs::Location at = world.location(entity);
        const ecs::Archetype& archetype = world.archetype(at.archetype);
        if (at.archetype != known) {
            known = at.archetype;
            x_column = archetype.column_of(fields.x.component);
            y_column = archetype.column_of(fields.y.component);
        }
        if (x_column == ecs::no_column || y_column == ecs::no_column) continue;
        const double x = ecs::read_number(
            fields.x, archetype.column_data(at.chunk, static_cast<std::size_t>(x_column)) + at.row * x_size);
        const double y = ecs::read_number(
            fields.y, archetype.column_data(at.chunk, static_cast<std::size_t>(y_column)) + at.row * y_size);
        if (!std::isfinite(x) || !std::isfinite(y)) continue;
        left = std::min(left, x), right = std::max(right, x);
        top = std::min(top, y), bottom = std::max(bottom, y);
    }
    if (left > right) return std::nullopt;
    return ecs::Vec2{static_cast<float>((left + right) / 2), static_cast<float>((top + bottom) / 2)};
}

Placements::Placements(const ecs::World& world, const SceneFields& fields, const SceneMarks& marks,
                       const std::vector<ecs::Entity>& roots) {
    if (!fields.placed()) return;
    std::uint32_t number = 0;
    for (const ecs::Entity root : topmost(world, roots)) add_tree(world, fields, marks, root, number++);
    if (all_.empty()) return;
    add_number(world, fields.x, Part::X);
    add_number(world, fields.y, Part::Y);
    for (std::size_t i = 0; i + 1 < fields.moved_along.size(); i += 2) {
        add_number(world, fields.moved_along[i], Part::X);
        add_number(world, fields.moved_along[i + 1], Part::Y);
    }
    if (fields.angle.exists()) add_number(world, fields.angle, Part::Angle);
    if (fields.scale.exists()) add_number(world, fields.scale, Part::Size);
    const ecs::ComponentId scale = fields.scale.exists() ? fields.scale.component : ecs::no_component;
    if (fields.radius.exists() && fields.radius.component != scale) add_number(world, fields.radius, Part::Size);
    for (Column& column : columns_) {
        const bool of_radius = column.grows && column.component != scale;
        fill(world, column, of_radius, scale);
        if (column.turns) can_turn_ += column.entities.size();
        if (column.grows) can_grow_ += column.entities.size();
    }
    std::erase_if(columns_, [](const Column& column) { return column.entities.empty(); });
}

void Placements::add_tree(const ecs::World& world, const SceneFields& fields, const SceneMarks& marks, ecs::Entity root,
                          std::uint32_t number) {
    // Without recursion: trees can be deep.
    std::vector<ecs::Entity> open{root};
    if (marks.locks(world, root)) return;
    while (!open.empty()) {
        const ecs::Entity entity = open.back();
        open.pop_back();
        if (marks.locked(entity)) continue;  // with what is below it
        if (has_place(world, fields, entity)) {
            const double radius = number_of(world, fields.radius, entity, static_cast<double>(fields.default_radius));
            all_.push_back({.entity = entity,
                            .x = number_of(world, fields.x, entity, 0),
                            .y = number_of(world, fields.y, entity, 0),
                            .angle = number_of(world, fields.angle, entity, 0),
                            .size = radius * number_of(world, fields.scale, entity, 1),
                            .shape = static_cast<int>(number_of(world, fields.shape, entity, 0)),
                            .root = number});
        }
        const auto children = world.children(entity);
        open.insert(open.end(), children.begin(), children.end());
    }
}

void Placements::add_number(const ecs::World& world, const ecs::FieldPath& path, Part part) {
    const ecs::ComponentType& type = world.types()[path.component];
    const std::optional<std::uint32_t> position = field_with(type, path);
    if (!position) return;
    const ecs::Field& field = type.fields[*position];
    auto column = std::find_if(columns_.begin(), columns_.end(), [&](const Column& each) {
        return each.component == path.component && each.field == *position;
    });
    if (column == columns_.end()) {
        columns_.push_back({.component = path.component, .field = *position, .size_bytes = field.size_bytes()});
        column = columns_.end() - 1;
    }
    ecs::FieldPath within = path;
    within.offset -= field.offset;
    column->numbers.push_back({within, part});
    column->places |= part == Part::X || part == Part::Y;
    column->turns |= part == Part::Angle;
    column->grows |= part == Part::Size;
    if (part == Part::Size && (field.min || field.max)) {
        column->limited = true;
        column->low = field.min.value_or(-std::numeric_limits<double>::max());
        column->high = field.max.value_or(std::numeric_limits<double>::max());
    }
}

void Placements::fill(const ecs::World& world, Column& column, bool without_scale, ecs::ComponentId scale) const {
    const std::uint32_t offset = world.types()[column.component].fields[column.field].offset;
    for (std::uint32_t i = 0; i < all_.size(); ++i) {
        const ecs::Entity entity = all_[i].entity;
        // A radius grows only where nothing else does: scale times radius is what is seen.
        if (without_scale && scale != ecs::no_component && world.has(entity, scale)) continue;
        const auto* component = static_cast<const std::byte*>(world.get(entity, column.component));
        if (component == nullptr) continue;
        column.entities.push_back(entity);
        column.positions.push_back(i);
        const std::byte* const start = component + offset;
        column.starts.insert(column.starts.end(), start, start + column.size_bytes);
    }
}

std::vector<ecs::Edit> Placements::edits(std::span<const PlaceChange> changes, bool turns, bool grows) const {
    std::vector<ecs::Edit> result;
    for (const Column& column : columns_) {
        if (!column.places && !(column.turns && turns) && !(column.grows && grows)) continue;
        ecs::SetField set{column.component, column.field, column.entities, column.starts};
        for (std::size_t i = 0; i < column.positions.size(); ++i) {
            const PlaceChange& change = changes[column.positions[i]];
            std::byte* const at = &set.values[i * column.size_bytes];
            for (const Number& number : column.numbers) {
                const double before = ecs::read_number(number.path, at);
                double after = before;
                switch (number.part) {
                    case Part::X:
                        after += change.x;
                        break;
                    case Part::Y:
                        after += change.y;
                        break;
                    case Part::Angle:
                        after += change.turn;
                        break;
                    case Part::Size:
                        after *= change.factor;
                        break;
                }
                if (number.part == Part::Size && column.limited) after = std::clamp(after, column.low, column.high);
                if (after != before) ecs::write_number(number.path, at, after);
            }
        }
        result.emplace_back(std::move(set));
    }
    return result;
}

bool Placements::forget_gone(const ecs::World& world) {
    bool any = false;
    for (Column& column : columns_) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < column.entities.size(); ++i) {
            if (!world.alive(column.entities[i]) || !world.has(column.entities[i], column.component)) continue;
            if (kept != i) {
                column.entities[kept] = column.entities[i];
                column.positions[kept] = column.positions[i];
                std::memmove(column.starts.data() + kept * column.size_bytes,
                             column.starts.data() + i * column.size_bytes, column.size_bytes);
            }
            ++kept;
        }
        if (kept == column.entities.size()) continue;
        any = true;
        column.entities.resize(kept);
        column.positions.resize(kept);
        column.starts.resize(kept * column.size_bytes);
    }
    if (any) std::erase_if(columns_, [](const Column& column) { return column.entities.empty(); });
    return any;
}

}  // namespace panels
