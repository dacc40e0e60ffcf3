// A ProbeLine is the socket of a Probe, with a thread of its own: it accepts clients that know the token, collects their
// frames, and sends pictures. Private to probe.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
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

    /// What came since from one connection, which are counted from 1.
    struct Came {
        std::uint64_t connection = 0;
        std::uint16_t minor = 0;  // of the client's protocol
        std::vector<Frame> frames;
        std::size_t unsent = 0;  // bytes that wait for the socket
    };
    /// Of all connections, the oldest first.
    std::vector<Came> take();
    /// Until a frame or the end of a connection comes, or the time is over.
    void wait(double most_secs);
    /// Nothing if the connection has ended.
    void send(std::uint64_t connection, std::vector<std::byte> bytes);
    /// Memory of something that was sent, for what is sent next: new memory costs more than what is written into it.
    std::vector<std::byte> take_spare();
    /// Ends the connection as soon as the waiting bytes are sent, or after a few seconds, and says why, if there is
    /// something to say.
    void end(std::uint64_t connection, std::string_view why = {});

    /// More are refused, those that have not shown the token yet included.
    static constexpr std::size_t most_clients = 8;

private:
    struct Client {
        Descriptor socket;
        FrameReader reader{most_asked_bytes};
        std::vector<std::byte> out;
        Clock::time_point since;       // it came, or was ended
        std::uint64_t connection = 0;  // 0: it is not welcome yet
        std::uint16_t minor = 0;
        bool last = false;  // nothing follows what waits in `out`
        std::vector<Frame> frames;
        std::size_t frames_bytes = 0;
        // Of the thread of the line.
        std::vector<std::byte> sending;
        std::size_t sent = 0;  // of `sending`
        std::size_t unsent = 0;
    };
    void run();
    void accept();
    /// These two return false when the connection is over.
    bool receive(Client& client);
    bool flush(Client& client);
    bool greet(Client& client, const Frame& hello);
    Client* find(std::uint64_t connection);
    void drop(const Client& client);

    const std::string name_, token_;
    const std::uint64_t run_;
    std::uint16_t port_;
    std::string problem_;
    Descriptor listener_;
    WakePipe pipe_;
    std::mutex mutex_;  // of all from here on
    std::condition_variable came_;
    std::vector<std::unique_ptr<Client>> clients_;  // the thread of the line adds and removes them
    std::uint64_t connections_ = 0;
    bool one_ended_ = false;  // since the last take()
    std::vector<std::vector<std::byte>> spares_;
    Clock::time_point sent_;  // when something was sent last
    bool naps_ = false;       // the thread looks what is to be sent every few milliseconds
    std::atomic<bool> attended_ = false, stop_ = false;
    std::thread thread_;  // goes first
};

}  // namespace probe
