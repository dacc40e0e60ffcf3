#include "files/json/json_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>

#include "ecs/base/utf8.hpp"
#include "ecs/types/type_registry.hpp"
#include "files/json/json_text.hpp"

namespace files {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr std::size_t many_keys = 24;

}  // namespace

JsonReader::JsonReader(std::string_view text, std::string file, std::size_t depth_limit)
    : text_(text), file_(std::move(file)), depth_limit_(std::min(depth_limit, deepest_nesting)) {
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (text_.substr(0, byte_order_mark.size()) == byte_order_mark) position_ = byte_order_mark.size();
}

void JsonReader::skip_space() {
    while (position_ < text_.size()) {
        const char c = text_[position_];
        if (c != ' ' && c != '\n' && c != '\r' && c != '\t') return;
        ++position_;
    }
}

JsonKind JsonReader::peek() {
    skip_space();
    value_start_ = position_;
    if (position_ == text_.size()) fail_syntax("a value");
    switch (text_[position_]) {
        case '{':
            return JsonKind::Object;
        case '[':
            return JsonKind::Array;
        case '"':
            return JsonKind::String;
        case 't':
        case 'f':
            return JsonKind::Bool;
        case 'n':
            return JsonKind::Null;
        default:
            if (text_[position_] == '-' || is_digit(text_[position_])) return JsonKind::Number;
            fail_syntax("a value");
    }
}

void JsonReader::open(bool array) {
    if (depth_ == depth_limit_)
        fail_about("is nested too deeply, a world file may have " + std::to_string(deepest_nesting) + " levels");
    ++position_;
    Level& level = levels_[++depth_];
    level.array = array;
    level.started = false;
    level.index = 0;
    level.key = {};
    level.first_key = keys_.size();
    level.many_keys.reset();
}

void JsonReader::begin_object() {
    if (peek() != JsonKind::Object) fail_expected("an object");
    open(false);
}

void JsonReader::begin_array() {
    if (peek() != JsonKind::Array) fail_expected("an array");
    open(true);
}

bool JsonReader::next(char close) {
    Level& level = levels_[depth_];
    skip_space();
    const char c = position_ < text_.size() ? text_[position_] : '\0';
    if (c == close) {
        ++position_;
        keys_.resize(level.first_key);
        --depth_;
        return false;
    }
    if (level.started) {
        if (c != ',') fail_syntax(close == '}' ? R"("," or "}")" : R"("," or "]")");
        ++position_;
        skip_space();
    }
    level.key = {};  // the next message is not about the member before
    return true;
}

bool JsonReader::next_element() {
    if (!next(']')) return false;
    Level& level = levels_[depth_];
    if (level.started) ++level.index;
    level.started = true;
    return true;
}

std::optional<std::string_view> JsonReader::next_member() {
    if (!next('}')) return std::nullopt;
    Level& level = levels_[depth_];
    if (position_ == text_.size() || text_[position_] != '"')
        fail_syntax(level.started ? "a name in quotes" : R"(a name in quotes or "}")");
    level.key_start = value_start_ = position_;
    std::string_view key = scan_string();
    if (key.data() == unescaped_.data()) key = unescaped_keys_.emplace_back(key);
    level.key = key;
    level.started = true;
    remember_key(key);
    skip_space();
    if (position_ == text_.size() || text_[position_] != ':') fail_syntax("\":\" after " + in_quotes(key));
    ++position_;
    return key;
}

void JsonReader::remember_key(std::string_view key) {
    Level& level = levels_[depth_];
    const auto first = keys_.begin() + static_cast<std::ptrdiff_t>(level.first_key);
    bool seen = false;
    if (level.many_keys) {
        seen = !level.many_keys->insert(key).second;
    } else {
        seen = std::find(first, keys_.end(), key) != keys_.end();
        keys_.push_back(key);
        if (keys_.size() - level.first_key == many_keys)
            level.many_keys = std::make_unique<std::unordered_set<std::string_view>>(
                keys_.begin() + static_cast<std::ptrdiff_t>(level.first_key), keys_.end());
    }
    if (seen) fail_about_key("the key " + in_quotes(key) + " stands here twice");
}

std::string_view JsonReader::read_string(std::string_view expected) {
    if (peek() != JsonKind::String) fail_expected(expected);
    return scan_string();
}

std::string_view JsonReader::scan_string() {
    const std::size_t start = ++position_;
    bool escaped = false;
    std::size_t copied_to = start;  // the text before this was copied to unescaped_
    while (true) {
        if (position_ == text_.size()) fail_syntax("the end of a string");
        const auto c = static_cast<unsigned char>(text_[position_]);
        if (c == '"') break;
        if (c == '\\') {
            if (!escaped) unescaped_.clear();
            escaped = true;
            unescaped_.append(text_, copied_to, position_ - copied_to);
            scan_escape();
            copied_to = position_;
        } else if (c < 0x20) {
            fail_about_from(position_, "a string must not contain " + found_here() + "; write it as \\u00" +
                                           "0123456789abcdef"[c >> 4] + "0123456789abcdef"[c & 15]);
        } else if (c >= 0x80) {
            scan_utf8();
        } else {
            ++position_;
        }
    }
    std::string_view result = text_.substr(start, position_ - start);
    if (escaped) {
        unescaped_.append(text_, copied_to, position_ - copied_to);
        result = unescaped_;
    }
    ++position_;
    if (result.size() > longest_string_bytes) fail_about("a string must not be longer than 1 MiB");
    return result;
}

void JsonReader::scan_utf8() {
    const std::size_t length = ecs::utf8_length(text_.substr(position_));
    if (length == 0) fail_about_from(position_, "the text is not valid UTF-8, found " + found_here());
    position_ += length;
}

unsigned JsonReader::scan_hex4() {
    unsigned value = 0;
    const char* const first = text_.data() + position_;
    const char* const last = first + std::min<std::size_t>(4, text_.size() - position_);
    const auto [end, error] = std::from_chars(first, last, value, 16);
    if (error != std::errc{} || end != first + 4) {
        position_ = static_cast<std::size_t>(end - text_.data());
        fail_syntax("four hexadecimal digits after \\u");
    }
    position_ += 4;
    return value;
}

void JsonReader::scan_escape() {
    const std::size_t start = position_++;
    if (position_ == text_.size()) fail_syntax("the end of a string");
    constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    const char letter = text_[position_++];
    if (const std::size_t found = letters.find(letter); found != std::string_view::npos) {
        unescaped_ += meanings[found];
        return;
    }
    if (letter != 'u') {
        --position_;
        fail_syntax("one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u after \\");
    }
    std::uint32_t code = scan_hex4();
    if (code >= 0xd800 && code < 0xdc00 && text_.substr(position_, 2) == "\\u") {
        position_ += 2;
        const std::uint32_t low = scan_hex4();
        if (low >= 0xdc00 && low < 0xe000) code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    if (code >= 0xd800 && code < 0xe000)
        fail_about_from(start, std::string(text_.substr(start, 6)) + " is half of a character");
    ecs::append_utf8(unescaped_, code);
}

std::string_view JsonReader::read_number(std::string_view expected) {
    if (peek() != JsonKind::Number) fail_expected(expected);
    const auto digits = [&] {
        if (position_ == text_.size() || !is_digit(text_[position_])) fail_syntax("a digit");
        while (position_ < text_.size() && is_digit(text_[position_])) ++position_;
    };
    const auto at = [&](char c) { return position_ < text_.size() && text_[position_] == c; };
    if (at('-')) ++position_;
    if (at('0')) {
        ++position_;
        if (position_ < text_.size() && is_digit(text_[position_])) fail_about("a number must not have zeros in front");
    } else {
        digits();
    }
    if (at('.')) {
        ++position_;
        digits();
    }
    if (at('e') || at('E')) {
        ++position_;
        if (at('+') || at('-')) ++position_;
        digits();
    }
    if (position_ < text_.size() && is_word(text_[position_])) fail_syntax("the end of a number");
    return text_.substr(value_start_, position_ - value_start_);
}

void JsonReader::scan_word(std::string_view word) {
    std::size_t end = position_;
    while (end < text_.size() && is_word(text_[end])) ++end;
    const std::string_view found = text_.substr(position_, end - position_);
    if (end == text_.size() && found.size() < word.size() && found == word.substr(0, found.size())) position_ = end;
    if (found != word) fail_syntax("a value");
    position_ = end;
}

bool JsonReader::read_bool() {
    if (peek() != JsonKind::Bool) fail_expected("true or false");
    const bool value = text_[position_] == 't';
    scan_word(value ? "true" : "false");
    return value;
}

void JsonReader::read_null() {
    if (peek() != JsonKind::Null) fail_expected("null");
    scan_word("null");
}

void JsonReader::skip() {
    switch (peek()) {
        case JsonKind::Null:
            return scan_word("null");
        case JsonKind::Bool:
            read_bool();
            return;
        case JsonKind::Number:
            read_number();
            return;
        case JsonKind::String:
            scan_string();
            return;
        case JsonKind::Array:
            begin_array();
            while (next_element()) skip();
            return;
        case JsonKind::Object:
            begin_object();
            while (next_member()) skip();
            return;
    }
}

std::string JsonReader::read_raw() {
    peek();
    const std::size_t start = position_;
    skip();
    std::string compact;
    bool in_string = false;
    for (std::size_t i = start; i < position_; ++i) {
        const char c = text_[i];
        if (!in_string && (c == ' ' || c == '\n' || c == '\r' || c == '\t')) continue;
        compact += c;
        if (in_string && c == '\\')
            compact += text_[++i];
        else if (c == '"')
            in_string = !in_string;
    }
    value_start_ = start;
    return compact;
}

void JsonReader::finish() {
    skip_space();
    if (position_ != text_.size()) fail_at(position_, "nothing may follow the last \"}\", found " + found_here());
}

void JsonReader::skip_unchecked() {
    peek();
    int open = 0;
    while (position_ < text_.size()) {
        const char c = text_[position_++];
        if (c == '"') {
            while (position_ < text_.size() && text_[position_] != '"') position_ += text_[position_] == '\\' ? 2 : 1;
            ++position_;
        } else if (c == '{' || c == '[') {
            ++open;
        } else if ((c == '}' || c == ']') && --open == 0) {
            return;
        }
    }
    position_ = text_.size();
}

void JsonReader::slide(std::string_view text) {
    text_ = text;
    position_ = value_start_ = 0;
    keys_.clear();
    unescaped_keys_.clear();
    for (std::size_t depth = 1; depth <= depth_; ++depth) levels_[depth].key = {};
}

void JsonReader::go_to(std::size_t offset, std::string_view member, std::optional<std::size_t> element) {
    depth_ = 0;
    keys_.clear();
    const auto enter = [&](bool array) -> Level& {
        Level& level = levels_[++depth_];
        level.array = array;
        level.started = true;
        level.first_key = 0;
        level.many_keys.reset();
        return level;
    };
    enter(false).key = member;
    if (element) enter(true).index = *element;
    position_ = value_start_ = offset;
}

}  // namespace files
