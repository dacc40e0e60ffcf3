#include "figures/drawing/format.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "ecs/base/language.hpp"

namespace figures {

namespace {

/// Between the digits that end before `end`.
void add_commas(std::string& text, std::size_t end) {
    const std::size_t first = text.starts_with('-') ? 1 : 0;
    while (end > first + 3) text.insert(end -= 3, 1, ',');
}

std::string fixed(double value, int decimals, const char* unit) { return format_decimal(value, decimals) + ' ' + unit; }

}  // namespace

std::string format_count(std::uint64_t count) {
    std::string digits = std::to_string(count);
    add_commas(digits, digits.size());
    return digits;
}

std::string format_count(std::uint64_t count, const char* one, const char* many) {
    std::string noun = count != 1 && many != nullptr ? many : one;
    if (count != 1 && many == nullptr) noun += 's';
    return ecs::count_phrase(format_count(count), noun);
}

std::string format_decimal(double number, int decimals) {
    if (std::isnan(number)) return "NaN";
    if (std::isinf(number)) return number < 0 ? "-∞" : "∞";
    char digits[352];  // the largest double has 309 before the point
    std::snprintf(digits, sizeof digits, "%.*f", std::min(decimals, 30), number);
    std::string text = digits;
    add_commas(text, std::min(text.find('.'), text.size()));
    return text;
}

std::string format_mean_bytes(double bytes) {
    return format_decimal(bytes, std::round(bytes * 10) == std::round(bytes) * 10 ? 0 : 1) + " B";
}

std::string format_bytes(std::uint64_t bytes) {
    constexpr const char* units[] = {"KiB", "MiB", "GiB", "TiB"};
    if (bytes < 1024) return format_count(bytes) + " B";
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

std::string format_hex(std::uintptr_t number) {
    char text[32];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(number));
    return text;
}

std::string format_address(const void* place) { return format_hex(reinterpret_cast<std::uintptr_t>(place)); }

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
