// Easing for animations: slow at both ends, for numbers and areas. `way` is from 0 to 1.
#pragma once

#include "panels/base/patterns.hpp"

namespace panels {

inline float eased(float way) { return way * way * (3 - 2 * way); }

inline Area between(const Area& a, const Area& b, float way) {
    const auto mix = [way](float from, float to) { return from + (to - from) * way; };
    return {{mix(a.low.x, b.low.x), mix(a.low.y, b.low.y)}, {mix(a.high.x, b.high.x), mix(a.high.y, b.high.y)}};
}

}  // namespace panels
