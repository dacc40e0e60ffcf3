// A Probe shows a world of a running program in the editor: it listens on this computer, sends what changed, and applies
// the editor's edits between two ticks.
//
//     probe::Probe probe("my game");
//     probe.show(world, schedule);
//     while (running)
//         if (probe.tick()) schedule.tick();
//
//     thread of the world:   tick(): edits in, what changed out   ──►   copies   ──►  thread of the Probe: the socket
//
// The program does not wait for the client: what cannot be sent yet goes with a later tick. Without a client, tick() reads
// one flag. A client needs the token in the file that announces the program (probe/run/running_programs.hpp). The first
// client controls the program; up to seven others look at any of its worlds, and change nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "ecs/mirror/owner.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/world/world.hpp"

namespace probe {

struct ProbeOptions {
    std::uint16_t port = 0;  // of 127.0.0.1; 0: any that is free
    bool announced = true;   // by a file, so that the editor finds the program by its name
    double share = 0.02;  // of the time between two ticks that tick() may take, once it takes more than 0.1 ms; there
                          // are two pictures a second in any case
    bool read_only = false;  // the client can change and control nothing
    // Seconds of a tick for what a new client is sent of an ecs::World that is too large for one tick: it comes in parts,
    // each of at least one chunk. Where `share` of the time since the last part is more, it may take that.
    double part_secs = 350e-6;
};

class Probe {
public:
    /// Listens from now on.
    explicit Probe(std::string name, const ProbeOptions& options = {});
    ~Probe();
    Probe(const Probe&) = delete;
    Probe& operator=(const Probe&) = delete;

    /// Shows this world instead of all others. It must outlive the Probe, or hide() comes first. All calls from here on
    /// are made on the thread that runs the world.
    void show(ecs::World& world);
    void show(ecs::World& world, ecs::Schedule& schedule);
    /// A world of another library: chunkscope::entt::RegistryOwner, chunkscope::flecs::WorldOwner.
    void show(ecs::Owner& owner);
    /// One of several worlds, by its own name. A client sees one of them at a time, the first one until it chooses;
    /// pause, steps and breakpoints are about the one that the first client sees. It takes the place of the world of the
    /// same name, which must still exist during this call.
    void show(std::string_view name, ecs::World& world);
    void show(std::string_view name, ecs::World& world, ecs::Schedule& schedule);
    void show(std::string_view name, ecs::Owner& owner);
    /// All of them, or the one of this name. They may be destroyed from now on.
    void hide();
    void hide(std::string_view name);

    /// Call it between two ticks of the world, while nothing iterates over it: applies requests and sends changes. Returns
    /// whether the world ticks now: the client pauses it, runs single ticks, or slows it down. When the connection ends, it
    /// goes on. A tick whose systems the client ran one by one is finished by Schedule::tick(). A breakpoint of the client
    /// makes Schedule::tick() return in the middle of a tick. The Probe is destroyed on the same thread.
    bool tick();
    /// Instead of tick() while the program pauses by itself: applies requests, sends changes, and says that it is paused.
    void stand_by();
    /// The same for a program whose whole loop may wait: returns when the world ticks. Until then it applies requests
    /// and sends changes.
    void tick_or_wait();

    /// A line of the program's own log, of 1,024 bytes of UTF-8 at most, for the line of time of the client. From any
    /// thread. Without a client it reads one flag.
    void log(std::string_view line);

    /// Whether a client is connected.
    bool connected() const;
    /// Empty, or why it cannot listen, or why its file could not be written, for a person. Without the file, clients still
    /// connect by port and token.
    const std::string& problem() const;
    std::uint16_t port() const;
    const std::string& token() const;

    /// So far, for measurements.
    struct Counts {
        std::uint64_t ticks = 0;     // with a client
        std::uint64_t pictures = 0;  // that were sent
        std::uint64_t bytes = 0;     // in them
        std::uint64_t memories = 0;  // answers that said what is in memory
        std::uint64_t requests = 0;  // that were answered
        std::uint64_t controls = 0;  // that were carried out
        double secs = 0;             // of these ticks
    };
    Counts counts() const;

private:
    friend class Zone;
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace probe
