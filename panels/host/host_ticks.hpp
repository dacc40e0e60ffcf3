// The HostTicks say when the program should run a tick, and see what its ticks did, also where it runs them by rules of
// its own.
#pragma once

#include <cstdint>

#include "panels/desk/desk.hpp"

namespace panels {

class HostTicks {
public:
    /// The desk outlives it. From now on its panels see the transport as it is here.
    explicit HostTicks(Desk& desk) : desk_(desk) { desk_.seen_transport = &seen_; }

    /// Another world is shown, or none: what a person asked for is forgotten.
    void world_came(std::uint64_t tick) {
        stop();
        tick_seen_ = tick;
    }
    /// See Host::tick_due(). `mirrored`: the world is filled from somebody else's.
    bool due(float dt_secs, bool mirrored);
    /// A person asks for one tick: the program runs it, in its next frame.
    void step() { ++steps_due_; }
    void stop() { steps_due_ = 0; }
    /// Once a frame, after its ticks.
    void look();

private:
    Desk& desk_;
    Transport seen_;
    std::size_t steps_due_ = 0;
    std::uint64_t tick_seen_ = 0;
    double tick_moved_secs_ = -1;
    bool asked_ = false, began_ = false;  // since the last look()
};

}  // namespace panels
