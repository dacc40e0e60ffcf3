// Breakpoints that the client wants the program to check, and what the program says of them, as bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ecs/breakpoints/owner_breakpoints.hpp"
#include "probe/wire/bytes.hpp"
#include "probe/wire/owner_bytes.hpp"

namespace probe {

struct BreakpointState {
    ecs::BreakpointId id = ecs::no_breakpoint;
    std::string error = {};             // why the program cannot check it now; empty: it does
    std::uint64_t hits = 0, stops = 0;  // since it has this text, in this connection

    friend bool operator==(const BreakpointState&, const BreakpointState&) = default;
};

/// The values of a hit, before and after, as write_value() writes them. Empty: not known, or there is none.
struct HitValues {
    std::string component = {};  // whose values these are; empty: of none
    std::vector<std::byte> before = {}, after = {};
};

struct BreakpointsTold {
    std::uint64_t picture = 0;  // was sent before it, and shows the world at the stop
    bool checks = true;         // the program can check breakpoints in the world that it shows
    std::vector<BreakpointState> states = {};
    std::optional<ecs::BreakpointHit> hit = {};  // since the last of these frames
    HitValues values = {};                       // of the hit; write_told() takes them from it
};

/// The list always travels whole.
void write_wanted(ByteWriter& to, const std::vector<ecs::WantedBreakpoint>& wanted);
std::vector<ecs::WantedBreakpoint> read_wanted(ByteReader& from);
/// `words` translates the entities of the hit.
void write_told(ByteWriter& to, const BreakpointsTold& told, const EntityWords& words = {});
/// Leaves what depends on the types of the world out of the hit: its values, and where they are in the component.
BreakpointsTold read_told(ByteReader& from);

}  // namespace probe
