#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <type_traits>

#include "files/json/json_fields.hpp"
#include "files/json/json_text.hpp"
#include "files/json/number_scan.hpp"

namespace files {

namespace {

/// Whether a number that no Float can hold is too large, not too close to zero.
bool is_huge(std::string_view number) {
    long long exponent = 0;
    if (const std::size_t e = number.find_first_of("eE"); e != std::string_view::npos) {
        std::string_view digits = number.substr(e + 1);
        if (digits.front() == '+') digits.remove_prefix(1);
        const bool overflows =
            std::from_chars(digits.data(), digits.data() + digits.size(), exponent).ec != std::errc{};
        if (overflows) return digits.front() != '-';
        number = number.substr(0, e);
    }
    const std::size_t first = number.find_first_of("123456789");
    const std::size_t point = std::min(number.find('.'), number.size());
    return exponent + static_cast<long long>(point) - static_cast<long long>(first) > 0;
}

bool scan_float(const char*& at, float& value) { return scan_f32(at, value); }
bool scan_float(const char*& at, double& value) { return scan_f64(at, value); }

template <class Float>
Float read_float(JsonReader& json) {
    if (json.peek() == JsonKind::String) {
        const std::string_view word = json.read_string();
        if (word == "nan") return std::numeric_limits<Float>::quiet_NaN();
        if (word == "inf") return std::numeric_limits<Float>::infinity();
        if (word == "-inf") return -std::numeric_limits<Float>::infinity();
        json.fail_expected("a number");
    }
    Float value = 0;
    if (const std::string_view rest = json.rest(); rest.size() > scan_bytes) {
        const char* at = rest.data();
        if (scan_float(at, value) && !is_word(*at)) {
            json.take(static_cast<std::size_t>(at - rest.data()));
            return value;
        }
    }
    const std::string_view number = json.read_number();
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error == std::errc::result_out_of_range) {
        if (is_huge(number))
            json.fail_expected(sizeof(Float) == 4 ? "a number that fits f32" : "a number that fits f64");
        return number.front() == '-' ? -Float{0} : Float{0};
    }
    return value;
}

template <class Integer>
Integer read_integer(JsonReader& json) {
    using Limits = std::numeric_limits<Integer>;
    const auto expected = [] {
        std::string text = "a whole number from ";
        append_integer(text, +Limits::min());
        text += " to ";
        append_integer(text, +Limits::max());
        return text;
    };
    if (json.peek() != JsonKind::Number) json.fail_expected(expected());
    const std::string_view number = json.read_number();
    Integer value = 0;
    const char* const last = number.data() + number.size();
    auto [end, error] = std::from_chars(number.data(), last, value);
    if (error == std::errc{} && end == last) return value;
    if (number == "-0") return 0;

    // 1e3 and 150.0 are whole numbers, too. A double holds them exactly up to 2^53.
    double wide = 0;
    const bool parsed = std::from_chars(number.data(), last, wide).ec == std::errc{};
    constexpr double exact = 9007199254740992.0;
    const bool fits = parsed && end != last && std::abs(wide) <= exact && std::trunc(wide) == wide &&
                      wide >= static_cast<double>(Limits::min()) && wide <= static_cast<double>(Limits::max());
    if (!fits) json.fail_expected(expected());
    return static_cast<Integer>(wide);
}

}  // namespace

template <class Number>
Number read_number_as(JsonReader& json) {
    if constexpr (std::is_floating_point_v<Number>)
        return read_float<Number>(json);
    else
        return read_integer<Number>(json);
}

template std::int8_t read_number_as(JsonReader&);
template std::int16_t read_number_as(JsonReader&);
template std::int32_t read_number_as(JsonReader&);
template std::int64_t read_number_as(JsonReader&);
template std::uint8_t read_number_as(JsonReader&);
template std::uint16_t read_number_as(JsonReader&);
template std::uint32_t read_number_as(JsonReader&);
template std::uint64_t read_number_as(JsonReader&);
template float read_number_as(JsonReader&);
template double read_number_as(JsonReader&);

}  // namespace files
