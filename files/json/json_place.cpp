// Describes a JsonReader's place in words.
#include <algorithm>
#include <cstdio>

#include "ecs/base/utf8.hpp"
#include "ecs/types/type_registry.hpp"
#include "files/json/json_reader.hpp"
#include "files/json/json_text.hpp"

namespace files {

TextPlace place_of(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0: the first line
    const std::string_view line = before.substr(line_start);
    TextPlace place;
    place.line = 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
    place.column = 1 + static_cast<int>(ecs::count_characters(line));
    return place;
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t max_bytes = 60;
    std::string shown;
    if (text.size() <= max_bytes) {
        append_string(shown, text);
        return shown;
    }
    append_string(shown, ecs::whole_characters(text, max_bytes - 3));
    shown.insert(shown.size() - 1, "…");
    return shown;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& known) {
    const std::string nearest = ecs::nearest_name(name.substr(0, 200), known);
    return nearest.empty() ? std::string() : "; did you mean " + in_quotes(nearest) + "?";
}

std::string JsonReader::path() const {
    std::string path;
    for (std::size_t i = 1; i <= depth_; ++i) {
        const Level& level = levels_[i];
        if (!level.started || (!level.array && !level.key.data())) continue;
        path += '/';
        if (level.array) {
            path += std::to_string(level.index);
            continue;
        }
        for (char c : ecs::whole_characters(level.key, 200)) {
            if (c == '~')
                path += "~0";
            else if (c == '/')
                path += "~1";
            else if (static_cast<unsigned char>(c) < 0x20)
                path += '?';
            else
                path += c;
        }
    }
    return path;
}

std::string JsonReader::found_here() const {
    if (position_ >= text_.size()) return "the end of the file";
    const std::string_view rest = text_.substr(position_);
    const auto c = static_cast<unsigned char>(rest.front());
    const auto is_letter = [](char each) { return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z'); };
    if (is_letter(rest.front())) {
        const auto end = std::find_if_not(rest.begin(), rest.end(), is_letter);
        return in_quotes(rest.substr(0, static_cast<std::size_t>(end - rest.begin())));
    }
    if (c == '"') return "a quotation mark";
    if (c == '\n') return "a line break";
    if (c == '\t') return "a tab";
    if (const std::size_t length = ecs::utf8_length(rest); c >= 0x20 && c != 0x7f && length != 0)
        return in_quotes(rest.substr(0, length));
    char hex[16];
    std::snprintf(hex, sizeof hex, "byte 0x%02x", static_cast<unsigned>(c));
    return hex;
}

std::string JsonReader::describe_value() const {
    if (value_start_ >= text_.size()) return "the end of the file";
    const std::string_view rest = text_.substr(value_start_);
    switch (rest.front()) {
        case '{':
            return "an object";
        case '[':
            return "an array";
        case '"':
            try {
                return "string " + in_quotes(JsonReader(rest, file_).read_string());
            } catch (const FileError&) {
                return "a string that is broken";
            }
        default:
            break;
    }
    const std::string_view token = rest.substr(0, rest.find_first_of(" \t\r\n,]}:"));
    const bool word = token == "true" || token == "false" || token == "null";
    const std::string shown(token.size() > 40 ? std::string(ecs::whole_characters(token, 37)) + "…"
                                              : std::string(token));
    return word ? shown : "number " + shown;
}

void JsonReader::fail_at(std::size_t offset, const std::string& problem) const {
    const TextPlace place = place_of(text_, offset);
    throw FileError(file_, place.line, place.column, problem);
}

void JsonReader::fail(const std::string& problem) const { fail_from(value_start_, problem); }

void JsonReader::fail_from(std::size_t start, const std::string& problem) const {
    fail_at(start, (depth_ == 0 ? "the file" : path()) + ' ' + problem);
}

void JsonReader::fail_about(const std::string& problem) const { fail_about_from(value_start_, problem); }

void JsonReader::fail_about_key(const std::string& problem) const {
    fail_about_from(levels_[depth_].key_start, problem);
}

void JsonReader::fail_about_from(std::size_t start, const std::string& problem) const {
    const std::string where = path();
    fail_at(start, where.empty() ? problem : where + ": " + problem);
}

void JsonReader::fail_expected(std::string_view expected) const {
    fail("must be " + std::string(expected) + ", found " + describe_value());
}

void JsonReader::fail_syntax(const std::string& expected) const {
    if (text_.find_first_not_of(" \t\r\n") == std::string_view::npos) fail_at(position_, "the file is empty");
    if (position_ >= text_.size())
        fail_about_from(position_, "the file stops in the middle, expected " + expected + " here");
    fail_about_from(position_, "expected " + expected + ", found " + found_here());
}

}  // namespace files
