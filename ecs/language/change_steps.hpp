// The steps of a change, looked up in a world, and how their values go into fields. A TextChange owns them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ecs/language/binder.hpp"
#include "ecs/language/bound.hpp"
#include "ecs/language/evaluator.hpp"

namespace ecs {

/// A value for a field.
struct BoundWrite {
    Binder::Place place;
    std::uint32_t program = 0;
    std::string what;  // "Health.hp"
};

struct BoundStep {
    StepKind kind = StepKind::Set;
    ComponentId component = no_component;  // of Set, Add and Remove
    std::vector<BoundWrite> writes;        // of Set: one; of Add: the fields of the literal
    std::uint32_t program = 0;             // of Rename
    Entity parent;                         // of Reparent
};

/// Looks up the steps; their programs follow those of the query in `bound`. Nothing and the error of the binder when
/// they do not fit.
std::optional<std::vector<BoundStep>> bind_steps(const World& world, const ChangeSyntax& change, Binder& binder,
                                                 BoundQuery& bound);

/// Writes a value into the field at `component`. Returns why it does not fit: "must be at most 100"; empty when it
/// does.
std::string write_value(const World& world, const Binder::Place& place, void* component, const ValueProgram& program,
                        const Cell& cell);
/// Why a program has no value for a row of the archetype, after the evaluator ran it. `who` names the row's entity.
std::string why_no_value(const World& world, const Evaluator& evaluator, std::uint32_t program,
                         const Archetype& archetype, const std::string& who);
/// The present value of the field, as the language writes it.
std::string text_of_field(const Binder::Place& place, const void* component);

}  // namespace ecs
