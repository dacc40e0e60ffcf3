#include "json_text.hpp"

#include <algorithm>
#include <cmath>

namespace editor {

namespace {

char* write_finite(char* to, float value) { return write_shortest(to, value); }
char* write_finite(char* to, double value) { return std::to_chars(to, to + longest_float, value).ptr; }

template <class Float>
char* write_any(char* to, Float value) {
    std::string_view word;
    if (std::isfinite(value)) [[likely]] {
        to = write_finite(to, value);
        if (value == 0 && std::signbit(value)) word = ".0";  // "-0" would be an integer to other readers
    } else if (std::isnan(value)) {
        word = "\"nan\"";
    } else {
        word = value > 0 ? "\"inf\"" : "\"-inf\"";
    }
    return std::copy(word.begin(), word.end(), to);
}

void append_escaped(std::string& out, char c) {
    switch (c) {
        case '"':
            out += "\\\"";
            return;
        case '\\':
            out += "\\\\";
            return;
        case '\b':
            out += "\\b";
            return;
        case '\f':
            out += "\\f";
            return;
        case '\n':
            out += "\\n";
            return;
        case '\r':
            out += "\\r";
            return;
        case '\t':
            out += "\\t";
            return;
        default:
            break;
    }
    constexpr std::string_view hex = "0123456789abcdef";
    out += "\\u00";
    out += hex[static_cast<unsigned char>(c) >> 4];
    out += hex[static_cast<unsigned char>(c) & 15];
}

}  // namespace

void append_string(std::string& out, std::string_view text) {
    out += '"';
    std::size_t plain = 0;  // everything before was appended
    for (std::size_t i = 0; i < text.size();) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c >= 0x20 && c < 0x80 && c != '"' && c != '\\') {
            ++i;
            continue;
        }
        const std::size_t length = c < 0x80 ? 0 : utf8_length(text.substr(i));
        if (length != 0) {
            i += length;
            continue;
        }
        out.append(text, plain, i - plain);
        if (c < 0x80)
            append_escaped(out, text[i]);
        else
            append_utf8(out, 0xfffd);
        plain = ++i;
    }
    out.append(text, plain, text.size() - plain);
    out += '"';
}

char* write_float(char* to, float value) { return write_any(to, value); }
char* write_float(char* to, double value) { return write_any(to, value); }

void append_float(std::string& out, float value) {
    char text[longest_float];
    out.append(text, write_float(text, value));
}

void append_float(std::string& out, double value) {
    char text[longest_float];
    out.append(text, write_float(text, value));
}

std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(i < text.size() ? text[i] : 0); };
    const unsigned char first = byte(0);
    if (text.empty()) return 0;
    if (first < 0x80) return 1;
    const std::size_t length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xc0) != 0x80) return 0;
    // Longer than needed, half of a surrogate pair, or beyond the last character.
    if (first == 0xe0 && byte(1) < 0xa0) return 0;
    if (first == 0xed && byte(1) > 0x9f) return 0;
    if (first == 0xf0 && byte(1) < 0x90) return 0;
    if (first == 0xf4 && byte(1) > 0x8f) return 0;
    return length;
}

void append_utf8(std::string& out, std::uint32_t code) {
    const auto put = [&](std::uint32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
    if (code < 0x80) return put(code);
    if (code < 0x800) {
        put(0xc0 | code >> 6);
    } else {
        if (code < 0x10000) {
            put(0xe0 | code >> 12);
        } else {
            put(0xf0 | code >> 18);
            put(0x80 | (code >> 12 & 0x3f));
        }
        put(0x80 | (code >> 6 & 0x3f));
    }
    put(0x80 | (code & 0x3f));
}

}  // namespace editor
