#include "ecs/language/why_terms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ecs/base/language.hpp"
#include "ecs/language/cells.hpp"
#include "ecs/language/change_steps.hpp"
#include "ecs/language/intervals.hpp"

namespace ecs {

namespace {

/// "below 10"
std::string relation(Operator op, const std::string& value) {
    switch (op) {
        case Operator::Less:
            return phrase("below {}", value);
        case Operator::AtMost:
            return phrase("at most {}", value);
        case Operator::Greater:
            return phrase("above {}", value);
        case Operator::AtLeast:
            return phrase("at least {}", value);
        default:
            return value;
    }
}

/// The name of a component that the programs of the node need and the row lacks; empty: none.
std::string missing_component(const World& world, const BoundQuery& program, const BoundNode& node,
                              const Archetype& archetype) {
    for (const std::uint32_t each : node.programs)
        for (const std::uint32_t need : program.programs[each].needs)
            if (!archetype.has(program.components[need])) return world.types()[program.components[need]].name;
    return {};
}

std::string reason_of_comparison(TextQuery& query, const BoundNode& node, const ChunkSlice& slice, bool wanted) {
    const BoundQuery& program = query.program();
    const Syntax& syntax = query.syntax();
    const auto text = [&](std::size_t i) { return std::string(syntax.text_of(syntax[node.syntax].children[i])); };
    const auto constant = [&](std::size_t i) { return program.programs[node.programs[i]].is_constant(); };
    const auto value = [&](std::size_t i) -> std::string {
        const auto cell = query.evaluator().value(node.programs[i], slice);
        return cell ? text_of_cell(program.programs[node.programs[i]], *cell) : "";
    };
    const bool three = node.programs.size() == 3;
    const std::size_t subject = three || constant(0) ? 1 : 0;
    const std::string found = value(subject);
    if (found.empty()) return phrase("{} has no value", text(subject));
    if (three) {
        const std::string_view whole = syntax.text_of(node.syntax);
        return wanted ? phrase("{} is {}, must be so that {}", text(subject), found, whole)
                      : phrase("{} is {}, must not be so that {}", text(subject), found, whole);
    }
    const std::size_t other = 1 - subject;
    const Operator op = subject == 0 ? syntax[node.syntax].op : mirrored(syntax[node.syntax].op);
    std::string behind = text(other);
    if (!constant(other)) {
        const std::string present = value(other);
        if (present.empty()) return phrase("{} has no value", text(other));
        behind += " (" + present + ")";
    }
    const std::string so = relation(op, behind);
    return wanted != (op == Operator::Unequal) ? phrase("{} is {}, must be {}", text(subject), found, so)
                                               : phrase("{} is {}, must not be {}", text(subject), found, so);
}

/// The value next to `present` that is inside of the interval, or outside.
template <class T>
std::optional<T> nearest_value(T present, T low, T high, bool inside) {
    if (inside) return std::clamp(present, low, high);
    constexpr T most = std::numeric_limits<T>::max(), least = std::numeric_limits<T>::lowest();
    if constexpr (std::is_floating_point_v<T>) {
        if (high < most) return std::nextafter(high, most);
        if (low > least) return std::nextafter(low, least);
    } else {
        if (high < most) return static_cast<T>(high + 1);
        if (low > least) return static_cast<T>(low - 1);
    }
    return std::nullopt;
}

std::optional<Cell> nearest_cell(const BoundNode& node, const Cell& present, bool inside) {
    const ValueType type = type_of(node.field.kind);
    Cell cell;
    if (node.never && inside) return std::nullopt;
    if (node.field.kind == FieldKind::Bool) {  // bytes: any but 0 is true
        cell.whole = (node.low.whole == 0) == inside ? 0 : 1;
        return cell;
    }
    if (type == ValueType::Float) {
        const auto value =
            nearest_value(std::isnan(present.number) ? 0.0 : present.number, node.low.number, node.high.number, inside);
        if (!value) return std::nullopt;
        // Of an f32 the next value is the next float, not the next double.
        cell.number = *value;
        if (node.field.kind == FieldKind::F32 && !inside)
            cell.number = static_cast<double>(
                std::nextafter(static_cast<float>(node.high.number), std::numeric_limits<float>::infinity()));
    } else if (type == ValueType::Unsigned) {
        const auto value = nearest_value(present.natural, node.low.natural, node.high.natural, inside);
        if (!value) return std::nullopt;
        cell.natural = *value;
    } else {
        const auto value = nearest_value(present.whole, node.low.whole, node.high.whole, inside);
        if (!value) return std::nullopt;
        cell.whole = *value;
    }
    return cell;
}

std::optional<Edit> edit_of_interval(const World& world, TextQuery& query, const BoundNode& node, Entity entity,
                                     bool wanted) {
    const ComponentType& type = world.types()[node.component];
    if (node.component == world.parent_id() || !type.copyable()) return std::nullopt;
    // The place knows the range of the field, which the edit must keep.
    Binder::Place place;
    BoundQuery ignored;
    Binder binder(world, query.syntax(), ignored);
    for (const SyntaxId child : query.syntax()[node.syntax].children) {
        const SyntaxNode& path = query.syntax()[child];
        if (path.kind != SyntaxKind::Path || (path.path.size() == 1 && !path.path.front().quoted)) continue;
        if (const auto found = binder.find(path.path, 0, true)) place = *found;
    }
    if (!place.field) return std::nullopt;
    const void* present = world.get(entity, node.component);
    if (!present && !wanted) return std::nullopt;
    Value value = present ? Value(type, present) : Value(type);
    Cell before;
    read_cell(node.field, value.data(), before);
    const auto cell = nearest_cell(node, before, wanted != node.flip);
    if (!cell) return std::nullopt;
    ValueProgram program;
    program.type = type_of(node.field.kind);
    if (!write_value(world, place, value.data(), program, *cell).empty()) return std::nullopt;
    if (!present) return AddComponent{entity, std::move(value)};
    return SetComponent{entity, std::move(value), {place.top_field}};
}

}  // namespace

std::string reason_of(const World& world, TextQuery& query, std::uint32_t id, Entity, const ChunkSlice& slice,
                      bool wanted) {
    const BoundQuery& program = query.program();
    const BoundNode& node = program.nodes[id];
    const std::string text(query.syntax().text_of(node.syntax));
    if (wanted) {
        const std::string missing = missing_component(world, program, node, *slice.archetype);
        if (!missing.empty()) return phrase("lacks component {}", missing);
    }
    switch (node.kind) {
        case BoundKind::Has:
            return wanted ? phrase("lacks component {}", world.types()[node.component].name)
                          : phrase("has {}", world.types()[node.component].name);
        case BoundKind::Interval:
        case BoundKind::Compare:
            return reason_of_comparison(query, node, slice, wanted);
        case BoundKind::Contains: {
            const auto cell = query.evaluator().value(node.programs[0], slice);
            const SyntaxId child = query.syntax()[node.syntax].children[0];
            const std::string found = cell ? "\"" + *cell->text + "\"" : tr("nothing");
            const std::string part = "\"" + query.syntax()[node.syntax].text + "\"";
            return wanted ? phrase("{} is {}, must contain {}", query.syntax().text_of(child), found, part)
                          : phrase("{} is {}, must not contain {}", query.syntax().text_of(child), found, part);
        }
        case BoundKind::IsTrue:
            return wanted ? phrase("{} is false, must be true", text) : phrase("{} is true, must be false", text);
        case BoundKind::Id:
            return wanted ? phrase("is not {}", text) : phrase("is {}", text);
        case BoundKind::Below:
            return wanted ? phrase("is not {}", text) : phrase("is {}", text);
        case BoundKind::Changed:
        case BoundKind::ChangedValue:
        case BoundKind::Added:
        case BoundKind::Removed:
            return wanted ? phrase("{} does not hold in this tick", text) : phrase("{} holds in this tick", text);
        default:
            return wanted ? phrase("{} does not hold", text) : phrase("{} holds", text);
    }
}

std::optional<Edit> edit_for(const World& world, TextQuery& query, std::uint32_t id, Entity entity,
                             const ChunkSlice& slice, bool wanted) {
    const BoundQuery& program = query.program();
    const BoundNode& node = program.nodes[id];
    if (node.kind == BoundKind::Has && node.component != world.parent_id()) {
        if (!wanted) return RemoveComponent{entity, node.component};
        return AddComponent{entity, Value(world.types()[node.component])};
    }
    if (node.kind == BoundKind::Interval) return edit_of_interval(world, query, node, entity, wanted);
    const bool names =
        node.kind == BoundKind::Compare && node.op == Operator::Equal && node.programs.size() == 2 && wanted;
    if (names && query.syntax()[query.syntax()[node.syntax].children[0]].kind == SyntaxKind::EntityName) {
        const auto cell = query.evaluator().value_of_world(node.programs[1]);
        if (cell && !cell->text->empty()) return rename(world, entity, *cell->text);
    }
    static_cast<void>(slice);
    return std::nullopt;
}

}  // namespace ecs
