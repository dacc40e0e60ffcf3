// The recursive-descent parser of the language. It lives for one text; parse.hpp has the functions for everybody. After
// the first error it asks for nothing more: every function returns at once.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "ecs/language/lexer.hpp"
#include "ecs/language/parse.hpp"
#include "ecs/language/syntax.hpp"

namespace ecs {

struct BreakpointText;

class Parser {
public:
    explicit Parser(std::string text);

    bool at_end() const { return token_.kind == TokenKind::End; }
    /// Whole texts; each ends with the end of the text.
    void query(EmptyText empty);
    void value();
    void change(std::vector<SyntaxStep>& steps);
    void breakpoint(BreakpointText& made);

    bool failed() const { return error_.has_value(); }
    TextError& error() { return *error_; }
    Syntax& syntax() { return syntax_; }

private:
    /// What a part of the text turned out to be. Either: a path or an id, of which the place decides.
    enum class Role : std::uint8_t { Query, Value, Either };
    struct Part {
        SyntaxId node = 0;
        Role role = Role::Either;
    };
    /// Counts levels while it lives.
    class Level {
    public:
        explicit Level(Parser& parser);
        ~Level() { --parser_.levels_; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;

    private:
        Parser& parser_;
    };

    void advance();
    void advance_to_value();
    void fail(std::size_t offset, std::string message);
    /// `expected` in English, as for tr().
    void fail_expected(const char* expected);
    std::string found() const;
    bool take(std::string_view sign);
    bool expect(std::string_view sign, const char* expected);
    void expect_end(const Part& last, bool in_change);

    SyntaxNode begin(SyntaxKind kind, SyntaxId first, std::uint32_t offset) const;
    SyntaxId add(SyntaxNode node);
    SyntaxId next_node() const { return static_cast<SyntaxId>(syntax_.nodes.size()); }
    Part join(SyntaxKind kind, Operator op, const Part& left, const Part& right, Role role);

    Part disjunction();
    Part conjunction();
    Part negation();
    Part comparison();
    Part sum();
    Part product();
    Part sign();
    Part power();
    Part primary();
    Part bracket();
    Part path();
    Part id();
    Part call(Function function, std::uint32_t offset);
    Part aggregate(SyntaxNode node);
    Part below(std::uint32_t offset);
    Part event(SyntaxKind kind, std::uint32_t offset);
    Part odd_float(bool nan, std::uint32_t offset);
    bool as_query(const Part& part);
    bool as_value(const Part& part);
    bool path_parts(std::vector<PathPart>& parts);
    bool part_of_path(PathPart& part, const char* expected);
    Operator comparison_sign() const;

    bool at_event() const;
    void breakpoint_query(BreakpointText& made);
    SyntaxStep step();
    void set_step(SyntaxStep& step);
    void added_fields(SyntaxStep& step);
    Entity parent_id();

    Syntax syntax_;
    Lexer lexer_;
    Token token_;
    std::uint32_t last_end_ = 0;  // of the token before
    std::optional<TextError> error_;
    std::size_t levels_ = 0;
    const char* wanted_ = "";  // what must stand where the next value or condition begins
    bool aggregates_ = false;  // they may stand here
};

}  // namespace ecs
