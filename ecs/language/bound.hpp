// A query or a value whose names were looked up in a world: a tree of conditions, whose leaves test a column directly
// or run a program of values over it. The Binder makes it, the Evaluator runs it; a TextQuery owns it.
//
//     Position & !Velocity & Health.hp < 10
//     nodes  [0] Has Position  [1] Has Velocity  [2] Not 1  [3] Interval Health +0 i32 [-2^31, 9]  [4] And 0 2 3
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ecs/language/syntax.hpp"
#include "ecs/types/field_path.hpp"

namespace ecs {

/// What a value is. Choice: a value of an enum. Vector: of two to four floats; it has no cell.
enum class ValueType : std::uint8_t { Whole, Unsigned, Float, Truth, Choice, Text, Reference, Vector };

inline bool is_numeric(ValueType type) { return type <= ValueType::Float; }

/// One value while a program runs; its type is known from the program.
union Cell {
    std::int64_t whole = 0;  // of Truth (0 or 1) and Choice, too
    std::uint64_t natural;
    double number;
    const std::string* text;
    std::uint64_t bits;  // of an Entity; generation 0 with a slot: any generation
};

enum class OpCode : std::uint8_t {
    Constant,
    Load,        // a field of the row itself
    LoadLength,  // the length of a vector
    Reach,       // a field of the entity on top of the stack
    ReachLength,
    Watch,
    Aggregate,
    ToFloat,  // converts the value `argument` places below the top
    ToWhole,  // of Unsigned
    Negate,
    Arithmetic,
    Call
};

struct ValueOp {
    OpCode code = OpCode::Constant;
    ValueType type = ValueType::Whole;  // of the result; of ToFloat: of the operand
    Operator op = Operator::None;
    Function function = Function::Abs;
    std::uint8_t argument = 0;  // of Call: how many
    std::uint32_t index = 0;    // of Load: in BoundQuery::components; of Watch and Aggregate: in its list
    FieldPath field;
    Cell constant;
};

/// A stack machine's code for one value.
struct ValueProgram {
    std::vector<ValueOp> ops;
    ValueType type = ValueType::Whole;
    const Field* choices = nullptr;    // of a Choice: the field with its names
    std::size_t depth = 0;             // cells on the stack at most
    std::vector<std::uint32_t> needs;  // components that a row must have, as in BoundQuery::components
    std::vector<std::shared_ptr<const std::string>> texts;  // constants

    bool is_constant() const { return ops.size() == 1 && ops.front().code == OpCode::Constant; }
    /// Whether it is just one field of the row.
    bool is_field() const { return ops.size() == 1 && ops.front().code == OpCode::Load; }
};

enum class BoundKind : std::uint8_t {
    Always,
    And,
    Or,
    Not,
    Has,
    Interval,  // low <= field <= high, or not
    Compare,
    Contains,
    IsTrue,   // a program of type Truth
    Reaches,  // the entity that `programs[0]` yields has the component
    Id,
    Below,
    Changed,
    ChangedValue,
    Added,
    Removed
};

struct BoundNode {
    BoundKind kind = BoundKind::Always;
    SyntaxId syntax = 0;
    std::vector<std::uint32_t> children;   // earlier nodes
    ComponentId component = no_component;  // of Has, Reaches, Interval, Changed, Added, Removed
    std::uint32_t index = 0;               // of the component in BoundQuery::components; of Interval
    FieldPath field;                       // of Interval and ChangedValue
    Cell low, high;                        // of Interval, in the kind of the field
    bool flip = false, never = false;      // of Interval: the opposite; no value is inside
    std::vector<std::uint32_t> programs;   // of Compare, Contains, IsTrue, Reaches
    Operator op = Operator::None, second_op = Operator::None;
    Entity entity;     // of Id and Below
    std::string text;  // of Contains, in lower case; of Below: a name
};

/// A $watch by its name. Its number was of this type when the query was bound, whole numbers as in literals.
struct BoundWatch {
    std::string name;
    ValueType type = ValueType::Float;
};

struct BoundQuery;

struct BoundAggregate {
    Function function = Function::Count;
    std::unique_ptr<BoundQuery> query;  // its program 0 is the value, except for Count
};

struct BoundQuery {
    std::vector<BoundNode> nodes;  // children first; the last is the root
    std::vector<ValueProgram> programs;
    std::vector<ComponentId> components;  // read directly from the row
    std::vector<BoundWatch> watches;
    std::vector<BoundAggregate> aggregates;
    std::size_t depth = 0;      // levels of conditions
    std::size_t registers = 0;  // cells of a row at most
};

}  // namespace ecs
