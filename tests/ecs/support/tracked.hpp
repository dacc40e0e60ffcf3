// Tracked is a component that counts its living objects and knows its own address: a value that is leaked, destroyed
// twice or moved as plain bytes shows. It can be told to throw when it is made or copied.
#pragma once

#include <cstddef>
#include <stdexcept>

#include "ecs/world/world.hpp"

namespace test {

struct TrackedThrew : std::runtime_error {
    TrackedThrew() : std::runtime_error("Tracked was told to throw") {}
};

struct Tracked {
    static inline std::ptrdiff_t live = 0;
    static inline std::ptrdiff_t faults = 0;  // destroyed twice, or used where no object was made
    static inline int throws_after = 0;       // so many default constructions and copies; 0: never

    int value = 7;

    explicit Tracked(int v) : value(v), self_(this) { ++live; }
    Tracked() : Tracked(7) { count_down(); }
    Tracked(const Tracked& other) : Tracked(other.checked().value) { count_down(); }
    Tracked(Tracked&& other) noexcept : Tracked(other.checked().value) { other.value = -1; }
    Tracked& operator=(const Tracked& other) {
        count_down();
        checked().value = other.checked().value;
        return *this;
    }
    Tracked& operator=(Tracked&& other) noexcept {
        checked().value = other.checked().value;
        other.value = -1;
        return *this;
    }
    ~Tracked() {
        checked();
        self_ = nullptr;
        --live;
    }

private:
    static void count_down() {
        if (throws_after > 0 && --throws_after == 0) throw TrackedThrew();
    }
    const Tracked& checked() const {
        if (self_ != this) ++faults;
        return *this;
    }
    Tracked& checked() {
        if (self_ != this) ++faults;
        return *this;
    }

    const Tracked* self_;
};

inline void register_tracked(ecs::World& world) {
    world.types().add<Tracked>("Tracked").field("value", &Tracked::value);
}

/// Around a whole test: no object may be left, and none may have been mishandled.
class TrackedScope {
public:
    TrackedScope() { Tracked::live = Tracked::faults = Tracked::throws_after = 0; }
    static bool clean() { return Tracked::live == 0 && Tracked::faults == 0; }
};

/// While one lives, the `count`-th default construction or copy of a Tracked throws.
class TrackedThrows {
public:
    explicit TrackedThrows(int count) { Tracked::throws_after = count; }
    ~TrackedThrows() { Tracked::throws_after = 0; }
    TrackedThrows(const TrackedThrows&) = delete;
    TrackedThrows& operator=(const TrackedThrows&) = delete;
};

}  // namespace test
