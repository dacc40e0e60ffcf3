#include "ecs/language/intervals.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace ecs {

namespace {

template <class T>
constexpr T least = std::numeric_limits<T>::lowest();
template <class T>
constexpr T most = std::numeric_limits<T>::max();

template <class T>
Cell cell_of(T value) {
    Cell cell;
    if constexpr (std::is_floating_point_v<T>)
        cell.number = static_cast<double>(value);
    else if constexpr (std::is_same_v<T, std::uint64_t>)
        cell.natural = value;
    else
        cell.whole = static_cast<std::int64_t>(value);
    return cell;
}

template <class T>
T value_of(Cell cell) {
    if constexpr (std::is_floating_point_v<T>)
        return static_cast<T>(cell.number);
    else if constexpr (std::is_same_v<T, std::uint64_t>)
        return cell.natural;
    else
        return static_cast<T>(cell.whole);
}

template <class T>
Interval interval(T low, T high) {
    return {cell_of(low), cell_of(high), false, false};
}
constexpr Interval nothing{{}, {}, false, true};

/// `c` is an integer of any type.
template <class T, class C>
Interval whole_interval(Operator op, C c) {
    const bool below = std::cmp_less(c, least<T>), above = std::cmp_greater(c, most<T>);
    const T same = below || above ? T{} : static_cast<T>(c);
    switch (op) {
        case Operator::Less:
            if (above) return interval(least<T>, most<T>);
            if (below || same == least<T>) return nothing;
            return interval(least<T>, static_cast<T>(same - 1));
        case Operator::AtMost:
            if (below) return nothing;
            return interval(least<T>, above ? most<T> : same);
        case Operator::Greater:
            if (below) return interval(least<T>, most<T>);
            if (above || same == most<T>) return nothing;
            return interval(static_cast<T>(same + 1), most<T>);
        case Operator::AtLeast:
            if (above) return nothing;
            return interval(below ? least<T> : same, most<T>);
        default: {
            Interval result = below || above ? nothing : interval(same, same);
            result.flip = op == Operator::Unequal;
            return result;
        }
    }
}

/// Integers of at most 32 bits, which a double holds exactly, with a float.
template <class T>
Interval whole_interval_of_float(Operator op, double c) {
    Interval equal = nothing;
    equal.flip = op == Operator::Unequal;
    if (std::isnan(c)) return equal;
    const double clipped = std::clamp(c, -0x1p40, 0x1p40);
    const auto down = static_cast<std::int64_t>(std::floor(clipped)),
               up = static_cast<std::int64_t>(std::ceil(clipped));
    switch (op) {
        case Operator::Less:
            return whole_interval<T>(op, up);
        case Operator::AtMost:
            return whole_interval<T>(op, down);
        case Operator::Greater:
            return whole_interval<T>(op, down);
        case Operator::AtLeast:
            return whole_interval<T>(op, up);
        default:
            return down == up ? whole_interval<T>(op, down) : equal;
    }
}

/// Rounded; infinite beyond the range of T, where the language leaves a cast undefined.
template <class T>
T narrowed(double c) {
    if (std::fabs(c) > static_cast<double>(most<T>))
        return std::copysign(std::numeric_limits<T>::infinity(), c < 0 ? T{-1} : T{1});
    return static_cast<T>(c);
}
/// The largest T that is at most `c`, and the smallest that is at least `c`.
template <class T>
T at_most(double c) {
    const T near = narrowed<T>(c);
    return static_cast<double>(near) > c ? std::nextafter(near, -std::numeric_limits<T>::infinity()) : near;
}
template <class T>
T at_least(double c) {
    const T near = narrowed<T>(c);
    return static_cast<double>(near) < c ? std::nextafter(near, std::numeric_limits<T>::infinity()) : near;
}

template <class T>
Interval float_interval(Operator op, double c) {
    constexpr T infinity = std::numeric_limits<T>::infinity();
    Interval equal = nothing;
    equal.flip = op == Operator::Unequal;
    if (std::isnan(c)) return equal;
    switch (op) {
        case Operator::Less: {
            const T up = at_least<T>(c);
            if (up == -infinity) return nothing;
            return interval(-infinity, std::nextafter(up, -infinity));
        }
        case Operator::AtMost:
            return interval(-infinity, at_most<T>(c));
        case Operator::Greater: {
            const T down = at_most<T>(c);
            if (down == infinity) return nothing;
            return interval(std::nextafter(down, infinity), infinity);
        }
        case Operator::AtLeast:
            return interval(at_least<T>(c), infinity);
        default: {
            const T same = narrowed<T>(c);
            if (static_cast<double>(same) == c) {
                equal = interval(same, same);
                equal.flip = op == Operator::Unequal;
            }
            return equal;
        }
    }
}

/// Calls `visit` with a value of the C++ type of the field; bools are bytes. False for kinds that are no numbers.
template <class F>
bool with_column_type(const FieldPath& field, F&& visit) {
    switch (field.kind) {
        case FieldKind::I8:
            return visit(std::int8_t{}), true;
        case FieldKind::I16:
            return visit(std::int16_t{}), true;
        case FieldKind::I32:
            return visit(std::int32_t{}), true;
        case FieldKind::I64:
            return visit(std::int64_t{}), true;
        case FieldKind::Bool:
        case FieldKind::U8:
            return visit(std::uint8_t{}), true;
        case FieldKind::U16:
            return visit(std::uint16_t{}), true;
        case FieldKind::U32:
            return visit(std::uint32_t{}), true;
        case FieldKind::U64:
            return visit(std::uint64_t{}), true;
        case FieldKind::F32:
            return visit(float{}), true;
        case FieldKind::F64:
            return visit(double{}), true;
        case FieldKind::Enum:
            if (field.element_size == 8) return visit(std::int64_t{}), true;
            if (field.element_size == 1 && field.has_no_sign) return visit(std::uint8_t{}), true;
            if (field.element_size == 1) return visit(std::int8_t{}), true;
            if (field.element_size == 2 && field.has_no_sign) return visit(std::uint16_t{}), true;
            if (field.element_size == 2) return visit(std::int16_t{}), true;
            if (field.has_no_sign) return visit(std::uint32_t{}), true;
            return visit(std::int32_t{}), true;
        default:
            return false;
    }
}

template <class T>
std::optional<Interval> interval_in(Operator op, ValueType type, Cell constant) {
    if constexpr (std::is_floating_point_v<T>) {
        const double c = type == ValueType::Float      ? constant.number
                         : type == ValueType::Unsigned ? static_cast<double>(constant.natural)
                                                       : static_cast<double>(constant.whole);
        return float_interval<T>(op, c);
    } else {
        if (type == ValueType::Unsigned) return whole_interval<T>(op, constant.natural);
        if (type != ValueType::Float) return whole_interval<T>(op, constant.whole);
        if constexpr (sizeof(T) < 8)
            return whole_interval_of_float<T>(op, constant.number);
        else
            return std::nullopt;
    }
}

// The distance is known at compile time for the usual components, so that the loop vectorises.
template <std::size_t distance, class T, class Test>
void test_values(const std::byte* first, std::size_t stride, std::size_t count, Test test, std::uint8_t* out) {
    const std::size_t step = distance == 0 ? stride : distance * sizeof(T);
    for (std::size_t i = 0; i < count; ++i) {
        T value;
        std::memcpy(&value, first + i * step, sizeof value);
        out[i] = static_cast<std::uint8_t>(test(value));
    }
}

/// `test` takes a T and returns whether it is inside.
template <class T, class Test>
void test_column(const std::byte* first, std::size_t stride, std::size_t count, Test test, std::uint8_t* out) {
    switch (stride % sizeof(T) == 0 ? stride / sizeof(T) : 0) {
        case 1:
            return test_values<1, T>(first, stride, count, test, out);
        case 2:
            return test_values<2, T>(first, stride, count, test, out);
        case 3:
            return test_values<3, T>(first, stride, count, test, out);
        case 4:
            return test_values<4, T>(first, stride, count, test, out);
        default:
            return test_values<0, T>(first, stride, count, test, out);
    }
}

template <class T>
constexpr T lowest_inside = std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity() : least<T>;
template <class T>
constexpr T highest_inside = std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity() : most<T>;

}  // namespace

Operator mirrored(Operator op) {
    switch (op) {
        case Operator::Less:
            return Operator::Greater;
        case Operator::AtMost:
            return Operator::AtLeast;
        case Operator::Greater:
            return Operator::Less;
        case Operator::AtLeast:
            return Operator::AtMost;
        default:
            return op;
    }
}

std::optional<Interval> interval_of(const FieldPath& field, Operator op, ValueType type, Cell constant) {
    if (field.kind == FieldKind::Bool) {
        // Any byte but 0 is true.
        const bool wanted = (constant.whole != 0) == (op == Operator::Equal);
        return wanted ? interval<std::uint8_t>(1, 255) : interval<std::uint8_t>(0, 0);
    }
    std::optional<Interval> result;
    with_column_type(field, [&]<class T>(T) { result = interval_in<T>(op, type, constant); });
    return result;
}

Interval both(const FieldPath& field, const Interval& a, const Interval& b) {
    Interval result = nothing;
    if (a.empty || b.empty) return result;
    with_column_type(field, [&]<class T>(T) {
        const T low = std::max(value_of<T>(a.low), value_of<T>(b.low));
        const T high = std::min(value_of<T>(a.high), value_of<T>(b.high));
        if (low <= high) result = interval(low, high);
    });
    return result;
}

void test_interval(const BoundNode& node, const std::byte* first, std::size_t stride, std::size_t count,
                   std::uint8_t* out) {
    if (node.never) {
        std::memset(out, node.flip ? 1 : 0, count);
        return;
    }
    with_column_type(node.field, [&]<class T>(T) {
        const T low = value_of<T>(node.low), high = value_of<T>(node.high);
        if (low == lowest_inside<T>)
            test_column<T>(
                first, stride, count, [high](T value) { return value <= high; }, out);
        else if (high == highest_inside<T>)
            test_column<T>(
                first, stride, count, [low](T value) { return value >= low; }, out);
        else
            test_column<T>(
                first, stride, count, [low, high](T value) { return (value >= low) & (value <= high); }, out);
    });
    if (node.flip)
        for (std::size_t i = 0; i < count; ++i) out[i] ^= 1;
}

}  // namespace ecs
