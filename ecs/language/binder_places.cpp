#include <algorithm>

#include "ecs/base/language.hpp"
#include "ecs/language/binder.hpp"
#include "ecs/language/text_search.hpp"

namespace ecs {

namespace {

std::string shortened(const std::string& name) { return name.size() <= 60 ? name : name.substr(0, 60) + "…"; }

/// Behind the last "::".
std::string_view short_type_name(std::string_view name) {
    const std::size_t colons = name.rfind("::");
    return colons == std::string_view::npos ? name : name.substr(colons + 2);
}

/// "Health.hp, Shield.hp": the first of those that have this name.
std::string fields_called(const TypeRegistry& types, std::string_view name) {
    constexpr std::size_t most = 3;
    const std::string wanted = in_lower_case(name);
    std::string list;
    std::size_t count = 0;
    for (ComponentId id = 0; id < types.size(); ++id)
        for (const Field& field : types[id].fields) {
            if (types[id].retired || in_lower_case(field.name) != wanted || ++count > most) continue;
            list += (list.empty() ? "" : ", ") + std::string(short_type_name(types[id].name)) + "." + field.name;
        }
    return list;
}

const char* member_names(FieldKind kind) {
    switch (kind) {
        case FieldKind::Vec2:
            return tr("x and y");
        case FieldKind::Vec3:
            return tr("x, y and z");
        case FieldKind::Vec4:
            return tr("x, y, z and w");
        default:
            return tr("r, g, b and a");
    }
}

}  // namespace

std::string Binder::did_you_mean(std::string_view name, const std::vector<std::string>& known) {
    constexpr std::size_t compared = 100;  // comparing takes time for each pair of characters
    std::vector<std::string> lower;        // a wrong case is the nearest miss of all
    for (const std::string& each : known) lower.push_back(in_lower_case(each));
    const std::string nearest = nearest_name(in_lower_case(name.substr(0, compared)), lower);
    const auto found = std::find(lower.begin(), lower.end(), nearest);
    if (found == lower.end()) return "";
    return phrase(" (did you mean {}?)", known[static_cast<std::size_t>(found - lower.begin())]);
}

bool Binder::fail(std::size_t offset, std::string message) {
    if (!error_) error_ = syntax_.error(offset, std::move(message));
    return false;
}

std::optional<ComponentId> Binder::find_component(const std::vector<PathPart>& path, std::size_t from,
                                                  std::size_t& used) {
    const TypeRegistry& types = world_.types();
    const ComponentType* found = nullptr;
    std::string name;
    // Names of types may have dots, too: the longest one wins.
    for (std::size_t end = from; end < path.size(); ++end) {
        if (end > from && (path[end].quoted || path[from].quoted)) break;
        name += (end > from ? "." : "") + path[end].name;
        if (name.size() > 1000) break;
        if (const ComponentType* type = types.find(name)) {
            found = type;
            used = end + 1 - from;
        }
        if (path[end].index) break;
    }
    const PathPart& first = path[from];
    for (ComponentId id = 0; id < types.size() && !found; ++id) {
        if (short_type_name(types[id].name) != first.name) continue;
        for (ComponentId other = id + 1; other < types.size(); ++other)
            if (short_type_name(types[other].name) == first.name) {
                fail(first.offset,
                     phrase("{} is either {} or {}", shortened(first.name), types[id].name, types[other].name));
                return std::nullopt;
            }
        found = &types[id];
        used = 1;
    }
    if (!found) {
        if (const std::string fields = fields_called(types, first.name); !fields.empty()) {
            fail(first.offset,
                 phrase("No component {}{}", shortened(first.name), phrase(" (did you mean {}?)", fields)));
            return std::nullopt;
        }
        std::vector<std::string> known;
        for (ComponentId id = 0; id < types.size(); ++id) {
            if (types[id].retired) continue;
            known.emplace_back(short_type_name(types[id].name));
            known.push_back(types[id].name);
        }
        fail(first.offset, phrase("No component {}{}", shortened(first.name), did_you_mean(first.name, known)));
        return std::nullopt;
    }
    if (path[from + used - 1].index) {
        fail(first.offset, phrase("{} is a component, which has no elements", found->name));
        return std::nullopt;
    }
    return found->id;
}

bool Binder::follow(const std::vector<PathPart>& path, const std::vector<Field>& fields, const std::string& owner,
                    Place& place, bool whole_path) {
    const PathPart& part = path[place.used];
    const auto found = std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.name == part.name; });
    if (found == fields.end()) {
        std::vector<std::string> known;
        for (const Field& field : fields) known.push_back(field.name);
        if (known.empty()) return fail(part.offset, phrase("{} has no fields", owner));
        return fail(part.offset,
                    phrase("{} has no field {}{}", owner, shortened(part.name), did_you_mean(part.name, known)));
    }
    const Field& field = *found;
    const std::string path_text = owner + "." + field.name;
    if (field.count > 1 && !part.index)
        return fail(part.offset, phrase("{} has {} elements: name one, as in {}[0]", path_text,
                                        std::to_string(field.count), field.name));
    if (field.count <= 1 && part.index) return fail(part.offset, phrase("{} has no elements", path_text));
    if (part.index && *part.index >= field.count)
        return fail(part.offset, phrase("{} has only {} elements", path_text, std::to_string(field.count)));
    place.offset += field.offset + part.index.value_or(0) * field.element_size;
    place.field = &field;
    place.kind = field.kind;
    place.element_size = field.element_size;
    ++place.used;
    if (place.used == path.size()) return true;

    const PathPart& next = path[place.used];
    if (field.kind == FieldKind::Struct) return follow(path, field.fields, path_text, place, whole_path);
    if (field.kind == FieldKind::Entity && !whole_path) return true;
    if (float_count(field.kind) < 2)
        return fail(next.offset, field.kind == FieldKind::Entity
                                     ? phrase("{} is another entity, which stays as it is", path_text)
                                     : phrase("{} has no fields", path_text));
    const auto member = offset_of_member(field.kind, next.name);
    if (!member || next.index)
        return fail(next.offset, phrase("{} has the members {}", path_text, member_names(field.kind)));
    place.offset += *member;
    place.kind = FieldKind::F32;
    place.element_size = sizeof(float);
    ++place.used;
    if (place.used < path.size())
        return fail(path[place.used].offset, phrase("{} has no fields", path_text + "." + next.name));
    return true;
}

std::optional<Binder::Place> Binder::find(const std::vector<PathPart>& path, std::size_t from, bool whole_path) {
    std::size_t used = 0;
    const auto component = find_component(path, from, used);
    if (!component) return std::nullopt;
    Place place;
    place.component = *component;
    place.used = from + used;
    if (place.used == path.size()) return place;
    const ComponentType& type = world_.types()[*component];
    const std::string& top = path[place.used].name;
    if (!follow(path, type.fields, type.name, place, whole_path)) return std::nullopt;
    place.top_field = position_of(type, top);
    return place;
}

std::uint32_t Binder::position_of(const ComponentType& type, const std::string& field) {
    return static_cast<std::uint32_t>(type.find_field(field) - type.fields.data());
}

std::uint32_t Binder::direct(ComponentId component) {
    std::vector<ComponentId>& known = bound_.components;
    const auto found = std::find(known.begin(), known.end(), component);
    if (found == known.end()) {
        known.push_back(component);
        return static_cast<std::uint32_t>(known.size() - 1);
    }
    return static_cast<std::uint32_t>(found - known.begin());
}

}  // namespace ecs
