// The ticks of a program that runs by itself, as an assistant wants them. Each call waits until the mirror shows what
// came of it; what does not come is thrown as an McpProblem. Private to this library.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "ecs/breakpoints/breakpoint.hpp"
#include "editor/attach/attached_world.hpp"
#include "editor/remote/mcp_tools.hpp"

namespace editor {

/// What ticks came to.
struct McpRan {
    const char* ended = "ticks";            // "breakpoint", "seconds": why there were no more
    std::optional<ecs::BreakpointHit> hit;  // of the breakpoint
};

class ProgramTicks {
public:
    explicit ProgramTicks(const McpWorld& asked) : asked_(asked), attached_(*asked.alone->attached) {}

    void pause();
    void go();
    /// The next system; the program is paused then.
    void step_system();
    /// It is paused then. `until`: a breakpoint, or empty.
    McpRan run(std::uint64_t ticks, const std::string& until, std::chrono::steady_clock::time_point end);

private:
    using Clock = std::chrono::steady_clock;
    class Armed;
    struct Hold;
    const ecs::OwnerClock& clock() const;
    void ask(const ecs::OwnerControl& control) const;
    /// Follows the program until this is so; false when the time is over before.
    bool follow(const std::function<bool()>& done, Clock::time_point end);
    /// What a program that answers does at once. `what` ends "the program does not".
    void follow_soon(const std::function<bool()>& done, const char* what);

    const McpWorld& asked_;
    AttachedWorld& attached_;
};

}  // namespace editor
