// The text of a breakpoint: what a person wants the simulation to stop at.
//
//     breakpoint := what [',' number 'times']
//     what       := query                                        begins to hold for an entity
//                 | 'on' 'added' '(' query ')'                   an entity came, or got a component, and matches since
//                 | 'on' 'removed' '(' Component ')'             lost it, and lives on
//                 | 'on' 'destroyed' '(' query ')'               an entity that matched is gone
//                 | 'on' 'moved' '(' query ')'                   got or lost any component
//                 | 'on' 'change' Component['.'field] ['where' query]   has another value than before
//                 | 'on' 'system' "Name"                         is the next to run
//
// With a number N, it stops at each N-th hit. "ecs/breakpoints/breakpoints.hpp" arms it on a world.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ecs/language/parse.hpp"
#include "ecs/types/field_path.hpp"

namespace ecs {

class World;

enum class BreakpointKind : std::uint8_t { Holds, Added, Removed, Destroyed, Moved, Change, System };

struct BreakpointText {
    BreakpointKind kind = BreakpointKind::Holds;
    Syntax syntax;                // the whole text; its root is the query, if there is one
    bool has_query = false;       // a Change may have none, a System has none
    std::vector<PathPart> field;  // of Change; of one part: any value of the component
    std::string system;           // its name
    std::uint64_t times = 1;      // 3: stops at each third hit
};

TextResult<BreakpointText> parse_breakpoint(std::string text);

/// The value that a Change is about. Without a field, it is the whole component.
struct BreakpointField {
    ComponentId component = no_component;
    const Field* field = nullptr;  // that holds the value; null: the whole component
    std::uint32_t offset = 0, size = 0;
    bool member = false;  // one float of a vector or a colour
    std::string text;     // "Health.hp"
};
/// The syntax must be of a Change. The error names the part of the text that the world does not have.
TextResult<BreakpointField> find_field_of(const World& world, const BreakpointText& text);

}  // namespace ecs
