#include "editor/remote/mcp_program_ticks.hpp"

#include <thread>
#include <utility>

#include "ecs/breakpoints/owner_breakpoints.hpp"

namespace editor {

namespace {

constexpr std::chrono::seconds longest_silence(5);

}  // namespace

/// The one breakpoint of a run. The program keeps it no longer than this lives.
class ProgramTicks::Armed {
public:
    Armed(ecs::OwnerBreakpoints& checks, ecs::BreakpointId id, const std::string& text) : checks_(checks), id_(id) {
        (void)checks_.take_stop();
        checks_.want({{.id = id, .text = text}});
    }
    ~Armed() { checks_.want({}); }
    Armed(const Armed&) = delete;
    Armed& operator=(const Armed&) = delete;

    /// Whether the program has it. Throws what is wrong with it.
    bool known() {
        for (const ecs::BreakpointNews& news : checks_.take_news()) {
            if (news.id != id_) continue;
            if (!news.error.empty()) throw McpProblem(news.error);
            known_ = true;
        }
        return known_;
    }
    bool stopped() {
        std::optional<ecs::BreakpointHit> came = checks_.take_stop();
        if (came && came->breakpoint == id_) hit = std::move(came);
        return hit.has_value();
    }

    std::optional<ecs::BreakpointHit> hit;

private:
    ecs::OwnerBreakpoints& checks_;
    ecs::BreakpointId id_;
    bool known_ = false;
};

/// However a run ends, the program stands still.
struct ProgramTicks::Hold {
    AttachedWorld& attached;
    ~Hold() { (void)attached.mirror().control({.kind = ecs::OwnerControl::Kind::Pause}); }
};

const ecs::OwnerClock& ProgramTicks::clock() const {
    const ecs::OwnerClock* const clock = attached_.owner().clock();
    if (clock == nullptr) throw McpProblem("the program runs its ticks itself");
    return *clock;
}

void ProgramTicks::ask(const ecs::OwnerControl& control) const {
    if (const std::string why = attached_.mirror().control(control); !why.empty()) throw McpProblem(why);
}

bool ProgramTicks::follow(const std::function<bool()>& done, Clock::time_point end) {
    ecs::OwnerClock seen = clock();
    Clock::time_point changed = Clock::now();
    while (!done()) {
        asked_.go_on();
        if (!attached_.lost().empty()) throw McpProblem(attached_.lost());
        const Clock::time_point now = Clock::now();
        if (now > end) return false;
        if (std::exchange(seen, clock()) != clock()) changed = now;
        if (now - changed > longest_silence)
            throw McpProblem("the program does not go on: it has been at tick " + std::to_string(seen.tick) +
                             " for 5 seconds");
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        attached_.update();
    }
    return true;
}

void ProgramTicks::follow_soon(const std::function<bool()>& done, const char* what) {
    if (!follow(done, Clock::now() + longest_silence))
        throw McpProblem("the program does not " + std::string(what) + " within 5 seconds");
}

void ProgramTicks::pause() {
    ask({.kind = ecs::OwnerControl::Kind::Pause});
    follow_soon([&] { return clock().paused; }, "pause");
}

void ProgramTicks::go() {
    ask({.kind = ecs::OwnerControl::Kind::Go});
    follow_soon([&] { return !clock().paused; }, "go on");
}

void ProgramTicks::step_system() {
    pause();
    const ecs::OwnerClock before = clock();
    ask({.kind = ecs::OwnerControl::Kind::StepSystem});
    follow_soon([&] { return clock() != before; }, "run its next system");
}

McpRan ProgramTicks::run(std::uint64_t ticks, const std::string& until, Clock::time_point end) {
    pause();
    const ecs::OwnerClock start = clock();
    std::optional<Armed> breakpoint;
    if (!until.empty()) {
        ecs::OwnerBreakpoints* const checks = attached_.mirror().breakpoints();
        if (checks == nullptr)
            throw McpProblem("this program checks no breakpoints: run some ticks, and ask what has come true");
        // A number that no run before had: the program counts the hits of each.
        breakpoint.emplace(*checks, static_cast<ecs::BreakpointId>(attached_.owner().rounds() + 1), until);
        follow_soon([&] { return breakpoint->known(); }, "take the breakpoint");
    }
    const std::uint64_t last = start.tick + ticks;
    const Hold hold{attached_};
    const auto stopped = [&] { return breakpoint && breakpoint->stopped(); };
    const auto ended = [&] { return stopped() || (clock().paused && clock().tick >= last); };
    ask({.kind = ecs::OwnerControl::Kind::RunToTick, .ticks = last});
    bool in_time = follow(ended, end);
    // It stood before this system already, and goes on behind it.
    if (in_time && stopped() && breakpoint->hit->kind == ecs::BreakpointKind::System && clock() == start) {
        breakpoint->hit.reset();
        ask({.kind = ecs::OwnerControl::Kind::RunToTick, .ticks = last});
        in_time = follow(ended, end);
    }
    if (!in_time) pause();
    // What the last tick made true is told behind the picture of it.
    const std::uint64_t rounds = attached_.owner().rounds();
    if (breakpoint) follow_soon([&] { return stopped() || attached_.owner().rounds() > rounds; }, "show its world");
    if (stopped()) return {"breakpoint", std::move(breakpoint->hit)};
    return {in_time ? "ticks" : "seconds", std::nullopt};
}

}  // namespace editor
