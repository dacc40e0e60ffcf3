#include "ecs/breakpoints/armed_breakpoint.hpp"

#include <algorithm>

#include "ecs/base/language.hpp"
#include "ecs/breakpoints/column_ranges.hpp"
#include "ecs/language/bound.hpp"
#include "ecs/language/evaluator.hpp"
#include "ecs/language/written_names.hpp"
#include "ecs/types/number_kinds.hpp"

namespace ecs {

namespace {

void show_value(ArmedBreakpoint& armed, const World& world, const FieldPath& place) {
    if (place.component >= world.types().size() || !world.types()[place.component].copyable()) return;
    for (const WrittenValue& each : written_values(world.types(), place.component, 256)) {
        if (each.field == nullptr || each.place.offset != place.offset) continue;
        const bool whole_field = each.field->kind == each.place.kind;
        if ((whole_field ? stored_kind(*each.field) : each.place.kind) != place.kind) continue;
        armed.shown.push_back({place.component, each.field, place.offset, place.element_size, !whole_field, each.text});
        return;
    }
}

/// Conditions that must hold for the whole to hold.
std::vector<const BoundNode*> conjuncts(const BoundQuery& program) {
    std::vector<const BoundNode*> result;
    const BoundNode& root = program.nodes.back();
    if (root.kind != BoundKind::And) return {&root};
    for (const std::uint32_t child : root.children) result.push_back(&program.nodes[child]);
    return result;
}

double number_in(const FieldPath& field, Cell cell) {
    if (field.kind == FieldKind::F32 || field.kind == FieldKind::F64) return cell.number;
    return static_cast<double>(cell.whole);
}

/// An id is no reach: who it names stays the same.
bool reaches_beyond(const BoundNode& node) { return node.kind == BoundKind::Reaches || node.kind == BoundKind::Below; }

bool stays_in_row(const ValueProgram& program) {
    return std::none_of(program.ops.begin(), program.ops.end(), [](const ValueOp& op) {
        return op.code == OpCode::Reach || op.code == OpCode::ReachLength || op.code == OpCode::Watch ||
               op.code == OpCode::Aggregate || (op.code == OpCode::Call && op.function == Function::Random);
    });
}

void read_program(ArmedBreakpoint& armed, const World& world) {
    const BoundQuery& program = armed.query->program();
    armed.reads = armed.query->components();
    armed.reads_only_rows = true;
    armed.components_alone = true;
    for (const BoundNode& node : program.nodes) {
        const bool structure = node.kind == BoundKind::Always || node.kind == BoundKind::And ||
                               node.kind == BoundKind::Or || node.kind == BoundKind::Not || node.kind == BoundKind::Has;
        armed.components_alone = armed.components_alone && structure;
        if (node.kind == BoundKind::Interval) show_value(armed, world, node.field);
        for (const std::uint32_t index : node.programs)
            for (const ValueOp& op : program.programs[index].ops)
                if (op.code == OpCode::Load || op.code == OpCode::LoadLength) show_value(armed, world, op.field);
    }
    armed.only_id = program.nodes.size() == 1 && program.nodes.front().kind == BoundKind::Id;
    armed.reads_only_rows = !armed.query->needs_baseline() &&
                            std::none_of(program.nodes.begin(), program.nodes.end(), reaches_beyond) &&
                            std::all_of(program.programs.begin(), program.programs.end(), stays_in_row);
    for (const BoundNode* node : conjuncts(program)) {
        if (node->kind == BoundKind::Id) armed.pinned = node->entity;
        if (node->kind == BoundKind::Interval && !node->flip && !node->never && !armed.compared.exists() &&
            ColumnRanges::fits(node->field.kind)) {
            armed.compared = node->field;
            armed.low = number_in(node->field, node->low);
            armed.high = number_in(node->field, node->high);
        }
    }
}

}  // namespace

bool bind_armed(ArmedBreakpoint& armed, const World& world) {
    const auto fail = [&](TextError error) {
        armed.error = std::move(error);
        armed.bound = armed.based = false;
        return false;
    };
    armed.shown.clear();
    armed.pinned.reset();
    armed.group = ArmedBreakpoint::no_group;
    armed.compared = {};
    armed.reads.clear();
    if (armed.query) {
        if (const TextError* error = armed.query->bind(world)) return fail(*error);
        read_program(armed, world);
        if (armed.parsed.kind == BreakpointKind::Removed && armed.query->program().nodes.back().kind != BoundKind::Has)
            return fail(armed.parsed.syntax.error(0, tr("Expected one component, because others are not removed")));
    }
    if (armed.parsed.kind == BreakpointKind::Change) {
        const TextResult<BreakpointField> found = find_field_of(world, armed.parsed);
        if (!found) return fail(found.error());
        armed.field = *found;
        armed.components_alone = false;
        armed.shown = {{armed.field.component, armed.field.field, armed.field.offset, armed.field.size,
                        armed.field.member, armed.field.text}};
        if (std::find(armed.reads.begin(), armed.reads.end(), armed.field.component) == armed.reads.end())
            armed.reads.push_back(armed.field.component);
    }
    armed.error.reset();
    armed.bound = true;
    return true;
}

}  // namespace ecs
