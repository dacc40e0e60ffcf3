#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
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

/// A number that JSON spells: its sign, its digits in front of the point, and what lies behind it.
struct WholeText {
    std::string digits;  // without zeros in front; empty: 0
    bool negative = false, fraction = false, rounds_up = false, beyond = false;
};

WholeText whole_of(std::string_view number) {
    WholeText whole;
    whole.negative = number.front() == '-';
    constexpr long long far = 1'000'000'000;
    long long exponent = 0;
    const std::size_t e = number.find_first_of("eE");
    if (e != std::string_view::npos) {
        std::string_view power = number.substr(e + 1);
        if (power.front() == '+') power.remove_prefix(1);
        const bool overflows = std::from_chars(power.data(), power.data() + power.size(), exponent).ec != std::errc{};
        if (overflows) exponent = power.front() == '-' ? -far : far;
        exponent = std::clamp(exponent, -far, far);
    }
    bool behind_point = false;
    for (const char c : number.substr(0, e)) {
        behind_point |= c == '.';
        if (c < '0' || c > '9') continue;
        if (behind_point) --exponent;
        if (c != '0' || !whole.digits.empty()) whole.digits += c;
    }
    while (!whole.digits.empty() && whole.digits.back() == '0') {
        whole.digits.pop_back();
        ++exponent;
    }
    if (whole.digits.empty()) return whole;
    constexpr std::size_t most_digits = 20;  // of a 64-bit integer
    if (exponent >= 0) {
        whole.beyond = static_cast<unsigned long long>(exponent) + whole.digits.size() > most_digits;
        if (!whole.beyond) whole.digits.append(static_cast<std::size_t>(exponent), '0');
        return whole;
    }
    whole.fraction = true;
    const auto dropped = static_cast<unsigned long long>(-exponent);
    if (dropped > whole.digits.size()) {
        whole.digits.clear();
        return whole;
    }
    const std::size_t kept = whole.digits.size() - static_cast<std::size_t>(dropped);
    whole.rounds_up = whole.digits[kept] >= '5';
    whole.digits.resize(kept);
    whole.beyond = kept > most_digits;
    return whole;
}

/// The digits of a number without point, power and the zeros at either end.
std::string bare_digits(std::string_view number) {
    std::string digits;
    for (const char c : number.substr(0, number.find_first_of("eE")))
        if (c >= '0' && c <= '9' && (c != '0' || !digits.empty())) digits += c;
    while (!digits.empty() && digits.back() == '0') digits.pop_back();
    return digits;
}

/// Whether `value` is the whole number that `number` spells: all its digits, or those that JavaScript writes for the
/// same double, which fills up with zeros behind the 17th.
template <class Float>
bool holds_text(std::string_view number, Float value) {
    char text[std::numeric_limits<double>::max_exponent10 + 8];
    const auto wide = static_cast<double>(value);
    const auto all = std::to_chars(text, text + sizeof text, wide, std::chars_format::fixed, 0);
    if (std::string_view(text, static_cast<std::size_t>(all.ptr - text)) == number) return true;
    const auto own = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific);
    if (bare_digits({text, static_cast<std::size_t>(own.ptr - text)}) == bare_digits(number)) return true;
    double same = 0;
    std::from_chars(number.data(), number.data() + number.size(), same);
    if (same != wide) return false;
    const auto shortest = std::to_chars(text, text + sizeof text, wide, std::chars_format::scientific);
    return bare_digits({text, static_cast<std::size_t>(shortest.ptr - text)}) == bare_digits(number);
}

template <class Float>
Float read_float(JsonReader& json, NumberMode mode, ecs::NumberFit& fit) {
    if (json.peek() == JsonKind::String) {
        const std::string_view word = json.read_string();
        if (word == "nan") return std::numeric_limits<Float>::quiet_NaN();
        if (word == "inf") return std::numeric_limits<Float>::infinity();
        if (word == "-inf") return -std::numeric_limits<Float>::infinity();
        json.fail_expected("a number");
    }
    Float value = 0;
    if (const std::string_view rest = json.rest(); rest.size() > scan_bytes) {
        // Never a loss: a scan reads whole numbers of up to seven digits, and no number close to 0.
        const char* at = rest.data();
        if (scan_float(at, value) && !is_word(*at)) {
            json.take(static_cast<std::size_t>(at - rest.data()));
            return value;
        }
    }
    const std::string_view number = json.read_number();
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error == std::errc::result_out_of_range) {
        const Float sign = number.front() == '-' ? Float{-1} : Float{1};
        if (!is_huge(number)) {
            fit = ecs::NumberFit::Underflow;
            return std::copysign(Float{0}, sign);
        }
        fit = ecs::NumberFit::Overflow;
        if (mode == NumberMode::InRange)
            json.fail_expected(sizeof(Float) == 4 ? "a number that fits f32" : "a number that fits f64");
        return std::copysign(std::numeric_limits<Float>::max(), sign);
    }
    if (value == 0 && !bare_digits(number).empty()) fit = ecs::NumberFit::Underflow;
    const bool long_whole =
        number.size() > std::numeric_limits<Float>::digits10 && number.find_first_of(".eE") == std::string_view::npos;
    if (long_whole && !holds_text(number, value)) fit = ecs::NumberFit::NotHeld;
    return value;
}

/// The limit that a word for a number which is not finite comes closest to.
template <class Integer>
std::optional<Integer> integer_for_word(JsonReader& json) {
    if (json.peek() != JsonKind::String) return std::nullopt;
    const std::string_view word = json.read_string();
    if (word == "nan") return Integer{0};
    if (word == "inf") return std::numeric_limits<Integer>::max();
    if (word == "-inf") return std::numeric_limits<Integer>::min();
    return std::nullopt;
}

template <class Integer>
Integer read_integer(JsonReader& json, NumberMode mode, ecs::NumberFit& fit) {
    using Limits = std::numeric_limits<Integer>;
    const auto expected = [] {
        std::string text = "a whole number from ";
        append_integer(text, +Limits::min());
        text += " to ";
        append_integer(text, +Limits::max());
        return text;
    };
    if (json.peek() != JsonKind::Number) {
        if (mode == NumberMode::Nearest)
            if (const auto limit = integer_for_word<Integer>(json)) {
                fit = ecs::NumberFit::Overflow;
                return *limit;
            }
        json.fail_expected(expected());
    }
    const std::string_view number = json.read_number();
    Integer value = 0;
    const char* const last = number.data() + number.size();
    auto [end, error] = std::from_chars(number.data(), last, value);
    if (error == std::errc{} && end == last) return value;

    // 1e3 and 150.0 are whole numbers, too: they are read digit by digit, since a double rounds beyond 2^53.
    const WholeText whole = whole_of(number);
    if (whole.fraction) fit = ecs::NumberFit::Fraction;
    std::uint64_t size = 0;
    bool beyond = whole.beyond;
    if (!beyond && !whole.digits.empty())
        beyond =
            std::from_chars(whole.digits.data(), whole.digits.data() + whole.digits.size(), size).ec != std::errc{};
    if (!beyond && whole.rounds_up) beyond = ++size == 0;
    const std::uint64_t limit = whole.negative ? std::uint64_t{0} - static_cast<std::uint64_t>(Limits::min())
                                               : static_cast<std::uint64_t>(Limits::max());
    if (beyond || size > limit) fit = ecs::NumberFit::Overflow;
    if (is_loss(fit) && mode == NumberMode::InRange) json.fail_expected(expected());
    if (fit == ecs::NumberFit::Overflow) return whole.negative ? Limits::min() : Limits::max();
    return static_cast<Integer>(whole.negative ? std::uint64_t{0} - size : size);
}

}  // namespace

template <class Number>
Number read_number_as(JsonReader& json, NumberMode mode, ecs::NumberFit* fit) {
    ecs::NumberFit found = ecs::NumberFit::Exact;
    Number value{};
    if constexpr (std::is_floating_point_v<Number>)
        value = read_float<Number>(json, mode, found);
    else
        value = read_integer<Number>(json, mode, found);
    if (fit) *fit = found;
    return value;
}

template std::int8_t read_number_as(JsonReader&, NumberMode, ecs::NumberFit*);
template std::int16_t read_number_as(JsonReader&, NumberMode, ecs::NumberFit*);
template std::int32_t read_number_as(JsonReader&, NumberMode, ecs::NumberFit*);
template std::int64_t read_number_as(JsonReader&, NumberMode, ecs::NumberFit*);
template std::uint8_t read_number_as(JsonReader&, NumberMode, ecs::NumberFit*);
template std::uint16_t read_number_as(JsonReader&, NumberMode, ecs::NumberFit*);
template std::uint32_t read_number_as(JsonReader&, NumberMode, ecs::NumberFit*);
template std::uint64_t read_number_as(JsonReader&, NumberMode, ecs::NumberFit*);
template float read_number_as(JsonReader&, NumberMode, ecs::NumberFit*);
template double read_number_as(JsonReader&, NumberMode, ecs::NumberFit*);

}  // namespace files
