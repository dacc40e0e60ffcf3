// TCP sockets. Every call that waits has a time limit and ends when `stop` is set.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace probe {

/// Owns a descriptor of the operating system; -1: none.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int opened) : number_(opened) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor();

    int number() const { return number_; }
    explicit operator bool() const { return number_ >= 0; }

private:
    int number_ = -1;
};

using Clock = std::chrono::steady_clock;
enum class Ready : std::uint8_t { Yes, Late, Stopped };

/// In short turns, so that `stop` is seen. `events`: POLLIN, POLLOUT.
Ready wait_for(int descriptor, short events, Clock::time_point end, const std::atomic<bool>& stop);

/// A socket that never blocks. On failure there is none, and `why` has the reason for a person.
Descriptor connected(const std::string& host, std::uint16_t port, std::chrono::milliseconds patience,
                     const std::atomic<bool>& stop, std::string& why);

/// Listens on 127.0.0.1, at any free port when `port` is 0, and sets it to what it became.
Descriptor listening(std::uint16_t& port, std::string& why);
/// The new connection, or none.
Descriptor accepted(const Descriptor& listener);

/// What was sent or received; 0: it would have to wait; -1: the connection is over.
std::ptrdiff_t send_some(const Descriptor& socket, std::span<const std::byte> bytes);
std::ptrdiff_t receive_some(const Descriptor& socket, std::span<std::byte> room);

/// A pipe that wakes a thread in poll().
struct WakePipe {
    Descriptor read, write;

    WakePipe();
    void wake() const;
    /// Takes what wake() wrote.
    void calm() const;
};

/// `host` means this computer: 127.…, ::1, localhost.
bool is_this_computer(std::string_view host);

}  // namespace probe
