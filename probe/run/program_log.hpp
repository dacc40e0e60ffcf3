// The ProgramLog keeps the lines that a program gives to Probe::log() until the next picture takes them to the client.
// Any thread adds lines. Private to probe.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <utility>

#include "probe/wire/picture.hpp"

namespace probe {

class ProgramLog {
public:
    /// Lines get this tick from now on.
    void set_tick(std::uint64_t tick) { tick_.store(tick, std::memory_order_relaxed); }
    /// Of a line that is too long, its beginning; when too many lines wait, this one is only counted.
    void add(std::string_view text);
    /// What was added since, in its order.
    LogLines take();

private:
    std::atomic<std::uint64_t> tick_ = 0;
    std::mutex mutex_;
    LogLines lines_;
};

}  // namespace probe
