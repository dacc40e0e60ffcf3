#include "ecs/base/language.hpp"
#include "ecs/language/binder.hpp"
#include "ecs/language/breakpoint_text.hpp"
#include "ecs/language/parser.hpp"
#include "ecs/language/written_names.hpp"

namespace ecs {

namespace {

constexpr const char* expected_event = tr_later("added(…), removed(…), destroyed(…), moved(…), change or system");

BreakpointKind kind_of(std::string_view word) {
    if (word == "added") return BreakpointKind::Added;
    if (word == "removed") return BreakpointKind::Removed;
    if (word == "destroyed") return BreakpointKind::Destroyed;
    if (word == "moved") return BreakpointKind::Moved;
    if (word == "change") return BreakpointKind::Change;
    if (word == "system") return BreakpointKind::System;
    return BreakpointKind::Holds;
}

}  // namespace

/// Two names side by side stand in no query: so a component may be called "on".
bool Parser::at_event() const {
    if (!token_.is_word("on")) return false;
    Lexer ahead = lexer_;
    const Token next = ahead.next();
    return next.kind == TokenKind::Name || next.kind == TokenKind::End;
}

void Parser::breakpoint(BreakpointText& made) {
    if (failed()) return;
    const char* expected_end = tr_later("\"&\", \"|\", a number of times or the end");
    if (!at_event()) {
        breakpoint_query(made);
    } else {
        advance();
        made.kind = token_.kind == TokenKind::Name ? kind_of(token_.text) : BreakpointKind::Holds;
        if (made.kind == BreakpointKind::Holds) return fail_expected(expected_event);
        advance();
        expected_end = tr_later("a number of times or the end");
        if (made.kind == BreakpointKind::System) {
            if (token_.kind != TokenKind::Text)
                return fail_expected(tr_later("the name of a system such as \"Movement\""));
            made.system = std::move(token_.text);
            advance();
        } else if (made.kind == BreakpointKind::Change) {
            if (!path_parts(made.field)) return;
            if (token_.is_word("where")) {
                advance();
                breakpoint_query(made);
                expected_end = tr_later("\"&\", \"|\", a number of times or the end");
            } else {
                expected_end = tr_later("where and a condition, a number of times or the end");
            }
        } else {
            if (!expect("(", "\"(\"")) return;
            const std::uint32_t inner = token_.offset;
            breakpoint_query(made);
            if (!expect(")", tr_later("\"&\", \"|\" or \")\""))) return;
            if (made.kind == BreakpointKind::Removed && syntax_[syntax_.root].kind != SyntaxKind::Path)
                return fail(inner, tr("Expected one component, because others are not removed"));
        }
    }
    if (failed()) return;
    if (take(",")) {
        if (token_.kind != TokenKind::Whole || token_.whole == 0)
            return fail_expected(tr_later("a number of times, as in \"3 times\""));
        made.times = token_.whole;
        advance();
        if (!token_.is_word("times") && !token_.is_word("time")) return fail_expected("\"times\"");
        advance();
        expected_end = tr_later("the end");
    }
    if (!failed() && !at_end()) fail_expected(token_.is("=") ? "\"==\"" : expected_end);
}

void Parser::breakpoint_query(BreakpointText& made) {
    if (failed()) return;
    const Part whole = disjunction();
    if (!as_query(whole)) return;
    syntax_.root = whole.node;
    made.has_query = true;
}

TextResult<BreakpointText> parse_breakpoint(std::string text) {
    BreakpointText made;
    Parser parser(std::move(text));
    parser.breakpoint(made);
    if (parser.failed()) return std::move(parser.error());
    made.syntax = std::move(parser.syntax());
    return made;
}

TextResult<BreakpointField> find_field_of(const World& world, const BreakpointText& text) {
    BoundQuery no_query;
    Binder binder(world, text.syntax, no_query);
    const std::optional<Binder::Place> place = binder.find(text.field, 0, true);
    if (!place) return std::move(binder.error());
    const ComponentType& type = world.types()[place->component];
    BreakpointField found;
    found.component = place->component;
    found.text = written_name(world.types(), place->component);
    if (place->field == nullptr) {
        if (type.is_tag() || !type.copyable())
            return text.syntax.error(text.field.front().offset,
                                     type.is_tag()
                                         ? phrase("{} is a tag, which has no values", type.name)
                                         : phrase("Values of {} cannot be copied, so no change is seen", type.name));
        found.size = static_cast<std::uint32_t>(type.size);
        return found;
    }
    found.field = place->field;
    found.offset = place->offset;
    found.size = place->element_size;
    found.member = place->kind != place->field->kind;
    // Only names of types with dots have more than one part before the field.
    for (std::size_t part = 1; part < text.field.size(); ++part) {
        found.text += "." + text.field[part].name;
        if (text.field[part].index) found.text += "[" + std::to_string(*text.field[part].index) + "]";
    }
    return found;
}

}  // namespace ecs
