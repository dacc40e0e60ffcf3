// What a program includes that lets itself be looked at while it is developed, and not when it is given away: with
// CHUNKSCOPE_PROBE defined this is probe::Probe (probe/run/probe.hpp), and without it a class that does nothing, listens
// nowhere and needs no library.
#pragma once

#ifdef CHUNKSCOPE_PROBE

#include "probe/run/probe.hpp"

namespace chunkscope {

using probe::Probe;
using probe::ProbeOptions;

}  // namespace chunkscope

#else

#include <cstdint>
#include <string_view>

namespace chunkscope {

struct ProbeOptions {
    std::uint16_t port = 0;
    bool announced = true;
    double share = 0.02;
};

class Probe {
public:
    explicit Probe(std::string_view, const ProbeOptions& = {}) {}
    Probe(const Probe&) = delete;
    Probe& operator=(const Probe&) = delete;

    template <class... Shown>
    void show(Shown&...) {}
    void hide() {}
    bool tick() { return true; }
    bool connected() const { return false; }
    std::string_view problem() const { return "the program was compiled without CHUNKSCOPE_PROBE"; }
    std::uint16_t port() const { return 0; }
    std::string_view token() const { return {}; }
};

}  // namespace chunkscope

#endif
