// A Zone is a part of a program's own loop, which is shown as a system: with its time and its order, and what it was seen
// to write. For worlds whose ticks are not run by a Schedule.
//
//     { const ecs::Zone zone("movement"); move_all(world); }
//     { const ecs::Zone zone("combat"); fight(world); }
//
// Zones are heard of on the thread on which they run, by those ZoneListeners that listen there: a probe::Probe whose
// client is connected, a panels::Host. Without any, a Zone reads one variable. A zone inside another one belongs to it.
#pragma once

#include <string_view>

namespace ecs {

class Zone;

/// Hears of the zones of one thread. It stops listening, and is destroyed, on that thread.
class ZoneListener {
public:
    ZoneListener() = default;
    ZoneListener(const ZoneListener&) = delete;
    ZoneListener& operator=(const ZoneListener&) = delete;

    /// To the zones of this thread that begin from now on.
    void listen();
    void stop_listening();

protected:
    virtual ~ZoneListener() { stop_listening(); }

private:
    friend class Zone;
    /// Neither may throw. `name` is valid during the call.
    virtual void zone_began(std::string_view name) noexcept = 0;
    /// Not told when the listener stopped listening meanwhile.
    virtual void zone_ended() noexcept = 0;

    static thread_local ZoneListener* first;
    ZoneListener* next_ = nullptr;
    const Zone* zone_ = nullptr;  // the outermost one that runs
    bool listens_ = false;
};

class Zone {
public:
    /// No code may iterate over the world when a Zone begins or ends.
    explicit Zone(std::string_view name);
    ~Zone();
    Zone(const Zone&) = delete;
    Zone& operator=(const Zone&) = delete;
};

}  // namespace ecs
