// A Relay stands between two ends of a connection, can cut it, and keeps what went through.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <thread>

#include <poll.h>

#include "probe/net/socket.hpp"

namespace test {

class Relay {
public:
    /// A connection to port() is passed on to the port `to`.
    explicit Relay(std::uint16_t to) : to_(to), listener_(probe::listening(port_, why_)), thread_([this] { run(); }) {}
    ~Relay() { end(); }
    Relay(const Relay&) = delete;
    Relay& operator=(const Relay&) = delete;

    std::uint16_t port() const { return port_; }
    /// What came from either end so far. Only after end().
    const std::string& from_client() const { return from_client_; }
    const std::string& from_program() const { return from_program_; }
    void end() {
        stop_ = true;
        if (thread_.joinable()) thread_.join();
    }
    /// Ends the present connection, if there is one. Another one can be made.
    void cut() { cut_ = true; }

private:
    void run() {
        while (!stop_) {
            if (probe::wait_for(listener_.number(), POLLIN, probe::Clock::now() + std::chrono::seconds(1), stop_) !=
                probe::Ready::Yes)
                continue;
            const probe::Descriptor from = probe::accepted(listener_);
            if (!from) continue;
            const probe::Descriptor to =
                probe::connected("127.0.0.1", to_, std::chrono::milliseconds(1000), stop_, why_);
            cut_ = false;
            while (to && !stop_ && !cut_) {
                std::array<pollfd, 2> polled{{{from.number(), POLLIN, 0}, {to.number(), POLLIN, 0}}};
                ::poll(polled.data(), polled.size(), 5);
                if ((polled[0].revents != 0 && !pass(from, to, from_client_)) ||
                    (polled[1].revents != 0 && !pass(to, from, from_program_)))
                    break;
            }
        }
    }
    bool pass(const probe::Descriptor& from, const probe::Descriptor& to, std::string& kept) {
        std::array<std::byte, 16384> piece;
        const std::ptrdiff_t count = probe::receive_some(from, piece);
        if (count < 0) return false;
        std::span<const std::byte> left = std::span(piece).first(static_cast<std::size_t>(count));
        constexpr std::size_t most_kept = 1u << 20;
        if (kept.size() < most_kept) kept.append(reinterpret_cast<const char*>(piece.data()), left.size());
        while (!left.empty() && !stop_ && !cut_) {
            const std::ptrdiff_t sent = probe::send_some(to, left);
            if (sent < 0) return false;
            left = left.subspan(static_cast<std::size_t>(sent));
        }
        return true;
    }

    const std::uint16_t to_;
    std::uint16_t port_ = 0;
    std::string why_;
    probe::Descriptor listener_;
    std::string from_client_, from_program_;
    std::atomic<bool> stop_ = false, cut_ = false;
    std::thread thread_;  // goes first
};

}  // namespace test
