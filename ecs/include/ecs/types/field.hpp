// A Field describes one member of a component: its place, its kind, and what a person sees of it. The inspector,
// world files, edits, queries and byte pictures all read this description.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/base/entity.hpp"

namespace ecs {

struct Vec2 {
    float x = 0, y = 0;
    friend bool operator==(const Vec2&, const Vec2&) = default;
};
struct Vec3 {
    float x = 0, y = 0, z = 0;
    friend bool operator==(const Vec3&, const Vec3&) = default;
};
struct Vec4 {
    float x = 0, y = 0, z = 0, w = 0;
    friend bool operator==(const Vec4&, const Vec4&) = default;
};

/// Red, green, blue and opacity, each from 0 to 1, not premultiplied, sRGB.
struct Rgba {
    float r = 1, g = 1, b = 1, a = 1;
    friend bool operator==(const Rgba&, const Rgba&) = default;
};

enum class FieldKind : std::uint8_t {
    Bool,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F32,
    F64,
    Enum,
    String,
    Entity,
    Vec2,
    Vec3,
    Vec4,
    Color,
    Struct,
};
inline constexpr std::size_t field_kind_count = 19;

/// The word in world files: `bool`, `i8` … `f64`, `enum`, `string`, `entity`, `vec2` … `color`, `struct`.
std::string_view name_of(FieldKind kind);
std::optional<FieldKind> field_kind_from(std::string_view name);

/// Bytes and alignment of one element. 0 for Enum and Struct, whose size is in the field itself.
std::size_t size_of(FieldKind kind);
std::size_t align_of(FieldKind kind);

/// Number of f32 in a Vec2, Vec3, Vec4, Color or F32; 0 for the other kinds.
std::size_t float_count(FieldKind kind);

struct EnumName {
    std::string name;
    std::int64_t value = 0;
    friend bool operator==(const EnumName&, const EnumName&) = default;
};

struct Field {
    std::string name;
    FieldKind kind = FieldKind::F32;
    std::uint32_t offset = 0;        // bytes from the start of the component (or of the enclosing struct)
    std::uint32_t count = 1;         // elements of a fixed array; 1 is a single value
    std::uint32_t element_size = 4;  // bytes of one element, and the distance to the next one
    std::vector<Field> fields;       // members, for kind Struct; offsets relative to the element
    std::vector<EnumName> names;     // for kind Enum: an integer of element_size 1, 2, 4 or 8 bytes
    std::optional<double> min, max;  // range that a person may enter
    double step = 0;                 // value added per pixel of dragging; 0: derived from the range
    std::string unit;                // shown behind the value: "px/s", "°"
    std::string description;         // one line, shown on hover
    bool has_no_sign = false;        // for kind Enum: its integer is unsigned, also when no name needs that

    std::size_t size_bytes() const { return std::size_t{element_size} * count; }
};

/// Alignment of one element; for a Struct that of the widest member.
std::size_t align_of(const Field& field);

/// Whether the bytes of the field are its whole value (no string inside).
bool is_trivial(const Field& field);

/// Value of an Enum element of 1, 2, 4 or 8 bytes; that of 8 unsigned bytes has their bits.
std::int64_t read_enum(const Field& field, const void* element);
void write_enum(const Field& field, void* element, std::int64_t value);
/// Name of `value`; nothing when it has no name.
std::optional<std::string_view> enum_name(const Field& field, std::int64_t value);

/// These three functions take addresses of the component (or enclosing struct), not of the field. field_equal
/// compares bits: NaN equals the same NaN, 0.0 differs from -0.0. It ignores padding inside structs.
bool field_equal(const Field& field, const void* a, const void* b);
void copy_field(const Field& field, void* to, const void* from);
void swap_field(const Field& field, void* a, void* b);

}  // namespace ecs
