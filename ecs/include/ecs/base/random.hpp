// The seeded random source of a simulation (SplitMix64). The same seed gives the same numbers on every machine. The
// whole state is one number, which world files store.
#pragma once

#include <cstdint>

namespace ecs {

class Random {
public:
    explicit Random(std::uint64_t seed = 1) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    /// From 0 (included) to 1 (excluded), in steps of 2^-24.
    float unit() { return static_cast<float>(next() >> 40) * 0x1p-24f; }
    /// From `low` (included) to `high`.
    float between(float low, float high) { return low + (high - low) * unit(); }
    /// From 0 to `count - 1`. `count` must not be 0.
    std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>((next() >> 32) * count >> 32); }

    std::uint64_t state() const { return state_; }
    void set_state(std::uint64_t state) { state_ = state; }

private:
    std::uint64_t state_;
};

}  // namespace ecs
