#include "ecs/language/value_machine.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "ecs/base/language.hpp"
#include "ecs/base/utf8.hpp"

namespace ecs {

namespace {

constexpr std::int64_t least_whole = std::numeric_limits<std::int64_t>::min();

template <class T>
T value_at(const std::byte* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

double length_at(FieldKind kind, const std::byte* at) {
    double sum = 0;
    for (std::size_t i = 0; i < float_count(kind); ++i) {
        const double member = value_at<float>(at + i * sizeof(float));
        sum += member * member;
    }
    return std::sqrt(sum);
}

/// Calls `read(i, cell)` with a function made for the kind of the field, so that loops over rows have no switch.
template <class F>
void with_reader(const FieldPath& field, F&& each) {
    const auto whole = [&]<class T>(T) {
        each([](const std::byte* at, Cell& cell) { cell.whole = static_cast<std::int64_t>(value_at<T>(at)); });
    };
    switch (field.kind) {
        case FieldKind::Bool:
            return each([](const std::byte* at, Cell& cell) { cell.whole = *at != std::byte{0} ? 1 : 0; });
        case FieldKind::I8:
            return whole(std::int8_t{});
        case FieldKind::I16:
            return whole(std::int16_t{});
        case FieldKind::I32:
            return whole(std::int32_t{});
        case FieldKind::I64:
            return whole(std::int64_t{});
        case FieldKind::U8:
            return whole(std::uint8_t{});
        case FieldKind::U16:
            return whole(std::uint16_t{});
        case FieldKind::U32:
            return whole(std::uint32_t{});
        case FieldKind::U64:
            return each([](const std::byte* at, Cell& cell) { cell.natural = value_at<std::uint64_t>(at); });
        case FieldKind::F32:
            return each(
                [](const std::byte* at, Cell& cell) { cell.number = static_cast<double>(value_at<float>(at)); });
        case FieldKind::F64:
            return each([](const std::byte* at, Cell& cell) { cell.number = value_at<double>(at); });
        case FieldKind::Enum:
            switch (field.element_size) {
                case 1:
                    return field.has_no_sign ? whole(std::uint8_t{}) : whole(std::int8_t{});
                case 2:
                    return field.has_no_sign ? whole(std::uint16_t{}) : whole(std::int16_t{});
                case 8:
                    return whole(std::int64_t{});
                default:
                    return field.has_no_sign ? whole(std::uint32_t{}) : whole(std::int32_t{});
            }
        case FieldKind::String:
            return each([](const std::byte* at, Cell& cell) { cell.text = reinterpret_cast<const std::string*>(at); });
        case FieldKind::Entity:
            return each([](const std::byte* at, Cell& cell) { cell.bits = value_at<Entity>(at).bits(); });
        default:
            return;
    }
}

bool whole_power(std::int64_t base, std::int64_t exponent, std::int64_t& result) {
    result = 1;
    for (; exponent > 0; exponent >>= 1) {
        if ((exponent & 1) != 0 && __builtin_mul_overflow(result, base, &result)) return false;
        if (exponent > 1 && __builtin_mul_overflow(base, base, &base)) return false;
    }
    return true;
}

/// Nothing when it is a fault. The result is `result`.
std::optional<RowFault> whole_arithmetic(Operator op, std::int64_t a, std::int64_t b, std::int64_t& result) {
    bool overflow = false;
    switch (op) {
        case Operator::Plus:
            overflow = __builtin_add_overflow(a, b, &result);
            break;
        case Operator::Minus:
            overflow = __builtin_sub_overflow(a, b, &result);
            break;
        case Operator::Times:
            overflow = __builtin_mul_overflow(a, b, &result);
            break;
        case Operator::Divide:
        case Operator::Remainder:
            if (b == 0) return RowFault::DivisionByZero;
            if (b == -1) {  // the one quotient that overflows has no defined remainder either
                overflow = op == Operator::Divide && a == least_whole;
                if (!overflow) result = op == Operator::Divide ? -a : 0;
            } else {
                result = op == Operator::Divide ? a / b : a % b;
            }
            break;
        default:
            if (b < 0) return RowFault::NegativePower;
            overflow = !whole_power(a, b, result);
    }
    if (overflow) return RowFault::Overflow;
    return std::nullopt;
}

double float_arithmetic(Operator op, double a, double b) {
    switch (op) {
        case Operator::Plus:
            return a + b;
        case Operator::Minus:
            return a - b;
        case Operator::Times:
            return a * b;
        case Operator::Divide:
            return a / b;
        case Operator::Remainder:
            return std::fmod(a, b);
        default:
            return std::pow(a, b);
    }
}

double float_call(Function function, std::size_t count, const double* a) {
    switch (function) {
        case Function::Abs:
            return std::fabs(a[0]);
        case Function::Clamp: {
            const double high = a[0] > a[2] ? a[2] : a[0];
            return high < a[1] ? a[1] : high;
        }
        case Function::Floor:
            return std::floor(a[0]);
        case Function::Ceil:
            return std::ceil(a[0]);
        case Function::Round:
            return std::round(a[0]);
        case Function::Sqrt:
            return std::sqrt(a[0]);
        case Function::Sin:
            return std::sin(a[0]);
        case Function::Cos:
            return std::cos(a[0]);
        case Function::Atan2:
            return std::atan2(a[0], a[1]);
        case Function::Lerp:
            return a[0] + (a[1] - a[0]) * a[2];
        case Function::Length: {
            double sum = 0;
            for (std::size_t i = 0; i < count; ++i) sum += a[i] * a[i];
            return std::sqrt(sum);
        }
        default: {  // Min, Max
            double best = a[0];
            for (std::size_t i = 1; i < count; ++i)
                if (function == Function::Min ? a[i] < best : a[i] > best) best = a[i];
            return best;
        }
    }
}

std::int64_t whole_call(Function function, std::size_t count, const std::int64_t* a) {
    switch (function) {
        case Function::Abs:
            return a[0] < 0 ? -a[0] : a[0];
        case Function::Clamp:
            return std::max(std::min(a[0], a[2]), a[1]);
        case Function::Min:
        case Function::Max: {
            std::int64_t best = a[0];
            for (std::size_t i = 1; i < count; ++i)
                best = function == Function::Min ? std::min(best, a[i]) : std::max(best, a[i]);
            return best;
        }
        default:  // Floor, Ceil, Round
            return a[0];
    }
}

}  // namespace

void read_cell(const FieldPath& field, const void* component, Cell& cell) {
    with_reader(field, [&](auto read) { read(static_cast<const std::byte*>(component) + field.offset, cell); });
}

std::string_view words_of(RowFault fault) {
    constexpr std::string_view words[] = {tr_later("an integer overflows"), tr_later("an integer is divided by zero"),
                                          tr_later("an integer has a negative power"),
                                          tr_later("there is no random source here")};
    return tr(words[static_cast<std::size_t>(fault)]);
}

void ValueMachine::fault(const Rows& rows, std::size_t i, Register& value, RowFault what) {
    value.cells[i] = {};
    if (value.ok[i] == 0) return;
    value.ok[i] = 0;
    if (!rows.is_active(i)) return;
    if (faults.count++ != 0) return;
    faults.first = rows.entities ? rows.entities[i] : null_entity;
    faults.what = what;
}

void ValueMachine::load(const ValueOp& op, const Rows& rows, Register& to) const {
    const std::byte* first = rows.columns[op.index] + op.field.offset;
    const std::size_t stride = world->types()[op.field.component].size;
    std::memset(to.ok.data(), 1, rows.count);
    if (op.code == OpCode::LoadLength) {
        for (std::size_t i = 0; i < rows.count; ++i) to.cells[i].number = length_at(op.field.kind, first + i * stride);
        return;
    }
    with_reader(op.field, [&](auto read) {
        for (std::size_t i = 0; i < rows.count; ++i) read(first + i * stride, to.cells[i]);
    });
}

void ValueMachine::reach(const ValueOp& op, const Rows& rows, Register& value) const {
    const auto find = [&](std::size_t i) -> const std::byte* {
        if (value.ok[i] == 0 || !rows.is_active(i)) return nullptr;
        Entity entity = entity_of_bits(value.cells[i].bits);
        if (entity.generation == 0 && entity.index != 0 && entity.index < world->slot_count())
            entity = world->entity_at_slot(entity.index);
        const void* component = world->get(entity, op.field.component);
        return component ? static_cast<const std::byte*>(component) + op.field.offset : nullptr;
    };
    const auto take = [&](auto read) {
        for (std::size_t i = 0; i < rows.count; ++i) {
            const std::byte* at = find(i);
            value.ok[i] = at ? 1 : 0;
            if (at)
                read(at, value.cells[i]);
            else
                value.cells[i] = {};
        }
    };
    if (op.code == OpCode::ReachLength)
        take([&](const std::byte* at, Cell& cell) { cell.number = length_at(op.field.kind, at); });
    else
        with_reader(op.field, take);
}

void ValueMachine::arithmetic(const ValueOp& op, const Rows& rows, Register& left, const Register& right) {
    for (std::size_t i = 0; i < rows.count; ++i) left.ok[i] &= right.ok[i];
    if (op.type == ValueType::Float) {
        const auto all = [&](auto combine) {
            for (std::size_t i = 0; i < rows.count; ++i)
                left.cells[i].number = combine(left.cells[i].number, right.cells[i].number);
        };
        switch (op.op) {
            case Operator::Plus:
                return all([](double a, double b) { return a + b; });
            case Operator::Minus:
                return all([](double a, double b) { return a - b; });
            case Operator::Times:
                return all([](double a, double b) { return a * b; });
            case Operator::Divide:
                return all([](double a, double b) { return a / b; });
            default:
                return all([&](double a, double b) { return float_arithmetic(op.op, a, b); });
        }
    }
    for (std::size_t i = 0; i < rows.count; ++i) {
        if (left.ok[i] == 0) continue;
        std::int64_t result = 0;
        if (const auto what = whole_arithmetic(op.op, left.cells[i].whole, right.cells[i].whole, result))
            fault(rows, i, left, *what);
        else
            left.cells[i].whole = result;
    }
}

void ValueMachine::call_whole(const ValueOp& op, const Rows& rows, std::size_t first) {
    Register& to = registers_[first];
    std::array<std::int64_t, max_text_arguments> values{};
    for (std::size_t i = 0; i < rows.count; ++i) {
        if (to.ok[i] == 0) continue;
        for (std::size_t a = 0; a < op.argument; ++a) values[a] = registers_[first + a].cells[i].whole;
        if (op.function == Function::Abs && values[0] == least_whole)
            fault(rows, i, to, RowFault::Overflow);
        else
            to.cells[i].whole = whole_call(op.function, op.argument, values.data());
    }
}

void ValueMachine::call_float(const ValueOp& op, const Rows& rows, std::size_t first) {
    Register& to = registers_[first];
    std::array<double, max_text_arguments> values{};
    for (std::size_t i = 0; i < rows.count; ++i) {
        if (to.ok[i] == 0) continue;
        for (std::size_t a = 0; a < op.argument; ++a) values[a] = registers_[first + a].cells[i].number;
        if (op.function != Function::Random) {
            to.cells[i].number = float_call(op.function, op.argument, values.data());
        } else if (!inputs || !inputs->random) {
            fault(rows, i, to, RowFault::NoRandom);
        } else if (rows.is_active(i)) {  // the source moves on for rows that count only
            const double unit = static_cast<double>(inputs->random->next() >> 11) * 0x1p-53;
            to.cells[i].number = values[0] + (values[1] - values[0]) * unit;
        }
    }
}

void ValueMachine::call(const ValueOp& op, const Rows& rows, std::size_t first) {
    Register& to = registers_[first];
    if (op.function == Function::Length && op.type == ValueType::Whole) {  // of a text
        for (std::size_t i = 0; i < rows.count; ++i)
            if (to.ok[i] != 0) to.cells[i].whole = static_cast<std::int64_t>(count_characters(*to.cells[i].text));
        return;
    }
    for (std::size_t a = 1; a < op.argument; ++a)
        for (std::size_t i = 0; i < rows.count; ++i) to.ok[i] &= registers_[first + a].ok[i];
    if (op.type == ValueType::Whole)
        call_whole(op, rows, first);
    else
        call_float(op, rows, first);
}

void ValueMachine::run(const ValueProgram& program, const Rows& rows, std::size_t base) {
    std::size_t top = base;  // the next free register
    const auto fill = [&](Cell cell, bool ok) {
        Register& to = registers_[top++];
        std::fill_n(to.cells.begin(), rows.count, cell);
        std::memset(to.ok.data(), ok ? 1 : 0, rows.count);
    };
    for (const ValueOp& op : program.ops) {
        switch (op.code) {
            case OpCode::Constant:
                fill(op.constant, true);
                break;
            case OpCode::Load:
            case OpCode::LoadLength:
                load(op, rows, registers_[top++]);
                break;
            case OpCode::Reach:
            case OpCode::ReachLength:
                reach(op, rows, registers_[top - 1]);
                break;
            case OpCode::Watch: {
                const std::optional<Cell> value = watches ? (*watches)[op.index] : std::nullopt;
                fill(value.value_or(Cell{}), value.has_value());
                break;
            }
            case OpCode::Aggregate: {
                const std::optional<Cell> value = aggregates ? (*aggregates)[op.index] : std::nullopt;
                fill(value.value_or(Cell{}), value.has_value());
                break;
            }
            case OpCode::ToFloat: {
                Register& value = registers_[top - 1 - op.argument];
                for (std::size_t i = 0; i < rows.count; ++i)
                    value.cells[i].number = op.type == ValueType::Unsigned ? static_cast<double>(value.cells[i].natural)
                                                                           : static_cast<double>(value.cells[i].whole);
                break;
            }
            case OpCode::ToWhole: {
                Register& value = registers_[top - 1 - op.argument];
                for (std::size_t i = 0; i < rows.count; ++i)
                    if (value.cells[i].whole < 0) fault(rows, i, value, RowFault::Overflow);
                break;
            }
            case OpCode::Negate: {
                Register& value = registers_[top - 1];
                for (std::size_t i = 0; i < rows.count; ++i) {
                    if (op.type == ValueType::Float)
                        value.cells[i].number = -value.cells[i].number;
                    else if (value.cells[i].whole == least_whole)
                        fault(rows, i, value, RowFault::Overflow);
                    else
                        value.cells[i].whole = -value.cells[i].whole;
                }
                break;
            }
            case OpCode::Arithmetic:
                --top;
                arithmetic(op, rows, registers_[top - 1], registers_[top]);
                break;
            case OpCode::Call:
                top -= op.argument;
                call(op, rows, top++);
                break;
        }
    }
}

}  // namespace ecs
