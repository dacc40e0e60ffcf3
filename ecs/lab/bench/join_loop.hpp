// The inner loops of the join `Position += Velocity` over three floats per value. One source is compiled twice: with
// the flags of this build, and with the compiler's vectoriser turned off.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ecs::lab {

enum class Vectoriser : std::uint8_t { AsBuilt, Off };

/// `to[i] += from[i]`: the loop that 002 runs over two columns. Returns the number of rows.
template <Vectoriser vectoriser>
std::uint64_t add_columns(float* to, const float* from, std::uint64_t rows);

/// The same loop where both options are Some, which 001 checks for every index. An option is a tag of 4 bytes and a
/// value of 12.
template <Vectoriser vectoriser>
std::uint64_t add_options(std::byte* to, const std::byte* from, std::uint64_t length);

}  // namespace ecs::lab
