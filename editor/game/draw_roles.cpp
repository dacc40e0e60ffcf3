#include "editor/game/draw_roles.hpp"
#include "ecs/base/language.hpp"
#include "ecs/world/prefab_types.hpp"

#include <algorithm>
#include <cstring>

namespace editor {

namespace {

constexpr std::array<DrawRoleText, draw_role_count> texts{{
    {"x", ecs::tr_later("Across"), ecs::tr_later("Where an entity is, to the right")},
    {"y", ecs::tr_later("Down"), ecs::tr_later("Where an entity is, down; or up, where y grows up")},
    {"z", ecs::tr_later("Depth"), ecs::tr_later("A third axis; it is drawn as a step up and to the right")},
    {"angle", ecs::tr_later("Angle"), ecs::tr_later("How an entity is turned: degrees, from x to y")},
    {"scale", ecs::tr_later("Scale"), ecs::tr_later("A factor for the radius")},
    {"radius", ecs::tr_later("Radius"), ecs::tr_later("From the middle to the rim, in world units")},
    {"shape", ecs::tr_later("Shape"), ecs::tr_later("0 is a circle, 1 a square, 2 a triangle, 3 a diamond")},
    {"color", ecs::tr_later("Colour"), ecs::tr_later("Red, green, blue and opacity, each from 0 to 1")},
}};

bool fits(DrawRole role, const ecs::FieldPath& field) {
    if (role == DrawRole::Color) return ecs::float_count(field.kind) >= 3;
    return ecs::is_number(field.kind);
}

/// Adds the paths of all fields below `fields` that fit.
void add_fields(const std::vector<ecs::Field>& fields, const std::string& path, DrawRole role,
                std::vector<std::string>& found) {
    for (const ecs::Field& field : fields) {
        const std::string own = path + "." + field.name;
        if (fits(role, {.component = 0, .kind = field.kind})) found.push_back(own);
        if (field.kind == ecs::FieldKind::Struct) add_fields(field.fields, own, role, found);
        const std::size_t floats = ecs::float_count(field.kind);
        const std::string_view members = field.kind == ecs::FieldKind::Color ? "rgba" : "xyzw";
        if (floats > 1 && role != DrawRole::Color)
            for (std::size_t i = 0; i < floats; ++i) found.push_back(own + "." + members[i]);
    }
}

ecs::FieldPath number_at(const ecs::TypeRegistry& types, const std::string& path) {
    const std::optional<ecs::FieldPath> found = ecs::find_field(types, path);
    return found && ecs::is_number(found->kind) ? *found : ecs::FieldPath{};
}

}  // namespace

const DrawRoleText& text_of(DrawRole role) { return texts[static_cast<std::size_t>(role)]; }

bool DrawnFields::places(const ecs::Archetype& archetype) const {
    if (prefab != ecs::no_component && archetype.has(prefab) != shows_prefabs) return false;
    return has_place() && archetype.has((*this)[DrawRole::X].component) &&
           archetype.has((*this)[DrawRole::Y].component);
}

DrawnFields find_drawn_fields(const ecs::TypeRegistry& types, const DrawRoles& roles) {
    DrawnFields result;
    for (std::size_t i = 0; i < draw_role_count; ++i) {
        const std::optional<ecs::FieldPath> found = ecs::find_field(types, roles.fields[i]);
        if (found && fits(static_cast<DrawRole>(i), *found)) result.fields[i] = *found;
    }
    result.prefab = ecs::prefab_type(types);
    if (roles.default_radius > 0) result.default_radius = roles.default_radius;
    if (const ecs::ComponentType* on_top = types.find(roles.on_top)) result.on_top = on_top->id;
    result.range = number_at(types, roles.range);
    result.area_width = number_at(types, roles.area_width);
    result.area_height = number_at(types, roles.area_height);
    // Pairs of x and y: without one of them the other is nothing.
    for (std::size_t i = 0; i + 1 < roles.moved_along.size(); i += 2) {
        const ecs::FieldPath x = number_at(types, roles.moved_along[i]), y = number_at(types, roles.moved_along[i + 1]);
        if (x.exists() && y.exists()) result.moved_along.insert(result.moved_along.end(), {x, y});
    }
    result.y_up = roles.y_up;
    if (roles.y_up) {
        for (const DrawRole role : {DrawRole::Y, DrawRole::Angle})
            result.fields[static_cast<std::size_t>(role)].mirrored = result[role].exists();
        for (std::size_t i = 1; i < result.moved_along.size(); i += 2) result.moved_along[i].mirrored = true;
    }
    return result;
}

ecs::Rgba color_at(const ecs::FieldPath& field, const void* component) {
    ecs::Rgba color;
    const std::size_t floats = std::min<std::size_t>(ecs::float_count(field.kind), 4);
    std::memcpy(&color, static_cast<const std::byte*>(component) + field.offset, floats * sizeof(float));
    return color;
}

std::vector<std::string> fields_for(const ecs::World& world, DrawRole role) {
    const ecs::TypeRegistry& types = world.types();
    std::vector<bool> in_use(types.size());
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id)
        if (world.archetype(id).entity_count() > 0)
            for (const ecs::ComponentId component : world.archetype(id).components()) in_use[component] = true;
    std::vector<std::string> found;
    for (const bool used : {true, false})
        for (ecs::ComponentId id = 0; id < types.size(); ++id)
            if (in_use[id] == used && !types[id].retired) add_fields(types[id].fields, types[id].name, role, found);
    return found;
}

std::vector<std::string> to_lines(const DrawRoles& roles) {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < draw_role_count; ++i)
        if (!roles.fields[i].empty()) lines.push_back(std::string(texts[i].key) + "=" + roles.fields[i]);
    return lines;
}

DrawRoles draw_roles_from(const std::vector<std::string>& lines) {
    DrawRoles roles;
    for (const std::string& line : lines)
        for (std::size_t i = 0; i < draw_role_count; ++i)
            if (line.starts_with(std::string(texts[i].key) + "="))
                roles.fields[i] = line.substr(texts[i].key.size() + 1);
    return roles;
}

std::optional<ecs::Vec2> area_of(const ecs::World& world, const DrawnFields& fields) {
    const ecs::FieldPath &width = fields.area_width, &height = fields.area_height;
    if (!width.exists() || !height.exists()) return {};
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const ecs::Archetype& archetype = world.archetype(id);
        if (archetype.entity_count() == 0 || !archetype.has(width.component) || !archetype.has(height.component))
            continue;
        const auto first = [&](const ecs::FieldPath& field) {
            const auto column = static_cast<std::size_t>(archetype.column_of(field.component));
            return static_cast<float>(ecs::read_number(field, archetype.column_data(0, column)));
        };
        return ecs::Vec2{first(width), fields.y_up ? -first(height) : first(height)};
    }
    return {};
}

std::size_t count_unplaced(const ecs::World& world, const DrawnFields& fields) {
    std::size_t count = 0;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const ecs::Archetype& archetype = world.archetype(id);
        const bool is_prefab = fields.prefab != ecs::no_component && archetype.has(fields.prefab);
        if (is_prefab == fields.shows_prefabs && !fields.places(archetype)) count += archetype.entity_count();
    }
    return count;
}

}  // namespace editor
