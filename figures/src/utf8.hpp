// UTF-8, one character at a time. What is not UTF-8 reads as U+FFFD. Private to this library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace figures {

inline constexpr std::uint32_t replacement_character = 0xfffd;

/// The character that starts at `at`, which is moved behind it. `at` must lie in `text`.
std::uint32_t next_character(std::string_view text, std::size_t& at);

}  // namespace figures
