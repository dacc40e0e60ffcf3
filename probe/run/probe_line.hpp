// A ProbeLine is the socket of a Probe, with a thread of its own: it accepts one client at a time that knows the token,
// collects its frames, and sends pictures. Private to probe.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "probe/net/socket.hpp"
#include "probe/wire/frames.hpp"

namespace probe {

class ProbeLine {
public:
    /// `run` names this run of the program. `port` is set to what it became.
    ProbeLine(std::string name, std::string token, std::uint64_t run, std::uint16_t port);
    ~ProbeLine();
    ProbeLine(const ProbeLine&) = delete;
    ProbeLine& operator=(const ProbeLine&) = delete;

    const std::string& problem() const { return problem_; }
    std::uint16_t port() const { return port_; }
    const std::string& token() const { return token_; }

    /// Whether a client is connected. Costs one load.
    bool attended() const { return attended_.load(std::memory_order_acquire); }

    /// What came since, and from which connection: counted from 1, 0 for none. What came from earlier ones is dropped.
    struct Came {
        std::uint64_t connection = 0;
        std::uint16_t minor = 0;  // of the client's protocol
        std::vector<Frame> frames;
        std::size_t unsent = 0;  // bytes that wait for the socket
    };
    Came take();
    /// Until a frame or the end of the connection comes, or the time is over.
    void wait(double most_secs);
    /// Nothing if the connection is another one by now.
    void send(std::uint64_t connection, std::vector<std::byte> bytes);
    /// Ends the connection as soon as the waiting bytes are sent.
    void end(std::uint64_t connection);

private:
    struct Client {
        Descriptor socket;
        FrameReader reader{most_asked_bytes};
        std::vector<std::byte> out;
        Clock::time_point since;
        std::uint16_t minor = 0;
        bool welcome = false, last = false;  // last: nothing follows what waits in `out`
    };
    void run();
    void accept();
    /// These two return false when the connection is over.
    bool receive();
    bool flush();
    bool greet(const Frame& hello);
    void drop();

    const std::string name_, token_;
    const std::uint64_t run_;
    std::uint16_t port_;
    std::string problem_;
    Descriptor listener_;
    WakePipe pipe_;
    // Of the thread of the line.
    std::vector<std::byte> sending_;
    std::size_t sent_ = 0;  // of sending_
    std::atomic<std::size_t> unsent_ = 0;

    std::mutex mutex_;  // of all from here on
    std::condition_variable came_;
    Client client_;
    std::uint64_t connection_ = 0;  // of the client, once it is welcome
    std::uint64_t connections_ = 0;
    std::vector<Frame> frames_;
    std::size_t frames_bytes_ = 0;
    std::atomic<bool> attended_ = false, stop_ = false;
    std::thread thread_;  // goes first
};

}  // namespace probe
