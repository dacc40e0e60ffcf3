#include "remote/bevy/bevy_types.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

namespace remote {

namespace {

using Form = Shape::Form;

constexpr int deepest_type = 12;
constexpr std::uint32_t most_listed = 1024;
constexpr std::string_view entity_path = "bevy_ecs::entity::Entity", string_path = "alloc::string::String";

std::optional<ecs::FieldKind> primitive_kind(std::string_view path) {
    using enum ecs::FieldKind;
    constexpr std::array<std::pair<std::string_view, ecs::FieldKind>, 13> kinds{{{"bool", Bool},
                                                                                 {"u8", U8},
                                                                                 {"u16", U16},
                                                                                 {"u32", U32},
                                                                                 {"u64", U64},
                                                                                 {"usize", U64},
                                                                                 {"i8", I8},
                                                                                 {"i16", I16},
                                                                                 {"i32", I32},
                                                                                 {"i64", I64},
                                                                                 {"isize", I64},
                                                                                 {"f32", F32},
                                                                                 {"f64", F64}}};
    const auto* const found =
        std::find_if(kinds.begin(), kinds.end(), [&](const auto& each) { return each.first == path; });
    return found == kinds.end() ? std::nullopt : std::optional(found->second);
}

/// The path that a reference names; paths have no escapes in them.
std::string referenced(const Json& holder) {
    const Json* at = &holder;
    if (at->is_object() && at->contains("type")) at = &(*at)["type"];
    if (!at->is_object() || !at->contains("$ref") || !(*at)["$ref"].is_string()) return {};
    const std::string text = (*at)["$ref"].get<std::string>();
    constexpr std::string_view before = "#/$defs/";
    return text.starts_with(before) ? text.substr(before.size()) : text;
}

std::string word(const Json& schema, const char* name) {
    const auto found = schema.find(name);
    return found != schema.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool has_trait(const Json& schema, std::string_view trait) {
    const auto traits = schema.find("reflectTypes");
    return traits != schema.end() && traits->is_array() &&
           std::find(traits->begin(), traits->end(), trait) != traits->end();
}

std::vector<std::string> paths_with(const Json& schemas, std::string_view trait) {
    std::vector<std::string> paths;
    if (schemas.is_object())
        for (const auto& [path, schema] : schemas.items())
            if (has_trait(schema, trait)) paths.push_back(path);
    return paths;
}

Shape of_form(Form form, std::string name, ecs::FieldKind kind = ecs::FieldKind::F64) {
    Shape shape;
    shape.form = form;
    shape.name = std::move(name);
    shape.kind = kind;
    return shape;
}

}  // namespace

void BevyTypes::read_schemas(const Json& schemas) {
    if (!schemas.is_object()) return;
    for (const auto& [path, schema] : schemas.items())
        if (schema.is_object()) schemas_[path] = schema;
}

std::vector<std::string> BevyTypes::components() const { return paths_with(schemas_, "Component"); }

std::vector<std::string> BevyTypes::events_in(const Json& schemas) { return paths_with(schemas, "Event"); }

bool BevyTypes::lacks_some() const {
    for (const auto& [path, schema] : schemas_.items()) {
        if (!has_trait(schema, "Component")) continue;
        const auto lacks = [&](const Json& holder) {
            const std::string to = referenced(holder);
            return !to.empty() && !schemas_.contains(to) && !primitive_kind(to) && to != string_path &&
                   to != entity_path;
        };
        if (const auto properties = schema.find("properties"); properties != schema.end() && properties->is_object())
            for (const auto& [name, property] : properties->items())
                if (lacks(property)) return true;
        if (const auto items = schema.find("prefixItems"); items != schema.end() && items->is_array())
            for (const Json& item : *items)
                if (lacks(item)) return true;
    }
    return false;
}

bool BevyTypes::has_default(const std::string& path) const {
    const auto schema = schemas_.find(path);
    return schema != schemas_.end() && has_trait(*schema, "Default");
}

bool BevyTypes::is_deserialized(const std::string& path) const {
    const auto schema = schemas_.find(path);
    return schema != schemas_.end() && has_trait(*schema, "Deserialize");
}

const Json* BevyTypes::start_value(const std::string& path) const {
    const auto schema = schemas_.find(path);
    if (schema == schemas_.end() || !schema->is_object()) return nullptr;
    const auto value = schema->find("default");
    return value == schema->end() ? nullptr : &*value;
}

bool BevyTypes::is_mutable(const std::string& path) const {
    const auto schema = schemas_.find(path);
    if (schema == schemas_.end()) return true;
    const auto info = schema->find("componentInfo");
    if (info == schema->end() || !info->is_object()) return true;
    const auto is = info->find("mutable");
    return is == info->end() || *is != false;
}

/// Where nothing but the value is known: what it looks like decides.
Shape BevyTypes::shape_of_value(std::string name, const Json* sample) const {
    if (sample == nullptr) return of_form(Form::Any, std::move(name));
    if (sample->is_boolean()) return of_form(Form::Number, std::move(name), ecs::FieldKind::Bool);
    if (sample->is_number_float()) return of_form(Form::Number, std::move(name), ecs::FieldKind::F64);
    if (sample->is_string()) return of_form(Form::Text, std::move(name));
    // A whole number may be followed by one that is not.
    return of_form(Form::Any, std::move(name));
}

bool BevyTypes::is_numbers(const Json& sample) const {
    return sample.is_array() && !sample.empty() && std::all_of(sample.begin(), sample.end(), [](const Json& each) {
               return each.is_number() || each.is_null();
           });
}

std::size_t BevyTypes::member_count(const Json& schema) {
    if (const auto properties = schema.find("properties"); properties != schema.end() && properties->is_object())
        return properties->size();
    const auto items = schema.find("prefixItems");
    return items != schema.end() && items->is_array() ? items->size() : 0;
}

std::vector<Shape> BevyTypes::members_of(const Json& schema, const Json* sample, Depth at) const {
    std::vector<Shape> members;
    at.left -= std::min(at.left, member_count(schema));
    const auto add = [&](const std::string& name, const Json& holder, const Json* value) {
        members.push_back(shape_of(referenced(holder), name, value, {at.depth + 1, at.left}));
    };
    if (const auto properties = schema.find("properties"); properties != schema.end() && properties->is_object()) {
        // The list of what is required has the order of the declaration.
        std::vector<std::string> names;
        std::set<std::string> listed;
        if (const auto required = schema.find("required"); required != schema.end() && required->is_array())
            for (const Json& name : *required)
                if (name.is_string() && properties->contains(name.get<std::string>()) &&
                    listed.insert(name.get<std::string>()).second)
                    names.push_back(name.get<std::string>());
        for (const auto& [name, property] : properties->items())
            if (!listed.contains(name)) names.push_back(name);
        for (const std::string& name : names) {
            const Json* value = nullptr;
            if (sample != nullptr && sample->is_object()) {
                // Fields that are not written cannot be seen.
                if (!sample->contains(name)) continue;
                value = &(*sample)[name];
            }
            add(name, (*properties)[name], value);
        }
        return members;
    }
    if (const auto items = schema.find("prefixItems"); items != schema.end() && items->is_array())
        for (std::size_t i = 0; i < items->size(); ++i) {
            const Json* value = nullptr;
            if (sample != nullptr && sample->is_array() && i < sample->size()) value = &(*sample)[i];
            add(std::to_string(i), (*items)[i], value);
        }
    return members;
}

Shape BevyTypes::shape_of(const std::string& path, std::string name, const Json* sample, Depth at) const {
    if (const auto kind = primitive_kind(path)) return of_form(Form::Number, std::move(name), *kind);
    if (path == string_path || path == "char") return of_form(Form::Text, std::move(name));
    if (path == entity_path) return of_form(Form::Entity, std::move(name));
    const auto found = schemas_.find(path);
    if (found == schemas_.end()) return shape_of_value(std::move(name), sample);
    const Json& schema = *found;
    if (at.depth > deepest_type || member_count(schema) > at.left) return of_form(Form::Any, std::move(name));
    const std::string kind = word(schema, "kind");
    if (kind == "Enum") {
        const auto variants = schema.find("oneOf");
        const bool plain =
            variants != schema.end() && variants->is_array() && !variants->empty() && variants->size() <= at.left &&
            std::all_of(variants->begin(), variants->end(), [](const Json& each) { return each.is_string(); });
        if (!plain || (sample != nullptr && !sample->is_string())) return of_form(Form::Any, std::move(name));
        if (sample != nullptr && std::find(variants->begin(), variants->end(), *sample) == variants->end())
            return of_form(Form::Text, std::move(name));
        at.left -= variants->size();
        Shape shape = of_form(Form::Name, std::move(name));
        for (const Json& each : *variants) shape.names.push_back(each.get<std::string>());
        return shape;
    }
    if (kind == "Struct" || kind == "TupleStruct" || kind == "Tuple") {
        const std::size_t declared = member_count(schema);
        // Vectors of a mathematics library say that they are structs, and are written as lists.
        if (kind == "Struct" && sample != nullptr && is_numbers(*sample)) {
            const std::size_t count = sample->size();
            const auto properties = schema.find("properties");
            const bool floats = declared == count && properties != schema.end() &&
                                std::all_of(properties->begin(), properties->end(), [](const Json& each) {
                                    return primitive_kind(referenced(each)) == ecs::FieldKind::F32;
                                });
            Shape shape = of_form(Form::Vector, name);
            shape.listed = true;
            if (floats && count >= 2 && count <= 4) {
                constexpr std::array kinds{ecs::FieldKind::Vec2, ecs::FieldKind::Vec3, ecs::FieldKind::Vec4};
                shape.kind = kinds[count - 2];
                return shape;
            }
            return of_form(Form::Any, std::move(name));
        }
        if (kind != "Struct" && declared == 1) {
            // One part alone is written without its wrapping.
            const auto items = schema.find("prefixItems");
            if (items != schema.end() && items->is_array())
                return shape_of(referenced((*items)[0]), std::move(name), sample, {at.depth + 1, at.left});
        }
        const bool as_list = kind != "Struct";
        if (sample != nullptr && !(as_list ? sample->is_array() : sample->is_object()))
            return shape_of_value(std::move(name), sample);
        Shape shape = of_form(Form::Object, std::move(name));
        shape.members = members_of(schema, sample, at);
        shape.listed = as_list;
        if (shape.members.empty()) return of_form(Form::Any, shape.name);
        return as_list ? shape : simplified(std::move(shape));
    }
    if (kind == "Array") {
        // Bevy does not say how long one is.
        std::uint64_t count =
            schema.value("minItems", Json()).is_number_unsigned() ? schema["minItems"].get<std::uint64_t>() : 0;
        if (sample != nullptr && sample->is_array()) count = sample->size();
        const auto items = schema.find("items");
        if (items != schema.end() && count > 1 && count <= most_listed) {
            const Json* const first =
                sample != nullptr && sample->is_array() && !sample->empty() ? &(*sample)[0] : nullptr;
            Shape element = shape_of(referenced(*items), name, first, {at.depth + 1, at.left});
            if (element.count == 1) {
                element.count = static_cast<std::uint32_t>(count);
                return element;
            }
        }
        return of_form(Form::Any, std::move(name));
    }
    if (kind == "Value") return shape_of_value(std::move(name), sample);
    return of_form(Form::Any, std::move(name));
}

TypeShape BevyTypes::shape_of(const std::string& path, const Json* sample) const {
    TypeShape made;
    made.name = short_path(path);
    made.path = path;
    made.description = path == made.name ? std::string() : path;
    const auto found = schemas_.find(path);
    if (found != schemas_.end())
        if (const std::string text = word(*found, "description"); !text.empty()) made.description = cleaned(text, 512);
    const bool nothing = sample != nullptr && (sample->is_null() || (sample->is_object() && sample->empty()));
    if (found == schemas_.end()) {
        if (sample != nullptr && !nothing) {
            made.bare = true;
            made.members.push_back(shape_of_value("value", sample));
        }
        return made;
    }
    const std::string kind = word(*found, "kind");
    const std::size_t declared = member_count(*found);
    std::size_t left = most_parts;
    if ((kind == "Struct" || kind == "TupleStruct") && (declared == 0 || nothing)) return made;
    const bool fits = sample == nullptr || (kind == "Struct" ? sample->is_object() : sample->is_array());
    if ((kind == "Struct" || (kind == "TupleStruct" && declared > 1)) && fits && declared <= left) {
        made.members = members_of(*found, sample, {0, left});
        made.listed = kind == "TupleStruct";
        return made;
    }
    made.bare = true;
    made.members.push_back(shape_of(path, "value", sample, {0, left}));
    return made;
}

std::string short_path(std::string_view path) {
    std::string made, part;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const char c = path[i];
        if (c == ':' && i + 1 < path.size() && path[i + 1] == ':') {
            part.clear();
            ++i;
        } else if (c == '<' || c == '>' || c == ',' || c == ' ' || c == '(' || c == ')' || c == '&' || c == '[' ||
                   c == ']') {
            made += part + c;
            part.clear();
        } else {
            part += c;
        }
    }
    return made + part;
}

}  // namespace remote
