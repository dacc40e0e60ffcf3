// Rounds sizes and addresses to multiples. Private to this library.
#pragma once

namespace ecs {

/// The smallest multiple of `multiple` that is at least `value`.
template <class T>
constexpr T rounded_up(T value, T multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

}  // namespace ecs
