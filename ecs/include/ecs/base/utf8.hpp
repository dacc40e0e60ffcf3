// UTF-8: the only place that knows how characters lie in bytes. A character is a code point from 0 to 10FFFF that is
// not half of a surrogate pair, written as short as it can be. Texts come from files, keyboards and games, so any bytes
// may be asked about: a byte that does not belong to a character counts as one of its own, which reads as U+FFFD.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ecs {

/// Stands for what is no character.
inline constexpr std::uint32_t replacement_character = 0xfffd;

/// Bytes of the character that `text` starts with, 1 to 4; 0 when there is none.
std::size_t utf8_length(std::string_view text);
/// Whether `text` is characters from end to end.
bool is_utf8(std::string_view text);

/// The character that starts at `at`, which is moved behind it. `at` must lie in `text`.
std::uint32_t next_character(std::string_view text, std::size_t& at);
/// How often next_character() can be called.
std::size_t count_characters(std::string_view text);
/// Appends U+FFFD when `character` is none.
void append_utf8(std::string& text, std::uint32_t character);

/// The longest start of `text` that has at most `max_bytes` and cuts no character in two.
std::string_view whole_characters(std::string_view text, std::size_t max_bytes);

}  // namespace ecs
