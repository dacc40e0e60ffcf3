// `count` contiguous values of `bytes` bytes in a block of their own; the first starts `base` bytes behind the start
// of a cache line. A lesson slides the array over the lines with it. A trace of reading a value gives the lines that
// the value lies in.
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
    /// The array's block: a whole number of lines.
    const Block& block() const { return *arena_.block_of(begin_); }
    /// Number of lines that reading value `i` touches.
    std::uint64_t lines_of(std::uint64_t i) const { return lines_[i]; }
    /// Number of values that lie in more than one line.
    std::uint64_t straddling() const;

private:
    Arena arena_;
    Address begin_ = 0;
    std::uint64_t bytes_ = 0;
    std::vector<std::uint64_t> lines_;  // by value
};

}  // namespace ecs::lab
