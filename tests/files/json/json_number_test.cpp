// Numbers one by one: what becomes of those that their types cannot hold. Those of whole files: number_loss_test.cpp.
#include <cmath>
#include <limits>
#include <string>

#include "catch.hpp"
#include "files/json/json_fields.hpp"

namespace json_number_test {

using namespace files;
using enum ecs::NumberFit;

namespace {

template <class Number>
struct Found {
    Number value = 0;
    ecs::NumberFit fit = Exact;
    friend bool operator==(const Found& a, const Found& b) {
        return a.value == b.value && std::signbit(double(a.value)) == std::signbit(double(b.value)) && a.fit == b.fit;
    }
    friend std::ostream& operator<<(std::ostream& out, const Found& found) {
        return out << +found.value << ", fit " << static_cast<int>(found.fit);
    }
};

/// The nearest number.
template <class Number>
Found<Number> nearest(std::string_view text) {
    JsonReader json(text, "t");
    Found<Number> found;
    found.value = read_number_as<Number>(json, NumberMode::Nearest, &found.fit);
    json.finish();
    return found;
}

template <class Number>
std::string problem(std::string_view text) {
    try {
        JsonReader json(text, "t");
        (void)read_number_as<Number>(json);
    } catch (const FileError& error) {
        return error.problem();
    }
    return {};
}

constexpr const char* far = "99999999999999999999";  // no 64-bit integer

}  // namespace

TEST_CASE("JSON numbers: a number beyond its type becomes the limit on its side", "[files][json][numbers]") {
    constexpr float f32 = std::numeric_limits<float>::max();
    constexpr double f64 = std::numeric_limits<double>::max();
    CHECK(nearest<float>("1e39") == Found<float>{f32, Overflow});
    CHECK(nearest<float>("-1e39") == Found<float>{-f32, Overflow});
    CHECK(nearest<double>("1e309") == Found<double>{f64, Overflow});
    CHECK(nearest<double>("-1E+309") == Found<double>{-f64, Overflow});
    CHECK(nearest<double>(std::string("1e") + far) == Found<double>{f64, Overflow});
    CHECK(nearest<double>(std::string("-1e+") + far) == Found<double>{-f64, Overflow});
    CHECK(nearest<double>("1" + std::string(400, '0')) == Found<double>{f64, Overflow});
    CHECK(nearest<double>("0.001e330") == Found<double>{f64, Overflow});
    CHECK(nearest<std::int8_t>("128") == Found<std::int8_t>{127, Overflow});
    CHECK(nearest<std::int8_t>("-129") == Found<std::int8_t>{-128, Overflow});
    CHECK(nearest<std::int8_t>("-1e3") == Found<std::int8_t>{-128, Overflow});
    CHECK(nearest<std::uint8_t>("-1") == Found<std::uint8_t>{0, Overflow});
    CHECK(nearest<std::int32_t>(std::string("-1e") + far) ==
          Found<std::int32_t>{std::numeric_limits<std::int32_t>::min(), Overflow});
    CHECK(nearest<std::int32_t>(std::string("1e+") + far) ==
          Found<std::int32_t>{std::numeric_limits<std::int32_t>::max(), Overflow});
    constexpr std::uint64_t u64 = std::numeric_limits<std::uint64_t>::max();
    CHECK(nearest<std::uint64_t>("18446744073709551616") == Found<std::uint64_t>{u64, Overflow});
    CHECK(nearest<std::uint64_t>("18446744073709551615.5") == Found<std::uint64_t>{u64, Overflow});
    CHECK(nearest<std::uint64_t>("123456789012345678901.5") == Found<std::uint64_t>{u64, Overflow});
}

TEST_CASE("JSON numbers: a number too close to 0 becomes 0 and keeps its sign", "[files][json][numbers]") {
    CHECK(nearest<float>("1e-50") == Found<float>{0, Underflow});
    CHECK(nearest<float>("-1e-50") == Found<float>{-0.0f, Underflow});
    CHECK(nearest<double>(std::string("1e-") + far) == Found<double>{0, Underflow});
    CHECK(nearest<double>(std::string("-1e-") + far) == Found<double>{-0.0, Underflow});
    CHECK(nearest<double>("0." + std::string(400, '0') + "1") == Found<double>{0, Underflow});
    CHECK(nearest<double>("1000e-400") == Found<double>{0, Underflow});
    CHECK(nearest<double>("-0.0e-400") == Found<double>{-0.0, Exact});
    CHECK(nearest<float>("0e99") == Found<float>{0, Exact});
}

TEST_CASE("JSON numbers: integers take the nearest whole number", "[files][json][numbers]") {
    CHECK(nearest<std::int32_t>("2.4") == Found<std::int32_t>{2, Fraction});
    CHECK(nearest<std::int32_t>("2.5") == Found<std::int32_t>{3, Fraction});
    CHECK(nearest<std::int32_t>("-2.5") == Found<std::int32_t>{-3, Fraction});
    CHECK(nearest<std::int32_t>("0.5") == Found<std::int32_t>{1, Fraction});
    CHECK(nearest<std::int32_t>("0.05") == Found<std::int32_t>{0, Fraction});
    CHECK(nearest<std::int32_t>("99e-2") == Found<std::int32_t>{1, Fraction});
    CHECK(nearest<std::int32_t>("99e-3") == Found<std::int32_t>{0, Fraction});
    CHECK(nearest<std::int32_t>(std::string("7e-") + far) == Found<std::int32_t>{0, Fraction});
    CHECK(nearest<std::int32_t>("12.50e1") == Found<std::int32_t>{125, Exact});
    CHECK(nearest<std::int32_t>("1200e-2") == Found<std::int32_t>{12, Exact});
    CHECK(nearest<std::int32_t>("0.00e5") == Found<std::int32_t>{0, Exact});
    CHECK(nearest<std::uint8_t>("254.5") == Found<std::uint8_t>{255, Fraction});
    CHECK(nearest<std::uint8_t>("255.5") == Found<std::uint8_t>{255, Overflow});
    CHECK(nearest<std::int64_t>("-9223372036854775808.0") ==
          Found<std::int64_t>{std::numeric_limits<std::int64_t>::min(), Exact});
    CHECK(nearest<std::uint64_t>("1e19") == Found<std::uint64_t>{10'000'000'000'000'000'000u, Exact});
}

TEST_CASE("JSON numbers: the words for what is not finite are read where a number is", "[files][json][numbers]") {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    CHECK(nearest<double>("\"inf\"") == Found<double>{infinity, Exact});
    CHECK(nearest<double>("\"-inf\"") == Found<double>{-infinity, Exact});
    CHECK(std::isnan(nearest<float>("\"nan\"").value));
    CHECK(nearest<std::int8_t>("\"inf\"") == Found<std::int8_t>{127, Overflow});
    CHECK(nearest<std::int8_t>("\"-inf\"") == Found<std::int8_t>{-128, Overflow});
    CHECK(nearest<std::int8_t>("\"nan\"") == Found<std::int8_t>{0, Overflow});
    CHECK(problem<double>("\"infinite\"") == "the file must be a number, found string \"infinite\"");
    CHECK(problem<std::int8_t>("\"nan\"") == "the file must be a whole number from -128 to 127, found string \"nan\"");
    CHECK_THROWS_AS(nearest<std::int8_t>("\"much\""), FileError);
    CHECK_THROWS_AS(nearest<std::int8_t>("null"), FileError);
}

TEST_CASE("JSON numbers: where no loss is allowed, one is an error", "[files][json][numbers]") {
    CHECK(problem<std::uint8_t>("256") == "the file must be a whole number from 0 to 255, found number 256");
    CHECK(problem<std::int16_t>("-32768.5") ==
          "the file must be a whole number from -32768 to 32767, found number -32768.5");
    CHECK(problem<std::int64_t>("1.5") != "");
    CHECK(problem<float>("1e39") == "the file must be a number that fits f32, found number 1e39");
    CHECK(problem<double>("-1e309") == "the file must be a number that fits f64, found number -1e309");
    CHECK(problem<std::uint8_t>("25.50e1") == "");
}

}  // namespace json_number_test
