// The one value that a BreakpointHit is about, inside its values before and after, which are of a whole component.
#pragma once

#include <cstddef>

#include "ecs/breakpoints/breakpoint.hpp"
#include "ecs/types/field.hpp"

namespace ecs {

/// The field that the hit shows, as one of a value that begins at data_of_hit(). The hit has one.
inline Field shown_field(const BreakpointHit& hit) {
    Field one = *hit.shown;
    one.count = 1;
    one.offset = 0;
    if (hit.member) {
        one.kind = FieldKind::F32;
        one.element_size = sizeof(float);
    }
    return one;
}

/// `value` is one of the hit, and not empty.
inline const void* data_of_hit(const BreakpointHit& hit, const Value& value) {
    return static_cast<const std::byte*>(value.data()) + hit.offset;
}

}  // namespace ecs
