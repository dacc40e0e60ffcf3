// Sizes and addresses that are a multiple of something. Private to this library.
#pragma once

namespace ecs {

/// The smallest multiple of `multiple` that is not below `value`.
template <class T>
constexpr T rounded_up(T value, T multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

}  // namespace ecs
