#include <algorithm>
#include <cmath>
#include <compare>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "ecs/language/evaluator.hpp"
#include "ecs/language/text_search.hpp"

namespace ecs {

namespace {

/// Of an integer and the float to which it rounds. A float that is no less than all integers of the type is greater.
template <class T>
std::strong_ordering order_of_equal(T whole, double number) {
    if (number >= std::ldexp(1.0, std::numeric_limits<T>::digits)) return std::strong_ordering::less;
    return whole <=> static_cast<T>(number);
}

/// Integers compare exactly with floats, too: rounding never turns the order round, it only makes equal.
template <class A, class B>
std::partial_ordering exact_order(A a, B b) {
    const auto rounded = static_cast<double>(a) <=> static_cast<double>(b);
    if (rounded != 0) return rounded;
    if constexpr (std::is_integral_v<A>)
        return order_of_equal(a, b);
    else if constexpr (std::is_integral_v<B>)
        return 0 <=> order_of_equal(b, a);
    else
        return rounded;
}

template <class A, class B>
bool compare_numbers(Operator op, A a, B b) {
    if constexpr (std::is_integral_v<A> && std::is_integral_v<B>) {
        switch (op) {
            case Operator::Equal:
                return std::cmp_equal(a, b);
            case Operator::Unequal:
                return std::cmp_not_equal(a, b);
            case Operator::Less:
                return std::cmp_less(a, b);
            case Operator::AtMost:
                return std::cmp_less_equal(a, b);
            case Operator::Greater:
                return std::cmp_greater(a, b);
            default:
                return std::cmp_greater_equal(a, b);
        }
    } else {
        const std::partial_ordering order = exact_order(a, b);
        switch (op) {
            case Operator::Equal:
                return order == 0;
            case Operator::Unequal:
                return order != 0;
            case Operator::Less:
                return order < 0;
            case Operator::AtMost:
                return order <= 0;
            case Operator::Greater:
                return order > 0;
            default:
                return order >= 0;
        }
    }
}

bool compare_texts(Operator op, const std::string& a, const std::string& b) {
    return compare_numbers(op, a.compare(b), 0);
}

/// An id without a generation means whatever lives in that slot.
bool same_entity(std::uint64_t a, std::uint64_t b, const World& world) {
    const auto resolved = [&](std::uint64_t bits) {
        const Entity entity = entity_of_bits(bits);
        if (entity.generation != 0 || entity.index == 0) return entity;
        const Entity living = entity.index < world.slot_count() ? world.entity_at_slot(entity.index) : null_entity;
        return living ? living : entity;
    };
    return a == b || resolved(a) == resolved(b);
}

template <class F>
void with_number(ValueType type, F&& visit) {
    if (type == ValueType::Float)
        visit([](const Cell& cell) { return cell.number; });
    else if (type == ValueType::Unsigned)
        visit([](const Cell& cell) { return cell.natural; });
    else
        visit([](const Cell& cell) { return cell.whole; });
}

}  // namespace

const Register* Evaluator::values(std::uint32_t program, const ChunkSlice& slice, const std::uint8_t* active) {
    const ValueProgram& code = query_->programs[program];
    if (!has_all(code.needs)) return nullptr;
    point_at(slice);
    const Rows rows{slice.archetype->chunk(slice.chunk).entities().data() + slice.first, slice.count, active,
                    at_.data()};
    machine_.run(code, rows, 0);
    return &machine_.result(0);
}

std::optional<Cell> Evaluator::value(std::uint32_t program, const ChunkSlice& slice) {
    const Register* values = this->values(program, slice, nullptr);
    if (!values || values->ok[0] == 0) return std::nullopt;
    return values->cells[0];
}

std::optional<Cell> Evaluator::value_of_world(std::uint32_t program) {
    const ValueProgram& code = query_->programs[program];
    if (!code.needs.empty()) return std::nullopt;
    machine_.run(code, Rows{.count = 1}, 0);
    if (machine_.result(0).ok[0] == 0) return std::nullopt;
    return machine_.result(0).cells[0];
}

void Evaluator::run_programs(const BoundNode& node, const ChunkSlice& slice, const std::uint8_t* active,
                             std::uint8_t* out) {
    const Entity* entities = slice.archetype->chunk(slice.chunk).entities().data() + slice.first;
    for (std::size_t from = 0; from < slice.count; from += slice_rows) {
        Rows rows;
        rows.entities = entities + from;
        rows.count = std::min(slice_rows, slice.count - from);
        rows.active = active ? active + from : nullptr;
        if (rows.active && !std::memchr(rows.active, 1, rows.count)) {
            std::memset(out + from, 0, rows.count);
        } else {
            rows.columns = at_.data();
            compare(node, rows, out + from);
        }
        // The programs count rows from the start of their columns.
        for (std::size_t i = 0; i < at_.size(); ++i)
            if (columns_[i] != no_column && at_[i])
                at_[i] += rows.count * slice.archetype->types()[static_cast<std::size_t>(columns_[i])]->size;
    }
    for (std::size_t i = 0; i < at_.size(); ++i)
        if (columns_[i] != no_column && at_[i])
            at_[i] -= slice.count * slice.archetype->types()[static_cast<std::size_t>(columns_[i])]->size;
}

void Evaluator::compare(const BoundNode& node, const Rows& rows, std::uint8_t* out) {
    std::array<std::size_t, 3> bases{};
    std::size_t base = 0;
    for (std::size_t i = 0; i < node.programs.size(); ++i) {
        bases[i] = base;
        machine_.run(query_->programs[node.programs[i]], rows, base);
        ++base;  // a program leaves one register, and needs its depth from there on
    }
    const Register& value = machine_.result(0);
    const auto each = [&](auto test) {
        for (std::size_t i = 0; i < rows.count; ++i)
            out[i] = value.ok[i] != 0 && rows.is_active(i) && test(value.cells[i]) ? 1 : 0;
    };
    switch (node.kind) {
        case BoundKind::Contains:
            return each([&](const Cell& cell) { return letters_stand_in(*cell.text, node.text); });
        case BoundKind::IsTrue:
            return each([](const Cell& cell) { return cell.whole != 0; });
        case BoundKind::Reaches:
            return each([&](const Cell& cell) {
                Entity entity = entity_of_bits(cell.bits);
                if (entity.generation == 0 && entity.index != 0 && entity.index < world_->slot_count())
                    entity = world_->entity_at_slot(entity.index);
                return entity && world_->has(entity, node.component);
            });
        default:
            break;
    }
    std::memset(out, 1, rows.count);
    compare_two(node.op, node.programs[0], bases[0], node.programs[1], bases[1], rows.count, out);
    if (node.programs.size() == 3)
        compare_two(node.second_op, node.programs[1], bases[1], node.programs[2], bases[2], rows.count, out);
}

void Evaluator::compare_two(Operator op, std::uint32_t left, std::size_t a, std::uint32_t right, std::size_t b,
                            std::size_t count, std::uint8_t* out) const {
    const ValueType type = query_->programs[left].type;
    const Register &x = machine_.result(a), &y = machine_.result(b);
    const auto each = [&](auto test) {
        for (std::size_t i = 0; i < count; ++i)
            out[i] = static_cast<std::uint8_t>(out[i] & x.ok[i] & y.ok[i]) != 0 && test(x.cells[i], y.cells[i]) ? 1 : 0;
    };
    switch (type) {
        case ValueType::Text:
            return each([&](const Cell& m, const Cell& n) { return compare_texts(op, *m.text, *n.text); });
        case ValueType::Reference:
            return each([&](const Cell& m, const Cell& n) {
                return same_entity(m.bits, n.bits, *world_) == (op == Operator::Equal);
            });
        default:
            with_number(type, [&](auto read_left) {
                with_number(query_->programs[right].type, [&](auto read_right) {
                    each(
                        [&](const Cell& m, const Cell& n) { return compare_numbers(op, read_left(m), read_right(n)); });
                });
            });
    }
}

void Evaluator::find_aggregates() {
    for (std::size_t a = 0; a < inner_.size(); ++a) {
        const BoundAggregate& aggregate = query_->aggregates[a];
        Evaluator& inner = inner_[a];
        inner.begin(*world_, inputs_);
        aggregates_[a] = inner.fold_all(aggregate.function);
        if (inner.faults().count == 0) continue;
        if (machine_.faults.count == 0)
            machine_.faults = inner.faults();
        else
            machine_.faults.count += inner.faults().count;
    }
}

namespace {

/// Adds up the values of an aggregate. Integers stay integers as long as they fit.
struct Total {
    Function function = Function::Sum;
    ValueType type = ValueType::Whole;  // of the values
    std::size_t count = 0;
    Cell sum{}, best{};    // in that type
    double float_sum = 0;  // of a mean
    bool overflow = false;

    template <class T>
    void take(T value, T Cell::*member) {
        T& total = sum.*member;
        if constexpr (std::is_integral_v<T>)
            overflow = __builtin_add_overflow(total, value, &total) || overflow;
        else
            total += value;
        T& kept = best.*member;
        if (count == 0 || (function == Function::Min ? value < kept : value > kept)) kept = value;
        float_sum += static_cast<double>(value);
        ++count;
    }
    void add(const Cell& cell) {
        if (type == ValueType::Float)
            take(cell.number, &Cell::number);
        else if (type == ValueType::Unsigned)
            take(cell.natural, &Cell::natural);
        else
            take(cell.whole, &Cell::whole);
    }
};

}  // namespace

std::optional<Cell> Evaluator::fold_all(Function function) {
    const ValueType type = function == Function::Count ? ValueType::Whole : query_->programs.front().type;
    Total total{.function = function, .type = type};
    for (ArchetypeId id = 0; id < world_->archetype_count(); ++id) {
        const Archetype& archetype = world_->archetype(id);
        if (archetype.entity_count() == 0) continue;
        const Verdict verdict = enter(archetype);
        if (verdict == Verdict::Never) continue;
        if (verdict == Verdict::Always && function == Function::Count) {
            total.count += archetype.entity_count();
            continue;
        }
        for (std::size_t position = 0; position < archetype.chunk_count(); ++position) {
            const std::size_t rows = archetype.chunk(position).rows;
            const std::uint8_t* matched = mask({&archetype, position, 0, rows});
            if (function == Function::Count) {
                for (std::size_t i = 0; i < rows; ++i) total.count += matched[i];
                continue;
            }
            for (std::size_t from = 0; from < rows; from += slice_rows) {
                const ChunkSlice slice{&archetype, position, from, std::min(slice_rows, rows - from)};
                const Register* found = values(0, slice, matched + from);
                for (std::size_t i = 0; found && i < slice.count; ++i)
                    if (matched[from + i] != 0 && found->ok[i] != 0) total.add(found->cells[i]);
            }
        }
    }
    Cell cell;
    if (function == Function::Count) {
        cell.whole = static_cast<std::int64_t>(total.count);
        return cell;
    }
    // The sum of nothing is 0; its least, largest and mean are nothing.
    if (total.count == 0 && function != Function::Sum) return std::nullopt;
    if (function == Function::Sum && total.overflow) {
        machine_.faults = {machine_.faults.count + 1, null_entity, RowFault::Overflow};
        return std::nullopt;
    }
    if (function != Function::Mean) return function == Function::Sum ? total.sum : total.best;
    cell.number = total.float_sum / static_cast<double>(total.count);
    return cell;
}

}  // namespace ecs
