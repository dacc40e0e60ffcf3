#include "files/json/json_text.hpp"

#include <algorithm>
#include <cmath>

#include "ecs/base/utf8.hpp"
#include "files/json/shortest_float.hpp"

namespace files {

namespace {

char* write_finite(char* to, float value) { return write_shortest(to, value); }
char* write_finite(char* to, double value) { return std::to_chars(to, to + longest_float, value).ptr; }

template <class Float>
char* write_any(char* to, Float value) {
    std::string_view word;
    if (std::isfinite(value)) [[likely]] {
        to = write_finite(to, value);
        if (value == 0 && std::signbit(value)) word = ".0";  // other readers would take "-0" for an integer
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
    std::size_t plain = 0;  // the text before this was appended
    for (std::size_t i = 0; i < text.size();) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c >= 0x20 && c < 0x80 && c != '"' && c != '\\') {
            ++i;
            continue;
        }
        const std::size_t length = c < 0x80 ? 0 : ecs::utf8_length(text.substr(i));
        if (length != 0) {
            i += length;
            continue;
        }
        out.append(text, plain, i - plain);
        if (c < 0x80)
            append_escaped(out, text[i]);
        else
            ecs::append_utf8(out, ecs::replacement_character);
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

}  // namespace files
