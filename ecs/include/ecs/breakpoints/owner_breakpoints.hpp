// Breakpoints that an Owner's program checks itself, after each of its systems or ticks: whoever shows its world sees few
// of them. The program pauses at a hit. The Owner has one of these, and the debugger of whoever shows the world uses it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ecs/breakpoints/breakpoint.hpp"

namespace ecs {

/// One of the list that the program is to check. The ids are those of whoever shows the world.
struct WantedBreakpoint {
    BreakpointId id = no_breakpoint;
    std::string text = {};
    bool enabled = true;

    friend bool operator==(const WantedBreakpoint&, const WantedBreakpoint&) = default;
};

/// What the program says of one of them.
struct BreakpointNews {
    BreakpointId id = no_breakpoint;
    std::string error = {};             // why the program cannot check it now; empty: it does
    std::uint64_t hits = 0, stops = 0;  // since the last news
};

class OwnerBreakpoints {
public:
    virtual ~OwnerBreakpoints() = default;

    /// The whole list. It stays through lost connections. Cheap when it is the same as before.
    virtual void want(std::vector<WantedBreakpoint> list) = 0;
    /// What was not taken yet.
    virtual std::vector<BreakpointNews> take_news() = 0;
    /// What stopped the program, once, as soon as the mirror shows the world as it was there. Its fields are those of
    /// the mirror's types. Of a stop by an edit, the name of the edit is not known there.
    virtual std::optional<BreakpointHit> take_stop() = 0;
};

}  // namespace ecs
