#include "ecs/base/utf8.hpp"

namespace ecs {

namespace {

constexpr std::uint32_t last_character = 0x10ffff;
constexpr std::size_t longest_sequence = 4;
constexpr std::uint32_t min_of_length[longest_sequence + 1] = {0, 0, 0x80, 0x800, 0x10000};

constexpr bool is_character(std::uint32_t code) { return code <= last_character && (code < 0xd800 || code > 0xdfff); }
constexpr std::uint32_t byte_of(char c) { return static_cast<unsigned char>(c); }

struct Decoded {
    std::uint32_t character = replacement_character;
    std::size_t length = 0;  // 0: the text starts with no character
};

Decoded decode(std::string_view text) {
    if (text.empty()) return {};
    const std::uint32_t lead = byte_of(text[0]);
    if (lead < 0x80) return {lead, 1};
    if (lead < 0xc0) return {};
    const std::size_t length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (lead > 0xf7 || text.size() < length) return {};
    std::uint32_t code = lead & (0x7fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte_of(text[i]) & 0xc0u) != 0x80) return {};
        code = code << 6 | (byte_of(text[i]) & 0x3fu);
    }
    if (code < min_of_length[length] || !is_character(code)) return {};
    return {code, length};
}

}  // namespace

std::size_t utf8_length(std::string_view text) { return decode(text).length; }

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::uint32_t next_character(std::string_view text, std::size_t& at) {
    const Decoded found = decode(text.substr(at));
    at += found.length == 0 ? 1 : found.length;
    return found.character;
}

std::size_t count_characters(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); ++count) next_character(text, at);
    return count;
}

void append_utf8(std::string& text, std::uint32_t character) {
    const std::uint32_t code = is_character(character) ? character : replacement_character;
    if (code < 0x80) {
        text += static_cast<char>(code);
        return;
    }
    std::size_t more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    const std::uint32_t as_many_ones_as_bytes = 0x780u >> more & 0xffu;
    text += static_cast<char>(as_many_ones_as_bytes | code >> 6 * more);
    while (more-- > 0) text += static_cast<char>(0x80 | (code >> 6 * more & 0x3fu));
}

std::string_view whole_characters(std::string_view text, std::size_t max_bytes) {
    if (text.size() <= max_bytes) return text;
    // Only the last few bytes can belong to a character that continues behind the cut.
    for (std::size_t back = 1; back < longest_sequence && back <= max_bytes; ++back) {
        const std::size_t start = max_bytes - back;
        const std::size_t length = utf8_length(text.substr(start));
        if (length > back) return text.substr(0, start);
        if (length != 0) break;
    }
    return text.substr(0, max_bytes);
}

}  // namespace ecs
