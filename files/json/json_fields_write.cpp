#include <cstring>

#include "files/json/json_fields.hpp"
#include "files/json/json_text.hpp"

namespace files {

namespace {

template <class T>
T load(const void* data) {
    T value;
    std::memcpy(&value, data, sizeof value);
    return value;
}

const std::byte* at(const void* base, std::size_t offset) { return static_cast<const std::byte*>(base) + offset; }

char* write_floats(char* to, const void* data, std::size_t count) {
    *to++ = '[';
    for (std::size_t i = 0; i < count; ++i) {
        if (i > 0) {
            *to++ = ',';
            *to++ = ' ';
        }
        to = write_float(to, load<float>(at(data, i * sizeof(float))));
    }
    *to++ = ']';
    return to;
}

template <class Integer>
char* write_integer(char* to, Integer value) {
    constexpr std::ptrdiff_t longest = 20;
    return std::to_chars(to, to + longest, value).ptr;
}

char* write_word(char* to, std::string_view word) {
    std::memcpy(to, word.data(), word.size());
    return to + word.size();
}

void append_element(std::string& out, const ecs::Field& field, const void* data) {
    if (has_short_values(field.kind)) {
        char text[longest_short_value];
        out.append(text, write_short_value(text, field.kind, data));
    } else if (field.kind == ecs::FieldKind::String) {
        append_string(out, *static_cast<const std::string*>(data));
    } else if (field.kind == ecs::FieldKind::Struct) {
        append_fields(out, field.fields, data);
    } else {
        const std::int64_t value = ecs::read_enum(field, data);
        if (const auto name = ecs::enum_name(field, value)) return append_string(out, *name);
        append_integer(out, value);
    }
}

void append_field(std::string& out, const ecs::Field& field, const void* base) {
    append_string(out, field.name);
    out += ": ";
    append_field_value(out, field, at(base, field.offset));
}

// The text of an opaque value may be anything that a person typed. Text that is not JSON is written as a string.
void append_opaque(std::string& out, const std::string& text) {
    if (text.empty()) {
        out += "{}";
        return;
    }
    constexpr std::size_t levels_above = 4;  // the file, entities, the entity, its components
    try {
        JsonReader json(text, {}, JsonReader::deepest_nesting - levels_above);
        const std::string compact = json.read_raw();
        json.finish();
        out += compact;
    } catch (const FileError&) {
        append_string(out, text);
    }
}

}  // namespace

bool has_short_values(ecs::FieldKind kind) {
    return kind != ecs::FieldKind::String && kind != ecs::FieldKind::Enum && kind != ecs::FieldKind::Struct;
}

char* write_short_value(char* to, ecs::FieldKind kind, const void* data) {
    using enum ecs::FieldKind;
    switch (kind) {
        case Bool:
            return write_word(to, load<unsigned char>(data) != 0 ? "true" : "false");
        case I8:
            return write_integer(to, int{load<std::int8_t>(data)});
        case I16:
            return write_integer(to, load<std::int16_t>(data));
        case I32:
            return write_integer(to, load<std::int32_t>(data));
        case I64:
            return write_integer(to, load<std::int64_t>(data));
        case U8:
            return write_integer(to, unsigned{load<std::uint8_t>(data)});
        case U16:
            return write_integer(to, load<std::uint16_t>(data));
        case U32:
            return write_integer(to, load<std::uint32_t>(data));
        case U64:
            return write_integer(to, load<std::uint64_t>(data));
        case F32:
            return write_float(to, load<float>(data));
        case F64:
            return write_float(to, load<double>(data));
        case Entity:
            return write_entity(to, load<ecs::Entity>(data));
        case Vec2:
        case Vec3:
        case Vec4:
        case Color:
            return write_floats(to, data, ecs::float_count(kind));
        case Enum:
        case String:
        case Struct:
            break;
    }
    return to;
}

void append_field_value(std::string& out, const ecs::Field& field, const void* data) {
    if (field.count == 1) return append_element(out, field, data);
    out += '[';
    for (std::uint32_t i = 0; i < field.count; ++i) {
        if (i > 0) out += ", ";
        append_element(out, field, at(data, std::size_t{i} * field.element_size));
    }
    out += ']';
}

char* write_entity(char* to, ecs::Entity entity) {
    if (entity.index == 0 || entity.generation == 0) return write_word(to, "null");
    *to++ = '"';
    to = write_integer(to, entity.index);
    *to++ = 'v';
    to = write_integer(to, entity.generation);
    *to++ = '"';
    return to;
}

void append_entity(std::string& out, ecs::Entity entity) {
    char text[longest_short_value];
    out.append(text, write_entity(text, entity));
}

void append_fields(std::string& out, std::span<const ecs::Field> fields, const void* base) {
    if (fields.empty()) {
        out += "{}";
        return;
    }
    const char* separator = "{ ";
    for (const ecs::Field& field : fields) {
        out += separator;
        separator = ", ";
        append_field(out, field, base);
    }
    out += " }";
}

void append_fields(std::string& out, const ecs::ComponentType& type, std::span<const std::uint32_t> positions,
                   const void* base) {
    const char* separator = "{ ";
    for (std::uint32_t position : positions) {
        out += separator;
        separator = ", ";
        append_field(out, type.fields[position], base);
    }
    out += positions.empty() ? "{}" : " }";
}

void append_value(std::string& out, const ecs::ComponentType& type, const void* data) {
    if (type.opaque_json) return append_opaque(out, *static_cast<const std::string*>(data));
    append_fields(out, type.fields, data);
}

}  // namespace files
