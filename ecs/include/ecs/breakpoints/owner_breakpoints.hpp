// Breakpoints that an Owner's program checks itself, after each of its systems or ticks, because a Mirror sees only
// some of its ticks. The program pauses at a hit. With the OwnerBreakpoints, the debugger of the mirrored world sends
// its list to the program and takes the results. It belongs to the Owner.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ecs/breakpoints/breakpoint.hpp"

namespace ecs {

/// A breakpoint that the program has to check. The debugger chooses the id.
struct WantedBreakpoint {
    BreakpointId id = no_breakpoint;
    std::string text = {};
    bool enabled = true;

    friend bool operator==(const WantedBreakpoint&, const WantedBreakpoint&) = default;
};

/// What the program says of one breakpoint.
struct BreakpointNews {
    BreakpointId id = no_breakpoint;
    std::string error = {};             // why the program cannot check it now; empty: it does
    std::uint64_t hits = 0, stops = 0;  // since the last news
};

class OwnerBreakpoints {
public:
    virtual ~OwnerBreakpoints() = default;

    /// Replaces the whole list. The list is kept when the connection is lost. Cheap when it is the same as before.
    virtual void want(std::vector<WantedBreakpoint> list) = 0;
    /// The news since the last call.
    virtual std::vector<BreakpointNews> take_news() = 0;
    /// What stopped the program. It is returned once, as soon as the mirror shows the world at the stop. Its fields are
    /// those of the mirror's types. After a stop by an edit, writer_name is empty: the program does not know the name.
    virtual std::optional<BreakpointHit> take_stop() = 0;
};

}  // namespace ecs
