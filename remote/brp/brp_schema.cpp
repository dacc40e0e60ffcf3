// The types of a world in the form of the protocol, and what the server says of itself.
#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <utility>

#include "remote/brp/brp_methods.hpp"

namespace remote {

namespace {

using ecs::Field;
using ecs::FieldKind;

struct Primitive {
    const char *path, *type;
};
/// All of them, also those that no field has: clients look each of them up.
constexpr Primitive primitives[]{
    {"bool", "boolean"},
    {"char", "string"},
    {"u8", "uint"},
    {"u16", "uint"},
    {"u32", "uint"},
    {"u64", "uint"},
    {"u128", "uint"},
    {"usize", "uint"},
    {"i8", "int"},
    {"i16", "int"},
    {"i32", "int"},
    {"i64", "int"},
    {"i128", "int"},
    {"isize", "int"},
    {"f32", "float"},
    {"f64", "float"},
    {"alloc::string::String", "string"},
    {"bevy_ecs::entity::Entity", "uint"},
};

constexpr const char* values_module = "world::values";

Json reference(const std::string& path) { return {{"type", {{"$ref", "#/$defs/" + path}}}}; }

Json entry(const std::string& path, const char* kind, const char* type) {
    const SplitPath parts = split(path);
    return {{"typePath", path},
            {"shortPath", parts.name},
            {"modulePath", parts.module},
            {"crateName", parts.crate},
            {"kind", kind},
            {"type", type},
            {"reflectTypes", {"Default", "Serialize", "Deserialize"}}};
}

/// Makes the schemas of fields, and adds the types that they need.
class SchemaWriter {
public:
    explicit SchemaWriter(Json& all) : all_(all) {}

    Json struct_schema(const std::string& path, const std::vector<Field>& fields) {
        Json schema = entry(path, "Struct", "object");
        Json properties = Json::object(), required = Json::array();
        for (const Field& field : fields) {
            properties[field.name] = reference(field.count == 1 ? type_of(path, field) : list_of(path, field));
            required.push_back(field.name);
        }
        schema["properties"] = std::move(properties);
        schema["required"] = std::move(required);
        schema["additionalProperties"] = false;
        return schema;
    }

private:
    std::string type_of(const std::string& owner, const Field& field) {
        switch (field.kind) {
            case FieldKind::String:
                return "alloc::string::String";
            case FieldKind::Entity:
                return "bevy_ecs::entity::Entity";
            case FieldKind::Enum:
                return enum_of(owner, field);
            case FieldKind::Struct: {
                const std::string path = owner + "::" + field.name;
                if (!all_.contains(path)) all_[path] = struct_schema(path, field.fields);
                return path;
            }
            case FieldKind::Vec2:
            case FieldKind::Vec3:
            case FieldKind::Vec4:
            case FieldKind::Color:
                return vector_of(field.kind);
            default:
                return std::string(ecs::name_of(field.kind));
        }
    }

    std::string enum_of(const std::string& owner, const Field& field) {
        const std::string path = owner + "::" + field.name;
        Json schema = entry(path, "Enum", "string");
        Json names = Json::array();
        for (const ecs::EnumName& each : field.names) names.push_back(each.name);
        schema["oneOf"] = std::move(names);
        all_[path] = std::move(schema);
        return path;
    }

    std::string vector_of(FieldKind kind) {
        const bool color = kind == FieldKind::Color;
        std::string path =
            std::string(values_module) + "::" + (color ? "Color" : "Vec" + std::to_string(ecs::float_count(kind)));
        if (all_.contains(path)) return path;
        std::vector<Field> members;
        const std::string_view names = color ? "rgba" : "xyzw";
        for (std::size_t i = 0; i < ecs::float_count(kind); ++i) {
            Field member;
            member.name = names[i];
            members.push_back(std::move(member));
        }
        all_[path] = struct_schema(path, members);
        return path;
    }

    std::string list_of(const std::string& owner, const Field& field) {
        const std::string item = type_of(owner, field);
        std::string path = owner + "::" + field.name + "::List";
        Json schema = entry(path, "Array", "array");
        schema["items"] = reference(item);
        schema["minItems"] = schema["maxItems"] = field.count;
        all_[path] = std::move(schema);
        return path;
    }

    Json& all_;
};

void mark_component(Json& schema, bool resource, bool is_mutable) {
    Json& traits = schema["reflectTypes"];
    traits.insert(traits.begin(), "Component");
    if (resource) traits.push_back("Resource");
    schema["componentInfo"] = {{"mutable", is_mutable},
                               {"storageType", "Table"},
                               {"isSendAndSync", true},
                               {"requiredComponentTypes", Json::array()}};
}

Json full_schema(const ecs::World& world) {
    Json all = Json::object();
    for (const Primitive& each : primitives) {
        Json schema = entry(each.path, "Value", each.type);
        schema["shortPath"] = each.path;
        all[each.path] = std::move(schema);
    }
    SchemaWriter writer(all);
    const ecs::Entity holder = world.resource_holder();
    for (ecs::ComponentId id = 0; id < world.types().size(); ++id) {
        const ecs::ComponentType& type = world.types()[id];
        if (type.retired || id == world.name_id() || id == world.parent_id()) continue;
        const std::string path = path_of(world, id);
        Json schema = type.opaque_json ? entry(path, "Value", "object") : writer.struct_schema(path, type.fields);
        mark_component(schema, world.alive(holder) && world.has(holder, id), is_described(type));
        if (!type.description.empty()) schema["description"] = type.description;
        if (is_described(type) && !type.is_tag()) schema["default"] = json_of(type, ecs::Value(type).data());
        all[path] = std::move(schema);
    }
    const auto add_single = [&](std::string_view path, const char* kind, const char* type) -> Json& {
        Json schema = entry(std::string(path), kind, type);
        mark_component(schema, false, path != children_path);
        return all[std::string(path)] = std::move(schema);
    };
    add_single(name_path, "Value", "string");
    Json& parent = add_single(parent_path, "TupleStruct", "array");
    parent["prefixItems"] = Json::array({reference("bevy_ecs::entity::Entity")});
    parent["items"] = false;
    add_single(children_path, "List", "array")["items"] = reference("bevy_ecs::entity::Entity");
    return all;
}

bool contains(const std::vector<std::string>& list, const Json& text) {
    return std::find(list.begin(), list.end(), text) != list.end();
}

}  // namespace

Json registry_schema(const ServedWorld& served, const Json& params) {
    const std::vector<std::string> with = texts_in(given(params, "with_crates"), "with_crates"),
                                   without = texts_in(given(params, "without_crates"), "without_crates");
    const Json nothing = Json::object();
    const Json* limit = given(params, "type_limit");
    if (limit == nullptr) limit = &nothing;
    const std::vector<std::string> types_with = texts_in(given(*limit, "with"), "with"),
                                   types_without = texts_in(given(*limit, "without"), "without");
    Json all = full_schema(served.world);
    Json chosen = Json::object();
    for (auto& [path, schema] : all.items()) {
        const Json& traits = schema["reflectTypes"];
        const auto has_trait = [&](const std::string& trait) {
            return std::find(traits.begin(), traits.end(), trait) != traits.end();
        };
        if (!with.empty() && !contains(with, schema["crateName"])) continue;
        if (contains(without, schema["crateName"])) continue;
        if (!std::all_of(types_with.begin(), types_with.end(), has_trait)) continue;
        if (std::any_of(types_without.begin(), types_without.end(), has_trait)) continue;
        chosen[path] = std::move(schema);
    }
    return chosen;
}

/// Names this run of the program and its world, so that who asks notices when either is another one.
std::string run_of(const ecs::World& world) {
    static const std::uint64_t salt = std::uint64_t{std::random_device{}()} << 32 | std::random_device{}();
    const std::uint64_t mixed = (salt ^ reinterpret_cast<std::uintptr_t>(&world)) * 0x9e3779b97f4a7c15u;
    return std::to_string(mixed ^ mixed >> 29);
}

Json discover(const ServedWorld& served, const Json&) {
    Json methods = Json::array();
    for (const BrpMethod& method : brp_methods()) {
        if (method.writes && !served.perform) continue;
        methods.push_back({{"name", method.name}, {"params", Json::array()}});
    }
    Json server{{"name", "Server"}, {"url", served.address}};
    // Clients choose their dialect by the version, so it is that of the protocol.
    return {{"openrpc", "1.3.2"},
            {"info",
             {{"title", "Chunkscope (Bevy Remote Protocol)"}, {"version", "0.19.0"}, {"x-run", run_of(served.world)}}},
            {"methods", std::move(methods)},
            {"servers", Json::array({std::move(server)})}};
}

}  // namespace remote
