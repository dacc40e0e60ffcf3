// A FieldPath is the place of one value inside the components of a type: "Position.x", or "Body.velocity.y" for a
// member of a struct or of a vector. It stays valid as long as the registry that it was found in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "ecs/types/type_registry.hpp"

namespace ecs {

struct FieldPath {
    ComponentId component = no_component;
    FieldKind kind = FieldKind::F32;
    std::uint32_t offset = 0;        // bytes from the start of the component
    std::uint32_t element_size = 4;  // bytes of the value
    bool has_no_sign = false;        // of an Enum
    bool mirrored = false;           // read_number() and write_number() turn its sign: it counts the other way

    bool exists() const { return component != no_component; }
    friend bool operator==(const FieldPath&, const FieldPath&) = default;
};

/// The component is named as in the registry; members of a Vec2 to Vec4 are x, y, z, w, those of a Color r, g, b, a.
/// Of an array it is the first element. Nothing when a part of the path does not exist.
std::optional<FieldPath> find_field(const TypeRegistry& types, std::string_view path);

/// Bytes from the start of a Vec2 to Vec4 or a Color to its member of this name. Nothing when it has none.
std::optional<std::uint32_t> offset_of_member(FieldKind kind, std::string_view name);

/// Whether read_number() and write_number() serve: whole numbers, floats, bools and enums.
bool is_number(FieldKind kind);

/// The value of a number in a component at `component`. 64-bit integers beyond 2^53 are rounded.
double read_number(const FieldPath& field, const void* component);
/// Sets a number. Values outside of the kind's range become its limit, NaN becomes 0 in whole numbers, and whole
/// numbers are rounded to the nearest.
void write_number(const FieldPath& field, void* component, double value);

}  // namespace ecs
