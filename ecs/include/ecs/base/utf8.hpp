// The UTF-8 encoding; no other file knows it. A character is a code point from 0 to 10FFFF, without surrogates, in
// its shortest encoding. The functions accept any bytes, because texts come from files, keyboards and games: a byte
// that belongs to no character counts as one character, U+FFFD.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ecs {

/// Replaces bytes that are not a character.
inline constexpr std::uint32_t replacement_character = 0xfffd;

/// Bytes of the character that `text` starts with, 1 to 4; 0 when there is none.
std::size_t utf8_length(std::string_view text);
/// Whether `text` consists of whole characters only.
bool is_utf8(std::string_view text);

/// Returns the character at offset `at` and moves `at` behind it. `at` must lie in `text`.
std::uint32_t next_character(std::string_view text, std::size_t& at);
/// Number of calls of next_character() that `text` allows.
std::size_t count_characters(std::string_view text);
/// Appends U+FFFD when `character` is not a character.
void append_utf8(std::string& text, std::uint32_t character);

/// The longest prefix of `text` that has at most `max_bytes` and ends with a whole character.
std::string_view whole_characters(std::string_view text, std::size_t max_bytes);

}  // namespace ecs
