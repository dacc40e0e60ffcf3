// What a person did to one value of a component, so that the same can be done to the values of others: +50 is +50 of
// each one's own number. A widget fills it in (FieldEditor::change) in the frame in which it changed a value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "ecs/types/field.hpp"
#include "panels/base/expression.hpp"
#include "panels/widgets/number_kinds.hpp"

namespace panels {

struct FieldChange {
    enum class How : std::uint8_t {
        Set,      // as the widget wrote it
        Compute,  // the expression, from each one's own number
        Move,     // by a distance, from each one's own number when the drag began
    };
    How how = How::Set;
    const void* at = nullptr;            // in FieldTarget::write
    std::size_t size = 0;                // bytes from there
    const ecs::Field* field = nullptr;   // whose element it is: its range and kind
    const NumberKind* number = nullptr;  // for Compute and Move
    Expression expression = {};
    long double by = 0;
    std::uint64_t drag = 0;  // names the drag
};

/// Writes what `own` becomes. Returns for a person why it cannot; then nothing is written.
inline std::string changed_number(const FieldChange& change, const void* own, void* to) {
    if (change.how == FieldChange::How::Move) {
        change.number->move(*change.field, own, change.by, to);
        return {};
    }
    const Evaluation result = change.expression.value(change.number->number(own));
    return result.problem.empty() ? change.number->put(*change.field, result.value, to) : result.problem;
}

/// Stands for values that differ.
inline constexpr const char* mixed_text = "–";

}  // namespace panels
