// A Probe lets a program that runs be looked at and changed from the editor: it listens on this computer, sends what
// changed in a world of the program, and carries out edits between two ticks.
//
//     probe::Probe probe("my game");
//     probe.show(world, schedule);
//     while (running)
//         if (probe.tick()) schedule.tick();
//
//     thread of the world:   tick(): edits in, what changed out   ──►   copies   ──►  thread of the Probe: the socket
//
// The program never waits for who looks: what cannot be sent yet goes with a later tick. While nobody looks, tick() reads
// one flag. Whoever looks needs the token in the file that announces the program (probe/run/running_programs.hpp); one at
// a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "ecs/mirror/owner.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/world/world.hpp"

namespace probe {

struct ProbeOptions {
    std::uint16_t port = 0;  // of 127.0.0.1; 0: any that is free
    bool announced = true;   // by a file, so that the editor finds the program by its name
    double share = 0.02;  // of the time between two ticks that tick() may take, once it takes more than 0.1 ms; there
                          // are two pictures a second in any case
};

class Probe {
public:
    /// Listens from now on. If it cannot, problem() says why, and everything else does nothing.
    explicit Probe(std::string name, const ProbeOptions& options = {});
    ~Probe();
    Probe(const Probe&) = delete;
    Probe& operator=(const Probe&) = delete;

    /// What is shown in place of what was shown before. It must outlive the Probe, or hide() comes first. All calls from
    /// here on are made on the thread that runs the world.
    void show(ecs::World& world);
    void show(ecs::World& world, ecs::Schedule& schedule);
    /// A world of another library: chunkscope::entt::RegistryOwner, chunkscope::flecs::WorldOwner.
    void show(ecs::Owner& owner);
    void hide();

    /// Between two ticks of the world, while nothing iterates over it: carries out what was asked, and sends what
    /// changed. Whether the world ticks now: false while whoever looks has switched the system "ticks" off. It is on
    /// again when the connection ends.
    bool tick();

    /// Whether somebody looks now.
    bool connected() const;
    /// Empty, or why nobody can look, for a person.
    const std::string& problem() const;
    std::uint16_t port() const;
    const std::string& token() const;

    /// So far, for measurements.
    struct Counts {
        std::uint64_t ticks = 0;     // with somebody looking
        std::uint64_t pictures = 0;  // that were sent
        std::uint64_t bytes = 0;     // in them
        std::uint64_t requests = 0;  // that were answered
        double secs = 0;             // of these ticks
    };
    Counts counts() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace probe
