#include "ecs/snapshot/odd_floats.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "ecs/base/language.hpp"

namespace ecs {

namespace {

/// A float in the values of a type.
struct FloatPlace {
    std::uint32_t offset = 0;
    bool is_double = false;
};

void append_places(const std::vector<Field>& fields, std::uint32_t base, std::vector<FloatPlace>& places) {
    for (const Field& field : fields)
        for (std::uint32_t i = 0; i < field.count; ++i) {
            const std::uint32_t at = base + field.offset + i * field.element_size;
            if (field.kind == FieldKind::Struct) append_places(field.fields, at, places);
            if (field.kind == FieldKind::F64) places.push_back({at, true});
            for (std::uint32_t n = 0; n < float_count(field.kind); ++n)
                places.push_back({at + n * static_cast<std::uint32_t>(sizeof(float)), false});
        }
}

std::vector<FloatPlace> float_places(const ComponentType& type) {
    std::vector<FloatPlace> places;
    append_places(type.fields, 0, places);
    return places;
}

/// The bits when the float is no number.
std::optional<std::uint64_t> nan_at(const std::byte* value, const FloatPlace& place) {
    if (place.is_double) {
        double number;
        std::memcpy(&number, value + place.offset, sizeof number);
        return std::isnan(number) ? std::optional(std::bit_cast<std::uint64_t>(number)) : std::nullopt;
    }
    float number;
    std::memcpy(&number, value + place.offset, sizeof number);
    return std::isnan(number) ? std::optional<std::uint64_t>(std::bit_cast<std::uint32_t>(number)) : std::nullopt;
}

std::uint64_t usual_bits(const FloatPlace& place) {
    return place.is_double ? std::bit_cast<std::uint64_t>(std::numeric_limits<double>::quiet_NaN())
                           : std::bit_cast<std::uint32_t>(std::numeric_limits<float>::quiet_NaN());
}

bool is_nan(const FloatPlace& place, std::uint64_t bits) {
    if (place.is_double) return std::isnan(std::bit_cast<double>(bits));
    return bits >> 32 == 0 && std::isnan(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
}

std::optional<FloatPlace> place_of(const World& world, const WorldOrder::OfNan& nan) {
    const ComponentType* const type = world.types().find(nan.component);
    if (type == nullptr || !world.alive(nan.entity) || !world.has(nan.entity, type->id)) return std::nullopt;
    const std::vector<FloatPlace> places = float_places(*type);
    const auto found =
        std::ranges::find_if(places, [&](const FloatPlace& place) { return place.offset == nan.offset; });
    return found == places.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

std::vector<WorldOrder::OfNan> odd_floats(const World& world) {
    std::vector<WorldOrder::OfNan> nans;
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        for (std::size_t column = 0; column < archetype.types().size(); ++column) {
            const ComponentType& type = *archetype.types()[column];
            const std::vector<FloatPlace> places = float_places(type);
            if (places.empty()) continue;
            for (std::size_t position = 0; position < archetype.chunk_count(); ++position) {
                const std::byte* value = archetype.column_data(position, column);
                for (const Entity entity : archetype.chunk(position).entities()) {
                    for (const FloatPlace& place : places)
                        if (const auto bits = nan_at(value, place); bits && *bits != usual_bits(place))
                            nans.push_back({entity, type.name, place.offset, *bits});
                    value += type.size;
                }
            }
        }
    }
    return nans;
}

std::string why_not(const World& world, const std::vector<WorldOrder::OfNan>& nans) {
    for (const WorldOrder::OfNan& nan : nans) {
        const std::optional<FloatPlace> place = place_of(world, nan);
        const ComponentType* const type = world.types().find(nan.component);
        if (!place || !is_nan(*place, nan.bits) ||
            !nan_at(static_cast<const std::byte*>(world.get(nan.entity, type->id)), *place))
            return phrase("{} of {} has no such float", nan.component, to_string(nan.entity));
    }
    return {};
}

void put_odd_floats(World& world, const std::vector<WorldOrder::OfNan>& nans) {
    for (const WorldOrder::OfNan& nan : nans) {
        const std::optional<FloatPlace> place = place_of(world, nan);
        auto* const value = static_cast<std::byte*>(world.get_mut(nan.entity, world.types().find(nan.component)->id));
        if (place->is_double) {
            std::memcpy(value + nan.offset, &nan.bits, sizeof nan.bits);
        } else {
            const auto bits = static_cast<std::uint32_t>(nan.bits);
            std::memcpy(value + nan.offset, &bits, sizeof bits);
        }
    }
}

}  // namespace ecs
