// A Zone is a part of a program's own loop, which the editor shows as a system: with its time and its order, what it was
// seen to write, and as the place where breakpoints and steps stop. For worlds that are shown without a Schedule.
//
//     if (probe.tick()) {
//         { probe::Zone zone("movement"); move_all(world); }
//         { probe::Zone zone("combat"); fight(world); }
//     }
//
// It has an effect only on the thread that called Probe::tick(), while a client is connected. Anywhere else, and inside
// another Zone, it does nothing. At a breakpoint, and while the client steps from zone to zone, its constructor or
// destructor waits, and the program with it.
#pragma once

#include <string_view>

#include "probe/run/probe.hpp"

namespace probe {

class Zone {
public:
    /// The name is copied. The Probe outlives the Zone. No code may iterate over the world when a Zone begins or ends.
    explicit Zone(std::string_view name);
    ~Zone();
    Zone(const Zone&) = delete;
    Zone& operator=(const Zone&) = delete;

private:
    Probe::State* state_ = nullptr;  // of the Probe whose tick this is a part of
};

}  // namespace probe
