#include "panels/query/query_columns.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "ecs/types/number_kinds.hpp"
#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/base/text_search.hpp"
#include "panels/base/value_text.hpp"

namespace panels {

namespace {

constexpr std::size_t elements_max = 4;  // of an array
constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

/// Grows with the number; NaN comes after all others.
std::uint64_t ordered(double number) {
    if (std::isnan(number)) return ~std::uint64_t{0};
    if (number == 0) number = 0;  // without a sign
    const auto bits = std::bit_cast<std::uint64_t>(number);
    return (bits & sign_bit) != 0 ? ~bits : bits | sign_bit;
}
std::uint64_t ordered(std::int64_t number) { return static_cast<std::uint64_t>(number) ^ sign_bit; }

template <class T>
T read_as(const std::byte* data) {
    T value;
    std::memcpy(&value, data, sizeof value);
    return value;
}

std::string text_of_number(double number) {
    constexpr double many_digits_below = 100;
    return format_decimal(number, std::abs(number) < many_digits_below ? 3 : 2);
}
template <class Whole>
std::string text_of_whole(Whole number) {
    const auto size = static_cast<std::uint64_t>(number);
    if (std::is_signed_v<Whole> && number < 0) return "-" + format_count(std::uint64_t{0} - size);
    return format_count(size);
}

std::string text_of_entity(const ecs::World& world, ecs::Entity entity) {
    return entity ? figures::name_or_id(world, entity) : std::string();
}

/// The bytes of the value; null when the entity has none.
const std::byte* bytes_of(const QueryColumn& column, const ecs::World& world, ecs::Entity entity) {
    if (!world.alive(entity) || !world.has(entity, column.place.component)) return nullptr;
    const void* const component = world.get(entity, column.place.component);
    return component == nullptr ? nullptr : static_cast<const std::byte*>(component) + column.place.offset;
}

SortKey key_of_number(std::uint64_t number) { return {.number = number, .known = true}; }

SortKey key_of_value(const ecs::World& world, const ecs::AnyValue& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return key_of_number(ordered(*whole));
    if (const auto* natural = std::get_if<std::uint64_t>(&value)) return key_of_number(*natural);
    if (const auto* number = std::get_if<double>(&value)) return key_of_number(ordered(*number));
    if (const auto* truth = std::get_if<bool>(&value)) return key_of_number(*truth ? 1 : 0);
    if (const auto* text = std::get_if<std::string>(&value)) return key_of_text(*text);
    return key_of_text(text_of_entity(world, std::get<ecs::Entity>(value)));
}

}  // namespace

std::vector<ecs::WrittenValue> values_in(const ecs::World& world) {
    std::vector<ecs::WrittenValue> all;
    for (ecs::ComponentId id = 0; id < world.types().size(); ++id) {
        if (world.types()[id].opaque_json || world.types()[id].retired) continue;
        for (ecs::WrittenValue& value : ecs::written_values(world.types(), id, elements_max))
            all.push_back(std::move(value));
    }
    return all;
}

QueryColumn column_of(const ecs::World& world, const std::vector<ecs::WrittenValue>& known, const std::string& text) {
    QueryColumn column;
    column.text = text;
    const auto found =
        std::find_if(known.begin(), known.end(), [&](const ecs::WrittenValue& value) { return value.text == text; });
    if (found != known.end()) {
        column.place = found->place;
        column.field = found->field;
        column.number = ecs::is_number(found->place.kind) && found->place.kind != ecs::FieldKind::Enum &&
                        found->place.kind != ecs::FieldKind::Bool;
        return column;
    }
    auto value = ecs::TextValue::parse(text);
    const ecs::TextError* const error = value ? value->bind(world) : &value.error();
    if (error != nullptr)
        column.problem = error->message;
    else
        column.value.emplace(std::move(*value));
    return column;
}

std::string cell_text(QueryColumn& column, const ecs::World& world, ecs::Entity entity) {
    if (column.field == nullptr) {
        const auto value = column.value ? column.value->value(world, entity) : std::nullopt;
        if (!value) return {};
        if (const auto* number = std::get_if<double>(&*value)) return text_of_number(*number);
        if (const auto* whole = std::get_if<std::int64_t>(&*value)) return text_of_whole(*whole);
        if (const auto* natural = std::get_if<std::uint64_t>(&*value)) return text_of_whole(*natural);
        if (const auto* text = std::get_if<std::string>(&*value)) return figures::one_line(*text);
        if (const auto* other = std::get_if<ecs::Entity>(&*value)) return text_of_entity(world, *other);
        return ecs::to_string(*value);
    }
    const std::byte* const data = bytes_of(column, world, entity);
    if (data == nullptr) return {};
    using Kind = ecs::FieldKind;
    switch (column.place.kind) {
        case Kind::F32:
            return text_of_number(static_cast<double>(read_as<float>(data)));
        case Kind::F64:
            return text_of_number(read_as<double>(data));
        case Kind::Bool:
            return read_as<unsigned char>(data) != 0 ? "true" : "false";
        case Kind::U64:
            return text_of_whole(read_as<std::uint64_t>(data));
        case Kind::I64:
            return text_of_whole(read_as<std::int64_t>(data));
        case Kind::String:
            return figures::one_line(*reinterpret_cast<const std::string*>(data));
        case Kind::Entity:
            return text_of_entity(world, read_as<ecs::Entity>(data));
        case Kind::Enum: {
            const std::int64_t value = ecs::read_enum(*column.field, data);
            const auto name = ecs::enum_name(*column.field, value);
            return name ? std::string(*name) : ecs::enum_number_text(*column.field, value);
        }
        default: {
            ecs::FieldPath here = column.place;
            here.offset = 0;
            return text_of_whole(static_cast<std::int64_t>(ecs::read_number(here, data)));
        }
    }
}

SortKey key_of_text(std::string_view text) {
    SortKey key{.known = !text.empty(), .text = true, .letters = to_lower(text)};
    // A number of the first eight letters decides most comparisons.
    for (std::size_t i = 0; i < sizeof key.number; ++i)
        key.number = key.number << 8 | (i < key.letters.size() ? static_cast<unsigned char>(key.letters[i]) : 0u);
    return key;
}

SortKey key_of(QueryColumn& column, const ecs::World& world, ecs::Entity entity) {
    if (column.field == nullptr) {
        const auto value = column.value ? column.value->value(world, entity) : std::nullopt;
        return value ? key_of_value(world, *value) : SortKey();
    }
    const std::byte* const data = bytes_of(column, world, entity);
    if (data == nullptr) return {};
    using Kind = ecs::FieldKind;
    switch (column.place.kind) {
        case Kind::F32:
            return key_of_number(ordered(static_cast<double>(read_as<float>(data))));
        case Kind::F64:
            return key_of_number(ordered(read_as<double>(data)));
        case Kind::U64:
            return key_of_number(read_as<std::uint64_t>(data));
        case Kind::I64:
            return key_of_number(ordered(read_as<std::int64_t>(data)));
        case Kind::String:
            return key_of_text(*reinterpret_cast<const std::string*>(data));
        case Kind::Entity:
            return key_of_text(text_of_entity(world, read_as<ecs::Entity>(data)));
        case Kind::Enum:
            return key_of_number(ordered(ecs::read_enum(*column.field, data)));
        default: {
            ecs::FieldPath here = column.place;
            here.offset = 0;
            return key_of_number(ordered(ecs::read_number(here, data)));
        }
    }
}

}  // namespace panels
