// Floats as text, both ways, against the standard library.
#include "files/json/shortest_float.hpp"

#include <charconv>
#include <cmath>
#include <cstring>
#include <string>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "files/json/json_fields.hpp"
#include "files/json/number_scan.hpp"

namespace shortest_float_test {

using namespace files;

namespace {

std::string by_library(float value) {
    char text[64];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

std::string by_us(float value) {
    char text[longest_float];
    return {text, write_shortest(text, value)};
}

float from_library(const std::string& text) {
    float value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

/// Whether the quick scan took it; then the value must be the right one, to the bit.
bool scan(const std::string& text) {
    std::string padded = text + " }" + std::string(scan_bytes, '#');
    const char* at = padded.data();
    float value = 0;
    const bool taken = scan_f32(at, value);
    if (taken) {
        const float right = from_library(text);
        INFO(text);
        CHECK(std::memcmp(&value, &right, sizeof value) == 0);
        CHECK(at == padded.data() + text.size());
    }
    JsonReader json(text, "a number");
    const float general = read_number_as<float>(json), right = from_library(text);
    INFO(text);
    CHECK(std::memcmp(&general, &right, sizeof general) == 0);
    return taken;
}

}  // namespace

TEST_CASE("Shortest float: the characters of std::to_chars for any bits", "[files][float]") {
    int wrong = 0;
    const auto check = [&](std::uint32_t bits) {
        const auto value = std::bit_cast<float>(bits);
        if (!std::isfinite(value)) return;
        if (by_us(value) != by_library(value) && wrong++ == 0) CHECK(by_us(value) == by_library(value));
    };
    ecs::Random random(3);
    for (int i = 0; i < 300'000; ++i) check(static_cast<std::uint32_t>(random.next()));
    for (int i = 0; i < 300'000; ++i)  // of the range that the own routine is for
        check((108 + random.below(45)) << 23 | random.below(1u << 23) | random.below(2) << 31);
    for (std::uint32_t exponent = 0; exponent < 255; ++exponent)  // around powers of two, where the spacing changes
        for (std::uint32_t near = 0; near < 64; ++near) {
            check((exponent << 23) + near);
            check((exponent << 23) - 1 - near);
        }
    for (std::uint32_t i = 0; i < 200'000; ++i) check(std::bit_cast<std::uint32_t>(static_cast<float>(i)));
    for (std::uint32_t i = 0; i < 200'000; ++i) check(std::bit_cast<std::uint32_t>(static_cast<float>(i) / 1000));
    for (std::uint32_t i = 0; i < 2'000; ++i) check(std::bit_cast<std::uint32_t>(16'777'216.0f - 1'000 + float(i)));
    CHECK(wrong == 0);
}

TEST_CASE("Shortest float: what is written is read back to the same bits", "[files][float]") {
    ecs::Random random(4);
    int taken = 0;
    for (int i = 0; i < 50'000; ++i) {
        const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(random.next()));
        if (std::isfinite(value)) scan(by_library(value));
        taken += scan(by_us(static_cast<float>(random.between(-1000, 1000))));
    }
    CHECK(taken > 49'000);
}

TEST_CASE("Number scan: numbers in the middle between two floats are rounded as the standard library does",
          "[files][float]") {
    ecs::Random random(5);
    const auto digits = [](double value) {
        char text[512];
        return std::string(text, std::to_chars(text, text + sizeof text, value, std::chars_format::fixed).ptr);
    };
    for (int i = 0; i < 30'000; ++i) {
        const float low = std::bit_cast<float>((110 + random.below(40)) << 23 | random.below(1u << 23));
        const double middle = (double{low} + double{std::nextafter(low, 1e30f)}) / 2;
        std::string text = digits(middle);
        scan(text);
        if (text.find('.') == std::string::npos) continue;
        scan(text + "0000001");
        text.back() = static_cast<char>(text.back() - 1);
        scan(text + "9999999");
    }
    for (const char* text : {"16777217",
                             "16777216",
                             "16777219",
                             "33554433",
                             "0.1",
                             "0",
                             "-0",
                             "-0.0",
                             "0.000",
                             "1.0",
                             "100000000",
                             "12345678",
                             "1234567.12345678",
                             "123.456789012345678",
                             "0.00000000000001",
                             "3.4028235",
                             "1.17549435e-38",
                             "1e-45",
                             "7e-46",
                             "1e10",
                             "9007199254740993.5",
                             "0.30000001192092896",
                             "8.5",
                             "99999999.99999999",
                             "1.401298464324817e-45"})
        scan(text);
}

TEST_CASE("Number scan: what is no plain number is left to others", "[files][float]") {
    for (const char* text : {"", "-", "01", "-01.5", "00", ".5", "1.", "1.e5", "+1", "1e5", "1E5", "x", "\"nan\"",
                             "--1", "123456789.5", "1.1234567890123456789"}) {
        const std::string padded = text + std::string(scan_bytes, '#');
        const char* at = padded.data();
        float value = 0;
        INFO(text);
        CHECK_FALSE(scan_f32(at, value));
    }
}

TEST_CASE("Number scan: whole numbers up to sixteen digits", "[files][float]") {
    for (const std::uint64_t number :
         {0ull, 7ull, 12'345'678ull, 123'456'789ull, 4'294'967'295ull, 999'999'999'999'999ull}) {
        const std::string padded = std::to_string(number) + "v1" + std::string(scan_bytes, '#');
        const char* at = padded.data();
        std::uint64_t value = 1;
        CHECK(scan_unsigned(at, value));
        CHECK(value == number);
        CHECK(*at == 'v');
    }
    for (const char* text : {"", "007", "-1", "12345678901234567"}) {
        const std::string padded = text + std::string(scan_bytes, '#');
        const char* at = padded.data();
        std::uint64_t value = 1;
        CHECK_FALSE(scan_unsigned(at, value));
    }
}

}  // namespace shortest_float_test
