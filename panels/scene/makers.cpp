#include "panels/scene/makers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <optional>
#include <utility>

#include "ecs/prefab/prefab_edits.hpp"
#include "ecs/prefab/prefabs.hpp"
#include "panels/base/language.hpp"
#include "panels/inspector/fresh_names.hpp"
#include "panels/prefab/prefab_requests.hpp"
#include "panels/scene/placements.hpp"
#include "panels/scene/scene_snap.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

struct ShapeToMake {
    const char* name;
    Icon icon;
};
constexpr std::array<ShapeToMake, 4> shapes_to_make{{{tr_later("Circle"), Icon::Circle},
                                                     {tr_later("Square"), Icon::Square},
                                                     {tr_later("Triangle"), Icon::Triangle},
                                                     {tr_later("Diamond"), Icon::Diamond}}};

/// The entity has every component that the scene is drawn from, so that each tool has a field to write.
std::vector<ecs::EntityRecord> shape_at(const ecs::TypeRegistry& types, const SceneFields& fields, int shape,
                                        ecs::Vec2 place) {
    std::vector<ecs::EntityRecord> records(1);
    std::vector<ecs::Value>& values = records.front().values;
    const auto write = [&](const ecs::FieldPath& path, std::optional<double> number) {
        if (!path.exists()) return;
        auto value = std::find_if(values.begin(), values.end(),
                                  [&](const ecs::Value& each) { return each.type().id == path.component; });
        if (value == values.end()) {
            values.emplace_back(types[path.component]);
            value = values.end() - 1;
        }
        if (number) ecs::write_number(path, value->data(), *number);
    };
    write(fields.x, static_cast<double>(place.x));
    write(fields.y, static_cast<double>(place.y));
    write(fields.angle, {});
    write(fields.scale, {});
    write(fields.shape, shape);
    write(fields.radius, {});
    write(fields.color, {});
    // A colour that is seen on the ground of every theme.
    if (fields.color.exists() && ecs::float_count(fields.color.kind) >= 3) {
        constexpr std::array<float, 4> quiet_blue{0.42f, 0.47f, 0.57f, 1};
        const std::size_t floats = std::min<std::size_t>(ecs::float_count(fields.color.kind), quiet_blue.size());
        for (ecs::Value& value : values)
            if (value.type().id == fields.color.component)
                std::memcpy(static_cast<std::byte*>(value.data()) + fields.color.offset, quiet_blue.data(),
                            floats * sizeof(float));
    }
    return records;
}

/// Nothing where the prefab cannot be placed.
std::vector<ecs::EntityRecord> instance_at(const ecs::World& world, ecs::Entity prefab, ecs::Vec2 place) {
    ecs::Result<ecs::Edit> edit = ecs::place_prefab(world, prefab, {.position = place}, placing_of(world));
    auto* const create = edit ? std::get_if<ecs::CreateEntities>(&*edit) : nullptr;
    return create != nullptr ? std::move(create->entities) : std::vector<ecs::EntityRecord>();
}

}  // namespace

std::vector<SceneMaker> makers_of(const Context& context) {
    std::vector<SceneMaker> makers;
    if (context.viewport == nullptr || !context.viewport->fields.placed()) return makers;
    const SceneFields& fields = context.viewport->fields;
    const ecs::TypeRegistry& types = context.world.types();
    for (int shape = 0; shape < static_cast<int>(shapes_to_make.size()); ++shape) {
        if (shape > 0 && !fields.shape.exists()) break;
        const ShapeToMake& each = shapes_to_make[static_cast<std::size_t>(shape)];
        makers.push_back({tr(each.name),
                          each.icon,
                          [&types, &fields, shape](ecs::Vec2 place) { return shape_at(types, fields, shape, place); },
                          {}});
    }
    const ecs::World& world = context.world;
    for (const ecs::Entity prefab : ecs::Prefabs(world).all())
        makers.push_back(
            {name_or_id(world, prefab), Icon::Prefab,
             [&world, &fields, prefab](ecs::Vec2 place) { return instance_at(world, prefab, fields.in_world(place)); },
             prefab});
    makers.insert(makers.end(), context.viewport->makers.begin(), context.viewport->makers.end());
    return makers;
}

int outline_kind(const SceneMaker& maker) {
    for (std::size_t i = 0; i < shapes_to_make.size(); ++i)
        if (shapes_to_make[i].icon == maker.icon) return static_cast<int>(i);
    return 0;
}

void request_make(const Context& context, const SceneMaker& maker, std::span<const ecs::Vec2> places) {
    FreshNames names(context.world);
    const ecs::ComponentType& name_type = context.world.types()[context.world.name_id()];
    std::vector<ecs::Edit> edits;
    // Who works on a prefab adds to it: nothing else is in the picture.
    const ecs::Entity opened = context.selection.opened_prefab();
    const ecs::Entity within = ecs::Prefabs(context.world).is_prefab(opened) ? opened : ecs::null_entity;
    for (const ecs::Vec2 place : places) {
        ecs::CreateEntities create{maker.make(place)};
        for (ecs::EntityRecord& record : create.entities) {
            if (record.parent != ecs::null_entity) continue;  // those below keep the names that their maker gave them
            record.parent = within;
            const auto named = std::find_if(record.values.begin(), record.values.end(),
                                            [&](const ecs::Value& each) { return each.type().id == name_type.id; });
            if (named != record.values.end()) {
                auto& name = static_cast<ecs::Name*>(named->data())->value;
                name = names.like(name);
            } else {
                record.values.push_back(ecs::Value::of(name_type, ecs::Name{names.like(maker.name)}));
            }
        }
        if (!create.entities.empty()) edits.emplace_back(std::move(create));
    }
    if (edits.empty()) return;
    const std::string label = edits.size() == 1 ? phrase("Create {}", maker.name)
                                                : phrase("Create {}, {} times", maker.name,
                                                         format_decimal(static_cast<double>(edits.size()), 0));
    context.requests.push_back(EditRequest{label, std::move(edits), true, true});
}

ecs::Vec2 on_grid(ecs::Vec2 place, float grid) {
    const double step = static_cast<double>(grid);
    return {static_cast<float>(to_step(static_cast<double>(place.x), step)),
            static_cast<float>(to_step(static_cast<double>(place.y), step))};
}

namespace {

bool stacked(ecs::Vec2 one, ecs::Vec2 other, float apart) {
    return std::abs(one.x - other.x) < apart / 2 && std::abs(one.y - other.y) < apart / 2;
}

}  // namespace

PaintedPlaces::PaintedPlaces(const Context& context, const SceneMaker& maker, float apart) : apart_(apart) {
    const ecs::World& world = context.world;
    const SceneFields& fields = context.viewport->fields;
    if (!fields.placed()) return;
    const ecs::Prefabs prefabs(world);
    const auto mark = [&](ecs::Entity entity) {
        const double x = number_of(world, fields.x, entity, 0), y = number_of(world, fields.y, entity, 0);
        if (!std::isfinite(x) || !std::isfinite(y) || prefabs.in_prefab(entity)) return;
        const ecs::Vec2 place{static_cast<float>(x), static_cast<float>(y)};
        places_.emplace(cell_of(place), place);
    };
    if (maker.prefab) {
        prefabs.each_part([&](ecs::Entity part, ecs::Entity source) {
            if (source == maker.prefab && world.has(part, fields.x.component) && world.has(part, fields.y.component))
                mark(part);
        });
        return;
    }
    const std::vector<ecs::EntityRecord> made = maker.make({});
    if (made.empty()) return;
    std::vector<ecs::ComponentId> needed{fields.x.component, fields.y.component};
    std::optional<double> shape;
    for (const ecs::Value& value : made.front().values) {
        const ecs::ComponentId type = value.type().id;
        if (type != world.name_id() && std::find(needed.begin(), needed.end(), type) == needed.end())
            needed.push_back(type);
        if (fields.shape.exists() && type == fields.shape.component)
            shape = ecs::read_number(fields.shape, value.data());
    }
    std::vector<ecs::QueryTerm> terms;
    for (const ecs::ComponentId component : needed) terms.push_back({component});
    ecs::Query all(world, std::move(terms));
    all.each_chunk(world, [&](const ecs::ChunkRows& rows) {
        for (const ecs::Entity entity : rows.entities())
            if (!shape || number_of(world, fields.shape, entity, 0) == *shape) mark(entity);
    });
}

bool PaintedPlaces::near(ecs::Vec2 place) const {
    for (const int x : {-1, 0, 1})
        for (const int y : {-1, 0, 1}) {
            const auto [begin, end] = places_.equal_range(cell_of(place, x, y));
            if (std::any_of(begin, end, [&](const auto& each) { return stacked(each.second, place, apart_); }))
                return true;
        }
    return false;
}

std::uint64_t PaintedPlaces::cell_of(ecs::Vec2 place, int x_steps, int y_steps) const {
    const auto number = [&](float at, int steps) {
        const double cell = std::round(static_cast<double>(at) / static_cast<double>(apart_));
        if (std::isnan(cell)) return std::uint32_t{0};
        return static_cast<std::uint32_t>(static_cast<std::int64_t>(std::clamp(cell, -1e15, 1e15)) + steps);
    };
    return (std::uint64_t{number(place.x, x_steps)} << 32) | number(place.y, y_steps);
}

void PaintStroke::begin(ecs::Vec2 at, float spacing, float grid, PaintedPlaces painted) {
    places_.clear();
    painted_ = std::move(painted);
    spacing_ = std::max(spacing, 0.01f);
    grid_ = grid;
    last_ = at;
    first_taken_ = grid == 0 && painted_.near(at);
    if (first_taken_)
        places_.push_back(at);
    else
        put(at);
}

void PaintStroke::go_to(ecs::Vec2 at) {
    // The mouse moves in leaps: everything on the way between is filled.
    float left = std::hypot(at.x - last_.x, at.y - last_.y);
    while (left >= spacing_ && places_.size() < most) {
        if (std::exchange(first_taken_, false)) places_.clear();
        const float share = spacing_ / left;
        last_ = {last_.x + (at.x - last_.x) * share, last_.y + (at.y - last_.y) * share};
        put(last_);
        left -= spacing_;
    }
}

void PaintStroke::put(ecs::Vec2 at) {
    if (grid_ > 0) {
        at = on_grid(at, grid_);
        if (std::any_of(places_.begin(), places_.end(), [&](ecs::Vec2 each) { return stacked(each, at, grid_); }))
            return;
    }
    if (!painted_.near(at) && places_.size() < most) places_.push_back(at);
}

}  // namespace panels
