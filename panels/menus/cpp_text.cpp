#include "panels/menus/cpp_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <string_view>
#include <vector>

#include "ecs/base/utf8.hpp"
#include "ecs/edit/type_words.hpp"
#include "ecs/world/hierarchy.hpp"
#include "panels/base/language.hpp"

namespace panels {

namespace {

constexpr std::size_t longest_line = 110;

bool is_identifier(std::string_view text) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    return !text.empty() && !digit(text.front()) &&
           std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || digit(c); });
}

/// Whether each part between `separator`s is an identifier.
bool is_path(std::string_view text, std::string_view separator) {
    for (;;) {
        const std::size_t end = text.find(separator);
        if (!is_identifier(text.substr(0, end))) return false;
        if (end == std::string_view::npos) return true;
        text.remove_prefix(end + separator.size());
    }
}

/// A word of the language, or what the script around it calls something.
bool is_taken(std::string_view text) {
    return ecs::is_cpp_word(text) || text == "world" || text == "ecs" || text == "schedule";
}

/// `Big Ship 2` as `big_ship_2`; empty when nothing of the name can stand in an identifier.
std::string variable_of(std::string_view name) {
    std::string variable;
    bool capital_before = true;
    for (const char c : name) {
        const bool upper = c >= 'A' && c <= 'Z';
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || upper) {
            if (upper && !capital_before && !variable.empty() && variable.back() != '_') variable += '_';
            variable += upper ? static_cast<char>(c - 'A' + 'a') : c;
        } else if (!variable.empty() && variable.back() != '_') {
            variable += '_';
        }
        capital_before = upper;
    }
    while (!variable.empty() && variable.back() == '_') variable.pop_back();
    if (!is_identifier(variable)) return {};
    return is_taken(variable) ? variable + '_' : variable;
}

template <class Float>
std::string float_text(Float value) {
    const char* const type = sizeof(Float) == sizeof(float) ? "float" : "double";
    const char* const end = sizeof(Float) == sizeof(float) ? "f" : "";
    if (std::isnan(value)) return std::string("std::numeric_limits<") + type + ">::quiet_NaN()";
    if (std::isinf(value)) return std::string(value < 0 ? "-" : "") + "std::numeric_limits<" + type + ">::infinity()";
    char digits[64];
    std::string text(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text + end;
}

template <class Integer>
std::string integer_text(const void* data) {
    const Integer value = *static_cast<const Integer*>(data);
    if constexpr (sizeof(Integer) == 8 && std::is_signed_v<Integer>)
        if (value == std::numeric_limits<Integer>::min()) return "std::numeric_limits<std::int64_t>::min()";
    return std::to_string(value) + (sizeof(Integer) == 8 && !std::is_signed_v<Integer> ? "u" : "");
}

std::string quoted_cpp(std::string_view text) {
    std::string quoted = "\"";
    bool zero = false;
    const bool valid = ecs::is_utf8(text);
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        zero |= byte == 0;
        if (c == '"' || c == '\\') {
            quoted += '\\';
            quoted += c;
        } else if (c == '\n') {
            quoted += "\\n";
        } else if (byte < 0x20 || byte == 0x7f || (byte >= 0x80 && !valid)) {
            char octal[8];
            std::snprintf(octal, sizeof octal, "\\%03o", static_cast<unsigned>(byte));
            quoted += octal;
        } else {
            quoted += c;
        }
    }
    quoted += '"';
    return zero ? "std::string(" + quoted + ", " + std::to_string(text.size()) + ")" : quoted;
}

/// Names of the variables that hold entities, where there are any.
using Variables = std::map<ecs::Entity, std::string>;

class CppValue {
public:
    CppValue(const ecs::ComponentType& type, const Variables& variables) : type_(type), variables_(variables) {}

    /// `.x = 1.0f, .at = {.x = 2.0f}`: fields whose names are paths with the same beginning stand in one brace.
    std::string members(std::span<const ecs::Field> fields, const void* base, const std::string& path,
                        std::size_t skipped = 0) const {
        std::string text;
        for (std::size_t i = 0; i < fields.size();) {
            const std::string_view name = std::string_view(fields[i].name).substr(skipped);
            const std::size_t dot = name.find('.');
            const std::string first(name.substr(0, dot));
            text += (text.empty() ? "." : ", .") + first + " = ";
            if (dot == std::string_view::npos) {
                text += field(fields[i], base, path + first);
                ++i;
                continue;
            }
            std::size_t end = i;
            const std::string_view start = std::string_view(fields[i].name).substr(0, skipped + dot + 1);
            while (end < fields.size() && fields[end].name.starts_with(start)) ++end;
            text += '{' + members(fields.subspan(i, end - i), base, path + first + '.', start.size()) + '}';
            i = end;
        }
        return text;
    }

    std::string field(const ecs::Field& field, const void* base, const std::string& path) const {
        const auto* const at = static_cast<const std::byte*>(base) + field.offset;
        if (field.count == 1) return element(field, at, path);
        std::string text = "{";
        for (std::uint32_t i = 0; i < field.count; ++i)
            text += (i == 0 ? "" : ", ") + element(field, at + std::size_t{i} * field.element_size, path + "[0]");
        return text + '}';
    }

    std::string entity(ecs::Entity entity) const {
        if (!entity) return "ecs::null_entity";
        const auto variable = variables_.find(entity);
        if (variable != variables_.end()) return variable->second;
        return "ecs::Entity{" + std::to_string(entity.index) + ", " + std::to_string(entity.generation) + "}";
    }

private:
    std::string floats(const void* data, std::size_t count) const {
        std::string text = "{";
        for (std::size_t i = 0; i < count; ++i)
            text += (i == 0 ? "" : ", ") + float_text(static_cast<const float*>(data)[i]);
        return text + '}';
    }

    std::string element(const ecs::Field& field, const void* data, const std::string& path) const {
        using Kind = ecs::FieldKind;
        switch (field.kind) {
            case Kind::Bool:
                return *static_cast<const bool*>(data) ? "true" : "false";
            case Kind::I8:
                return integer_text<std::int8_t>(data);
            case Kind::I16:
                return integer_text<std::int16_t>(data);
            case Kind::I32:
                return integer_text<std::int32_t>(data);
            case Kind::I64:
                return integer_text<std::int64_t>(data);
            case Kind::U8:
                return integer_text<std::uint8_t>(data);
            case Kind::U16:
                return integer_text<std::uint16_t>(data);
            case Kind::U32:
                return integer_text<std::uint32_t>(data);
            case Kind::U64:
                return integer_text<std::uint64_t>(data);
            case Kind::F32:
                return float_text(*static_cast<const float*>(data));
            case Kind::F64:
                return float_text(*static_cast<const double*>(data));
            case Kind::Enum: {
                // The registration knows the names of the values, but not that of their type.
                const std::int64_t value = ecs::read_enum(field, data);
                const auto name = ecs::enum_name(field, value);
                const std::string said = name ? " /* " + std::string(*name) + " */" : "";
                return "static_cast<std::decay_t<decltype(" + type_.name + "::" + path + ")>>(" +
                       std::to_string(value) + ")" + (said.find("*/ ") == std::string::npos ? said : "");
            }
            case Kind::String:
                return quoted_cpp(*static_cast<const std::string*>(data));
            case Kind::Entity:
                return entity(*static_cast<const ecs::Entity*>(data));
            case Kind::Vec2:
            case Kind::Vec3:
            case Kind::Vec4:
            case Kind::Color:
                return floats(data, ecs::float_count(field.kind));
            case Kind::Struct:
                return '{' + members(field.fields, data, path + '.') + '}';
        }
        return "{}";
    }

    const ecs::ComponentType& type_;
    const Variables& variables_;
};

bool names_can_be_written(std::span<const ecs::Field> fields) {
    return std::all_of(fields.begin(), fields.end(), [](const ecs::Field& field) {
        return is_path(field.name, ".") && names_can_be_written(field.fields);
    });
}

std::string component_text(const ecs::World& world, const ecs::ComponentType& type, const void* data,
                           const Variables& variables) {
    const CppValue value(type, variables);
    if (type.id == world.name_id()) return "ecs::Name{" + quoted_cpp(static_cast<const ecs::Name*>(data)->value) + '}';
    if (type.id == world.parent_id())
        return "ecs::Parent{" + value.entity(static_cast<const ecs::Parent*>(data)->value) + '}';
    return type.name + '{' + (type.is_tag() ? std::string() : value.members(type.fields, data, {})) + '}';
}

/// The entities that are alive, each after its parent if that is one of them.
std::vector<ecs::Entity> parents_first(const ecs::World& world, std::span<const ecs::Entity> entities) {
    const auto depth_of = [&](ecs::Entity entity) {
        std::size_t depth = 0;
        for (ecs::Entity above = world.parent(entity); above; above = world.parent(above)) ++depth;
        return depth;
    };
    std::vector<std::pair<std::size_t, ecs::Entity>> sorted;
    for (const ecs::Entity entity : entities)
        if (world.alive(entity)) sorted.emplace_back(depth_of(entity), entity);
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<ecs::Entity> result;
    for (const auto& [depth, entity] : sorted) result.push_back(entity);
    return result;
}

/// `create(a, b)` in one line, or each on its own.
std::string call_text(const std::string& start, const std::vector<std::string>& arguments) {
    std::string one = start;
    for (std::size_t i = 0; i < arguments.size(); ++i) one += (i == 0 ? "" : ", ") + arguments[i];
    if (one.size() + 2 <= longest_line) return one + ");";
    std::string many = start;
    for (std::size_t i = 0; i < arguments.size(); ++i) many += (i == 0 ? "\n    " : ",\n    ") + arguments[i];
    return many + ");";
}

/// Those of the resources, which are components of one entity.
std::string cpp_of_resources(const ecs::World& world, ecs::Entity holder) {
    std::string text;
    for (const ecs::ComponentType* type : world.archetype_of(holder).types())
        if (type->id != world.name_id() && type->name != "ResourceHolder" && why_not_cpp(*type).empty())
            text += "world.set_resource(" + component_text(world, *type, world.get(holder, type->id), {}) + ");\n";
    return text;
}

}  // namespace

std::string why_not_cpp(const ecs::ComponentType& type) {
    if (type.opaque_json) return tr("The fields of this type are unknown");
    if (type.made_at_run_time) return tr("This type was made at run time: no C++ type has its name");
    if (!is_path(type.name, "::")) return phrase("{} is no name of a C++ type", type.name);
    if (!type.is_tag() && type.fields.empty()) return tr("Nobody described the fields of this type");
    if (!names_can_be_written(type.fields)) return tr("A field of this type has a name that no C++ member can have");
    return {};
}

std::string cpp_of_component(const ecs::World& world, const ecs::ComponentType& type, const void* data) {
    return component_text(world, type, data, {});
}

std::string cpp_of_field(const ecs::World&, const ecs::ComponentType& type, const ecs::Field& field, const void* data) {
    return CppValue(type, {}).field(field, data, field.name);
}

std::string cpp_of_entities(const ecs::World& world, std::span<const ecs::Entity> entities, ecs::Progress* progress) {
    const std::vector<ecs::Entity> all = parents_first(world, entities);
    Variables variables;
    std::map<std::string, std::size_t> taken;
    std::string text;
    std::uint64_t done = 0;
    for (const ecs::Entity entity : all) {
        if (progress != nullptr) {
            if (progress->cancelled()) break;
            progress->advance_to(++done);
        }
        if (entity == world.resource_holder()) {
            text += cpp_of_resources(world, entity);
            continue;
        }
        std::vector<std::string> values, without;
        for (const ecs::ComponentType* type : world.archetype_of(entity).types()) {
            const bool own = type->id == world.name_id() || type->id == world.parent_id();
            if (!own && !why_not_cpp(*type).empty())
                without.push_back(type->name);
            else
                values.push_back(component_text(world, *type, world.get(entity, type->id), variables));
        }
        std::string variable = variable_of(world.name(entity));
        if (variable.empty()) variable = "entity_" + std::to_string(entity.index);
        while (taken[variable]++ > 0) variable += '_' + std::to_string(entity.index);
        text += call_text("const ecs::Entity " + variable + " = world.create(", values);
        for (std::size_t i = 0; i < without.size(); ++i) text += (i == 0 ? "  // without " : ", ") + without[i];
        text += '\n';
        variables[entity] = variable;
    }
    return text;
}

std::string cpp_of_archetype(const ecs::Archetype& archetype) {
    std::string text;
    for (const ecs::ComponentType* type : archetype.types()) {
        const std::string_view name = type->name == "Name" || type->name == "Parent" ? "ecs::" : "";
        text +=
            (text.empty() ? "" : ", ") + std::string(type->is_tag() ? "" : "const ") + std::string(name) + type->name;
    }
    return text;
}

std::string cpp_of_system(const ecs::World& world, const ecs::SystemDescription& system) {
    std::string terms, arguments;
    std::map<std::string, std::size_t> taken;
    for (const ecs::SystemAccess& access : system.accesses) {
        if (access.component >= world.types().size() || access.access == ecs::Access::None) continue;
        const ecs::ComponentType& type = world.types()[access.component];
        const bool own = type.id == world.name_id() || type.id == world.parent_id();
        const std::string name = (own ? "ecs::" : "") + type.name;
        const std::string constant = access.access == ecs::Access::Read ? "const " : "";
        terms += (terms.empty() ? "" : ", ") + (type.is_tag() ? std::string() : constant) + name;
        if (type.is_tag()) continue;
        const std::size_t last = type.name.rfind(':');
        std::string variable =
            variable_of(std::string_view(type.name).substr(last == std::string::npos ? 0 : last + 1));
        if (variable.empty()) variable = "value";
        while (taken[variable]++ > 0) variable += '_';
        arguments += (arguments.empty() ? "" : ", ") + constant + name + "& " + variable;
    }
    std::string more;
    const auto add = [&](const std::string& member) { more += (more.empty() ? "" : ", ") + member; };
    if (!system.description.empty()) add(".description = " + quoted_cpp(system.description));
    if (system.phase != ecs::Phase::Update)
        add(std::string(".phase = ecs::Phase::") +
            (system.phase == ecs::Phase::PreUpdate ? "PreUpdate" : "PostUpdate"));
    const auto names = [](const std::vector<std::string>& all) {
        std::string list;
        for (const std::string& name : all) list += (list.empty() ? "" : ", ") + quoted_cpp(name);
        return '{' + list + '}';
    };
    if (!system.before.empty()) add(".before = " + names(system.before));
    if (!system.after.empty()) add(".after = " + names(system.after));
    if (!system.enabled) add(".enabled = false");
    if (system.parallel) add(".parallel = true");
    if (system.parallel && system.uses_random) add(".uses_random = true");
    if (system.parallel && system.records_commands) add(".records_commands = true");
    std::vector<std::string> parts{quoted_cpp(system.name), "[](" + arguments + ") {}"};
    if (!more.empty()) parts.push_back('{' + more + '}');
    return call_text("schedule.system<" + terms + ">(", parts);
}

std::string cpp_of_text(std::string_view text) { return quoted_cpp(text); }

std::string cpp_of_bytes(std::span<const std::byte> bytes) {
    constexpr std::size_t a_line = 8;
    std::string text = "const std::byte bytes[] = {";
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i > 0) text += ',';
        if (bytes.size() > a_line && i % a_line == 0)
            text += "\n    ";
        else if (i > 0)
            text += ' ';
        char one[24];
        std::snprintf(one, sizeof one, "std::byte{0x%02x}", static_cast<unsigned>(bytes[i]));
        text += one;
    }
    return text + "};";
}

}  // namespace panels
