#include "ecs/language/parser.hpp"

#include "ecs/base/language.hpp"

namespace ecs {

namespace {

constexpr const char* expected_step = tr_later("a step such as Health.hp = 10, +Frozen, -Frozen or destroy");

Operator assignment_of(const Token& token) {
    for (const auto& [sign, op] : {std::pair<std::string_view, Operator>{"+=", Operator::Plus},
                                   {"-=", Operator::Minus},
                                   {"*=", Operator::Times},
                                   {"/=", Operator::Divide}})
        if (token.is(sign)) return op;
    return Operator::None;
}

}  // namespace

void Parser::change(std::vector<SyntaxStep>& steps) {
    if (failed()) return;
    const Part whole = disjunction();
    if (!as_query(whole)) return;
    expect_end({whole.node, Role::Query}, true);
    syntax_.root = whole.node;
    if (!take(":")) return;
    do {
        steps.push_back(step());
        if (failed()) return;
        steps.back().end = last_end_;
    } while (take(","));
    if (!at_end()) fail_expected(tr_later("\",\" or the end"));
}

SyntaxStep Parser::step() {
    SyntaxStep step;
    step.offset = token_.offset;
    if (take("+")) {
        step.kind = StepKind::Add;
        step.path.emplace_back();
        if (part_of_path(step.path.back(), tr_later("a component")) && take("{")) added_fields(step);
        return step;
    }
    if (take("-")) {
        step.kind = StepKind::Remove;
        step.path.emplace_back();
        part_of_path(step.path.back(), tr_later("a component"));
        return step;
    }
    if (token_.kind != TokenKind::Name && token_.kind != TokenKind::Quoted) {
        fail_expected(expected_step);
        return step;
    }
    const bool word = token_.kind == TokenKind::Name;
    if (!path_parts(step.path)) return step;
    if (word && step.path.size() == 1 && !step.path.front().index) {
        const std::string& name = step.path.front().name;
        if (name == "destroy") {
            step.kind = StepKind::Destroy;
            return step;
        }
        if (name == "name" || name == "parent") {
            step.kind = name == "name" ? StepKind::Rename : StepKind::Reparent;
            if (!expect("=", "\"=\"")) return step;
            wanted_ = tr_later("a value");
            if (step.kind == StepKind::Reparent) {
                step.parent = parent_id();
                return step;
            }
            const Part value = sum();
            if (as_value(value)) step.value = value.node;
            return step;
        }
    }
    set_step(step);
    return step;
}

Entity Parser::parent_id() {
    Entity parent;
    if (token_.kind == TokenKind::Id)
        parent = token_.entity;
    else if (!token_.is_word("null"))
        fail_expected(tr_later("an id such as #12v3, or null"));
    if (!failed()) advance();
    return parent;
}

void Parser::set_step(SyntaxStep& step) {
    step.kind = StepKind::Set;
    // A single name with a sign behind it is looked up, so that whoever reads the error sees which name is unknown.
    const Operator op = assignment_of(token_);
    if (op == Operator::None && !token_.is("=")) {
        fail_expected(step.path.size() < 2 ? tr_later("\".\" and a field")
                                           : tr_later("\"=\", \"+=\", \"-=\", \"*=\" or \"/=\""));
        return;
    }
    Part present;
    if (op != Operator::None) {  // hp += 5 is hp = hp + 5
        SyntaxNode node = begin(SyntaxKind::Path, next_node(), step.offset);
        node.path = step.path;
        present = {add(std::move(node)), Role::Value};
    }
    advance_to_value();
    Part value = sum();
    if (!as_value(value)) return;
    if (op != Operator::None) value = join(SyntaxKind::Arithmetic, op, present, value, Role::Value);
    step.value = value.node;
}

void Parser::added_fields(SyntaxStep& step) {
    if (take("}")) return;
    do {
        SyntaxStep::FieldValue field;
        PathPart part;
        if (!part_of_path(part, tr_later("a field"))) return;
        field.path.push_back(std::move(part));
        if (take(".") && !path_parts(field.path)) return;
        if (!expect(":", tr_later("\":\" and a value"))) return;
        wanted_ = tr_later("a value");
        const Part value = sum();
        if (!as_value(value)) return;
        field.value = value.node;
        step.fields.push_back(std::move(field));
    } while (take(","));
    expect("}", tr_later("\",\" or \"}\""));
}

namespace {

template <class F>
TextResult<Syntax> parse_with(std::string text, F&& parse) {
    Parser parser(std::move(text));
    parse(parser);
    if (parser.failed()) return std::move(parser.error());
    return std::move(parser.syntax());
}

}  // namespace

TextResult<Syntax> parse_query(std::string text, EmptyText empty) {
    return parse_with(std::move(text), [&](Parser& parser) { parser.query(empty); });
}

TextResult<Syntax> parse_value(std::string text) {
    return parse_with(std::move(text), [](Parser& parser) { parser.value(); });
}

TextResult<ChangeSyntax> parse_change(std::string text) {
    Parser parser(std::move(text));
    ChangeSyntax change;
    parser.change(change.steps);
    if (parser.failed()) return std::move(parser.error());
    change.syntax = std::move(parser.syntax());
    return change;
}

}  // namespace ecs
