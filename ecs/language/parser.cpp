#include "ecs/language/parser.hpp"

#include <array>

#include "ecs/base/language.hpp"
#include "ecs/base/utf8.hpp"

namespace ecs {

namespace {

constexpr const char* expected_comparison = tr_later("a comparison such as \"<\"");

}  // namespace

Parser::Level::Level(Parser& parser) : parser_(parser) {
    if (++parser.levels_ > max_text_levels)
        parser.fail(parser.token_.offset,
                    phrase("Expected at most {} levels of brackets", std::to_string(max_text_levels)));
}

Parser::Parser(std::string text) : syntax_{std::move(text), {}, 0}, lexer_(syntax_.text) {
    if (syntax_.text.size() > max_text_bytes) {
        fail(max_text_bytes, phrase("Expected at most {} KiB of text", std::to_string(max_text_bytes / 1024)));
        return;
    }
    advance();
}

void Parser::fail(std::size_t offset, std::string message) {
    if (error_) return;
    error_ = syntax_.error(offset, std::move(message));
    token_ = {};  // the end: nothing more is read
}

void Parser::advance() {
    if (failed()) return;
    last_end_ = token_.end;
    token_ = lexer_.next();
    if (token_.kind == TokenKind::Wrong) fail(token_.offset, std::move(token_.text));
}

void Parser::advance_to_value() {
    advance();
    wanted_ = tr_later("a value");
}

std::string Parser::found() const {
    constexpr std::size_t most_bytes = 24;
    const std::string_view all = std::string_view(syntax_.text).substr(token_.offset, token_.end - token_.offset);
    const std::string_view shown = whole_characters(all, most_bytes);
    const char* quote = token_.kind == TokenKind::Text ? "" : "\"";
    return quote + std::string(shown) + (shown.size() < all.size() ? "…" : "") + quote;
}

void Parser::fail_expected(const char* expected) {
    if (token_.is("&&") || token_.is("||"))
        return fail(token_.offset,
                    phrase("Expected {}, found {}", "\"" + token_.text.substr(1) + "\"", "\"" + token_.text + "\""));
    if (token_.is("<>")) return fail(token_.offset, phrase("Expected {}, found {}", "\"!=\"", "\"<>\""));
    fail(token_.offset, at_end() ? phrase("Expected {}, found the end", tr(expected))
                                 : phrase("Expected {}, found {}", tr(expected), found()));
}

bool Parser::take(std::string_view sign) {
    if (!token_.is(sign)) return false;
    advance();
    return true;
}

bool Parser::expect(std::string_view sign, const char* expected) {
    if (take(sign)) return true;
    fail_expected(expected);
    return false;
}

SyntaxNode Parser::begin(SyntaxKind kind, SyntaxId first, std::uint32_t offset) const {
    SyntaxNode node;
    node.kind = kind;
    node.first = first;
    node.offset = offset;
    return node;
}

SyntaxId Parser::add(SyntaxNode node) {
    node.end = last_end_;
    syntax_.nodes.push_back(std::move(node));
    return next_node() - 1;
}

Parser::Part Parser::join(SyntaxKind kind, Operator op, const Part& left, const Part& right, Role role) {
    SyntaxNode node = begin(kind, syntax_[left.node].first, syntax_[left.node].offset);
    node.op = op;
    node.children = {left.node, right.node};
    return {add(std::move(node)), role};
}

// Where a condition must stand

bool Parser::as_query(const Part& part) {
    if (failed()) return false;
    if (part.role != Role::Value) return true;
    fail_expected(token_.is("=") ? "\"==\"" : expected_comparison);
    return false;
}

bool Parser::as_value(const Part& part) {
    if (failed()) return false;
    if (part.role != Role::Query) return true;
    fail(syntax_[part.node].offset, tr("Expected a value, found a condition"));
    return false;
}

void Parser::expect_end(const Part& last, bool in_change) {
    if (failed()) return;
    if (in_change ? token_.is(":") : at_end()) return;
    if (token_.is("=")) return fail_expected("\"==\"");
    if (last.role == Role::Value)
        return fail_expected(in_change ? tr_later("an operator or \":\" and a step")
                                       : tr_later("an operator or the end"));
    fail_expected(in_change ? tr_later("\"&\", \"|\" or \":\" and a step") : tr_later("\"&\", \"|\" or the end"));
}

void Parser::query(EmptyText empty) {
    if (failed()) return;
    if (at_end() && empty == EmptyText::IsEverything) {
        syntax_.root = add(begin(SyntaxKind::All, 0, 0));
        return;
    }
    const Part whole = disjunction();
    if (!as_query(whole)) return;
    expect_end({whole.node, Role::Query}, false);
    syntax_.root = whole.node;
}

void Parser::value() {
    if (failed()) return;
    aggregates_ = true;
    wanted_ = tr_later("a value");
    const Part whole = sum();
    if (!as_value(whole)) return;
    expect_end({whole.node, Role::Value}, false);
    syntax_.root = whole.node;
}

Parser::Part Parser::disjunction() {
    Part left = conjunction();
    if (failed() || !token_.is("|")) return left;
    if (!as_query(left)) return left;
    SyntaxNode node = begin(SyntaxKind::Or, syntax_[left.node].first, syntax_[left.node].offset);
    node.children.push_back(left.node);
    while (take("|")) {
        const Part next = conjunction();
        if (!as_query(next)) return left;
        node.children.push_back(next.node);
    }
    return {add(std::move(node)), Role::Query};
}

Parser::Part Parser::conjunction() {
    Part left = negation();
    if (failed() || !token_.is("&")) return left;
    if (!as_query(left)) return left;
    SyntaxNode node = begin(SyntaxKind::And, syntax_[left.node].first, syntax_[left.node].offset);
    node.children.push_back(left.node);
    while (take("&")) {
        const Part next = negation();
        if (!as_query(next)) return left;
        node.children.push_back(next.node);
    }
    return {add(std::move(node)), Role::Query};
}

Parser::Part Parser::negation() {
    wanted_ = tr_later("a component or \"(\"");
    if (!token_.is("!")) return comparison();
    const Level level(*this);
    if (failed()) return {};
    SyntaxNode node = begin(SyntaxKind::Not, next_node(), token_.offset);
    advance();
    const Part inner = negation();
    if (!as_query(inner)) return inner;
    node.children = {inner.node};
    return {add(std::move(node)), Role::Query};
}

Operator Parser::comparison_sign() const {
    if (token_.kind != TokenKind::Sign) return Operator::None;
    for (const Operator op :
         {Operator::Equal, Operator::Unequal, Operator::Less, Operator::AtMost, Operator::Greater, Operator::AtLeast})
        if (token_.text == sign_of(op)) return op;
    return Operator::None;
}

Parser::Part Parser::comparison() {
    const Part left = sum();
    if (failed()) return left;
    if (token_.is("~")) {
        if (left.role == Role::Query) return left;
        advance();
        if (token_.kind != TokenKind::Text) {
            fail_expected(tr_later("a text such as \"boss\""));
            return left;
        }
        SyntaxNode node = begin(SyntaxKind::Contains, syntax_[left.node].first, syntax_[left.node].offset);
        node.children = {left.node};
        node.text = std::move(token_.text);
        advance();
        return {add(std::move(node)), Role::Query};
    }
    const Operator op = comparison_sign();
    if (op == Operator::None || left.role == Role::Query) return left;
    advance_to_value();
    const Part middle = sum();
    if (!as_value(middle)) return left;
    SyntaxNode node = begin(SyntaxKind::Compare, syntax_[left.node].first, syntax_[left.node].offset);
    node.op = op;
    node.children = {left.node, middle.node};
    node.second_op = comparison_sign();
    if (node.second_op != Operator::None) {
        advance_to_value();
        const Part right = sum();
        if (!as_value(right)) return left;
        node.children.push_back(right.node);
    }
    return {add(std::move(node)), Role::Query};
}

Parser::Part Parser::sum() {
    Part left = product();
    while (!failed() && left.role != Role::Query && (token_.is("+") || token_.is("-"))) {
        const Operator op = token_.is("+") ? Operator::Plus : Operator::Minus;
        advance_to_value();
        const Part right = product();
        if (!as_value(right)) return left;
        left = join(SyntaxKind::Arithmetic, op, left, right, Role::Value);
    }
    return left;
}

Parser::Part Parser::product() {
    Part left = sign();
    while (!failed() && left.role != Role::Query && (token_.is("*") || token_.is("/") || token_.is("%"))) {
        const Operator op = token_.is("*") ? Operator::Times : token_.is("/") ? Operator::Divide : Operator::Remainder;
        advance_to_value();
        const Part right = sign();
        if (!as_value(right)) return left;
        left = join(SyntaxKind::Arithmetic, op, left, right, Role::Value);
    }
    return left;
}

Parser::Part Parser::sign() {
    if (!token_.is("-")) return power();
    const Level level(*this);
    if (failed()) return {};
    SyntaxNode node = begin(SyntaxKind::Negate, next_node(), token_.offset);
    advance_to_value();
    const Part inner = sign();
    if (!as_value(inner)) return inner;
    SyntaxNode& number = syntax_.nodes[inner.node];
    // Folded here, because the least 64-bit integer is no negated one.
    if (number.kind == SyntaxKind::Whole && !number.negative && syntax_.text[number.offset] != '(') {
        number.negative = true;
        number.offset = node.offset;
        return {inner.node, Role::Value};
    }
    node.children = {inner.node};
    return {add(std::move(node)), Role::Value};
}

Parser::Part Parser::power() {
    const Part base = primary();
    if (failed() || base.role == Role::Query || !token_.is("^")) return base;
    const Level level(*this);
    if (failed()) return base;
    advance_to_value();
    const Part exponent = sign();  // 2^-1, and 2^3^2 is 2^(3^2)
    if (!as_value(exponent)) return base;
    return join(SyntaxKind::Arithmetic, Operator::Power, base, exponent, Role::Value);
}

Parser::Part Parser::bracket() {
    const Level level(*this);
    if (failed()) return {};
    const std::uint32_t open = token_.offset;
    advance();
    const Part inner = disjunction();  // a bare path in brackets still waits for its place to decide
    if (failed()) return inner;
    if (!expect(")", inner.role == Role::Query ? tr_later("\"&\", \"|\" or \")\"") : tr_later("an operator or \")\"")))
        return inner;
    syntax_.nodes[inner.node].offset = open;
    syntax_.nodes[inner.node].end = last_end_;
    return inner;
}

Parser::Part Parser::id() {
    SyntaxNode node = begin(SyntaxKind::Id, next_node(), token_.offset);
    node.entity = token_.entity;
    advance();
    if (!token_.is(".")) return {add(std::move(node)), Role::Either};
    advance();
    node.kind = SyntaxKind::Path;
    path_parts(node.path);
    return {add(std::move(node)), Role::Either};
}

Parser::Part Parser::primary() {
    if (failed()) return {};
    const std::uint32_t offset = token_.offset;
    switch (token_.kind) {
        case TokenKind::Whole:
        case TokenKind::Float: {
            const bool whole = token_.kind == TokenKind::Whole;
            SyntaxNode node = begin(whole ? SyntaxKind::Whole : SyntaxKind::Float, next_node(), offset);
            node.whole = token_.whole;
            node.number = token_.number;
            advance();
            return {add(std::move(node)), Role::Value};
        }
        case TokenKind::Text:
        case TokenKind::Watch: {
            const bool text = token_.kind == TokenKind::Text;
            SyntaxNode node = begin(text ? SyntaxKind::Text : SyntaxKind::Watch, next_node(), offset);
            node.text = std::move(token_.text);
            advance();
            return {add(std::move(node)), Role::Value};
        }
        case TokenKind::Id:
            return id();
        case TokenKind::Quoted:
        case TokenKind::Name:
            return path();
        default:
            if (token_.is("(")) return bracket();
            fail_expected(wanted_);
            return {};
    }
}

}  // namespace ecs
