#include "ecs/breakpoints/field_ranges.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace ecs {

namespace {

struct LeastAndGreatest {
    double least, greatest;
};

template <class T>
constexpr T top_of = std::numeric_limits<T>::max();
template <class T>
constexpr T bottom_of = std::numeric_limits<T>::lowest();

/// Floats are compared by their bits, made ascending, because comparisons of floats are not done side by side. Then NaN
/// lies beyond infinity, so the range is too wide at worst.
template <class Bits>
Bits ascending(Bits bits) {
    constexpr Bits magnitude = std::numeric_limits<Bits>::max();
    return bits ^ ((bits >> (sizeof(Bits) * 8 - 1)) & magnitude);
}
template <class Float, class Bits>
LeastAndGreatest as_floats(Bits least, Bits greatest) {
    // A NaN stands for everything on its side.
    const auto number = [](Bits bits, double instead) {
        const auto value = static_cast<double>(std::bit_cast<Float>(ascending(bits)));
        return std::isnan(value) ? instead : value;
    };
    if (greatest < least) return {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    return {number(least, -std::numeric_limits<double>::infinity()),
            number(greatest, std::numeric_limits<double>::infinity())};
}
template <class T>
using BitsOf = std::conditional_t<std::is_same_v<T, float>, std::int32_t,
                                  std::conditional_t<std::is_same_v<T, double>, std::int64_t, T>>;

template <class T>
LeastAndGreatest as_numbers(BitsOf<T> least, BitsOf<T> greatest) {
    if constexpr (std::is_floating_point_v<T>)
        return as_floats<T>(least, greatest);
    else
        return {static_cast<double>(least), static_cast<double>(greatest)};
}

template <class T, class Bits>
Bits value_at(const std::byte* at) {
    Bits value;
    std::memcpy(&value, at, sizeof value);
    if constexpr (std::is_floating_point_v<T>) value = ascending(value);
    return value;
}

/// The distance from row to row is a constant where it is a small one, or 0: so the compiler compares several rows at
/// once.
template <class T, std::size_t per_row>
LeastAndGreatest range_of_rows(const std::byte* first, std::size_t stride, std::size_t rows) {
    using Bits = BitsOf<T>;
    Bits least = top_of<Bits>, greatest = bottom_of<Bits>;
    const std::size_t step = per_row > 0 ? per_row * sizeof(T) : stride;
    for (std::size_t i = 0; i < rows; ++i) {
        const auto value = value_at<T, Bits>(first + i * step);
        least = value < least ? value : least;
        greatest = value > greatest ? value : greatest;
    }
    return as_numbers<T>(least, greatest);
}

#if defined(__SSE2__)
/// Sixteen floats at a time, whatever a row is made of: with two floats a row, every other one counts at the end. A NaN
/// is passed over, as no condition that is asked this way holds for it.
LeastAndGreatest range_of_floats(const std::byte* column, std::size_t floats, std::size_t per_row, std::size_t member) {
    constexpr std::size_t at_once = 16;
    constexpr float infinity = std::numeric_limits<float>::infinity();
    __m128 low[4], high[4];
    for (int k = 0; k < 4; ++k) low[k] = _mm_set1_ps(infinity), high[k] = _mm_set1_ps(-infinity);
    const auto* const first = reinterpret_cast<const float*>(column);
    std::size_t i = 0;
    for (; i + at_once <= floats; i += at_once)
        for (int k = 0; k < 4; ++k) {
            const __m128 some = _mm_loadu_ps(first + i + k * 4);
            low[k] = _mm_min_ps(some, low[k]);
            high[k] = _mm_max_ps(some, high[k]);
        }
    float lows[4], highs[4];
    _mm_storeu_ps(lows, _mm_min_ps(_mm_min_ps(low[0], low[1]), _mm_min_ps(low[2], low[3])));
    _mm_storeu_ps(highs, _mm_max_ps(_mm_max_ps(high[0], high[1]), _mm_max_ps(high[2], high[3])));
    float least = infinity, greatest = -infinity;
    for (std::size_t k = member; k < 4; k += per_row) {
        least = std::min(least, lows[k]);
        greatest = std::max(greatest, highs[k]);
    }
    for (i += member; i < floats; i += per_row) {
        if (first[i] < least) least = first[i];
        if (first[i] > greatest) greatest = first[i];
    }
    return {static_cast<double>(least), static_cast<double>(greatest)};
}
#endif

template <class T>
LeastAndGreatest range_of(const std::byte* column, std::size_t offset, std::size_t stride, std::size_t rows) {
    const std::byte* const first = column + offset;
#if defined(__SSE2__)
    const std::size_t per_row = stride / sizeof(T);
    if (std::is_same_v<T, float> && stride % sizeof(T) == 0 && offset % sizeof(T) == 0 &&
        (per_row == 1 || per_row == 2 || per_row == 4))
        return range_of_floats(column, rows * per_row, per_row, offset / sizeof(T));
#endif
    if (stride == sizeof(T)) return range_of_rows<T, 1>(first, stride, rows);
    if (stride == 2 * sizeof(T)) return range_of_rows<T, 2>(first, stride, rows);
    if (stride == 3 * sizeof(T)) return range_of_rows<T, 3>(first, stride, rows);
    if (stride == 4 * sizeof(T)) return range_of_rows<T, 4>(first, stride, rows);
    return range_of_rows<T, 0>(first, stride, rows);
}

LeastAndGreatest range_of_kind(FieldKind kind, const std::byte* column, std::size_t offset, std::size_t stride,
                               std::size_t rows) {
    switch (kind) {
        case FieldKind::F32:
            return range_of<float>(column, offset, stride, rows);
        case FieldKind::F64:
            return range_of<double>(column, offset, stride, rows);
        case FieldKind::I8:
            return range_of<std::int8_t>(column, offset, stride, rows);
        case FieldKind::I16:
            return range_of<std::int16_t>(column, offset, stride, rows);
        case FieldKind::I32:
            return range_of<std::int32_t>(column, offset, stride, rows);
        case FieldKind::U8:
            return range_of<std::uint8_t>(column, offset, stride, rows);
        case FieldKind::U16:
            return range_of<std::uint16_t>(column, offset, stride, rows);
        case FieldKind::U32:
            return range_of<std::uint32_t>(column, offset, stride, rows);
        default:
            return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    }
}

/// The processor predicts the next line of a column, but not where the column of another chunk begins.
void prefetch_lines(const std::byte* from, std::size_t bytes) {
    constexpr std::size_t line = 64;
    for (std::size_t at = 0; at < bytes; at += line) __builtin_prefetch(from + at);
}

}  // namespace

bool FieldRanges::fits(FieldKind kind) {
    return kind == FieldKind::F32 || kind == FieldKind::F64 || kind == FieldKind::I8 || kind == FieldKind::I16 ||
           kind == FieldKind::I32 || kind == FieldKind::U8 || kind == FieldKind::U16 || kind == FieldKind::U32;
}

std::size_t FieldRanges::update(const World& world) {
    for (; seen_archetypes_ < world.archetype_count(); ++seen_archetypes_) {
        const auto id = static_cast<ArchetypeId>(seen_archetypes_);
        const int column = world.archetype(id).column_of(field_.component);
        if (column != no_column) archetypes_.push_back({id, column, {}});
    }
    std::size_t read = 0;
    least_ = std::numeric_limits<double>::infinity();
    greatest_ = -least_;
    for (OfArchetype& each : archetypes_) {
        const Archetype& archetype = world.archetype(each.archetype);
        const std::size_t count = archetype.entity_count(), capacity = archetype.layout().capacity;
        const std::size_t chunks = count == 0 ? 0 : (count + capacity - 1) / capacity;
        each.chunks.resize(chunks);
        const std::size_t stride = world.types()[field_.component].size;
        const auto position = static_cast<std::size_t>(each.column);
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            constexpr std::size_t ahead = 3;  // chunks
            if (chunk + ahead < chunks &&
                (each.chunks[chunk + ahead].read_at == 0 ||
                 archetype.column_version(chunk + ahead, each.column) > each.chunks[chunk + ahead].read_at))
                prefetch_lines(archetype.column_data(chunk + ahead, position), capacity * stride);
            Range& range = each.chunks[chunk];
            if (range.read_at == 0 || archetype.column_version(chunk, each.column) > range.read_at) {
                const std::byte* const column = archetype.column_data(chunk, position);
                const auto [least, greatest] = range_of_kind(field_.kind, column, field_.offset, stride,
                                                             std::min(capacity, count - chunk * capacity));
                range = {world.version(), least, greatest};
                ++read;
            }
            least_ = std::min(least_, range.least);
            greatest_ = std::max(greatest_, range.greatest);
        }
    }
    return read;
}

}  // namespace ecs
