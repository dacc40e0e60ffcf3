#include "ecs/language/lexer.hpp"

#include <algorithm>
#include <charconv>

#include "ecs/base/language.hpp"
#include "ecs/base/utf8.hpp"

namespace ecs {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
/// Every character beyond ASCII may stand in a name: games name their components in any language.
bool starts_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

std::size_t Lexer::end_of_name(std::size_t offset) const {
    for (;;) {
        while (starts_name(at(offset)) || is_digit(at(offset))) ++offset;
        // "game::Position" is one name, as the compiler spells it.
        if (at(offset) != ':' || at(offset + 1) != ':' || !starts_name(at(offset + 2))) return offset;
        offset += 2;
    }
}

std::size_t Lexer::end_of_digits(std::size_t offset) const {
    while (is_digit(at(offset))) ++offset;
    return offset;
}

Token Lexer::make(TokenKind kind, std::size_t end) const {
    Token token;
    token.kind = kind;
    token.offset = static_cast<std::uint32_t>(position_);
    token.end = static_cast<std::uint32_t>(end);
    token.text = text_.substr(position_, end - position_);
    return token;
}

Token Lexer::wrong(std::size_t offset, std::string message) const {
    Token token = make(TokenKind::Wrong, text_.size());
    token.offset = static_cast<std::uint32_t>(offset);
    token.text = std::move(message);
    return token;
}

Token Lexer::quoted(TokenKind kind, std::size_t start) {
    const std::size_t close = text_.find('`', start + 1);
    if (close == std::string_view::npos) return wrong(start, tr("The name has no closing `"));
    if (close == start + 1) return wrong(start, tr("Expected a name between the backquotes"));
    Token token = make(kind, close + 1);
    token.text = text_.substr(start + 1, close - start - 1);
    return token;
}

Token Lexer::literal_text() {
    std::string content;
    for (std::size_t offset = position_ + 1; offset < text_.size(); ++offset) {
        char c = text_[offset];
        if (c == '"') {
            Token token = make(TokenKind::Text, offset + 1);
            token.text = std::move(content);
            return token;
        }
        if (c == '\\') {
            constexpr std::string_view letters = "\"\\nt", meanings = "\"\\\n\t";
            const std::size_t which = offset + 1 < text_.size() ? letters.find(text_[offset + 1]) : letters.npos;
            if (which == letters.npos) return wrong(offset, tr("Expected \\\", \\\\, \\n or \\t"));
            c = meanings[which];
            ++offset;
        }
        content += c;
    }
    return wrong(position_, tr("The text has no closing \""));
}

Token Lexer::id(std::size_t digits) {
    Token token = make(TokenKind::Id, end_of_digits(digits));
    token.hashed = digits != position_;
    const auto read = [&](std::size_t from, std::size_t to, std::uint32_t& number) {
        const auto result = std::from_chars(text_.data() + from, text_.data() + to, number);
        return from < to && result.ec == std::errc{} && number != 0;
    };
    bool whole = read(digits, token.end, token.entity.index);
    if (at(token.end) == 'v' && is_digit(at(token.end + 1))) {
        const std::size_t end = end_of_digits(token.end + 1);
        whole = whole && read(token.end + 1, end, token.entity.generation);
        token.end = static_cast<std::uint32_t>(end);
    }
    if (!whole || starts_name(at(token.end))) return wrong(position_, tr("Expected an id such as #12 or #12v3"));
    token.text = text_.substr(position_, token.end - position_);
    return token;
}

Token Lexer::number() {
    std::size_t end = end_of_digits(position_);
    if (at(end) == 'v' && is_digit(at(end + 1))) return id(position_);
    bool is_float = false;
    if (at(end) == '.' && is_digit(at(end + 1))) {
        is_float = true;
        end = end_of_digits(end + 1);
    }
    if (at(end) == 'e' || at(end) == 'E') {
        const std::size_t digits = at(end + 1) == '+' || at(end + 1) == '-' ? end + 2 : end + 1;
        if (is_digit(at(digits))) {
            is_float = true;
            end = end_of_digits(digits);
        }
    }
    if (starts_name(at(end)))
        return wrong(end, phrase("Expected an operator behind the number, found \"{}\"",
                                 text_.substr(end, utf8_length(text_.substr(end)))));
    Token token = make(is_float ? TokenKind::Float : TokenKind::Whole, end);
    const char *from = text_.data() + position_, *to = text_.data() + end;
    if (is_float) {
        if (std::from_chars(from, to, token.number).ec != std::errc{})
            return wrong(position_, tr("The number is beyond what a 64-bit float can hold"));
    } else if (std::from_chars(from, to, token.whole).ec != std::errc{}) {
        return wrong(position_, tr("The number is beyond 64 bits; write it with a dot to make it a float"));
    }
    return token;
}

Token Lexer::sign() const {
    constexpr std::string_view two[] = {"==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "&&", "||", "<>"};
    const std::string_view rest = text_.substr(position_);
    for (const std::string_view each : two)
        if (rest.starts_with(each)) return make(TokenKind::Sign, position_ + 2);
    if (std::string_view("!&|()<>=~+-*/%^,.[]{}:").find(rest.front()) != std::string_view::npos)
        return make(TokenKind::Sign, position_ + 1);
    return wrong(position_, phrase("\"{}\" has no meaning in this language", rest.substr(0, utf8_length(rest))));
}

Token Lexer::next() {
    while (is_blank(at(position_)) && position_ < text_.size()) ++position_;
    if (position_ >= text_.size()) return make(TokenKind::End, position_);
    const char c = text_[position_];
    Token token;
    if (starts_name(c)) {
        token = make(TokenKind::Name, end_of_name(position_));
    } else if (is_digit(c)) {
        token = number();
    } else if (c == '"') {
        token = literal_text();
    } else if (c == '`') {
        token = quoted(TokenKind::Quoted, position_);
    } else if (c == '#') {
        token = id(position_ + 1);
    } else if (c == '$') {
        if (at(position_ + 1) == '`') {
            token = quoted(TokenKind::Watch, position_ + 1);
        } else {
            const std::size_t end = starts_name(at(position_ + 1)) ? end_of_name(position_ + 1) : position_ + 1;
            token = make(TokenKind::Watch, end);
            token.text.erase(0, 1);
            if (token.text.empty()) token = wrong(position_, tr("Expected the name of a watch behind \"$\""));
        }
    } else {
        token = sign();
    }
    position_ = token.end;
    return token;
}

}  // namespace ecs
