// A CuttingRelay stands between the two ends of a connection and cuts it after so many bytes, whichever way they go. It
// works on the thread of the test, in step().
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <sys/socket.h>

#include "ecs/base/random.hpp"
#include "probe/net/socket.hpp"

namespace test {

class CuttingRelay {
public:
    explicit CuttingRelay(std::uint32_t seed) : random_(seed), listener_(probe::listening(port_, why_)) {}

    std::uint16_t port() const { return port_; }
    /// The token that clients send instead of that of the program.
    static std::string token() { return std::string(token_bytes, '0'); }
    /// Passes each connection on to this port, with this token.
    void lead_to(std::uint16_t port, std::string token) {
        to_ = port;
        token_ = std::move(token);
    }
    /// Cuts the present connection, or the next one, after so many more bytes; nothing: it lasts.
    void cut_after(std::optional<std::size_t> bytes) { left_ = bytes; }
    std::size_t breaks() const { return breaks_; }

    /// Passes on what came. Now and then it lets one side wait.
    void step() {
        if (!from_.socket) {
            from_ = {probe::accepted(listener_), {}};
            if (!from_.socket) return;
            to_program_ = {probe::connected("127.0.0.1", to_, std::chrono::milliseconds(1000), never_, why_), {}};
            passed_ = 0;
        }
        const std::uint32_t waits = random_.below(6);
        if (!to_program_.socket || (waits != 0 && !pass(from_, to_program_, true)) ||
            (waits != 1 && !pass(to_program_, from_, false)) || left_ == 0u)
            cut();
    }
    void cut() {
        if (!from_.socket) return;
        // Half of the connections end with a reset, which also takes away what the other side has not read yet.
        const linger reset{static_cast<int>(random_.below(2)), 0};
        for (End* const each : {&from_, &to_program_}) {
            ::setsockopt(each->socket.number(), SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
            *each = {};
        }
        left_.reset();
        ++breaks_;
    }

private:
    static constexpr std::size_t token_bytes = 32, token_begin = 17;
    struct End {
        probe::Descriptor socket;
        std::vector<std::byte> waiting = {};  // for its socket
    };

    bool pass(End& from, End& to, bool to_program) {
        std::array<std::byte, 16384> piece;
        const std::size_t most = std::min(piece.size(), left_.value_or(piece.size()));
        if (to.waiting.empty() && most > 0) {
            const std::ptrdiff_t count = probe::receive_some(from.socket, std::span(piece).first(most));
            if (count < 0) return false;
            to.waiting.assign(piece.begin(), piece.begin() + count);
            if (left_) *left_ -= static_cast<std::size_t>(count);
            if (to_program) replace_token(to.waiting);
        }
        const std::ptrdiff_t sent = to.waiting.empty() ? 0 : probe::send_some(to.socket, to.waiting);
        if (sent > 0) to.waiting.erase(to.waiting.begin(), to.waiting.begin() + sent);
        return sent >= 0;
    }
    void replace_token(std::vector<std::byte>& bytes) {
        for (std::byte& byte : bytes) {
            if (passed_ >= token_begin && passed_ < token_begin + token_bytes)
                byte = static_cast<std::byte>(token_[passed_ - token_begin]);
            ++passed_;
        }
    }

    ecs::Random random_;
    std::atomic<bool> never_ = false;
    std::uint16_t port_ = 0, to_ = 0;
    std::string why_, token_;
    probe::Descriptor listener_;
    End from_, to_program_;
    std::size_t passed_ = 0;  // to the program
    std::optional<std::size_t> left_;
    std::size_t breaks_ = 0;
};

}  // namespace test
