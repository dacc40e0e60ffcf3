// Writes the basic pieces of JSON text: strings, numbers, characters. Numbers get the shortest form that reads back
// to the same bits.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace files {

/// In quotes, escaped. Bytes that are not UTF-8 become U+FFFD, so that the result is valid JSON.
void append_string(std::string& out, std::string_view text);

inline constexpr std::size_t longest_float = 32;  // characters; enough for doubles, too

/// Numbers that are not finite become "nan", "inf" and "-inf", in quotes.
void append_float(std::string& out, float value);
void append_float(std::string& out, double value);
/// Writes to `to` and returns the end. May write up to longest_float characters.
char* write_float(char* to, float value);
char* write_float(char* to, double value);

template <class Integer>
void append_integer(std::string& out, Integer value) {
    char digits[24];
    const char* const end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    out.append(digits, static_cast<std::size_t>(end - digits));
}

}  // namespace files
