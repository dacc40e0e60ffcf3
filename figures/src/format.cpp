#include "figures/format.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace figures {

namespace {

std::string fixed(double value, int decimals, const char* unit) { return format_decimal(value, decimals) + ' ' + unit; }

}  // namespace

std::string format_count(std::uint64_t count) {
    std::string digits = std::to_string(count);
    for (std::ptrdiff_t at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), 1, ',');
    return digits;
}

std::string format_count(std::uint64_t count, const char* one, const char* many) {
    std::string text = format_count(count);
    text += ' ';
    if (count == 1) return text + one;
    if (many != nullptr) return text + many;
    return text + one + 's';
}

std::string format_decimal(double number, int decimals) {
    char text[48];
    std::snprintf(text, sizeof text, "%.*f", decimals, number);
    return text;
}

std::string format_bytes(std::uint64_t bytes) {
    constexpr const char* units[] = {"KiB", "MiB", "GiB", "TiB"};
    if (bytes < 1024) return std::to_string(bytes) + " B";
    double value = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    // 1023.95 would be rounded to 1024.0
    while (value >= 1023.95 && unit + 1 < std::size(units)) {
        value /= 1024;
        ++unit;
    }
    return fixed(value, value < 100 ? 1 : 0, units[unit]);
}

std::string format_bytes_exact(std::uint64_t bytes) { return format_count(bytes, "byte"); }

std::string format_micros(double micros) {
    if (micros < 99.95) return fixed(micros, 1, "µs");
    if (micros < 999'995) return format_millis(micros / 1000);
    return fixed(micros / 1'000'000, 2, "s");
}

std::string format_millis(double millis) { return fixed(millis, 2, "ms"); }

std::string format_percent(double share) {
    double percent = std::round(share * 100);
    if (share > 0) percent = std::max(percent, 1.0);
    if (share < 1) percent = std::min(percent, 99.0);
    return fixed(percent, 0, "%");
}

}  // namespace figures
