// How many rows of a Flecs program one request asks for: as many as it says in a moment. A page costs the program a part
// of one frame, and each answer waits besides, however short it is. Private to remote.
#pragma once

#include <algorithm>
#include <cstddef>

namespace remote {

class PageSize {
public:
    static constexpr std::size_t least = 1000, most = 20'000;

    std::size_t rows() const { return rows_; }
    /// Of an answer: its rows and bytes, and how long the program was busy with it.
    void answered(std::size_t rows, std::size_t bytes, double busy_secs) {
        if (rows < least) return;  // says little about a row
        constexpr double most_bytes = 8.0 * (1u << 20), most_secs = 0.1;
        const auto count = static_cast<double>(rows);
        double wanted = static_cast<double>(4 * rows_);
        if (bytes > 0) wanted = std::min(wanted, most_bytes * count / static_cast<double>(bytes));
        if (busy_secs > 0) wanted = std::min(wanted, most_secs * count / busy_secs);
        rows_ = static_cast<std::size_t>(std::clamp(wanted, double{least}, double{most}));
    }

private:
    std::size_t rows_ = least;
};

}  // namespace remote
