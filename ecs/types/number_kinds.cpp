#include "ecs/types/number_kinds.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <utility>

namespace ecs {

namespace {

/// Calls `visit` with a value of the C++ type of the kind; bools are bytes.
template <class F>
void with_type_of_kind(FieldKind kind, F&& visit) {
    switch (kind) {
        case FieldKind::I8:
            return visit(std::int8_t{});
        case FieldKind::I16:
            return visit(std::int16_t{});
        case FieldKind::I32:
            return visit(std::int32_t{});
        case FieldKind::I64:
            return visit(std::int64_t{});
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
        default:
            return visit(std::uint8_t{});
    }
}

template <class To, class From>
NumberFit nearest_number(From value, To& result) {
    using Limits = std::numeric_limits<To>;
    if constexpr (std::is_integral_v<To> && std::is_integral_v<From>) {
        const bool below = std::cmp_less(value, Limits::min()), above = std::cmp_greater(value, Limits::max());
        result = below ? Limits::min() : above ? Limits::max() : static_cast<To>(value);
        return below || above ? NumberFit::Overflow : NumberFit::Exact;
    } else if constexpr (std::is_integral_v<To>) {
        const auto whole = std::nearbyint(value);
        constexpr From low = static_cast<From>(Limits::min());
        const From beyond = std::ldexp(From{1}, Limits::digits);
        const bool inside = whole >= low && whole < beyond;  // false for NaN
        result = inside                ? static_cast<To>(whole)
                 : std::isnan(value)   ? To{0}
                 : std::signbit(value) ? Limits::min()
                                       : Limits::max();
        if (!inside) return NumberFit::Overflow;
        return whole == value ? NumberFit::Exact : NumberFit::Fraction;
    } else if constexpr (std::is_integral_v<From>) {
        result = static_cast<To>(value);
        return holds_whole<To>(value) ? NumberFit::Exact : NumberFit::NotHeld;
    } else if constexpr (sizeof(To) >= sizeof(From)) {
        result = static_cast<To>(value);
        return NumberFit::Exact;
    } else {
        return narrow_float(value, result);
    }
}

}  // namespace

bool is_unsigned_enum(const Field& field) {
    if (field.kind != FieldKind::Enum) return false;
    if (field.has_no_sign) return true;
    if (field.element_size >= 8) return false;
    const std::int64_t first_beyond = std::int64_t{1} << (8 * field.element_size - 1);
    return std::any_of(field.names.begin(), field.names.end(),
                       [&](const EnumName& each) { return each.value >= first_beyond; });
}

FieldKind kind_below_enum(std::uint32_t bytes, bool has_no_sign) {
    switch (bytes) {
        case 1:
            return has_no_sign ? FieldKind::U8 : FieldKind::I8;
        case 2:
            return has_no_sign ? FieldKind::U16 : FieldKind::I16;
        case 8:
            return has_no_sign ? FieldKind::U64 : FieldKind::I64;
        default:
            return has_no_sign ? FieldKind::U32 : FieldKind::I32;
    }
}

FieldKind stored_kind(const Field& field) {
    return field.kind == FieldKind::Enum ? kind_below_enum(field.element_size, is_unsigned_enum(field)) : field.kind;
}

std::string enum_number_text(const Field& field, std::int64_t value) {
    return stored_kind(field) == FieldKind::U64 ? std::to_string(static_cast<std::uint64_t>(value))
                                                : std::to_string(value);
}

NumberFit narrow_float(double value, float& result) {
    constexpr float most = std::numeric_limits<float>::max();
    constexpr double rounds_beyond = 0x1.ffffffp127;  // in the middle between the largest float and the next power
    if (!std::isfinite(value) || std::fabs(value) <= static_cast<double>(most)) {
        result = static_cast<float>(value);
        if (result == 0 && value != 0) return NumberFit::Underflow;
        return std::isnan(value) || static_cast<double>(result) == value ? NumberFit::Exact : NumberFit::Rounded;
    }
    result = std::copysign(most, value < 0 ? -1.0f : 1.0f);
    return std::fabs(value) < rounds_beyond ? NumberFit::Rounded : NumberFit::Overflow;
}

std::string number_text(FieldKind kind, const void* number) {
    std::string text;
    with_type_of_kind(kind, [&]<class T>(T) {
        T value;
        std::memcpy(&value, number, sizeof value);
        if constexpr (std::is_floating_point_v<T>)
            if (!std::isfinite(value)) return void(text = std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
        char digits[40];
        const auto written = std::to_chars(digits, digits + sizeof digits, value);
        text.assign(digits, written.ptr);
    });
    return text;
}

NumberFit carry_number(FieldKind from, const void* source, FieldKind to, void* target) {
    NumberFit fit = NumberFit::Exact;
    with_type_of_kind(from, [&]<class From>(From) {
        From value;
        std::memcpy(&value, source, sizeof value);
        if (from == FieldKind::Bool) value = value != From{0} ? From{1} : From{0};
        if (to == FieldKind::Bool) {
            *static_cast<std::byte*>(target) = value != From{0} ? std::byte{1} : std::byte{0};
            fit = value == From{0} || value == From{1} ? NumberFit::Exact : NumberFit::Overflow;
            return;
        }
        with_type_of_kind(to, [&]<class To>(To) {
            To result{};
            fit = nearest_number(value, result);
            std::memcpy(target, &result, sizeof result);
        });
    });
    return fit;
}

}  // namespace ecs
