// Another process that looks at the program over the link as an editor does: sixty frames a second, each takes in what
// came. It is this program again, started with `--looker`. Both see a Board.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include <sys/types.h>

namespace bench {

inline double secs_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Written in each tick, so that the looker knows which one it sees.
struct Stamp {
    std::uint64_t tick = 0;
};

/// Lies in memory that both processes share. Zeros at first.
struct Board {
    // By the program
    std::atomic<std::uint64_t> tick;      // that it has begun
    std::atomic<std::uint64_t> entities;  // that its world has
    std::atomic<bool> stop;

    // By the looker
    std::atomic<double> first_secs,
        whole_secs;                          // from its start until it has an entity, and until it has all; 0: not yet
    std::atomic<std::uint64_t> most_behind;  // ticks between the one on the screen and `tick`, since reset_behind
    std::atomic<bool> reset_behind;
};

/// The process ends with this object.
class Looker {
public:
    Looker(std::uint16_t port, const std::string& token);
    ~Looker();
    Looker(const Looker&) = delete;
    Looker& operator=(const Looker&) = delete;

    Board& board() { return *board_; }
    /// Whether it ended by itself, which is a fault.
    bool ended();

private:
    Board* board_;
    pid_t process_ = -1;
};

/// Nothing unless these are the arguments of a looker; else the exit code of the process, once it was told to stop.
int look_if_told(int argc, char** argv, bool& was_told);

}  // namespace bench
