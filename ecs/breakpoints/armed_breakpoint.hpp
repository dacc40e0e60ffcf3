// A breakpoint that is switched on: its text bound to one world, and what it remembers of that world to know what is
// new. Private to BreakpointLooks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ecs/breakpoints/breakpoint.hpp"
#include "ecs/language/kept_matches.hpp"
#include "ecs/language/text_query.hpp"
#include "ecs/record/recorded_column.hpp"

namespace ecs {

/// A value that a hit can show.
struct ShownValue {
    ComponentId component = no_component;
    const Field* field = nullptr;  // that holds it; null: the whole component
    std::uint32_t offset = 0, size = 0;
    bool member = false;
    std::string text;
};

/// Whether the value is another one in two values of its component; false where one of them is not known.
bool differs(const ShownValue& shown, const ComponentType& type, const void* before, const void* now);

struct ArmedBreakpoint {
    BreakpointId id = no_breakpoint;
    std::string text;  // as it was when it was armed
    BreakpointText parsed;
    std::optional<TextQuery> query;
    std::optional<TextError> error;  // why it is not bound; it is tried again when types are added
    bool bound = false;
    bool based = false;  // knows what held before

    BreakpointField field;             // of a Change
    std::vector<ShownValue> shown;     // of conditions: what they compare
    std::vector<ComponentId> reads;    // when these are written, it is asked
    bool reads_only_rows = true;       // false: any write may matter
    bool components_alone = false;     // the archetype of an entity decides
    std::optional<Entity> pinned;      // only this entity; generation 0: the one that has the slot
    bool only_id = false;              // nothing else is asked
    bool pinned_holds = false;         // at the last look
    Entity pinned_last;                // the entity at that look
    std::vector<Value> pinned_values;  // by `shown`, at the last look
    std::vector<Value> pinned_before;  // the same, at the look before
    KeptMatches matches;               // unless it is pinned
    FieldPath compared;                // with a constant, so that its range tells whether it must be asked
    double low = 0, high = 0;          // both inside
    std::size_t group = no_group;
    std::uint64_t due_at = 0;   // number of the look in which it was found to be asked
    CountToStop count;          // hits
    std::uint64_t found = 0;    // the same, in this look
    std::uint64_t times = 1;    // 3: stops at each third hit
    std::size_t position = 0;   // in the list
    std::vector<Entity> where;  // of a Change: entities that match, sorted; filled during a look

    static constexpr std::size_t no_group = static_cast<std::size_t>(-1);
    bool is_condition() const {
        return parsed.kind == BreakpointKind::Holds || (parsed.kind == BreakpointKind::Destroyed && !is_structural()) ||
               (parsed.kind == BreakpointKind::Change && query.has_value());
    }
    bool is_structural() const {
        return parsed.kind == BreakpointKind::Added || parsed.kind == BreakpointKind::Removed ||
               parsed.kind == BreakpointKind::Moved ||
               (parsed.kind == BreakpointKind::Destroyed && components_alone && !pinned);
    }
};

/// Looks its names up in the world. False when they are not there; ArmedBreakpoint::error says which.
bool bind_armed(ArmedBreakpoint& armed, const World& world);

}  // namespace ecs
