// Tracked is a component that counts its living objects and knows its own address: a value that is leaked, destroyed
// twice or moved as plain bytes shows.
#pragma once

#include <cstddef>

#include "ecs/world.hpp"

namespace test {

struct Tracked {
    static inline std::ptrdiff_t live = 0;
    static inline std::ptrdiff_t faults = 0;  // destroyed twice, or used where no object was made

    int value = 7;

    explicit Tracked(int v) : value(v), self_(this) { ++live; }
    Tracked() : Tracked(7) {}
    Tracked(const Tracked& other) : Tracked(other.checked().value) {}
    Tracked(Tracked&& other) noexcept : Tracked(other.checked().value) { other.value = -1; }
    Tracked& operator=(const Tracked& other) {
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
    TrackedScope() { Tracked::live = Tracked::faults = 0; }
    static bool clean() { return Tracked::live == 0 && Tracked::faults == 0; }
};

}  // namespace test
