// Raffaello Giulietti's algorithm ("The Schubfach way to render doubles"): of all decimals that round to the float,
// the shortest ones lie on a grid of powers of ten. The exponent gives its spacing, so at most four candidates need
// checking.
#include "files/json/shortest_float.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>

namespace files {

namespace {

constexpr int max_power = 13;  // of ten: what the floats from 2^-17 on need

/// 10^power as 64 bits, with the highest bit set.
constexpr auto powers = [] {
    std::array<std::uint64_t, max_power + 1> table{};
    std::uint64_t five = 1;
    for (std::uint64_t& power : table) {
        power = five << std::countl_zero(five);
        five *= 5;
    }
    return table;
}();

/// The upper bits of the product. The lowest bit says whether anything was cut off.
std::uint32_t rounded_to_odd(std::uint64_t power, std::uint32_t factor) {
    const std::uint64_t low = (power & 0xffffffffu) * factor;
    const std::uint64_t high = (power >> 32) * factor + (low >> 32);
    return static_cast<std::uint32_t>(high >> 32) | (static_cast<std::uint32_t>(high) > 1 ? 1u : 0u);
}

struct Decimal {
    std::uint32_t digits = 0;
    int exponent = 0;  // of ten
};

/// For a normal float, from 2^-17 to below 2^24.
Decimal shortest(std::uint32_t bits) {
    const std::uint32_t fraction = bits & 0x7fffffu;
    const std::uint32_t significand = fraction | 0x800000u;
    const int exponent = static_cast<int>(bits >> 23 & 0xffu) - 150;  // the number is significand * 2^exponent
    if (exponent <= 0 && exponent > -24 && (significand & ((1u << -exponent) - 1)) == 0)
        return {significand >> -exponent, 0};

    const bool closer_below = fraction == 0;  // the next float below is half as far away as the one above
    const std::uint32_t odd = significand & 1u;
    const int power = (exponent * 1262611 - (closer_below ? 524031 : 0)) >> 22;
    const int shift = exponent + ((-power * 1741647) >> 19) + 1;
    const std::uint64_t scale = powers[static_cast<std::size_t>(-power)];
    const std::uint32_t lower = rounded_to_odd(scale, (4 * significand - 2 + (closer_below ? 1u : 0u)) << shift) + odd;
    const std::uint32_t middle = rounded_to_odd(scale, (4 * significand) << shift);
    const std::uint32_t upper = rounded_to_odd(scale, (4 * significand + 2) << shift) - odd;

    const std::uint32_t fine = middle / 4, coarse = fine / 10;
    const bool coarse_fits = lower <= 40 * coarse, next_coarse_fits = 40 * coarse + 40 <= upper;
    if (fine >= 10 && coarse_fits != next_coarse_fits) return {coarse + (next_coarse_fits ? 1u : 0u), power + 1};
    const bool fine_fits = lower <= 4 * fine, next_fine_fits = 4 * fine + 4 <= upper;
    if (fine_fits != next_fine_fits) return {fine + (next_fine_fits ? 1u : 0u), power};
    const std::uint32_t half = 4 * fine + 2;
    return {fine + (middle > half || (middle == half && (fine & 1u) != 0) ? 1u : 0u), power};
}

/// Spreads a number to eight digits, one byte each, the first digit in the lowest byte.
std::uint64_t spread(std::uint32_t number) {
    const std::uint64_t halves = number / 10'000 | std::uint64_t{number % 10'000} << 32;
    const std::uint64_t hundreds = (halves * 5243 >> 19) & 0x0000007f0000007fu;  // over 100
    const std::uint64_t pairs = hundreds | (halves - hundreds * 100) << 16;
    const std::uint64_t tens = (pairs * 103 >> 10) & 0x000f000f000f000fu;  // over 10
    return tens | (pairs - tens * 10) << 8;
}

}  // namespace

char* write_shortest(char* to, float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t exponent = bits >> 23 & 0xffu;
    const auto general = [&] { return std::to_chars(to, to + longest_float, value).ptr; };
    constexpr std::uint32_t lowest = 127 - 17, highest = 127 + 23;
    if constexpr (std::endian::native != std::endian::little) return general();
    if ((bits & 0x7fffffffu) == 0 && bits == 0) {
        *to = '0';
        return to + 1;
    }
    if (exponent < lowest || exponent > highest) return general();

    const Decimal decimal = shortest(bits);
    const std::uint32_t above = decimal.digits / 100'000'000;
    const std::uint64_t digits = spread(decimal.digits % 100'000'000);
    // Nine digits, of which [first, end) count.
    const int first = above != 0 ? 0 : 1 + std::countr_zero(digits) / 8;
    const int end = digits != 0 ? 9 - std::countl_zero(digits) / 8 : 1;
    const int count = end - first;
    const int point = 9 - first + decimal.exponent;  // number of digits before the point
    const int plain = point >= count ? point : point > 0 ? count + 1 : 2 - point + count;
    const int scientific = count + (count > 1 ? 1 : 0) + 4;
    if (plain > scientific) return general();

    char text[32];
    text[0] = static_cast<char>('0' + above);
    const std::uint64_t characters = digits + 0x3030303030303030u;
    std::memcpy(text + 1, &characters, sizeof characters);
    *to = '-';
    to += bits >> 31;
    if (point <= 0) {
        constexpr char zeros[9] = "0.000000";
        std::memcpy(to, zeros, 8);
        to += 2 - point;
        std::memcpy(to, text + first, 9);
        return to + count;
    }
    std::memcpy(to, text + first, 9);
    if (point >= count) return to + point;
    std::memcpy(to + point + 1, text + first + point, 9);
    to[point] = '.';
    return to + count + 1;
}

}  // namespace files
