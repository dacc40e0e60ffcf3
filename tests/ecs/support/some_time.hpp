// Time that passes inside of what is measured: whoever measures from outside must find at least as much.
#pragma once

#include <chrono>

namespace test {

/// Works until the clock has moved on, and says by how much. Never 0.
inline double some_time() {
    const auto start = std::chrono::steady_clock::now();
    auto now = start;
    while (now == start) now = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(now - start).count();
}

}  // namespace test
