// An EventStream is one answer that never ends: a program tells in it what happens, as text/event-stream. It is read on a
// thread of its own, which the destructor ends.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "remote/link/link.hpp"

namespace remote {

class EventStream {
public:
    /// Of events that nobody has taken. With more of them the stream ends.
    static constexpr std::size_t most_events = 512, most_waiting_bytes = 4u << 20;

    EventStream(LinkOptions options, LinkRequest request);
    ~EventStream();
    EventStream(const EventStream&) = delete;
    EventStream& operator=(const EventStream&) = delete;

    /// The data of the events since the last call, oldest first.
    std::vector<std::string> take();
    /// Whether take() has something.
    bool has_events() const { return waiting_bytes_ > 0; }
    /// Whether nothing comes any more, beyond what take() still has.
    bool ended() const { return ended_; }
    /// Ends it soon, without waiting: a destructor after ended() does not wait either.
    void end() { stop_ = true; }

private:
    void read(const LinkRequest& request);

    const LinkOptions options_;
    std::mutex mutex_;
    std::vector<std::string> events_;
    std::atomic<std::size_t> waiting_bytes_ = 0;
    std::atomic<bool> stop_ = false, ended_ = false;
    std::thread thread_;  // goes first
};

}  // namespace remote
