#include "remote/flecs/flecs_types.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

namespace remote {

namespace {

using Form = Shape::Form;

constexpr std::uint32_t most_elements = 1024;
constexpr std::string_view meta = "flecs.meta.";

std::optional<ecs::FieldKind> kind_of_primitive(std::string_view type) {
    using enum ecs::FieldKind;
    constexpr std::array<std::pair<std::string_view, ecs::FieldKind>, 16> kinds{{{"bool", Bool},
                                                                                 {"byte", U8},
                                                                                 {"u8", U8},
                                                                                 {"u16", U16},
                                                                                 {"u32", U32},
                                                                                 {"u64", U64},
                                                                                 {"uptr", U64},
                                                                                 {"i8", I8},
                                                                                 {"i16", I16},
                                                                                 {"i32", I32},
                                                                                 {"i64", I64},
                                                                                 {"iptr", I64},
                                                                                 {"f32", F32},
                                                                                 {"f64", F64},
                                                                                 {"id", U64},
                                                                                 {"entity", U64}}};
    if (!type.starts_with(meta)) return std::nullopt;
    type.remove_prefix(meta.size());
    const auto* const found =
        std::find_if(kinds.begin(), kinds.end(), [&](const auto& each) { return each.first == type; });
    return found == kinds.end() ? std::nullopt : std::optional(found->second);
}

std::string word_of(const Schema& schema) {
    return schema.is_array() && !schema.empty() && schema[0].is_string() ? schema[0].get<std::string>() : std::string();
}

std::vector<std::string> names_in(const Schema& schema) {
    std::vector<std::string> names;
    for (std::size_t i = 1; i < schema.size(); ++i)
        if (schema[i].is_string()) names.push_back(schema[i].get<std::string>());
    return names;
}

void read_hints(const Schema& schema, Shape& shape) {
    if (!schema.is_array() || schema.empty() || !schema.back().is_object()) return;
    const Schema& hints = schema.back();
    if (const auto range = hints.find("range"); range != hints.end() && range->is_array() && range->size() == 2 &&
                                                (*range)[0].is_number() && (*range)[1].is_number()) {
        shape.min = (*range)[0].get<double>();
        shape.max = (*range)[1].get<double>();
    }
    if (const auto symbol = hints.find("symbol"); symbol != hints.end() && symbol->is_string())
        shape.unit = cleaned(symbol->get<std::string>(), 16);
}

Shape plain(Form form, std::string name, ecs::FieldKind kind = ecs::FieldKind::F64) {
    Shape shape;
    shape.form = form;
    shape.name = std::move(name);
    shape.kind = kind;
    return shape;
}

/// The two halves of "(Relationship,Target)".
std::pair<std::string, std::string> halves(std::string_view pair) {
    const std::size_t comma = pair.find(',');
    return {std::string(pair.substr(1, comma - 1)), std::string(pair.substr(comma + 1, pair.size() - comma - 2))};
}

bool is_pair(std::string_view path) {
    return path.size() > 4 && path.front() == '(' && path.back() == ')' && path.find(',') != std::string_view::npos;
}

}  // namespace

void FlecsTypes::read_components(const Json& results) {
    for (const Json& row : results) {
        if (!row.is_object()) continue;
        const auto parts = row.find("components");
        if (parts == row.end() || !parts->is_object()) continue;
        Component component;
        if (const auto size = parts->find("flecs.core.Component"); size != parts->end() && size->is_object())
            component.size = count_in(*size, "size");
        if (const auto layout = parts->find("flecs.meta.struct"); layout != parts->end() && layout->is_object()) {
            const auto members = layout->find("members");
            if (members != layout->end() && members->is_array())
                for (const Json& member : *members)
                    if (member.is_object()) component.members[word_in(member, "name")] = word_in(member, "type");
        }
        for (const char* list : {"flecs.meta.array", "flecs.meta.vector"})
            if (const auto of = parts->find(list); of != parts->end() && of->is_object())
                component.members[""] = word_in(*of, "type");
        Component& known = components_[flecs_path(row)];
        known.size = component.size;
        if (!component.members.empty()) known.members = std::move(component.members);
    }
}

void FlecsTypes::read_members(const Json& results) {
    for (const Json& row : results) {
        if (!row.is_object()) continue;
        const auto parts = row.find("components");
        if (parts == row.end() || !parts->is_object()) continue;
        const auto member = parts->find("flecs.meta.member");
        const auto known = components_.find(word_in(row, "parent"));
        if (member == parts->end() || !member->is_object() || known == components_.end()) continue;
        known->second.members[word_in(row, "name")] = word_in(*member, "type");
    }
}

Schema FlecsTypes::schemas_in(std::string_view answer) {
    // Of the whole answer, or of each row, as it was before 4.1. The rest is not kept, and lists of members have an
    // end: finding one in such an object takes as long as it has members.
    std::vector<std::size_t> counts;
    bool in_results = false;
    const Schema read = Schema::parse(
        answer,
        [&](int at, nlohmann::json::parse_event_t event, const Schema& key) {
            const auto depth = static_cast<std::size_t>(at);
            if (event == nlohmann::json::parse_event_t::object_start) {
                if (counts.size() < depth + 2) counts.resize(depth + 2);
                counts[depth + 1] = 0;
            }
            if (event != nlohmann::json::parse_event_t::key) return true;
            const std::string& name = key.get_ref<const std::string&>();
            if (depth == 1) {
                in_results = name == "results";
                return in_results || name == "type_info";
            }
            if (in_results && depth == 3) return name == "type_info";
            return depth < counts.size() && ++counts[depth] <= most_parts + 1;
        },
        false);
    Schema all = Schema::object();
    const auto add = [&](const Schema& from) {
        if (!from.is_object() || !from.contains("type_info") || !from["type_info"].is_object()) return;
        for (const auto& [path, schema] : from["type_info"].items()) all[path] = schema;
    };
    add(read);
    if (read.is_object() && read.contains("results") && read["results"].is_array())
        for (const Schema& row : read["results"]) add(row);
    return all;
}

void FlecsTypes::read_schemas(const Schema& type_info) {
    if (!type_info.is_object()) return;
    for (const auto& [path, schema] : type_info.items()) schemas_[path] = schema;
}

void FlecsTypes::clear() {
    components_.clear();
    schemas_.clear();
}

const Schema* FlecsTypes::schema_of(const std::string& path) const {
    if (const auto found = schemas_.find(path); found != schemas_.end()) return &found->second;
    if (!is_pair(path)) return nullptr;
    // The value of a pair is one of the first half that has values.
    const auto [relationship, target] = halves(path);
    const auto first = schemas_.find(relationship);
    if (first != schemas_.end() && !first->second.is_number()) return &first->second;
    const auto second = schemas_.find(target);
    if (second != schemas_.end() && !second->second.is_number()) return &second->second;
    return first != schemas_.end() ? &first->second : nullptr;
}

std::uint64_t FlecsTypes::size_of(const std::string& path) const {
    const auto found = components_.find(path);
    return found == components_.end() ? 0 : found->second.size;
}

bool FlecsTypes::knows(const std::string& path) const { return schema_of(path) != nullptr; }

bool FlecsTypes::is_opaque(const std::string& path) const {
    const Schema* const schema = schema_of(path);
    return schema != nullptr && schema->is_number();
}

std::vector<std::string> FlecsTypes::holders_of(const std::string& type) const {
    std::vector<std::string> found;
    if (!components_.contains(type)) return found;
    std::set<std::string> seen{type};
    found.push_back(type);
    for (std::size_t i = 0; i < found.size(); ++i)
        for (const auto& [path, component] : components_)
            if (!seen.contains(path) && std::any_of(component.members.begin(), component.members.end(),
                                                    [&](const auto& member) { return member.second == found[i]; })) {
                seen.insert(path);
                found.push_back(path);
            }
    return found;
}

namespace {

/// Of a schema, with all that is inside of it.
std::size_t part_count(const Schema& schema) {
    std::size_t count = 1;
    if (schema.is_object())
        for (const auto& [name, part] : schema.items()) count += part_count(part);
    if (schema.is_array())
        for (const Schema& part : schema) count += part_count(part);
    return count;
}

}  // namespace

Shape FlecsTypes::shape_of(const Schema& schema, const std::string& type, std::string name, const Json* sample) const {
    if (schema.is_object()) {
        Shape shape = plain(Form::Object, std::move(name));
        shape.members = members_of(schema, type, sample);
        if (shape.members.empty()) shape.form = Form::Any;
        return simplified(std::move(shape));
    }
    const std::string word = word_of(schema);
    const std::optional<ecs::FieldKind> exact = kind_of_primitive(type);
    Shape shape = plain(Form::Any, std::move(name));
    if (word == "int" || word == "byte") {
        shape.form = Form::Number;
        // What is too large for i64 is a text.
        shape.kind = exact.value_or(word == "byte"                             ? ecs::FieldKind::U8
                                    : sample != nullptr && sample->is_string() ? ecs::FieldKind::U64
                                                                               : ecs::FieldKind::I64);
    } else if (word == "float") {
        shape.form = Form::Number;
        shape.kind = exact == ecs::FieldKind::F32 ? ecs::FieldKind::F32 : ecs::FieldKind::F64;
    } else if (word == "bool") {
        shape.form = Form::Number;
        shape.kind = ecs::FieldKind::Bool;
    } else if (word == "text") {
        shape.form = Form::Text;
    } else if (word == "entity" || word == "id") {
        shape.form = Form::Entity;
    } else if (word == "enum" || word == "bitmask") {
        shape.names = names_in(schema);
        if (!shape.names.empty()) shape.form = word == "enum" ? Form::Name : Form::Flags;
    } else if (word == "array" && schema.size() >= 3 && schema[2].is_number_unsigned()) {
        const auto count = schema[2].get<std::uint64_t>();
        Shape element = shape_of(schema[1], type, shape.name, nullptr);
        if (count > 1 && count <= most_elements && element.count == 1) {
            shape = std::move(element);
            shape.count = static_cast<std::uint32_t>(count);
        }
        return shape;
    }
    if (shape.form == Form::Number) read_hints(schema, shape);
    return shape;
}

std::vector<Shape> FlecsTypes::members_of(const Schema& schema, const std::string& type, const Json* sample) const {
    std::vector<Shape> members;
    const auto exact = components_.find(type);
    for (const auto& [name, part] : schema.items()) {
        std::string of;
        if (exact != components_.end())
            if (const auto member = exact->second.members.find(name); member != exact->second.members.end())
                of = member->second;
        const Json* value = nullptr;
        if (sample != nullptr && sample->is_object() && sample->contains(name)) value = &(*sample)[name];
        members.push_back(shape_of(part, of, name, value));
    }
    if (exact != components_.end() && exact->second.members.empty()) guess_floats(schema, type, members);
    return members;
}

namespace {

/// Bytes of the type when floats have so many and whole numbers so many; 0 when nobody knows.
std::size_t size_with(const Schema& schema, std::size_t floats, std::size_t wholes, std::size_t& align) {
    const std::string word = word_of(schema);
    std::size_t size = 0;
    if (schema.is_object()) {
        align = 1;
        for (const auto& [name, part] : schema.items()) {
            std::size_t inner = 1;
            const std::size_t bytes = size_with(part, floats, wholes, inner);
            if (bytes == 0) return 0;
            size = (size + inner - 1) / inner * inner + bytes;
            align = std::max(align, inner);
        }
        return (size + align - 1) / align * align;
    }
    if (word == "array" && schema.size() >= 3 && schema[2].is_number_unsigned())
        return size_with(schema[1], floats, wholes, align) * schema[2].get<std::size_t>();
    if (word == "float") size = floats;
    if (word == "int") size = wholes;
    if (word == "bool" || word == "byte") size = 1;
    if (word == "enum" || word == "bitmask") size = 4;
    if (word == "entity" || word == "id" || word == "text") size = 8;
    align = std::max<std::size_t>(1, size);
    return size;
}

void make_floats(std::vector<Shape>& members) {
    for (Shape& member : members) {
        if (member.form == Form::Number && member.kind == ecs::FieldKind::F64) member.kind = ecs::FieldKind::F32;
        make_floats(member.members);
        member = simplified(std::move(member));
    }
}

}  // namespace

void FlecsTypes::guess_floats(const Schema& schema, const std::string& type, std::vector<Shape>& members) const {
    const std::uint64_t size = components_.at(type).size;
    const auto fits = [&](std::size_t floats) {
        for (const std::size_t wholes : {1u, 2u, 4u, 8u}) {
            std::size_t align = 1;
            if (size_with(schema, floats, wholes, align) == size) return true;
        }
        return false;
    };
    if (size > 0 && fits(4) && !fits(8)) make_floats(members);
}

TypeShape FlecsTypes::shape_of(const std::string& path, const Json* sample) const {
    TypeShape made;
    made.name = shown_path(path);
    made.path = path;
    const Schema* const schema = schema_of(path);
    const bool opaque = schema != nullptr ? schema->is_number() : sample == nullptr || sample->is_null();
    if (opaque) {
        const auto known = components_.find(path);
        if (known != components_.end() && known->second.size > 0)
            made.description = std::to_string(known->second.size) + " bytes that the program does not describe";
        return made;
    }
    std::string type = path;
    if (is_pair(path) && schema != nullptr) {
        const auto [relationship, target] = halves(path);
        const auto first = schemas_.find(relationship);
        type = first != schemas_.end() && &first->second == schema ? relationship : target;
    }
    if (schema == nullptr || part_count(*schema) > most_parts) {
        made.bare = true;
        made.members.push_back(plain(Form::Any, "value"));
    } else if (schema->is_object()) {
        made.members = members_of(*schema, type, sample);
        if (made.members.empty()) return made;
    } else {
        made.bare = true;
        made.members.push_back(shape_of(*schema, type, "value", sample));
    }
    return made;
}

std::vector<std::string> FlecsTypes::components() const {
    std::vector<std::string> paths;
    for (const auto& [path, component] : components_) paths.push_back(path);
    return paths;
}

const Json* results_in(const Json& answer) {
    if (!answer.is_object()) return nullptr;
    const auto results = answer.find("results");
    return results != answer.end() && results->is_array() ? &*results : nullptr;
}

std::string flecs_path(const Json& row) {
    std::string path = word_in(row, "parent");
    if (!path.empty()) path += '.';
    for (const char c : word_in(row, "name")) {
        if (c == '.') path += '\\';
        path += c;
    }
    return path;
}

std::string shown_path(std::string_view path) {
    constexpr std::string_view core = "flecs.core.";
    std::string made;
    while (!path.empty()) {
        if (path.starts_with(core) && (made.empty() || made.back() == '(' || made.back() == ',')) {
            path.remove_prefix(core.size());
            continue;
        }
        made += path.front();
        path.remove_prefix(1);
    }
    return made;
}

std::string word_in(const Json& object, const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::uint64_t count_in(const Json& object, const char* name) {
    const auto found = object.find(name);
    if (found == object.end()) return 0;
    if (found->is_number_unsigned()) return found->get<std::uint64_t>();
    if (found->is_string()) {
        std::uint64_t number = 0;
        for (const char c : found->get_ref<const std::string&>()) {
            if (c < '0' || c > '9') return 0;
            number = number * 10 + static_cast<std::uint64_t>(c - '0');
        }
        return number;
    }
    return 0;
}

}  // namespace remote
