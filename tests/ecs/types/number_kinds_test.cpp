// Numbers of one kind as numbers of another, and the integers below enums.
#include "ecs/types/number_kinds.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "catch.hpp"
#include "ecs/types/field_path.hpp"
#include "ecs/types/type_registry.hpp"

namespace number_kinds_test {

using namespace ecs;

namespace {

template <class T>
struct KindOf;
template <>
struct KindOf<std::int8_t> {
    static constexpr FieldKind value = FieldKind::I8;
};
template <>
struct KindOf<std::int32_t> {
    static constexpr FieldKind value = FieldKind::I32;
};
template <>
struct KindOf<std::int64_t> {
    static constexpr FieldKind value = FieldKind::I64;
};
template <>
struct KindOf<std::uint64_t> {
    static constexpr FieldKind value = FieldKind::U64;
};
template <>
struct KindOf<float> {
    static constexpr FieldKind value = FieldKind::F32;
};
template <>
struct KindOf<double> {
    static constexpr FieldKind value = FieldKind::F64;
};

template <class To, class From>
NumberFit carried(From from, To expected) {
    To to{};
    const NumberFit fit = carry_number(KindOf<From>::value, &from, KindOf<To>::value, &to);
    if (std::memcmp(&to, &expected, sizeof to) != 0) FAIL_CHECK("became " << +to << ", expected " << +expected);
    return fit;
}

}  // namespace

TEST_CASE("Number kinds: every number becomes the nearest one, and losses are told apart", "[ecs][numbers]") {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr float most = std::numeric_limits<float>::max();
    CHECK(carried<std::int64_t>(std::uint64_t{9007199254740993}, 9007199254740993) == NumberFit::Exact);
    CHECK(carried<std::int64_t>(~std::uint64_t{0}, std::numeric_limits<std::int64_t>::max()) == NumberFit::Overflow);
    CHECK(carried<std::uint64_t>(std::int64_t{-1}, std::uint64_t{0}) == NumberFit::Overflow);
    CHECK(carried<std::int8_t>(std::int32_t{-129}, std::int8_t{-128}) == NumberFit::Overflow);
    CHECK(carried<double>(std::uint64_t{9007199254740993}, 9007199254740992.0) == NumberFit::NotHeld);
    CHECK(carried<double>(~std::uint64_t{0}, 0x1p64) == NumberFit::NotHeld);
    CHECK(carried<double>(std::numeric_limits<std::int64_t>::min(), -0x1p63) == NumberFit::Exact);
    CHECK(carried<double>(std::numeric_limits<std::int64_t>::max(), 0x1p63) == NumberFit::NotHeld);
    CHECK(carried<float>(std::int32_t{16777217}, 16777216.0f) == NumberFit::NotHeld);
    CHECK(carried<float>(std::int32_t{16777218}, 16777218.0f) == NumberFit::Exact);
    CHECK(carried<float>(0.1, 0.1f) == NumberFit::Rounded);
    CHECK(carried<float>(0.5, 0.5f) == NumberFit::Exact);
    CHECK(carried<float>(1e308, most) == NumberFit::Overflow);
    CHECK(carried<float>(-1e308, -most) == NumberFit::Overflow);
    CHECK(carried<float>(3.40282347e38, most) == NumberFit::Rounded);
    CHECK(carried<float>(1e-50, 0.0f) == NumberFit::Underflow);
    CHECK(carried<float>(-1e-50, -0.0f) == NumberFit::Underflow);
    CHECK(carried<float>(infinity, std::numeric_limits<float>::infinity()) == NumberFit::Exact);
    CHECK(carried<double>(0.1f, static_cast<double>(0.1f)) == NumberFit::Exact);
    CHECK(carried<std::int32_t>(0.5, 0) == NumberFit::Fraction);
    CHECK(carried<std::int32_t>(-7.0, -7) == NumberFit::Exact);
    CHECK(carried<std::int64_t>(0x1p63, std::numeric_limits<std::int64_t>::max()) == NumberFit::Overflow);
    CHECK(carried<std::int64_t>(-0x1p63, std::numeric_limits<std::int64_t>::min()) == NumberFit::Exact);
    CHECK(carried<std::uint64_t>(0x1.fffffffffffffp63, std::uint64_t{18446744073709549568u}) == NumberFit::Exact);
    CHECK(carried<std::int32_t>(std::nan(""), 0) == NumberFit::Overflow);
}

TEST_CASE("Number kinds: an enum has the sign of the type below it", "[ecs][numbers]") {
    Field field;
    field.kind = FieldKind::Enum;
    field.element_size = 1;
    field.names = {{"A", 0}, {"None", 255}};
    std::uint8_t value = 200;
    CHECK(stored_kind(field) == FieldKind::U8);
    CHECK(read_enum(field, &value) == 200);
    CHECK_FALSE(enum_name(field, 200));
    value = 255;
    CHECK(enum_name(field, read_enum(field, &value)) == std::optional<std::string_view>("None"));
    field.names = {{"A", 0}, {"None", -1}};
    CHECK(stored_kind(field) == FieldKind::I8);
    CHECK(read_enum(field, &value) == -1);
    CHECK(enum_name(field, -1) == std::optional<std::string_view>("None"));
}

namespace {

enum class Small : std::uint8_t { A, B };
enum class Signed : std::int16_t { A, B };
enum class Large : std::uint64_t { A, B };
struct OfEnums {
    Small small = Small::A;
    Signed negative = Signed::A;
    Large large = Large::A;
};

}  // namespace

TEST_CASE("Number kinds: an enum of a C++ type has its sign, though no name says it", "[ecs][numbers]") {
    TypeRegistry types;
    types.add<OfEnums>("OfEnums")
        .field("small", &OfEnums::small, {.names = {{"A", 0}, {"B", 1}}})
        .field("negative", &OfEnums::negative, {.names = {{"A", 0}, {"B", 1}}})
        .field("large", &OfEnums::large, {.names = {{"A", 0}, {"B", 1}}});
    const ComponentType& type = *types.find("OfEnums");
    OfEnums value{static_cast<Small>(200), static_cast<Signed>(-2), static_cast<Large>(~std::uint64_t{0})};
    const auto read = [&](const char* name) {
        const Field& field = *type.find_field(name);
        return read_enum(field, reinterpret_cast<const std::byte*>(&value) + field.offset);
    };
    CHECK(stored_kind(*type.find_field("small")) == FieldKind::U8);
    CHECK(read("small") == 200);
    CHECK(read("negative") == -2);
    CHECK(stored_kind(*type.find_field("large")) == FieldKind::U64);
    CHECK(enum_number_text(*type.find_field("large"), read("large")) == "18446744073709551615");
    CHECK(read_number(*find_field(types, "OfEnums.small"), &value) == 200);
    CHECK(read_number(*find_field(types, "OfEnums.negative"), &value) == -2);
}

}  // namespace number_kinds_test
