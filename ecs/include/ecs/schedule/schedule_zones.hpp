// ScheduleZones make the Zones of a program's own loop systems of a Schedule: with their times, as the cause of what
// changes meanwhile, and for the hooks, the trace and the listeners of the schedule, as if it had run them.
//
//     ScheduleZones zones(world, schedule);
//     while (running) {
//         zones.begin_tick();
//         { const Zone zone("movement"); move_all(world); }
//         zones.end_tick();                                   // World::tick() grows by one, and listeners are told
//     }
//
// A zone that comes several times in a tick is one system, whose time is their sum. A system stands behind the one that
// ended before it when it ran first. It is described as writing what it was seen to write; what it reads is not known.
// Nobody else can run, switch, add, move or remove these systems: Schedule::of_zones(). The code that shows the world owns
// the ScheduleZones; world and schedule outlive them.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "ecs/schedule/schedule.hpp"
#include "ecs/schedule/zone.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

class ScheduleZones final : private ZoneListener {
public:
    /// Zones of more names are not told of, and names are cut to as many bytes.
    static constexpr std::size_t most = 256, most_name_bytes = 128;

    /// The schedule must have no systems of its own, and is not ticked by anybody. It loses these when they end.
    ScheduleZones(World& world, Schedule& schedule);
    ~ScheduleZones();

    /// Zones of this thread count from now on. `copy`: the world is filled from another one, in which the zones work
    /// (ecs/mirror/mirror.hpp). Then they only have times, and who fills the world counts its ticks.
    void begin_tick(bool copy = false);
    bool within_tick() const { return within_tick_; }
    /// Whether a zone ran in this tick.
    bool any() const { return !ran_.empty(); }
    /// A program that counts the ticks of its world itself may have done so since begin_tick().
    void end_tick();
    /// It was no tick.
    void leave_tick();

private:
    struct Ran {
        System* system = nullptr;
        double secs = 0;
        std::uint64_t structural_changes = 0;
    };

    void zone_began(std::string_view name) noexcept override;
    void zone_ended() noexcept override;
    System* system_named(std::string_view name);
    void note_writes(System& system) const;
    void close();

    World& world_;
    Schedule& schedule_;
    bool within_tick_ = false, copy_ = false;
    std::uint64_t tick_ = 0;      // of the world, when the tick began
    std::size_t next_place_ = 0;  // behind the last zone
    std::vector<Ran> ran_;        // in this tick, in the order in which they ran first
    // Of the zone that runs
    System* running_ = nullptr;
    CauseId former_cause_ = 0;
    std::uint64_t version_ = 0, structural_changes_ = 0;  // of the world, when it began
    std::chrono::steady_clock::time_point began_;
};

}  // namespace ecs
