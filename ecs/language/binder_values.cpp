#include <algorithm>
#include <limits>

#include "ecs/base/language.hpp"
#include "ecs/language/binder.hpp"
#include "ecs/language/value_machine.hpp"

namespace ecs {

namespace {

constexpr std::uint64_t most_whole = std::numeric_limits<std::int64_t>::max();

bool is_whole(ValueType type) { return type == ValueType::Whole || type == ValueType::Unsigned; }

ValueOp op_of(OpCode code, ValueType type) {
    ValueOp op;
    op.code = code;
    op.type = type;
    return op;
}

ValueOp constant(ValueType type, Cell cell) {
    ValueOp op = op_of(OpCode::Constant, type);
    op.constant = cell;
    return op;
}

ValueType type_of_number(const WatchNumber& number) {
    if (std::holds_alternative<double>(number)) return ValueType::Float;
    const auto* natural = std::get_if<std::uint64_t>(&number);
    return natural != nullptr && *natural > most_whole ? ValueType::Unsigned : ValueType::Whole;
}

/// Makes the operand `below` the top a number of this type.
void convert(ValueProgram& program, std::vector<ValueType>& stack, std::size_t below, ValueType to) {
    ValueType& from = stack[stack.size() - 1 - below];
    if (from == to) return;
    ValueOp op = op_of(to == ValueType::Float ? OpCode::ToFloat : OpCode::ToWhole, from);
    op.argument = static_cast<std::uint8_t>(below);
    program.ops.push_back(op);
    from = to;
}

}  // namespace

const char* words_of(ValueType type) {
    constexpr const char* words[] = {tr_later("a whole number"), tr_later("a whole number"), tr_later("a number"),
                                     tr_later("true or false"),  tr_later("an enum"),        tr_later("a text"),
                                     tr_later("an entity"),      tr_later("a vector")};
    return tr(words[static_cast<std::size_t>(type)]);
}

ValueType type_of(FieldKind kind) {
    switch (kind) {
        case FieldKind::Bool:
            return ValueType::Truth;
        case FieldKind::U64:
            return ValueType::Unsigned;
        case FieldKind::F32:
        case FieldKind::F64:
            return ValueType::Float;
        case FieldKind::Enum:
            return ValueType::Choice;
        case FieldKind::String:
            return ValueType::Text;
        case FieldKind::Entity:
            return ValueType::Reference;
        case FieldKind::Vec2:
        case FieldKind::Vec3:
        case FieldKind::Vec4:
        case FieldKind::Color:
            return ValueType::Vector;
        default:
            return ValueType::Whole;
    }
}

bool watches_fit(const BoundQuery& bound, const WatchValues* watches) {
    if (watches == nullptr) return true;
    const auto fits = [&](const BoundWatch& each) {
        const auto number = watches->watch(each.name);
        return !number || type_of_number(*number) == each.type;
    };
    return std::all_of(bound.watches.begin(), bound.watches.end(), fits) &&
           std::all_of(bound.aggregates.begin(), bound.aggregates.end(),
                       [&](const BoundAggregate& each) { return watches_fit(*each.query, watches); });
}

std::optional<Cell> cell_of_watch(const BoundWatch& watch, const WatchValues* watches) {
    const auto number = watches ? watches->watch(watch.name) : std::nullopt;
    if (!number || type_of_number(*number) != watch.type) return std::nullopt;
    Cell cell;
    if (const auto* whole = std::get_if<std::int64_t>(&*number)) cell.whole = *whole;
    if (const auto* natural = std::get_if<std::uint64_t>(&*number)) cell.natural = *natural;
    if (const auto* real = std::get_if<double>(&*number)) cell.number = *real;
    return cell;
}

bool Binder::bind_value(SyntaxId root, const Field* choices) {
    ValueProgram program;
    std::vector<ValueType> stack;
    // Nodes in reverse, without those below an aggregate, which are programs of their own.
    std::vector<SyntaxId> order;
    for (SyntaxId id = root + 1; id-- > syntax_[root].first;) {
        order.push_back(id);
        if (syntax_[id].kind == SyntaxKind::Aggregate) id = syntax_[id].first;
        if (id == 0) break;
    }
    for (auto id = order.rbegin(); id != order.rend(); ++id) {
        if (!emit(*id, *id == root ? choices : nullptr, program, stack)) return false;
        program.depth = std::max(program.depth, stack.size());
    }
    program.type = stack.back();
    if (program.type == ValueType::Vector)
        return fail(syntax_[root].offset,
                    phrase("{} is a vector: name one of its members", syntax_.text_of(root).substr(0, 60)));
    fold(program);
    bound_.registers = std::max(bound_.registers, program.depth);
    bound_.programs.push_back(std::move(program));
    return true;
}

bool Binder::emit(SyntaxId id, const Field* choices, ValueProgram& program, std::vector<ValueType>& stack) {
    const SyntaxNode& node = syntax_[id];
    Cell cell;
    const auto push = [&](ValueOp op) {
        stack.push_back(op.type);
        program.ops.push_back(op);
        return true;
    };
    switch (node.kind) {
        case SyntaxKind::Whole:
            if (node.negative) {
                if (node.whole > most_whole + 1) return fail(node.offset, tr("The number is beyond 64 bits"));
                cell.natural = std::uint64_t{0} - node.whole;
                return push(constant(ValueType::Whole, cell));
            }
            cell.natural = node.whole;
            return push(constant(node.whole > most_whole ? ValueType::Unsigned : ValueType::Whole, cell));
        case SyntaxKind::Float:
            cell.number = node.number;
            return push(constant(ValueType::Float, cell));
        case SyntaxKind::Truth:
            cell.whole = node.truth ? 1 : 0;
            return push(constant(ValueType::Truth, cell));
        case SyntaxKind::Text:
            program.texts.push_back(std::make_shared<const std::string>(node.text));
            cell.text = program.texts.back().get();
            return push(constant(ValueType::Text, cell));
        case SyntaxKind::Null:
            cell.bits = 0;
            return push(constant(ValueType::Reference, cell));
        case SyntaxKind::Id:
            cell.bits = node.entity->bits();
            return push(constant(ValueType::Reference, cell));
        case SyntaxKind::EntityName: {
            ValueOp op = op_of(OpCode::Load, ValueType::Text);
            op.index = direct(world_.name_id());
            op.field = {world_.name_id(), FieldKind::String, 0, sizeof(std::string)};
            program.needs.push_back(op.index);
            return push(op);
        }
        case SyntaxKind::Watch: {
            const auto known = std::find_if(bound_.watches.begin(), bound_.watches.end(),
                                            [&](const BoundWatch& each) { return each.name == node.text; });
            const auto index = static_cast<std::uint32_t>(known - bound_.watches.begin());
            if (known == bound_.watches.end()) {
                const auto number = watches_ ? watches_->watch(node.text) : std::nullopt;
                bound_.watches.push_back({node.text, number ? type_of_number(*number) : ValueType::Float});
            }
            ValueOp op = op_of(OpCode::Watch, bound_.watches[index].type);
            op.index = index;
            return push(op);
        }
        case SyntaxKind::Path:
            return emit_path(node, choices, program, stack);
        case SyntaxKind::Negate:
            if (!need_number(node.children[0], stack.back())) return false;
            if (stack.back() == ValueType::Unsigned) convert(program, stack, 0, ValueType::Whole);
            program.ops.push_back(op_of(OpCode::Negate, stack.back()));
            return true;
        case SyntaxKind::Arithmetic:
            return emit_arithmetic(node, program, stack);
        case SyntaxKind::Call:
            return emit_call(node, program, stack);
        case SyntaxKind::Aggregate:
            return emit_aggregate(node, program, stack);
        default:
            return fail(node.offset, tr("Expected a value, found a condition"));
    }
}

bool Binder::emit_path(const SyntaxNode& node, const Field* choices, ValueProgram& program,
                       std::vector<ValueType>& stack) {
    if (choices && node.path.size() == 1 && !node.entity) {
        const std::string& name = node.path.front().name;
        for (const EnumName& each : choices->names) {
            if (each.name != name) continue;
            Cell cell;
            cell.whole = each.value;
            stack.push_back(ValueType::Choice);
            program.ops.push_back(constant(ValueType::Choice, cell));
            program.choices = choices;
            return true;
        }
        std::vector<std::string> known;
        for (const EnumName& each : choices->names) known.push_back(each.name);
        return fail(node.offset,
                    phrase("{} has no value {}{}", choices->name, name.substr(0, 60), did_you_mean(name, known)));
    }
    bool direct_row = !node.entity;
    if (node.entity) {
        Cell cell;
        cell.bits = node.entity->bits();
        program.ops.push_back(constant(ValueType::Reference, cell));
    }
    for (std::size_t from = 0; from < node.path.size();) {
        const auto place = find(node.path, from, false);
        if (!place) return false;
        const std::string& name = world_.types()[place->component].name;
        const std::vector<Field>& fields = world_.types()[place->component].fields;
        if (!place->field)
            return fail(node.path[from].offset,
                        fields.empty() ? phrase("{} is a component: name one of its fields", name)
                                       : phrase("{0} is a component: name one of its fields, as in {0}.{1}", name,
                                                fields.front().name));
        if (place->kind == FieldKind::Struct)
            return fail(node.path[from].offset,
                        phrase("{} has members: name one of them", name + "." + place->field->name));
        ValueOp op = op_of(direct_row ? OpCode::Load : OpCode::Reach, type_of(place->kind));
        op.field = place->stored();
        if (direct_row) {
            op.index = direct(place->component);
            program.needs.push_back(op.index);
        }
        program.ops.push_back(op);
        program.choices = place->field;
        direct_row = false;
        from = place->used;
    }
    stack.push_back(program.ops.back().type);
    return true;
}

bool Binder::need_number(SyntaxId id, ValueType type) {
    if (is_numeric(type)) return true;
    return fail(syntax_[id].offset, phrase("Expected {}, found {}", tr("a number"), words_of(type)));
}

bool Binder::emit_arithmetic(const SyntaxNode& node, ValueProgram& program, std::vector<ValueType>& stack) {
    const ValueType left = stack[stack.size() - 2], right = stack.back();
    if (!need_number(node.children[0], left) || !need_number(node.children[1], right)) return false;
    const ValueType type = left == ValueType::Float || right == ValueType::Float ? ValueType::Float : ValueType::Whole;
    convert(program, stack, 0, type);
    convert(program, stack, 1, type);
    ValueOp op = op_of(OpCode::Arithmetic, type);
    op.op = node.op;
    program.ops.push_back(op);
    stack.pop_back();
    return true;
}

bool Binder::emit_call(const SyntaxNode& node, ValueProgram& program, std::vector<ValueType>& stack) {
    const std::size_t count = node.children.size();
    const std::size_t first = stack.size() - count;
    if (node.function == Function::Length && count == 1 && stack.back() == ValueType::Vector) {
        ValueOp& load = program.ops.back();
        load.code = load.code == OpCode::Load ? OpCode::LoadLength : OpCode::ReachLength;
        load.type = stack.back() = ValueType::Float;
        return true;
    }
    ValueOp op = op_of(OpCode::Call, ValueType::Float);
    op.function = node.function;
    op.argument = static_cast<std::uint8_t>(count);
    if (node.function == Function::Length && count == 1 && stack.back() == ValueType::Text) {
        op.type = stack.back() = ValueType::Whole;
        program.ops.push_back(op);
        return true;
    }
    for (std::size_t i = 0; i < count; ++i)
        if (!need_number(node.children[i], stack[first + i])) return false;
    switch (node.function) {
        case Function::Abs:
        case Function::Min:
        case Function::Max:
        case Function::Clamp:
        case Function::Floor:
        case Function::Ceil:
        case Function::Round:
            if (std::all_of(stack.begin() + static_cast<std::ptrdiff_t>(first), stack.end(), is_whole))
                op.type = ValueType::Whole;
            break;
        default:
            break;
    }
    for (std::size_t i = 0; i < count; ++i) convert(program, stack, i, op.type);
    program.ops.push_back(op);
    stack.resize(first);
    stack.push_back(op.type);
    return true;
}

bool Binder::emit_aggregate(const SyntaxNode& node, ValueProgram& program, std::vector<ValueType>& stack) {
    BoundAggregate aggregate;
    aggregate.function = node.function;
    aggregate.query = std::make_unique<BoundQuery>();
    Binder inner(world_, syntax_, *aggregate.query, watches_);
    const bool counts = node.function == Function::Count;
    ValueType type = ValueType::Whole;
    if (!counts) {
        if (!inner.bind_value(node.children[0])) {
            error_ = inner.error_;
            return false;
        }
        type = aggregate.query->programs.front().type;
        if (!need_number(node.children[0], type)) return false;
        if (node.function == Function::Mean) type = ValueType::Float;
    }
    if (!inner.bind_query(node.children.back())) {
        error_ = inner.error_;
        return false;
    }
    ValueOp op = op_of(OpCode::Aggregate, type);
    op.index = static_cast<std::uint32_t>(bound_.aggregates.size());
    bound_.aggregates.push_back(std::move(aggregate));
    program.ops.push_back(op);
    stack.push_back(type);
    return true;
}

void Binder::fold(ValueProgram& program) const {
    const bool pure = std::all_of(program.ops.begin(), program.ops.end(), [](const ValueOp& op) {
        return op.code == OpCode::Constant || op.code >= OpCode::ToFloat;
    });
    const bool draws = std::any_of(program.ops.begin(), program.ops.end(), [](const ValueOp& op) {
        return op.code == OpCode::Call && op.function == Function::Random;
    });
    if (!pure || draws || program.ops.size() < 2) return;
    ValueMachine machine;
    machine.world = &world_;
    machine.reserve(program.depth);
    machine.run(program, Rows{.count = 1}, 0);
    if (machine.faults.count > 0) return;  // every row has the fault
    program.ops = {constant(program.type, machine.result(0).cells[0])};
}

}  // namespace ecs
