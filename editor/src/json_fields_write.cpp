#include <cstring>

#include "json_fields.hpp"
#include "json_text.hpp"

namespace editor {

namespace {

template <class T>
T load(const void* data) {
    T value;
    std::memcpy(&value, data, sizeof value);
    return value;
}

const std::byte* at(const void* base, std::size_t offset) { return static_cast<const std::byte*>(base) + offset; }

void append_floats(std::string& out, const void* data, std::size_t count) {
    out += '[';
    for (std::size_t i = 0; i < count; ++i) {
        if (i > 0) out += ", ";
        append_float(out, load<float>(at(data, i * sizeof(float))));
    }
    out += ']';
}

void append_element(std::string& out, const ecs::Field& field, const void* data) {
    using enum ecs::FieldKind;
    switch (field.kind) {
        case Bool:
            out += load<unsigned char>(data) != 0 ? "true" : "false";
            return;
        case I8:
            return append_integer(out, int{load<std::int8_t>(data)});
        case I16:
            return append_integer(out, load<std::int16_t>(data));
        case I32:
            return append_integer(out, load<std::int32_t>(data));
        case I64:
            return append_integer(out, load<std::int64_t>(data));
        case U8:
            return append_integer(out, unsigned{load<std::uint8_t>(data)});
        case U16:
            return append_integer(out, load<std::uint16_t>(data));
        case U32:
            return append_integer(out, load<std::uint32_t>(data));
        case U64:
            return append_integer(out, load<std::uint64_t>(data));
        case F32:
            return append_float(out, load<float>(data));
        case F64:
            return append_float(out, load<double>(data));
        case Enum: {
            const std::int64_t value = ecs::read_enum(field, data);
            if (const auto name = ecs::enum_name(field, value)) return append_string(out, *name);
            return append_integer(out, value);
        }
        case String:
            return append_string(out, *static_cast<const std::string*>(data));
        case Entity:
            return append_entity(out, load<ecs::Entity>(data));
        case Vec2:
        case Vec3:
        case Vec4:
        case Color:
            return append_floats(out, data, ecs::float_count(field.kind));
        case Struct:
            return append_fields(out, field.fields, data);
    }
}

void append_field(std::string& out, const ecs::Field& field, const void* base) {
    append_string(out, field.name);
    out += ": ";
    const std::byte* const data = at(base, field.offset);
    if (field.count == 1) return append_element(out, field, data);
    out += '[';
    for (std::uint32_t i = 0; i < field.count; ++i) {
        if (i > 0) out += ", ";
        append_element(out, field, at(data, std::size_t{i} * field.element_size));
    }
    out += ']';
}

// A person may have typed anything into the text of an opaque value. What is not JSON is written as a string.
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

void append_entity(std::string& out, ecs::Entity entity) {
    if (entity.index == 0 || entity.generation == 0) {
        out += "null";
        return;
    }
    out += '"';
    append_integer(out, entity.index);
    out += 'v';
    append_integer(out, entity.generation);
    out += '"';
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

}  // namespace editor
