#include "figures/drawing/value_text.hpp"

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "ecs/base/language.hpp"
#include "ecs/base/utf8.hpp"
#include "ecs/types/number_kinds.hpp"
#include "figures/drawing/format.hpp"

namespace figures {

namespace {

constexpr std::size_t elements_shown = 6;
constexpr std::size_t bytes_shown = 48;

template <class T>
T read(const void* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

constexpr double largest_exact_f32 = 0x1p24, largest_exact_f64 = 0x1p53;  // all whole numbers up to here

std::string number(double value, double largest_exact) {
    if (!std::isfinite(value)) return format_decimal(value, 0);
    char text[32];
    const double size = std::abs(value);
    // A fixed number of decimals keeps a changing number from jumping; very large and very small ones need a power.
    const bool plain = size == 0 || (size >= 0.005 && size < 1e7);
    const bool whole_number = !plain && size <= largest_exact && value == std::floor(value);
    std::snprintf(text, sizeof text, plain ? "%.2f" : whole_number ? "%.0f" : "%.3g", value);
    return text;
}

std::string whole(std::int64_t value) {
    char text[32];
    std::snprintf(text, sizeof text, "%" PRId64, value);
    return text;
}

std::string floats(const void* from, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        if (i > 0) text += ", ";
        text += number(static_cast<double>(read<float>(static_cast<const std::byte*>(from) + i * sizeof(float))),
                       largest_exact_f32);
    }
    return text;
}

std::string color(const ecs::Rgba& rgba) {
    const auto part = [](float share) {
        return static_cast<unsigned>(std::lround((share > 0 ? (share < 1 ? share : 1) : 0) * 255));
    };
    char text[16];
    std::snprintf(text, sizeof text, "#%02X%02X%02X", part(rgba.r), part(rgba.g), part(rgba.b));
    return rgba.a >= 1 ? std::string(text) : std::string(text) + ' ' + format_percent(static_cast<double>(rgba.a));
}

std::string quoted(const std::string& value) {
    const std::string_view kept = ecs::whole_characters(value, bytes_shown);
    std::string text = '"' + std::string(kept);
    if (kept.size() < value.size()) text += "…";
    text += '"';
    for (char& c : text)
        if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    return text;
}

std::string element_text(const ecs::World& world, const ecs::Field& field, const void* element) {
    using ecs::FieldKind;
    switch (field.kind) {
        case FieldKind::Bool:
            return read<std::uint8_t>(element) != 0 ? "true" : "false";
        case FieldKind::I8:
            return whole(read<std::int8_t>(element));
        case FieldKind::I16:
            return whole(read<std::int16_t>(element));
        case FieldKind::I32:
            return whole(read<std::int32_t>(element));
        case FieldKind::I64:
            return whole(read<std::int64_t>(element));
        case FieldKind::U8:
            return whole(read<std::uint8_t>(element));
        case FieldKind::U16:
            return whole(read<std::uint16_t>(element));
        case FieldKind::U32:
            return whole(read<std::uint32_t>(element));
        case FieldKind::U64:
            return std::to_string(read<std::uint64_t>(element));
        case FieldKind::F32:
            return number(static_cast<double>(read<float>(element)), largest_exact_f32);
        case FieldKind::F64:
            return number(read<double>(element), largest_exact_f64);
        case FieldKind::Enum: {
            const std::int64_t value = ecs::read_enum(field, element);
            const auto name = ecs::enum_name(field, value);
            return name ? std::string(*name) : ecs::enum_number_text(field, value);
        }
        case FieldKind::String:
            return quoted(*static_cast<const std::string*>(element));
        case FieldKind::Entity: {
            const auto entity = read<ecs::Entity>(element);
            return entity ? name_or_id(world, entity) : std::string("none");
        }
        case FieldKind::Vec2:
        case FieldKind::Vec3:
        case FieldKind::Vec4:
            return floats(element, ecs::float_count(field.kind));
        case FieldKind::Color:
            return color(read<ecs::Rgba>(element));
        case FieldKind::Struct: {
            std::string text;
            for (const ecs::Field& member : field.fields) {
                if (!text.empty()) text += ", ";
                text += member.name + ' ' + field_text(world, member, element);
            }
            return '{' + text + '}';
        }
    }
    return {};
}

}  // namespace

std::string field_text(const ecs::World& world, const ecs::Field& field, const void* data) {
    const auto* first = static_cast<const std::byte*>(data) + field.offset;
    if (field.count == 1) return element_text(world, field, first);
    std::string text;
    for (std::size_t i = 0; i < field.count; ++i) {
        if (i > 0) text += ", ";
        if (i == elements_shown) return '[' + text + "… " + format_count(field.count, "value") + ']';
        text += element_text(world, field, first + i * field.element_size);
    }
    return '[' + text + ']';
}

std::string field_text_with_unit(const ecs::World& world, const ecs::Field& field, const void* data) {
    std::string text = field_text(world, field, data);
    if (field.unit.empty()) return text;
    if (field.unit != "°") text += ' ';
    return text + field.unit;
}

std::string component_text(const ecs::World& world, const ecs::ComponentType& type, const void* data) {
    if (type.is_tag() || data == nullptr) return {};
    if (type.fields.empty()) return format_bytes(type.size);
    if (type.fields.size() == 1) return field_text_with_unit(world, type.fields.front(), data);
    std::string text;
    for (const ecs::Field& field : type.fields) {
        if (!text.empty()) text += ", ";
        text += field.name + ' ' + field_text(world, field, data);
    }
    return text;
}

std::string component_values(const ecs::World& world, const ecs::ComponentType& type, const void* data) {
    if (type.is_tag() || data == nullptr) return {};
    if (type.fields.empty()) return format_bytes(type.size);
    std::string text;
    for (const ecs::Field& field : type.fields) {
        if (!text.empty()) text += ", ";
        text += field_text(world, field, data);
    }
    return text;
}

std::string archetype_name(const ecs::Archetype& archetype) {
    std::string name;
    for (const ecs::ComponentType* type : archetype.types()) {
        if (!name.empty()) name += ", ";
        name += short_name(type->name);
    }
    return name.empty() ? ecs::tr("no components") : name;
}

std::string one_line(std::string_view text, std::size_t max_characters) {
    std::string line;
    const auto write = [&](const char* form, unsigned int number) {
        char written[16];
        std::snprintf(written, sizeof written, form, number);
        line += written;
    };
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); ++count) {
        if (count == max_characters) return line += "…";
        const std::size_t start = at;
        const bool whole = ecs::utf8_length(text.substr(at, 4)) != 0;
        const std::uint32_t character = ecs::next_character(text, at);
        const bool control = character < 0x20 || (character >= 0x7f && character < 0xa0);
        const bool turns = character == 0x61c || (character >= 0x200e && character <= 0x200f) ||
                           (character >= 0x2028 && character <= 0x202e) || (character >= 0x2066 && character <= 0x2069);
        if (!whole)
            write("\\x%02x", static_cast<unsigned char>(text[start]));
        else if (character == '\n')
            line += "\\n";
        else if (character == '\t')
            line += "\\t";
        else if (character == '\r')
            line += "\\r";
        else if (control || turns)
            write("\\u%04x", character);  // as JSON spells it
        else
            line += text.substr(start, at - start);
    }
    return line;
}

std::string short_id(ecs::Entity entity) { return '#' + std::to_string(entity.index); }

std::string name_or_id(const ecs::World& world, ecs::Entity entity) {
    constexpr std::size_t max_characters = 64;
    const std::string_view name = world.name(entity);
    if (name.empty()) return world.alive(entity) ? short_id(entity) : ecs::to_string(entity);
    const bool blank = name.find_first_not_of(' ') == std::string_view::npos;
    return blank ? '"' + one_line(name, max_characters) + '"' : one_line(name, max_characters);
}

}  // namespace figures
