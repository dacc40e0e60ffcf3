#include <algorithm>
#include <cctype>
#include <initializer_list>

#include "editor/game/draw_roles.hpp"

namespace editor {

namespace {

/// `game::MyTransform` as `mytransform`.
std::string plain_name(std::string_view name) {
    if (const std::size_t colons = name.rfind("::"); colons != std::string_view::npos) name.remove_prefix(colons + 2);
    std::string plain;
    for (const char letter : name)
        if (letter != '_' && letter != ' ')
            plain += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return plain;
}

bool is_one_of(const std::string& name, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), name) != words.end();
}

bool has_part(const std::string& name, std::initializer_list<std::string_view> parts) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](std::string_view part) { return name.find(part) != std::string::npos; });
}

bool names_a_place(const std::string& name) {
    return is_one_of(name, {"position", "pos", "translation", "location", "place", "origin", "center", "centre"}) ||
           name.ends_with("position") || name.starts_with("position");
}

/// The paths of x, y and z below `fields`, which begin with `path`; x is empty when there are none.
struct Place {
    std::string x, y, z;
    bool named = false;  // a field is called like a place
};

Place place_in(const std::vector<ecs::Field>& fields, const std::string& path) {
    const auto number = [&](std::string_view name) -> const ecs::Field* {
        for (const ecs::Field& field : fields)
            if (plain_name(field.name) == name && field.count == 1 && ecs::is_number(field.kind)) return &field;
        return nullptr;
    };
    const ecs::Field *x = number("x"), *y = number("y"), *z = number("z");
    if (x && y) return {path + x->name, path + y->name, z ? path + z->name : std::string(), false};
    Place found;
    for (const ecs::Field& field : fields) {
        const bool named = names_a_place(plain_name(field.name));
        if (field.count != 1 || (!found.x.empty() && !named)) continue;
        const std::string inside = path + field.name + ".";
        if (field.kind == ecs::FieldKind::Vec2 || field.kind == ecs::FieldKind::Vec3)
            found = {inside + "x", inside + "y", field.kind == ecs::FieldKind::Vec3 ? inside + "z" : "", named};
        else if (field.kind == ecs::FieldKind::Struct)
            if (Place member = place_in(field.fields, inside); !member.x.empty())
                found = {member.x, member.y, member.z, named || member.named};
        if (named && !found.x.empty()) return found;
    }
    return found;
}

/// How likely a component says where things are: 0 is not at all.
int rank_of(const ecs::ComponentType& type, const Place& place) {
    const std::string name = plain_name(type.name);
    if (names_a_place(name)) return 4;
    if (name.find("transform") != std::string::npos) return 3;
    if (place.named) return 2;
    return has_part(name, {"veloc", "speed", "accel", "force", "impulse", "scale", "size", "direction", "normal",
                           "input", "gravity", "offset", "color", "colour", "target", "orbit"})
               ? 0
               : 1;
}

std::size_t entities_with(const ecs::World& world, ecs::ComponentId component) {
    std::size_t count = 0;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id)
        if (world.archetype(id).has(component)) count += world.archetype(id).entity_count();
    return count;
}

/// A look is said by a component of that name with one number, or by a field of that name beside the place.
void guess_number(const ecs::TypeRegistry& types, ecs::ComponentId place, DrawRole role, DrawRoles& roles,
                  std::initializer_list<std::string_view> words) {
    for (const ecs::Field& field : types[place].fields)
        if (is_one_of(plain_name(field.name), words) && field.count == 1 && ecs::is_number(field.kind))
            roles[role] = types[place].name + "." + field.name;
    for (ecs::ComponentId id = 0; id < types.size() && roles[role].empty(); ++id)
        if (!types[id].retired && is_one_of(plain_name(types[id].name), words) && types[id].fields.size() == 1 &&
            types[id].fields.front().count == 1 && ecs::is_number(types[id].fields.front().kind))
            roles[role] = types[id].name + "." + types[id].fields.front().name;
}

void guess_color(const ecs::TypeRegistry& types, DrawRoles& roles) {
    for (ecs::ComponentId id = 0; id < types.size(); ++id)
        for (const ecs::Field& field : types[id].fields)
            if (!types[id].retired && field.kind == ecs::FieldKind::Color && field.count == 1) {
                roles[DrawRole::Color] = types[id].name + "." + field.name;
                return;
            }
}

}  // namespace

DrawRoles guess_draw_roles(const ecs::World& world) {
    const ecs::TypeRegistry& types = world.types();
    struct Guess {
        ecs::ComponentId component = ecs::no_component;
        Place place;
        int rank = 0;
        std::size_t entities = 0;
    } best;
    for (ecs::ComponentId id = 0; id < types.size(); ++id) {
        const Place place = place_in(types[id].fields, types[id].name + ".");
        if (place.x.empty() || types[id].retired) continue;
        const int rank = rank_of(types[id], place);
        if (rank == 0) continue;
        const std::size_t entities = entities_with(world, id);
        const bool better = (entities > 0) != (best.entities > 0) ? entities > 0
                            : rank != best.rank                   ? rank > best.rank
                                                                  : entities > best.entities;
        if (best.component == ecs::no_component || better) best = {id, place, rank, entities};
    }
    DrawRoles roles;
    if (best.component == ecs::no_component) return roles;
    roles[DrawRole::X] = best.place.x;
    roles[DrawRole::Y] = best.place.y;
    roles[DrawRole::Z] = best.place.z;
    guess_number(types, best.component, DrawRole::Angle, roles, {"angle", "rotation", "heading"});
    guess_number(types, best.component, DrawRole::Scale, roles, {"scale"});
    guess_number(types, best.component, DrawRole::Radius, roles, {"radius"});
    guess_color(types, roles);
    return roles;
}

}  // namespace editor
