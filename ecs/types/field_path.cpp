#include "ecs/types/field_path.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "ecs/types/number_kinds.hpp"

namespace ecs {

namespace {

/// Follows `rest` through `fields`, which lie at `path.offset`.
bool follow(const std::vector<Field>& fields, std::string_view rest, FieldPath& path) {
    // Names may have dots, so every field that the rest starts with is tried.
    for (const Field& field : fields) {
        if (!rest.starts_with(field.name)) continue;
        const std::string_view behind = rest.substr(field.name.size());
        if (!behind.empty() && behind.front() != '.') continue;
        FieldPath found{path.component, field.kind, path.offset + field.offset, field.element_size,
                        is_unsigned_enum(field)};
        if (!behind.empty()) {
            const std::string_view member = behind.substr(1);
            if (field.kind == FieldKind::Struct) {
                if (!follow(field.fields, member, found)) continue;
            } else if (const auto bytes = offset_of_member(field.kind, member)) {
                found = {path.component, FieldKind::F32, found.offset + *bytes, sizeof(float), false};
            } else {
                continue;
            }
        }
        path = found;
        return true;
    }
    return false;
}

template <class T>
double number_as(const void* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return static_cast<double>(value);
}

template <class T>
void set_number_as(void* at, double value) {
    T result;
    if constexpr (std::is_floating_point_v<T>) {
        result = static_cast<T>(value);
    } else {
        constexpr double low = static_cast<double>(std::numeric_limits<T>::min());
        constexpr double high = static_cast<double>(std::numeric_limits<T>::max());  // rounded up for 64 bits
        const double whole = std::nearbyint(value);
        if (std::isnan(whole))
            result = 0;
        else if (whole >= high)
            result = std::numeric_limits<T>::max();
        else
            result = whole <= low ? std::numeric_limits<T>::min() : static_cast<T>(whole);
    }
    std::memcpy(at, &result, sizeof result);
}

/// Calls `visit` with a value of the C++ type of this number.
template <class F>
void with_number_type(const FieldPath& field, F&& visit) {
    switch (field.kind) {
        case FieldKind::I8:
            return visit(std::int8_t{});
        case FieldKind::I16:
            return visit(std::int16_t{});
        case FieldKind::I32:
            return visit(std::int32_t{});
        case FieldKind::I64:
            return visit(std::int64_t{});
        case FieldKind::U8:
            return visit(std::uint8_t{});
        case FieldKind::U16:
            return visit(std::uint16_t{});
        case FieldKind::U32:
            return visit(std::uint32_t{});
        case FieldKind::U64:
            return visit(std::uint64_t{});
        case FieldKind::F32:
            return visit(float{});
        case FieldKind::F64:
            return visit(double{});
        case FieldKind::Enum: {
            FieldPath stored = field;
            stored.kind = kind_below_enum(field.element_size, field.has_no_sign);
            return with_number_type(stored, visit);
        }
        default:
            return;
    }
}

}  // namespace

std::optional<std::uint32_t> offset_of_member(FieldKind kind, std::string_view name) {
    constexpr std::string_view letters_of_vector = "xyzw", letters_of_color = "rgba";
    if (name.size() != 1 || float_count(kind) < 2) return std::nullopt;
    const std::size_t member = (kind == FieldKind::Color ? letters_of_color : letters_of_vector).find(name.front());
    if (member >= float_count(kind)) return std::nullopt;
    return static_cast<std::uint32_t>(member * sizeof(float));
}

std::optional<FieldPath> find_field(const TypeRegistry& types, std::string_view path) {
    // Names of types may have dots, too: the longest one that leads to a field wins.
    for (std::size_t dot = path.rfind('.'); dot != std::string_view::npos && dot > 0; dot = path.rfind('.', dot - 1)) {
        const ComponentType* type = types.find(path.substr(0, dot));
        if (!type) continue;
        FieldPath found{.component = type->id};
        if (follow(type->fields, path.substr(dot + 1), found)) return found;
    }
    return std::nullopt;
}

bool is_number(FieldKind kind) { return kind <= FieldKind::Enum; }

double read_number(const FieldPath& field, const void* component) {
    const std::byte* at = static_cast<const std::byte*>(component) + field.offset;
    if (field.kind == FieldKind::Bool) return *at == std::byte{0} ? 0 : 1;
    double result = 0;
    with_number_type(field, [&]<class T>(T) { result = number_as<T>(at); });
    return field.mirrored ? 0 - result : result;  // not -0
}

void write_number(const FieldPath& field, void* component, double value) {
    std::byte* at = static_cast<std::byte*>(component) + field.offset;
    if (field.mirrored) value = 0 - value;
    if (field.kind == FieldKind::Bool)
        *at = value != 0 ? std::byte{1} : std::byte{0};
    else
        with_number_type(field, [&]<class T>(T) { set_number_as<T>(at, value); });
}

}  // namespace ecs
