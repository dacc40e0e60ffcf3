// The ConnectionGate reads all connections on one thread until their requests are whole, and hands those on. What is
// wrong, late or too much is refused and closed there. Private to remote.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "remote/http/http_server.hpp"
#include "remote/http/rate_limit.hpp"

namespace remote {

/// Closes what it holds.
class Socket {
public:
    explicit Socket(int descriptor = -1) : descriptor_(descriptor) {}
    ~Socket();
    Socket(Socket&& other) noexcept : descriptor_(other.release()) {}
    Socket& operator=(Socket&& other) noexcept;
    int get() const { return descriptor_; }
    int release();

private:
    int descriptor_;
};

class ConnectionGate {
public:
    /// A request that is whole, head and body; no byte follows.
    using Handover = std::function<void(Socket socket, std::string bytes)>;
    /// `open` counts connections that were accepted and are not closed, wherever they are.
    ConnectionGate(const HttpOptions& options, std::atomic<std::size_t>& open, Handover handover);
    ~ConnectionGate();
    ConnectionGate(const ConnectionGate&) = delete;
    ConnectionGate& operator=(const ConnectionGate&) = delete;

    /// Only heads for this port are answered.
    void start(std::uint16_t port);
    /// From any thread.
    void add(Socket socket);
    void stop();

private:
    using Clock = std::chrono::steady_clock;
    struct Connection {
        Socket socket;
        std::string bytes = {};
        std::size_t whole = 0;  // bytes of the request; 0: its head has not come yet
        bool leaving = false;   // was answered; what still comes is dropped
        std::size_t dropped = 0;
        Clock::time_point until = {};
    };
    void run();
    void take_new(std::vector<Connection>& connections);
    /// False when it is done with here.
    bool read(Connection& connection);
    bool judge(Connection& connection);
    bool refuse(Connection& connection, int status, const std::string& why) const;
    void wake() const;

    const HttpOptions& options_;
    std::atomic<std::size_t>& open_;
    Handover handover_;
    std::uint16_t port_ = 0;
    RateLimit rate_;
    int wake_read_ = -1, wake_write_ = -1;
    std::mutex mutex_;
    std::vector<Socket> new_;
    std::atomic<bool> stopping_ = false;
    std::thread thread_;
};

}  // namespace remote
