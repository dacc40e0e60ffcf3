// A program that listens on a port of this computer, and answers and misbehaves as a test tells it: request by request,
// it is handed the bytes that came and the socket they came on. What a test learns from it, it learns by asking again
// and again, never by waiting a time.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace test {

/// One request, as it came.
struct Asked {
    std::string method, target, head, body;
    int socket = -1;
    /// Sends raw bytes; false when nobody takes them.
    bool send(std::string_view text) const {
        while (!text.empty()) {
            const ssize_t sent = ::send(socket, text.data(), text.size(), MSG_NOSIGNAL);
            if (sent <= 0) return false;
            text.remove_prefix(static_cast<std::size_t>(sent));
        }
        return true;
    }
    void answer(std::string_view text, int status = 200) const {
        send("HTTP/1.1 " + std::to_string(status) + " OK\r\nContent-Type: application/json\r\nContent-Length: " +
             std::to_string(text.size()) + "\r\nAccess-Control-Allow-Origin: *\r\n\r\n" + std::string(text));
    }
};

/// Between two bytes of a program that drips: nobody waits for this to be over.
inline void drip() { ::poll(nullptr, 0, 5); }

class FakeProgram {
public:
    using Answer = std::function<void(const Asked&)>;
    /// 0: any port that is free. Answers one request after another, as Flecs does.
    explicit FakeProgram(Answer answer, std::uint16_t wanted = 0) : answer_(std::move(answer)) { listen(wanted); }
    ~FakeProgram() { end(); }
    FakeProgram(const FakeProgram&) = delete;
    FakeProgram& operator=(const FakeProgram&) = delete;

    std::uint16_t port() const { return port_; }
    /// Nothing listens any more.
    void end() {
        stop_ = true;
        if (thread_.joinable()) thread_.join();
        if (listening_ >= 0) ::close(std::exchange(listening_, -1));
    }
    /// On the same port.
    void begin_again() {
        end();
        stop_ = false;
        listen(port_);
    }
    std::vector<std::string> targets() const {
        const std::lock_guard lock(mutex_);
        return targets_;
    }
    std::size_t count(std::string_view part) const {
        std::size_t found = 0;
        for (const std::string& target : targets())
            if (target.find(part) != std::string::npos) ++found;
        return found;
    }

private:
    void listen(std::uint16_t wanted) {
        listening_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const int on = 1;
        ::setsockopt(listening_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(wanted);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        (void)::bind(listening_, reinterpret_cast<const sockaddr*>(&address), sizeof address);
        (void)::listen(listening_, 64);
        socklen_t size = sizeof address;
        ::getsockname(listening_, reinterpret_cast<sockaddr*>(&address), &size);
        port_ = ntohs(address.sin_port);
        thread_ = std::thread([this] { run(); });
    }
    void run() {
        while (!stop_) {
            pollfd polled{listening_, POLLIN, 0};
            if (::poll(&polled, 1, 20) <= 0) continue;
            const int socket = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
            if (socket < 0) continue;
            const timeval limit{0, 200'000};
            ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
            serve(socket);
            ::close(socket);
        }
    }
    void serve(int socket) {
        // Like Flecs: what does not come with the first piece does not count.
        std::string bytes(64u << 10, '\0');
        const ssize_t got = ::recv(socket, bytes.data(), bytes.size(), 0);
        if (got <= 0) return;
        bytes.resize(static_cast<std::size_t>(got));
        const std::size_t head_end = bytes.find("\r\n\r\n");
        if (head_end == std::string::npos) return;
        Asked asked;
        asked.socket = socket;
        asked.head = bytes.substr(0, head_end);
        asked.body = bytes.substr(head_end + 4);
        const std::size_t first = asked.head.find(' '), second = asked.head.find(' ', first + 1);
        if (first == std::string::npos || second == std::string::npos) return;
        asked.method = asked.head.substr(0, first);
        asked.target = asked.head.substr(first + 1, second - first - 1);
        {
            const std::lock_guard lock(mutex_);
            targets_.push_back(asked.method + " " + asked.target);
        }
        answer_(asked);
    }

    Answer answer_;
    int listening_ = -1;
    std::uint16_t port_ = 0;
    std::atomic<bool> stop_ = false;
    mutable std::mutex mutex_;
    std::vector<std::string> targets_;
    std::thread thread_;
};

}  // namespace test
