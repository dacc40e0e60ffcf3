#include "panels/inspector/cpp_type.hpp"

#include <charconv>
#include <cmath>
#include <cstring>

#include "ecs/edit/type_words.hpp"
#include "ecs/types/field_path.hpp"
#include "ecs/types/number_kinds.hpp"
#include "panels/base/language.hpp"

namespace panels {

namespace {

std::string in_cpp_quotes(const std::string& text) {
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c == '\n' || c == '\r' ? ' ' : c;
    }
    return quoted + '"';
}

/// "reach" as part of the name of a type: "Reach".
std::string capitalised(std::string name) {
    if (!name.empty() && name.front() >= 'a' && name.front() <= 'z')
        name.front() = static_cast<char>(name.front() - 32);
    return name;
}

std::string in_snake_case(const std::string& name) {
    std::string text;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool upper = name[i] >= 'A' && name[i] <= 'Z';
        const bool new_word = upper && i > 0 && !(name[i - 1] >= 'A' && name[i - 1] <= 'Z') && name[i - 1] != '_';
        if (new_word) text += '_';
        text += upper ? static_cast<char>(name[i] + 32) : name[i];
    }
    return text;
}

template <class Number>
std::string number_literal(Number number, const char* end) {
    if (std::isnan(number)) return "std::numeric_limits<" + std::string(*end ? "float" : "double") + ">::quiet_NaN()";
    if (std::isinf(number))
        return (number < 0 ? "-" : "") + ("std::numeric_limits<" + std::string(*end ? "float" : "double")) +
               ">::infinity()";
    char text[48];
    std::string written(text, std::to_chars(text, text + sizeof text, number).ptr);
    if (written.find_first_of(".e") == std::string::npos) written += ".0";
    return written + end;
}

std::string cpp_word_of(ecs::FieldKind kind) {
    switch (kind) {
        case ecs::FieldKind::Bool:
            return "bool";
        case ecs::FieldKind::F32:
            return "float";
        case ecs::FieldKind::F64:
            return "double";
        case ecs::FieldKind::String:
            return "std::string";
        case ecs::FieldKind::Entity:
            return "ecs::Entity";
        case ecs::FieldKind::Vec2:
            return "ecs::Vec2";
        case ecs::FieldKind::Vec3:
            return "ecs::Vec3";
        case ecs::FieldKind::Vec4:
            return "ecs::Vec4";
        case ecs::FieldKind::Color:
            return "ecs::Rgba";
        default:
            break;
    }
    const std::string bits = std::to_string(ecs::size_of(kind) * 8);
    const bool natural = kind >= ecs::FieldKind::U8 && kind <= ecs::FieldKind::U64;
    return "std::" + std::string(natural ? "uint" : "int") + bits + "_t";
}

/// Writes the structs of a type, the innermost first, and what registers them.
class TypeText {
public:
    explicit TypeText(const ecs::ComponentType& type) : type_(type) {}

    std::string write() {
        const std::string body = struct_of(type_.name, type_.fields, type_.default_bytes.data());
        std::string text = "#include <cstdint>\n#include <limits>\n#include <string>\n\n";
        text += "#include \"ecs/types/type_registry.hpp\"\n\n" + before_;
        if (!type_.description.empty()) text += "/// " + one_line(type_.description) + "\n";
        text += body + "\n";
        text += "inline void register_" + in_snake_case(type_.name) + "(ecs::TypeRegistry& types) {\n    types.add<" +
                type_.name + ">(" + in_cpp_quotes(type_.name);
        if (!type_.description.empty()) text += ", " + in_cpp_quotes(type_.description);
        return text + ")" + fields_of(type_.name, type_.fields, "\n        ") + ";\n}\n";
    }

private:
    static std::string one_line(std::string text) {
        for (char& c : text)
            if (c == '\n' || c == '\r') c = ' ';
        return text;
    }

    std::string name_of_part(const std::string& owner, const ecs::Field& field) const {
        return owner + capitalised(field.name);
    }

    std::string struct_of(const std::string& name, const std::vector<ecs::Field>& fields, const std::byte* start) {
        std::string text = "struct " + name + " {";
        for (const ecs::Field& field : fields) {
            text += "\n    " + member(name, field, start ? start + field.offset : nullptr);
            const std::string about =
                field.unit + (!field.unit.empty() && !field.description.empty() ? ": " : "") + field.description;
            if (!about.empty()) text += "  // " + one_line(about);
        }
        return text + (fields.empty() ? "};\n" : "\n};\n");
    }

    std::string member(const std::string& owner, const ecs::Field& field, const std::byte* start) {
        std::string type;
        if (field.kind == ecs::FieldKind::Enum) {
            type = name_of_part(owner, field);
            before_ += enum_of(type, field);
        } else if (field.kind == ecs::FieldKind::Struct) {
            type = name_of_part(owner, field);
            before_ += struct_of(type, field.fields, nullptr) + "\n";
        } else {
            type = cpp_word_of(field.kind);
        }
        std::string text = type + " " + field.name;
        if (field.count > 1) text += "[" + std::to_string(field.count) + "]";
        if (field.kind == ecs::FieldKind::String || field.kind == ecs::FieldKind::Struct) return text + ";";
        if (field.kind == ecs::FieldKind::Entity || field.count > 1) return text + (field.count > 1 ? " = {};" : ";");
        return text + " = " + start_of(type, field, start) + ";";
    }

    static std::string enum_of(const std::string& name, const ecs::Field& field) {
        std::string text = "enum class " + name + (ecs::is_unsigned_enum(field) ? " : std::uint" : " : std::int") +
                           std::to_string(field.element_size * 8) + "_t {";
        for (const ecs::EnumName& each : field.names)
            text += (&each == &field.names.front() ? " " : ", ") + each.name + " = " + std::to_string(each.value);
        return text + " };\n\n";
    }

    static std::string start_of(const std::string& type, const ecs::Field& field, const std::byte* start) {
        std::byte zero[32] = {};
        if (start == nullptr) start = zero;
        const ecs::FieldPath here{0, field.kind, 0, field.element_size};
        switch (field.kind) {
            case ecs::FieldKind::Bool:
                return ecs::read_number(here, start) != 0 ? "true" : "false";
            case ecs::FieldKind::Enum: {
                const std::int64_t value = ecs::read_enum(field, start);
                const auto name = ecs::enum_name(field, value);
                return name ? type + "::" + std::string(*name) : type + "(" + std::to_string(value) + ")";
            }
            case ecs::FieldKind::F32: {
                float number = 0;
                std::memcpy(&number, start, sizeof number);
                return number_literal(number, "f");
            }
            case ecs::FieldKind::F64:
                return number_literal(ecs::read_number(here, start), "");
            case ecs::FieldKind::I64: {
                std::int64_t number = 0;
                std::memcpy(&number, start, sizeof number);
                if (number == std::numeric_limits<std::int64_t>::min())
                    return "std::numeric_limits<std::int64_t>::min()";
                return std::to_string(number);
            }
            case ecs::FieldKind::U64: {
                std::uint64_t number = 0;
                std::memcpy(&number, start, sizeof number);
                return std::to_string(number) + (number > 0x7fffffffu ? "u" : "");
            }
            default:
                break;
        }
        const std::size_t floats = ecs::float_count(field.kind);
        if (floats < 2) return std::to_string(static_cast<std::int64_t>(ecs::read_number(here, start)));
        std::string text = "{";
        for (std::size_t i = 0; i < floats; ++i) {
            float part = 0;
            std::memcpy(&part, start + i * sizeof part, sizeof part);
            text += (i > 0 ? ", " : "") + number_literal(part, "f");
        }
        return text + "}";
    }

    /// `.field("reach", &Lamp::reach, {.min = 0, .unit = "m"})` for each field.
    std::string fields_of(const std::string& owner, const std::vector<ecs::Field>& fields, const std::string& line) {
        std::string text;
        for (const ecs::Field& field : fields) {
            const std::string place = "&" + owner + "::" + field.name;
            if (field.kind == ecs::FieldKind::Struct) {
                const std::string part = name_of_part(owner, field);
                text += line + ".struct_field(" + in_cpp_quotes(field.name) + ", " + place + ", ecs::StructBuilder<" +
                        part + ">()" + fields_of(part, field.fields, line + "    ") + options_of(owner, field) + ")";
                continue;
            }
            text += line + ".field(" + in_cpp_quotes(field.name) + ", " + place + options_of(owner, field) + ")";
        }
        return text;
    }

    std::string options_of(const std::string&, const ecs::Field& field) const {
        std::string text;
        const auto add = [&](const std::string& option) { text += (text.empty() ? "" : ", ") + option; };
        if (field.min) add(".min = " + number_literal(*field.min, ""));
        if (field.max) add(".max = " + number_literal(*field.max, ""));
        if (field.step != 0) add(".step = " + number_literal(field.step, ""));
        if (!field.unit.empty()) add(".unit = " + in_cpp_quotes(field.unit));
        if (!field.description.empty()) add(".description = " + in_cpp_quotes(field.description));
        if (!field.names.empty()) {
            std::string names;
            for (const ecs::EnumName& each : field.names)
                names +=
                    (names.empty() ? "{" : ", {") + in_cpp_quotes(each.name) + ", " + std::to_string(each.value) + "}";
            add(".names = {" + names + "}");
        }
        return text.empty() ? text : ", {" + text + "}";
    }

    const ecs::ComponentType& type_;
    std::string before_;  // enums and structs that the struct needs
};

std::string problem_of_fields(const std::vector<ecs::Field>& fields) {
    for (const ecs::Field& field : fields) {
        if (std::string problem = ecs::problem_of_identifier(field.name); !problem.empty()) return problem;
        for (const ecs::EnumName& each : field.names)
            if (std::string problem = ecs::problem_of_identifier(each.name); !problem.empty()) return problem;
        if (std::string problem = problem_of_fields(field.fields); !problem.empty()) return problem;
    }
    return {};
}

}  // namespace

std::string why_no_cpp_type(const ecs::ComponentType& type) {
    if (type.opaque_json) return phrase("Nobody described {}: its values are kept as they were read", type.name);
    if (std::string problem = ecs::problem_of_identifier(type.name); !problem.empty()) return problem;
    if (std::string problem = problem_of_fields(type.fields); !problem.empty()) return problem;
    std::vector<ecs::Field> fields = type.fields;
    if (!type.fields.empty() && ecs::lay_out(fields).size != type.size)
        return phrase("{} is larger than its fields", type.name);
    return {};
}

std::string cpp_of_type(const ecs::ComponentType& type) { return TypeText(type).write(); }

}  // namespace panels
