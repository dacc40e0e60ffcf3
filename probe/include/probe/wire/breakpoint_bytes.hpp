// Breakpoints that the client wants the program to check, and what the program says of them, as bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ecs/breakpoints/breakpoint.hpp"
#include "probe/wire/bytes.hpp"

namespace probe {

/// One of the client's list, which always travels whole. The ids are the client's.
struct WantedBreakpoint {
    ecs::BreakpointId id = ecs::no_breakpoint;
    std::string text = {};
    bool enabled = true;

    friend bool operator==(const WantedBreakpoint&, const WantedBreakpoint&) = default;
};

struct BreakpointState {
    ecs::BreakpointId id = ecs::no_breakpoint;
    std::string error = {};  // why the program cannot check it now; empty: it does
    std::uint64_t hits = 0, stops = 0;

    friend bool operator==(const BreakpointState&, const BreakpointState&) = default;
};

struct BreakpointsTold {
    std::uint64_t picture = 0;  // was sent before it, and shows the world at the stop
    std::vector<BreakpointState> states = {};
    std::optional<ecs::BreakpointHit> hit = {};  // since the last of these frames; without its values
};

void write_wanted(ByteWriter& to, const std::vector<WantedBreakpoint>& wanted);
std::vector<WantedBreakpoint> read_wanted(ByteReader& from);
void write_told(ByteWriter& to, const BreakpointsTold& told);
BreakpointsTold read_told(ByteReader& from);

}  // namespace probe
