#include "editor/app/scene/picking.hpp"

#include <algorithm>
#include <cmath>

namespace editor {

namespace {

/// The columns of one chunk that say where things are; null where the archetype lacks the component.
struct ShapeColumns {
    const Position* position = nullptr;
    const Rotation* rotation = nullptr;
    const Scale* scale = nullptr;
    const Shape* shape = nullptr;
    const Radius* radius = nullptr;
    const Color* color = nullptr;

    DrawnShape row(std::size_t i) const {
        DrawnShape result;
        result.position = {position[i].x, position[i].y};
        if (rotation) result.rotation = rotation[i].angle;
        if (scale) result.scale = scale[i].value;
        if (shape) result.kind = shape[i].kind;
        if (radius) result.radius = radius[i].value;
        if (color) result.tint = color[i].value;
        return result;
    }
};

template <class T>
const T* column(const ecs::World& world, const ecs::Archetype& archetype, std::size_t chunk) {
    const int position = archetype.column_of(world.id<T>());
    if (position == ecs::no_column) return nullptr;
    return reinterpret_cast<const T*>(archetype.column_data(chunk, static_cast<std::size_t>(position)));
}

ShapeColumns columns_of(const ecs::World& world, const ecs::Archetype& archetype, std::size_t chunk) {
    return {column<Position>(world, archetype, chunk), column<Rotation>(world, archetype, chunk),
            column<Scale>(world, archetype, chunk),    column<Shape>(world, archetype, chunk),
            column<Radius>(world, archetype, chunk),   column<Color>(world, archetype, chunk)};
}

bool covers(const DrawnShape& shape, ecs::Vec2 point, float tolerance) {
    const float x = point.x - shape.position.x, y = point.y - shape.position.y;
    const float radius = std::abs(shape.radius * shape.scale);
    const float reach = radius * 1.4142136f + tolerance;  // a square's corner
    if (!(x * x + y * y <= reach * reach)) return false;
    const float angle = shape.rotation * 0.017453293f;
    const float c = std::cos(angle), s = std::sin(angle);
    return distance_to_shape(shape.kind, {c * x + s * y, c * y - s * x}, radius) <= tolerance;
}

/// Calls visit(archetype, chunk position, columns) for all chunks that have a Position, in the order they are drawn.
template <class F>
void each_placed_chunk(const ecs::World& world, F&& visit) {
    each_drawn_archetype(world, [&](const ecs::Archetype& archetype) {
        for (std::size_t chunk = 0; chunk < archetype.chunk_count(); ++chunk)
            visit(archetype, chunk, columns_of(world, archetype, chunk));
    });
}

}  // namespace

std::optional<DrawnShape> drawn_shape(const ecs::World& world, ecs::Entity entity) {
    if (!world.alive(entity) || !world.has<Position>(entity)) return {};
    const ecs::Location location = world.location(entity);
    return columns_of(world, world.archetype(location.archetype), location.chunk).row(location.row);
}

std::optional<ecs::Vec3> bounds_of(const ecs::World& world, ecs::Entity entity) {
    const std::optional<DrawnShape> shape = drawn_shape(world, entity);
    if (!shape) return {};
    return ecs::Vec3{shape->position.x, shape->position.y, std::abs(shape->radius * shape->scale)};
}

// The same four functions as distance_px() in shape.frag.
float distance_to_shape(ShapeKind kind, ecs::Vec2 p, float r) {
    switch (kind) {
        case ShapeKind::Square:
            return std::max(std::abs(p.x), std::abs(p.y)) - r;
        case ShapeKind::Triangle:
            return std::max(std::abs(p.x) * 0.8660254f - p.y * 0.5f, p.y) - r * 0.5f;
        case ShapeKind::Diamond:
            return (std::abs(p.x) + std::abs(p.y) - r) * 0.7071068f;
        case ShapeKind::Circle:
            break;
    }
    return std::sqrt(p.x * p.x + p.y * p.y) - r;
}

std::vector<ecs::Entity> entities_inside(const ecs::World& world, std::span<const ecs::Vec2> corners) {
    std::vector<ecs::Entity> found;
    if (corners.size() < 3) return found;
    ecs::Vec2 low = corners.front(), high = low;
    for (const ecs::Vec2 corner : corners) {
        low = {std::min(low.x, corner.x), std::min(low.y, corner.y)};
        high = {std::max(high.x, corner.x), std::max(high.y, corner.y)};
    }
    const auto inside = [&](ecs::Vec2 point) {
        bool odd = false;
        ecs::Vec2 from = corners.back();
        for (const ecs::Vec2 to : corners) {
            const bool crosses = (from.y > point.y) != (to.y > point.y);
            if (crosses && point.x < from.x + (to.x - from.x) * (point.y - from.y) / (to.y - from.y)) odd = !odd;
            from = to;
        }
        return odd;
    };
    each_placed_chunk(world, [&](const ecs::Archetype& archetype, std::size_t chunk, const ShapeColumns& columns) {
        const std::span<const ecs::Entity> entities = archetype.chunk(chunk).entities();
        for (std::size_t row = 0; row < entities.size(); ++row) {
            const ecs::Vec2 at{columns.position[row].x, columns.position[row].y};
            const bool near = at.x >= low.x && at.x <= high.x && at.y >= low.y && at.y <= high.y;
            if (near && inside(at)) found.push_back(entities[row]);
        }
    });
    return found;
}

std::vector<ecs::Entity> entities_at(const ecs::World& world, ecs::Vec2 point, float tolerance) {
    std::vector<ecs::Entity> found;
    each_placed_chunk(world, [&](const ecs::Archetype& archetype, std::size_t chunk, const ShapeColumns& columns) {
        const std::span<const ecs::Entity> entities = archetype.chunk(chunk).entities();
        for (std::size_t row = 0; row < entities.size(); ++row)
            if (covers(columns.row(row), point, tolerance)) found.push_back(entities[row]);
    });
    std::reverse(found.begin(), found.end());
    return found;
}

std::optional<WorldRect> rect_of_all(const ecs::World& world) {
    std::optional<WorldRect> all;
    each_placed_chunk(world, [&](const ecs::Archetype& archetype, std::size_t chunk, const ShapeColumns& columns) {
        for (std::size_t row = 0; row < archetype.chunk(chunk).rows; ++row) {
            const DrawnShape shape = columns.row(row);
            const float r = std::abs(shape.radius * shape.scale);
            if (!std::isfinite(shape.position.x) || !std::isfinite(shape.position.y) || !std::isfinite(r)) continue;
            const WorldRect own{shape.position.x - r, shape.position.y - r, shape.position.x + r, shape.position.y + r};
            if (!all) all = own;
            *all = {std::min(all->left, own.left), std::min(all->top, own.top), std::max(all->right, own.right),
                    std::max(all->bottom, own.bottom)};
        }
    });
    return all;
}

std::optional<ecs::Vec2> field_of(const ecs::World& world) {
    const ecs::ComponentId arena = world.types().find<Arena>();
    if (arena == ecs::no_component) return {};
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const ecs::Archetype& archetype = world.archetype(id);
        if (archetype.entity_count() == 0 || !archetype.has(arena)) continue;
        const Arena& first = *column<Arena>(world, archetype, 0);
        return ecs::Vec2{first.width, first.height};
    }
    return {};
}

}  // namespace editor
