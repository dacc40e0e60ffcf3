#include "editor/app/scene/picking.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace editor {

namespace {

/// The columns of one chunk that say where things are and what they look like.
class ShapeColumns {
public:
    ShapeColumns(const DrawnFields& fields, const ecs::World& world, const ecs::Archetype& archetype, std::size_t chunk)
        : fields_(fields) {
        for (std::size_t i = 0; i < draw_role_count; ++i) {
            if (!fields.fields[i].exists()) continue;
            const int column = archetype.column_of(fields.fields[i].component);
            if (column == ecs::no_column) continue;
            columns_[i] = {archetype.column_data(chunk, static_cast<std::size_t>(column)),
                           world.types()[fields.fields[i].component].size};
        }
    }

    ecs::Vec2 place(std::size_t row) const {
        const float x = number(DrawRole::X, row, 0), y = number(DrawRole::Y, row, 0);
        return has(DrawRole::Z) ? projected(x, y, number(DrawRole::Z, row, 0)) : ecs::Vec2{x, y};
    }

    DrawnShape row(std::size_t row) const {
        DrawnShape result;
        result.position = place(row);
        result.rotation = number(DrawRole::Angle, row, result.rotation);
        result.scale = number(DrawRole::Scale, row, result.scale);
        result.radius = number(DrawRole::Radius, row, fields_.default_radius);
        if (has(DrawRole::Shape)) result.kind = shape_kind(static_cast<std::int32_t>(number(DrawRole::Shape, row, 0)));
        if (has(DrawRole::Color)) result.tint = color_at(fields_[DrawRole::Color], at(DrawRole::Color, row));
        return result;
    }

private:
    struct Column {
        const std::byte* data = nullptr;  // null where the archetype lacks the component
        std::size_t step = 0;             // bytes from row to row
    };

    bool has(DrawRole role) const { return columns_[static_cast<std::size_t>(role)].data != nullptr; }
    const std::byte* at(DrawRole role, std::size_t row) const {
        const Column& column = columns_[static_cast<std::size_t>(role)];
        return column.data + row * column.step;
    }
    float number(DrawRole role, std::size_t row, float absent) const {
        return has(role) ? static_cast<float>(ecs::read_number(fields_[role], at(role, row))) : absent;
    }

    const DrawnFields& fields_;
    std::array<Column, draw_role_count> columns_;
};

bool covers(const DrawnShape& shape, ecs::Vec2 point, float tolerance) {
    const float x = point.x - shape.position.x, y = point.y - shape.position.y;
    const float radius = std::abs(shape.radius * shape.scale);
    const float reach = radius * 1.4142136f + tolerance;  // a square's corner
    if (!(x * x + y * y <= reach * reach)) return false;
    const float angle = shape.rotation * 0.017453293f;
    const float c = std::cos(angle), s = std::sin(angle);
    return distance_to_shape(shape.kind, {c * x + s * y, c * y - s * x}, radius) <= tolerance;
}

/// Calls visit(archetype, chunk position, columns) for all chunks whose rows have a place.
template <class F>
void each_placed_chunk(const ecs::World& world, const DrawnFields& fields, F&& visit) {
    each_drawn_archetype(world, fields, [&](const ecs::Archetype& archetype) {
        for (std::size_t chunk = 0; chunk < archetype.chunk_count(); ++chunk)
            visit(archetype, chunk, ShapeColumns(fields, world, archetype, chunk));
    });
}

/// In the order they are drawn.
void sort_as_drawn(const ecs::World& world, const DrawnFields& fields, std::vector<ecs::Entity>& entities) {
    const auto is_on_top = [&](ecs::Entity entity) {
        return fields.on_top != ecs::no_component && world.has(entity, fields.on_top);
    };
    std::sort(entities.begin(), entities.end(), [&](ecs::Entity a, ecs::Entity b) {
        const bool a_on_top = is_on_top(a), b_on_top = is_on_top(b);
        return a_on_top == b_on_top ? a.index < b.index : b_on_top;
    });
}

/// 0 where the field holds infinity or not a number: the place alone is known.
float finite_radius(const DrawnShape& shape) {
    const float radius = std::abs(shape.radius * shape.scale);
    return std::isfinite(radius) ? radius : 0;
}

}  // namespace

std::optional<DrawnShape> drawn_shape(const ecs::World& world, const DrawnFields& fields, ecs::Entity entity) {
    if (!world.alive(entity)) return {};
    const ecs::Location location = world.location(entity);
    const ecs::Archetype& archetype = world.archetype(location.archetype);
    if (!fields.places(archetype)) return {};
    return ShapeColumns(fields, world, archetype, location.chunk).row(location.row);
}

std::optional<ecs::Vec3> bounds_of(const ecs::World& world, const DrawnFields& fields, ecs::Entity entity) {
    const std::optional<DrawnShape> shape = drawn_shape(world, fields, entity);
    if (!shape) return {};
    return ecs::Vec3{shape->position.x, shape->position.y, finite_radius(*shape)};
}

std::optional<panels::SceneBox> box_of(const ecs::World& world, const DrawnFields& fields, ecs::Entity entity) {
    const std::optional<DrawnShape> shape = drawn_shape(world, fields, entity);
    if (!shape) return {};
    const float r = std::abs(shape->radius * shape->scale), angle = shape->rotation * 0.017453293f;
    const float c = std::cos(angle), s = std::sin(angle);
    const ecs::Vec2 at = shape->position;
    // The corners around the middle, of a shape that is not turned.
    std::array<ecs::Vec2, 4> corners{};
    switch (shape->kind) {
        case ShapeKind::Square:
            corners = {ecs::Vec2{-r, -r}, {r, -r}, {r, r}, {-r, r}};
            break;
        case ShapeKind::Triangle:
            corners = {ecs::Vec2{0, -r}, {r * 0.8660254f, r * 0.5f}, {-r * 0.8660254f, r * 0.5f}, {0, -r}};
            break;
        case ShapeKind::Diamond:
            corners = {ecs::Vec2{0, -r}, {r, 0}, {0, r}, {-r, 0}};
            break;
        case ShapeKind::Circle:
            return panels::SceneBox{{at.x - r, at.y - r}, {at.x + r, at.y + r}};
    }
    panels::SceneBox box{at, at};
    for (const ecs::Vec2 corner : corners) {
        const ecs::Vec2 turned{at.x + c * corner.x - s * corner.y, at.y + s * corner.x + c * corner.y};
        box.low = {std::min(box.low.x, turned.x), std::min(box.low.y, turned.y)};
        box.high = {std::max(box.high.x, turned.x), std::max(box.high.y, turned.y)};
    }
    return box;
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

std::vector<ecs::Entity> entities_inside(const ecs::World& world, const DrawnFields& fields,
                                         std::span<const ecs::Vec2> corners) {
    std::vector<ecs::Entity> found;
    if (corners.size() < 3) return found;
    ecs::Vec2 low = corners.front(), high = low;
    for (const ecs::Vec2 corner : corners) {
        low = {std::min(low.x, corner.x), std::min(low.y, corner.y)};
        high = {std::max(high.x, corner.x), std::max(high.y, corner.y)};
    }
    // All that is selected at once lies in a box, and so does what a brush covers.
    const auto side_of = [&](std::size_t i) {
        const ecs::Vec2 from = corners[i], to = corners[(i + 1) % 4];
        return (from.x == to.x) != (from.y == to.y) && (from.x == low.x || from.x == high.x) &&
               (from.y == low.y || from.y == high.y);
    };
    const bool is_box = corners.size() == 4 && side_of(0) && side_of(1) && side_of(2) && side_of(3) &&
                        corners[0].x != corners[2].x && corners[0].y != corners[2].y;
    const auto inside = [&](ecs::Vec2 point) {
        if (is_box) return true;
        bool odd = false;
        ecs::Vec2 from = corners.back();
        for (const ecs::Vec2 to : corners) {
            const bool crosses = (from.y > point.y) != (to.y > point.y);
            if (crosses && point.x < from.x + (to.x - from.x) * (point.y - from.y) / (to.y - from.y)) odd = !odd;
            from = to;
        }
        return odd;
    };
    each_placed_chunk(world, fields,
                      [&](const ecs::Archetype& archetype, std::size_t chunk, const ShapeColumns& columns) {
                          const std::span<const ecs::Entity> entities = archetype.chunk(chunk).entities();
                          for (std::size_t row = 0; row < entities.size(); ++row) {
                              const ecs::Vec2 at = columns.place(row);
                              const bool near = at.x >= low.x && at.x <= high.x && at.y >= low.y && at.y <= high.y;
                              if (near && inside(at)) found.push_back(entities[row]);
                          }
                      });
    sort_as_drawn(world, fields, found);
    return found;
}

std::vector<ecs::Entity> entities_at(const ecs::World& world, const DrawnFields& fields, ecs::Vec2 point,
                                     float tolerance) {
    std::vector<ecs::Entity> found;
    each_placed_chunk(world, fields,
                      [&](const ecs::Archetype& archetype, std::size_t chunk, const ShapeColumns& columns) {
                          const std::span<const ecs::Entity> entities = archetype.chunk(chunk).entities();
                          for (std::size_t row = 0; row < entities.size(); ++row)
                              if (covers(columns.row(row), point, tolerance)) found.push_back(entities[row]);
                      });
    sort_as_drawn(world, fields, found);
    std::reverse(found.begin(), found.end());
    return found;
}

namespace {

/// Finds what holds shapes, without those that lie too far from most of them.
class Framing {
public:
    void add(const DrawnShape& shape) {
        if (std::isfinite(shape.position.x) && std::isfinite(shape.position.y))
            circles_.push_back({shape.position.x, shape.position.y, finite_radius(shape)});
        else
            ++left_out_;
    }
    FramedShapes found() {
        if (circles_.empty()) return {std::nullopt, left_out_};
        const WorldRect all = rect();
        const double wide = double{all.right} - double{all.left}, high = double{all.bottom} - double{all.top};
        if (wide > framed_reach || high > framed_reach) keep_near(in_the_middle());
        const WorldRect near = rect();
        return {near, left_out_};
    }

private:
    static double away(const ecs::Vec3& circle, double x, double y) {
        return std::max(std::abs(double{circle.x} - x), std::abs(double{circle.y} - y));
    }
    double median(float ecs::Vec3::*member) const {
        std::vector<float> numbers;
        numbers.reserve(circles_.size());
        for (const ecs::Vec3& circle : circles_) numbers.push_back(circle.*member);
        const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
        std::nth_element(numbers.begin(), middle, numbers.end());
        return double{*middle};
    }
    ecs::Vec3 in_the_middle() const {
        const double x = median(&ecs::Vec3::x), y = median(&ecs::Vec3::y);
        return *std::min_element(circles_.begin(), circles_.end(),
                                 [&](const ecs::Vec3& a, const ecs::Vec3& b) { return away(a, x, y) < away(b, x, y); });
    }
    void keep_near(ecs::Vec3 middle) {
        // The middle itself stays, however large it is.
        left_out_ += std::erase_if(circles_, [&](const ecs::Vec3& circle) {
            return away(circle, double{middle.x}, double{middle.y}) + double{circle.z} > framed_reach / 2 &&
                   !(circle == middle);
        });
    }
    WorldRect rect() const {
        const ecs::Vec3& first = circles_.front();
        WorldRect all{first.x, first.y, first.x, first.y};
        for (const ecs::Vec3& circle : circles_)
            all = {std::min(all.left, circle.x - circle.z), std::min(all.top, circle.y - circle.z),
                   std::max(all.right, circle.x + circle.z), std::max(all.bottom, circle.y + circle.z)};
        return all;
    }

    std::vector<ecs::Vec3> circles_;
    std::size_t left_out_ = 0;
};

}  // namespace

FramedShapes rect_of_all(const ecs::World& world, const DrawnFields& fields) {
    Framing framing;
    each_placed_chunk(world, fields,
                      [&](const ecs::Archetype& archetype, std::size_t chunk, const ShapeColumns& columns) {
                          for (std::size_t row = 0; row < archetype.chunk(chunk).rows; ++row)
                              framing.add(columns.row(row));
                      });
    return framing.found();
}

FramedShapes rect_of(const ecs::World& world, const DrawnFields& fields, std::span<const ecs::Entity> entities) {
    Framing framing;
    for (const ecs::Entity entity : entities)
        if (const std::optional<DrawnShape> shape = drawn_shape(world, fields, entity)) framing.add(*shape);
    return framing.found();
}

}  // namespace editor
