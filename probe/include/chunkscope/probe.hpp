// Include this in your program. With CHUNKSCOPE_PROBE defined it is probe::Probe (probe/run/probe.hpp). Without it, for
// builds that you give away, it is a class that does nothing, listens nowhere and needs no library.
#pragma once

#ifdef CHUNKSCOPE_PROBE

#include "ecs/schedule/zone.hpp"
#include "probe/run/probe.hpp"

namespace chunkscope {

using ecs::Zone;
using probe::Probe;
using probe::ProbeOptions;

}  // namespace chunkscope

#else

#include <cstdint>
#include <string>
#include <string_view>

namespace chunkscope {

struct ProbeOptions {
    std::uint16_t port = 0;
    bool announced = true;
    double share = 0.02;
    bool read_only = false;
};

class Probe {
public:
    explicit Probe(const char*, const ProbeOptions& = {}) {}
    Probe(const Probe&) = delete;
    Probe& operator=(const Probe&) = delete;

    template <class... Shown>
    void show(Shown&&...) {}
    void hide() {}
    void hide(std::string_view) {}
    bool tick() { return true; }
    void stand_by() {}
    void tick_or_wait() {}
    void log(std::string_view) {}
    bool connected() const { return false; }
    const std::string& problem() const {
        static const std::string why = "the program was compiled without CHUNKSCOPE_PROBE";
        return why;
    }
    std::uint16_t port() const { return 0; }
    const std::string& token() const {
        static const std::string none;
        return none;
    }
    struct Counts {
        std::uint64_t ticks = 0, pictures = 0, bytes = 0, memories = 0, requests = 0, controls = 0;
        double secs = 0;
    };
    Counts counts() const { return {}; }
};

struct Zone {
    explicit Zone(std::string_view) {}
    Zone(const Zone&) = delete;
    Zone& operator=(const Zone&) = delete;
};

}  // namespace chunkscope

#endif

#define CHUNKSCOPE_ZONE_NAMED(line, name) const ::chunkscope::Zone chunkscope_zone_##line(name)
#define CHUNKSCOPE_ZONE_AT(line, name) CHUNKSCOPE_ZONE_NAMED(line, name)
/// The rest of this block is a part of the program's own loop, which the editor shows as a system: ecs/schedule/zone.hpp.
#define CHUNKSCOPE_ZONE(name) CHUNKSCOPE_ZONE_AT(__LINE__, name)
