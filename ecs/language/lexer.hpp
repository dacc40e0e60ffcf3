// Splits a text of the language into tokens, one at a time. Owned by a parser, for one text that must outlive it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ecs/base/entity.hpp"

namespace ecs {

enum class TokenKind : std::uint8_t { End, Name, Quoted, Whole, Float, Text, Id, Watch, Sign, Wrong };

struct Token {
    TokenKind kind = TokenKind::End;
    std::uint32_t offset = 0, end = 0;
    std::string text;  // a name, the content of a text, the letters of a sign; of Wrong: the message
    std::uint64_t whole = 0;
    double number = 0;
    Entity entity;        // of Id; generation 0: any
    bool hashed = false;  // of Id: written with #

    bool is(std::string_view sign) const { return kind == TokenKind::Sign && text == sign; }
    bool is_word(std::string_view word) const { return kind == TokenKind::Name && text == word; }
};

class Lexer {
public:
    explicit Lexer(std::string_view text) : text_(text) {}
    Token next();

private:
    char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }
    std::size_t end_of_name(std::size_t offset) const;
    std::size_t end_of_digits(std::size_t offset) const;
    Token make(TokenKind kind, std::size_t end) const;
    Token wrong(std::size_t offset, std::string message) const;
    Token quoted(TokenKind kind, std::size_t start);
    Token literal_text();
    Token number();
    Token id(std::size_t digits);
    Token sign() const;

    std::string_view text_;
    std::size_t position_ = 0;
};

}  // namespace ecs
