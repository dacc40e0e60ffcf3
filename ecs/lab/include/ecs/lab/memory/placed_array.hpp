// `count` values of `bytes` bytes, one behind the other in a block of its own, the first `base` bytes behind the begin
// of a cache line: so that a lesson can slide an array over the lines. Which lines a value lies in is what a trace says
// when the value is read.
#pragma once

#include <vector>

#include "ecs/lab/memory/trace.hpp"

namespace ecs::lab {

class PlacedArray {
public:
    /// `bytes` and `count` must be more than 0.
    PlacedArray(std::uint64_t base, std::uint64_t bytes, std::uint64_t count);
    PlacedArray(const PlacedArray&) = delete;
    PlacedArray& operator=(const PlacedArray&) = delete;

    std::uint64_t count() const { return lines_.size(); }
    std::uint64_t bytes() const { return bytes_; }
    Address at(std::uint64_t i) const { return begin_ + i * bytes_; }
    /// The block that holds it: a whole number of lines.
    const Block& block() const { return *arena_.block_of(begin_); }
    /// Lines that reading the `i`th value touches.
    std::uint64_t lines_of(std::uint64_t i) const { return lines_[i]; }
    /// Values that lie in more than one line.
    std::uint64_t straddling() const;

private:
    Arena arena_;
    Address begin_ = 0;
    std::uint64_t bytes_ = 0;
    std::vector<std::uint64_t> lines_;  // by value
};

}  // namespace ecs::lab
