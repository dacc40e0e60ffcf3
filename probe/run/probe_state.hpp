// The State of a Probe: the connection, the world that is shown, and what the client has asked for. probe.cpp says when
// something is sent and takes what the first client asks for, probe_controls.cpp what it asks of the ticks;
// probe_readers.cpp is about the other clients, probe_breakpoints.cpp and probe_zones.cpp about where the program stops;
// probe_pictures.cpp makes what is sent. Private to probe.
#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ecs/base/language.hpp"
#include "ecs/schedule/zone.hpp"
#include "probe/run/client_breakpoints.hpp"
#include "probe/run/client_writes.hpp"
#include "probe/run/pace.hpp"
#include "probe/run/probe.hpp"
#include "probe/run/probe_line.hpp"
#include "probe/run/program_log.hpp"
#include "probe/run/pulled_world.hpp"
#include "probe/run/running_programs.hpp"
#include "probe/run/shown_worlds.hpp"
#include "probe/run/viewer.hpp"
#include "probe/run/zones.hpp"
#include "probe/wire/memory_bytes.hpp"
#include "probe/wire/picture.hpp"

namespace probe {

inline Clock::duration in_clock(double secs) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(secs));
}
inline Clock::time_point later(double secs) { return Clock::now() + in_clock(secs); }

/// For a client of a Probe that is read_only.
constexpr const char* only_read = ecs::tr_later("the program lets others only look at its world");
/// For a client that is not the first.
constexpr const char* only_first = ecs::tr_later("another editor controls this program: here it can only be read");
/// For one that may become the first when it connects again.
constexpr const char* may_be_first =
    ecs::tr_later("the editor that controlled it has gone, and this one may take its place");

constexpr std::size_t most_unsent_answers = 1u << 20;

/// While the program stands still as a whole.
constexpr double longest_wait_secs = 0.02;

struct Probe::State final : ecs::ZoneListener {
    State(std::string name, const ProbeOptions& given);
    ~State() override = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    void show(ShownWorld shown);
    void hide(std::string_view name);
    void leave_all();
    void leave_world(const ShownWorld& shown);
    void leave_chosen();
    void look_at_chosen();
    void choose_wanted();
    bool attend();
    void begin_tick();
    void look_after();
    void pause_at_breakpoint();
    void keep_copies();
    /// Of the world that the first client looks at, if there is one.
    void update_copy();
    void owners_run();
    /// That runs, or that is next.
    std::uint64_t counted_tick() const { return ticks - (stands ? 1 : 0); }
    void want_breakpoints(const std::vector<ecs::WantedBreakpoint>& wanted);
    void forget_breakpoints();
    bool takes_zones() const;
    void begin_zones();
    void zone_began(std::string_view name) noexcept override;
    void zone_ended() noexcept override;
    void begin_zone(std::string_view name);
    void end_zone();
    void end_connection() {
        stands = false;
        ran = true;
        line.end(first.connection);
    }
    void pause();
    void stand_still();
    void forget_connection();
    void forget_first();
    bool bring_first(std::vector<ProbeLine::Came>& all);
    void look_at_first(const ProbeLine::Came& came);
    void answer(std::uint64_t number, ecs::OwnerReply reply);
    void refuse_pending();
    void take(const ProbeLine::Came& came);
    void take(const Frame& frame);
    void take_request(ByteReader& from);
    void know_client(std::uint64_t who);
    void take_control(ByteReader& from);
    void carry_out_controls();
    std::uint64_t tick() const;
    ecs::OwnerClock clock() const;
    void forget_controls();
    void send_to(Viewer& viewer, std::size_t unsent);
    void send_picture(Viewer& viewer);
    void write_world(ByteWriter& to, PictureHead& head, Viewer& viewer);
    Clock::time_point end_of_part(Viewer& viewer) const;
    void write_whys(PictureHead& head, const Viewer& viewer) const;
    void send_memory(Viewer& viewer);
    void send_breakpoints(Viewer& viewer);
    MemoryAnswer say_memory(const Viewer& viewer) const;
    // Those that only read
    Viewer* find_reader(std::uint64_t connection);
    void take_readers(std::span<const ProbeLine::Came> all);
    void take_of_reader(Viewer& reader, const Frame& frame);
    void forget_pictures(Viewer& reader);
    WorldOwner& reading_owner(Viewer& reader);
    /// The world that this client looks at. There must be a world.
    const ShownWorld& world_of(const Viewer& viewer) const;
    /// Of what this client is sent. Also tells apart worlds that were shown one after the other.
    std::uint64_t run_for(const Viewer& viewer) const;
    ecs::OwnerClock clock_for(const Viewer& viewer) const;

    ProbeOptions options;
    ProbeLine line;
    std::optional<Announcement> announcement;
    std::string problem;

    ShownWorlds worlds;
    /// Of each owner that was shown. They are kept when it is shown no more: see PulledWorld::leave().
    std::unordered_map<const ecs::Owner*, std::unique_ptr<PulledWorld>> pulled_worlds;
    ecs::Owner* owner = nullptr;      // of the world that the first client looks at
    WorldOwner* own_world = nullptr;  // owner, if it is a WorldOwner
    PulledWorld* pulled = nullptr;    // of owner, if it is another one
    std::uint64_t shown_worlds = 0;   // so far
    std::string wanted_world;         // that the first client wants to look at; empty: the first one
    bool world_known = true;          // the client has said so, or says nothing of worlds

    Viewer first;
    std::vector<Viewer> readers;                                  // in the order in which they came
    Clock::time_point next_takeover;                              // earliest, by one of them
    ecs::Pull pull;                                               // of own_world
    std::unordered_map<std::uint64_t, ecs::OwnerReply> answered;  // by the client's number
    std::deque<std::uint64_t> answered_order;
    std::uint64_t client = 0;
    std::unordered_map<std::uint64_t, std::uint64_t>
        pending;  // own number of a request without an answer: the client's
    std::uint64_t next_number = 1;
    std::uint64_t ticks = 0;  // that the world could run
    Pace pace;
    ClientBreakpoints breakpoints;
    ClientWrites writes;
    Zones zones;
    std::uint64_t zone_version = 0;  // of the world, when it began
    std::uint64_t zone_run = 0;      // of the owner whose types the zones wrote
    Clock::time_point zone_start, writes_due;
    bool looks_for_writes = false;                                     // of the zones of this tick
    bool zone_step = false;                                            // the client waits for the end of the next zone
    bool steps_on = false;                                             // in the next tick, too
    bool stands = false;                                               // before a zone or behind one
    bool let_go = false;                                               // and no longer
    std::deque<std::pair<std::uint64_t, ecs::OwnerControl>> controls;  // with the client's numbers
    bool stands_by = false;                                            // the program pauses by itself
    bool ran = false;                                                  // the last call let the world tick
    std::optional<Clock::time_point> returned;                         // from tick_or_wait()
    ProgramLog log;
    Counts counts;
};

}  // namespace probe
