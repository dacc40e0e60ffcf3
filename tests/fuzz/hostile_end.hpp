// One end of a connection that sends what it is told, in pieces that end with a frame, and takes whatever comes.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include <poll.h>
#include <sys/socket.h>

#include "probe/net/socket.hpp"
#include "probe/wire/frames.hpp"

namespace test {

/// The whole frames at the start of these bytes, as the other side finds them, and where each of them ends.
struct FoundFrames {
    std::vector<probe::Frame> frames;
    std::vector<std::size_t> ends;

    FoundFrames(std::span<const std::byte> bytes, std::size_t most_bytes) {
        probe::FrameReader reader(most_bytes);
        (void)reader.take_in(bytes);
        std::size_t end = 0;
        while (std::optional<probe::Frame> frame = reader.next()) {
            // The other side refuses such a frame by its head, and ends the connection.
            if (frame->body.size() > most_bytes || !is_kind(bytes[end + sizeof(std::uint32_t)])) break;
            end += probe::frame_head_bytes + frame->body.size();
            frames.push_back(std::move(*frame));
            ends.push_back(end);
        }
    }
    static bool is_kind(std::byte kind) { return static_cast<std::size_t>(kind) < probe::frame_kind_count; }
    std::size_t end_of(std::size_t count) const { return count == 0 ? 0 : ends[count - 1]; }
};

class HostileEnd {
public:
    explicit HostileEnd(probe::Descriptor socket) : socket_(std::move(socket)) {
        // Its end is a reset: thousands of connections a minute would else use up the ports of the machine.
        const linger reset{1, 0};
        ::setsockopt(socket_.number(), SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    }

    void send(std::span<const std::byte> bytes) {
        while (!bytes.empty() && !ended) {
            const std::ptrdiff_t sent = probe::send_some(socket_, bytes);
            if (sent < 0) ended = true;
            bytes = bytes.subspan(static_cast<std::size_t>(sent > 0 ? sent : 0));
            if (sent == 0) take();
        }
    }
    /// What came since, without waiting.
    void take() {
        std::array<std::byte, 16384> piece;
        while (!ended) {
            const std::ptrdiff_t count = probe::receive_some(socket_, piece);
            if (count == 0) return;
            ended = count < 0 || !reader_.take_in(std::span(piece).first(static_cast<std::size_t>(count)));
            while (std::optional<probe::Frame> frame = reader_.next()) {
                const auto kind = static_cast<std::size_t>(frame->kind);
                ++came[kind];
                last[kind] = std::move(*frame);
            }
        }
    }
    std::size_t count(probe::FrameKind kind) const { return came[static_cast<std::size_t>(kind)]; }

    bool ended = false;
    std::array<std::size_t, probe::frame_kind_count> came{};
    std::array<probe::Frame, probe::frame_kind_count> last;  // of each kind: several may come at once

private:
    probe::Descriptor socket_;
    probe::FrameReader reader_{probe::most_picture_bytes};
};

/// Takes steps until `done`, and throws when that takes longer than anything should.
template <class Step, class Done>
void steps_until(Step&& step, Done&& done, const char* what) {
    const auto end = probe::Clock::now() + std::chrono::seconds(15);
    while (!done()) {
        step();
        if (probe::Clock::now() > end) throw std::logic_error(what);
    }
}

inline probe::ByteWriter hostile_frame(probe::FrameKind kind, auto&& write) {
    probe::ByteWriter frame;
    const std::size_t begin = probe::begin_frame(frame, kind);
    write(frame);
    probe::end_frame(frame, begin);
    return frame;
}

}  // namespace test
