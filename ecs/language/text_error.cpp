#include "ecs/language/text_error.hpp"

#include <algorithm>

#include "ecs/base/utf8.hpp"

namespace ecs {

TextError error_at(std::string_view text, std::size_t offset, std::string message) {
    offset = std::min(offset, text.size());
    return {offset, count_characters(text.substr(0, offset)) + 1, std::move(message)};
}

std::string caret_under(std::string_view text, const TextError& error) {
    constexpr std::size_t shown_each_side = 50;
    const std::size_t offset = std::min(error.offset, text.size());
    const std::size_t line_start = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;  // npos + 1 is 0
    const std::size_t line_end = std::min(text.find('\n', offset), text.size());
    const std::string_view before = text.substr(line_start, offset - line_start);
    const std::string_view after = text.substr(offset, line_end - offset);

    std::string line;
    std::size_t caret = 0;  // characters before it
    std::size_t at = 0;
    const std::size_t characters_before = count_characters(before);
    const std::size_t skipped = characters_before > shown_each_side ? characters_before - shown_each_side : 0;
    for (std::size_t i = 0; i < skipped; ++i) next_character(before, at);
    if (skipped > 0) {
        line += "…";
        ++caret;
    }
    const auto append = [&](std::uint32_t character) { append_utf8(line, character < ' ' ? ' ' : character); };
    for (; at < before.size(); ++caret) append(next_character(before, at));
    at = 0;
    for (std::size_t i = 0; i < shown_each_side && at < after.size(); ++i) append(next_character(after, at));
    if (at < after.size()) line += "…";
    return line + "\n" + std::string(caret, ' ') + "^";
}

std::string with_caret(std::string_view text, const TextError& error) {
    return caret_under(text, error) + "\n" + error.message;
}

}  // namespace ecs
