// Formats numbers for people, the same in all panels and figures: 12,345 · 1.2 MiB · 0.42 ms · 97 %.
#pragma once

#include <cstdint>
#include <string>

namespace figures {

/// `12,345`
std::string format_count(std::uint64_t count);
/// `12,345 entities`, `1 entity`. The plural adds an s unless it is given.
std::string format_count(std::uint64_t count, const char* one, const char* many = nullptr);
/// `2.31`, `12,345.6`
std::string format_decimal(double number, int decimals);
/// `512 B`, `1.2 MiB`
std::string format_bytes(std::uint64_t bytes);
/// `84.3 B`, `16,384 B`: with decimals only for fractions.
std::string format_mean_bytes(double bytes);
/// `1,258,291 bytes`
std::string format_bytes_exact(std::uint64_t bytes);
/// "0x7f01"
std::string format_hex(std::uintptr_t number);
std::string format_address(const void* place);
/// Microseconds as `3.4 µs`, from 100 µs on as `0.42 ms`, from one second on as `1.20 s`.
std::string format_micros(double micros);
/// `0.42 ms`, always in milliseconds, so that the numbers of a column are comparable.
std::string format_millis(double millis);
/// A share of 1 as `97 %`. Only 0 is `0 %` and only 1 is `100 %`.
std::string format_percent(double share);

}  // namespace figures
