// Scans usual numbers, eight digits at a time. A scan gives exactly the value of the general function
// (std::from_chars), or returns false; then the general function decides. A scan reads at most `scan_bytes` ahead.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace files {

inline constexpr std::size_t scan_bytes = 48;

inline std::uint64_t load_eight(const char* at) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
    return word;
}

/// Reads the digits at `at`, eight at most, as a number. Moves `at` behind them; returns their count.
inline unsigned scan_digits(const char*& at, std::uint64_t& value) {
    const std::uint64_t digits = load_eight(at) ^ 0x3030303030303030u;
    // The top bit of each byte that is no digit. Bytes behind the first such byte may be wrong, because the sum
    // carries.
    const std::uint64_t others = (digits | (digits + 0x7676767676767676u)) & 0x8080808080808080u;
    const auto count = static_cast<unsigned>(std::countr_zero(others)) / 8;
    if (count == 0) {
        value = 0;
        return 0;
    }
    std::uint64_t packed = digits << (8 - count) * 8;  // leading zeros
    packed = packed * 10 + (packed >> 8);              // pairs
    packed = ((packed & 0x000000ff000000ffu) * 0x000f424000000064u +
              (packed >> 16 & 0x000000ff000000ffu) * 0x0000271000000001u) >>
             32;
    at += count;
    value = packed & 0xffffffffu;
    return count;
}

/// A whole number without a sign, of up to 16 digits and without leading zeros.
inline bool scan_unsigned(const char*& at, std::uint64_t& value) {
    const char* const start = at;
    const unsigned count = scan_digits(at, value);
    if (count == 8) {
        std::uint64_t low = 0;
        constexpr std::uint64_t powers[] = {1, 10, 100, 1000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000};
        const unsigned more = scan_digits(at, low);
        if (more == 8) return false;
        value = value * powers[more] + low;
    }
    return count != 0 && (*start != '0' || at - start == 1);
}

/// `[-]digits[.digits]`, no exponent.
struct DecimalScan {
    std::uint64_t digits = 0;
    unsigned decimals = 0;  // number of digits behind the point
    bool negative = false;
};

inline bool scan_decimal(const char*& at, DecimalScan& number) {
    constexpr std::uint64_t powers[] = {1, 10, 100, 1000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000};
    number.negative = *at == '-';
    at += number.negative;
    const char first = *at;
    const unsigned whole = scan_digits(at, number.digits);
    if (whole == 0 || whole == 8 || (first == '0' && whole != 1)) return false;
    number.decimals = 0;
    if (*at == '.') {
        ++at;
        std::uint64_t part = 0;
        number.decimals = scan_digits(at, part);
        if (number.decimals == 0) return false;
        number.digits = number.digits * powers[number.decimals] + part;
        if (number.decimals == 8) {
            const unsigned more = scan_digits(at, part);
            number.decimals += more;
            if (more == 8 || whole + number.decimals > 18) return false;
            number.digits = number.digits * powers[more] + part;
        }
    }
    return (*at | 0x20) != 'e';
}

/// At most 2^53 digits over a power of ten that a double holds exactly: their quotient is rounded once.
inline bool to_double(const DecimalScan& number, double& value) {
    constexpr double powers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    if (number.digits > std::uint64_t{1} << 53) return false;
    value = static_cast<double>(number.digits) / powers[number.decimals];
    return true;
}

inline bool scan_f64(const char*& at, double& value) {
    DecimalScan number;
    if (!scan_decimal(at, number) || !to_double(number, value)) return false;
    if (number.negative) value = -value;
    return true;
}

/// Rounds to a double first. That is wrong only where the double lies in the middle between two floats, because the
/// number itself may lie on either side.
inline bool scan_f32(const char*& at, float& value) {
    DecimalScan number;
    double wide = 0;
    if (!scan_decimal(at, number) || !to_double(number, wide)) return false;
    const auto bits = std::bit_cast<std::uint64_t>(wide);
    const bool in_the_middle = (bits & 0x1fffffffu) == 0x10000000u;
    constexpr double smallest_normal = 0x1p-126;
    if (in_the_middle || (wide < smallest_normal && number.digits != 0)) return false;
    value = static_cast<float>(number.negative ? -wide : wide);
    return true;
}

}  // namespace files
