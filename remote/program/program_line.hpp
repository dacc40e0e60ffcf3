// A ProgramLine is the connection to a program that has a probe::Probe, with a thread of its own: it connects, again and
// again, gives the frames that came, and sends what it is given. Private to remote.
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
#include "remote/link/link.hpp"

namespace remote {

/// The program at the other end.
struct ProgramWelcome {
    std::uint64_t connection = 0;  // counted from 1; 0: none now
    std::uint64_t run = 0;         // another number, another start of the program
    std::uint16_t minor = 0;       // of its protocol
    std::string name, version;
};

class ProgramLine {
public:
    explicit ProgramLine(LinkOptions options);
    ~ProgramLine();
    ProgramLine(const ProgramLine&) = delete;
    ProgramLine& operator=(const ProgramLine&) = delete;

    struct Came {
        ProgramWelcome welcome;
        std::vector<probe::Frame> frames;  // of this connection
        std::string why;                   // why there is none, for a person
    };
    Came take();
    /// Nothing if the connection is another one by now.
    void send(std::uint64_t connection, const probe::ByteWriter& frame);
    /// Ends the connection after an invalid frame; it is tried again later.
    void give_up(std::uint64_t connection, std::string why);
    /// "127.0.0.1:27750"; what the program's file said last, if it is found by its name.
    std::string address() const;
    /// For another connection to the same program, wherever it listens now.
    LinkOptions options() const;

private:
    void run();
    /// Looks up where the program listens now. Returns an error for a person, or nothing.
    std::string find();
    /// Until the connection ends. Whether the program welcomed it.
    bool talk(const probe::Descriptor& socket);
    bool receive(const probe::Descriptor& socket, probe::FrameReader& reader);
    bool take_frame(probe::Frame frame);
    bool flush(const probe::Descriptor& socket);
    void lose(std::string why);
    std::string away() const;

    LinkOptions options_;  // host, port and token change as the program's file says
    std::atomic<bool> stop_ = false;
    probe::WakePipe pipe_;

    mutable std::mutex mutex_;  // of all from here on, and of where the program listens
    std::condition_variable stopped_;
    ProgramWelcome welcome_;
    std::uint64_t connections_ = 0;
    std::vector<probe::Frame> frames_;
    std::size_t frames_bytes_ = 0;
    std::vector<std::byte> out_;
    std::string why_;
    bool given_up_ = false;
    std::thread thread_;  // goes first
};

}  // namespace remote
