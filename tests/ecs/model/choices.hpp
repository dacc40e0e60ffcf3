// Where the model test takes its decisions from: a random generator in the tests, the bytes of an input in the fuzzer.
// The same source gives the same sequence of operations, on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ecs/base/random.hpp"

namespace test {

class Choices {
public:
    virtual ~Choices() = default;
    /// From 0 to `count - 1`. `count` must not be 0.
    virtual std::uint32_t below(std::uint32_t count) = 0;
    bool one_in(std::uint32_t count) { return below(count) == 0; }
};

class RandomChoices : public Choices {
public:
    explicit RandomChoices(std::uint64_t seed) : random_(seed) {}
    std::uint32_t below(std::uint32_t count) override { return random_.below(count); }

private:
    ecs::Random random_;
};

/// One byte a decision, as long as that is enough for it; zeros behind the end. A fuzzer can so change one decision
/// without changing the ones after it.
class ByteChoices : public Choices {
public:
    explicit ByteChoices(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    std::uint32_t below(std::uint32_t count) override {
        std::uint32_t value = 0;
        for (std::uint32_t most = count - 1; most > 0; most >>= 8) value = value << 8 | next();
        return value % count;
    }
    bool finished() const { return position_ >= bytes_.size(); }

private:
    std::uint32_t next() { return finished() ? 0 : bytes_[position_++]; }

    std::span<const std::uint8_t> bytes_;
    std::size_t position_ = 0;
};

}  // namespace test
