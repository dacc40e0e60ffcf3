#include "ecs/breakpoints/column_ranges.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <type_traits>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace ecs {

namespace {

using Range = ColumnRanges::Range;

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
Range as_floats(Bits least, Bits greatest) {
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
Range as_numbers(BitsOf<T> least, BitsOf<T> greatest) {
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
Range range_of_rows(const std::byte* first, std::size_t stride, std::size_t rows) {
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

/// Floats that stand side by side in rows of 1, 2 or 4, so that one pass is enough for all members of a row.
bool in_rows_of_floats(FieldKind kind, std::size_t offset, std::size_t stride) {
    const std::size_t per_row = stride / sizeof(float);
    return kind == FieldKind::F32 && stride % sizeof(float) == 0 && offset % sizeof(float) == 0 &&
           (per_row == 1 || per_row == 2 || per_row == 4);
}

/// By place in four floats: with two floats a row, every other one is of the same member.
struct FloatRanges {
    static constexpr float infinity = std::numeric_limits<float>::infinity();
    float least[4] = {infinity, infinity, infinity, infinity};
    float greatest[4] = {-infinity, -infinity, -infinity, -infinity};

    Range of_member(std::size_t member, std::size_t per_row) const {
        Range range;
        for (std::size_t k = member; k < 4; k += per_row) {
            range.least = std::min(range.least, static_cast<double>(least[k]));
            range.greatest = std::max(range.greatest, static_cast<double>(greatest[k]));
        }
        return range;
    }
};

/// Sixteen floats at a time, whatever a row is made of. A NaN is passed over.
FloatRanges ranges_of_floats(const std::byte* column, std::size_t floats) {
    FloatRanges ranges;
    std::size_t i = 0;
#if defined(__SSE2__)
    constexpr std::size_t at_once = 16;
    __m128 low[4], high[4];
    for (int k = 0; k < 4; ++k)
        low[k] = _mm_set1_ps(FloatRanges::infinity), high[k] = _mm_set1_ps(-FloatRanges::infinity);
    for (; i + at_once <= floats; i += at_once)
        for (int k = 0; k < 4; ++k) {
            const __m128 some = _mm_loadu_ps(reinterpret_cast<const float*>(column) + i + k * 4);
            low[k] = _mm_min_ps(some, low[k]);
            high[k] = _mm_max_ps(some, high[k]);
        }
    _mm_storeu_ps(ranges.least, _mm_min_ps(_mm_min_ps(low[0], low[1]), _mm_min_ps(low[2], low[3])));
    _mm_storeu_ps(ranges.greatest, _mm_max_ps(_mm_max_ps(high[0], high[1]), _mm_max_ps(high[2], high[3])));
#endif
    for (; i < floats; ++i) {
        float value;  // or another member's bits, which nobody asks for
        std::memcpy(&value, column + i * sizeof value, sizeof value);
        if (value < ranges.least[i % 4]) ranges.least[i % 4] = value;
        if (value > ranges.greatest[i % 4]) ranges.greatest[i % 4] = value;
    }
    return ranges;
}

template <class T>
Range range_of(const std::byte* column, std::size_t offset, std::size_t stride, std::size_t rows) {
    const std::byte* const first = column + offset;
    if (stride == sizeof(T)) return range_of_rows<T, 1>(first, stride, rows);
    if (stride == 2 * sizeof(T)) return range_of_rows<T, 2>(first, stride, rows);
    if (stride == 3 * sizeof(T)) return range_of_rows<T, 3>(first, stride, rows);
    if (stride == 4 * sizeof(T)) return range_of_rows<T, 4>(first, stride, rows);
    return range_of_rows<T, 0>(first, stride, rows);
}

Range range_of_kind(FieldKind kind, const std::byte* column, std::size_t offset, std::size_t stride, std::size_t rows) {
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

bool ColumnRanges::fits(FieldKind kind) {
    return kind == FieldKind::F32 || kind == FieldKind::F64 || kind == FieldKind::I8 || kind == FieldKind::I16 ||
           kind == FieldKind::I32 || kind == FieldKind::U8 || kind == FieldKind::U16 || kind == FieldKind::U32;
}

std::size_t ColumnRanges::add(const FieldPath& field) {
    const auto found = std::find(fields_.begin(), fields_.end(), field);
    if (found != fields_.end()) return static_cast<std::size_t>(found - fields_.begin());
    fields_.push_back(field);
    ranges_.emplace_back();
    return fields_.size() - 1;
}

void ColumnRanges::read_chunk(const std::byte* column, std::size_t stride, std::size_t rows, Range* ranges) const {
    std::optional<FloatRanges> floats;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        const FieldPath& field = fields_[i];
        if (!in_rows_of_floats(field.kind, field.offset, stride)) {
            ranges[i] = range_of_kind(field.kind, column, field.offset, stride, rows);
            continue;
        }
        const std::size_t per_row = stride / sizeof(float);
        if (!floats) floats = ranges_of_floats(column, rows * per_row);
        ranges[i] = floats->of_member(field.offset / sizeof(float), per_row);
    }
}

std::size_t ColumnRanges::update(const World& world) {
    for (; seen_archetypes_ < world.archetype_count(); ++seen_archetypes_) {
        const auto id = static_cast<ArchetypeId>(seen_archetypes_);
        const int column = world.archetype(id).column_of(component_);
        if (column != no_column) archetypes_.push_back({id, column, {}, {}});
    }
    std::size_t read = 0;
    std::fill(ranges_.begin(), ranges_.end(), Range{});
    const std::size_t stride = world.types()[component_].size;
    // Systems go from the first chunk to the last; so the last ones are in the cache still, and are read first.
    for (auto of = archetypes_.rbegin(); of != archetypes_.rend(); ++of) {
        OfArchetype& each = *of;
        const Archetype& archetype = world.archetype(each.archetype);
        const std::size_t count = archetype.entity_count(), capacity = archetype.layout().capacity;
        const std::size_t chunks = count == 0 ? 0 : (count + capacity - 1) / capacity;
        each.read_at.resize(chunks);
        each.ranges.resize(chunks * fields_.size());
        const auto position = static_cast<std::size_t>(each.column);
        const auto is_stale = [&](std::size_t chunk) {
            return each.read_at[chunk] == 0 || archetype.column_version(chunk, each.column) > each.read_at[chunk];
        };
        for (std::size_t chunk = chunks; chunk-- > 0;) {
            constexpr std::size_t ahead = 3;  // chunks
            if (chunk >= ahead && is_stale(chunk - ahead))
                prefetch_lines(archetype.column_data(chunk - ahead, position), capacity * stride);
            Range* const ranges = each.ranges.data() + chunk * fields_.size();
            if (is_stale(chunk)) {
                read_chunk(archetype.column_data(chunk, position), stride, std::min(capacity, count - chunk * capacity),
                           ranges);
                each.read_at[chunk] = world.version();
                ++read;
            }
            for (std::size_t i = 0; i < ranges_.size(); ++i) {
                ranges_[i].least = std::min(ranges_[i].least, ranges[i].least);
                ranges_[i].greatest = std::max(ranges_[i].greatest, ranges[i].greatest);
            }
        }
    }
    return read;
}

}  // namespace ecs
