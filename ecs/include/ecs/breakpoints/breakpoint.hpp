// A Breakpoint is a text of the language that stops the simulation, and what it stopped at last. A BreakpointHit says
// exactly what happened: what did it, to which entity, and the value before and after. Breakpoints owns both.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ecs/base/entity.hpp"
#include "ecs/language/breakpoint_text.hpp"
#include "ecs/record/field_record.hpp"
#include "ecs/types/value.hpp"

namespace ecs {

using BreakpointId = std::uint32_t;
inline constexpr BreakpointId no_breakpoint = 0;

struct BreakpointHit {
    BreakpointId breakpoint = no_breakpoint;
    BreakpointKind kind = BreakpointKind::Holds;
    std::uint64_t tick = 0;
    std::uint64_t number = 0;  // of all hits of the breakpoint, from 1 on; 0: in a tick that ran again
    WriterKind writer = WriterKind::Direct;
    std::string writer_name;       // of the system, the edit or the hook; of systems that broke their promise: "A or B"
    Entity entity;                 // null: the breakpoint is about a system
    std::string entity_name;       // at that moment; empty: it had none, or it is not known
    std::size_t more = 0;          // other entities that were hit at the same time
    std::string field;             // "Health.hp"; empty: no value is concerned
    const Field* shown = nullptr;  // that holds the value; null: the whole component. Valid as long as the types
    std::uint32_t offset = 0;      // of the value in the component
    bool member = false;           // one float of a vector or a colour
    Value before, after;           // of the whole component; empty: not known, or it has none
    bool same = false;             // the value did not change: something else came true
    bool ran_on = false;           // to the end of the tick: it is run by the program's own loop
};

/// How often it happened since the last stop.
struct CountToStop {
    std::uint64_t first = 0;  // in ticks that ran for the first time
    std::uint64_t again = 0;  // in those that run again, since the world went to another moment

    std::uint64_t& of(bool runs_again) { return runs_again ? again : first; }
};

struct Breakpoint {
    BreakpointId id = no_breakpoint;
    std::string text;
    bool enabled = true;
    std::uint64_t times = 1;            // 3: stops at each third hit. A number in the text overrides it
    std::optional<TextError> error;     // what is wrong with the text, or what the world lacks now
    std::uint64_t hits = 0;             // how often it happened, in ticks that ran for the first time
    std::uint64_t stops = 0;            // how often it stopped the simulation
    std::optional<BreakpointHit> last;  // that stopped it
    BreakpointKind kind = BreakpointKind::Holds;
    std::string system;  // that it waits for, when its kind is System
};

}  // namespace ecs
