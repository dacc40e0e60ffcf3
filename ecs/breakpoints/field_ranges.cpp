#include "ecs/breakpoints/field_ranges.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace ecs {

namespace {

struct LeastAndGreatest {
    double least, greatest;
};

/// Neighbouring values are compared with sixteen of each at once, whatever the component is made of: where it has two,
/// four or eight values of this size, every other one, fourth or eighth counts at the end.
constexpr std::size_t lanes = 16;

template <class T>
constexpr T top_of = std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                          : std::numeric_limits<T>::max();
template <class T>
constexpr T bottom_of = std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                             : std::numeric_limits<T>::lowest();

template <class T>
LeastAndGreatest range_of_lanes(const std::byte* column, std::size_t values, std::size_t per_row, std::size_t member) {
    std::array<T, lanes> low, high, some;
    low.fill(top_of<T>);
    high.fill(bottom_of<T>);
    std::size_t i = 0;
    for (; i + lanes <= values; i += lanes) {
        std::memcpy(some.data(), column + i * sizeof(T), sizeof some);
        for (std::size_t k = 0; k < lanes; ++k) low[k] = some[k] < low[k] ? some[k] : low[k];
        for (std::size_t k = 0; k < lanes; ++k) high[k] = high[k] < some[k] ? some[k] : high[k];
    }
    T least = top_of<T>, greatest = bottom_of<T>;
    for (std::size_t k = member; k < lanes; k += per_row) {
        least = std::min(least, low[k]);
        greatest = std::max(greatest, high[k]);
    }
    for (i += member; i < values; i += per_row) {
        T value;
        std::memcpy(&value, column + i * sizeof(T), sizeof value);
        if (value < least) least = value;
        if (greatest < value) greatest = value;
    }
    return {static_cast<double>(least), static_cast<double>(greatest)};
}

template <class T>
LeastAndGreatest range_of_rows(const std::byte* first, std::size_t stride, std::size_t rows) {
    T least = top_of<T>, greatest = bottom_of<T>;
    for (std::size_t i = 0; i < rows; ++i) {
        T value;
        std::memcpy(&value, first + i * stride, sizeof value);
        least = value < least ? value : least;
        greatest = greatest < value ? value : greatest;
    }
    return {static_cast<double>(least), static_cast<double>(greatest)};
}

template <class T>
LeastAndGreatest range_of(const std::byte* column, std::size_t offset, std::size_t stride, std::size_t rows) {
    const std::size_t per_row = stride / sizeof(T);
    if (stride % sizeof(T) == 0 && offset % sizeof(T) == 0 && (per_row == 1 || per_row == 2 || per_row == 4))
        return range_of_lanes<T>(column, rows * per_row, per_row, offset / sizeof(T));
    return range_of_rows<T>(column + offset, stride, rows);
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
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            Range& range = each.chunks[chunk];
            if (range.read_at == 0 || archetype.column_version(chunk, each.column) > range.read_at) {
                const std::byte* const column = archetype.column_data(chunk, static_cast<std::size_t>(each.column));
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
