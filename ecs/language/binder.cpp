#include "ecs/language/binder.hpp"

#include <algorithm>

#include "ecs/base/language.hpp"
#include "ecs/language/intervals.hpp"
#include "ecs/language/text_search.hpp"

namespace ecs {

bool Binder::bind_query(SyntaxId root) {
    const auto made = condition(root);
    if (!made) return false;
    bound_.depth = made->depth;
    return true;
}

bool Binder::is_bare_name(SyntaxId id) const {
    const SyntaxNode& node = syntax_[id];
    return node.kind == SyntaxKind::Path && node.path.size() == 1 && !node.entity && !node.path.front().index;
}

std::optional<Binder::Bound> Binder::group(const SyntaxNode& node, SyntaxId id, BoundKind kind) {
    BoundNode made;
    made.kind = kind;
    made.syntax = id;
    std::size_t depth = 0;
    for (const SyntaxId child : node.children) {
        const auto inner = condition(child);
        if (!inner) return std::nullopt;
        made.children.push_back(inner->node);
        depth = std::max(depth, inner->depth);
    }
    bound_.nodes.push_back(std::move(made));
    return Bound{static_cast<std::uint32_t>(bound_.nodes.size() - 1), depth + 1};
}

std::optional<Binder::Bound> Binder::condition(SyntaxId id) {
    const SyntaxNode& node = syntax_[id];
    BoundNode made;
    made.syntax = id;
    bool fits = true;
    switch (node.kind) {
        case SyntaxKind::All:
            made.kind = BoundKind::Always;
            break;
        case SyntaxKind::Or:
            return group(node, id, BoundKind::Or);
        case SyntaxKind::And:
            return group(node, id, BoundKind::And);
        case SyntaxKind::Not:
            return group(node, id, BoundKind::Not);
        case SyntaxKind::Compare:
            fits = comparison(node, made);
            break;
        case SyntaxKind::Contains:
            fits = contains(node, made);
            break;
        case SyntaxKind::Below:
            made.kind = BoundKind::Below;
            made.entity = node.entity.value_or(null_entity);
            made.text = node.text;
            break;
        case SyntaxKind::Id:
            made.kind = BoundKind::Id;
            made.entity = *node.entity;
            break;
        case SyntaxKind::Changed:
        case SyntaxKind::Added:
        case SyntaxKind::Removed:
            fits = event(node, made);
            break;
        case SyntaxKind::Path:
            fits = path_condition(node, made);
            break;
        default:
            fits = fail(node.offset, tr("Expected a condition, found a value"));
    }
    if (!fits) return std::nullopt;
    bound_.nodes.push_back(std::move(made));
    return Bound{static_cast<std::uint32_t>(bound_.nodes.size() - 1), 1};
}

/// A component, a truth value, or a component of an entity that the path reaches.
bool Binder::path_condition(const SyntaxNode& node, BoundNode& made) {
    std::size_t from = 0;
    std::optional<Place> place;
    for (std::size_t next = 0; next < node.path.size(); next = place->used) {
        place = find(node.path, next, false);
        if (!place) return false;
        from = next;
    }
    if (place->field) {
        if (place->kind != FieldKind::Bool)
            return fail(syntax_[made.syntax].offset, phrase("{} is no condition: compare it with a value",
                                                            syntax_.text_of(made.syntax).substr(0, 60)));
        if (!bind_value(made.syntax)) return false;
        made.kind = BoundKind::IsTrue;
        made.programs = {static_cast<std::uint32_t>(bound_.programs.size() - 1)};
        return true;
    }
    made.component = place->component;
    if (from == 0 && !node.entity) {
        made.kind = BoundKind::Has;
        return true;
    }
    made.kind = BoundKind::Reaches;
    ValueProgram program;
    std::vector<ValueType> stack;
    SyntaxNode reference = node;
    reference.path.resize(from);
    if (from == 0) reference.kind = SyntaxKind::Id;
    if (from == 0) {
        ValueOp op;
        op.type = ValueType::Reference;
        op.constant.bits = node.entity->bits();
        program.ops.push_back(op);
    } else if (!emit_path(reference, nullptr, program, stack)) {
        return false;
    }
    program.type = ValueType::Reference;
    program.depth = 1;
    bound_.registers = std::max<std::size_t>(bound_.registers, 1);
    bound_.programs.push_back(std::move(program));
    made.programs = {static_cast<std::uint32_t>(bound_.programs.size() - 1)};
    return true;
}

bool Binder::comparison(const SyntaxNode& node, BoundNode& made) {
    made.kind = BoundKind::Compare;
    made.op = node.op;
    made.second_op = node.second_op;
    made.programs.resize(node.children.size());
    // A bare name is a value of the enum that it is compared with, so the others are looked up first.
    const Field* choices = nullptr;
    for (const bool bare : {false, true})
        for (std::size_t i = 0; i < node.children.size(); ++i) {
            if (is_bare_name(node.children[i]) != bare) continue;
            if (!bind_value(node.children[i], choices)) return false;
            made.programs[i] = static_cast<std::uint32_t>(bound_.programs.size() - 1);
            if (bound_.programs.back().type == ValueType::Choice) choices = bound_.programs.back().choices;
        }
    // isnan() compares a value with itself.
    if (node.children[0] == node.children[1] && !need_number(node.children[0], bound_.programs[made.programs[0]].type))
        return false;
    std::size_t registers = 0;
    for (const std::uint32_t program : made.programs) registers += bound_.programs[program].depth;
    bound_.registers = std::max(bound_.registers, registers);
    for (std::size_t i = 0; i + 1 < node.children.size(); ++i)
        if (!check_comparable(node, i, made)) return false;
    as_interval(made);
    return true;
}

bool Binder::check_comparable(const SyntaxNode& node, std::size_t left, const BoundNode& made) {
    const ValueType a = bound_.programs[made.programs[left]].type, b = bound_.programs[made.programs[left + 1]].type;
    const bool numbers = is_numeric(a) && is_numeric(b);
    const bool choice =
        (a == ValueType::Choice && b == ValueType::Whole) || (a == ValueType::Whole && b == ValueType::Choice);
    if (!numbers && !choice && a != b)
        return fail(syntax_[node.children[left + 1]].offset, phrase("Expected {}, found {}", words_of(a), words_of(b)));
    const Operator op = left == 0 ? node.op : node.second_op;
    const bool ordered = op != Operator::Equal && op != Operator::Unequal;
    if (ordered && (a == ValueType::Truth || a == ValueType::Reference))
        return fail(syntax_[node.children[left]].offset, a == ValueType::Truth
                                                             ? tr("true and false compare with == and != only")
                                                             : tr("Entities compare with == and != only"));
    return true;
}

bool Binder::as_interval(BoundNode& made) {
    const auto program = [&](std::size_t i) -> const ValueProgram& { return bound_.programs[made.programs[i]]; };
    std::size_t field = 0;
    while (field < made.programs.size() && !program(field).is_field()) ++field;
    if (field == made.programs.size() || (made.programs.size() == 3 && field != 1)) return false;
    const ValueOp& load = program(field).ops.front();
    std::optional<Interval> all;
    for (std::size_t i = 0; i < made.programs.size(); ++i) {
        if (i == field) continue;
        if (!program(i).is_constant()) return false;
        const Operator op = std::min(i, field) == 0 ? made.op : made.second_op;
        const auto interval =
            interval_of(load.field, i < field ? mirrored(op) : op, program(i).type, program(i).ops.front().constant);
        if (!interval) return false;
        if (all && (interval->flip || all->flip)) return false;
        all = all ? both(load.field, *all, *interval) : *interval;
    }
    made.kind = BoundKind::Interval;
    made.component = load.field.component;
    made.index = load.index;
    made.field = load.field;
    made.low = all->low;
    made.high = all->high;
    made.flip = all->flip;
    made.never = all->empty;
    return true;
}

bool Binder::contains(const SyntaxNode& node, BoundNode& made) {
    if (!bind_value(node.children[0])) return false;
    if (bound_.programs.back().type != ValueType::Text)
        return fail(syntax_[node.children[0]].offset,
                    phrase("Expected {}, found {}", words_of(ValueType::Text), words_of(bound_.programs.back().type)));
    made.kind = BoundKind::Contains;
    made.programs = {static_cast<std::uint32_t>(bound_.programs.size() - 1)};
    made.text = in_lower_case(node.text);
    return true;
}

bool Binder::event(const SyntaxNode& node, BoundNode& made) {
    const auto place = find(node.path, 0, true);
    if (!place) return false;
    const ComponentType& type = world_.types()[place->component];
    made.component = place->component;
    if (node.kind != SyntaxKind::Changed) {
        made.kind = node.kind == SyntaxKind::Added ? BoundKind::Added : BoundKind::Removed;
        if (place->field) return fail(node.path.back().offset, tr("A component is added and removed as a whole"));
        return true;
    }
    made.kind = place->field ? BoundKind::ChangedValue : BoundKind::Changed;
    if (!place->field && type.is_tag())
        return fail(node.path.front().offset, phrase("{0} has no value that could change; ask added({0})", type.name));
    if (place->field && place->kind == FieldKind::Struct)
        return fail(node.path.back().offset,
                    phrase("{} has members: name one of them", type.name + "." + place->field->name));
    made.field = place->stored();
    return true;
}

}  // namespace ecs
