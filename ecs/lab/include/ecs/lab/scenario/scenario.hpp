// A scenario is work that any storage can do: components, and steps that create, change and visit entities. It does
// not depend on a storage. Entities are numbered from 0 in order of creation, and may have names.
//
//     create 10,000 with Position where (i / 10) % 3 != 0      one step, 10,000 operations
//     each Position, Velocity: Position plus Velocity          one step, one operation
//
// Scenarios are read from files (editor/lab/lab_scenario.hpp). A Scenario owns its component types.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ecs/lab/scenario/chase.hpp"
#include "ecs/lab/storages/storage.hpp"
#include "ecs/types/type_registry.hpp"

namespace ecs::lab {

/// Selects entities of a step that creates many: those whose number i in the step has (i / divide) % modulo equal to
/// `value`; with `negated`, all others.
struct Where {
    std::uint64_t divide = 1, modulo = 1, value = 0;
    bool negated = false;
    bool holds(std::uint64_t i) const { return (i / divide % modulo == value) != negated; }
};

/// The value of entity `i` of the step: base + i * growth, field by field.
struct PlannedValue {
    TypeIndex type = 0;
    std::vector<std::byte> base, growth;  // of the type's size; `growth` empty: all equal
    std::optional<Where> where;           // none: every entity
};

/// `count` entities by number: first, first + stride, ….
struct Which {
    std::uint64_t first = 0, count = 1, stride = 1;
    /// Where handles are places (002, faithful): the caller passes the place that the first entity has when the step
    /// begins, every time, and so refers to whichever entity is there. Article 002's program passes Entity(0, 0) in
    /// this way.
    bool same_place = false;
};

struct CreateStep {
    std::uint64_t count = 1;
    std::vector<PlannedValue> values;
};
struct DestroyStep {
    Which of;
};
/// Add and set, with one value each.
struct ValueStep {
    OperationKind operation = OperationKind::Add;  // or Set
    Which of;
    PlannedValue value;
};
/// Remove and get.
struct TypeStep {
    OperationKind operation = OperationKind::Remove;  // or Get
    Which of;
    TypeIndex type = 0;
};
/// The change of a visited row: adds times * `from`, or a constant, to `to`; or permutes the fields of `to`.
struct Change {
    std::size_t to = 0;               // position in the join
    std::optional<std::size_t> from;  // position in the join; none: the constant
    std::vector<std::byte> constant;  // of the size of `to`
    double times = 1;
    std::vector<std::size_t> order = {};  // if not empty: field i becomes the former field order[i], and nothing is
                                          // added
};
struct EachStep {
    std::vector<TypeIndex> join;  // visits the entities that have all these types
    std::vector<Change> changes;  // empty: the values are only read
    std::uint64_t repeat = 1;
};

/// Plays one of the articles' games for some ticks.
struct PlayStep {
    GameKind game = GameKind::Chase;
    std::uint64_t ticks = 1;
    std::vector<TypeIndex> parts;  // see find_parts
    chase::Input keys;             // held all the time
};

struct ScenarioStep {
    std::variant<CreateStep, DestroyStep, ValueStep, TypeStep, EachStep, PlayStep> what;
    std::string text;  // for a person: `add Velocity to bob`
    int line = 0;      // line in its file; 0: none
};

struct Scenario {
    std::string name, title, about;
    std::unique_ptr<TypeRegistry> registry = std::make_unique<TypeRegistry>();
    std::vector<const ComponentType*> types;  // a TypeIndex is a position here
    std::vector<ScenarioStep> steps;
    std::vector<std::pair<std::string, std::uint64_t>> names;  // names of entities, with their numbers
    std::uint64_t entities = 0;                                // created by all steps together

    std::optional<TypeIndex> type_named(std::string_view type_name) const;
    /// The name of an entity, or `#12`.
    std::string entity_name(std::uint64_t number) const;
    /// Upper limit of the operations and row visits of the first `count` steps. Their trace grows with it.
    std::uint64_t planned_work(std::size_t count) const;
    std::uint64_t planned_work() const { return planned_work(steps.size()); }
    /// Bytes of all entities' values if every entity had every component. The memory of a storage grows with it.
    std::uint64_t max_value_bytes() const;
};

/// Counts a scenario's operations and row visits step by step: the maximum for the entities that exist by then.
class PlannedWork {
public:
    explicit PlannedWork(std::size_t types) : owners_(types) {}
    /// The work of this step alone. Call it for the steps in order. A sum too large for the type becomes its largest
    /// number.
    std::uint64_t add(const ScenarioStep& step);
    std::uint64_t sum() const { return sum_; }
    /// The part of the sum that does not visit rows: what creates, destroys, or changes one entity by its handle.
    std::uint64_t operations() const { return operations_; }

private:
    std::uint64_t of(const CreateStep& step);
    std::uint64_t of(const DestroyStep& step);
    std::uint64_t of(const ValueStep& step);
    std::uint64_t of(const TypeStep& step);
    std::uint64_t of(const EachStep& step);
    std::uint64_t of(const PlayStep& step);

    std::uint64_t sum_ = 0, operations_ = 0, entities_ = 0;
    std::vector<std::uint64_t> owners_;  // by type: number of entities that were given one
};

/// Limits for scenarios that others wrote: within them, each storage needs some seconds, and all six a few gigabytes.
/// An operation takes as long as some ten visits of rows.
inline constexpr std::uint64_t max_planned_work = 100'000'000, max_planned_operations = 10'000'000,
                               max_planned_bytes = 128ull * 1024 * 1024;

/// value += times * other, for every number in the fields, paired in order. Both types must have the same kinds and
/// counts of fields (see addable). Whole numbers wrap.
void add_fields(const ComponentType& type, void* value, const ComponentType& other_type, const void* other,
                double times);
/// Field i becomes the former field order[i]. All fields must have the same kind and count.
void order_fields(const ComponentType& type, void* value, const std::vector<std::size_t>& order);
/// Whether both types have the same kinds and counts of fields, all of them numbers or vectors.
bool addable(const ComponentType& to, const ComponentType& from);

/// The bytes of the value of entity `i` of the step.
std::vector<std::byte> value_at(const PlannedValue& value, const ComponentType& type, std::uint64_t i);

}  // namespace ecs::lab
