#include <algorithm>
#include <limits>
#include <numbers>
#include <optional>

#include "ecs/base/language.hpp"
#include "ecs/language/parser.hpp"

namespace ecs {

namespace {

struct FunctionWord {
    std::string_view name;
    Function function;
    std::size_t least, most;  // arguments
};
constexpr FunctionWord function_words[] = {
    {"abs", Function::Abs, 1, 1},
    {"min", Function::Min, 2, max_text_arguments},
    {"max", Function::Max, 2, max_text_arguments},
    {"clamp", Function::Clamp, 3, 3},
    {"floor", Function::Floor, 1, 1},
    {"ceil", Function::Ceil, 1, 1},
    {"round", Function::Round, 1, 1},
    {"sqrt", Function::Sqrt, 1, 1},
    {"sin", Function::Sin, 1, 1},
    {"cos", Function::Cos, 1, 1},
    {"atan2", Function::Atan2, 2, 2},
    {"length", Function::Length, 1, 4},
    {"lerp", Function::Lerp, 3, 3},
    {"random", Function::Random, 2, 2},
    {"count", Function::Count, 1, 1},
    {"sum", Function::Sum, 2, 2},
    {"mean", Function::Mean, 2, 2},
};

const FunctionWord* word_of(Function function) {
    return std::ranges::find(function_words, function, &FunctionWord::function);
}

std::optional<double> number_of_word(std::string_view word) {
    if (word == "pi") return std::numbers::pi;
    if (word == "inf") return std::numeric_limits<double>::infinity();
    if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
    return std::nullopt;
}

}  // namespace

std::string_view name_of(Function function) { return word_of(function)->name; }

std::string_view sign_of(Operator op) {
    constexpr std::string_view signs[] = {"=", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "^"};
    return signs[static_cast<std::size_t>(op)];
}

bool Parser::part_of_path(PathPart& part, const char* expected) {
    if (token_.kind != TokenKind::Name && token_.kind != TokenKind::Quoted) {
        fail_expected(expected);
        return false;
    }
    part.quoted = token_.kind == TokenKind::Quoted;
    part.offset = token_.offset;
    part.name = std::move(token_.text);
    advance();
    if (!take("[")) return !failed();
    if (token_.kind != TokenKind::Whole || token_.whole > 0xffff'ffffu) {
        fail_expected(tr_later("the number of an element"));
        return false;
    }
    part.index = static_cast<std::uint32_t>(token_.whole);
    advance();
    return expect("]", "\"]\"");
}

bool Parser::path_parts(std::vector<PathPart>& parts) {
    const char* expected = parts.empty() ? tr_later("a component") : tr_later("a field");
    do {
        parts.emplace_back();
        if (!part_of_path(parts.back(), expected)) return false;
        expected = tr_later("a field");
    } while (take("."));
    return !failed();
}

Parser::Part Parser::path() {
    const std::uint32_t offset = token_.offset;
    SyntaxNode node = begin(SyntaxKind::Path, next_node(), offset);
    const bool word = token_.kind == TokenKind::Name;
    node.path.emplace_back();
    if (!part_of_path(node.path.back(), tr_later("a component"))) return {};
    const std::string& name = node.path.back().name;
    if (word && !node.path.back().index && !token_.is(".")) {
        if (token_.is("(")) {
            if (name == "below") return below(offset);
            if (name == "changed") return event(SyntaxKind::Changed, offset);
            if (name == "added") return event(SyntaxKind::Added, offset);
            if (name == "removed") return event(SyntaxKind::Removed, offset);
            if (name == "isnan" || name == "isinf") return odd_float(name == "isnan", offset);
            for (const FunctionWord& each : function_words)
                if (name == each.name) return call(each.function, offset);
            fail(offset, phrase("No function is called \"{}\"", name.substr(0, 40)));
            return {};
        }
        node.truth = name == "true";
        const bool is_null = name == "null";
        if (node.truth || name == "false" || is_null) {
            node.kind = is_null ? SyntaxKind::Null : SyntaxKind::Truth;
            node.path.clear();
            return {add(std::move(node)), Role::Value};
        }
        if (name == "name") {
            node.kind = SyntaxKind::EntityName;
            node.path.clear();
            return {add(std::move(node)), Role::Value};
        }
        if (const auto number = number_of_word(name)) {
            node.kind = SyntaxKind::Float;
            node.number = *number;
            node.path.clear();
            return {add(std::move(node)), Role::Value};
        }
    }
    if (take(".")) path_parts(node.path);
    if (failed()) return {};
    return {add(std::move(node)), Role::Either};
}

Parser::Part Parser::below(std::uint32_t offset) {
    advance();
    SyntaxNode node = begin(SyntaxKind::Below, next_node(), offset);
    if (token_.kind == TokenKind::Id)
        node.entity = token_.entity;
    else if (token_.kind == TokenKind::Whole && token_.whole > 0 && token_.whole <= 0xffff'ffffu)
        node.entity = Entity{static_cast<std::uint32_t>(token_.whole), 0};
    else if (token_.kind == TokenKind::Text)
        node.text = token_.text;
    else
        fail_expected(tr_later("an id such as #12v3, or the name of an entity"));
    if (failed()) return {};
    advance();
    if (!expect(")", "\")\"")) return {};
    return {add(std::move(node)), Role::Query};
}

// A NaN is the only number that differs from itself, and an infinite number has an infinite size: both are comparisons
// that everybody else knows already.
Parser::Part Parser::odd_float(bool nan, std::uint32_t offset) {
    const Level level(*this);
    if (failed()) return {};
    SyntaxNode node = begin(SyntaxKind::Compare, next_node(), offset);
    advance_to_value();
    const Part value = sum();
    if (!as_value(value)) return {};
    node.op = nan ? Operator::Unequal : Operator::Equal;
    node.children = {value.node, value.node};
    if (!nan) {
        SyntaxNode size = begin(SyntaxKind::Call, node.first, syntax_[value.node].offset);
        size.function = Function::Abs;
        size.children = {value.node};
        node.children[0] = add(std::move(size));
        SyntaxNode infinity = begin(SyntaxKind::Float, next_node(), syntax_[value.node].offset);
        infinity.number = std::numeric_limits<double>::infinity();
        node.children[1] = add(std::move(infinity));
    }
    if (!expect(")", tr_later("an operator or \")\""))) return {};
    return {add(std::move(node)), Role::Query};
}

Parser::Part Parser::event(SyntaxKind kind, std::uint32_t offset) {
    advance();
    SyntaxNode node = begin(kind, next_node(), offset);
    if (!path_parts(node.path)) return {};
    if (!expect(")", "\")\"")) return {};
    return {add(std::move(node)), Role::Query};
}

Parser::Part Parser::call(Function function, std::uint32_t offset) {
    const Level level(*this);
    if (failed()) return {};
    const FunctionWord& word = *word_of(function);
    SyntaxNode node = begin(SyntaxKind::Call, next_node(), offset);
    node.function = function;
    advance_to_value();
    if (function == Function::Count || function == Function::Sum || function == Function::Mean)
        return aggregate(std::move(node));
    do {
        const Part argument = disjunction();
        if (failed()) return {};
        // A condition or a bare component behind a value: min(Health.hp, Enemy & !Boss).
        const SyntaxNode& last = syntax_[argument.node];
        const bool condition =
            argument.role == Role::Query ||
            (argument.role == Role::Either && last.kind == SyntaxKind::Path && last.path.size() == 1 && !last.entity);
        if (condition && node.children.size() == 1 && (function == Function::Min || function == Function::Max)) {
            node.children.push_back(argument.node);
            if (!expect(")", "\")\"")) return {};
            if (!aggregates_) {
                fail(offset, phrase("{} over entities can stand in watches and plots only", word.name));
                return {};
            }
            node.kind = SyntaxKind::Aggregate;
            return {add(std::move(node)), Role::Value};
        }
        if (!as_value(argument)) return {};
        node.children.push_back(argument.node);
        if (node.children.size() > word.most) break;
    } while (take(","));
    const std::size_t count = node.children.size();
    if (failed()) return {};
    if (count > word.most || (count < word.least && token_.is(")"))) {
        std::string wanted = std::to_string(word.least);
        if (word.most != word.least) wanted = phrase("{} to {}", wanted, std::to_string(word.most));
        fail(count > word.most ? syntax_[node.children.back()].offset : token_.offset,
             phrase("{} takes {}", word.name, count_phrase(wanted, word.most == 1 ? "value" : "values")));
        return {};
    }
    if (!expect(")", count < word.most ? tr_later("\",\" or \")\"") : "\")\"")) return {};
    return {add(std::move(node)), Role::Value};
}

Parser::Part Parser::aggregate(SyntaxNode node) {
    if (!aggregates_) {
        fail(node.offset, phrase("{} can stand in watches and plots only", name_of(node.function)));
        return {};
    }
    node.kind = SyntaxKind::Aggregate;
    if (node.function != Function::Count) {
        const Part value = sum();
        if (!as_value(value)) return {};
        node.children.push_back(value.node);
        if (!expect(",", tr_later("\",\" and a condition"))) return {};
    }
    const Part condition = disjunction();
    if (!as_query(condition)) return {};
    node.children.push_back(condition.node);
    if (!expect(")", tr_later("\"&\", \"|\" or \")\""))) return {};
    return {add(std::move(node)), Role::Value};
}

}  // namespace ecs
