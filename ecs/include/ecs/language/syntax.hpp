// What a text of the language says, before any world is asked: a tree of queries and values. Names are in it as they
// were written. The nodes lie in one list, children before their parents, and the nodes below a node are neighbours:
// [first, its own position]. The code that parsed it owns a Syntax, which never changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ecs/base/entity.hpp"
#include "ecs/language/text_error.hpp"

namespace ecs {

inline constexpr std::size_t max_text_bytes = 64 * 1024;
inline constexpr std::size_t max_text_levels = 256;
inline constexpr std::size_t max_text_arguments = 16;

using SyntaxId = std::uint32_t;

enum class SyntaxKind : std::uint8_t {
    // Queries. A Path or an Id in place of a query asks for a component, or for this entity.
    All,
    Or,
    And,
    Not,
    Compare,   // two or three values
    Contains,  // value ~ "text"
    Below,
    Changed,
    Added,
    Removed,
    // Values
    Whole,
    Float,
    Text,
    Truth,
    Null,
    Id,
    Path,
    EntityName,
    Watch,
    Negate,
    Arithmetic,
    Call,
    Aggregate,
};

enum class Operator : std::uint8_t {
    None,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Plus,
    Minus,
    Times,
    Divide,
    Remainder,
    Power
};
/// As it is written: "==", "<", "+".
std::string_view sign_of(Operator op);

enum class Function : std::uint8_t {
    Abs,
    Min,
    Max,
    Clamp,
    Floor,
    Ceil,
    Round,
    Sqrt,
    Sin,
    Cos,
    Atan2,
    Length,
    Lerp,
    Random,
    Count,  // of entities; Min and Max of entities are nodes of kind Aggregate, too
    Sum,
    Mean
};
std::string_view name_of(Function function);

/// A name between the dots of a path: `Bag.slots[2].count` has three.
struct PathPart {
    std::string name;
    bool quoted = false;                 // stood in backquotes
    std::optional<std::uint32_t> index;  // of a fixed array
    std::uint32_t offset = 0;            // of the name in the text
};

struct SyntaxNode {
    SyntaxKind kind = SyntaxKind::All;
    Operator op = Operator::None;         // of Compare and Arithmetic
    Operator second_op = Operator::None;  // of a Compare with three values
    Function function = Function::Abs;    // of Call and Aggregate
    bool negative = false;                // of Whole: the number is -whole
    SyntaxId first = 0;                   // the first node of this subtree
    std::uint32_t offset = 0, end = 0;    // its place in the text
    std::vector<SyntaxId> children;
    std::vector<PathPart> path;  // of Path, Changed, Added, Removed; of Path with `entity` behind that
    std::string text;            // of Text, Contains, Watch; of Below: the name of an entity, unless `entity` is set
    std::uint64_t whole = 0;
    double number = 0;
    bool truth = false;
    std::optional<Entity> entity;  // of Id, Below, Path; generation 0: any
};

/// The text of a query or a value as a tree.
struct Syntax {
    std::string text;
    std::vector<SyntaxNode> nodes;
    SyntaxId root = 0;

    const SyntaxNode& operator[](SyntaxId id) const { return nodes[id]; }
    std::string_view text_of(SyntaxId id) const {
        return std::string_view(text).substr(nodes[id].offset, nodes[id].end - nodes[id].offset);
    }
    TextError error(std::size_t offset, std::string message) const {
        return error_at(text, offset, std::move(message));
    }
};

enum class StepKind : std::uint8_t { Set, Add, Remove, Destroy, Rename, Reparent };

/// One step of a change. Set: path = value; `hp += 5` has become `hp = hp + 5`. Add: path names the component, fields
/// its values.
struct SyntaxStep {
    StepKind kind = StepKind::Set;
    std::uint32_t offset = 0, end = 0;
    std::vector<PathPart> path;
    SyntaxId value = 0;  // of Set and Rename
    struct FieldValue {
        std::vector<PathPart> path;
        SyntaxId value = 0;
    };
    std::vector<FieldValue> fields;
    Entity parent;  // of Reparent; null: to the top; generation 0: any
};

/// `QUERY : STEPS`. The root of the syntax is the query.
struct ChangeSyntax {
    Syntax syntax;
    std::vector<SyntaxStep> steps;
};

}  // namespace ecs
